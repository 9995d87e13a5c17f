"""What the end of a Japanese verb says: polarity, modality, voice.

A phrase of `phrases.yaml` names a verb by its dictionary form; what stands after the root of that verb is its
*tail*. `tail_of` tells what a tail means, or that it is not understood (a relative clause, a question, a
hypothesis), in which case there is no claim.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

__all__ = ["Tail", "tail_of", "verb_root"]


@dataclass(frozen=True, slots=True)
class Tail:
    """Meaning of a tail. `modality`: is, may, cannot, must, need_not. `voice`: active, passive, potential, causative."""

    positive: bool
    modality: str = "is"
    voice: str = "active"


_ROWS = {
    "う": ("わ", "い", "う", "え", "っ", "て", "た"),
    "く": ("か", "き", "く", "け", "い", "て", "た"),
    "ぐ": ("が", "ぎ", "ぐ", "げ", "い", "で", "だ"),
    "す": ("さ", "し", "す", "せ", "し", "て", "た"),
    "つ": ("た", "ち", "つ", "て", "っ", "て", "た"),
    "ぶ": ("ば", "び", "ぶ", "べ", "ん", "で", "だ"),
    "む": ("ま", "み", "む", "め", "ん", "で", "だ"),
    "る": ("ら", "り", "る", "れ", "っ", "て", "た"),
}
_NOUN_LINK = "(?:を|は|が|も|の)?"
_NOT = "(?:ない|無い|ありません|なく|無く)"
_EVEN = "(?:よい|良い|いい|構わない|かまわない|構いません|かまいません)(?:です)?"
_ABLE = "(?:でき|出来)"
_THING = "(?:こと|事)"
_KEEP = (
    f"(?:{_THING}(?:に|と)なる|{_THING}(?:に|と)なります|{_THING}になって(?:いる|います|いた)|ものとする|ものとします|のである|のです"
    f"|{_THING}(?:が|も|は)ある|{_THING}(?:が|も|は)あります|だけ(?:である|です)|もの(?:である|です)|ようになる|ようになります|とする|とします|とのこと)?"
)
_TURN = (
    f"(?:わけでは{_NOT}|{_THING}(?:は|も|が)(?:ない|無い|ありません)|{_THING}に(?:は|も)(?:ならない|なりません)"
    f"|ものでは{_NOT}|{_THING}では{_NOT}|(?:という|との)(?:決まり|規定|ルール|定め)(?:は|も)(?:ない|無い|ありません))"
)
_AGAIN = f"(?:(?:という)?わけでは{_NOT}|(?:という)?{_THING}(?:は|も)(?:ない|無い|ありません))"
"""Denied again (できないわけではない). Of what may be done that says that it may; of what happens (残らないわけではない) it says
only that it sometimes does, which is no claim."""
_AFTER = "(?:が|けれど|けれども|けど|し|ものの)"
_CAN = f"{_THING}(?:自体)?(?:は|が|も)?(?:{_ABLE}(?:る|ます|た|ました)|可能(?:である|です|だ|となる|になる)?|認められ(?:る|ます)|許され(?:る|ます))"
_CHOOSE = f"{_THING}(?:も|を)(?:選べる|選べます|選択できる|選択できます)"
_CANNOT = (
    f"{_THING}(?:自体)?(?:は|が|も)?(?:{_ABLE}(?:ない|ません|ず)|不可(?:能)?(?:である|です|だ|とする)?"
    "|認められ(?:ない|ません)|許され(?:ない|ません)|禁じられている|禁止されている)"
)


def verb_root(verb: str, kind: str) -> str:
    """Return what all forms of a verb begin with. `kind` is godan, ichidan, suru, kuru or copula."""
    return {"copula": "", "suru": verb.removesuffix("する"), "kuru": verb.removesuffix("くる")}.get(
        kind, verb[:-1]
    )


@lru_cache(maxsize=65536)
def tail_of(verb: str, kind: str, tail: str, final: bool) -> Tail | None:
    """Return what the tail of a verb says; `final` where it ends the sentence, else it ends a coordinated clause."""
    for pattern, meaning in _patterns(verb, kind, final):
        if pattern.fullmatch(tail):
            return meaning
    return None


@cache
def _patterns(verb: str, kind: str, final: bool) -> list[tuple[re.Pattern[str], Tail]]:
    if kind == "copula":
        return [(re.compile(p), t) for p, t in _copula(final)]
    found: list[tuple[str, Tail]] = []
    if kind == "suru":
        do = _NOUN_LINK if verb != "する" else ""
        found += [] if final else [(f"{do}せず(?:に)?", Tail(False))]
        found += _forms(
            (f"{do}(?:し|行わ)", f"{do}(?:し|行い)", f"{do}(?:する|行う)", f"{do}(?:し|行っ)", "て", "た"),
            "active",
            final,
        )
        found += _ichidan(f"{do}(?:され|行われ|させられ)", "passive", final)
        found += _ichidan(f"{do}させ", "causative", final)
        found += _able(
            rf"(?:{_NOUN_LINK}|する{_THING}(?:自体)?(?:は|が|も)?)", f"{do}(?:{_ABLE}|行え)", final
        )
        found += _forms(
            (f"{do}し直さ", f"{do}し直し", f"{do}し直す", f"{do}し直し", "て", "た"), "again", final
        )
    elif kind == "ichidan":
        found += _ichidan("", "active", final)
        found += _ichidan("(?:させ)?られ", "passive", final)
        found += _able("", "(?:ら)?れ", final)
        found += _ichidan("させ", "causative", final)
    elif kind == "kuru":
        found += _forms(("こ", "き", "くる", "き", "て", "た"), "active", final)
    else:
        a, i, u, e, onbin, te, ta = _ROWS[verb[-1]]
        found += _forms((a, i, u, onbin, te, ta), "active", final)
        found += _ichidan(f"{a}(?:れ|され|せられ)", "passive", final)
        found += _able("", e, final)
        found += _ichidan(a + "せ", "causative", final)
    return [(re.compile(p), t) for p, t in found]


def _ichidan(stem: str, voice: str, final: bool) -> list[tuple[str, Tail]]:
    return _forms((stem, stem, stem + "る", stem, "て", "た"), voice, final)


def _able(noun: str, stem: str, final: bool) -> list[tuple[str, Tail]]:
    """Potential forms: what they say is what may be done."""
    may, cannot = Tail(True, "may", "potential"), Tail(False, "cannot", "potential")
    end = "" if final else _AFTER
    found = [
        (f"(?:{stem})(?:る|ます|た|ました){_KEEP}{end}", may),
        (f"(?:{stem})(?:ない|ません|なかった|ませんでした){_KEEP}{end}", cannot),
        (f"(?:{stem})(?:る|ます|た){_TURN}{end}", cannot),
        (f"(?:{stem})ない{_AGAIN}{end}", may),
    ]
    if noun:
        found += [
            (f"{noun}可能(?:である|です|だ|となる)?{end}", may),
            (f"{noun}(?:不可(?:能)?(?:である|です|だ|とする)?|×){end}", cannot),
        ]
    if not final:
        found += [(f"(?:{stem})(?:ず|ずに|なく|なくて)", cannot), (f"(?:{stem})(?:て|)", may)]
    return found


def _forms(stems: tuple[str, str, str, str, str, str], voice: str, final: bool) -> list[tuple[str, Tail]]:
    """Forms of one voice; `stems` are those before ない, ます, the dictionary form, those before て and た, て, た."""
    nai, masu, plain, onbin, te, ta = (f"(?:{s})" for s in stems)
    on = f"{onbin}{te}(?:い)?"
    now = f"(?:{plain}|{masu}ます|{on}(?:る|ます)|{onbin}{te}(?:ある|くる|きます|しまう|しまいます|いく|おく|おきます)|{masu}続け(?:る|ます))"
    yes = f"(?:{now}|{masu}ました|{onbin}{ta}|{on}(?:た|ました))"
    no = f"(?:{nai}(?:ない|なかった|なくなる|なくなります)|{masu}ません(?:でした)?|{on}(?:ない|なかった|ません)|{onbin}{te}(?:こない|きません|はいない|はいません|はない))"
    end = "" if final else _AFTER
    # what plainly happened (置かれた) is a story, no rule; denied (置かれたわけではない) it is one
    found = [
        (f"{now}{_KEEP}{end}", Tail(True, "is", voice)),
        (f"{no}{_KEEP}{end}", Tail(False, "is", voice)),
        (f"{yes}{_TURN}{end}", Tail(False, "is", voice)),
        (f"{plain}{_CAN}{end}", Tail(True, "may", voice)),
        (f"(?:{plain}|{nai}ない){_CHOOSE}{end}", Tail(True, "may", voice)),
        (f"{onbin}{te}も?{_EVEN}{end}", Tail(True, "may", voice)),
        (f"{plain}{_CANNOT}{end}", Tail(False, "cannot", voice)),
        (f"{onbin}{te}は(?:ならない|なりません|いけない|いけません){end}", Tail(False, "cannot", voice)),
        (
            f"{nai}(?:なければ|なくては|ねば)(?:ならない|なりません|いけない|いけません){end}",
            Tail(True, "must", voice),
        ),
        (f"{plain}(?:必要|義務)が(?:ある|あります){end}", Tail(True, "must", voice)),
        (f"{nai}なくても{_EVEN}{end}", Tail(False, "need_not", voice)),
        (f"{plain}(?:必要|義務)(?:は|が|も)(?:ない|無い|ありません){end}", Tail(False, "need_not", voice)),
    ]
    if not final:
        found += [
            (f"{yes}(?:わけ|の)では(?:なく|無く)", Tail(False, "is", voice)),
            (f"(?:{masu}|{onbin}{te}|{on}|{onbin}{te}おり)", Tail(True, "is", voice)),
            (f"(?:{nai}(?:ず|ずに|なく|なくて)|{onbin}{te}おらず)", Tail(False, "is", voice)),
        ]
    return found


def _copula(final: bool) -> list[tuple[str, Tail]]:
    end = "" if final else _AFTER
    found = [
        (f"(?:である|です|だ|であります|となる|となります|とする){end}", Tail(True)),
        (f"では?(?:ない|無い|ありません){end}", Tail(False)),
    ]
    if final:
        found.append(("", Tail(True)))
    else:
        found += [("(?:であり|で)", Tail(True)), ("では?(?:なく|無く)", Tail(False))]
    return found
