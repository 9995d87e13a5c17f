"""Scores the readers on what was written after they had been built: ``python -m tests.claims.held_out [second|third|fourth|fifth] [-v]``.

Each set was written after what the one before had shown was mended; the second after the grammar had been built.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import yaml

from ingest.claims import read_claims
from ingest.claims.boards import read_board
from tests.claims.equal import compare
from tests.claims.questions import Result
from tests.claims.score import fits

GOLD = Path(__file__).parent.parent / "gold"
HABITS = ("inverted", "polite", "player", "listed", "embedded")


@dataclass
class Sentences:
    """Claims read, right and wanted, and those that are wrong or missed; `by_kind` counts wrong and missed."""

    read: int = 0
    right: int = 0
    wanted: int = 0
    found: int = 0
    sure_wrong: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    by_kind: Counter[str] = field(default_factory=Counter)

    @property
    def precision(self) -> float:
        return self.right / self.read if self.read else 1.0

    @property
    def recall(self) -> float:
        return self.found / self.wanted if self.wanted else 1.0


def corpus_hash(of: str = "second") -> str:
    """Return the fingerprint of the sentences, questions and answers of a set."""
    files = [f for kind in ("claims", "questions") for f in sorted((GOLD / f"{kind}-{of}").glob("*.yaml"))]
    return blake2b(b"\0".join(f.read_bytes() for f in files), digest_size=8).hexdigest()


def load(name: str) -> Any:
    """Return what a file of the second sets holds."""
    return yaml.safe_load((GOLD / name).read_text(encoding="utf-8"))


def sentences(of: str = "second") -> Sentences:
    """Read the sentences of both games of a set."""
    score = Sentences()
    for game in ("dm", "ygo") if (GOLD / f"claims-{of}").exists() else ():
        for entry in load(f"claims-{of}/{game}.yaml"):
            name = f"{entry['id']} ({entry['kind']}) {entry['text']}"
            left, also = list(entry["claims"]), entry.get("also", [])
            score.wanted += len(left)
            for claim in read_claims(entry["text"], game=game).claims:
                score.read += 1
                hit = next((w for w in left if fits(claim.flat(), w)), None)
                told = (not entry.get("exception") or claim.exception) and claim.modality == entry.get(
                    "modality", claim.modality
                )
                if hit is not None and told:
                    score.right += 1
                    score.found += 1
                    left.remove(hit)
                elif any(fits(claim.flat(), w) for w in also):
                    score.right += 1
                else:
                    score.wrong.append(f"{name}: {claim.flat()} [{claim.phrase}, {claim.confidence}]")
                    if claim.confidence == "high":
                        score.sure_wrong.append(entry["id"])
                    score.by_kind[f"{entry['kind']} wrong"] += 1
            score.missed += [f"{name}: {w}" for w in left]
            if left:
                score.by_kind[f"{entry['kind']} missed"] += len(left)
    return score


def asked(of: str) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield name, board and question of every phrasing of a set."""
    for phrasing in load(f"questions-{of}/phrasings.yaml"):
        if "q" in phrasing:
            yield str(phrasing["case"]), phrasing["case"], phrasing
        for habit in HABITS if "q" not in phrasing else ():
            yield f"{phrasing['case']}/{habit}", phrasing["case"], phrasing[habit]


def questions(of: str = "second") -> Result:
    """Read the questions of a set and compare them with their boards; a trap read with certainty is unmarked."""
    boards = {
        c["id"]: (game, c)
        for folder in ("questions", "questions-second")
        for game in ("dm", "ygo")
        for c in load(f"{folder}/{game}.yaml")["cases"]
    }
    result = Result()
    for name, board, told in asked(of):
        game, case = boards[board]
        reading = read_board(told["q"], told["a"], game=game, date=case["valid"]["from"])
        found = None
        if reading.case is not None:
            found = compare(reading.case, case, told["q"], game=game).differences
        result.add(name, reading, found)
    file = f"questions-{of}/traps.yaml"
    for trap in load(file) if (GOLD / file).exists() else ():
        if read_board(trap["q"], trap["a"], game=trap["game"]).confidence == "high":
            result.unmarked.append(trap["id"])
    return result


def main(arguments: list[str]) -> int:
    of = next((a for a in arguments if not a.startswith("-")), "second")
    print(f"{of} set, corpus {corpus_hash(of)}")
    score = sentences(of)
    print(
        f"sentences: precision {score.precision:.3f} ({score.right}/{score.read}), "
        f"recall {score.recall:.3f} ({score.found}/{score.wanted}); sure and wrong: {len(score.sure_wrong)}"
    )
    for kind, count in sorted(score.by_kind.items()):
        print(f"  {kind}: {count}")
    result = questions(of)
    print(
        f"questions: equal {len(result.equal)} of {result.total}, no case {len(result.none)}, "
        f"other {len(result.wrong)}; sure {result.sure}, sure and wrong (traps included): {result.unmarked}"
    )
    if "-v" in arguments:
        for line in score.wrong:
            print("  WRONG", line)
        for line in score.missed:
            print("  MISSED", line)
        for name in result.none:
            print("  NONE", name)
        for name, differences in result.wrong.items():
            print("  OTHER", name, *differences, sep="\n      ")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
