"""The engine's parse errors, turned into a place and a message that a person can use."""

import re

from ingest.store.errors import QuerySyntaxError

__all__ = ["syntax_error"]

_AT = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)
_PREFIX = re.compile(r"[Pp]refix not found|The prefix \S+ is not defined")


def syntax_error(message: str, query: str) -> QuerySyntaxError:
    """Build the error for what the engine said about a query."""
    match = _AT.match(message)
    if match is None:
        return QuerySyntaxError(f"this is not a SPARQL query: {message}")
    line, column, expected = int(match[1]), int(match[2]), match[3]
    lines = query.split("\n")
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    found = text[column - 1 : column + 11].strip()
    if _PREFIX.search(expected):
        said = expected
    elif len(expected) > 120:  # the list of all tokens of the grammar helps nobody
        said = "something is missing or misplaced here"
    else:
        said = expected
    near = f" near {found!r}" if found else " at the end of the line"
    return QuerySyntaxError(f"syntax error{near}: {said}", line=line, column=column)
