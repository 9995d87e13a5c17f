"""Whether rulings follow from the rules: each ruling of the graph judged by its case, without what rests on it alone.

`judge` is about one shipped case, `every` about all rulings of a store: those with a case that a person wrote, those
whose case was read from their text, and those that were not read.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from explorer.app.data.base import rows
from ontology.graph import GraphReader
from ontology.namespaces import ID
from ontology.reasoner import Case, ReasonerError, RulingResult, derive_board, judge_rulings
from ontology.reasoner.read_rulings import UnreadRuling, judge_read_rulings
from ontology.reasoner.rulings import resting_on
from ontology.reasoner.whatif import exercised

__all__ = ["STATES", "Agreement", "RulingState", "count_rulings", "every", "judge", "merged"]

STATES = ("agree", "only_by_itself", "disagree", "unanswered", "not_read")
"""The rules say the same; only with rules that rest on this ruling alone; they say otherwise; the sources do not say;
the board could not be read."""
_NAMED = {
    "agree": "agree",
    "agree only by itself": "only_by_itself",
    "disagree": "disagree",
    "unanswered": "unanswered",
}
_WORST = ("agree", "only_by_itself", "unanswered", "disagree", "not_read")


@dataclass(frozen=True)
class Agreement:
    """What came of a case: its state (one of `STATES`), and the verdicts, expected and derived."""

    case: str
    state: str
    expected: str
    derived: str
    detail: str = ""


@dataclass(frozen=True)
class RulingState:
    """A ruling of the graph (IRI) and what the rules say of it; `read` where its case was read from its text.

    `rules` are the numbers that the ruling cites or that its derivation uses, `reasons` why it was not read.
    """

    ruling: str
    date: str
    place: str
    verdict: str
    state: str
    derived: str = ""
    cases: tuple[str, ...] = ()
    read: bool = False
    rules: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


def judge(case: Case) -> Agreement:
    """Derive all boards of a case and compare with what the ruling says."""
    expected = str((case.raw.get("expected") or {}).get("verdict", ""))
    own = [rule.id for rule in resting_on(case)]
    try:
        every = [d for board in case.boards for d in derive_board(board, explain=False)]
        if not every:
            return Agreement(case.id, "not_read", expected, "")
        verdict = every[0].verdict
        if any(d.status != "run" for d in every):
            return Agreement(case.id, "not_read", expected, verdict, every[0].note)
        if not all(d.ok for d in every):
            state = "unanswered" if any(d.unanswered for d in every) else "disagree"
        elif any(d.unanswered for d in every):
            state = "unanswered"
        else:
            alone = not own or all(
                d.ok for board in case.boards for d in derive_board(board, without=own, explain=False)
            )
            state = "agree" if alone else "only_by_itself"
    except ReasonerError as error:
        return Agreement(case.id, "not_read", expected, "", str(error))
    return Agreement(case.id, state, expected, verdict)


def count_rulings(reader: GraphReader) -> int:
    """Return how many rulings the graph holds."""
    return int(float(str(rows(reader, "SELECT (COUNT(DISTINCT ?r) AS ?n) WHERE { ?r a tcg:Ruling }")[0][0])))


def every(reader: GraphReader) -> Iterator[RulingState]:
    """Judge every ruling of the graph; each board of a case is yielded by itself (`merged` brings them together).

    Raises:
        ReasonerError: a case that a person attached cannot be used.
    """
    cited = _cited(reader)
    known: set[str] = set()
    for result in judge_rulings(reader):
        known.add(result.ruling.iri)
        yield _judged(result, cited)
    for found in judge_read_rulings(reader, known=known):
        known.add(found.ruling.iri if isinstance(found, RulingResult) else found.reading.ruling.iri)
        yield _judged(found, cited) if isinstance(found, RulingResult) else _unread(found, cited)
    # Rulings of games that have no rules here, or without what the queries above ask for.
    query = "SELECT DISTINCT ?r (STR(?d) AS ?day) ?v WHERE { ?r a tcg:Ruling . OPTIONAL { ?r tcg:rulingDate ?d } OPTIONAL { ?r tcg:verdict ?v } }"
    for ruling, day, verdict in rows(reader, query):
        if str(ruling) not in known:
            known.add(str(ruling))
            yield RulingState(
                str(ruling), day or "", "", verdict or "", "not_read", rules=cited.get(str(ruling), ())
            )


def merged(states: Iterable[RulingState]) -> list[RulingState]:
    """Return one entry a ruling, newest first; where it has several boards, the one that fits worst speaks."""
    found: dict[str, RulingState] = {}
    for state in states:
        before = found.get(state.ruling)
        if before is None:
            found[state.ruling] = state
            continue
        worst = max(before, state, key=lambda s: _WORST.index(s.state))
        found[state.ruling] = replace(
            worst,
            cases=tuple(dict.fromkeys([*before.cases, *state.cases])),
            rules=tuple(dict.fromkeys([*before.rules, *state.rules])),
        )
    return sorted(found.values(), key=lambda s: (s.date, s.ruling), reverse=True)


def _judged(result: RulingResult, cited: dict[str, tuple[str, ...]]) -> RulingState:
    ruling, derivation = result.ruling, result.derivation
    used = sorted(exercised(derivation))
    return RulingState(
        ruling.iri,
        ruling.date,
        f"{ruling.page}:{ruling.line}",
        ruling.verdict,
        _NAMED[result.agreement],
        derivation.verdict,
        (derivation.board.case.id,),
        result.read is not None,
        tuple(dict.fromkeys([*cited.get(ruling.iri, ()), *used])),
        result.read or (),
    )


def _unread(found: UnreadRuling, cited: dict[str, tuple[str, ...]]) -> RulingState:
    ruling = found.reading.ruling
    place = f"{ruling.page}:{ruling.line}"
    return RulingState(
        ruling.iri,
        ruling.date,
        place,
        ruling.verdict,
        "not_read",
        rules=cited.get(ruling.iri, ()),
        reasons=found.reasons,
    )


def _cited(reader: GraphReader) -> dict[str, tuple[str, ...]]:
    """Return the numbers of the rules that each ruling cites."""
    found: dict[str, list[str]] = {}
    for ruling, rule in rows(
        reader, "SELECT ?r ?rule WHERE { ?r a tcg:Ruling ; tcg:cites ?rule } ORDER BY ?r ?rule"
    ):
        number = str(rule).removeprefix(str(ID)).partition("/rule/")[2]
        if number:
            found.setdefault(str(ruling), []).append(number)
    return {ruling: tuple(dict.fromkeys(numbers)) for ruling, numbers in found.items()}
