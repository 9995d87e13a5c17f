# ---
# code: TC1003
# kinds: [K10, K12]
# severity: info
# status: wording
# title:
#   ja: "図の名前と節の題が違う"
#   en: "A diagram and a section title differ"
# means:
#   ja: "図の段階の名前が、それを説明する節の題と少し違います。"
#   en: "A step of a diagram is named slightly otherwise than the section that explains it."
# fix:
#   ja: "どちらかにそろえてください。"
#   en: "Use one name."
# message:
#   ja: "図の「{label}」と節の題「{title}」が一致しません。"
#   en: "The diagram says “{label}”, the section is titled “{title}”."
# group_message:
#   ja: "図の名前と節の題の違いが {count} 件あります。"
#   en: "{count} names in the diagram differ from the section titles."
# example:
#   - game: ygo
#     甲: |2
#        付属魔法（速さ２） 2007/8/9┏チェーン１：【付属魔法を使う・発動時】（対象選択） ┗逆順処理チェーン１：効果 |
#       | ■【魔法を使う・発動時】 |
#       | □手札から出す。 □発動する。 |
# look_alike:
#   - game: ygo
#     甲: |2
#        付属魔法（速さ２） 2007/8/9┏チェーン１：【魔法を使う・発動時】（対象選択） ┗逆順処理チェーン１：効果 |
#       | ■【魔法を使う・発動時】 |
#       | □手札から出す。 □発動する。 |
# ---
"""A diagram names a section otherwise than the section is titled."""

import re
from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.japanese import fold
from ontology.checking.verdicts import alike

__all__ = ["check_page"]

_LABEL = re.compile(r"【([^】]+)】")
_TRIM = re.compile(r"^[■□◆◇●○【]+|】$")


def check_page(page: PageView) -> Iterator[Match]:
    """Compare the 【labels】 of diagram steps with the titles of the sections."""
    titles = {fold(t): e for e in page.of("Section") if (t := _TRIM.sub("", e.one("title") or ""))}
    for step in page.of("DiagramStep"):
        for label in _LABEL.findall(fold(step.plain)):
            if any(label in title or title in label for title in titles if title == label):
                continue
            near = [(alike(label, _TRIM.sub("", t), least=0.5), t) for t in titles]
            score, title = max(near, default=(0.0, ""))
            bare = _TRIM.sub("", title)
            if 0.5 <= score < 1.0 and bare != label:
                yield Match((step.iri, titles[title].iri), {"label": label, "title": bare}, cause=page.iri)
