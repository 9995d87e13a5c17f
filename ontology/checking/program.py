"""Logic programs as checks.

The front matter of a program names its facts (``facts: moves`` or ``facts: extracts``: see the modules of these
names in this package). It answers with ``finding(S)``, where S is the IRI of the first place; ``also(S,S2)`` adds
places, ``fills(S,"slot","text")`` fills a slot of the message.
"""

from collections.abc import Iterable, Iterator

import clingo

from ontology.checking import extracts, moves
from ontology.checking.check import Check, CheckError
from ontology.checking.finding import Match

__all__ = ["FACTS", "run_program"]

FACTS = {"extracts": extracts, "moves": moves}
"""What programs can be told: modules with `gather(page)`, which yields predicates with their arguments."""

Facts = Iterable[tuple[str, ...]]


def run_program(check: Check, facts: Facts) -> Iterator[Match]:
    """Run a program over facts and yield its findings, by place.

    Raises:
        CheckError: the program is not valid, or has no answer.
    """
    messages: list[str] = []
    control = clingo.Control(["--warn=none"], logger=lambda _code, text: messages.append(text))
    told = "\n".join(f"{name}({','.join(map(_quoted, arguments))})." for name, *arguments in facts)
    try:
        control.add("base", [], check.body + "\n" + told)
        control.ground([("base", [])])
    except RuntimeError as error:
        raise CheckError(f"{check.path.name}: {'; '.join(messages) or error}") from None
    answers: dict[str, list[tuple[str, ...]]] = {"finding": [], "also": [], "fills": []}
    with control.solve(yield_=True) as handle:
        for model in handle:
            for atom in model.symbols(atoms=True):
                if atom.name in answers:
                    answers[atom.name].append(tuple(argument.string for argument in atom.arguments))
            break
        else:
            raise CheckError(f"{check.path.name}: the program contradicts itself on these pages")
    for (place,) in sorted(answers["finding"]):
        others = sorted(other for first, other in answers["also"] if first == place)
        values = {slot: text for first, slot, text in sorted(answers["fills"]) if first == place}
        places = tuple(dict.fromkeys((place, *others)))
        yield Match(places, values, board=values.get("board"), key=" ".join(sorted(places)))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
