# ---
# code: TC1502
# kinds: [K15]
# severity: warning
# status: gap
# title:
#   ja: "互いを呼び起こす処理"
#   en: "Processes that call each other up"
# means:
#   ja: "一方の処理の結果が他方の条件になり、または置換効果が条件をそのまま残すので、処理が終わりません。"
#   en: "The result of one processing is the condition of the other, or a replacement leaves the condition true, so that it never ends."
# fix:
#   ja: "終わらない場合にどうなるかを、出典とともに書いてください。"
#   en: "Say what happens then, with the source."
# message:
#   ja: "「{a}」と「{b}」は互いを呼び起こし、終わりません。"
#   en: "“{a}” and “{b}” call each other up without end."
# example:
#   - 例: |2
#       *往復
#       **ルール
#       -墓地に置かれた札は、持ち主の手札に戻る。
#       -手札に戻った札は、持ち主の墓地に置かれる。
# look_alike:
#   - 例: |2
#       *往復
#       **ルール
#       -墓地に置かれた札は、持ち主の手札に戻る。
#       -手札に戻った札は、持ち主の山札に置かれる。
# ---
"""Rules whose result is the condition of another, round and round; replacements that leave a condition true."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView
from ontology.checking.cues import cue_table
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import passages

__all__ = ["gather", "judge"]

_ONCE = re.compile(r"[0-9一]回(?:だけ|まで|のみ|に限)|一度(?:だけ|きり|のみ)|最初の")
_VERB = r"(?P<verb>[一-龥]{1,2})(?:され|け|われ)?(?:る|た|ない)?"
_STAYS = re.compile(
    r"(?P<verb>[一-龥]{1,2})(?:さ|か|け)?(?:れ)?る(?:かわり|代わり)に[^。]*(?:とどま|残|続け|そのまま|離れな)"
)
_DOES = re.compile(r"(?P<what>[一-龥ァ-ヴー]+)(?:は|を)[^。]*?(?P<verb>破壊|負け|敗北|送|置)[ぁ-ん]*。?$")


@dataclass(frozen=True, slots=True)
class _Rule:
    sort: str
    game: str
    page: str
    iri: str
    thing: str
    source: str
    target: str
    sentence: str


def _zones() -> str:
    return "|".join(
        sorted((w for words in cue_table("zones").values() for w in words), key=len, reverse=True)
    )


def gather(page: PageView) -> Iterator[_Rule]:
    """Moves (from, thing, to), replaced moves, acts and replacements that leave things as they are."""
    zone = _zones()
    move = re.compile(
        rf"(?P<source>{zone})(?P<not>以外のゾーン)?(?:に|へ)(?:置かれ(?:た|ている)|戻った|ある|移った|送られた)(?P<thing>[一-龥ァ-ヴー・]+)は、?"
        rf"(?:持ち主の|自分の)?(?P<target>{zone})(?:に|へ)(?:置かれ|戻|移|送ら)[ぁ-ん]*$"
    )
    instead = re.compile(
        rf"(?P<source>{zone})(?:に|へ)(?:置かれる|戻る|移る|送られる)(?P<thing>[一-龥ァ-ヴー・]+)は、?(?:かわりに|代わりに)"
        rf"[^。]*?(?P<target>{zone})(?:に|へ)(?:置かれ|戻|移|送ら)[ぁ-ん]*$"
    )
    for passage in passages(page):
        if not passage.in_force or passage.role in ("question", "answer"):
            continue
        for _, sentence in sentences(passage.text):
            text = re.sub(r"[(][^()]*[)]", "", fold(sentence)).rstrip("。")
            if _ONCE.search(text):
                continue
            base = (page.game, page.iri, passage.iri)
            if found := instead.search(text):
                yield _Rule(
                    "instead", *base, found["thing"], found["source"], found["target"], sentence.strip()
                )
            elif found := move.search(text):
                source = ("¬" if found["not"] else "") + found["source"]
                yield _Rule("move", *base, found["thing"], source, found["target"], sentence.strip())
            elif found := _STAYS.search(text):
                yield _Rule("stays", *base, found["verb"], "", "", sentence.strip())
            elif found := _DOES.search(text):
                yield _Rule("does", *base, found["verb"], "", "", sentence.strip())


def judge(rules: Iterable[_Rule]) -> Iterator[Match]:
    """Look for circles among the rules of one page and game."""
    everything = list(rules)
    moves = [r for r in everything if r.sort == "move"]
    for a in moves:
        for b in everything:
            if b.page != a.page or b.iri == a.iri or b.thing != a.thing:
                continue
            if (b.sort == "move" and a.iri < b.iri and _holds(b, a.target) and _holds(a, b.target)) or (
                b.sort == "instead" and b.source == a.target and _holds(a, b.target)
            ):
                yield _match(a, b)
    for stays in (r for r in everything if r.sort == "stays"):
        for does in everything:
            same = does.page == stays.page and does.iri != stays.iri and does.thing[:1] == stays.thing[:1]
            if does.sort == "does" and same:
                yield _match(does, stays)


def _holds(rule: _Rule, zone: str) -> bool:
    """Whether a card in a zone meets the condition of a move."""
    return zone != rule.source[1:] if rule.source.startswith("¬") else zone == rule.source


def _match(a: _Rule, b: _Rule) -> Match:
    return Match(
        (a.iri, b.iri),
        {"a": a.sentence, "b": b.sentence},
        board=f"{a.sentence} → {b.sentence} → …",
        key=f"{a.iri} {b.iri}",
    )
