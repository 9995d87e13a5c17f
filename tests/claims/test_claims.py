"""What the reader of claims reaches, and what it must never do."""

import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from ingest.claims import GrammarError, read_claims
from ingest.claims.grammar import load_grammar
from ingest.claims.graph import READ_CLASSES, claim_lines
from ingest.claims.inflection import Tail, tail_of
from tests.claims.pages import counted, statements
from tests.claims.score import corpus_hash, run

FLOORS: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "floors.yaml").read_text(encoding="utf-8"))
JUDGED: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "judged.yaml").read_text(encoding="utf-8")
)


def test_the_sentences_are_those_the_floors_were_taken_on() -> None:
    assert corpus_hash() == FLOORS["claims"]["corpus"]


@pytest.mark.parametrize("game", ["dm", "ygo"])
def test_every_predicate_reaches_its_floor(game: str) -> None:
    score = run()[game]
    assert score.expected.total() > 100
    for predicate in sorted(score.expected | score.read):
        assert score.precision(predicate) >= FLOORS["claims"]["precision"], (predicate, score.wrong)
        if score.expected[predicate]:
            assert score.recall(predicate) >= FLOORS["claims"]["recall"], (predicate, score.missed)


@pytest.mark.parametrize(
    ("verb", "kind", "tail", "final", "meaning"),
    [
        ("残る", "godan", "ります", True, Tail(True)),
        ("残る", "godan", "らない", True, Tail(False)),
        ("残る", "godan", "れないわけではない", True, Tail(True, "may", "potential")),
        ("残す", "godan", "さなければならない", True, Tail(True, "must")),
        ("残す", "godan", "せません", True, Tail(False, "cannot", "potential")),
        ("置く", "godan", "かれる", True, Tail(True, "is", "passive")),
        ("置く", "godan", "いてはならない", True, Tail(False, "cannot")),
        ("置く", "godan", "いてもよい", True, Tail(True, "may")),
        ("外れる", "ichidan", "ていなかった", True, Tail(False)),
        ("発動する", "suru", "することはできません", True, Tail(False, "cannot")),
        ("発動する", "suru", "×", True, Tail(False, "cannot", "potential")),
        ("装備する", "suru", "は行われない", True, Tail(False, "is", "passive")),
        ("破壊する", "suru", "されず", False, Tail(False, "is", "passive")),
        ("だ", "copula", "ではありません", True, Tail(False)),
        ("払う", "godan", "わなくてもよい", True, Tail(False, "need_not")),
    ],
)
def test_ends_of_verbs(verb: str, kind: str, tail: str, final: bool, meaning: Tail) -> None:
    assert tail_of(verb, kind, tail, final) == meaning


@pytest.mark.parametrize(
    "tail",
    [
        "るだろう",
        "るかもしれない",
        "るかどうかは",
        "ったカードを",
        "るとは限らない",
        "ると考える",
        "らないわけではない",
    ],
)
def test_ends_that_assert_nothing(tail: str) -> None:
    assert tail_of("残る", "godan", tail, True) is None


@pytest.mark.parametrize(
    "text",
    [
        "そのクリーチャーは破壊されますか？",
        "そのクリーチャーは破壊されるかもしれない。",
        "そのクリーチャーは破壊されるだろう。",
        "そのクリーチャーが破壊されるとは限らない。",
        "「このクリーチャーは破壊されない」という能力を持つ。",
        "もしそのクリーチャーが破壊されるなら、次に進む。",
        "破壊されるクリーチャーを選ぶ順番を示す。",
        "破壊されるという意見がある。",
        "",
        "。。。",
        "（",
    ],
)
def test_what_claims_nothing(text: str) -> None:
    assert read_claims(text, game="dm").claims == []


def test_a_negated_condition_does_not_turn_the_claim() -> None:
    plain = read_claims("封印されていれば、クリーチャーは破壊される。", game="dm").claims
    turned = read_claims("封印されていなければ、クリーチャーは破壊される。", game="dm").claims
    assert [c.flat() for c in plain] == [c.flat() for c in turned] == [{"predicate": "destroyed", "is": True}]
    assert turned[0].conditions == ("封印されていなければ",)
    assert turned[0].subject == "クリーチャー"


def test_an_exception_and_a_hedge_are_told() -> None:
    (claim,) = read_claims("ただし、原則としてそのカードは墓地に置かれない。", game="dm").claims
    assert claim.exception and claim.confidence == "medium" and claim.negated
    assert claim.phrase == "zone"


def test_what_was_not_read_is_kept() -> None:
    reading = read_claims("そのカードは墓地に置かれ、めでたしめでたしである。", game="dm")
    assert [c.flat() for c in reading.claims] == [{"predicate": "zone", "is": "graveyard"}]
    assert reading.unread == ["めでたしめでたしである"]


def test_every_phrase_uses_predicates_and_tokens_of_the_table() -> None:
    from ontology.reasoner.predicates import load_table

    for game in ("dm", "ygo"):
        table = load_table(game)
        for phrase in load_grammar(game).phrases:
            assert all(form.pattern.groups >= 0 for form in phrase.forms), phrase.id
            for claim in phrase.claims:
                arguments = table.predicates[claim["predicate"]].args
                assert set(claim) - {"predicate"} <= set(arguments), phrase.id


def test_a_phrase_that_is_wrong_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from ingest.claims import grammar

    with pytest.raises(GrammarError, match="phrase broken: there is no slot colour"):
        grammar._phrase(
            {"id": "broken", "say": "{colour}に<なる>", "claim": {"predicate": "zone"}}, {"なる": "godan"}, {}
        )
    with pytest.raises(GrammarError, match="phrase broken: the verb 残る is in no class"):
        grammar._phrase({"id": "broken", "say": "<残る>", "claim": {"predicate": "zone"}}, {}, {})
    with pytest.raises(GrammarError, match="phrase broken: yodan is no class of verbs"):
        grammar._phrase({"id": "broken", "say": "<残る:yodan>", "claim": {"predicate": "zone"}}, {}, {})


def test_a_phrase_may_tell_the_class_of_its_verb() -> None:
    from ingest.claims import grammar

    entry = {"id": "new", "say": "<力尽きる:ichidan>", "claim": {"predicate": "destroyed", "is": True}}
    phrase = grammar._phrase(entry, {}, {})
    found = phrase.find("クリーチャーは力尽きません", True)
    assert found is not None and phrase.arguments(found[0], (), found[1]) == [
        {"predicate": "destroyed", "is": False}
    ]


def test_time_is_linear_in_the_text() -> None:
    import time

    def seconds(text: str) -> float:
        at = time.process_time()
        read_claims(text, game="dm")
        return time.process_time() - at

    hard = "カードは墓地に置かれ、"
    seconds(hard * 50)
    short, long = min(seconds(hard * 200) for _ in range(3)), min(seconds(hard * 1600) for _ in range(3))
    assert long < 8 * short * 2.5
    assert seconds("た" * 200_000) < 5


def test_claims_in_the_graph_belong_to_their_statement() -> None:
    tcg, page = "https://saitei.example/tcg#", "https://saitei.example/id/dm/page/w/x"
    lines = (
        f"<{page}#s-1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{tcg}RuleStatement> .\n"
        f'<{page}#s-1> <{tcg}plainText> "カードは墓地に置かれる。ただし、城は手札に戻る。" .\n'
        f"<{page}#s-2> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{tcg}ExceptionStatement> .\n"
        f'<{page}#s-2> <{tcg}plainText> "ただし、城は手札に戻る。" .\n'
        f"<{page}#s-2> <http://purl.org/dc/terms/isPartOf> <{page}#s-1> .\n"
        f"<{page}#s-3> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{tcg}Ability> .\n"
        f'<{page}#s-3> <{tcg}plainText> "カードは山札に置かれる。" .\n'
    )
    made = list(claim_lines(lines, page, "dm"))
    assert made == list(claim_lines(lines, page, "dm"))
    claimed = sorted(line.split()[2] for line in made if "claimedBy" in line)
    assert claimed == [f"<{page}#s-1>", f"<{page}#s-2>"]
    assert sum('"is=hand"' in line for line in made) == 1


def test_characters_that_stand_for_names_are_not_taken_for_them() -> None:
    (claim,) = read_claims("\ue005を持つクリーチャーは破壊される。\ue005を得ない。", game="dm").claims
    assert claim.predicate == "destroyed"


def test_odd_characters_in_a_statement_do_no_harm() -> None:
    tcg, page = "https://saitei.example/tcg#", "https://saitei.example/id/dm/page/w/x"
    lines = (
        f"<{page}#s-1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{tcg}RuleStatement> .\n"
        f'<{page}#s-1> <{tcg}plainText> "\u2028\x0b\x85\t\\"カード\\\\は\ue000墓地に置かれる。" .\n\n'
    )
    made = list(claim_lines(lines, page, "dm"))
    assert sum("claimedBy" in line for line in made) == 1
    assert all(line.endswith(" .\n") and line.count("\n") == 1 for line in made)


@pytest.mark.real_pages
@pytest.mark.skipif(
    not os.environ.get("SAITEI_PAGES"), reason="SAITEI_PAGES does not name the folder of the real pages"
)
def test_real_pages_are_read_and_read_right(real_pages: Path) -> None:
    verdicts = {(j["page"], j["line"], j["column"], str(j["claim"])): j["right"] for j in JUDGED}
    total = read = right = claims = 0
    for stated in statements(real_pages):
        if counted(stated):
            total += 1
            read += bool(stated.reading.claims)
        if set(stated.kinds) & READ_CLASSES:
            for claim in stated.reading.claims:
                claims += 1
                right += verdicts.get((stated.page, stated.line, stated.column, str(claim.flat())), False)
    assert total >= 80 and claims >= 150
    assert read / total >= FLOORS["pages"]["share"]
    assert right / claims >= FLOORS["pages"]["precision"]


@pytest.mark.parametrize(
    "text",
    [
        "□◇■※◆×" * 500,
        "（" * 3000,
        "「" * 3000,
        "ウェポン" * 800,
        "ｱﾀｯｸＡＢＣ①" * 300,
        "ない" * 1500,
        "そのクリーチャーは" + "とても" * 900 + "破壊される。",
        "カードは、" * 600,
        "□：◇・・・×",
    ],
)
@pytest.mark.parametrize("game", ["dm", "ygo"])
def test_rubbish_claims_nothing(text: str, game: str) -> None:
    assert read_claims(text, game=game).claims == []


@pytest.mark.parametrize("spelling", ["ウエポン", "ウェポン", "ｳｴﾎﾟﾝ"])
def test_spellings_of_a_word_claim_the_same(spelling: str) -> None:
    (claim,) = read_claims(f"単独の{spelling}は、超次元ゾーンに　置かれる。", game="dm").claims
    assert claim.flat() == {"predicate": "zone", "is": "hyperspatial_zone"}


def test_each_clause_has_its_own_subject() -> None:
    claims = read_claims("タマシードはバトルゾーンに残り、オーラは持ち主の墓地に置かれる。", game="dm").claims
    assert [c.subject for c in claims] == ["タマシード", "オーラ"]
