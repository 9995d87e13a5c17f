"""SPARQL laid out: a line for each triple, braces indented; comments, strings and IRIs stay as they are."""

from ingest.store.lint import Token, tokens

__all__ = ["layout"]

_STEP = "  "
_OWN_LINE = frozenset(
    [
        "PREFIX",
        "BASE",
        "SELECT",
        "ASK",
        "CONSTRUCT",
        "DESCRIBE",
        "FROM",
        "WHERE",
        "OPTIONAL",
        "UNION",
        "MINUS",
        "FILTER",
        "BIND",
        "VALUES",
        "GRAPH",
        "GROUP",
        "HAVING",
        "ORDER",
        "LIMIT",
        "OFFSET",
    ]
)
_KEYWORDS = _OWN_LINE | frozenset("BY AS DISTINCT REDUCED NAMED NOT EXISTS IN ASC DESC UNDEF".split())  # noqa: SIM905
_TIGHT_BEFORE = frozenset(";,.)]")
_CALLS = frozenset(("word", "iri", "name"))


def layout(query: str) -> str:
    """Return the query laid out; its tokens are the same, keywords in capitals."""
    writer = _Writer()
    before: Token | None = None
    broken = False
    for token in tokens(query):
        if token.kind == "space":
            broken = broken or "\n" in token.text
            continue
        writer.add(token, before, broken)
        before, broken = token, False
    return writer.text()


class _Writer:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line = ""
        self.depth = 0
        self.round = 0

    def add(self, token: Token, before: Token | None, broken: bool) -> None:
        text, upper = token.text, token.text.upper()
        if token.kind == "comment":
            if broken or before is None:
                self.end()
            self.put(text, "  " if self.line else "")
            self.end()
        elif text == "{":
            self.put(text, " " if self.line else "")
            self.end()
            self.depth += 1
        elif text == "}":
            self.end()
            self.depth = max(0, self.depth - 1)
            self.put(text, "")
            if not self.round:
                self.end()
        elif token.kind == "word" and upper in _KEYWORDS and not self.round:
            if upper in _OWN_LINE and not self._goes_on(upper, before):
                self.end()
            self.put(upper, " " if self.line else "")
        else:
            self.round += {"(": 1, ")": -1}.get(text, 0) if token.kind == "other" else 0
            self.put(text, self._gap(token, before))
            if token.kind == "other" and text in ".;" and not self.round:
                self.end(text == ";")

    def _goes_on(self, upper: str, before: Token | None) -> bool:
        """Tell whether a keyword continues what stands before it: `} WHERE {`, `FROM NAMED`, `} UNION {`."""
        if before is None:
            return False
        if upper in ("UNION", "WHERE") and before.text == "}" and self.lines and not self.line:
            self.line = self.lines.pop().rstrip()
            return True
        return upper == "WHERE" or (upper == "FILTER" and before.text.upper() == "NOT")

    def _gap(self, token: Token, before: Token | None) -> str:
        if not self.line.strip() or before is None:
            return ""
        if token.kind == "other" and token.text in _TIGHT_BEFORE:
            return " " if token.text in ".;" and not self.round else ""
        tight = before.kind == "other" and before.text in "(["
        call = token.text == "(" and before.kind in _CALLS and before.text.upper() not in _KEYWORDS
        glued = (
            before.text in ("^^", "^", "!", "/") or token.text in ("^", "/", "*", "+") or before.text == "*"
        )
        starred = token.text == "*" and before.text.upper() in ("SELECT", "DISTINCT", "DESCRIBE", "REDUCED")
        touching = token.start == before.start + len(before.text)
        return (
            ""
            if tight
            or (call and touching)
            or (glued and touching and not starred)
            or (
                touching
                and token.kind in ("name", "other", "iri", "string", "number", "word")
                and before.kind in ("other", "string", "number")
                and before.text not in "),;.}{"
            )
            else " "
        )

    def put(self, text: str, gap: str) -> None:
        if not self.line:
            self.line = _STEP * self.depth
            gap = ""
        self.line += gap + text

    def end(self, goes_on: bool = False) -> None:
        if self.line.strip():
            self.lines.append(self.line.rstrip())
        self.line = _STEP * (self.depth + 2) if goes_on else ""

    def text(self) -> str:
        self.end()
        return "\n".join(self.lines) + "\n"
