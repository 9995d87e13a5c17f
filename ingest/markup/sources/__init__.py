"""Where pages come from: encodings, dump folders, XML dumps, card lists. `ingest.reading` is the door."""
