"""Small readings of Japanese text: folding, sentences, coordinated lists."""

import re
import unicodedata

from ontology.checking.cues import cue

__all__ = ["bracketed", "coordinated_items", "fold", "head_noun", "mentions", "sentences", "small_kana_fold"]

_SPACE = re.compile(r"\s+")
_SMALL = str.maketrans("ァィゥェォヵヶャュョッぁぃぅぇぉゃゅょっ", "アイウエオカケヤユヨツあいうえおやゆよつ")
_SENTENCE = re.compile(r"[^。！？!?\n]*[。！？!?\n]?")
_BRACKETS = re.compile(r"《([^《》]+)》")
_NOUN = re.compile(r"(?:《[^《》]+》|「[^「」]+」|[一-龥々〆ヶ]+|[ァ-ヴー・A-Za-z0-9.\-/&+]+)+$")
_TOPIC = re.compile(r"(?:について)?(?:は|も|が|を)(?=[^、]*$)")


def fold(text: str) -> str:
    """Text for matching: NFKC, no spaces, dashes and waves unified."""
    value = unicodedata.normalize("NFKC", text)
    value = re.sub("[‐‑‒–—−－]", "-", value)
    return _SPACE.sub("", value.replace("〜", "~").replace("～", "~"))


def small_kana_fold(text: str) -> str:
    """Folded text with small kana as large ones."""
    return fold(text).translate(_SMALL)


def sentences(text: str) -> list[tuple[int, str]]:
    """Split text into sentences (with their full stops) and where each begins; brackets do not matter."""
    return [(m.start(), m.group()) for m in _SENTENCE.finditer(text) if m.group().strip()]


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
    """Return the things a question asks about side by side: the list before the topic of its last sentence.

    >>> coordinated_items("それが離れた時、付いていたオーラ、装備していたウエポンはどうなりますか？")
    ['オーラ', 'ウエポン']
    """
    parts = sentences(question)
    if not parts:
        return []
    last = fold(parts[-1][1]).rstrip("。？?!")
    topics = list(_TOPIC.finditer(last))
    if not topics:
        return []
    for topic in topics:
        items: list[str] = []
        for segment in reversed(
            re.split(
                "、|および|及び|または|又は|とか(?=[^、]*$)|や(?=《|[ァ-ヴ一-龥])", last[: topic.start()]
            )
        ):
            noun = head_noun(segment)
            if noun is None:
                break
            items.insert(0, noun)
        if len(items) > 1:
            return items
    return []


def mentions(answer: str, item: str) -> bool:
    """Whether an answer treats an item: names it, or covers all with a word like いずれも."""
    text = small_kana_fold(answer)
    return small_kana_fold(item).strip("《》「」") in text or bool(cue("covers_all").search(text))
