"""How a rule works with others, as the graph says: each relation with the boards that show it."""

from explorer.app.data.base import iri, rows
from ontology.graph import GraphReader

__all__ = ["stored"]

_NAMES = {
    ("overrides", True): "overrides",
    ("overrides", False): "overridden_by",
    ("enables", True): "enables",
    ("enables", False): "enabled_by",
    ("precedes", True): "before",
    ("precedes", False): "after",
}


def stored(reader: GraphReader, rule: str) -> dict[tuple[str, str], list[str]]:
    """Return ``{(relation, IRI of the other rule): ids of boards}`` for a rule.

    Relations are named as in `explorer.app.interactions.Interaction`; a board is ``case`` or ``case#number``.
    """
    this = iri(rule)
    query = f"""SELECT ?kind ?out ?other ?board WHERE {{
        {{ ?i tcg:from {this} ; tcg:to ?other . BIND("out" AS ?out) }}
        UNION {{ ?i tcg:to {this} ; tcg:from ?other . BIND("in" AS ?out) }}
        ?i tcg:interactionKind ?kind . OPTIONAL {{ ?i tcg:witness ?board }} }} ORDER BY ?kind ?out ?other ?board"""
    found: dict[tuple[str, str], list[str]] = {}
    for kind, direction, other, board in rows(reader, query):
        name = _NAMES.get((str(kind), direction == "out"))
        if name is None:
            continue
        boards = found.setdefault((name, str(other)), [])
        if board and board not in boards:
            boards.append(board)
    return found
