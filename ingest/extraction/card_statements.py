"""Facts about Yu-Gi-Oh cards that statements give in passing: ``「…」の場合は戦士族を装備対象に選択する``."""

import re

from ingest.extraction.card_facts import CardFacts
from ingest.extraction.cards_ygo import costs, equip_condition
from ingest.extraction.flow import Flow
from ingest.extraction.reader import Context, PageReader
from ingest.extraction.writing import boolean, string, term

__all__ = ["card_statements"]

_CARDS = r"(?P<cards>(?:[「《][^「」《》]{2,30}[」》][、,・や]?)+)"
_NAME = re.compile(r"[「《](?P<name>[^「」《》]{2,30})[」》]")
_CASE = re.compile(
    rf"^{_CARDS}(?:等|など)?(?:の場合は?|では|は)[、,]?(?P<what>[^。]{{2,60}}?)(?:を|から|の中から)?(?:装備)?対象(?:として|に|を)?選(?:択|ぶ|び)"
)
_SAID = re.compile(
    rf"^{_CARDS}(?:等|など)?を発動(?:する|した)(?:場合|とき|時|には)[は、,]*(?P<what>[^。]{{2,60}})"
)
_COSTLY = re.compile(rf"(?:発動(?:時|する(?:ため|為)?)?に?コストが必要な[^。()「」]{{0,12}})[:：]?{_CARDS}")
_KEPT = re.compile(
    rf"維持(?:する(?:ため|為))?に?(?:は)?コストが必要な[^。]{{0,30}}。?\(?(?:現時点(?:では)?)?{_CARDS}(?:のみ|だけ|など|等)?"
)
_GRAVE = re.compile(
    rf"墓地(?:の|に存在する)[^。]{{0,16}}(?:装備)?対象に(?:する|取る|とる)[^。]{{0,60}}。?\s*\({_CARDS}(?:など|等)?\)"
)
_ASKED = re.compile(r"族|[地水炎風光闇神]属性|(?:レベル|星)\d|攻撃力|守備力")


def card_statements(reader: PageReader, context: Context, flow: Flow, start: int, end: int) -> None:
    """Read the facts that one statement gives about the cards it names (Yu-Gi-Oh pages)."""
    text = flow.folded[start:end]
    if "「" not in text and "《" not in text:
        return
    written = flow.text[start:end]

    def cards(m: "re.Match[str]") -> list[CardFacts]:
        raw = written[m.start("cards") : m.end("cards")]
        found = [reader.entities.card(n["name"]) for n in _NAME.finditer(raw)]
        return [CardFacts(reader, context, f.node, "") for f in found if f.sort == "card"]

    if m := _CASE.search(text):
        for facts in cards(m):
            _target(facts, m["what"])
    if m := _SAID.search(text):
        for facts in cards(m):
            costs(facts, m["what"], maintenance=False)
    if m := _COSTLY.search(text):
        for facts in cards(m):
            facts.add("ygo:hasActivationCost", boolean(True))
    if m := _KEPT.search(text):
        for facts in cards(m):
            facts.add("ygo:hasMaintenanceCost", boolean(True))
    if m := _GRAVE.search(text):
        for facts in cards(m):
            facts.add("ygo:targetsIn", term("ygo:Graveyard"))
            facts.add("tcg:does", term("ygo:TargetAGraveyard"))


def _target(facts: CardFacts, what: str) -> None:
    """Where the target is chosen from, and what it must be like."""
    if "墓地" in what:
        side = "self" if "自分" in what else "opponent" if "相手" in what else "either"
        facts.add("ygo:targetsIn", term("ygo:Graveyard"))
        facts.add("ygo:targetSide", string(side))
        kind = {
            "self": "TargetOwnGraveyard",
            "opponent": "TargetOpponentsGraveyard",
            "either": "TargetAGraveyard",
        }[side]
        facts.add("tcg:does", term(f"ygo:{kind}"))
        return
    if "表側" in what or "族" in what or "属性" in what or "レベル" in what:
        facts.add("ygo:targetsIn", term("ygo:MonsterZone"))
    if _ASKED.search(what):  # a statement says whom it chooses; card text would say whom alone it can equip
        equip_condition(facts, what.removesuffix("モンスター") + "モンスターにのみ装備可能")
