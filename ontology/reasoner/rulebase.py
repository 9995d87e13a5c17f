"""Rule files: what each rule says, when it is in force, where it comes from, and its program.

A rule file is clingo text with comment headers. A header starts with ``%! id:`` and speaks for the
statements below it up to the next header (``%! end`` closes it without a new one):

    %! id: 703.4e
    %! ja: リンクしたゴッドの情報が合わなくなると…
    %! en: A link whose god information has become improper comes undone.
    %! source: 再構築 L44 [rule 703.4e]
    %! says: リンク.*外れ
    %! valid: 2021-03-16..
    %! class: latest_event
    %! overrides: 703.4j
    applies("703.4e", unlink(A,B)) :- check, link(A,B), not proper(A,B).

Heads that carry a rule are ``applies(R,X)`` (it follows), ``may(R,X)`` and ``pick(R,X)`` inside a choice
(somebody chooses), ``bars(R,X)`` (it does not follow, or may not be done). The loader adds ``active(R)`` to
their bodies, and from each such statement it derives two more for the proof: a witness, which hands out
the premises of every instance that holds, negated ones included, and near misses, one a premise, for the
instances in which that single premise fails.
"""

import functools
import re
from dataclasses import dataclass, field
from pathlib import Path

from clingo import MessageCode, ast

from ontology.reasoner.dates import Interval, parse_interval
from ontology.reasoner.errors import RuleBaseError
from ontology.reasoner.instrument import Built, instrument
from ontology.reasoner.patterns import constants

__all__ = ["Rule", "RuleBase", "Source", "load_rules"]

ROOT = Path(__file__).resolve().parent.parent / "rules"

_SOURCE = re.compile(
    r"(?P<title>.+?)(?: L(?P<line>\d+)(?:-(?P<to>\d+))?)? \[(?P<kind>rule|ruling|statement|outside)(?: (?P<key>[^\]]+))?\]"
)
_FIELDS = {
    "id",
    "ja",
    "en",
    "source",
    "valid",
    "class",
    "overrides",
    "precedes",
    "confidence",
    "says",
    "member",
    "end",
}


@dataclass(frozen=True, order=True)
class Source:
    """Where a rule is said: page title and line, and what stands there.

    ``kind`` is ``rule`` (a quoted or listed rule; ``key`` its number), ``ruling`` (an official answer;
    ``key`` its date), ``statement`` (a sentence of the page), or ``outside`` (no page of ours; ``key`` names
    an entry of ``ontology/cards/``).
    """

    title: str
    line: int | None
    kind: str
    key: str | None

    def __str__(self) -> str:
        place = f"{self.title} L{self.line}" if self.line else self.title
        return f"{place} ({self.key})" if self.key else place


@dataclass(frozen=True)
class Rule:
    """A rule: one provision, under one id."""

    id: str
    game: str
    ja: str
    en: str
    valid: Interval
    sources: tuple[Source, ...]
    overrides: tuple[str, ...] = ()
    precedes: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    category: str | None = None
    confidence: str = "high"
    file: str = ""
    line: int = 0
    members: tuple[tuple[str, str], ...] = ()

    @property
    def basis(self) -> frozenset[str]:
        """What the rule rests on (``rulebook``, ``page``, ``ruling``, ``outside``), from its sources."""
        names = {"rule": "rulebook", "statement": "page", "ruling": "ruling", "outside": "outside"}
        return frozenset(names[s.kind] for s in self.sources)


@dataclass
class RuleBase:
    """All rules of a game."""

    game: str
    rules: dict[str, Rule] = field(default_factory=dict)
    statements: list[Built] = field(default_factory=list)
    constants: frozenset[str] = frozenset()
    premises: dict[int, tuple[str, str]] = field(default_factory=dict)


@functools.cache
def load_rules(game: str, root: Path = ROOT) -> RuleBase:
    """Read ``core.lp`` and every file of the game's folder.

    Raises:
        RuleBaseError: a file is not clingo text, a header lacks a field, an id stands twice.
    """
    base = RuleBase(game)
    counter = iter(range(1, 1_000_000))
    mentioned: set[str] = set()
    for path in [root / "core.lp", *sorted((root / game).rglob("*.lp"))]:
        text = path.read_text(encoding="utf-8")
        headers = _headers(text, path, game)
        for rule in headers.values():
            if rule is not None:
                if rule.id in base.rules:
                    other = base.rules[rule.id]
                    raise RuleBaseError(
                        f"{path.name}:{rule.line}: {rule.id} is already in {other.file}:{other.line}"
                    )
                base.rules[rule.id] = rule
        starts = sorted(headers)
        for tree in _parse(text, path):
            if tree.ast_type != ast.ASTType.Rule:
                if tree.ast_type in (ast.ASTType.Program, ast.ASTType.Comment):
                    continue
                raise RuleBaseError(
                    f"{path.name}:{tree.location.begin.line}: only rules are allowed here: {tree}"
                )
            line = tree.location.begin.line
            owner = next((headers[s] for s in reversed(starts) if s <= line), None)
            try:
                base.statements += instrument(tree, owner.id if owner else None, counter, base.premises)
            except ValueError as problem:
                raise RuleBaseError(f"{path.name}:{problem}") from None
            mentioned.update(constants(str(tree)))
    base.constants = frozenset(mentioned)
    for rule in base.rules.values():
        for named in (*rule.overrides, *rule.precedes):
            if named not in base.rules:
                raise RuleBaseError(f"{rule.file}:{rule.line}: {rule.id} names the unknown rule {named}")
    return base


def _parse(text: str, path: Path) -> list[ast.AST]:
    trees: list[ast.AST] = []
    messages: list[str] = []

    def complain(_: MessageCode, message: str) -> None:
        messages.append(message)

    try:
        ast.parse_string(text, trees.append, logger=complain)
    except RuntimeError:
        raise RuleBaseError(f"{path.name}: " + "; ".join(messages)) from None
    return trees


def _headers(text: str, path: Path, game: str) -> dict[int, Rule | None]:
    """Rules by the line their header starts at; None where a header was closed."""
    result: dict[int, Rule | None] = {}
    fields: list[tuple[str, str]] = []
    start = 0
    lines = text.splitlines()
    for number, line in enumerate([*lines, ""], start=1):
        if line.startswith("%!"):
            key, _, value = line[2:].partition(":")
            key, value = key.strip(), value.strip()
            if key not in _FIELDS:
                raise RuleBaseError(f"{path.name}:{number}: unknown header field {key!r}")
            if key in ("id", "end"):
                if fields:
                    result[start] = _rule(fields, path, game, start)
                fields, start = ([(key, value)], number) if key == "id" else ([], number)
                if key == "end":
                    result[number] = None
            else:
                fields.append((key, value))
        elif fields:
            result[start] = _rule(fields, path, game, start)
            fields = []
    return result


def _rule(fields: list[tuple[str, str]], path: Path, game: str, line: int) -> Rule:
    where = f"{path.name}:{line}"
    one = dict(fields)
    for needed in ("id", "ja", "en", "source"):
        if not one.get(needed):
            raise RuleBaseError(f"{where}: the header lacks {needed}:")
    sources = []
    for key, value in fields:
        if key == "source":
            match = _SOURCE.fullmatch(value)
            if match is None:
                raise RuleBaseError(
                    f"{where}: source must read TITLE L12 [rule 703.4e], [ruling DATE], [statement] or [outside KEY]"
                )
            number = match["line"]
            sources.append(
                Source(match["title"], int(number) if number else None, match["kind"], match["key"])
            )
    try:
        valid = parse_interval(one.get("valid", "always"))
    except ValueError as problem:
        raise RuleBaseError(f"{where}: {problem}") from None
    return Rule(
        one["id"],
        game,
        one["ja"],
        one["en"],
        valid,
        tuple(sources),
        tuple(v for k, v in fields if k == "overrides"),
        tuple(v for k, v in fields if k == "precedes"),
        _patterns(fields, where),
        one.get("class"),
        one.get("confidence", "high"),
        path.name,
        line,
        tuple(_member(v, where) for k, v in fields if k == "member"),
    )


def _member(text: str, where: str) -> tuple[str, str]:
    """Item and class of ``ev:equip in cls:not_an_effect``."""
    item, separator, of = text.partition(" in ")
    if not separator:
        raise RuleBaseError(
            f"{where}: member must read ITEM in CLASS, for example ev:equip in cls:not_an_effect"
        )
    return item.strip(), of.strip()


def _patterns(fields: list[tuple[str, str]], where: str) -> tuple[str, ...]:
    patterns = tuple(v for k, v in fields if k == "says")
    for pattern in patterns:
        try:
            re.compile(pattern)
        except re.error as problem:
            raise RuleBaseError(f"{where}: says: {problem}") from None
    return patterns
