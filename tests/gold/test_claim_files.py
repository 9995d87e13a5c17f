"""The sentences and their claims hold together, and speak the one predicate table."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

GOLD = Path(__file__).parent / "claims"
TABLE = yaml.safe_load(
    (Path(__file__).parents[2] / "ontology" / "predicates.yaml").read_text(encoding="utf-8")
)
GAMES: dict[str, list[dict[str, Any]]] = {
    game: yaml.safe_load((GOLD / f"{game}.yaml").read_text(encoding="utf-8")) for game in ("dm", "ygo")
}


@pytest.mark.parametrize("game", GAMES)
def test_claims_use_predicates_and_arguments_of_the_table(game: str) -> None:
    predicates = TABLE[game]["predicates"]
    for sentence in GAMES[game]:
        assert set(sentence) == {"id", "text", "claims"}, sentence
        for claim in sentence["claims"]:
            arguments = set(claim) - {"predicate", "negated"}
            assert claim["predicate"] in predicates, sentence
            assert arguments <= set(predicates[claim["predicate"]]["args"]), sentence


@pytest.mark.parametrize("game", GAMES)
def test_word_arguments_are_words_of_the_table(game: str) -> None:
    words = TABLE[game]["words"]
    known = {word for group in words.values() for word in group}
    for sentence in GAMES[game]:
        for claim in sentence["claims"]:
            for argument, value in claim.items():
                if argument == "predicate" or isinstance(value, bool | int):
                    continue
                assert value in known or ":" in value, (sentence["id"], argument, value)


def test_the_set_is_as_large_as_it_claims() -> None:
    sentences = [s for game in GAMES.values() for s in game]
    ids = [s["id"] for s in sentences]
    assert len(ids) == len(set(ids)) >= 300
    assert len({s["text"] for s in sentences}) == len(sentences)
    assert sum(not s["claims"] for s in sentences) >= 50
    assert len(Counter(c["predicate"] for s in sentences for c in s["claims"])) >= 40
