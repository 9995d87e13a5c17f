"""What the graph knows of a card that is put on a board: types, evolution, god; who may be linked."""

from collections.abc import Iterable
from dataclasses import dataclass

from explorer.app.data.base import rows, values
from ontology.graph import GraphReader

__all__ = ["KnownCard", "known_card", "link_pairs"]


@dataclass(frozen=True)
class KnownCard:
    """A card as the graph describes it, in the words of boards."""

    iri: str
    name: str
    game: str
    types: tuple[str, ...] = ()
    evolution: str = "none"
    god: bool = False


def known_card(reader: GraphReader, iri: str, name: str, types: Iterable[str]) -> KnownCard:
    """Return what is known of a card; `types` are the words that a board may use."""
    query = f"""SELECT ?key ?value WHERE {{ {values("card", [iri])}
        {{ ?card tcg:hasType/skos:notation ?value . BIND("type" AS ?key) }}
        UNION {{ ?card dm:evolutionKind/skos:notation ?value . BIND("evolution" AS ?key) }}
        UNION {{ ?card dm:isGod ?value . BIND("god" AS ?key) }}
        UNION {{ ?card tcg:game ?value . BIND("game" AS ?key) }} }} ORDER BY ?key ?value"""
    found: dict[str, list[str]] = {}
    for key, value in rows(reader, query):
        found.setdefault(str(key), []).append(str(value))
    allowed = list(types)
    words = [word for said in found.get("type", []) if (word := _board_word(said, allowed))]
    return KnownCard(
        iri,
        name,
        (found.get("game") or [""])[0],
        tuple(dict.fromkeys(words)),
        (found.get("evolution") or ["none"])[0],
        "true" in found.get("god", []),
    )


def _board_word(said: str, allowed: list[str]) -> str | None:
    """Return the word of boards for a type of the graph: the kind it is one of (``effect_monster``: ``monster``)."""
    if said in allowed:
        return said
    return next((word for word in allowed if said.endswith(f"_{word}")), None)


def _pairs(reader: GraphReader, named: Iterable[str], predicate: str) -> set[tuple[str, str]]:
    words = " ".join(f'"{_escaped(name)}"@ja "{_escaped(name)}"' for name in sorted(set(named)))
    if not words:
        return set()
    query = f"""SELECT DISTINCT (STR(?a) AS ?left) (STR(?b) AS ?right) WHERE {{
        VALUES ?a {{ {words} }} VALUES ?b {{ {words} }}
        ?one skos:prefLabel ?a ; {predicate} ?other . ?other skos:prefLabel ?b }}"""
    return {(str(a), str(b)) for a, b in rows(reader, query)}


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def link_pairs(reader: GraphReader, named: Iterable[str]) -> set[tuple[str, str]]:
    """Return the pairs among these names that the graph says may be linked."""
    return _pairs(reader, named, "dm:canLinkWith")
