"""Questions and answers read into cases of the scenario format, phrase by phrase.

What was read and what not is kept beside the case; a case can be written to a file, corrected by a person and saved
as a case of its own.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from ingest.claims import boards_dm, boards_ygo
from ingest.claims.asking import Asked, read_question
from ingest.claims.boards_table import CARD, BoardPhrase, BoardTable, board_table
from ingest.claims.draft import Draft
from ingest.claims.relations import words_that_relate
from ingest.claims.sentences import fold
from ontology.graph import GraphReader
from ontology.reasoner.dm_cards import dm_card_facts
from ontology.reasoner.game import CardFacts
from ontology.reasoner.ygo_cards import ygo_card_facts

__all__ = ["BoardReading", "as_yaml", "read_board"]

_FIRST = 0xE000
_LONGEST = 3000
_FRAME = re.compile(
    r"という(?:理解|認識)で(?:合って|よろしい|正しい|いい|良い|よい)[^。]*|の(?:です|でしょう)か|[ぁ-ん]{1,4}か。?$"
)
_PLACED = frozenset({"opponent-has", "opponent-has-first", "is-there", "own-there", "other-there", "y-alone"})
"""Phrases that put a card on the board, and nothing more."""
_HAPPENS = frozenset(
    {"top_leaves", "whole_leaves", "destroy", "power", "evolve", "put_under", "enters", "cast"}
)
_DENIED = re.compile(r"[ぁ-ん]{0,4}?(?:ない|なかった|なければ|ません|ずに|ず、)")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]+")
"""Characters that no scenario file may hold, and line ends: they are spaces here."""
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_NAMES = {"dm": re.compile(r"《([^《》]*)》"), "ygo": re.compile(r"「([^「」]*)」|《([^《》]*)》")}
_I = re.compile("(?:私|わたし|僕|俺|当方)(?=[のはがをにも])")
_BECOMES = re.compile("[にと]な(?:り(?!ま(?:す|せん)か)|っ|れ)")
"""Words of kana that are no filler: something becomes something."""
_SPECIAL = re.compile("特別|特例|例外")
_FILLER = re.compile(
    r"【[^】]*】|(?<!\d)\d[.)]|[ぁ-ん、。()・:\s]|この|場合|自分|相手|効果|バトルゾーン|状態|状況|同じ|同|ターン中|ターン|時|際|それ|場|中"
)


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


@dataclass
class _Told:
    """The text of a question with one character for each card."""

    text: str
    names: list[str] = field(default_factory=list)
    unnamed: set[int] = field(default_factory=set)

    def card(self, character: str) -> str:
        return f"c{ord(character) - _FIRST + 1}"

    def shown(self, text: str) -> str:
        return "".join(f"《{self.names[ord(c) - _FIRST]}》" if "\ue000" <= c <= "\uf7ff" else c for c in text)


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
    question, answer = (_CONTROL.sub(" ", text) for text in (question, answer))
    asked = read_question(question, answer, game)
    told = _tell(question, game, table)
    draft = Draft(game)
    facts = _facts(told, game, graph)
    for number, card in enumerate(told.names):
        key = "label" if number in told.unnamed else "name"
        draft.cards[f"c{number + 1}"] = {key: card}
    _kinds(draft, told, table, facts)
    removal = [m.span() for m in re.finditer("カード指定除去", told.text)]
    if removal:
        draft.turn["removal"] = "yes"
    used, spans, happened = _phrases(draft, told, table, game)
    spans += removal + _kind_spans(told, table)
    draft.turn.pop("removal", None)
    does = {f"c{i + 1}": facts[n].does for i, n in enumerate(told.names) if n in facts}
    related, places = _relate(draft, told, table, does, _asked_spans(told, asked) if asked else [])
    used += related
    spans += places
    if not told.names or asked is None:
        doubt = "はい・いいえで答える問いが読めない / no question that is answered by yes or no was read"
        return BoardReading(None, tuple(used), _unread(told, spans), (doubt,), "low")
    draft.left_kind = next((kind for word, kind in table.left_kinds if word.search(fold(answer))), "")
    if game == "dm":
        situation, events = boards_dm.finish(draft, 10 * len(told.text))
        _gods(draft, facts)
    else:
        situation, events = boards_ygo.finish(draft, asked.predicate, does, table.chained_as)
    case = _case(draft, told, asked, situation, events, name, date)
    if case is not None and ruling is not None:
        case["source"]["ruling"] = ruling
    unread = _unread(told, [*spans, *_asked_spans(told, asked)])
    used.append((asked.phrase, asked.said))
    if any(not "".join(name.split()) for name in told.names):
        draft.doubts.append("名前の無いカードがある / a card has no name")
    if _SPECIAL.search(answer):
        draft.doubts.append("回答が例外だと言う / the answer speaks of an exception")
    if asked.several:
        draft.doubts.append("問いが一つではない / there is more than one question")
    if asked.contrary:
        draft.doubts.append(
            "回答の文が、はい・いいえと合わない / the answer says something else than its first word"
        )
    asks = _asked_spans(told, asked)
    if any(s < end and start < e for s, e in happened for start, end in asks) and game == "dm":
        draft.doubts.append("問いが出来事そのものを問う / the question asks about the event itself")
    if not events:
        draft.doubts.append("何が起こったか読めない / nothing was read to happen")
    for card in sorted(set(draft.cards) - _concerned(situation, events, case, used, told)):
        draft.doubts.append(f"{_name_of(draft, card)}: 何をするか読めない / what part it plays was not read")
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


def _concerned(
    situation: Mapping[str, Any],
    events: list[dict[str, Any]],
    case: Mapping[str, Any] | None,
    used: list[tuple[str, str]],
    told: _Told,
) -> set[str]:
    """Return the cards that something is told of, beyond what they are: where they lie, what happens, what is asked."""
    field_ = situation.get("battle_zone") or {}
    stacks = [stack for side in field_.values() for stack in side if len(stack) > 1]
    whole = [
        stacks,
        situation.get("links"),
        situation.get("attachments"),
        situation.get("link_partners"),
        events,
    ]
    whole += [case["asks"] if case else None, situation.get("graveyards")]
    names = {f"c{number + 1}": f"《{name}》" for number, name in enumerate(told.names)}
    words = " ".join(said for phrase, said in used if phrase in _PLACED)
    found = set(re.findall(r"\b(?:c\d+|shield|under_c\d+)\b", json.dumps(whole)))
    return found | {card for card, shown in names.items() if shown in words}


def _tell(question: str, game: str, table: BoardTable) -> _Told:
    names: list[str] = []

    def put(found: re.Match[str]) -> str:
        card = next(g for g in found.groups() if g is not None)
        if card not in names:
            names.append(card)
        return chr(_FIRST + names.index(card))

    text = (
        fold(_NAMES[game].sub(put, _PRIVATE.sub("〓", question)))
        .replace("「", "〔")
        .replace("」", "〕")
        .replace("?", "。")
        .replace("？", "。")
    )
    told = _Told(_I.sub("自分", text), names)
    if not names:
        for word in table.unnamed:
            found = word.search(told.text)
            if found:
                told.unnamed.add(len(names))
                names.append(found.group())
                told.text = told.text[: found.end()] + chr(_FIRST + len(names) - 1) + told.text[found.end() :]
    return told


def _facts(told: _Told, game: str, graph: GraphReader | None) -> dict[str, CardFacts]:
    return dict((dm_card_facts if game == "dm" else ygo_card_facts)(told.names, graph))


def _kinds(draft: Draft, told: _Told, table: BoardTable, known: Mapping[str, CardFacts]) -> None:
    for at, character in enumerate(told.text):
        if not "\ue000" <= character <= "\uf7ff":
            continue
        card = told.card(character)
        before, after = told.text[max(0, at - 24) : at], told.text[at + 1 : at + 24]
        for word, bracketed, facts in table.kinds:
            if word.search(before) or bracketed.match(after):
                for key, value in facts.items():
                    draft.cards[card].setdefault(key, value if not isinstance(value, list) else list(value))
                draft.typed.add(card)
                break
        if re.match(r"\(ゴッドでは(?:ない|なく)", after):
            draft.cards[card]["god"] = False
            draft.cards[card].setdefault("types", ["creature"])
            draft.typed.add(card)
    for number, name in enumerate(told.names):
        if name in known:
            _known(draft, f"c{number + 1}", known[name])


def _known(draft: Draft, card: str, known: CardFacts) -> None:
    """What is known of a card by its name, where the question does not tell."""
    here = draft.cards[card]
    if known.partners and draft.game == "dm":  # only gods have partners to be linked with
        here["god"] = True
        here.setdefault("types", ["creature"])
        draft.typed.add(card)
    types = known.attributes.get("type")
    if draft.game == "ygo" and isinstance(types, list) and "types" not in here:
        here["types"] = [str(t) for t in types]
        draft.typed.add(card)
    if "requires" in known.attributes or "revive_then_equip" in known.does:
        here.setdefault("types", ["equip_spell"])
        draft.typed.add(card)


def _kind_spans(told: _Told, table: BoardTable) -> list[tuple[int, int]]:
    """Return the places of the words that tell the kind of a card."""
    spans = []
    for at, character in enumerate(told.text):
        if "\ue000" <= character <= "\uf7ff":
            before = told.text[max(0, at - 24) : at]
            found = next((m for word, _, _ in table.kinds if (m := word.search(before))), None)
            after = next((m for _, word, _ in table.kinds if (m := word.match(told.text, at + 1))), None)
            spans += [(at - len(found.group()), at)] if found else []
            spans += [after.span()] if after else []
    return spans


def _gods(draft: Draft, known: Mapping[str, CardFacts]) -> None:
    """Partners that the facts of the cards name; without them those of the question are all there is."""
    names = {str(c.get("name")): i for i, c in draft.cards.items()}
    if not draft.chains:
        return
    for name, card in names.items():
        for partner in known[name].partners if name in known else ():
            for other, other_id in names.items():
                if other_id != card and (other == partner or partner in other):
                    pair = [card, other_id]
                    if pair not in draft.partners and pair[::-1] not in draft.partners:
                        draft.partners.append(pair)


def _phrases(
    draft: Draft, told: _Told, table: BoardTable, game: str
) -> tuple[list[tuple[str, str]], list[tuple[int, int]], list[tuple[int, int]]]:
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


def _relate(
    draft: Draft,
    told: _Told,
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
                (word.relation.id, f"{shown}: {_name_of(draft, word.one)}, {_name_of(draft, word.other)}")
            )
        if told_already is not False:
            spans.append((word.start, word.end))
    return used, spans


def _name_of(draft: Draft, card: str) -> str:
    return str(draft.cards[card].get("name") or draft.cards[card].get("label"))


def _argument(word: str, groups: Mapping[str, str | None], told: _Told, table: BoardTable) -> str | None:
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


def _asked_spans(told: _Told, asked: Asked) -> list[tuple[int, int]]:
    """Return the places of the words that ask: the claim, and the frame of the question around it."""
    spans = [m.span() for m in _FRAME.finditer(told.text)]
    said = asked.said.replace("「", "〔").replace("」", "〕")
    for number, name in enumerate(told.names):
        for shape in (f"《{name}》", f"〔{name}〕"):
            said = said.replace(shape, chr(_FIRST + number))
    at = told.text.rfind(fold(said)) if said else -1
    return [*spans, (at, at + len(fold(said)))] if at >= 0 else spans


def _unread(told: _Told, spans: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """Return the runs of words that no phrase fitted."""
    covered = bytearray(len(told.text))
    for start, end in spans:
        covered[start:end] = b"\1" * (end - start)
    rest = "".join(" " if covered[i] else c for i, c in enumerate(told.text))
    rest = _BECOMES.sub("〈なる〉", rest)
    runs = (_FILLER.sub("", run) for run in re.split(r"[ 、。]+", rest))
    return tuple(told.shown(r) for r in runs if len(re.sub(CARD, "", r)) >= 2)


def _case(
    draft: Draft,
    told: _Told,
    asked: Asked,
    situation: dict[str, Any],
    events: list[dict[str, Any]],
    name: str,
    date: str | None,
) -> dict[str, Any] | None:
    from ingest.claims.asking import atom_of

    atom = atom_of(asked, draft, told.names, events)
    if atom is None:
        return None
    predicate, args = next(iter(atom.items()))
    holds = []
    if asked.verdict == "no" or asked.quantifier == "all":
        polar = next((k for k in ("is", "legal", "occurs") if isinstance(args.get(k), bool)), None)
        if polar:
            holds = [{predicate: {**args, polar: asked.verdict == "yes"}}]
        elif asked.verdict == "yes":
            holds = [atom]
    case = {
        "id": name,
        "game": draft.game,
        "kind": "ruling",
        "mode": "board",
        "title": told.shown(told.text.rstrip("。").rsplit("。", 1)[-1]),
        "source": {"page": "read", "section": "Q&A", "locator": name, "lines": [[1, 1]], "ruling_date": date},
        "valid": {"from": date, "to": None},
        "situation": situation,
        "events": events,
        "question": told.shown(told.text),
        "asks": {"quantifier": asked.quantifier, "atom": atom},
        "expected": {"verdict": asked.verdict, "holds": holds},
    }
    plain: dict[str, Any] = json.loads(json.dumps(case))  # nothing shared: scenario files have no anchors
    return plain
