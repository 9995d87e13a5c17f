"""Small readings of Japanese text: folding, sentences, coordinated lists."""

import re
import unicodedata
from functools import lru_cache

from ontology.checking.cues import cue

__all__ = ["bracketed", "coordinated_items", "fold", "head_noun", "mentions", "sentences", "small_kana_fold"]

_SPACE = re.compile(r"\s+")
_SMALL = str.maketrans("ァィゥェォヵヶャュョッぁぃぅぇぉゃゅょっ", "アイウエオカケヤユヨツあいうえおやゆよつ")
_SENTENCE = re.compile(r"(?:「[^「」\n]*」|《[^《》\n]*》|[^。！？!?\n])*[。！？!?\n]?")
_BRACKETS = re.compile(r"《([^《》]+)》")
_NOUN = re.compile(r"(?:《[^《》]+》|「[^「」]+」|[一-龥々〆ヶ]+|[ァ-ヴー・A-Za-z0-9.\-/&+]+)+$")


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """Text for matching: NFKC, no spaces, dashes and waves unified."""
    value = unicodedata.normalize("NFKC", text)
    value = re.sub("[‐‑‒–—−－]", "-", value)
    return _SPACE.sub("", value.replace("〜", "~").replace("～", "~"))


@lru_cache(maxsize=20_000)
def small_kana_fold(text: str) -> str:
    """Folded text with small kana as large ones."""
    return fold(text).translate(_SMALL)


@lru_cache(maxsize=5_000)
def sentences(text: str) -> tuple[tuple[int, str], ...]:
    """Split text into sentences (with their full stops) and where each begins; quoted stops do not end one."""
    return tuple((m.start(), m.group()) for m in _SENTENCE.finditer(text) if m.group().strip())


def bracketed(text: str) -> list[str]:
    """Names in 《》, in order, without repeats."""
    return list(dict.fromkeys(_BRACKETS.findall(text)))


def head_noun(phrase: str) -> str | None:
    """The noun that a phrase ends in (装備されていたウエポン → ウエポン), or None when it ends in anything else."""
    found = _NOUN.search(phrase.strip())
    if found is None or cue("not_a_noun_end").fullmatch(found.group()):
        return None
    return found.group()


def coordinated_items(question: str) -> list[str]:
    """Return the things a question asks about side by side.

    They are the list before the topic of its last sentence, or the topics of its several question sentences.

    >>> coordinated_items("それが離れた時、付いていたオーラ、装備していたウエポンはどうなりますか？")
    ['オーラ', 'ウエポン']
    >>> coordinated_items("ギアは戻りますか？また、城は戻りますか？")
    ['ギア', '城']
    """
    parts = [fold(text).rstrip("。？?!") for _, text in sentences(question)]
    asked = [p for p in parts if p.endswith("か")]
    if not asked:
        return []
    if len(asked) > 1:
        topics = [_topic_noun(p) for p in asked]
        if all(topics) and len(set(topics)) == len(topics):
            return [t for t in topics if t]
    last = asked[-1]
    for topic in _TOPICS.finditer(last):
        items = _list_before(last[: topic.start()])
        if len(items) > 1:
            return items
    return []


_TOPICS = re.compile(
    r"(?:それぞれ)?(?:は|が(?=[^、]*(?:、|は)|(?:でき|出来|可能|行え)))(?:、|それぞれ|どう|ど[のこちれ])?"
)
_JOIN = re.compile(
    r"、|・|および|及び|または|又は|とか|(?<=[一-龥ァ-ヴー》」])(?:と|や)(?=[《「一-龥ァ-ヴー]|[ぁ-ん]*[ァ-ヴー一-龥])"
)


def _topic_noun(sentence: str) -> str | None:
    head, found, _ = sentence.removeprefix("また、").removeprefix("また").partition("は")
    return head_noun(head) if found else None


def _list_before(text: str) -> list[str]:
    """The nouns of the list that a text ends in."""
    items: list[str] = []
    for segment in reversed(_JOIN.split(text)):
        noun = head_noun(segment)
        if noun is None or noun in _COUNTING or (items and _CLAUSE.search(segment)):
            break
        if not items and _SWALLOWED.search(text):
            return []  # 封印と城を外す順番: one thing is asked about, and the list is a part of it
        if not items and _QUALITY.search(segment):
            return []  # what stands before を持つ is a list of qualities, not of things asked about
        items.insert(0, noun)
    if len(items) > 1 and len(set(items)) == 1:
        owners = [o for o in _OWNERS.findall(text) if o]
        return owners if len(set(owners)) == len(items) else []
    return items


_COUNTING = frozenset(
    {"両方", "双方", "両者", "片方", "全部", "全員", "どちらか", "それ", "いずれか", "1つ", "2つ"}
)
_CLAUSE = re.compile(r"(?:ば|たら|なら|時|とき|際)[、はに]?$")
_OWNERS = re.compile(r"(自分|相手)の(?=[一-龥ァ-ヴー])")
_SWALLOWED = re.compile(
    r"[一-龥ァ-ヴー》」](?:と|や)[^、とや]*を[^、とや]*[うくぐすつぬぶむるた][一-龥ァ-ヴー]+$"
)
_QUALITY = re.compile(r"を(?:持つ|もつ|得た)")


def mentions(answer: str, item: str) -> bool:
    """Whether an answer treats an item: names it, or covers all with a word like いずれも."""
    text = small_kana_fold(answer)
    return small_kana_fold(item).strip("《》「」") in text or bool(cue("covers_all").search(text))
