"""Forms for the cards of a board: put one on it, move it, take it off, link it, attach it."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from explorer.app import scenario_edit, words
from explorer.app.data.known_cards import KnownCard, known_card, link_pairs
from explorer.app.i18n import Texts
from explorer.app.scenario_edit import Document, case_of, situation_of
from explorer.app.session import Session
from ontology.reasoner.predicates import load_table

__all__ = ["cards", "joined", "namer"]

_FOUND = 30
_YGO_ZONES = ("monster_zone", "spell_trap_zone", "hand", "graveyard")
_DM_ZONES = ("battle_zone", "hand", "deck", "graveyard", "mana_zone", "shield_zone", "hyperspatial_zone")


def namer(document: Document) -> Callable[[str], str]:
    """Return what a card of the document is called in lists: its name, with its id where names repeat."""
    names = words.card_names(situation_of(document))
    listed = list(names.values())
    return lambda card: (
        f"{names.get(card, card)} ({card})"
        if listed.count(names.get(card, card)) > 1
        else names.get(card, card)
    )


def _ids(document: Document) -> list[str]:
    return [str(card) for card in situation_of(document).get("cards") or {}]


def cards(document: Document, session: Session) -> Document | None:
    """Offer to put a card on the board, to move one and to take one off; returns the changed document, if any."""
    text = session.text
    st.markdown(f"**{text('build.add')}**")
    attributes = _described(document, session)
    spot = _spot(document, session, key="add", types=(attributes or {}).get("types") or ())
    if st.button(
        text("build.put"),
        key="build-add",
        type="primary",
        icon=":material/add:",
        disabled=attributes is None,
    ):
        changed, card = scenario_edit.add_card(document, attributes or {})
        return scenario_edit.place(changed, card, **spot)
    present = _ids(document)
    if not present:
        return None
    st.markdown(f"**{text('build.move')}**")
    chosen = st.selectbox(text("build.which"), present, format_func=namer(document), key="build-move-card")
    spot = _spot(document, session, key="move", without=chosen)
    with st.container(horizontal=True):
        if st.button(text("build.move_there"), key="build-move", icon=":material/move_down:"):
            return scenario_edit.place(document, chosen, **spot)
        if st.button(text("build.take_off"), key="build-remove", icon=":material/delete:"):
            return scenario_edit.remove_card(document, chosen)
        if case_of(document)["game"] == "dm":
            tapped = (situation_of(document).get("status") or {}).get(chosen) == "tapped"
            label = text("build.untap") if tapped else text("build.tap")
            if st.button(label, key="build-tap", icon=":material/screen_rotation:"):
                return scenario_edit.set_status(document, chosen, "untapped" if tapped else "tapped")
    return None


def _described(document: Document, session: Session) -> dict[str, Any] | None:
    """Ask what card it is; returns its attributes, or None while it has no name."""
    text = session.text
    game = str(case_of(document)["game"])
    table = load_table(game)
    serial = len(_ids(document))  # fresh fields for each card
    typed = st.text_input(
        text("build.name"), key=f"build-name-{serial}", placeholder=text("build.name_hint")
    ).strip()
    if not typed:
        return None
    known = _found(typed, game, session)
    allowed = table.vocabulary("types")
    options = [*(hit.iri for hit in known), ""]
    labels = {hit.iri: hit.label for hit in known} | {"": text("build.label_only", name=typed)}
    picked = st.selectbox(
        text("build.card"), options, format_func=lambda iri: labels[iri], key=f"build-pick-{serial}-{typed}"
    )
    facts = (
        known_card(session.store, picked, labels[picked], allowed)
        if picked
        else KnownCard("", typed, game, ("creature",) if game == "dm" else ("monster",))
    )
    key = f"{serial}-{picked or typed}"
    said: dict[str, Any] = {"name" if picked else "label": facts.name}
    left, right = st.columns(2)
    show = _token(text)
    with left:
        said["types"] = st.multiselect(
            text("build.types"), allowed, default=facts.types, format_func=show, key=f"build-types-{key}"
        )
    if game == "dm":
        kinds = [str(kind) for kind in table.words["evolution"]]
        with right:
            evolution = st.selectbox(
                text("build.evolution"),
                kinds,
                index=kinds.index(facts.evolution) if facts.evolution in kinds else 0,
                format_func=lambda kind: text.get(f"evolution.{kind}", text("build.none")),
                key=f"build-evolution-{key}",
            )
        with left:
            said["god"] = st.toggle(text("build.god"), value=facts.god, key=f"build-god-{key}")
        with right:
            said["abilities"] = st.multiselect(
                text("build.abilities"),
                table.vocabulary("abilities"),
                format_func=show,
                placeholder=text("build.none"),
                key=f"build-abilities-{key}",
            )
        said["evolution"] = None if evolution == "none" else evolution
    elif not picked:
        with right:
            said |= _monster(key, session)
    return said


def _monster(key: str, session: Session) -> dict[str, Any]:
    """Ask for what Equip Spells look at in a monster that the graph does not know."""
    text, table = session.text, load_table("ygo")
    show = _token(text)
    found: dict[str, Any] = {}
    for name, listed in (("monster_type", "monster_types"), ("attribute", "attributes")):
        found[name] = st.selectbox(
            text(f"build.{name}"),
            ["", *table.vocabulary(listed)],
            format_func=lambda word: show(word) if word else text("build.unsaid"),
            key=f"build-{name}-{key}",
        )
    return found


def _found(typed: str, game: str, session: Session) -> list[Any]:
    """Return cards of the game whose name fits, best first."""
    hits = [hit.thing for hit in session.index().find(typed) if hit.thing.kind.key == "card"]
    return [thing for thing in hits if f"/{game}/card/" in thing.iri][:_FOUND]


def _token(text: Texts) -> Callable[[str], str]:
    return lambda word: text("build.none") if word == "none" else words.token(str(word), text)


def _spot(
    document: Document, session: Session, *, key: str, without: str = "", types: Sequence[str] = ()
) -> dict[str, Any]:
    """Ask where a card of these types is to lie; returns the arguments of `scenario_edit.place`."""
    text = session.text
    game = str(case_of(document)["game"])
    player_column, zone_column, third = st.columns(3)
    with player_column:
        player = st.selectbox(
            text("build.player"),
            scenario_edit.PLAYERS[game],
            format_func=lambda p: text(f"player.{p}"),
            key=f"build-player-{key}",
        )
    zones = _DM_ZONES if game == "dm" else _YGO_ZONES
    # What does not stand on the field by itself begins in the hand.
    held = bool(types) and not set(types) & {"monster", *load_table("dm").vocabulary("types")} - {"spell"}
    usual = "hand" if held else zones[0]
    with zone_column:
        zone = st.selectbox(
            text("build.zone"),
            zones,
            index=zones.index(usual),
            format_func=lambda z: text.get(f"zone.{z}", z),
            key=f"build-zone-{key}-{usual}",
        )
    spot: dict[str, Any] = {"player": player, "zone": zone}
    with third:
        if game == "dm" and zone == "battle_zone":
            called = namer(document)
            spot["under"] = st.selectbox(
                text("build.under"),
                [None, *_in_battle(document, without)],
                format_func=lambda c: text("build.alone") if c is None else called(c),
                key=f"build-under-{key}-{without}",
            )
        elif zone in ("monster_zone", "spell_trap_zone"):
            spot["position"] = st.selectbox(
                text("build.position"),
                ["face_up", "face_down"],
                format_func=_token(text),
                key=f"build-position-{key}",
            )
    return spot


def _in_battle(document: Document, without: str) -> list[str]:
    zones = (situation_of(document).get("battle_zone") or {}).values()
    listed = [c for stacks in zones for s in stacks for c in ([s] if isinstance(s, str) else s)]
    return [card for card in listed if card != without]


def joined(document: Document, session: Session) -> Document | None:
    """Offer to link and to attach cards; returns the changed document, if any."""
    if len(_ids(document)) < 2:
        st.caption(session.text("build.two_cards"))
        return None
    changed = _links(document, session) if case_of(document)["game"] == "dm" else None
    return _attachments(document, session) or changed


def _links(document: Document, session: Session) -> Document | None:
    text = session.text
    situation = situation_of(document)
    called = namer(document)
    tops = [
        s if isinstance(s, str) else s[0] for z in (situation.get("battle_zone") or {}).values() for s in z
    ]
    known = _known_links(document, tops, session)
    if known:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            place = st.selectbox(
                text("build.may_link"),
                range(len(known)),
                format_func=lambda n: f"{called(known[n][0])}＋{called(known[n][1])}",
                key=f"build-pair-{len(tops)}",
            )
            if st.button(text("build.join"), key="build-join", icon=":material/link:"):
                return scenario_edit.join(document, *known[place])
    else:
        st.caption(text("build.no_link_known"))
    with st.form("build-links", border=False):
        chain = st.multiselect(
            text("build.chain"), tops, format_func=called, placeholder=text("build.none"), key="build-chain"
        )
        pairs = {f"{a}+{b}": [a, b] for n, a in enumerate(tops) for b in tops[n + 1 :]}
        said = ["+".join(p) if "+".join(p) in pairs else "+".join(reversed(p)) for p in _partners(situation)]
        chosen = st.multiselect(
            text("build.partners"),
            list(pairs),
            default=[pair for pair in said if pair in pairs],
            format_func=lambda pair: "＋".join(called(card) for card in pairs[pair]),
            placeholder=text("build.partners_hint"),
            key=f"build-partners-{hash(str(situation))}",
        )
        if not st.form_submit_button(text("build.link"), icon=":material/link:"):
            return None
    changed = scenario_edit.link(document, chain) if chain else document
    return scenario_edit.set_partners(changed, [pairs[p] for p in chosen] or None)


def _partners(situation: dict[str, Any]) -> list[list[str]]:
    return [list(map(str, pair)) for pair in situation.get("link_partners") or []]


def _known_links(document: Document, tops: Sequence[str], session: Session) -> list[tuple[str, str]]:
    names = words.card_names(situation_of(document))
    found = link_pairs(session.store, [names[card] for card in tops if card in names])
    return [
        (a, b)
        for n, a in enumerate(tops)
        for b in tops[n + 1 :]
        if {(names.get(a), names.get(b)), (names.get(b), names.get(a))} & found
    ]


def _attachments(document: Document, session: Session) -> Document | None:
    text = session.text
    present, called = _ids(document), namer(document)
    ways = load_table("dm").vocabulary("attached_how") if case_of(document)["game"] == "dm" else ()
    with st.form("build-attach", border=False):
        left, right, third = st.columns(3)
        card = left.selectbox(text("build.attach_card"), present, format_func=called)
        to = right.selectbox(text("build.attach_to"), present, index=1, format_func=called)
        how = third.selectbox(text("build.attach_how"), ways, format_func=_token(text)) if ways else None
        if not st.form_submit_button(text("build.attach"), icon=":material/attach_file:"):
            return None
    if card == to:
        st.warning(text("build.not_itself"), icon=":material/error:")
        return None
    return scenario_edit.attach(document, card, to, how)
