"""Claims as triples: what the statements of a page are read to claim, for the named graph of the page."""

import json
import re
from collections.abc import Iterator
from hashlib import blake2b

from ingest.claims.reader import Claim, read_claims
from ontology.namespaces import PREFIXES

__all__ = ["READ_CLASSES", "claim_lines", "objects"]

READ_CLASSES = frozenset(
    {
        "RuleStatement", "ExceptionStatement", "RuleVersion", "ClassificationStatement", "PracticeRemark", "OpenPoint",
        "HistoryStatement", "ExampleStatement", "ProcedureStep",
    }
)  # fmt: skip
"""Kinds of extracts that say how things are; quoted abilities, pointers and definitions of words do not."""

_TCG, _XSD, _TYPE = PREFIXES["tcg"], PREFIXES["xsd"], PREFIXES["rdf"] + "type"
_PLAIN, _PART = f"<{_TCG}plainText>", f"<{PREFIXES['dcterms']}isPartOf>"
_KIND = re.compile(rf"<{re.escape(_TCG)}(\w+)>")
_IS_A = f"<{_TYPE}>"
_CLASS, _BOOLEAN = f"<{_TCG}Claim>", f"^^<{_XSD}boolean>"


def claim_lines(ntriples: str, page: str, game: str) -> Iterator[str]:
    """Yield lines of N-Triples with the claims of a page.

    `ntriples` are the triples of the page, a line each. A statement that holds another one (a sentence with its
    exception) does not repeat the claims of the inner one. The same page gives the same lines, in the same order.
    """
    texts: dict[str, str] = {}
    kinds: dict[str, set[str]] = {}
    parents: dict[str, str] = {}
    for subject, value in objects(ntriples, _IS_A):
        if found := _KIND.match(value):
            kinds.setdefault(subject, set()).add(found[1])
    read = {subject for subject, found in kinds.items() if found & READ_CLASSES}
    for subject, value in objects(ntriples, _PLAIN):
        if subject in read:
            texts[subject] = json.loads(value, strict=False)
    for subject, value in objects(ntriples, _PART):
        if subject in read:
            parents[subject] = value
    # a rule and its wording, a row and its cell are extracts with one text: that is read once
    claims_of = {text: read_claims(text, game=game).claims for text in dict.fromkeys(texts.values())}
    readings = {subject: claims_of[text] for subject, text in texts.items()}
    said_inside: dict[str, set[str]] = {}
    for subject, claims in readings.items():
        if parents.get(subject) in readings:
            said_inside.setdefault(parents[subject], set()).update(_key(c) for c in claims)
    for subject in sorted(readings):
        seen: set[str] = set()
        for claim in readings[subject]:
            key = _key(claim)
            if key not in said_inside.get(subject, ()) and key not in seen:
                seen.add(key)
                yield from _lines(claim, subject, page)


def objects(ntriples: str, predicate: str) -> Iterator[tuple[str, str]]:
    """Yield subject and object of the triples with a predicate (in angle brackets), in their order.

    `ntriples` are triples, a line each; literals may hold other line separators, raw. Most lines are of no interest,
    so that the predicate is sought, not the lines cut.
    """
    needle = f" {predicate} "
    at = ntriples.find(needle)
    while at >= 0:
        begin = ntriples.rfind("\n", 0, at) + 1
        end = ntriples.find("\n", at)
        end = end if end >= 0 else len(ntriples)
        subject = ntriples[begin:at]
        if " " not in subject:  # else it stands in a literal
            yield subject, ntriples[at + len(needle) : end].removesuffix(" .")
        at = ntriples.find(needle, end)


def _key(claim: Claim) -> str:
    return json.dumps(
        [claim.flat(), claim.said, claim.sentence.removeprefix("ただし、")],
        ensure_ascii=False,
        sort_keys=True,
    )


def _lines(claim: Claim, statement: str, page: str) -> Iterator[str]:
    code = blake2b(f"{statement} {_key(claim)}".encode("utf-8", "replace"), digest_size=6).hexdigest()
    node = f"<{page}#cl-{code}>"
    polar = next(
        (k for k in ("is", "legal", "occurs", "applies") if isinstance(claim.args.get(k), bool)), None
    )
    positive = bool(claim.args[polar]) if polar else not claim.negated
    yield f"{node} <{_TYPE}> {_CLASS} .\n"
    yield f"{node} <{_TCG}claimedBy> {statement} .\n"
    yield f"{node} <{_TCG}onPage> <{page}> .\n"
    yield f"{node} <{_TCG}predicate> {_string(claim.predicate)} .\n"
    for name, value in sorted(claim.args.items()):
        if name != polar:
            yield f"{node} <{_TCG}argument> {_string(f'{name}={value}')} .\n"
    yield f'{node} <{_TCG}polarity> "{str(positive).lower()}"{_BOOLEAN} .\n'
    if claim.modality != "is":
        yield f"{node} <{_TCG}modality> {_string(claim.modality)} .\n"
    for condition in dict.fromkeys(claim.conditions):
        yield f"{node} <{_TCG}condition> {_string(condition)} .\n"
    if claim.subject:
        yield f"{node} <{_TCG}subjectText> {_string(claim.subject)} .\n"
    yield f"{node} <{_TCG}confidence> {_string(claim.confidence)} .\n"
    yield f"{node} <{_TCG}readBy> {_string(claim.phrase)} .\n"


def _string(text: str) -> str:
    return (
        '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r") + '"'
    )
