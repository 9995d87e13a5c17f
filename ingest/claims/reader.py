"""From the text of a statement to the claims it makes, each with the phrase that gave it, and what was left unread."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ingest.claims.grammar import Grammar, Phrase, load_grammar
from ingest.claims.inflection import Tail
from ingest.claims.sentences import Sentence, clauses, sentences, unmask

__all__ = ["Claim", "Reading", "read_claims"]

_TOPIC = re.compile(r"^(?P<topic>[^、]{1,80}?)(?:には|では|とは|は)(?:、|(?=[^ぁ-ん]))")
_NOMINATIVE = re.compile(r"(?:^|、)(?P<topic>[^、]{1,80})(?:も|が)(?=[^ぁ-ん])")
_EXCEPTION = re.compile(r"^(?:ただし|但し|例外として|例外的に)")
_FINISHED = re.compile(r"[うくぐすつぬぶむるたいんだ]$|ます$|です$")
_LONG = 400
_BACK = 12
"""Clauses of more characters, and what lies more clauses back, are not looked at: time stays linear."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim.

    `args` hold what the sentence itself settles, as tokens of the predicate table; things are not named in them but
    in `subject`, as text. `modality` is is, may, cannot, must or need_not. `phrase` is the entry of `phrases.yaml`
    that was used and `said` the words it fitted; `confidence` is ``high``, under a hedge (原則, 場合がある) ``medium``.
    """

    predicate: str
    args: Mapping[str, Any]
    negated: bool
    modality: str
    subject: str
    conditions: tuple[str, ...]
    exception: bool
    confidence: str
    phrase: str
    said: str
    sentence: str

    def flat(self) -> dict[str, Any]:
        """Return predicate, arguments and, where it is so, `negated`, in one mapping."""
        return {"predicate": self.predicate, **self.args, **({"negated": True} if self.negated else {})}


@dataclass(slots=True)
class Reading:
    """All claims of a text, and the clauses that gave none although they are no conditions."""

    claims: list[Claim] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


def read_claims(text: str, *, game: str) -> Reading:
    """Read what a statement claims. `game` is ``dm`` or ``ygo``.

    Time is linear in the number of clauses; clauses of more than 400 characters are left unread.
    """
    grammar = load_grammar(game)
    reading = Reading()
    exception = False
    for sentence in sentences(text):
        exception = bool(_EXCEPTION.match(sentence.text)) or (exception and sentence.inner)
        _read(sentence, grammar, reading, exception)
    return reading


def read_asked(sentence: Sentence, grammar: Grammar) -> list[Claim]:
    """Return the claims of a sentence that was a question and has been made a statement."""
    reading = Reading()
    _read(sentence, grammar, reading, False)
    return reading.claims


def _read(sentence: Sentence, grammar: Grammar, reading: Reading, exception: bool) -> None:
    whole = sentence.text
    if sentence.asks or grammar.void.search(whole):
        reading.unread.append(unmask(whole, sentence.names))
        return
    conditions: list[str] = []
    region: list[str] = []
    pending: list[str] = []
    parts = clauses(whole, grammar.breaks)
    found: list[Claim] = []
    for number, part in enumerate(parts):
        final = number == len(parts) - 1
        if not final and grammar.condition.search(part):
            conditions.append("、".join([*region, part]))
            found, region, pending = [], [], []
            continue
        region.append(part)
        pending.append(part)
        before = "、".join(parts[max(0, number - _BACK) : number + 1])
        if len(part) > _LONG or grammar.past.search(part) or grammar.partial.search(part):
            region = [] if grammar.past.search(part) else region
            continue
        around = "、".join(parts[max(0, number - _BACK) : number + 3])
        clause = _Clause("、".join(region[-_BACK:]), before, around, final)
        made = [
            Claim(
                predicate=args.pop("predicate"),
                negated=args.pop("negated", False),
                args=args,
                modality=tail.modality,
                subject=_subject(part, clause.text, before, sentence.names),
                conditions=tuple(
                    unmask(c, sentence.names) for c in (*conditions[-_BACK:], *_inner(clause.text, grammar))
                ),
                exception=exception,
                confidence="medium" if grammar.hedge.search(whole) else "high",
                phrase=phrase.id,
                said=unmask(phrase.said(match), sentence.names),
                sentence=unmask(whole, sentence.names),
            )
            for phrase, match, tail in _found(clause, grammar)
            for args in phrase.arguments(match, sentence.names, tail)
        ]
        if made:
            pending = []
            found += made
    reading.claims += _specific(found)
    if pending:
        reading.unread.append(unmask("、".join(pending), sentence.names))


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause back to the last condition, back to the start of the sentence, and with what stands around it."""

    text: str
    before: str
    around: str
    final: bool


def _found(clause: _Clause, grammar: Grammar) -> list[tuple[Phrase, re.Match[str], Tail]]:
    """Return the phrases that a clause ends in: the first that fits, and those that are taken beside it."""
    result: list[tuple[Phrase, re.Match[str], Tail]] = []
    taken = False
    for phrase in grammar.candidates(clause.text):
        text = clause.before if phrase.sentence else clause.text
        if (taken and not phrase.also) or phrase.literal not in text:
            continue
        found = _fit(phrase, text, clause)
        if found is not None:
            taken = taken or not phrase.also
            result.append((phrase, *found))
    return result


def _fit(phrase: Phrase, text: str, clause: _Clause) -> tuple[re.Match[str], Tail] | None:
    found = phrase.find(text, clause.final)
    if found is None or (phrase.needs and not phrase.needs.search(clause.around)):
        return None
    if phrase.unless and phrase.unless.search(clause.around):
        return None
    if not phrase.forms[0].verb and not (clause.final and _ends_here(phrase, text, found[0])):
        return None
    return found


def _ends_here(phrase: Phrase, text: str, match: re.Match[str]) -> bool:
    """Whether a phrase without a verb stands where something is said: an adverb needs a finished verb after it."""
    return not phrase.adverb or bool(_FINISHED.search(text) and match.end() < len(text))


def _inner(text: str, grammar: Grammar) -> list[str]:
    """Return the conditions that end inside the clause itself."""
    return [text[: m.end()] for m in grammar.inner.finditer(text)]


def _subject(part: str, text: str, before: str, names: tuple[str, ...]) -> str:
    """Return what the sentence speaks of, as text: the topic of the clause, of the main clause, else what does it."""
    found = _TOPIC.match(part) or _TOPIC.match(text) or _NOMINATIVE.search(text) or _TOPIC.match(before)
    return unmask(found["topic"], names) if found else ""


def _specific(claims: list[Claim]) -> list[Claim]:
    """Leave out repetitions, and claims that another one says with more detail."""
    different: dict[str, Claim] = {}
    for claim in claims:
        different.setdefault(str(claim.flat()), claim)
    facts = {key: set(claim.flat().items()) for key, claim in different.items()}
    return [c for key, c in different.items() if not any(facts[key] < other for other in facts.values())]
