# ---
# code: TC0903
# kinds: [K1, K9]
# severity: warning
# status: gap
# title:
#   ja: "破壊なのか墓地へ送られるだけなのか"
#   en: "Destroyed, or only sent to the graveyard"
# means:
#   ja: "同じ種類のカードが、ある場合は「破壊され墓地へ」、似た場合は「墓地へ」とだけ書かれています。破壊された時の効果が使えるかどうかが変わります。"
#   en: "One kind of card is “destroyed and sent” in one case and only “sent” in a like one; effects on destruction depend on it."
# fix:
#   ja: "破壊になる場合とならない場合を書き分けてください。"
#   en: "Say in which cases it counts as destruction."
# message:
#   ja: "「{noun}」のカードが、破壊されるのか、墓地へ送られるだけなのかが書き分けられていません。"
#   en: "It is not told apart whether “{noun}” cards are destroyed or only sent to the graveyard."
# example:
#   - game: ygo
#     甲: |2
#       *甲
#       **ルール
#       -付け手がいなくなると、付属カードは破壊され墓地へ送られます。
#       -付け手が裏側になると、付属カードは墓地へ送られます。
# look_alike:
#   - game: ygo
#     甲: |2
#       *甲
#       **ルール
#       -付け手がいなくなると、付属カードは破壊され墓地へ送られます。
#       -付け手が裏側になると、付属カードは墓地へ送られます。これは破壊ではない。
# ---
"""The same card is said to be destroyed and sent to the graveyard in one case, only sent in a like one."""

import re
from collections.abc import Iterator

from ontology.checking import Match, PageView
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import Passage, passages

__all__ = ["check_page"]

_SENT = re.compile(r"墓地(?:へ|に)(?:送ら|置か|移)")
_TOPIC = re.compile(r"(?P<noun>[一-龥ァ-ヴー]+)は")
_SUBJECT = re.compile(r"(?P<noun>[一-龥ァ-ヴー]+)が")
_SAID = re.compile(r"破壊(?:では|され(?:た|る)の?では)(?:な|あ)|破壊扱い|破壊とは")
_HEAD = re.compile(r"(?:カード|魔法|クリーチャー|モンスター|呪文)+$")


def check_page(page: PageView) -> Iterator[Match]:
    """Group by the noun; report once a page and noun when both manners occur and nothing tells them apart."""
    destroyed: dict[str, list[Passage]] = {}
    sent: dict[str, list[Passage]] = {}
    explained = False
    for passage in passages(page):
        if not passage.in_force or passage.role in ("question", "rule"):
            continue
        for _, sentence in sentences(passage.text):
            text = re.sub("「[^」]*」|《[^》]*》", "", fold(sentence))
            explained = explained or bool(_SAID.search(text))
            if "破壊" in text:
                found, book = (list(re.finditer("破壊され", text)) if "墓地" in text else []), destroyed
            else:
                found, book = list(_SENT.finditer(text)), sent
            noun = _noun(text[: found[-1].start()]) if found else ""
            if noun and passage not in book.setdefault(noun, []):
                book[noun].append(passage)
    if explained:
        return
    for noun in sorted(destroyed.keys() & sent.keys()):
        one, other = destroyed[noun][0], sent[noun][-1]
        if one.iri != other.iri:
            yield Match(
                (
                    one.iri,
                    other.iri,
                    *(
                        p.iri
                        for p in (*destroyed[noun][1:2], *sent[noun][:-1][:1])
                        if p.iri not in (one.iri, other.iri)
                    ),
                ),
                {"noun": noun},
                board=f"{noun}が墓地へ行き、破壊された時の効果があるか、破壊を防ぐ効果がある",
                key=f"{page.iri} {noun}",
            )


def _noun(before: str) -> str:
    """The noun that the topic of a clause is known by: 装備魔法カード, 装備カード and 装備魔法 are one."""
    hits = list(_TOPIC.finditer(before)) or list(_SUBJECT.finditer(before))
    if not hits:
        return ""
    word = hits[-1]["noun"]
    bare = _HEAD.sub("", word)
    return bare if 2 <= len(bare) <= 6 and bare != word else ""
