"""Properties that hold on every board, over generated ones."""

import os
from typing import Any

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ontology.reasoner import Derivation, derive, load_scenarios
from tests.reasoner.boards import document, random_case
from tests.reasoner.compare import seen_by_reasoner

# 5,000 boards in all properties together when SAITEI_BOARDS=1250; the default keeps a test run short.
COUNT = int(os.environ.get("SAITEI_BOARDS", "25"))
boards = settings(max_examples=COUNT, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(min_value=10_000, max_value=10_000_000)


def run(case: dict[str, Any]) -> Derivation:
    file = load_scenarios(yaml.safe_dump(document([case]), sort_keys=False) + "\n", name=case["id"])
    return derive(file.cases[0], explain=False)[0]


@boards
@given(seeds)
def test_every_card_is_in_exactly_one_place(seed: int) -> None:
    case = random_case(seed)
    for outcome in run(case).outcomes:
        seen = seen_by_reasoner(outcome)
        places = [c for stack in seen["stacks"] for c in stack] + [c for c, _ in seen["zones"]]
        places += [s.arguments[0].string for s in outcome.state if s.name == "loose"]
        assert sorted(places) == sorted(case["situation"]["cards"])


@boards
@given(seeds)
def test_no_improper_link_survives_and_a_stable_board_is_a_fixed_point(seed: int) -> None:
    case = random_case(seed)
    for outcome in run(case).outcomes:
        seen = seen_by_reasoner(outcome)
        cards = case["situation"]["cards"]
        pairs = [set(p) for p in case["situation"].get("link_partners", [])]
        tops = {stack[0] for stack in seen["stacks"]}
        for a, b in seen["links"]:
            assert cards[a].get("god") and cards[b].get("god") and {a, b} in pairs
            assert {a, b} <= tops
    again = dict(case, events=[*case["events"], {"do": "sba_check"}])
    assert {o.state for o in run(case).outcomes} == {o.state for o in run(again).outcomes}


@boards
@given(seeds, st.randoms(use_true_random=False))
def test_the_order_of_independent_events_does_not_matter(seed: int, rng: Any) -> None:
    case = random_case(seed)
    zone = case["situation"]["battle_zone"]
    tops = [stack[0] for side in ("self", "opponent") for stack in zone.get(side, [])]
    case["situation"].pop("links", None)
    case["situation"]["attachments"] = []
    case["situation"]["other_zones"] = {}
    events = [
        {"do": "leave", "card": t, "scope": "top_card_only", "to": "hand", "cause": "unspecified"}
        for t in tops[:3]
    ]
    shuffled = list(events)
    rng.shuffle(shuffled)
    check = [{"do": "sba_check"}]
    kept = {
        "cards": dict(case["situation"]["cards"].items()),
        **{k: v for k, v in case["situation"].items() if k != "cards"},
    }
    first, second = (run(dict(case, situation=kept, events=[*e, *check])) for e in (events, shuffled))
    assert {o.state for o in first.outcomes} == {o.state for o in second.outcomes}


@boards
@given(seeds)
def test_relabelling_cards_changes_nothing(seed: int) -> None:
    case = random_case(seed)
    new = {key: f"Kärte {n} 「{key}」" for n, key in enumerate(reversed(list(case["situation"]["cards"])))}

    def relabel(value: Any) -> Any:
        if isinstance(value, dict):
            return {new.get(k, k): relabel(v) for k, v in value.items()}
        if isinstance(value, list):
            return [relabel(v) for v in value]
        return new.get(value, value) if isinstance(value, str) else value

    old = [seen_by_reasoner(o) for o in run(case).outcomes]
    renamed = [seen_by_reasoner(o) for o in run(relabel(case)).outcomes]

    def back(seen: dict[str, Any]) -> str:
        names = {v: k for k, v in new.items()}

        def one(item: Any) -> Any:
            return tuple(names.get(x, x) for x in item) if isinstance(item, tuple) else names.get(item, item)

        return str({k: sorted(map(str, map(one, v))) for k, v in seen.items()})

    plain = [str({k: sorted(map(str, v)) for k, v in seen.items()}) for seen in old]
    assert sorted(plain) == sorted(back(s) for s in renamed)
