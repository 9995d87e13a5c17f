"""What programs are told of rules that move cards: `moves`, and what replaces or undoes such a move.

Facts: ``move(S,Page,Thing,"in"|"outside",From,To)`` (a card in, or outside, a zone goes to another one),
``instead(S,Page,Thing,From,To)`` (a card that would go there goes elsewhere), ``does(S,Page,Verb)`` (a rule that
destroys, moves or lets lose), ``stays(S,Page,Verb)`` (a replacement after which everything is as it was), and for
each of them ``said(S,"the sentence")``. S are IRIs of statements. What says that it happens once is left out.
"""

import re
from collections.abc import Iterator
from functools import cache

from ontology.checking.cues import cue_table
from ontology.checking.japanese import fold, sentences
from ontology.checking.pages import PageView
from ontology.checking.passages import passages

__all__ = ["gather"]

_ONCE = re.compile(r"[0-9一]回(?:だけ|まで|のみ|に限)|一度(?:だけ|きり|のみ)|最初の")
_STAYS = re.compile(
    r"(?P<verb>[一-龥]{1,2})(?:さ|か|け)?(?:れ)?る(?:かわり|代わり)に[^。]*(?:とどま|残|続け|そのまま|離れな)"
)
_DOES = re.compile(r"(?P<what>[一-龥ァ-ヴー]+)(?:は|を)[^。]*?(?P<verb>破壊|負け|敗北|送|置)[ぁ-ん]*。?$")
_PAREN = re.compile(r"[(][^()]*[)]")


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns of a move out of a zone, and of a move that is replaced."""
    words = (str(w) for zone in cue_table("zones").values() for w in zone)
    zone = "|".join(sorted(words, key=len, reverse=True))
    goes = rf"(?:持ち主の|自分の)?(?P<target>{zone})(?:に|へ)(?:置|戻|移|送|加|入)[ぁ-ん]*$"
    thing = r"(?P<thing>[^、。はをが]{1,16})"
    move = re.compile(
        rf"(?P<source>{zone})(?P<not>以外のゾーン)?(?:に|へ)(?:置かれ(?:た|ている)|戻った|ある|移った|送られた|加えられた|加わった|入った)"
        rf"{thing}は、?{goes}"
    )
    instead = re.compile(
        rf"(?P<source>{zone})(?:に|へ)(?:置かれる|置く|戻る|戻す|移る|移す|送られる|送る|加えられる|加える|加わる|入る|入れる)"
        rf"{thing}は、?(?:かわりに|代わりに)"
        rf"[^。]*?{goes}"
    )
    return move, instead


def gather(page: PageView) -> Iterator[tuple[str, ...]]:
    """Yield facts as predicate and arguments."""
    move, instead = _patterns()
    for passage in passages(page):
        if not passage.in_force or passage.role in ("question", "answer"):
            continue
        for _, sentence in sentences(passage.text):
            text = _PAREN.sub("", fold(sentence)).rstrip("。")
            if _ONCE.search(text):
                continue
            where = (passage.iri, page.iri)
            if found := instead.search(text):
                yield ("instead", *where, found["thing"], found["source"], found["target"])
            elif found := move.search(text):
                side = "outside" if found["not"] else "in"
                yield ("move", *where, found["thing"], side, found["source"], found["target"])
            elif found := _STAYS.search(text):
                yield ("stays", *where, found["verb"][:1])
            elif found := _DOES.search(text):
                yield ("does", *where, found["verb"][:1])
            else:
                continue
            yield ("said", passage.iri, sentence.strip())
