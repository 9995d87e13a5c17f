"""All SPARQL of the app: small functions over a `GraphReader` that return plain values."""
