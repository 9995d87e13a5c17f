"""Official rulings against the rules: which ruling of a store has a formal case, and does the reasoner agree.

A shipped case speaks for a ruling when game and date are the same and the named cards of the case are the cards the
ruling involves (a ruling may involve more: cards it only compares with). A case that a person attaches may name its
ruling (``source.ruling``, an IRI); it then speaks for that one, before all others. When a ruling is judged, rules
whose only basis is that ruling are left out first: a rule cannot be its own witness.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ontology.graph import GraphReader
from ontology.namespaces import card_iri, sparql_prefixes
from ontology.reasoner.derivation import Derivation, derive_board
from ontology.reasoner.rulebase import Rule, Source, load_rules
from ontology.reasoner.scenario import Board, Case, load_scenarios

__all__ = [
    "Agreement",
    "GraphRuling",
    "RulingResult",
    "attached_cases",
    "judge_board",
    "judge_rulings",
    "matched_cases",
    "resting_on",
    "ruling_cases",
    "shipped_cases",
]

CASES = Path(__file__).resolve().parent.parent / "cases"

Agreement = Literal["agree", "agree only by itself", "disagree", "unanswered"]

_RULINGS = """
SELECT ?ruling ?date ?verdict ?card ?page ?line WHERE {
  ?ruling a tcg:Ruling ; tcg:game "%s" ; tcg:rulingDate ?date .
  OPTIONAL { ?ruling tcg:verdict ?verdict } OPTIONAL { ?ruling tcg:involves ?card }
  OPTIONAL { ?ruling tcg:onPage/dcterms:title ?page } OPTIONAL { ?ruling tcg:line ?line }
} ORDER BY ?ruling
"""


@dataclass(frozen=True)
class GraphRuling:
    """A ruling of a store."""

    iri: str
    date: str
    verdict: str
    cards: frozenset[str]
    page: str
    line: int


@dataclass(frozen=True)
class RulingResult:
    """One board of a case, judged against the ruling it formalises; writes itself in every format of ``derive``.

    `read` are the phrases that were read where the case was read automatically, None where a person wrote it.
    """

    ruling: GraphRuling
    derivation: Derivation
    agreement: Agreement
    left_out: tuple[str, ...]
    restates: bool
    read: tuple[str, ...] | None = None

    @property
    def ok(self) -> bool:
        """Whether the rules do not disagree with the ruling."""
        return self.agreement != "disagree"

    def to_json(self) -> dict[str, Any]:
        """Return the derivation's entry with ``ruling``, ``agreement`` and, if so, what was read automatically."""
        entry = {
            **self.derivation.to_json(),
            "ruling": self.ruling.iri,
            "ruling_verdict": self.ruling.verdict,
            "agreement": self.agreement,
            "left_out": list(self.left_out),
        }
        return entry if self.read is None else {**entry, "read": {"phrases": list(self.read), "doubts": []}}

    def to_text(self, lang: str = "ja") -> str:
        """Return one line: agreement, case, date and place of the ruling, and the rules left out.

        Under a case that was read automatically stand the words that were read.
        """
        words = _AGREEMENT[self.agreement]
        rest = ", ".join(self.left_out)
        said = {"ja": f"（除いたルール: {rest}）", "en": f" (left out: {rest})"}[lang] if rest else ""
        place = f"{self.ruling.page}:{self.ruling.line}"
        line = f"{words[0] if lang == 'ja' else words[1]}  {self.derivation.id}  {self.ruling.date}  {place}{said}"
        if self.read is None:
            return line
        mark = {"ja": "  ［自動読取］", "en": "  [read automatically]"}[lang]
        return "\n".join([line + mark, *(f"   {phrase}" for phrase in self.read)])

    def to_turtle(self) -> str:
        """Return the derivation as PROV."""
        return self.derivation.to_turtle()


_AGREEMENT = {
    "agree": ("一致", "agree"),
    "agree only by itself": ("その裁定だけによる一致", "agree only by itself"),
    "disagree": ("不一致", "disagree"),
    "unanswered": ("答えなし", "unanswered"),
}


def shipped_cases(game: str) -> list[Case]:
    """Return the cases the project ships for a game."""
    return [case for path in sorted(CASES.glob(f"{game}*.yaml")) for case in load_scenarios(path)]


def attached_cases(graph: GraphReader) -> list[Case]:
    """Return the cases that persons have attached to rulings of the store (`tcg:attachedCase`), by their ids.

    Raises:
        ReasonerError: one of them is no scenario file.
    """
    rows = graph.select(
        sparql_prefixes() + "SELECT DISTINCT ?case WHERE { ?ruling tcg:attachedCase ?case }", timeout=60
    )
    texts = sorted(row[0] for row in rows if row[0])
    found = [case for text in texts for case in load_scenarios(text + "\n", name="attached case")]
    return sorted(found, key=lambda case: case.id)


def ruling_cases(graph: GraphReader) -> Iterator[Case]:
    """Yield the attached and the shipped cases that formalise a ruling of the store."""
    for case, _ in matched_cases(graph, attached_cases(graph)):
        yield case


def judge_rulings(
    graph: GraphReader,
    *,
    as_of: str | None = None,
    without: Iterable[str] = (),
) -> Iterator[RulingResult]:
    """Judge every ruling of the store that has a formal case: one that a person attached, else shipped ones."""
    for case, ruling in matched_cases(graph, attached_cases(graph)):
        own = tuple(sorted(r.id for r in resting_on(case, ruling)))
        for board in case.boards:
            yield judge_board(board, ruling, graph, as_of, frozenset(without), own)


def matched_cases(graph: GraphReader, attached: Iterable[Case]) -> Iterator[tuple[Case, GraphRuling]]:
    """Yield cases with the rulings they speak for; a ruling with an attached case has no shipped ones."""
    given = list(attached)
    for game in ("dm", "ygo"):
        rulings = list(_rulings(graph, game))
        if not rulings:
            continue
        by_iri = {r.iri: r for r in rulings}
        settled: set[str] = set()
        own = [case for case in given if case.game == game]
        for number, case in enumerate([*own, *shipped_cases(game)]):
            source = case.raw.get("source") or {}
            date, named = source.get("ruling_date"), source.get("ruling")
            if case.mode != "board" or not (date or named):
                continue
            found = by_iri.get(str(named)) if named else None
            if found is None:
                found = _best(case, [r for r in rulings if r.date == date])
            if found is None or (number >= len(own) and found.iri in settled):
                continue
            if number < len(own):
                settled.add(found.iri)
            yield case, found


def _best(case: Case, rulings: list[GraphRuling]) -> GraphRuling | None:
    """Return the ruling that involves the named cards of the case and the fewest others.

    A case that names no card speaks for a ruling that involves none, if its official verdict is the same.
    """
    cards = (case.raw.get("situation") or {}).get("cards") or {}
    named = {
        card_iri(case.game, str(a["name"])) for a in cards.values() if isinstance(a, dict) and a.get("name")
    }
    expected = case.raw.get("expected") or {}
    official = str(expected.get("ruling_verdict") or expected.get("verdict") or "none")
    able = [r for r in rulings if (named <= r.cards if named else not r.cards)]
    if not named and official in ("yes", "no", "other"):
        able = [r for r in able if r.verdict == official]
    able.sort(
        key=lambda r: (official in ("yes", "no") and r.verdict != official, len(r.cards - named), r.iri)
    )
    return able[0] if able else None


def _rulings(graph: GraphReader, game: str) -> Iterator[GraphRuling]:
    rows: dict[str, dict[str, Any]] = {}
    for iri, date, verdict, card, page, line in graph.select(sparql_prefixes() + _RULINGS % game, timeout=60):
        if iri is None or date is None:
            continue
        row = rows.setdefault(
            iri, {"date": date, "verdict": verdict or "", "cards": set(), "page": page or "", "line": line}
        )
        if card is not None:
            row["cards"].add(card)
    for iri, row in rows.items():
        yield GraphRuling(
            iri, row["date"], row["verdict"], frozenset(row["cards"]), row["page"], int(row["line"] or 0)
        )


def resting_on(case: Case, ruling: GraphRuling | None = None) -> list[Rule]:
    """Return the rules whose only basis is the ruling the case formalises (by date and lines of its source).

    The lines of a case that names its ruling are not those of a page: of it, all rulings of the day are meant.
    """
    source = case.raw.get("source") or {}
    date, ranges = source.get("ruling_date"), source.get("lines") or []
    span = range(min(r[0] for r in ranges), max(r[1] for r in ranges) + 1) if ranges else range(0)
    named = source.get("ruling") is not None
    day = ruling.date if named and ruling is not None else date

    def from_it(one: Source) -> bool:
        return (
            one.kind == "ruling" and one.key == day and (named or (one.line is not None and one.line in span))
        )

    return [r for r in load_rules(case.game).rules.values() if all(from_it(s) for s in r.sources)]


def judge_board(
    board: Board,
    ruling: GraphRuling,
    graph: GraphReader,
    as_of: str | None,
    without: frozenset[str],
    own: tuple[str, ...],
    read: tuple[str, ...] | None = None,
) -> RulingResult:
    """Judge one board by the rules without those that rest on the ruling (`own`); `read` as in `RulingResult`."""
    bare = derive_board(board, as_of=as_of, without=without | set(own), graph=graph)[-1]
    full = derive_board(board, as_of=as_of, without=without, graph=graph)[-1] if own else bare
    agreement: Agreement
    if bare.unanswered and (board.case.raw.get("expected") or {}).get("verdict") == "none":
        agreement = "unanswered"
    elif _says_so(bare):
        agreement = "agree"
    elif _says_so(full):
        agreement = "agree only by itself"
    else:
        agreement = "disagree"
    shown = bare if agreement == "agree" else full
    return RulingResult(ruling, shown, agreement, own, restates=bool(own), read=read)


def _says_so(derivation: Derivation) -> bool:
    """Whether the derivation says what the ruling says (facts the ruling does not state are not looked at)."""
    stated = [j for j in derivation.holds if not j.fact.derived]
    if derivation.expected_verdict in ("yes", "no") and derivation.verdict != derivation.expected_verdict:
        return False
    return all(j.ok is True for j in stated)
