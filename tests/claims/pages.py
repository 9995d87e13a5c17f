"""Claims of the statements of whole pages: ``python -m tests.claims.pages FOLDER [-v]``."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ingest.claims import Reading, read_claims
from ingest.extraction.page import collect_names, extract_page
from ingest.markup import parse
from ingest.pipeline.games import game_of
from ingest.reading import iter_sources
from ontology.namespaces import PREFIXES

CLASSES = ("RuleStatement", "ExceptionStatement", "RuleVersion")


@dataclass(frozen=True)
class Stated:
    """One extract with a text: where it stands and what it is read to claim."""

    page: str
    game: str
    line: int
    column: int
    kinds: tuple[str, ...]
    text: str
    reading: Reading


def statements(folder: Path) -> Iterator[Stated]:
    """Yield the statements of all pages of a folder in order, with their readings."""
    tcg = PREFIXES["tcg"]
    for file in sorted(folder.glob("*.txt")):
        for source in iter_sources(file):
            document = parse(source.read().text, name=file.name)
            game, _ = game_of(document.text)
            assert game is not None, file
            title = document.title or file.stem
            names = collect_names(document, game, title=title)
            result = extract_page(document, game=game, site="test", title=title, names=names)
            facts: dict[str, dict[str, list[str]]] = {}
            for quad in result.quads:
                assert hasattr(quad.subject, "value") and hasattr(quad.object, "value")
                local = quad.predicate.value.removeprefix(tcg).rsplit("#", 1)[-1]
                facts.setdefault(quad.subject.value, {}).setdefault(local, []).append(quad.object.value)
            found = []
            for about in facts.values():
                if "plainText" not in about:
                    continue
                kinds = tuple(sorted(k.removeprefix(tcg) for k in about.get("type", [])))
                text = about["plainText"][0]
                at = int(about["line"][0]), int(about["column"][0])
                found.append(Stated(file.name[:3], game, *at, kinds, text, read_claims(text, game=game)))
            yield from sorted(found, key=lambda s: (s.line, s.column, s.kinds))


def counted(stated: Stated) -> bool:
    """Tell whether a statement belongs to those of which a share must be read."""
    return bool(set(stated.kinds) & {"RuleStatement", "ExceptionStatement"})


def main(arguments: list[str]) -> int:
    total = read = 0
    for stated in statements(Path(arguments[0])):
        if counted(stated):
            total += 1
            read += bool(stated.reading.claims)
        if "-v" in arguments and (counted(stated) or stated.reading.claims):
            print(f"{stated.page} L{stated.line}:{stated.column} {'/'.join(stated.kinds)} {stated.text}")
            for claim in stated.reading.claims:
                print(
                    f"    {claim.flat()} {claim.modality} [{claim.phrase}] subject={claim.subject} if={claim.conditions}"
                )
    print(f"{read} of {total} rule and exception statements have a claim ({read / max(total, 1):.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
