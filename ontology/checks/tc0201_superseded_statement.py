# ---
# code: TC0201
# kinds: [K2]
# severity: info
# status: superseded
# title:
#   ja: "旧ルールと現在のルールが違う"
#   en: "An old rule differs from the present one"
# means:
#   ja: "期限の切れた文と、現在の文が、同じことについて違うことを述べています。期限があるので矛盾ではありません。"
#   en: "A statement whose time is over and one in force say different things about one matter; since it is dated, this is history."
# fix:
#   ja: "期限が正しく、読む人に旧ルールと分かるかどうかを確かめてください。"
#   en: "Make sure that the dates are right and that readers see that the text is history."
# message:
#   ja: "{until} までの「{old}」は、現在の「{new}」に替わっています。"
#   en: "“{old}” (until {until}) has been replaced by “{new}”."
# group_message:
#   ja: "旧ルールの文 {count} 件が、現在のルールに替わっています（{examples} など）。"
#   en: "{count} statements of old rules are replaced by present ones ({examples}, …)."
# example:
#   - 例: |2
#       *甲
#       **ルール
#       -残った獣は、自分のターンの初めからいたなら召喚酔いしない。
#       **過去のルール（2019年3月15日以前のもの）
#       #region(過去のルール（2019年3月15日以前のもの）)
#       -残った獣は、いつでも召喚酔いする。
#       #endregion
# look_alike:
#   - 例: |2
#       *甲
#       **ルール
#       -残った獣は、いつでも召喚酔いする。
#       **よくある間違い
#       -札の向きは変わらない。
# ---
"""Statements whose time is over beside statements in force about the same matter."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ontology.checking import Match, PageView
from ontology.checking.claims import Claim, page_claims
from ontology.checking.compare import in_force_together

__all__ = ["gather", "judge"]


def gather(page: PageView) -> Iterable[Claim]:
    """Claims of pages that hold both old and present statements, and all old ones."""
    claims = [c for c in page_claims(page) if len(c.all_words) >= 2]
    return claims if any(c.valid_to for c in claims) else ()


def judge(claims: Iterable[Claim]) -> Iterator[Match]:
    """For each old claim, the present claim of its page that shares most of its rarer words and says otherwise."""
    pages: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        pages[claim.page].append(claim)
    for members in pages.values():
        weight = _weights(members)
        present = [c for c in members if not c.valid_to]
        for old in (c for c in members if c.valid_to):
            scored = [(_shared(old, new, weight), new) for new in present if not in_force_together(old, new)]
            scored = [(s, new) for s, new in scored if s >= 1.0 and _differs(old, new)]
            if scored:
                best = max(scored, key=lambda pair: pair[0])[1]
                yield Match(
                    (old.iri, best.iri),
                    {"until": old.valid_to or "", "old": old.sentence, "new": best.sentence},
                    cause=f"{old.page} {old.valid_to}",
                    reconciled_by=f"{old.valid_to} まで / until {old.valid_to}",
                )


def _weights(members: list[Claim]) -> dict[str, float]:
    count: dict[str, int] = defaultdict(int)
    for claim in members:
        for word in claim.all_words | {claim.verb}:
            count[word] += 1
    return {word: 1.0 / n for word, n in count.items()}


def _shared(old: Claim, new: Claim, weight: dict[str, float]) -> float:
    """Words shared, the rare ones counting most: 1 for two or three words that few sentences use."""
    both = (old.all_words | {old.verb}) & (new.all_words | {new.verb})
    return sum(weight[w] for w in both) * 3 if len(both) >= 2 else 0.0


def _differs(old: Claim, new: Claim) -> bool:
    return (old.verb, old.positive, old.modality, old.all_words) != (
        new.verb,
        new.positive,
        new.modality,
        new.all_words,
    )
