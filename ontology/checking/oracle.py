"""The oracle: run a ruling's formal case by the rules and compare the verdict.

A case belongs to a ruling of its game and date whose cards are those of its board; where several rulings of one day
have like cards, the one with the most in common is meant, and a tie belongs to none of them. A case that a person has
attached to a ruling of the store goes before the shipped ones; a ruling with neither is judged by the case it was
read into automatically, if that reading is certain. Rules whose only basis is the ruling itself are left out first, so
that a ruling cannot prove itself.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ontology.checking.check import CheckError
from ontology.namespaces import fold_name
from ontology.reasoner import Case, Derivation, ReasonerError, derive, load_rules, load_scenarios
from ontology.reasoner.read_rulings import read_case

__all__ = ["Judgement", "RulingRecord", "judge_rulings"]

_CASES = Path(__file__).parent.parent / "cases"
_DAY = re.compile(r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b")


@dataclass(frozen=True, slots=True)
class RulingRecord:
    """What is needed of a ruling: IRI, game, day, names of its cards (folded), verdict, the page that holds it.

    `read` is the case it was read into with certainty (JSON), else empty.
    """

    iri: str
    game: str
    day: str
    names: frozenset[str]
    verdict: str
    page: str
    read: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """How the rules judge a ruling: agree, itself (agree only by rules that rest on it), disagree, unanswered.

    `automatic` tells that the case was read automatically.
    """

    ruling: RulingRecord
    case: str
    result: str
    derived: str
    rules: tuple[str, ...]
    board: str
    automatic: bool = False


@cache
def _files() -> tuple[tuple[Path, frozenset[str]], ...]:
    """Case files with the days that stand in them: files of other days need not be read as scenarios."""
    return tuple(
        (path, frozenset(_DAY.findall(path.read_text(encoding="utf-8"))))
        for path in sorted(_CASES.glob("*.yaml"))
    )


@cache
def _cases(path: Path) -> tuple[Case, ...]:
    found = []
    for case in load_scenarios(path).cases:
        if case.raw.get("kind") == "ruling" and _certain(case):
            found.append(case)
    return tuple(found)


def _certain(case: Case) -> bool:
    """Whether a case asks something on a board, and is sure of it."""
    sure = str(case.raw.get("confidence", "high")) == "high"
    return case.mode == "board" and sure and bool(case.raw.get("asks"))


def judge_rulings(
    rulings: Iterable[RulingRecord],
    *,
    only: frozenset[str] | None = None,
    attached: Sequence[Case] = (),
) -> Iterator[Judgement]:
    """Judge every ruling (with `only`: on these pages) that has formal cases and a verdict of yes or no.

    `attached` are the cases that persons gave to rulings of the store.
    """
    by_day: dict[tuple[str, str], dict[str, RulingRecord]] = {}
    wanted: set[str] = set()
    for ruling in rulings:
        by_day.setdefault((ruling.game, ruling.day), {}).setdefault(ruling.iri, ruling)
        if only is None or ruling.page in only:
            wanted.add(ruling.iri)
    days = {day for (_, day), found in by_day.items() if not wanted.isdisjoint(found)}
    by_iri = {iri: ruling for found in by_day.values() for iri, ruling in found.items()}
    given, settled = set[str](), set[str]()
    try:
        shipped = [case for path, known in _files() if known & days for case in _cases(path)]
        sure = [case for case in attached if _certain(case)]
        for number, case in enumerate([*sure, *shipped]):
            meant = _meant(case, by_iri, by_day)
            if meant is None or (number >= len(sure) and meant.iri in given):
                continue
            settled.add(meant.iri)
            if number < len(sure):
                given.add(meant.iri)
            if meant.iri in wanted and meant.verdict in ("yes", "no") and not _other_word(case):
                yield from _judge(case, meant)
        for iri in sorted(wanted - settled):
            ruling = by_iri[iri]
            if ruling.read and ruling.verdict in ("yes", "no"):
                yield from _judge(read_case(ruling.read, ruling.game), ruling, automatic=True)
    except ReasonerError as error:
        raise CheckError(f"the rules cannot be run, so rulings cannot be judged: {error}") from error


def _meant(
    case: Case, by_iri: dict[str, RulingRecord], by_day: dict[tuple[str, str], dict[str, RulingRecord]]
) -> RulingRecord | None:
    """Return the ruling that a case names, or that has its day and its cards."""
    source = case.raw.get("source")
    source = source if isinstance(source, dict) else {}
    if str(source.get("ruling")) in by_iri:
        return by_iri[str(source.get("ruling"))]
    day = str(source.get("ruling_date") or "")
    return _match(_names(case), list(by_day.get((case.game, day), {}).values()))


def _names(case: Case) -> frozenset[str]:
    situation = case.raw.get("situation")
    cards = situation.get("cards") if isinstance(situation, dict) else None
    entries = cards.values() if isinstance(cards, dict) else ()
    return frozenset(fold_name(str(c["name"])) for c in entries if isinstance(c, dict) and c.get("name"))


def _match(names: frozenset[str], rulings: list[RulingRecord]) -> RulingRecord | None:
    scored = []
    for ruling in rulings:
        both, either = len(names & ruling.names), len(names | ruling.names)
        scored.append((both / either if either else 1.0, ruling))
    scored.sort(key=lambda pair: -pair[0])
    if not scored or scored[0][0] < 0.6 or (len(scored) > 1 and scored[1][0] == scored[0][0]):
        return None
    return scored[0][1]


def _other_word(case: Case) -> bool:
    """Whether the question of the case is not the one that the first word of the answer answers."""
    expected = case.raw.get("expected")
    verdict = expected.get("verdict") if isinstance(expected, dict) else None
    ruled = case.raw.get("ruling_verdict") or (
        expected.get("ruling_verdict") if isinstance(expected, dict) else None
    )
    return (ruled is not None and ruled != verdict) or verdict not in ("yes", "no")


def _judge(case: Case, ruling: RulingRecord, *, automatic: bool = False) -> Iterator[Judgement]:
    own = tuple(
        rule.id
        for rule in load_rules(case.game).rules.values()
        if rule.sources and all(s.kind == "ruling" and s.key == ruling.day for s in rule.sources)
    )
    without = _derived(case, own)
    for bare, whole in zip(without, _derived(case, ()) if own else without, strict=False):
        board = str(case.raw.get("title") or case.id)
        if bare[0] == ruling.verdict:
            result, (derived, rules) = "agree", bare
        elif whole[0] == ruling.verdict:
            result, (derived, rules) = "itself", whole
        elif bare[0] in ("yes", "no"):
            result, (derived, rules) = "disagree", bare
        else:
            result, (derived, rules) = "unanswered", bare
        yield Judgement(ruling, case.id, result, derived, rules, board, automatic)


_KNOWN: dict[tuple[str, tuple[str, ...]], tuple[tuple[str, tuple[str, ...]], ...]] = {}


def _derived(case: Case, own: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Verdict and rules of each board of a case; nothing of the wiki goes into it, so like boards are run once."""
    told = {k: v for k, v in case.raw.items() if k not in ("id", "title", "question", "source")}
    key = (json.dumps([told, case.file.meta], sort_keys=True, default=str), own)
    if key not in _KNOWN:
        try:
            _KNOWN[key] = tuple((d.verdict, _rules(d)) for d in derive(case, without=own))
        except ReasonerError:
            _KNOWN[key] = ()
    return _KNOWN[key]


def _rules(derivation: Derivation) -> tuple[str, ...]:
    """The rules that the outcomes rest on."""
    found: dict[str, None] = {}
    answer = derivation.to_json()
    outcomes = answer.get("outcomes") if isinstance(answer, dict) else None
    for outcome in outcomes if isinstance(outcomes, list) else ():
        steps = outcome.get("steps") if isinstance(outcome, dict) else None
        for step in steps if isinstance(steps, list) else ():
            if isinstance(step, dict):
                found[str(step.get("rule"))] = None
    return tuple(found)
