# ---
# code: TC1601
# kinds: [K16]
# severity: error
# status: real
# title:
#   ja: "カードのデータと食い違う"
#   en: "Contradicts the card"
# means:
#   ja: "例や別のページの書くカードの値（文明、コスト、パワー、種類、装備の条件）が、カードの枠と違います。"
#   en: "An example or another page gives a card a value that its box does not have."
# fix:
#   ja: "カードで確かめ、誤っている方を直してください。"
#   en: "Look at the card and correct the wrong place."
# message:
#   ja: "《{card}》の値が {one} と {two} とで食い違います。"
#   en: "The values given for 《{card}》 differ: {one} and {two}."
# example:
#   - 《黒い獣》: |2
#       *《黒い獣》
#       |黒い獣 VR 闇文明 (7)|
#       |クリーチャー：ダークロード 9000|
#     《黒い獣》の使い方: |2
#       *《黒い獣》の使い方
#       -光文明の獣の例として、《黒い獣》がいる。
# look_alike:
#   - 《黒い獣》: |2
#       *《黒い獣》
#       |黒い獣 VR 闇文明 (7)|
#       |クリーチャー：ダークロード 9000|
#     《黒い獣》の使い方: |2
#       *《黒い獣》の使い方
#       -闇文明の獣の例として、《黒い獣》がいる。
# ---
"""Examples and boxes that contradict the box of a card."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView, Span
from ontology.namespaces import fold_name

__all__ = ["gather", "judge"]

_HEAD = re.compile(
    r"^\|(?:\[\[)?(?P<name>[^|\n]+?)(?:\]\])? +(?:[A-Z]{1,3} +)?(?P<civ>[^| \n]*文明) *[(（](?P<cost>[0-9]+)[)）] *\|",
    re.M,
)
_BODY = re.compile(
    r"^\|(?P<type>[^|:：\n]+?)(?:[:：](?P<race>[^|\n]*?))?(?: +(?P<power>[0-9]+)\+?)? *\|", re.M
)
_ONLY = re.compile(r"(?P<what>[一-龥ァ-ヴー]+(?:族|属性))(?:の)?モンスター(?:１体)?に(?:のみ|だけ)装備")
_STATS = re.compile(
    r"(?:星|★|レベル|ランク)(?P<level>[0-9]{1,2})[/／](?P<attribute>[光闇地水炎風神])属性[/／](?P<race>[一-龥ァ-ヴー]+族)(?:[/／][^/／\n]*?)*?"
    r"[/／]攻(?:撃力)? ?(?P<attack>[0-9]+)[/／]守(?:備力)? ?(?P<defense>[0-9]+)"
)
_WIDE = str.maketrans("０１２３４５６７８９", "0123456789")
_NAMED = r"(?:\[\[)?(?:「[^「」\n]*」>)?(?:《(?P<name>[^《》\n]+)》|「(?P<quoted>[^「」\n]+)」)(?:\]\])?"
_RACE = r"[ァ-ヴー一-龥][ァ-ヴー一-龥・]*"
_EXAMPLES = (
    (
        "civ",
        re.compile(
            rf"(?P<value>[光水闇火自然]{{1,2}})文明の[^。\n]{{0,16}}?(?:例えば|例|には)[^。\n]{{0,8}}?{_NAMED}"
        ),
    ),
    ("power", re.compile(rf"パワー *(?P<value>[0-9]+)の{_NAMED}")),
    ("power", re.compile(rf"{_NAMED}のパワーは、?(?P<value>[0-9]+)(?=である|です|だ|。|\n|$)")),
    ("cost", re.compile(rf"コスト *(?P<value>[0-9]+)の{_NAMED}")),
    ("cost", re.compile(rf"{_NAMED}のコストは、?(?P<value>[0-9]+)(?=である|です|だ|。|\n|$)")),
    ("race", re.compile(rf"{_NAMED}の種族は、?(?P<value>{_RACE})(?:である|です|だ|。|\n|$)")),
    ("attack", re.compile(rf"攻撃力 *(?P<value>[0-9]+)の{_NAMED}")),
    ("attack", re.compile(rf"{_NAMED}の(?:元々の)?攻撃力は、?(?P<value>[0-9]+)(?=である|です|だ|。|\n|$)")),
    ("defense", re.compile(rf"守備力 *(?P<value>[0-9]+)の{_NAMED}")),
    ("defense", re.compile(rf"{_NAMED}の(?:元々の)?守備力は、?(?P<value>[0-9]+)(?=である|です|だ|。|\n|$)")),
    ("level", re.compile(rf"レベル *(?P<value>[0-9]+)の{_NAMED}")),
    ("level", re.compile(rf"{_NAMED}のレベルは、?(?P<value>[0-9]+)(?=である|です|だ|。|\n|$)")),
    (
        "attribute",
        re.compile(rf"{_NAMED}の属性は、?(?P<value>[光闇地水炎風神])(?:属性)?(?=である|です|だ|。|\n|$)"),
    ),
    (
        "race",
        re.compile(
            rf"種族が(?P<value>{_RACE})の(?:クリーチャー|モンスター)[^。\n]{{0,12}}?(?:例えば|例|には)[^。\n]{{0,8}}?{_NAMED}"
        ),
    ),
    (
        "type",
        re.compile(
            rf"(?P<value>クリーチャー|呪文|城|クロスギア|フィールド|タマシード)の例(?:は|として|には)[^。\n]{{0,4}}?{_NAMED}"
        ),
    ),
    (
        "equip",
        re.compile(
            rf"{_NAMED}は、?(?P<value>[一-龥ァ-ヴー]+(?:族|属性))(?:の)?モンスターに(?:も|は)?装備(?:できる|できます|可能)"
        ),
    ),
)


_WORDS = {
    "civ": "文明の",
    "power": "パワー",
    "cost": "コスト",
    "attack": "攻撃力",
    "defense": "守備力",
    "level": "レベル",
    "attribute": "の属性は",
    "race": "種族",
    "type": "の例",
    "equip": "モンスターに",
}


@dataclass(frozen=True, slots=True)
class _Fact:
    box: bool
    game: str
    name: str
    shown: str
    sort: str
    value: str
    place: Span


def gather(page: PageView) -> Iterator[_Fact]:
    """Values in card boxes, and values that examples give."""
    text = page.text.translate(_WIDE)  # character by character, so that places stay
    for head in _HEAD.finditer(text):
        shown = head["name"].strip()
        name = fold_name(shown)
        at = Span(page.iri, *head.span())
        for civ in head["civ"].replace("文明", "").split("/"):
            yield _Fact(True, page.game, name, shown, "civ", civ, at)
        yield _Fact(True, page.game, name, shown, "cost", head["cost"], at)
        body = _BODY.match(text, head.end() + 1)
        if body:
            below = Span(page.iri, *body.span())
            yield _Fact(True, page.game, name, shown, "type", body["type"], below)
            for race in re.split(r"[/／]", body["race"] or ""):
                if race.strip():
                    yield _Fact(True, page.game, name, shown, "race", race.strip(), below)
            if body["power"]:
                yield _Fact(True, page.game, name, shown, "power", body["power"], below)
    if page.title.startswith("《"):
        title = page.title.partition("/")[0] if page.game == "ygo" else page.title  # 《name/English name》
        for stats in _STATS.finditer(text):
            at = Span(page.iri, *stats.span())
            for sort, value in stats.groupdict().items():
                yield _Fact(True, page.game, fold_name(title), title.strip("《》"), sort, value, at)
        for only in _ONLY.finditer(page.text):
            yield _Fact(
                True,
                page.game,
                fold_name(page.title),
                page.title,
                "equip",
                only["what"],
                Span(page.iri, *only.span()),
            )
    for sort, pattern in _EXAMPLES:
        if _WORDS[sort] not in text:
            continue  # saves trying every name of a page
        for found in pattern.finditer(text):
            name = found["name"] or found["quoted"]
            yield _Fact(
                False, page.game, fold_name(name), name, sort, found["value"], Span(page.iri, *found.span())
            )


def judge(facts: Iterable[_Fact]) -> Iterator[Match]:
    """Compare all with the boxes: box against box for values that a card has once, example against box for all."""
    everything = list(facts)
    boxes: dict[tuple[str, str, str], list[_Fact]] = defaultdict(list)
    for fact in everything:
        if fact.box:
            boxes[(fact.game, fact.name, fact.sort)].append(fact)
    seen = set()
    for fact in everything:
        known = boxes.get((fact.game, fact.name, fact.sort), [])
        if not known or any(
            _agrees(fact, other) for other in known if other.place.page != fact.place.page or not fact.box
        ):
            continue
        others = [o for o in known if o.place.page != fact.place.page]
        if not others or (fact.box and fact.sort in ("civ", "race")):
            continue
        pair = (
            min(fact.place.page, others[0].place.page),
            fact.name,
            fact.sort,
            max(fact.place.page, others[0].place.page),
        )
        if pair not in seen:
            seen.add(pair)
            yield Match(
                (others[0].place, fact.place), {"card": fact.shown, "one": others[0].value, "two": fact.value}
            )


def _agrees(fact: _Fact, other: _Fact) -> bool:
    if fact.sort in ("type", "race"):
        return fact.value in other.value or other.value in fact.value
    return fact.value == other.value
