"""Boards made at random for the properties and the comparison with the independent checker."""

import random
from typing import Any

ALONE = [
    "creature",
    "creature",
    "creature",
    "tamaseed",
    "cross_gear",
    "psychic_creature",
    "dragheart",
    "field",
]
OTHERS = ["spell", "forbidden_core", "psychic_cell", "weapon"]
EVOLUTIONS = ["none", "none", "normal", "V", "GV", "star", "s_max", "super_infinite", "graveyard_GV"]


def random_case(seed: int, number: int = 0) -> dict[str, Any]:
    """Return a case: a board of up to about fifteen cards and up to five events, by seed."""
    rng = random.Random(seed)
    cards: dict[str, dict[str, Any]] = {}

    def new(kinds: list[str], **more: Any) -> str:
        key = f"c{len(cards)}"
        kind = rng.choice(kinds)
        cards[key] = {"types": [kind], **more}
        if kind in ("creature", "psychic_creature", "tamaseed") and rng.random() < 0.5:
            cards[key]["power"] = rng.choice([-1000, 0, 0, 1000, 3000, 5000])
        if kind == "field" and rng.random() < 0.6:
            cards[key]["subtypes"] = ["D2"]
        return key

    zone: dict[str, list[list[str]]] = {"self": [], "opponent": []}
    for _ in range(rng.randint(1, 5)):
        top = new(ALONE if rng.random() < 0.8 else OTHERS)
        if cards[top]["types"][0] in ("creature", "psychic_creature", "cross_gear"):
            cards[top]["evolution"] = rng.choice(EVOLUTIONS)
        stack = [top, *(new(ALONE + OTHERS) for _ in range(rng.choice([0, 0, 1, 1, 2, 3])))]
        zone[rng.choice(["self", "self", "opponent"])].append(stack)
    situation: dict[str, Any] = {"cards": cards, "battle_zone": zone}
    mine = [o[0] for o in zone["self"] if cards[o[0]]["types"][0] == "creature"]
    if len(mine) > 1 and rng.random() < 0.7:
        chain = mine[: rng.choice([2, 3])]
        for stack in zone["self"]:
            for card in stack:
                if rng.random() < 0.8:
                    cards[card]["god"] = True
        pairs = [[a, b] for i, a in enumerate(cards) for b in list(cards)[i + 1 :] if rng.random() < 0.5]
        situation["links"] = [chain]
        situation["link_partners"] = pairs
    # Some spells under another card have only what is printed on them; some of those are twinpacts.
    below = random.Random(f"{seed} printed")
    for side in zone.values():
        for card in (c for o in side for c in o[1:] if cards[c]["types"] == ["spell"]):
            if below.random() < 0.5:
                del cards[card]["types"]
                cards[card]["printed_types"] = ["creature", "spell"] if below.random() < 0.5 else ["spell"]
    tops = [o[0] for side in zone.values() for o in side]
    creatures = [t for t in tops if cards[t]["types"][0] in ("creature", "psychic_creature")]
    attachments = []
    for how, kind in (("crossed", "cross_gear"), ("equipped", "weapon")):
        free = [
            o[0] for side in zone.values() for o in side if cards[o[0]]["types"] == [kind] and len(o) == 1
        ]
        if free and creatures and rng.random() < 0.7:
            attachments.append({"card": free[0], "to": rng.choice(creatures), "how": how})
    others: dict[str, dict[str, list[str]]] = {"self": {}, "opponent": {}}
    if rng.random() < 0.4:
        others["self"]["deck"] = [new(ALONE) for _ in range(rng.choice([0, 1]))]
    if rng.random() < 0.5:
        others["opponent"]["graveyard"] = [new(ALONE + OTHERS) for _ in range(rng.choice([1, 2]))]
    if rng.random() < 0.5:
        others["self"]["hand"] = [new(["creature", "field", "field", "tamaseed"])]
    if rng.random() < 0.4:
        shield, castle = new(ALONE), new(["castle"])
        others["self"]["shield_zone"] = [shield, castle]
        attachments.append({"card": castle, "to": shield, "how": "fortifies"})
    situation["other_zones"] = others
    situation["attachments"] = attachments
    situation["effects"] = [
        {
            "id": f"e{i}",
            "applied_to": rng.choice(tops),
            "aimed_at": rng.choice(["creature", "object"]),
            "power_delta": d,
        }
        for i, d in enumerate(rng.sample([-6000, -3000, -1000, 2000], rng.choice([0, 1, 2])))
    ]
    situation["status"] = {t: rng.choice(["tapped", "untapped"]) for t in tops if rng.random() < 0.5}
    return {
        "id": f"random-{seed}-{number}",
        "mode": "board",
        "source": {"page": "p", "ruling_date": "2022-08-01"},
        "situation": situation,
        "events": _events(rng, cards, tops, creatures, others),
        "expected": {"verdict": "none", "holds": []},
    }


def _events(
    rng: random.Random,
    cards: dict[str, dict[str, Any]],
    tops: list[str],
    creatures: list[str],
    others: dict[str, dict[str, list[str]]],
) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    for _ in range(rng.randint(0, 3)):
        verb = rng.choice(
            ["top", "top", "top", "whole", "destroy", "battle", "enter", "shield", "direct", "check"]
        )
        to = rng.choice(["hand", "graveyard", "mana_zone", "deck"])
        if verb in ("top", "whole"):
            scope = "top_card_only" if verb == "top" else "whole_object"
            events.append(
                {"do": "leave", "card": rng.choice(tops), "scope": scope, "to": to, "cause": "unspecified"}
            )
        elif verb == "destroy":
            events.append({"do": "destroy", "card": rng.choice(tops)})
        elif verb == "battle" and len(creatures) > 1:
            winner, loser = rng.sample(creatures, 2)
            events.append({"do": "battle", "winner": winner, "loser": loser})
        elif verb == "enter" and others["self"].get("hand"):
            events.append({"do": "enter", "card": others["self"]["hand"][0]})
        elif verb == "shield" and others["self"].get("shield_zone"):
            card = others["self"]["shield_zone"][0]
            events.append({"do": "move", "card": card, "from": "shield_zone", "to": "hand"})
        elif verb == "direct" and tops:
            events.append(
                {"do": "direct_attack", "by": tops[0], "player": "self", "redirected": rng.random() < 0.4}
            )
        elif verb == "check":
            events.append({"do": "sba_check"})
    return [*events, {"do": "sba_check"}]


def document(cases: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a scenario file of these cases."""
    return {"meta": {"game": "dm", "pages": {}}, "cases": cases}
