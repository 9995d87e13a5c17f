"""Why a query found nothing: names that occur nowhere, texts in another language, properties a class never has."""

from collections.abc import Iterator
from dataclasses import dataclass

from ingest.store import QueryError, Store
from ingest.store.lint import Token, tokens
from ontology.namespaces import PREFIXES

__all__ = ["Reason", "reasons"]

_SECONDS = 5.0
_MOST = 12
_LANGUAGES = ("", "@ja", "@en")


@dataclass(frozen=True)
class Reason:
    """One thing that cannot be found as it is asked for.

    `kind` is ``absent`` (`name` occurs nowhere), ``language`` (the text `name` occurs as `other` instead) or
    ``class`` (nothing of the class `other` has the property `name`). `mended` is the query put right, or empty.
    """

    kind: str
    name: str
    other: str = ""
    mended: str = ""


def reasons(store: Store, query: str) -> list[Reason]:
    """Return what keeps a query from finding anything, as far as single names and pairs of them tell."""
    found: list[Reason] = []
    seen: set[str] = set()
    try:
        for reason in _all(store, query):
            if reason.name + reason.other not in seen:
                seen.add(reason.name + reason.other)
                found.append(reason)
            if len(found) >= _MOST:
                break
    except QueryError:  # explaining takes too long: what was found so far is still true
        return found
    return found


def _all(store: Store, query: str) -> Iterator[Reason]:
    solid = [token for token in tokens(query) if token.kind not in ("space", "comment")]
    missing = set()
    for number, token in enumerate(solid):
        if number and solid[number - 1].text.endswith(":") and token.kind == "iri":
            continue  # a declaration of a prefix
        if token.kind == "string" and len(token.text) > 2:
            yield from _text(store, query, token, solid[number + 1] if number + 1 < len(solid) else None)
        elif (
            (term := _term(token))
            and token.text not in missing
            and not store.ask(
                f"ASK {{ {{ {term} ?p ?o }} UNION {{ ?s {term} ?o }} UNION {{ ?s ?p {term} }} }}",
                timeout=_SECONDS,
            )
        ):
            missing.add(token.text)
            yield Reason("absent", token.text)
    for cls, predicate in _class_and_property(solid):
        if cls.text not in missing and predicate.text not in missing:
            asked = f"ASK {{ ?s a {_term(cls)} ; {_term(predicate)} ?o }}"
            if not store.ask(asked, timeout=_SECONDS):
                yield Reason("class", predicate.text, cls.text)


def _term(token: Token) -> str:
    """Return an IRI or a prefixed name of the project as a term, "" for anything else."""
    if token.kind == "iri":
        return token.text
    prefix, colon, local = token.text.partition(":")
    known = token.kind == "name" and colon and local and prefix in PREFIXES
    return f"<{PREFIXES[prefix]}{local}>" if known else ""


def _text(store: Store, query: str, token: Token, after: Token | None) -> Iterator[Reason]:
    given = after.text if after is not None and after.text.startswith("@") else ""
    if after is not None and after.text in ("^", "^^"):
        return
    if store.ask(f"ASK {{ ?s ?p {token.text}{given} }}", timeout=_SECONDS):
        return
    for language in _LANGUAGES:
        if language != given and store.ask(f"ASK {{ ?s ?p {token.text}{language} }}", timeout=_SECONDS):
            end = token.start + len(token.text)
            rest = after.start + len(given) if after is not None and given else end
            yield Reason(
                "language", token.text + given, token.text + language, query[:end] + language + query[rest:]
            )
            return
    yield Reason("absent", token.text + given)


def _class_and_property(solid: list[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield each class with each property that the query asks of the same variable."""
    classes: dict[str, list[Token]] = {}
    asked: dict[str, list[Token]] = {}
    for subject, predicate, value in _triples(solid):
        if predicate.text == "a" or _term(predicate) == f"<{PREFIXES['rdf']}type>":
            if _term(value):
                classes.setdefault(subject.text, []).append(value)
        elif _term(predicate):
            asked.setdefault(subject.text, []).append(predicate)
    for variable, found in classes.items():
        for cls in found:
            yield from ((cls, predicate) for predicate in asked.get(variable, ()))


def _triples(solid: list[Token]) -> Iterator[tuple[Token, Token, Token]]:
    """Yield triples whose predicate is one name; paths, functions and lists are passed over."""
    subject: Token | None = None
    predicate: Token | None = None
    for number, token in enumerate(solid):
        text = token.text
        if text in "{}.":
            subject = predicate = None
        elif text == ";":
            predicate = None
        elif text == ",":
            continue
        elif token.kind == "other" or (token.kind == "word" and text != "a"):
            subject = predicate = None
        elif subject is None:
            subject = token if token.text[0] in "?$" or token.kind in ("iri", "name") else None
        elif predicate is None:
            follows = solid[number + 1].text if number + 1 < len(solid) else ""
            predicate = token
            if follows in ("/", "|", "*", "+", "?"):
                subject = predicate = None
        else:
            yield subject, predicate, token
