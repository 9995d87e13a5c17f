"""From document trees to typed facts, each with its position."""
