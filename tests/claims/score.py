"""Scores the reader of claims on the hand-made sentences: ``python -m tests.claims.score [-v]``."""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import yaml

GOLD = Path(__file__).parent.parent / "gold" / "claims"


@dataclass
class Score:
    """Right, read and expected claims, per predicate, and what went wrong."""

    right: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)
    expected: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def precision(self, predicate: str | None = None) -> float:
        right, read = self._of(self.right, predicate), self._of(self.read, predicate)
        return right / read if read else 1.0

    def recall(self, predicate: str | None = None) -> float:
        right, expected = self._of(self.right, predicate), self._of(self.expected, predicate)
        return right / expected if expected else 1.0

    @staticmethod
    def _of(counter: Counter[str], predicate: str | None) -> int:
        return counter.total() if predicate is None else counter[predicate]


def corpus_hash() -> str:
    """Return the fingerprint of the sentences and their answers."""
    files = [GOLD / "dm.yaml", GOLD / "ygo.yaml"]
    return blake2b(b"\0".join(f.read_bytes() for f in files), digest_size=8).hexdigest()


def load(game: str) -> list[dict[str, Any]]:
    """Return the sentences of a game."""
    found: list[dict[str, Any]] = yaml.safe_load((GOLD / f"{game}.yaml").read_text(encoding="utf-8"))
    return found


def fits(read: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Tell whether a claim that was read has the predicate and all arguments that are wanted."""
    if bool(read.get("negated")) != bool(wanted.get("negated")):
        return False
    return all(read.get(key) == value for key, value in wanted.items())


def compare(
    score: Score, name: str, read: Iterable[Mapping[str, Any]], wanted: Iterable[Mapping[str, Any]]
) -> None:
    """Count one sentence."""
    left = list(wanted)
    score.expected.update(w["predicate"] for w in left)
    for claim in read:
        score.read[claim["predicate"]] += 1
        hit = next((w for w in left if fits(claim, w)), None)
        if hit is None:
            score.wrong.append(f"{name}: {dict(claim)}")
        else:
            score.right[claim["predicate"]] += 1
            left.remove(hit)
    score.missed += [f"{name}: {dict(w)}" for w in left]


def run() -> dict[str, Score]:
    """Return the score of each game."""
    try:
        from ingest.claims import read_claims
    except ImportError:
        read_claims = None
    result = {}
    for game in ("dm", "ygo"):
        score = Score()
        for entry in load(game):
            read = [c.flat() for c in read_claims(entry["text"], game=game).claims] if read_claims else []
            compare(score, f"{entry['id']} {entry['text']}", read, entry["claims"])
        result[game] = score
    return result


def main(arguments: list[str]) -> int:
    print(f"corpus {corpus_hash()}")
    for game, score in run().items():
        print(f"{game}: precision {score.precision():.3f} recall {score.recall():.3f}")
        for predicate in sorted(score.expected | score.read):
            p, r = score.precision(predicate), score.recall(predicate)
            note = "" if p >= 0.95 and r >= 0.7 else "  <- below"
            print(f"  {predicate:22} precision {p:.2f} recall {r:.2f} of {score.expected[predicate]}{note}")
        if "-v" in arguments:
            for line in score.wrong:
                print("  WRONG", line)
            for line in score.missed:
                print("  MISSED", line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
