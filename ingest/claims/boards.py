"""Questions and answers read into cases of the scenario format, phrase by phrase.

What was read and what not is kept beside the case; a case can be written to a file, corrected by a person and saved
as a case of its own.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from ingest.claims import boards_dm, boards_ygo
from ingest.claims.asking import Asked, read_outcome, read_question
from ingest.claims.boards_cards import kind_spans, known_facts, name_of, note_kinds, note_partners
from ingest.claims.boards_case import case_of, concerned
from ingest.claims.boards_phrases import apply_phrases, apply_relations
from ingest.claims.boards_table import board_table
from ingest.claims.draft import Draft
from ingest.claims.sentences import fold
from ingest.claims.told import CONTROL, asked_spans, tell, unread_words
from ontology.graph import GraphReader

__all__ = ["BoardReading", "as_yaml", "read_board"]

_LONGEST = 3000
_OPEN = re.compile("(?:どう|どのように|どこに)[^。]*")
_SPECIAL = re.compile("特別|特例|例外")


@dataclass(frozen=True)
class BoardReading:
    """A case, how it came about, and how sure it is.

    `phrases` are pairs of an id in `boards.yaml` (or `phrases.yaml`) and the words it fitted; `unread` the words that
    no phrase fitted; `doubts` what had to be supposed. `confidence` is ``high`` only without doubts and unread words.
    """

    case: Mapping[str, Any] | None
    phrases: tuple[tuple[str, str], ...]
    unread: tuple[str, ...]
    doubts: tuple[str, ...]
    confidence: str


def read_board(
    question: str,
    answer: str,
    *,
    game: str,
    date: str | None = None,
    name: str = "reading",
    graph: GraphReader | None = None,
    ruling: str | None = None,
) -> BoardReading:
    """Read a question and its answer into a case. Without a question that can be asked there is no case.

    `graph` gives what is known of the cards by their names, besides what the project ships. `ruling` is the IRI that
    the case is to name as the ruling it is made from.
    """
    table = board_table(game)
    if len(question) > _LONGEST:
        return BoardReading(
            None,
            (),
            (),
            (f"{_LONGEST} 字を超える質問は読まない / a question of this length is not read",),
            "low",
        )
    question, answer = (CONTROL.sub(" ", text) for text in (question, answer))
    asked = read_question(question, answer, game)
    outcome = read_outcome(question, answer, game) if asked is None else None
    told = tell(question, game, table)
    draft = Draft(game)
    facts = known_facts(told, game, graph)
    for number, card in enumerate(told.names):
        key = "label" if number in told.unnamed else "name"
        draft.cards[f"c{number + 1}"] = {key: card}
    note_kinds(draft, told, table, facts)
    removal = [m.span() for m in re.finditer("カード指定除去", told.text)]
    if removal:
        draft.turn["removal"] = "yes"
    used, spans, happened = apply_phrases(draft, told, table, game)
    spans += removal + kind_spans(told, table)
    draft.turn.pop("removal", None)
    does = {f"c{i + 1}": facts[n].does for i, n in enumerate(told.names) if n in facts}
    related, places = apply_relations(draft, told, table, does, asked_spans(told, asked) if asked else [])
    used += related
    spans += places
    if not told.names or (asked is None and outcome is None):
        doubt = "問いと答えが読めない / question and answer were not read"
        return BoardReading(None, tuple(used), unread_words(told, spans), (doubt,), "low")
    draft.left_kind = next((kind for word, kind in table.left_kinds if word.search(fold(answer))), "")
    if game == "dm":
        situation, events = boards_dm.finish(draft, 10 * len(told.text))
        note_partners(draft, facts)
    else:
        situation, events = boards_ygo.finish(draft, asked.predicate if asked else "", does, table)
    case = case_of(draft, told, asked, outcome, situation, events, name, date)
    if case is not None and ruling is not None:
        case["source"]["ruling"] = ruling
    asks = asked_spans(told, asked) if asked else [m.span() for m in _OPEN.finditer(told.text)]
    unread = unread_words(told, [*spans, *asks])
    used += [(asked.phrase, asked.said)] if asked else list(outcome.said if outcome else ())
    if any(not "".join(name.split()) for name in told.names):
        draft.doubts.append("名前の無いカードがある / a card has no name")
    if _SPECIAL.search(answer):
        draft.doubts.append("回答が例外だと言う / the answer speaks of an exception")
    _ask_doubts(draft, asked)
    if any(s < end and start < e for s, e in happened for start, end in asks) and game == "dm":
        draft.doubts.append("問いが出来事そのものを問う / the question asks about the event itself")
    if not events:
        draft.doubts.append("何が起こったか読めない / nothing was read to happen")
    for card in sorted(set(draft.cards) - concerned(situation, events, case, used, told)):
        draft.doubts.append(f"{name_of(draft, card)}: 何をするか読めない / what part it plays was not read")
    doubts = list(dict.fromkeys(draft.doubts))
    if case is None:
        return BoardReading(
            None,
            tuple(used),
            unread,
            (*doubts, "問いの対象が読めない / what is asked about was not read"),
            "low",
        )
    confidence = "high" if not doubts and not unread else "low"
    case["confidence"] = confidence
    return BoardReading(case, tuple(used), unread, tuple(doubts), confidence)


def _ask_doubts(draft: Draft, asked: Asked | None) -> None:
    if asked is not None and asked.several:
        draft.doubts.append("問いが一つではない / there is more than one question")
    if asked is not None and asked.contrary:
        draft.doubts.append(
            "回答の文が、はい・いいえと合わない / the answer says something else than its first word"
        )


def as_yaml(readings: Iterable[BoardReading], *, game: str, as_of: str) -> str:
    """Return the cases as a scenario file, with what was read and not read as comments above each.

    A person corrects the cases and saves the file; `load_scenarios` reads it as it is.
    """
    head = {
        "meta": {
            "game": game,
            "schema_version": 2,
            "pages": {"read": {"title": "自動で読んだ質問", "as_of": as_of}},
        }
    }
    parts = [yaml.safe_dump(head, allow_unicode=True, sort_keys=False), "cases:\n"]
    for reading in readings:
        if reading.case is None:
            continue
        parts += [f"# {phrase}: {' '.join(words.split())}\n" for phrase, words in reading.phrases]
        parts += [f"# ?? {' '.join(words.split())}\n" for words in (*reading.unread, *reading.doubts)]
        parts.append(yaml.safe_dump([dict(reading.case)], allow_unicode=True, sort_keys=False, width=110))
    return "".join(parts)
