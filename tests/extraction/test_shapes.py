"""Shapes: what is extracted conforms, what is broken is found, and pyshacl says the same."""

import random
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib
from pyshacl import validate as pyshacl_validate

from ontology.namespaces import PREFIXES
from ontology.shapes import Violation, compile_shapes, shape_files, validate
from ontology.shapes.compiler import ShapeError
from tests.extraction.conftest import extract, real_page

SH = PREFIXES["sh"]
PAGE = """#author("2021-02-03T04:05:06+09:00","","")
*水の門 [#gate]
水の門は、門をくぐるカードを数える処理のこと。[[公式>https://example.invalid/]]

**過去のルール（2020年3月1日以前） [#old]
-門をくぐったカードは墓地に置かれる。(703.4e)
--ただし、《門の番人》は[[バトルゾーン]]に残る。
--総合ルールには「置かれる」とあるが、実際には手札に戻す。

**裁定 [#qa]
Q.《門の番人》は門をくぐれますか?
A.はい、くぐれます。
引用元(2021.9.7)
"""


def oracle(quads: list[ox.Quad]) -> set[tuple[str, str, str]]:
    """(node, path, component) of what pyshacl reports."""
    data = rdflib.Graph()
    for q in quads:
        data.parse(data=f"{q.triple} .", format="nt")
    shapes = rdflib.Graph()
    for path in shape_files():
        shapes.parse(path, format="turtle")
    _, report, _ = pyshacl_validate(data, shacl_graph=shapes, allow_warnings=False, inplace=True)
    sh = rdflib.Namespace(SH)
    found = set()
    for result in report.subjects(rdflib.RDF.type, sh.ValidationResult):
        component = (
            str(report.value(result, sh.sourceConstraintComponent))
            .removeprefix(SH)
            .removesuffix("ConstraintComponent")
        )
        path = report.value(result, sh.resultPath)
        found.add(
            (str(report.value(result, sh.focusNode)), str(path or ""), component[0].lower() + component[1:])
        )
    return found


class Merged:
    """A store in memory that answers SELECT, as the shapes need it."""

    def __init__(self, quads: list[ox.Quad]) -> None:
        self.store = ox.Store()
        self.store.extend(ox.Quad(q.subject, q.predicate, q.object) for q in quads)

    def select(self, query: str, *, timeout: float | None = None) -> list[list[str | None]]:
        found = self.store.query(query)
        return [[getattr(row[i], "value", None) for i in range(len(found.variables))] for row in found]

    def ask(self, query: str, *, timeout: float | None = None) -> bool:
        return bool(self.store.query(query))


def keys(violations: list[Violation]) -> set[tuple[str, str, str]]:
    names = {"sparql": "sPARQL"}
    return {(v.node, v.path or "", names.get(v.component, v.component)) for v in violations}


def broken(quads: list[ox.Quad], seed: int) -> list[ox.Quad]:
    """The quads with some dropped, some given a wrong value, some doubled."""
    rng = random.Random(seed)
    out = []
    wrong = [
        ox.Literal("x"),
        ox.Literal("-3", datatype=ox.NamedNode(PREFIXES["xsd"] + "integer")),
        ox.NamedNode("https://example.invalid/x"),
    ]
    for q in quads:
        chance = rng.random()
        is_type = q.predicate.value.endswith("#type")
        if chance < 0.06 and not is_type:
            continue
        if chance < 0.12 and not is_type:
            out.append(ox.Quad(q.subject, q.predicate, rng.choice(wrong), q.graph_name))
            continue
        if chance < 0.15 and not is_type:
            out.append(ox.Quad(q.subject, q.predicate, rng.choice(wrong), q.graph_name))
        out.append(q)
    return out


def test_what_is_extracted_conforms() -> None:
    assert validate(extract(PAGE).result.quads) == []


@pytest.mark.real_pages
@pytest.mark.parametrize("prefix", ["000", "002", "003"])
def test_real_pages_conform(prefix: str) -> None:
    assert validate(real_page(prefix).result.quads) == []


@pytest.mark.parametrize("seed", range(4))
def test_pyshacl_finds_the_same(seed: int) -> None:
    quads = broken(extract(PAGE).result.quads, seed)
    found = keys(validate(quads))
    assert len(found) > 10
    assert found == oracle(quads)
    in_sparql = validate(Merged(quads))
    assert keys(in_sparql) == found
    lines = [f"{q.triple} .\n" for q in quads]
    assert validate(lines) == validate(quads) == validate([line.encode() for line in lines])
    assert {(v.node, v.value, v.line, v.severity) for v in in_sparql} == {
        (v.node, v.value, v.line, v.severity) for v in validate(quads)
    }


def test_a_violation_says_where() -> None:
    quads = [q for q in extract(PAGE).result.quads if not (q.predicate.value.endswith("verdict"))]
    [violation] = validate(quads)
    assert (violation.line, violation.column, violation.severity) == (11, 1, "Violation")
    assert violation.page and violation.page.endswith("%E6%B0%B4%E3%81%AE%E9%96%80")


def test_what_is_not_supported_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "odd.ttl"
    path.write_text(
        "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix tcg: <https://saitei.example/tcg#> .\n"
        "tcg:OddShape a sh:NodeShape ; sh:targetClass tcg:Page ; sh:property [ sh:path tcg:text ; sh:maxLength 3 ] .\n"
    )
    with pytest.raises(ShapeError, match="maxLength"):
        compile_shapes(path)


def test_every_shape_and_every_message_is_there() -> None:
    assert len({c.shape for c in compile_shapes()}) >= 14
    assert all(c.message for c in compile_shapes())
