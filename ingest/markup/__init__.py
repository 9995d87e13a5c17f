"""Markup to document tree: one parser per format family, one tree for all of them."""
