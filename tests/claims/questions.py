"""Scores the reader of questions: ``python -m tests.claims.questions [-v] [FOLDER_OF_PAGES CATALOGUE]``."""

import sys
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import yaml

from ingest.claims.boards import BoardReading, read_board
from tests.claims.equal import compare

GOLD = Path(__file__).parent.parent / "gold" / "questions"
HABITS = ("scene", "conditional", "terse", "negative", "confirm")


@dataclass
class Result:
    """How the questions were read: equal, without a case, wrong; `unmarked` are wrong ones that claim to be sure."""

    equal: list[str] = field(default_factory=list)
    none: list[str] = field(default_factory=list)
    wrong: dict[str, list[str]] = field(default_factory=dict)
    unmarked: list[str] = field(default_factory=list)
    sure: int = 0

    def add(self, name: str, reading: BoardReading, differences: list[str] | None) -> None:
        """Count one question."""
        self.sure += reading.confidence == "high"
        if differences is None:
            self.none.append(name)
        elif not differences:
            self.equal.append(name)
        else:
            self.wrong[name] = differences
            if reading.confidence == "high":
                self.unmarked.append(name)

    @property
    def total(self) -> int:
        return len(self.equal) + len(self.none) + len(self.wrong)


def corpus_hash() -> str:
    """Return the fingerprint of the questions and their boards."""
    parts = [(GOLD / name).read_bytes() for name in ("dm.yaml", "ygo.yaml", "phrasings.yaml")]
    return blake2b(b"\0".join(parts), digest_size=8).hexdigest()


def run() -> Result:
    """Read the questions made by hand and compare them with their boards."""
    boards: dict[str, tuple[str, dict[str, Any]]] = {}
    for game in ("dm", "ygo"):
        for case in yaml.safe_load((GOLD / f"{game}.yaml").read_text(encoding="utf-8"))["cases"]:
            boards[case["id"]] = game, case
    result = Result()
    for phrasing in yaml.safe_load((GOLD / "phrasings.yaml").read_text(encoding="utf-8")):
        game, case = boards[phrasing["case"]]
        for habit in HABITS:
            asked = phrasing[habit]
            reading = read_board(asked["q"], asked["a"], game=game, date=case["valid"]["from"])
            name = f"{phrasing['case']}/{habit}"
            found = (
                None
                if reading.case is None
                else compare(reading.case, case, asked["q"], game=game).differences
            )
            result.add(name, reading, found)
    return result


def main(arguments: list[str]) -> int:
    result = run()
    print(f"corpus {corpus_hash()}")
    print(
        f"equal {len(result.equal)} of {result.total}, no case {len(result.none)}, other {len(result.wrong)}"
    )
    print(f"sure {result.sure}, of these wrong {len(result.unmarked)}: {', '.join(result.unmarked)}")
    if "-v" in arguments:
        for name in result.none:
            print("  NONE", name)
        for name, differences in result.wrong.items():
            print("  OTHER", name, *differences, sep="\n      ")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
