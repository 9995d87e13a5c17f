"""Claims: what a sentence says, as far as it is certain.

A sentence is cut at its condition markers; the end of the main clause gives predicate, polarity and modality; the
content words of main clause and conditions are kept as sets. A sentence whose end is not understood is no claim.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from sys import intern

from ontology.checking.cues import cue, cue_table
from ontology.checking.japanese import fold, sentences, small_kana_fold
from ontology.checking.pages import PageView
from ontology.checking.passages import Passage, passages

__all__ = ["Claim", "content_words", "page_claims", "read_claims", "read_sentence", "ruling_claim", "setting"]

_NAME = re.compile(r"《[^《》]*》|「[^「」]*」|[\"”“][^\"”“]*[\"”“]")
_PAREN = re.compile(r"\(([^()]*)\)|（([^（）]*)）")
_LEAD = re.compile(
    r"^(?:[-+□◇◆■・※●○*|>]+|ただし、?|但し、?|また、?|なお、?|さらに、?|例えば、?|その後、?|そのため、?|よって、?|したがって、?|はい、?|いいえ、?|この場合、?)+"
)
_WORD = re.compile(r"[一-龥々〆]+|[ァ-ヴー][ァ-ヴー・]*|[A-Za-z0-9]+(?:[.&\-][A-Za-z0-9]+)*|[\ue000-\uefff]")
_COMPOUND = re.compile(r"(?<![一-龥々])([一-龥々])[いきぎしちびみりえけげせぜべめれ]([一-龥々])[ぁ-ん]*$")
_VERB = re.compile(
    r"(?:(?<=[0-9])[枚体回人個つ](?:以上|以下)?)?([一-龥々]+|[ァ-ヴー]{2,}|[\ue000-\uefff])[ぁ-ん]*$"
)
_SINCE = re.compile(
    r"[0-9]{4}年(?:[0-9]{1,2}月)?(?:[0-9]{1,2}日)?(?:まで|以降|以後|以前|から|より前)(?:には|は|に)?、?"
)
_LIGHT = {
    "事",
    "場合",
    "時",
    "際",
    "為",
    "者",
    "物",
    "様",
    "方",
    "的",
    "等",
    "上記",
    "以上",
    "以下",
    "中",
    "上",
    "新",
    "可能",
}
_DENIED = re.compile(r"[ぁ-ん]{0,4}?(?:ない|なかつ|なけれ|なくて|ません|ずに)|[がはもの]?無[いくけ]")
_COUNTED = re.compile(r"([0-9]+|何|一|二|三|複数)(枚|体|つ|回|人|個)(目)?(以上|以下|まで|だけ|でも|のみ)?")
_BOUND = {"以上": "+", "以下": "-", "まで": "-", "だけ": "-", "のみ": "-"}
_TURN = re.compile(
    r"(?P<next>次の(?:(?:自分|相手)の)?ターン)|(?P<same>(?:その|この|同じ|同)ターン|(?<=[たる])ターン(?=[にはで]))"
)
_NEITHER = re.compile(
    r"^(?P<head>.*?[一-龥ァ-ヴー][ぁ-ん]{0,2}?(?<![必先])(?:[らわかさたばまがせで]|[いきしちにみりえけせてねめれべ]))ず(?:に)?(?!らない|とも|かわ|れる|済)、?(?=[一-龥ァ-ヴー])(?P<rest>.*)$"
)
_CAPPED = re.compile(
    r"^(?P<where>.*?[にへ])?(?P<act>[一-龥ァ-ヴー]+[ぁ-ん]*?(?:られる|れる|できる|せる|てる|べる|える|ける|げる))(?P<what>[一-龥ァ-ヴー]+)は、?(?P<count>[0-9]+(?:枚|体|つ|回|人|個))(?:まで|だけ|のみ|が上限)(?:である|です|だ)?$"
)
_OWNERS = ("自分", "相手", "持ち主", "持主")
_THIS = re.compile(
    r"この(?:クリーチャー|モンスター|カード|呪文|魔法|罠|城|クロスギア|タマシード)(?=[はがをの])"
)
_SETTING = re.compile(
    r"(?P<setting>(?:「[^「」]*」|《[^《》]*》|[^。「《])*?(?:場合|時|とき|際|間|限り|状況で|(?<!で)は))(?:に|は|で|には|でも)?、"
    r"|(?P<topic>[^。、]{2,40}?)は(?=[^、]*$)"
)
_ASKS = re.compile(r"(?:の|こと)?(?:です|でしょう)?か$")
_ENDS_AS_VERB = re.compile(r"[うくぐすつぬぶむるたいだ]$")
_DO = re.compile(r"(?:(?<=[がは一-龥ァ-ヴー])|(?<=[^で]も)|を|に(?=参加))(?:行|生|発生|起|参加)[ぁ-ん]*$")


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim. `verb` is the stem of the predicate, `positive` its polarity, `modality` is, may, must or cannot.

    `marked`: it says itself that it is an exception (ただし); `excepts`: it says what it does not cover (以外, 除く).
    `words` and `conditions` are the content words of the main clause and of its conditions; `names` are names in
    《》 or 「」 anywhere. Claims hold IRIs, not pages, so that those of a large wiki fit in memory.
    """

    iri: str
    page: str
    game: str
    role: str
    sentence: str
    verb: str
    positive: bool
    modality: str
    zone: str | None
    words: frozenset[str]
    conditions: frozenset[str]
    names: frozenset[str]
    marked: bool
    excepts: bool
    valid_from: str | None
    valid_to: str | None
    page_date: str | None
    ruled: str | None
    exception_to: tuple[str, ...]
    cites: tuple[str, ...]

    @property
    def all_words(self) -> frozenset[str]:
        """Content words of the whole sentence but its predicate."""
        return self.words | self.conditions


@cache
def _zones() -> list[tuple[str, re.Pattern[str]]]:
    move = str(cue_table("zone_move"))
    return [
        (zone, re.compile("(?:" + "|".join(words) + ")(?:の(?:一番)?[上下])?" + move))
        for zone, words in cue_table("zones").items()
    ]


@cache
def _durations() -> list[tuple[str, re.Pattern[str]]]:
    table = cue_table("durations")
    return [(name, re.compile("|".join(map(small_kana_fold, words)))) for name, words in table.items()]


@cache
def _condition_end() -> re.Pattern[str]:
    return re.compile(str(cue_table("condition_end")))


def content_words(text: str) -> frozenset[str]:
    """Content words of a text: runs of kanji, of katakana, of letters and digits; names as they stand."""
    masked, names = _mask(fold(text))
    return _words(masked, names)


def read_claims(passage: Passage) -> Iterator[Claim]:
    """Yield the claims of a passage, sentence by sentence."""
    parts = [text for _, text in sentences(passage.text)]
    for sentence, following in zip(parts, [*parts[1:], ""], strict=True):
        excepts = following.lstrip().startswith(("（", "(")) and cue("excepts").search(fold(following))
        for shape in (sentence, *_said_besides(sentence)):
            claim = read_sentence(shape, passage)
            if claim is not None:
                sentence_ = claim.sentence if shape == sentence else _LEAD.sub("", sentence.strip())
                yield replace(claim, excepts=claim.excepts or bool(excepts), sentence=sentence_)


def _said_besides(sentence: str) -> Iterator[str]:
    """What a sentence says besides its end: that something does not happen (残らず破壊される), or how many at most."""
    text = _PAREN.sub("", fold(sentence)).rstrip("。")
    if found := _NEITHER.match(text):
        yield found["head"] + "ない。"
    if found := _CAPPED.match(_LEAD.sub("", text)):
        yield f"{found['where'] or ''}{found['what']}を{found['count']}まで{found['act']}ことができる。"


def ruling_claim(passage: Passage) -> Claim | None:
    """The claim that a ruling makes by answering はい or いいえ to its question.

    The cards of the sentences before the question belong to its board, so they are among its names.
    """
    verdict = passage.extract.one("verdict")
    asked = [text for _, text in sentences(passage.extract.one("question") or "")]
    if verdict not in ("yes", "no") or not asked:
        return None
    stated = _ASKS.sub("", fold(asked[-1]).rstrip("。?!"))
    if stated == fold(asked[-1]).rstrip("。?!"):
        return None
    claim = read_sentence(stated, passage)
    if claim is None or not claim.positive:
        return None
    scene = frozenset(intern(n) for s in asked[:-1] for n in _NAME.findall(fold(s)) if n[0] in "《「")
    claim = replace(claim, names=claim.names | scene)
    if verdict == "no":
        modality = "cannot" if claim.modality == "may" else claim.modality
        claim = replace(claim, positive=False, modality=modality)
    return replace(
        claim, role="ruling", sentence=f"{asked[-1].strip()} → {'はい' if verdict == 'yes' else 'いいえ'}"
    )


def setting(sentence: str) -> str:
    """The part of a sentence that tells when and of what it speaks; empty where it cannot be told from the rest.

    >>> setting("封印が付いているとき、そのクリーチャーは攻撃できない。")
    '封印が付いているとき'
    """
    found = _SETTING.match(_LEAD.sub("", sentence.strip()))
    return (found["setting"] or found["topic"]).removesuffix("は") if found else ""


def page_claims(page: PageView) -> list[Claim]:
    """Return the claims of a page; they are read once."""
    known: list[Claim] | None = page.memo.get("claims")  # type: ignore[assignment]
    if known is None:
        known = []
        for passage in passages(page):
            if passage.role == "answer" and (ruled := ruling_claim(passage)):
                known.append(ruled)
            known += read_claims(passage)
        page.memo["claims"] = known
    return known


def read_sentence(sentence: str, passage: Passage) -> Claim | None:
    """Read one sentence, or return None when its end is not certain."""
    masked, names = _mask(fold(sentence))
    bare = _LEAD.sub("", _PAREN.sub("", masked).rstrip("。.!？?！|~ "))
    if not bare or masked.endswith(("?", "か。", "か")) or "この限り" in bare:
        return None
    if passage.valid_from or passage.valid_to:
        bare = _SINCE.sub("", bare)  # the time in which it holds is no part of what it says
    conditions, main = _split(bare)
    modality, positive, head = _tail(main)
    if modality == "is" and positive and not _ENDS_AS_VERB.search(main):
        return None
    head = _DO.sub("", head)
    found = _COMPOUND.search(head) or _VERB.search(head)
    if found is None:
        return None
    verb = _unmask("".join(found.groups()), names)
    extract = passage.extract
    return Claim(
        iri=extract.iri,
        page=extract.page,
        game=passage.page.game,
        role=passage.role,
        sentence=_LEAD.sub("", sentence.strip()),
        verb=verb,
        positive=positive,
        modality=modality,
        zone=next((z for z, pattern in _zones() if pattern.search(main)), None),
        words=_words(head[: found.start(1)], names),
        conditions=frozenset().union(*(_words(c, names) for c in conditions)),
        names=frozenset(intern(n) for n in (*names, *_own(masked, passage)) if n[0] in "《「"),
        marked=bool(cue("exception_lead").search(masked)),
        excepts=bool(cue("excepts").search(masked)),
        valid_from=passage.valid_from if passage.role not in ("answer", "ruling") else None,
        valid_to=passage.valid_to,
        page_date=passage.page.date,
        ruled=extract.one("rulingDate"),
        exception_to=tuple(extract.all("exceptionTo")),
        cites=tuple(extract.all("cites") + extract.all("versionOf")),
    )


def _own(masked: str, passage: Passage) -> list[str]:
    """The card that 「このクリーチャー」 of a text means: the one of its page."""
    title = fold(passage.page.title)
    return [title if title[:1] == "《" else f"《{title}》"] if _THIS.search(masked) else []


def _words(text: str, names: list[str]) -> frozenset[str]:
    """Content words.

    One that its own okurigana denies (装備されなかった) is another word than the plain one; what someone owns
    (自分の手札) is one word with its owner; a number and its counter are one word.
    """
    folded = small_kana_fold(text).replace("あとに", "後に").replace("まえに", "前に").replace("以外", "他")
    folded = folded.replace("持ち主", "持主")
    found: set[str] = set()

    def counted(hit: re.Match[str]) -> str:
        bound = _BOUND.get(hit[4] or "", "") if not hit[3] else "目"
        found.add(intern(f"#{hit[2]}:{hit[1]}{bound}"))
        return "、"

    if "まで" in folded:
        for name, pattern in _durations():
            if pattern.search(folded):
                found.add(intern(f"#まで:{name}"))
                folded = pattern.sub("、", folded)
                break
    if "ターン" in folded:
        folded = _TURN.sub(lambda hit: "次ターン" if hit["next"] else "同ターン", folded)
    folded = _COUNTED.sub(counted, folded)
    owner = ""
    for hit in _WORD.finditer(folded):
        word = _unmask(hit.group(), names)
        if word in _LIGHT:
            continue
        denied = "¬" if _DENIED.match(folded, hit.end()) else ""
        if word in _OWNERS and folded[hit.end() : hit.end() + 1] == "の":
            owner = word
            continue
        found.add(intern(denied + (f"{owner}の" if owner else "") + word))
        owner = ""
    if owner:
        found.add(owner)
    return frozenset(found)


def _split(text: str) -> tuple[list[str], str]:
    """Split a sentence into its condition clauses and its main clause."""
    clauses = text.split("、")
    conditions: list[str] = []
    rest: list[str] = []
    for number, clause in enumerate(clauses):
        if number < len(clauses) - 1 and _condition_end().search(clause):
            conditions.append("、".join([*rest, clause]))
            rest = []
        else:
            rest.append(clause)
    return conditions, "、".join(rest)


def _tail(main: str) -> tuple[str, bool, str]:
    """Return modality, polarity and the clause without the tail that told them."""
    if double := cue("tail_double").search(main):
        modality, positive, head = _tail(main[: double.start()] + double.group(1))
        return ("may" if modality == "cannot" else modality), not positive, head
    for name, modality, positive in (
        ("tail_must", "must", True),
        ("tail_cannot", "cannot", False),
        ("tail_may", "may", True),
        ("tail_not", "is", False),
    ):
        found = cue(name).search(main)
        if found:
            # a potential form holds the stem of its verb: keep the kanji for the predicate
            stem = re.match(r"[一-龥々ァ-ヴー]+", found.group())
            kept = stem.group() if stem and not cue("tail_noun").fullmatch(stem.group()) else ""
            return modality, positive, main[: found.start()] + kept
    return "is", True, main


def _mask(text: str) -> tuple[str, list[str]]:
    """Replace quoted names by single private-use characters, so that nothing inside them is read as grammar."""
    names: list[str] = []

    def put(found: re.Match[str]) -> str:
        if found.group() not in names:
            names.append(found.group())
        return chr(0xE000 + names.index(found.group()) % 0xFFF)

    return _NAME.sub(put, text), names


def _unmask(word: str, names: list[str]) -> str:
    return names[ord(word) - 0xE000] if len(word) == 1 and "\ue000" <= word <= "\uefff" else word
