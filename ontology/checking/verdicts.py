"""Questions and answers: does the sentence of an answer fit its verdict, do two questions ask the same?"""

import re
from difflib import SequenceMatcher
from functools import lru_cache

from ontology.checking.claims import content_words
from ontology.checking.cues import cue, cue_table
from ontology.checking.japanese import fold, sentences

__all__ = ["alike", "answer_agrees", "question_shape"]

_VERDICT = re.compile(r"^(?:A[.:．：]?)?(?:はい|いいえ)、?")
_ASKS = re.compile(r"(?:の|こと)?(?:です|でしょう)?か$")
_NAME = re.compile(r"《[^《》]*(?:《[^《》]*》[^《》]*)*》|「[^「」]*」")
_PREDICATE = re.compile(r"([一-龥々]+|[ァ-ヴー]{2,})([ぁ-ん]*)$")


def answer_agrees(question: str, answer: str, verdict: str) -> bool | None:
    """Whether the first sentence of an answer fits its verdict; None where that cannot be told for certain.

    >>> answer_agrees("攻撃できますか？", "はい、攻撃できません。", "yes")
    False
    """
    asked = [text for _, text in sentences(question)]
    said = [text for _, text in sentences(answer)]
    if not asked or not said:
        return None
    head = _ASKS.sub("", _VERDICT.sub("", fold(asked[-1]).rstrip("。?!")))
    tail = _VERDICT.sub("", fold(said[0]).rstrip("。?!"))
    if not head or not tail or not fold(asked[-1]).rstrip("。?!").endswith("か"):
        return None
    first, second = _sense(head), _sense(tail)
    if first is None or second is None:
        return None
    (verb, positive), (other, said_positive) = first, second
    if not positive:
        return None  # はい to a negative question means different things to different writers
    if verb == other:
        return said_positive == (verdict == "yes")
    if (verb, other) in _opposites() and said_positive:
        return verdict == "no"
    return None


def _opposites() -> set[tuple[str, str]]:
    return {p for x, y in cue_table("antonyms") for p in ((x, y), (y, x))}


def _sense(clause: str) -> tuple[str, bool] | None:
    """Stem and polarity of the end of a clause."""
    if clause.endswith(("まま", "ままです", "ままである")):
        return "まま", True
    positive = not (cue("tail_cannot").search(clause) or cue("tail_not").search(clause))
    bare = cue("verdict_tail").sub("", clause)
    found = _PREDICATE.search(bare)
    return (found.group(1)[-2:] if len(found.group(1)) > 2 else found.group(1), positive) if found else None


def question_shape(question: str) -> tuple[str, str, frozenset[str]]:
    """Return the question with its names masked, the words of its last sentence as a key, and the names."""
    folded = fold(question)
    names = frozenset(_NAME.findall(folded))
    masked = _NAME.sub("◯", folded)
    last = [text for _, text in sentences(masked)]
    words = sorted(w for w in content_words(last[-1]) if not w.isdigit()) if last else []
    return masked, " ".join(words), names


@lru_cache(maxsize=100_000)
def alike(a: str, b: str, *, least: float = 0.8) -> float:
    """Similarity of two texts, 0 to 1; 0 where it is below `least`."""
    if a == b:
        return 1.0
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
        return 0.0
    found = matcher.ratio()
    return found if found >= least else 0.0
