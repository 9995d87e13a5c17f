"""PukiWiki source whose newlines became spaces: where did its lines begin?

A space before a block mark may be an old newline. Brackets of names (《》 「」 [[ ]]) are stepped over, since card
names hold spaces and hyphens; a mark that could as well be text (a hyphen or plus before a digit, a hyphen in
Latin text) counts only after the end of a sentence or a block.
"""

import re

from ingest.markup.codes import diagnose
from ingest.markup.lines import Line, split_at
from ingest.markup.tree import Diagnostic

__all__ = ["recover_lines"]

_CANDIDATE = re.compile(
    r"(\[\[[^\[\]\n]*+(?:\[[^\[\]\n]*+\][^\[\]\n]*+)*+\]\]|《[^《》\n]{0,80}+》|「[^「」\n]{0,120}+」|『[^『』\n]{0,120}+』"
    r"|\(\([^()\n]{0,200}+\)\))"  # 1 stepped over
    r"|(\[#\w[\w-]*\])(?= )"  # 2 end of a heading
    r"|(\{\{+)(?= )"  # 3 begin of a region's body
    r"|(\|[hfcHFC]?)(?= |$)"  # 4 a bar that may end a row
    r"|(~)(?= |$)"  # 5 line end
    r"| (?:(\*{1,3}(?=[^*\s]))"  # 6 heading
    r"|(-{4,})|(-{1,3}|\+{1,3})(?=[^-+\s])"  # 7 ruler, 8 list
    r"|([-+])(?= )"  # 9 list with a space after its mark
    r"|(\|)"  # 10 row
    r"|(>{1,3}(?=[^>\s=]))"  # 11 quote
    r"|(:{1,3}(?=[^:|\s][^|\n]{0,60}\|))"  # 12 definition
    r"|(\#(?=[A-Za-z]\w*(?:[({ ]|$)))"  # 13 plugin
    r"|(//)"  # 14 comment
    r"|(\}\}+(?= |$))"  # 15 end of a region
    r"|([AＡ](?:[.．:：]|(?=[^\x00-\x7f])))"  # 16 answer to a quoted question
    r"|( (?=\S))"  # 17 two spaces: an empty line
    r"|(&aname\([^()\n]{0,60}\)\{[0-9]{3}))"  # 18 numbered rule
)
_QUESTION = re.compile(r">{0,3} ?([QＱ](?:[.．:：]|(?=[^\x00-\x7f]|\[\[)))")
_SOURCE = re.compile(r"\[\[[^\[\]>\n]{1,40}[:>]https?://[^\[\]\n]+\]\]")
_ENDS = frozenset("。．.!！?？)）]］」』》】|~};:：…♪")
_NAME_PART = re.compile(r"[A-Za-z0-9]{1,12}-")
_LATIN = re.compile(r"[A-Za-z0-9]")


def recover_lines(text: str, line: Line, notes: list[Diagnostic]) -> list[Line]:
    """Split one physical line into the lines it was; reports MK301 (and MK302 for comments)."""
    cuts: list[int] = []
    start, end = line.start, line.end
    last = start  # where the present line begins
    in_row = text.startswith("|", start)
    comment = text.startswith("//", start)
    asking = ""  # the mark of a question that waits for its answer: Q. or Q

    def cut(at: int) -> None:
        nonlocal last, in_row, comment, asking
        while at < end and text[at] in " \t":
            at += 1
        if last < at < end:
            cuts.append(at)
            last = at
        in_row = text.startswith("|", at)
        if question := _QUESTION.match(text, at):
            asking = question[1]
        elif text.startswith("*", at):
            asking = ""
        comment = text.startswith("//", at)
        if comment:
            notes.append(diagnose("MK302", at))

    if text.startswith("#author(", start):
        close = text.find(")", start, min(end, start + 200))
        if close >= 0:
            cut(close + 1)
    for m in _CANDIDATE.finditer(text, start, end):
        group = m.lastindex or 0
        here = m.start()
        if here < last:
            continue
        if group == 1:
            if (
                text.startswith(" ", here - 1)
                and _SOURCE.fullmatch(m[1])
                and text[m.end() : m.end() + 1] in ("", " ")
            ):
                cut(here)  # the source line of an answer
                cut(m.end())
            continue
        if group == 2:
            if text[last] == "*":
                cut(m.end())
        elif group == 3:
            if text[last] == "#":
                cut(m.end())
        elif group == 4:
            if in_row and here > last:
                cut(m.end())
        elif group == 5:
            if not in_row:
                cut(m.end())
        elif in_row and here > last and not _row_over(text, last, here):
            continue
        elif group == 13:
            cut(here + 1)
            if (
                text.startswith("#author(", last)
                and (close := text.find(")", last, min(end, last + 200))) >= 0
            ):
                cut(close + 1)
        elif group == 10 and text.startswith(":", last) and text.find("|", last, here) < 0:
            continue  # the bar between a term and its description
        elif group == 16:
            if asking and (len(m[16]) == len(asking)):
                asking = ""
                cut(here + 1)
        elif group in (8, 9, 6, 11) and not _is_mark(text, last, here, m.group(group), group, comment):
            continue
        else:
            cut(here + 1)
            if group == 15:
                cut(m.end())
    found = split_at(text, line, cuts)
    if len(found) > 1:
        notes.append(diagnose("MK301", start, len(found)))
    return found


def _row_over(text: str, last: int, here: int) -> bool:
    """True when the row that begins at `last` has ended before `here`."""
    return here - last > 1 and text[here - 1] == "|"


def _is_mark(text: str, last: int, here: int, mark: str, group: int, comment: bool) -> bool:
    """Is the mark after the space at `here` a block mark, or a hyphen, plus, star or greater-than of the text?"""
    before = text[here - 1] if here > 0 else ""
    after = text[here + 1 + len(mark) : here + 2 + len(mark)]
    if before in _ENDS:
        return True
    if group == 6:
        # a heading has an anchor or follows the end of something; `2 *3` has neither
        bracket = text.find("[#", here, here + 120)
        return bracket >= 0 and text.find("  ", here, bracket) < 0
    if group in (9, 11):
        return False
    if after.isdigit():
        return False
    if before == "、" and mark[0] == "+":  # an enumeration inside a sentence
        return True
    listed = comment or text[last] in "-+"  # the lines of a list, and comments, need no full stop
    if _LATIN.match(after):
        return listed and not _LATIN.match(before) and not _NAME_PART.match(text, here + 1 + len(mark))
    return listed or mark[0] == "-"
