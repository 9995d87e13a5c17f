"""Reading a SPARQL query before the engine does: what must not pass, and what a Japanese keyboard leaves behind.

A small tokeniser knows strings, IRIs, comments, variables and prefixed names, so that a word inside them is
never taken for a keyword. It does not parse: the engine does that.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.store.errors import QueryRefused, QuerySyntaxError

__all__ = ["MAX_QUERY_LENGTH", "Problem", "Token", "check_query", "lint", "mend", "tokens", "with_limit"]

MAX_QUERY_LENGTH = 1_000_000
"""Characters of a query; longer texts are refused before anything reads them."""

_TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\r\n]*)
  | (?P<string>\"\"\"(?:[^"\\]|\\.|\"(?!\"\"))*\"\"\" | '''(?:[^'\\]|\\.|'(?!''))*'''
      | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*')
  | (?P<iri><(?:[^<>"{}|^`\\\x00-\x20]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*+>)
  | (?P<name>[?$][\w·]+ | @[A-Za-z]+(?:-[A-Za-z0-9]+)*
      | (?:[^\W_][\w.·-]{0,64}+(?<!\.))?:(?:(?:[\w:.·-]|%[0-9A-Fa-f]{2}|\\[-_~.!$&'()*+,;=/?\#@%])*
        (?:[\w:·-]|%[0-9A-Fa-f]{2}|\\[-_~.!$&'()*+,;=/?\#@%]))?
      | _:[\w.·-]+)
  | (?P<word>[^\W\d_][\w]*)
  | (?P<number>\d+(?:\.\d+)?)
  | (?P<space>[ \t\r\n]+)
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)

_WIDE = {
    "\u3000": (" ", "全角スペース", "full-width space"),
    "\u00a0": (" ", "ノーブレークスペース", "no-break space"),
    "\ufeff": ("", "BOM", "byte order mark"),
    "\u200b": ("", "ゼロ幅スペース", "zero-width space"),
    "「": ('"', "かぎ括弧「", "Japanese quotation mark"),
    "」": ('"', "かぎ括弧」", "Japanese quotation mark"),
    "『": ('"', "かぎ括弧『", "Japanese quotation mark"),
    "』": ('"', "かぎ括弧』", "Japanese quotation mark"),
    "“": ('"', "引用符“", "curly quotation mark"),
    "”": ('"', "引用符”", "curly quotation mark"),
    "‘": ("'", "引用符‘", "curly quotation mark"),
    "’": ("'", "引用符’", "curly quotation mark"),
    "。": (".", "句点。", "Japanese full stop"),
    "、": (",", "読点、", "Japanese comma"),
} | {
    chr(code): (chr(code - 0xFEE0), f"全角の「{chr(code)}」", f"full-width {chr(code - 0xFEE0)}")
    for code in range(0xFF01, 0xFF5F)
}

_FORBIDDEN = {
    "SERVICE": "SERVICE would send data to another server",
    **dict.fromkeys(
        ("INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY"),
        "updates are not allowed here",
    ),
}
_QUERY_FORMS = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a query: `kind` is comment, string, iri, name, word, number, space or other."""

    kind: str
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Problem:
    """A character that a query cannot hold there: place (1-based; offset 0-based), and what to put instead."""

    line: int
    column: int
    start: int
    found: str
    replacement: str
    message_ja: str
    message_en: str


def tokens(query: str) -> Iterator[Token]:
    """Yield all pieces of a query in order; they join to the query."""
    for match in _TOKEN.finditer(query):
        yield Token(match.lastgroup or "other", match.group(), match.start())


def place(query: str, offset: int) -> tuple[int, int]:
    """Return (line, column), both 1-based, of an offset."""
    line_start = query.rfind("\n", 0, offset) + 1
    return query.count("\n", 0, offset) + 1, offset - line_start + 1


def lint(query: str) -> list[Problem]:
    """Find the characters outside strings, IRIs and comments that a Japanese input method left behind."""
    return list(_problems(query))


def _problems(query: str) -> Iterator[Problem]:
    line, line_start, seen = 1, 0, 0
    for start, character in _suspects(query):
        replacement, ja, en = _WIDE[character]
        line += query.count("\n", seen, start)
        line_start = max(line_start, query.rfind("\n", seen, start) + 1)
        seen = start
        column = start - line_start + 1
        put_ja = (
            f"半角の {replacement} に直してください"
            if replacement.strip()
            else "半角スペースに直してください"
        )
        put_en = f"type {replacement} instead" if replacement.strip() else "type a plain space instead"
        if not replacement:
            put_ja, put_en = "削除してください", "delete it"
        yield Problem(
            line, column, start, character, replacement,
            f"{ja}が{line}行{column}桁にあります。{put_ja}",
            f"{en} at line {line}, column {column}: {put_en}",
        )  # fmt: skip


def _suspects(query: str) -> Iterator[tuple[int, str]]:
    for token in tokens(query):
        if token.kind in ("other", "word"):  # a word may be SELECT in full-width letters
            yield from ((token.start + i, c) for i, c in enumerate(token.text) if c in _WIDE)


def mend(query: str) -> str:
    """Return the query with every character that `lint` names replaced."""
    out = list(query)
    for start, character in _suspects(query):
        out[start] = _WIDE[character][0]
    return "".join(out)


def check_query(query: str) -> str:
    """Make sure that a text can only be a reading query; returns its form: SELECT, ASK, CONSTRUCT or DESCRIBE.

    Raises:
        QuerySyntaxError: no query form, or a full-width character (`hint` says how to mend it).
        QueryRefused: an update, LOAD or SERVICE.
    """
    if len(query) > MAX_QUERY_LENGTH:
        raise QueryRefused(f"the query has {len(query)} characters; at most {MAX_QUERY_LENGTH} are read")
    if form := _plainly(query):
        return form
    if (first := next(_problems(query), None)) is not None:
        raise QuerySyntaxError(
            f"{first.message_ja} / {first.message_en}", line=first.line, column=first.column, hint=mend(query)
        )
    form = ""
    for token in tokens(query):
        if token.kind != "word":
            continue
        word = token.text.upper()
        if word in _FORBIDDEN:
            line, column = place(query, token.start)
            raise QueryRefused(f"{word} is refused: {_FORBIDDEN[word]}", line=line, column=column)
        if not form and word in _QUERY_FORMS:
            form = word
    if (start := _service(query)) is not None:
        line, column = place(query, start)
        raise QueryRefused(f"SERVICE is refused: {_FORBIDDEN['SERVICE']}", line=line, column=column)
    if not form:
        raise QuerySyntaxError("this is not a query: SELECT, ASK, CONSTRUCT or DESCRIBE expected")
    return form


_SUSPECT = re.compile("[" + re.escape("".join(_WIDE)) + "]")
_PROLOGUE = re.compile(
    r"(?:[ \t\r\n]+|\#[^\r\n]*[\r\n]|(?:PREFIX[ \t\r\n]+(?:[A-Za-z][A-Za-z0-9-]{0,40}+)?:|BASE)[ \t\r\n]*"
    r"<[A-Za-z0-9:/.#%_-]*+>)*+(SELECT|ASK|CONSTRUCT|DESCRIBE)(?=[ \t\r\n{])",
    re.IGNORECASE | re.ASCII,
)


def _plainly(query: str) -> str:
    """Return the form of a query in which a glance finds nothing to look at, or "": then all of it is read.

    Most queries pass here in some microseconds: no suspect character and no refused word anywhere, not even
    inside a string, and before the form nothing but comments and declarations of an ordinary look.
    """
    if not query.isascii() and _SUSPECT.search(query):
        return ""
    capitals = query.upper()  # as the tokens are compared: some other letters have capitals in ASCII
    if any(word in capitals for word in _FORBIDDEN):
        return ""
    start = _PROLOGUE.match(query)
    return start[1].upper() if start else ""


_SERVICE = re.compile("SERVICE", re.IGNORECASE | re.ASCII)
_SILENT = re.compile("SILENT", re.IGNORECASE | re.ASCII)
_GAP = re.compile(r"(?:[ \t\r\n]|\#[^\r\n]*+)*+")
_CALLED = re.compile(r"<[^<>{}]*+>|[^\s<>{}#]++(?:\\\#[^\s<>{}#]*+)*+")


def _service(query: str) -> int | None:
    """Find what the engine could read as a SERVICE clause, whatever stands around it.

    The engine's grammar needs no space after a keyword (``SERVICEex:a{``, ``1SERVICE<…>{``), and what is a string
    depends on where ``<`` compares. So this looks at the plain text: the keyword, a name, and a brace. A string that
    holds all three is refused too.
    """
    for match in _SERVICE.finditer(query):
        for silent in (False, True):
            at = _end(_GAP, query, match.end())
            if silent:
                if (said := _SILENT.match(query, at)) is None:
                    continue
                at = _end(_GAP, query, said.end())
            called = _CALLED.match(query, at)
            if called and query.startswith("{", _end(_GAP, query, called.end())):
                return match.start()
    return None


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    found = pattern.match(text, start)
    return found.end() if found else start


def with_limit(query: str, limit: int) -> str:
    """Return the query with its outermost LIMIT lowered to `limit`, or added where there is none."""
    depth = 0
    pending = False
    insert_at: int | None = None
    end = len(query)
    last_code = 0
    for token in tokens(query):
        if token.kind in ("space", "comment"):
            continue
        if pending and token.kind == "number":
            stop = token.start + len(token.text)
            if not token.text.isdecimal():  # the engine says what is wrong with it
                return query
            few = len(token.text) <= len(str(limit)) and int(token.text) <= limit
            return query if few else query[: token.start] + str(limit) + query[stop:]
        pending = False
        if token.kind == "other" and token.text in "{(":
            depth += 1
        elif token.kind == "other" and token.text in "})":
            depth -= 1
        elif token.kind == "word" and depth == 0:
            word = token.text.upper()
            pending = word == "LIMIT"
            if word in ("OFFSET", "VALUES") and insert_at is None and last_code:
                insert_at = token.start
        if token.text == "}":
            last_code = token.start
        end = token.start + len(token.text)
    at = end if insert_at is None else insert_at
    return f"{query[:at]} LIMIT {limit} {query[at:]}"
