"""The phrases and relations of `boards.yaml` applied to a question: what each tells goes into the draft."""

import re
from collections.abc import Mapping

from ingest.claims import boards_dm, boards_ygo
from ingest.claims.boards_cards import name_of
from ingest.claims.boards_table import BoardPhrase, BoardTable
from ingest.claims.draft import Draft
from ingest.claims.relations import words_that_relate
from ingest.claims.told import Told

__all__ = ["apply_phrases", "apply_relations"]

_HAPPENS = frozenset(
    {"top_leaves", "whole_leaves", "destroy", "power", "evolve", "put_under", "enters", "cast"}
)
_DENIED = re.compile(r"[ぁ-ん]{0,4}?(?:ない|なかった|なければ|ません|ずに|ず、)")


def apply_phrases(
    draft: Draft, told: Told, table: BoardTable, game: str
) -> tuple[list[tuple[str, str]], list[tuple[int, int]], list[tuple[int, int]]]:
    """Apply all phrases in the order of the text.

    Returns what was used (phrase and words), the places that were read, and the places that tell of an event.
    """
    found: list[tuple[int, int, BoardPhrase, re.Match[str]]] = []
    for order, phrase in enumerate(table.phrases):
        for match in phrase.pattern.finditer(told.text):
            denied = _DENIED.match(told.text, match.end())  # 戻りません: what the phrase tells did not happen
            if not denied and not (phrase.unless and phrase.unless.search(match.group())):
                found.append((match.start(), order, phrase, match))
    operations = boards_dm.operations if game == "dm" else boards_ygo.operations
    used: list[tuple[str, str]] = []
    for _, _, phrase, match in sorted(found, key=lambda f: (f[3].end(), f[0], f[1])):
        groups = match.groupdict()
        steps = []
        for step in phrase.then:
            args = [_argument(word, groups, told, table) for word in step[1:]]
            steps.append((step[0], [a for a in args if a is not None]))
        if any(len(args) < len(step) - 1 for (_, args), step in zip(steps, phrase.then, strict=True)):
            continue
        for name, arguments in steps:
            operations[name](draft, match.end() * 10, arguments)
        used.append((phrase.id, told.shown(match.group())))
    happened = [m.span() for _, _, p, m in found if any(step[0] in _HAPPENS for step in p.then)]
    return used, [part for _, _, _, m in found for part in _read_parts(m)], happened


def _read_parts(match: re.Match[str]) -> list[tuple[int, int]]:
    """Return the parts of a match that were read: all but the gaps between its words."""
    gaps = sorted(match.span(name) for name in match.groupdict() if name.startswith("gap"))
    parts, at = [], match.start()
    for start, end in gaps:
        if at <= start < end <= match.end():
            parts.append((at, start))
            at = end
    return [*parts, (at, match.end())]


def _argument(word: str, groups: Mapping[str, str | None], told: Told, table: BoardTable) -> str | None:
    if word.startswith("="):
        return word[1:]
    if word == "@top":
        return word
    value = groups.get(word)
    if value is None:
        return None
    if word == "k":
        return table.keywords.get(value)
    return (
        table.zone(value) if word == "zone" else told.card(value) if len(word) == 1 and word != "n" else value
    )


def apply_relations(
    draft: Draft,
    told: Told,
    table: BoardTable,
    does: Mapping[str, tuple[str, ...]],
    asked: list[tuple[int, int]],
) -> tuple[list[tuple[str, str]], list[tuple[int, int]]]:
    """Take the relations that words tell and no phrase has; return what was used, and the places of the words."""

    def is_kind(card: str, kind: str) -> bool:
        facts = draft.cards[card]
        types = set(facts.get("types") or ())
        match kind:
            case "evolution":
                return bool(facts.get("evolution", "none") != "none")
            case "low":
                linked = any(card in chain for chain in draft.chains)
                plain = facts.get("evolution", "none") == "none" and types <= {"creature", "tamaseed"}
                return plain and not linked
            case "host":
                return types <= {"creature", "tamaseed"} and card not in draft.covered()
            case "equip":
                return "equip_spell" in types
            case "monster":
                return types <= {"monster"} and not does.get(card)
            case _:
                return kind in types

    module = boards_dm if draft.game == "dm" else boards_ygo
    used, spans = [], []
    for word in words_that_relate(told.text, table.relations, draft, is_kind, asked):
        shown = told.shown(told.text[word.start : word.end])
        told_already = module.related(draft, word.relation.then, word.one, word.other)
        if told_already is None:
            arguments = [word.one, word.other, *word.relation.extra]
            module.operations[word.relation.then](draft, word.end * 10, arguments)
            used.append(
                (word.relation.id, f"{shown}: {name_of(draft, word.one)}, {name_of(draft, word.other)}")
            )
        if told_already is not False:
            spans.append((word.start, word.end))
    return used, spans
