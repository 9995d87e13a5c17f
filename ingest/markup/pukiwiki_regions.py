"""Block plugins of PukiWiki: the author line, folds, boxes of quoted rules, and whatever begins with ``#``."""

import re
from abc import ABC, abstractmethod

from ingest.markup.codes import diagnose
from ingest.markup.numbers import find_numbers
from ingest.markup.outline import Outline
from ingest.markup.pukiwiki_inline import inline, plain_of
from ingest.markup.tree import Diagnostic, Kind, Node

__all__ = ["FOLDS", "Regions"]

FOLDS = ("region", "fold", "accordion")  # plugins that fold, whatever follows these letters
_PLUGIN = re.compile(r"#([A-Za-z]\w*)")
_AUTHOR = re.compile(r'#author\("([^"\n]*)"?(?:,"([^"\n]*)"?)?')
_SILENT = ("contents", "freeze", "norelated", "nofollow", "notimestamp", "navi", "ls", "related", "clear", "img", "ref")  # fmt: skip


class Regions(ABC):
    """What the block parser knows of plugins and regions."""

    def __init__(self, text: str, notes: list[Diagnostic]) -> None:
        self.text = text
        self.notes = notes
        self.outline = Outline(notes)
        self.date: str | None = None
        self._above = ""  # title of the last heading
        self._rest = 0  # where the rest of the present line begins, when a block ended inside it
        self._braces: list[int] = []  # how many braces close each group; 0 is closed by #end…

    @abstractmethod
    def _reset(self) -> None:
        """End the open paragraph, list, table and quote."""

    @abstractmethod
    def _plain(self, start: int, end: int) -> None:
        """Read a line of text."""

    def _block_plugin(self, start: int, end: int) -> None:
        text = self.text
        m = _PLUGIN.match(text, start, end)
        if m is None:
            return self._plain(start, end)
        name = m[1]
        lower = name.lower()
        self._reset()
        if lower == "author":
            return self._author(start, end)
        if lower.startswith("end") and lower[3:].startswith(FOLDS):
            leaf = Node(Kind.MARKUP, start, end)
            if self._braces and self._braces[-1] == 0:
                self._braces.pop()
                self.outline.close(leaf)
            else:
                self.notes.append(diagnose("MK102", start))
                self.outline.add(leaf)
            return None
        braces = text.find("{{", m.end(), end)
        folds = lower.startswith(FOLDS)
        if braces >= 0 and (braces == m.end() or text[braces - 1] == ")"):
            return self._region(name, start, m.end(), braces, end)
        if folds:
            return self._region(name, start, m.end(), -1, end)
        arguments = text[m.end() : end].strip()
        if lower == "br":
            self.outline.add(Node(Kind.LINE_BREAK, start, end, None, [Node(Kind.MARKUP, start, end)]))
        elif lower == "hr":
            self.outline.add(Node(Kind.RULER, start, end, None, [Node(Kind.MARKUP, start, end)]))
        else:
            if not lower.startswith(_SILENT):
                self.notes.append(diagnose("MK105", start, name))
            attrs = {"name": name, "arguments": arguments.removeprefix("(").removesuffix(")")}
            self.outline.add(Node(Kind.MACRO, start, end, attrs, [Node(Kind.MARKUP, start, end)]))
        return None

    def _author(self, start: int, end: int) -> None:
        m = _AUTHOR.match(self.text, start, end)
        attrs = {"date": m[1] if m else "", "user": (m[2] or "") if m else ""}
        self.outline.add(Node(Kind.AUTHOR, start, end, attrs, [Node(Kind.MARKUP, start, end)]))
        if m and m[1][:4].isdigit():
            self.date = m[1][:10]

    def _region(self, name: str, start: int, at: int, braces: int, end: int) -> None:
        """A fold with a title, or a quoted rule when the title in double brackets names rule numbers."""
        text = self.text
        stop = braces if braces >= 0 else end
        opening = at
        closing = stop
        if opening < closing and text[opening] == "(":
            opening += 1
            if text[closing - 1] == ")":
                closing -= 1
        nodes = inline(text, opening, closing, []) if closing > opening else []
        title, _ = plain_of(text, nodes)
        boxed = title.startswith(("(", "（")) or text.startswith("(", opening)
        if nodes and text.startswith(
            "(", opening
        ):  # `((…))` is one pair of brackets in another, not a footnote
            title = title.removeprefix("(").removesuffix(")")
        numbers = find_numbers(title)
        folds = name.lower().startswith(FOLDS)
        if folds and boxed and numbers:
            group = self.outline.open(Kind.RULE_BOX, start, {"numbers": " ".join(numbers), "title": title})
        elif folds:
            if not nodes:
                title = self._above
                self.notes.append(diagnose("MK305", start))
            group = self.outline.open(Kind.FOLD, start, {"title": title.strip('"')})
        else:
            if not name.lower().startswith(("pre", "code")):
                self.notes.append(diagnose("MK105", start, name))
            group = self.outline.open(Kind.MACRO, start, {"name": name, "arguments": text[opening:closing]})
        if group is None:
            self.outline.add(Node(Kind.TEXT, start, end))
            return
        put = self.outline.put
        put(group, Node(Kind.MARKUP, start, opening))
        if nodes:
            shown = Node(Kind.PARAGRAPH, opening, closing, {"role": "title"}, nodes)
            put(group, shown)
        at = stop
        while at < end and text[at] == "{":
            at += 1
        self._braces.append(at - stop if braces >= 0 else 0)
        if at > closing:
            put(group, Node(Kind.MARKUP, closing, at))
        self._rest = at

    def _closing(self, start: int, end: int) -> bool:
        text = self.text
        at = start
        while at < end and text[at] == "}":
            at += 1
        if at - start < 2:
            return False
        if not any(self._braces):
            if at < end:
                return False
            self._reset()
            self.notes.append(diagnose("MK102", start))
            self.outline.add(Node(Kind.MARKUP, start, end))
            return True
        self._reset()
        while self._braces and self._braces[-1] == 0:  # a #region left open inside the braces
            self._braces.pop()
            if group := self.outline.close():
                self.notes.append(diagnose("MK101", group.start))
        self._braces.pop()
        self.outline.close(Node(Kind.MARKUP, start, at))
        self._rest = at
        return True
