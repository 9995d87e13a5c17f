"""Hand-made graphs for the tests of checks."""

from collections.abc import Iterable, Sequence

import pyoxigraph as ox

from ontology.namespaces import PREFIXES

HEAD = "".join(f"@prefix {p}: <{iri}> .\n" for p, iri in PREFIXES.items())


class Graph:
    """A GraphReader over TriG text."""

    def __init__(self, trig: str = "") -> None:
        self.store = ox.Store()
        self.store.load(HEAD + trig, format=ox.RdfFormat.TRIG)

    def select(self, query: str, *, timeout: float | None = None) -> Iterable[Sequence[str | None]]:
        rows = self.store.query(query, use_default_graph_as_union=True)
        assert isinstance(rows, ox.QuerySolutions)
        seen = set()
        for row in rows:
            values = tuple(None if v is None else v.value for v in row)
            if values not in seen:
                seen.add(values)
                yield values

    def ask(self, query: str, *, timeout: float | None = None) -> bool:
        return bool(self.store.query(query, use_default_graph_as_union=True))


def page(name: str, text: str, *extracts: str, date: str | None = None) -> str:
    """TriG of a page; an extract is `types|slice|more turtle`, placed where its slice occurs."""
    iri = f"<https://saitei.example/id/dm/page/t/{name}>"
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    out = [f'{iri} a tcg:Page ; dcterms:title "{name}" ; tcg:game "dm" ; tcg:text "{quoted}" .']
    if date:
        out.append(f'{iri} dcterms:modified "{date}"^^xsd:date .')
    for number, extract in enumerate(extracts):
        types, piece, more = (extract + "||").split("|")[:3]
        start = text.index(piece)
        line = text.count("\n", 0, start) + 1
        column = start - (text.rfind("\n", 0, start) + 1) + 1
        what = f"<https://saitei.example/id/dm/page/t/{name}#{number}>"
        out.append(
            f"{what} a {types} ; tcg:onPage {iri} ; dcterms:isPartOf {iri} ; tcg:start {start} ; "
            f'tcg:end {start + len(piece)} ; tcg:line {line} ; tcg:column {column} ; tcg:text "{piece}" ; '
            f'tcg:plainText "{piece}" {"; " + more if more else ""} .'
        )
    return f"{iri} {{\n" + "\n".join(out) + "\n}\n"
