"""The vocabulary as data: the Turtle files of this folder, and the ways to read them.

The files are the source; nothing here adds a term to them. A game is one more ``.ttl`` file whose name is its
prefix.
"""

from ontology.vocabulary.reading import (
    Concept,
    concept_by_label,
    concepts,
    label_of,
    load_vocabulary,
    vocabulary_files,
    vocabulary_quads,
)

__all__ = [
    "Concept",
    "concept_by_label",
    "concepts",
    "label_of",
    "load_vocabulary",
    "vocabulary_files",
    "vocabulary_quads",
]
