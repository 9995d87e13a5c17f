# ---
# code: TC1401
# kinds: [K14]
# severity: warning
# status: real
# title:
#   ja: "「できる」と「しなければならない」が食い違う"
#   en: "May in one place, must in another"
# means:
#   ja: "同じ行為について、一方は選べるように、他方は必ず行うように書かれています。"
#   en: "One statement leaves a choice about an act, another gives none."
# fix:
#   ja: "規則の文面が必ず行うものなら、答えや説明も「残る」「残す」のように書いてください。"
#   en: "If the rule leaves no choice, word the answer without “can”."
# message:
#   ja: "「{may}」は選べる書き方ですが、「{must}」は必ず行う書き方です。"
#   en: "“{may}” leaves a choice, “{must}” does not."
# example:
#   - 甲: |2
#       *甲
#       **ルール
#       -獣が離れた時、下の札を墓地に置くことができる。
#     乙: |2
#       *乙
#       **ルール
#       -獣が離れた時、下の札を墓地に置かなければならない。
# look_alike:
#   - 甲: |2
#       *甲
#       **ルール
#       -獣が離れた時、下の札を墓地に置かなければならない。
#     乙: |2
#       *乙
#       **ルール
#       -獣が離れた時、手札から呪文を唱えることができる。
# ---
"""One statement leaves a choice where another gives none."""

from collections.abc import Iterable, Iterator

from ontology.checking import Match, PageView
from ontology.checking.claims import Claim, page_claims
from ontology.checking.compare import Clash, Relation, claim_pairs, clash, in_force_together, relation

__all__ = ["gather", "judge"]


def gather(page: PageView) -> Iterable[Claim]:
    """Claims that say may, must, or plainly what is done."""
    return (c for c in page_claims(page) if c.positive and not c.valid_to and not _bounded(c))


def _bounded(claim: Claim) -> bool:
    """Whether it says how many at most or at least: neither choice nor duty."""
    return any(word[0] == "#" and word[-1] in "+-" for word in claim.words)


def judge(claims: Iterable[Claim]) -> Iterator[Match]:
    """Join permissions with duties about the same act on the same thing."""
    seen = set()
    for a, b in claim_pairs(claims):
        if clash(a, b) is not Clash.MODALITY or a.iri == b.iri or not in_force_together(a, b):
            continue
        may, must = (a, b) if a.modality == "may" else (b, a)
        if may.role == "ruling" or must.role == "ruling" or (may.iri, must.iri) in seen:
            continue
        if _rule_of(may, must) or relation(may, must, Clash.MODALITY) is Relation.SAME:
            seen.add((may.iri, must.iri))
            yield Match((may.iri, must.iri), {"may": may.sentence, "must": must.sentence})


def _rule_of(may: Claim, must: Claim) -> bool:
    """Whether the duty is the text of a rule that the permission's ruling cites."""
    return must.role == "rule" and may.role == "answer" and bool(set(may.cites) & set(must.cites))
