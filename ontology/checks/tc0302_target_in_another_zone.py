# ---
# code: TC0302
# kinds: [K3]
# severity: info
# status: reconcilable
# title:
#   ja: "対象がないと使えないという文に、別のゾーンから選ぶ場合の例外がない"
#   en: "A ban for want of a target forgets those who target elsewhere"
# means:
#   ja: "あるゾーンに対象がなければ使えないと書かれていますが、別のゾーンから対象を選ぶものがあり、例外として書かれていません。"
#   en: "A statement forbids use when a zone holds no target, while another takes its target from another zone and is not excepted."
# fix:
#   ja: "「{other}の{noun}を選ぶものを除く」と書き足してください。"
#   en: "Add “except those that choose from the other zone”."
# message:
#   ja: "「{zone}」に対象がないと使えないという文は、「{other}」の{noun}を選ぶものを除いていません。"
#   en: "The ban for want of a target in “{zone}” does not except what chooses from “{other}”."
# example:
#   - game: ygo
#     甲: |2
#       *甲
#       **ルール
#       -フィールドに表側のモンスターがいない時に発動することはできない。
#       -墓地のモンスターを対象にするカードの場合は、墓地から1体を選ぶ。
# look_alike:
#   - game: ygo
#     甲: |2
#       *甲
#       **ルール
#       -フィールドに表側のモンスターがいない時に発動することはできない。（墓地から選ぶものを除く）
#       -墓地のモンスターを対象にするカードの場合は、墓地から1体を選ぶ。
# ---
"""A ban for want of a target in one zone, and a rule that takes the target from another zone."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView
from ontology.checking.cues import cue_table
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["gather", "judge"]

_BAN = re.compile(
    r"(?P<noun>[一-龥ァ-ヴー]+)が(?:[0-9]+[体枚]も)?(?:存在しない|いない|ない|居ない)(?:時|とき|場合|間)[^。]*"
    r"(?:発動|プレイ|使用|使)[^。]*(?:×|不可|できない|できません|使えない)"
)
_TAKES = re.compile(
    r"の(?P<noun>[一-龥ァ-ヴー]+)(?:を|に)[^。]*(?:対象|装備|選)[^。]*(?:カード|もの|呪文|魔法)(?:の場合|では|は|なら)"
)
_EXCEPTED = re.compile(r"除く|除き|以外")


@dataclass(frozen=True, slots=True)
class _Said:
    bans: bool
    game: str
    page: str
    zone: str
    noun: str
    iri: str
    sentence: str


def gather(page: PageView) -> Iterator[_Said]:
    """Sentences of both sorts, with the zone they name."""
    for passage in passages(page):
        if not passage.in_force:
            continue
        text = fold(passage.text)
        for _, sentence in sentences(passage.text):
            folded = fold(sentence)
            ban, takes = _BAN.search(folded), _TAKES.search(folded)
            if not ban and not takes:
                continue
            zone = next(
                (
                    str(z)
                    for z, words in cue_table("zones").items()
                    if any(re.search(w, folded) for w in words)
                ),
                None,
            )
            if zone is None:
                continue
            if ban and not _EXCEPTED.search(text):
                yield _Said(True, page.game, page.iri, zone, ban["noun"], passage.iri, sentence.strip())
            elif takes:
                yield _Said(False, page.game, page.iri, zone, takes["noun"], passage.iri, sentence.strip())


def judge(said: Iterable[_Said]) -> Iterator[Match]:
    """Join the two of one page, other zone, same noun."""
    bans: list[_Said] = []
    takers: dict[str, list[_Said]] = {}
    for one in said:
        if one.bans:
            bans.append(one)
        else:
            takers.setdefault(one.page, []).append(one)
    for ban in bans:
        for takes in takers.get(ban.page, ()):
            if takes.zone == ban.zone:
                continue
            if ban.noun.endswith(takes.noun) or takes.noun.endswith(ban.noun):
                yield Match(
                    (ban.iri, takes.iri),
                    {"zone": ban.zone, "other": takes.zone, "noun": takes.noun},
                    reconciled_by="特別の規定が一般の規定に優先する / the specific statement goes before the general one",
                    board=f"{ban.zone}に{takes.noun}がなく、{takes.zone}にある / none in one zone, one in the other",
                )
