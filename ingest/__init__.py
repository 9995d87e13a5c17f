"""Wiki text to graph: reading, markup, extraction, graph writing, the store, the sample wiki."""
