"""Proofs: every step names a rule that fired, in words of both languages; a rejected rule has its reason."""

import re

import pytest
import yaml

from ontology.reasoner import derive, load_rules
from ontology.reasoner.rulebase import ROOT
from tests.reasoner.ygo.mutation import board_cases

PHRASES = yaml.safe_load((ROOT / "ygo" / "phrases.yaml").read_text(encoding="utf-8"))
CASES = {case.id: case for case in board_cases()}
SHOWN = ("ygo-chn-04", "ygo-chn-12", "ygo-res-05", "ygo-eqd-12", "ygo-mnt-04", "ygo-x-costs", "ygo-x-sweep")


@pytest.mark.parametrize("key", SHOWN)
def test_every_term_is_said_in_words(key: str) -> None:
    """No proof shows a bare term of the program; each premise and action has its phrase."""
    silent = {"check", "view", "compare", "no", "do", "happens", "event", "proposed"}
    for derivation in derive(CASES[key]):
        for outcome in derivation.outcomes:
            for fired in (f for step in outcome.steps for f in step.fired):
                assert fired.rule in load_rules("ygo").rules
                assert fired.action.name in PHRASES["actions"], fired.action
                for premise in fired.because:
                    inner = premise.arguments[0] if premise.name == "no" else premise
                    if inner.name in ("do", "happens", "event", "proposed"):
                        assert inner.arguments[0].name in PHRASES["actions"], inner
                    elif inner.name not in silent:
                        assert inner.name in PHRASES["premises"], inner


@pytest.mark.parametrize(
    ("lang", "step", "place"),
    [("ja", "装備される", "装備魔法 L11"), ("en", "is equipped to", "装備魔法 L11")],
)
def test_text_cites_the_page(lang: str, step: str, place: str) -> None:
    (derivation,) = derive(CASES["ygo-chn-04"])
    text = derivation.to_text(lang)
    assert step in text
    assert place in text
    assert "x-effect-while-equipped" in text, "the rule that is overridden is shown"
    assert not re.search(r"→ [\w-]+: \w+\(", text), "a term of the program is shown as it is"


@pytest.mark.parametrize("key", SHOWN)
def test_texts_read_as_sentences(key: str) -> None:
    """No fact, id or English label is left in the Japanese text; no term in the English one."""
    for derivation in derive(CASES[key]):
        for lang in ("ja", "en"):
            text = derivation.to_text(lang)
            assert not re.search(r"\b[a-z_]+\((card|player|links|what|first):", text), text
            assert not re.search(r"\b(ev|why|cost|choice|topic):[a-z]", text), text
            assert "…" not in text
        body = re.sub(r"\bx-[a-z0-9-]+", "", derivation.to_text("ja").partition("\n1. ")[2])
        assert not re.search(r"(Equip Spell|monster|opponent|negater|target\b)", body), body


def test_no_phrase_is_without_its_english() -> None:
    for part in ("actions", "events", "words"):
        assert all(len(v) == 2 and all(v) for v in PHRASES[part].values()), part
    for forms in PHRASES["premises"].values():
        assert set(forms) == {"is", "not"}
        assert all(len(v) == 2 for v in forms.values())


def test_page_of_the_rules_is_dated() -> None:
    later = {r.id: str(r.valid) for r in load_rules("ygo").rules.values() if r.valid.start}
    assert later == {"x-ignition-in-open-state": "2011-03-19..", "x-face-down-destroys": "2017-03-24.."}
