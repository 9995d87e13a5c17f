"""Abilities of Duel Masters cards that running text quotes: ``《…》の「…離れた時」の能力``, ``《…》は「マッハファイター」で``."""

import re

from ingest.extraction.card_facts import CardFacts, ability_cues, labelled
from ingest.extraction.cards_dm import parameters
from ingest.extraction.flow import Flow
from ingest.extraction.reader import Context, PageReader
from ingest.extraction.writing import iri, term

__all__ = ["quoted_abilities"]

_QUOTED = re.compile(
    r"《(?P<card>[^《》\n]{1,60})》(?P<how>の|は|が)(?P<open>「)(?P<text>(?:[^「」]|「[^「」]*」){2,160})」(?P<after>[^。、]{0,12})"
)
_ABILITY = re.compile(r"(?:という|との)?の?(?:能力|効果)")
_BY = re.compile(r"(?:により|によって|で|を持|の能力|の効果|の処理|は(?:出|有効)|を使)")
_ARRIVAL = re.compile(r"^(?:バトルゾーンに)?出た(?:時|とき)$")


def quoted_abilities(reader: PageReader, context: Context, flow: Flow) -> None:
    """Read the abilities that a running text quotes from cards, each once on a page."""
    if "》" not in flow.folded or "「" not in flow.folded:
        return
    for m in _QUOTED.finditer(flow.folded):
        found = reader.entities.card(flow.text[m.start("card") : m.end("card")])
        if found.sort != "card":
            continue
        facts = CardFacts(reader, context, found.face or found.node, m["card"])
        keyword = labelled(reader.game, "Keywords", m["text"])
        if keyword and _BY.match(m["after"]):
            facts.add("tcg:hasKeyword", iri(keyword.iri))
        elif _ARRIVAL.match(m["text"]) and _ABILITY.match(m["after"]):
            facts.add("tcg:does", term("dm:ArrivalTrigger"))
        elif len(m["text"]) >= 8 and _ABILITY.match(m["after"]) and m["how"] == "の":
            key = (facts.subject.value, m["text"])
            if key not in reader.quoted:
                reader.quoted.add(key)
                whole = (
                    m["text"] + flow.folded[m.end() :].partition("。")[0][:120]
                )  # what it does may follow the quotation
                kinds = ability_cues(reader.game).kinds(m["text"])
                if "Relink" not in kinds and "Relink" in ability_cues(reader.game).kinds(whole):
                    kinds.append("Relink")
                ability = facts.ability(flow, m.start("text"), m.end("text"), kinds, reader.game)
                parameters(facts, ability, kinds, whole)
