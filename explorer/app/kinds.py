"""Kinds of things in the graph and how each is drawn: by colour *and* by shape."""

from collections.abc import Iterable
from dataclasses import dataclass

from ontology.namespaces import TCG

__all__ = ["KINDS", "THING", "Kind", "kind_named", "kind_of"]


@dataclass(frozen=True)
class Kind:
    """A kind of thing: the classes it covers (local names in `tcg:`) and its mark in drawings."""

    key: str
    classes: tuple[str, ...]
    colour: str
    shape: str
    hollow: bool = False


STATEMENTS = (
    "Statement",
    "Definition",
    "RuleStatement",
    "ExceptionStatement",
    "ExampleStatement",
    "PracticeRemark",
    "Gloss",
    "ProcedureStep",
    "HistoryStatement",
    "ClassificationStatement",
)

# Okabe and Ito's palette, darkened where it would be too pale on white; each kind differs from every other
# in its shape or in being hollow, so that the drawing reads without colours.
KINDS: tuple[Kind, ...] = (
    Kind("ruling", ("Ruling",), "#c77700", "star"),
    Kind("rule_group", ("RuleGroup",), "#0067a8", "hexagon"),
    Kind("rule", ("Rule",), "#0067a8", "diamond"),
    Kind("rule_version", ("RuleVersion",), "#3a8fc4", "diamond", hollow=True),
    Kind("card", ("Card",), "#00795a", "square"),
    Kind("card_face", ("CardFace",), "#00795a", "square", hollow=True),
    Kind("name_set", ("NameSet",), "#a8447d", "triangleDown"),
    Kind("term", ("Term",), "#bf4a00", "dot"),
    Kind("page", ("Page",), "#5b6270", "triangle"),
    Kind("section", ("Section",), "#5b6270", "triangle", hollow=True),
    Kind("fold", ("Fold",), "#8a6d1f", "triangleDown", hollow=True),
    Kind("finding", ("Finding",), "#b3131b", "star", hollow=True),
    Kind("ability", ("Ability",), "#00795a", "ellipse", hollow=True),
    Kind("outcome", ("Outcome", "Step"), "#00795a", "hexagon", hollow=True),
    Kind("statement", STATEMENTS, "#6a5aa8", "dot", hollow=True),
)

THING = Kind("thing", (), "#6f7480", "box", hollow=True)

_RANK = {str(TCG[name]): (rank, kind) for rank, kind in enumerate(KINDS) for name in kind.classes}
# A fold is a section too, a rule or a term a concept: the narrower kind wins.
_RANK[str(TCG.Section)] = (len(KINDS), _RANK[str(TCG.Section)][1])


def kind_of(types: Iterable[str]) -> Kind:
    """Return the kind of a thing with these class IRIs; `THING` where none is known."""
    known = [_RANK[name] for name in types if name in _RANK]
    return min(known, key=lambda pair: pair[0])[1] if known else THING


def kind_named(key: str) -> Kind:
    """Return the kind with this key, or `THING`."""
    return next((kind for kind in KINDS if kind.key == key), THING)
