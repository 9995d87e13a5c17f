# ---
# code: TC1204
# kinds: [K12]
# severity: warning
# status: wording
# title:
#   ja: "終わりのない折りたたみ・枠"
#   en: "A fold or box without its end"
# means:
#   ja: "折りたたみや規則の枠が始まったまま閉じられていません。後の文まで中に入ってしまいます。"
#   en: "A fold or a rule box begins and does not end; what follows is swallowed."
# fix:
#   ja: "終わりの印（}} や #endregion、縦棒の行）を補ってください。"
#   en: "Add the end mark."
# message:
#   ja: "{what}が閉じられていません。"
#   en: "A block ({what}) does not end."
# example:
#   - 例: |2
#       *甲
#       **収録
#       #region(一覧){{
#       -第一弾の札
#       -第二弾の札
# look_alike:
#   - 例: |2
#       *甲
#       **収録
#       #region(一覧){{
#       -第一弾の札
#       -第二弾の札
#       }}
# ---
"""Folds and boxes that begin and do not end."""

import re
from collections.abc import Iterator

from ontology.checking import Match, PageView, Span

__all__ = ["check_page"]

_BRACED = re.compile(r"^#region2?\([^\n]*\)\{\{[^\n]*$|^\}\}", re.M)
_PLAIN = re.compile(r"^#region2?(?:\([^\n]*\))?(?!\S*\{\{)[ \t]*$|^#endregion", re.M)
_BOX = re.compile(r"^\|[ \t]*\n\+[ \t]*\n\|[^\n]*$", re.M)
_STOPS = re.compile(r"^(?:引用元|Q[.．]|A[.．])", re.M)
_CLOSES = re.compile(r"^\|[ \t]*$", re.M)


def check_page(page: PageView) -> Iterator[Match]:
    """Match the ends with the beginnings; what is left over is reported where it begins."""
    for pattern, closing in ((_BRACED, "}}"), (_PLAIN, "#endregion")):
        open_: list[re.Match[str]] = []
        for found in pattern.finditer(page.text):
            if found.group().startswith(closing):
                if open_:
                    open_.pop()
            else:
                open_.append(found)
        for found in open_:
            yield Match((Span(page.iri, *found.span()),), {"what": "折りたたみ"})
    for box in _BOX.finditer(page.text):
        end = _CLOSES.search(page.text, box.end())
        stop = _STOPS.search(page.text, box.end())
        unclosed = end is None or (stop is not None and stop.start() < end.start())
        if unclosed and "ルール" in box.group():
            yield Match((Span(page.iri, *box.span()),), {"what": "規則の枠"})
