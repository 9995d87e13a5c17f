"""One module for each format; `ingest.markup.registry` finds them by their `FORMAT`."""
