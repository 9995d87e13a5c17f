"""Boards of the rulings of a store, as a scenario file: ``python -m ingest.claims STORE [dm|ygo]``.

What was read of each question stands above its case, what was not behind ``??``. A person corrects the cases;
``saitei derive FILE`` runs them.
"""

import sys

from ingest.claims.boards import as_yaml, read_board
from ingest.store import StoreError, open_store
from ontology.namespaces import sparql_prefixes

_RULINGS = """
SELECT ?ruling ?question ?answer ?date WHERE {{
  ?ruling a tcg:Ruling ; tcg:game "{game}" ; tcg:question ?question ; tcg:answer ?answer .
  OPTIONAL {{ ?ruling tcg:rulingDate ?date }}
}} ORDER BY ?ruling
"""


def main(arguments: list[str]) -> int:
    """Write the scenario file of a store to standard output; returns the exit code."""
    game = arguments[1] if len(arguments) > 1 else "dm"
    if not arguments or game not in ("dm", "ygo"):
        print("usage: python -m ingest.claims STORE [dm|ygo]", file=sys.stderr)
        return 2
    try:
        with open_store(arguments[0], read_only=True) as store:
            readings = [
                read_board(
                    str(question),
                    str(answer),
                    game=game,
                    date=str(date) if date else None,
                    name=str(ruling).rsplit("/", 1)[-1],
                    graph=store,
                )
                for ruling, question, answer, date in store.select(
                    sparql_prefixes() + _RULINGS.format(game=game)
                )
            ]
    except (StoreError, OSError) as problem:
        print(f"{arguments[0]}: {problem}", file=sys.stderr)
        return 1
    print(as_yaml(readings, game=game, as_of="2023-01-01"), end="")
    read, sure = sum(r.case is not None for r in readings), sum(r.confidence == "high" for r in readings)
    print(f"{read} of {len(readings)} rulings read into a case, {sure} without doubt", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
