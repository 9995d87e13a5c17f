"""SHACL shapes for what ingest promises, compiled to SPARQL.

The shapes are the ``.ttl`` files of this folder; one more shape is one more file. `validate` runs them over a store
or over quads and gives the violations; the tests compare it with pyshacl.
"""

from ontology.shapes.compiler import Constraint, compile_shapes, shape_files
from ontology.shapes.memory import table_of
from ontology.shapes.validation import Violation, validate

__all__ = ["Constraint", "Violation", "compile_shapes", "shape_files", "table_of", "validate"]
