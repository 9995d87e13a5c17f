"""Official rulings that were read into a case automatically: run like those that a person has written a case for.

The graph holds the reading of each ruling (`tcg:readCase` where it is certain, `tcg:draftCase` and `tcg:readDoubt`
where it is not). A ruling that has an attached case is judged by that case only.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import yaml

from ontology.graph import GraphReader
from ontology.namespaces import sparql_prefixes
from ontology.reasoner.errors import ReasonerError
from ontology.reasoner.rulebase import load_rules
from ontology.reasoner.rulings import GraphRuling, RulingResult, judge_board
from ontology.reasoner.scenario import Case, load_scenarios

__all__ = [
    "ReadRuling",
    "UnreadRuling",
    "judge_read_rulings",
    "read_case",
    "read_rulings",
    "readings_as_yaml",
]

_READINGS = """
SELECT ?ruling ?name ?value WHERE {
  ?ruling a tcg:Ruling ; tcg:game "%s" .
  { ?ruling tcg:readCase ?value BIND("case" AS ?name) }
  UNION { ?ruling tcg:draftCase ?value BIND("draft" AS ?name) }
  UNION { ?ruling tcg:readPhrase ?value BIND("phrase" AS ?name) }
  UNION { ?ruling tcg:readDoubt ?value BIND("doubt" AS ?name) }
  UNION { ?ruling tcg:rulingDate ?value BIND("date" AS ?name) }
  UNION { ?ruling tcg:verdict ?value BIND("verdict" AS ?name) }
  UNION { ?ruling tcg:onPage/dcterms:title ?value BIND("page" AS ?name) }
  UNION { ?ruling tcg:line ?value BIND("line" AS ?name) }
} ORDER BY ?ruling ?name ?value
"""

_UNDATED = "裁定の日付が無い / the ruling has no date"


@dataclass(frozen=True)
class ReadRuling:
    """A ruling and how it was read: `case` is the case as JSON (certain), `draft` one that is not certain.

    `phrases` are the words that were read, in their order, `doubts` the reasons why the reading is not certain.
    """

    ruling: GraphRuling
    game: str
    case: str | None
    draft: str | None
    phrases: tuple[str, ...]
    doubts: tuple[str, ...]


@dataclass(frozen=True)
class UnreadRuling:
    """A ruling without an attached case that was not read with certainty; listed, not judged."""

    reading: ReadRuling
    reasons: tuple[str, ...]
    ok: bool = field(default=True, init=False)

    def to_json(self) -> dict[str, Any]:
        """Return an entry of the usual shape with status ``not_read`` and the reasons."""
        ruling = self.reading.ruling
        return {
            "case": None, "status": "not_read", "as_of": ruling.date or None, "verdict": "none",
            "expected_verdict": ruling.verdict or "none", "conditional_on": [], "outcomes": [], "holds": [], "choices": [],
            "unanswered": [], "note": "; ".join(self.reasons), "ruling": ruling.iri, "ruling_verdict": ruling.verdict,
            "agreement": "not read", "read": {"phrases": list(self.reading.phrases), "doubts": list(self.reasons)},
        }  # fmt: skip

    def to_text(self, lang: str = "ja") -> str:
        """Return one line for the ruling and one for each reason."""
        ruling = self.reading.ruling
        head = "読めず" if lang == "ja" else "not read"
        lines = [f"{head}  {ruling.date}  {ruling.page}:{ruling.line}"]
        return "\n".join([*lines, *(f"   ?? {_in(lang, reason)}" for reason in self.reasons)])

    def to_turtle(self) -> str:
        """Return the reasons as comments."""
        return "".join(f"# {self.reading.ruling.iri}: not read: {reason}\n" for reason in self.reasons)


def _in(lang: str, text: str) -> str:
    """Return one side of a text in both languages."""
    ja, slash, en = text.partition(" / ")
    return ja if lang == "ja" or not slash else en


def read_rulings(graph: GraphReader) -> Iterator[ReadRuling]:
    """Yield every ruling of a store with its reading, in the order of their IRIs."""
    for game in ("dm", "ygo"):
        rows: dict[str, dict[str, list[str]]] = {}
        for iri, name, value in graph.select(sparql_prefixes() + _READINGS % game, timeout=60):
            if iri is not None and name is not None and value is not None:
                rows.setdefault(iri, {}).setdefault(name, []).append(value)
        for iri, row in rows.items():
            yield _reading(iri, game, row)


def _reading(iri: str, game: str, row: Mapping[str, list[str]]) -> ReadRuling:
    def one(name: str) -> str:
        return row.get(name, [""])[0]

    ruling = GraphRuling(iri, one("date"), one("verdict"), frozenset(), one("page"), int(one("line") or 0))
    phrases = tuple(phrase.partition(" ")[2] for phrase in row.get("phrase", ()))
    return ReadRuling(
        ruling, game, one("case") or None, one("draft") or None, phrases, tuple(row.get("doubt", ()))
    )


@lru_cache(maxsize=4096)
def read_case(text: str, game: str) -> Case:
    """Return the case of a reading (JSON of one case).

    Raises:
        ReasonerError: it is no case of the scenario format.
    """
    head = {"game": game, "schema_version": 2, "pages": {"read": {"title": "自動で読んだ裁定"}}}
    lines = yaml.safe_dump({"meta": head}, allow_unicode=True)
    return load_scenarios(f"{lines}cases:\n- {text}\n", name="read automatically").cases[0]


def judge_read_rulings(
    graph: GraphReader,
    *,
    known: Collection[str] = (),
    as_of: str | None = None,
    without: Iterable[str] = (),
) -> Iterator[RulingResult | UnreadRuling]:
    """Judge every ruling that was read with certainty, except those `known` (IRIs that have an attached case).

    Rules whose only basis are rulings of its day are left out first. A ruling that was not read with certainty, or
    whose reading cannot be run, is yielded with the reasons.
    """
    for reading in read_rulings(graph):
        if reading.ruling.iri in known:
            continue
        if reading.case is None:
            yield UnreadRuling(reading, reading.doubts)
        elif not reading.ruling.date:
            yield UnreadRuling(reading, (_UNDATED,))
        else:
            try:
                case = read_case(reading.case, reading.game)
                own = rests_on_day(reading.game, reading.ruling.date)
                for board in case.boards:
                    yield judge_board(
                        board, reading.ruling, graph, as_of, frozenset(without), own, reading.phrases
                    )
            except ReasonerError as error:
                yield UnreadRuling(reading, (f"実行できない / cannot be run: {error}",))


def rests_on_day(game: str, day: str) -> tuple[str, ...]:
    """Return the rules whose only basis are rulings of this day."""
    return tuple(
        sorted(
            rule.id
            for rule in load_rules(game).rules.values()
            if rule.sources and all(s.kind == "ruling" and s.key == day for s in rule.sources)
        )
    )


def readings_as_yaml(readings: Iterable[ReadRuling], *, game: str) -> str:
    """Return readings, certain or not, as a scenario file that a person corrects and gives back.

    Above each case stand the words that were read, and behind ``??`` what was not. Rulings without even a draft are
    named in comments.
    """
    head = {"game": game, "schema_version": 2, "pages": {"read": {"title": "自動で読んだ裁定"}}}
    parts = [yaml.safe_dump({"meta": head}, allow_unicode=True, sort_keys=False), "cases:\n"]
    for reading in readings:
        if reading.game != game:
            continue
        text = reading.case or reading.draft
        parts.append(
            f"# {' '.join(reading.ruling.page.split())}:{reading.ruling.line} {reading.ruling.date}\n"
        )
        parts += [f"# {_flat(phrase)}\n" for phrase in reading.phrases]
        parts += [f"# ?? {_flat(doubt)}\n" for doubt in reading.doubts]
        if text is None:
            parts.append(f"# 事例なし / no case: {reading.ruling.iri}\n")
        else:
            parts.append(
                yaml.safe_dump([yaml.safe_load(text)], allow_unicode=True, sort_keys=False, width=110)
            )
    if all(part.startswith("#") for part in parts[2:]):
        parts[1] = "cases: []\n"
    return "".join(parts)


def _flat(text: str) -> str:
    return " ".join(text.split())
