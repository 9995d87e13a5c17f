"""Logic programs as checks.

A program sees the page as facts: ``statement(S,Page,Start)``, ``kind(S,class)``, ``text(S,"…")``, ``in(S,Section)``,
``titled(Section,"…")``, ``cites(S,Rule)``, ``about(S,Thing)``. It answers with ``finding(S)``,
``finding(S,S2)`` or ``finding(S,S2,"reason")``; S are IRIs as strings.
"""

from collections.abc import Iterable, Iterator

import clingo

from ontology.checking.check import Check, CheckError
from ontology.checking.finding import Match
from ontology.checking.pages import PageView

__all__ = ["program_facts", "run_program"]

_RELATIONS = {
    "cites": "cites",
    "about": "about",
    "isPartOf": "in",
    "versionOf": "version_of",
    "mentions": "mentions",
}


def program_facts(page: PageView) -> Iterator[str]:
    """Yield the facts of a page, one a line."""
    for extract in page.extracts:
        name = _quoted(extract.iri)
        yield f"statement({name},{_quoted(page.iri)},{extract.start})."
        for kind in extract.types:
            yield f"kind({name},{_quoted(kind)})."
        if extract.plain:
            yield f"text({name},{_quoted(extract.plain)})."
        if title := extract.one("title"):
            yield f"titled({name},{_quoted(title)})."
        for prop, predicate in _RELATIONS.items():
            for value in extract.all(prop):
                yield f"{predicate}({name},{_quoted(value)})."


def run_program(check: Check, facts: Iterable[str]) -> Iterator[Match]:
    """Run a program over the facts and yield its findings.

    Raises:
        CheckError: the program is not valid, or has no answer.
    """
    messages: list[str] = []
    control = clingo.Control(["--warn=none"], logger=lambda _code, text: messages.append(text))
    try:
        control.add("base", [], check.body + "\n" + "\n".join(facts))
        control.ground([("base", [])])
    except RuntimeError as error:
        raise CheckError(f"{check.path.name}: {'; '.join(messages) or error}") from None
    found: list[tuple[str, ...]] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            found = [
                tuple(argument.string for argument in atom.arguments)
                for atom in model.symbols(atoms=True)
                if atom.name == "finding"
            ]
            break
        else:
            raise CheckError(f"{check.path.name}: the program contradicts itself on these pages")
    for arguments in sorted(found):
        places = arguments[:2]
        yield Match(places, values={"reason": arguments[2]} if len(arguments) > 2 else {})


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
