"""What a question and what is known tell of its cards: their kinds, and who may be linked with whom."""

import re
from collections.abc import Mapping

from ingest.claims.boards_table import BoardTable
from ingest.claims.draft import Draft
from ingest.claims.told import Told
from ontology.graph import GraphReader
from ontology.reasoner.dm_cards import dm_card_facts
from ontology.reasoner.game import CardFacts
from ontology.reasoner.ygo_cards import ygo_card_facts

__all__ = ["kind_spans", "known_facts", "name_of", "note_kinds", "note_partners"]


def known_facts(told: Told, game: str, graph: GraphReader | None) -> dict[str, CardFacts]:
    """Return what is known of the cards of a question by their names."""
    return dict((dm_card_facts if game == "dm" else ygo_card_facts)(told.names, graph))


def name_of(draft: Draft, card: str) -> str:
    """Return the name (or label) of a card of the draft."""
    return str(draft.cards[card].get("name") or draft.cards[card].get("label"))


def note_kinds(draft: Draft, told: Told, table: BoardTable, known: Mapping[str, CardFacts]) -> None:
    """Note the kinds of the cards: from the words before or behind a name, else from what is known of it."""
    for at, character in enumerate(told.text):
        if not "\ue000" <= character <= "\uf7ff":
            continue
        card = told.card(character)
        before, after = told.text[max(0, at - 24) : at], told.text[at + 1 : at + 24]
        for word, bracketed, facts in table.kinds:
            if word.search(before) or bracketed.match(after):
                for key, value in facts.items():
                    draft.cards[card].setdefault(key, value if not isinstance(value, list) else list(value))
                draft.typed.add(card)
                break
        if re.match(r"\(ゴッドでは(?:ない|なく)", after):
            draft.cards[card]["god"] = False
            draft.cards[card].setdefault("types", ["creature"])
            draft.typed.add(card)
    for number, name in enumerate(told.names):
        if name in known:
            _known(draft, f"c{number + 1}", known[name])


def _known(draft: Draft, card: str, known: CardFacts) -> None:
    """What is known of a card by its name, where the question does not tell."""
    here = draft.cards[card]
    if known.partners and draft.game == "dm":  # only gods have partners to be linked with
        here["god"] = True
        here.setdefault("types", ["creature"])
        draft.typed.add(card)
    types = known.attributes.get("type")
    if draft.game == "ygo" and isinstance(types, list) and "types" not in here:
        here["types"] = [str(t) for t in types]
        draft.typed.add(card)
    if "requires" in known.attributes or "revive_then_equip" in known.does:
        here.setdefault("types", ["equip_spell"])
        draft.typed.add(card)


def kind_spans(told: Told, table: BoardTable) -> list[tuple[int, int]]:
    """Return the places of the words that tell the kind of a card."""
    spans = []
    for at, character in enumerate(told.text):
        if "\ue000" <= character <= "\uf7ff":
            before = told.text[max(0, at - 24) : at]
            found = next((m for word, _, _ in table.kinds if (m := word.search(before))), None)
            after = next((m for _, word, _ in table.kinds if (m := word.match(told.text, at + 1))), None)
            spans += [(at - len(found.group()), at)] if found else []
            spans += [after.span()] if after else []
    return spans


def note_partners(draft: Draft, known: Mapping[str, CardFacts]) -> None:
    """Partners that the facts of the cards name; without them those of the question are all there is."""
    names = {str(c.get("name")): i for i, c in draft.cards.items()}
    if not draft.chains:
        return
    for name, card in names.items():
        for partner in known[name].partners if name in known else ():
            for other, other_id in names.items():
                if other_id != card and (other == partner or partner in other):
                    pair = [card, other_id]
                    if pair not in draft.partners and pair[::-1] not in draft.partners:
                        draft.partners.append(pair)
