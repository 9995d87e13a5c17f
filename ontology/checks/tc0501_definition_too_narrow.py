# ---
# code: TC0501
# kinds: [K5]
# severity: warning
# status: real
# title:
#   ja: "定義の対象が狭い"
#   en: "A definition that is too narrow"
# means:
#   ja: "ある処理の定義が一つの種類だけを対象にし、別の所では他の種類にも同じことが起こると書かれています。"
#   en: "A process is defined for one class, while another passage applies it to a further class."
# fix:
#   ja: "「{term}」の定義に「{b}」を加えるか、なぜ含まないかを書いてください。"
#   en: "Add “{b}” to the definition of “{term}”, or say why it is left out."
# message:
#   ja: "「{term}」は「{a}」について定義されていますが、「{b}」にも起こると書かれています。"
#   en: "“{term}” is defined for “{a}”, but another passage applies it to “{b}” too."
# example:
#   - 積み替え: |2
#       *積み替え
#       獣の上の札だけが離れる時に行われる処理。
#     乙: |2
#       *乙
#       **ルール
#       -上の札が離れた時、積み替えを行う。
#       --獣だけでなく、防具も同様に扱う。
# look_alike:
#   - 積み替え: |2
#       *積み替え
#       獣または防具の上の札だけが離れる時に行われる処理。
#     乙: |2
#       *乙
#       **ルール
#       -上の札が離れた時、積み替えを行う。
#       --獣だけでなく、防具も同様に扱う。
# ---
"""A process is defined for one class and said elsewhere to treat another class alike."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ontology.checking import Match, PageView
from ontology.checking.japanese import fold, sentences
from ontology.checking.passages import Passage, passages

__all__ = ["gather", "judge"]

_NOUN = r"[一-龥々ァ-ヴー・&A-Za-z0-9\-]+"
_ALSO = re.compile(
    rf"(?P<a>{_NOUN})(?:だけで(?:は)?なく|だけに限らず|に限らず|のみならず|ばかりでなく)、?(?P<b>{_NOUN})(?:も|に(?:ついて)?も|でも)"
    rf"|(?P<a3>{_NOUN})(?:だけで(?:は)?なく|だけに限らず|に限らず|のみならず|ばかりでなく)、?(?P<b3>{_NOUN})(?:が|を|に)[^。]*(?:こと|場合|時|とき|際)も"
    rf"|(?P<b2>{_NOUN})(?:について|に|で)?も(?:、)?(?P<a2>{_NOUN})と(?:同様|同じ)(?:に|の)"
)


@dataclass(frozen=True, slots=True)
class _Said:
    defines: bool
    game: str
    page: str
    title: str
    iri: str
    a: str
    b: str
    text: str
    whole: str


def gather(page: PageView) -> Iterator[_Said]:
    """Definitions (or the first statement of a page) and sentences that widen a class."""
    title = fold(page.title)
    lead = next((p for p in passages(page) if p.role == "statement"), None)
    for passage in passages(page):
        if not passage.in_force or passage.role in ("question", "answer"):
            continue
        if (
            passage.extract.is_a("Definition")
            or passage is lead
            or (lead is not None and passage.iri == lead.iri)
        ):
            yield _Said(
                True, page.game, page.iri, title, passage.iri, "", "", fold(passage.text), fold(page.text)
            )
        for _, sentence in sentences(passage.text):
            found = _ALSO.search(fold(sentence))
            if found:
                a, b = (found[k] or found[f"{k}2"] or found[f"{k}3"] for k in "ab")
                yield _Said(False, page.game, page.iri, title, passage.iri, a, b, _context(page, passage), "")


def _context(page: PageView, passage: Passage) -> str:
    """The sentence with those it hangs on: its parent item and what comes right before it."""
    before = [
        e.plain
        for e in page.extracts
        if e.start < passage.extract.start and e.is_a("Statement", "RuleVersion")
    ]
    parents = [page.by_iri[p].plain for p in passage.extract.all("parentStatement") if p in page.by_iri]
    return fold("\n".join([passage.text, *parents, *before[-2:]]))


def judge(said: Iterable[_Said]) -> Iterator[Match]:
    """Report a definition of a process that names the one class and not the other."""
    everything = list(said)
    definitions: dict[str, list[_Said]] = {}
    for one in everything:
        if one.defines and len(one.title) > 1:
            definitions.setdefault(one.title[:2], []).append(one)
    seen = set()
    for wide in (s for s in everything if not s.defines):
        pairs = {wide.text[at : at + 2] for at in range(len(wide.text) - 1)}
        for definition in (d for head in sorted(definitions.keys() & pairs) for d in definitions[head]):
            if definition.game != wide.game or definition.iri == wide.iri or definition.page == wide.page:
                continue
            if (
                definition.title not in wide.text
                or wide.a not in definition.text
                or wide.b in definition.whole
            ):
                continue
            if (definition.page, wide.iri) in seen:
                continue
            seen.add((definition.page, wide.iri))
            yield Match(
                (definition.iri, wide.iri),
                {"term": definition.title, "a": wide.a, "b": wide.b},
                board=f"{wide.b} に同じことが起こる",
            )
