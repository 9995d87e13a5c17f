# ---
# code: TC0201
# kinds: [K2, K17]
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
#   ja: "旧ルールの文 {count} 件が、現在のルールに替わっています（{examples}）。"
#   en: "{count} statements of old rules are replaced by present ones ({examples})."
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

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from ontology.checking import Match, PageView, Severity, Status
from ontology.checking.claims import Claim, page_claims
from ontology.checking.compare import (
    Relation,
    claim_pairs,
    clash,
    in_force_together,
    older_page,
    relation,
    weak_words,
)

__all__ = ["gather", "judge"]


_DATE = re.compile(r"[0-9]+|[年月日度目]|月以前|年以前")


def gather(page: PageView) -> Iterable[Claim]:
    """Claims with something to compare; the wordings of a change notice are its business, not ours."""
    return (c for c in page_claims(page) if c.all_words)


def judge(claims: Iterable[Claim]) -> Iterator[Match]:
    """Join claims whose predicates disagree and whose times differ; then old ones with their nearest successor."""
    everything = list(claims)
    seen: set[tuple[str, str]] = set()
    matched: set[str] = set()
    for a, b in claim_pairs(everything):
        kind = clash(a, b)
        if kind is None or a.iri == b.iri or (a.iri, b.iri) in seen:
            continue
        found = relation(a, b, kind)
        if found is Relation.APART or (found is not Relation.SAME and in_force_together(a, b)):
            continue
        old, new = (a, b) if a.valid_to or older_page(a, b) else (b, a)
        if old.role == "rule":
            continue  # a change notice says itself what came after
        if old.valid_to and not in_force_together(old, new):
            seen.add((a.iri, b.iri))
            matched.add(old.iri)
            yield _superseded(old, new)
        elif older_page(old, new):
            seen.add((a.iri, b.iri))
            yield Match(
                (old.iri, new.iri),
                {"until": f"{old.page_date}（ページの日付）", "old": old.sentence, "new": new.sentence},
                status=Status.STALE,
                severity=Severity.WARNING,
            )
    yield from _successors(
        [c for c in everything if (c.role != "rule" or not c.valid_to) and c.iri not in matched]
    )


def _superseded(old: Claim, new: Claim) -> Match:
    return Match(
        (old.iri, new.iri),
        {"until": old.valid_to or "", "old": old.sentence, "new": new.sentence},
        cause=f"{old.page} {old.valid_to}",
        reconciled_by=f"{old.valid_to} まで / until {old.valid_to}",
    )


def _successors(claims: list[Claim]) -> Iterator[Match]:
    """For each old claim, the present claim of its page that shares its subject and says otherwise."""
    pages: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        pages[claim.page].append(claim)
    for members in pages.values():
        if not any(c.valid_to for c in members):
            continue
        weight = _weights(members)
        present = [c for c in members if not c.valid_to]
        done: set[str] = set()
        for old in (c for c in members if c.valid_to and len(c.all_words) >= 3):
            scored = [(_shared(old, new, weight), new) for new in present if not in_force_together(old, new)]
            score, best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
            if (
                best is not None
                and score >= 1.0
                and old.iri not in done
                and _differs(old, best)
                and not _other_subject(old, best)
            ):
                done.add(old.iri)
                yield _superseded(old, best)


def _weights(members: list[Claim]) -> dict[str, float]:
    count: dict[str, int] = defaultdict(int)
    for claim in members:
        for word in claim.all_words | {claim.verb}:
            count[word] += 1
    return {word: 1.0 / n for word, n in count.items()}


def _shared(old: Claim, new: Claim, weight: dict[str, float]) -> float:
    """Words shared, the rare ones counting most: 1 for three words that few sentences use."""
    both = frozenset(
        w for w in (old.all_words | {old.verb}) & (new.all_words | {new.verb}) if not _DATE.fullmatch(w)
    )
    if len(both) < 3:
        return 0.0
    disagree = new.role in ("rule", "statement") and clash(old, new) is not None
    return sum(weight[w] for w in both) * 3 + ((1.5 if new.role == "rule" else 1.0) if disagree else 0.0)


def _other_subject(old: Claim, new: Claim) -> bool:
    """Whether the two say the same thing of two different things."""
    left, right = old.all_words - new.all_words, new.all_words - old.all_words
    numbers = any(w[:1].isdigit() for w in left | right)
    return old.verb == new.verb and not numbers and 0 < len(left) <= 2 and 0 < len(right) <= 2


def _differs(old: Claim, new: Claim) -> bool:
    def told(claim: Claim) -> tuple[str, bool, str, frozenset[str]]:
        return claim.verb, claim.positive, claim.modality, claim.all_words - weak_words()

    return told(old) != told(new)
