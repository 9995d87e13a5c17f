"""From the text of a statement to the claims it makes, each with the phrase that gave it, and what was left unread."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ingest.claims.grammar import Grammar, Phrase, ending, load_grammar
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
    found: list[tuple[Claim, int]] = []
    for number, part in enumerate(parts):
        final = number == len(parts) - 1
        if not final and grammar.condition.search(part):
            conditions.append(unmask("、".join([*region, part]), sentence.names))
            found, region, pending = [], [], []
            continue
        region.append(part)
        pending.append(part)
        before = "、".join(parts[max(0, number - _BACK) : number + 1])
        made = _clause("、".join(region[-_BACK:]), before, sentence, grammar, final, conditions, exception) if len(part) <= _LONG else []
        if made:
            pending = []
            found += [(c, number) for c in made]
    reading.claims += _specific([c for c, _ in found])
    if pending:
        reading.unread.append(unmask("、".join(pending), sentence.names))


def _clause(
    text: str, before: str, sentence: Sentence, grammar: Grammar, final: bool, conditions: list[str], exception: bool
) -> list[Claim]:
    """Return the claims of a clause that ends here; `text` goes back to the last condition, `before` to the start."""
    result: list[Claim] = []
    taken = False
    end = ending(text)
    for phrase in grammar.phrases:
        if (taken and not phrase.also) or not phrase.near(before if phrase.sentence else text, end):
            continue
        hit = _fit(phrase, text, before, sentence.text, final)
        if hit is None:
            continue
        match, tail = hit
        taken = taken or not phrase.also
        confidence = "medium" if grammar.hedge.search(sentence.text) else "high"
        for args in phrase.arguments(match, sentence.names, tail):
            predicate, negated = args.pop("predicate"), args.pop("negated", False)
            result.append(
                Claim(
                    predicate=predicate,
                    args=args,
                    negated=negated,
                    modality=tail.modality,
                    subject=_subject(text, before, sentence.names),
                    conditions=(*conditions, *_inner(text, grammar, sentence.names)),
                    exception=exception,
                    confidence=confidence,
                    phrase=phrase.id,
                    said=unmask(match.group(), sentence.names),
                    sentence=unmask(sentence.text, sentence.names),
                )
            )
    return result


def _fit(phrase: Phrase, text: str, before: str, whole: str, final: bool) -> tuple[re.Match[str], Tail] | None:
    found = phrase.find(before if phrase.sentence else text, final)
    if found is None or (phrase.needs and not phrase.needs.search(whole)):
        return None
    if phrase.unless and phrase.unless.search(whole):
        return None
    if not phrase.forms[0].verb and not (final and _ends_here(phrase, text, found[0])):
        return None
    return found


def _ends_here(phrase: Phrase, text: str, match: re.Match[str]) -> bool:
    """Whether a phrase without a verb stands where something is said: an adverb needs a finished verb after it."""
    return not phrase.adverb or bool(_FINISHED.search(text) and match.end() < len(text))


def _inner(text: str, grammar: Grammar, names: tuple[str, ...]) -> list[str]:
    """Return the conditions that end inside the clause itself."""
    return [unmask(text[: m.end()], names) for m in grammar.inner.finditer(text)]


def _subject(text: str, before: str, names: tuple[str, ...]) -> str:
    """Return what the sentence speaks of, as text: the topic of the main clause, else what does it, else the topic."""
    found = _TOPIC.match(text) or _NOMINATIVE.search(text) or _TOPIC.match(before)
    return unmask(found["topic"], names) if found else ""


def _specific(claims: list[Claim]) -> list[Claim]:
    """Leave out repetitions, and claims that another one says with more detail."""
    kept: list[Claim] = []
    for claim in claims:
        facts = claim.flat().items()
        if any(facts <= other.flat().items() for other in claims if other is not claim and len(other.flat()) > len(claim.flat())):
            continue
        if all(claim.flat() != other.flat() for other in kept):
            kept.append(claim)
    return kept
