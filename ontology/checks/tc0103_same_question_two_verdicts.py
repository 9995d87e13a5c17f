# ---
# code: TC0103
# kinds: [K1, K2]
# severity: error
# status: real
# title:
#   ja: "同じ質問に違う結論の裁定がある"
#   en: "One question, two verdicts"
# means:
#   ja: "ほぼ同じ質問に、一方は「はい」、他方は「いいえ」と答えています。カードや条件が違えば両立し、同じなら矛盾です。"
#   en: "Two rulings answer nearly the same question with yes and no. With different cards or conditions both can hold; with the same ones they contradict each other."
# fix:
#   ja: "盤面が同じなら新しい裁定を残して古い方に日付と「変更前」を書き、違うなら何が違うかを書き足してください。"
#   en: "On the same board keep the newer ruling and mark the older one; otherwise say what differs."
# message:
#   ja: "よく似た質問への結論が反対です（違い：{difference}）。"
#   en: "Nearly the same question is answered with the opposite verdict (difference: {difference})."
# example:
#   - 例: |2
#       *よくある質問
#       Q.自分の《甲》の下に置いたカードは、そのターンに攻撃できますか？
#       A.はい、攻撃できます。
#       引用元（2021.9.7）
#       Q.自分の《甲》の下に置いたカードは、そのターンに攻撃できますか？
#       A.いいえ、攻撃できません。
#       引用元（2021.11.19）
# look_alike:
#   - 例: |2
#       *よくある質問
#       Q.自分の《甲》の下に置いたカードは、そのターンに攻撃できますか？
#       A.はい、攻撃できます。
#       引用元（2021.9.7）
#       Q.自分の《甲》の下に置いたカードは、次の相手のターンに手札へ戻せますか？
#       A.いいえ、戻せません。
#       引用元（2021.11.19）
# ---
"""Rulings that ask the same thing and answer differently."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from ontology.checking import Match, PageView, Severity, Status
from ontology.checking.verdicts import alike, question_shape

__all__ = ["gather", "judge"]


@dataclass(frozen=True, slots=True)
class _Asked:
    iri: str
    game: str
    shape: str
    core: str
    names: frozenset[str]
    verdict: str
    date: str
    cites: tuple[str, ...]
    numbers: tuple[str, ...]


def gather(page: PageView) -> Iterator[_Asked]:
    """Rulings with a verdict and the shape of their question; days on which rules were revised."""
    for version in page.of("RuleVersion"):
        if day := version.one("validFrom"):
            rules = tuple(version.all("versionOf"))
            yield _Asked(version.iri, page.game, "", "", frozenset(), "revision", day, rules, ())
    for ruling in page.of("Ruling"):
        verdict = ruling.one("verdict")
        if verdict in ("yes", "no"):
            shape, core, names = question_shape(ruling.one("question") or "")
            cites, numbers = tuple(ruling.all("cites")), tuple(ruling.all("citedNumber"))
            date = ruling.one("rulingDate") or ""
            yield _Asked(ruling.iri, page.game, shape, core, names, verdict, date, cites, numbers)


def _cards(one: _Asked) -> list[str]:
    return sorted(name for name in one.names if name.startswith("《"))


def judge(asked: Iterable[_Asked]) -> Iterator[Match]:
    """Compare rulings whose last sentences ask alike, and of one card: of other cards other things are true."""
    buckets: dict[tuple[str, str, str], dict[tuple[str, frozenset[str], str, str], _Asked]] = defaultdict(
        dict
    )
    revised: dict[str, set[str]] = defaultdict(set)
    for one in asked:
        if one.verdict == "revision":
            for rule in one.cites:
                revised[rule].add(one.date)
            continue
        for card in _cards(one) or ("",):
            bucket = buckets[(one.game, one.core, card)]
            bucket.setdefault((one.shape, one.names, one.verdict, one.date), one)
    seen: set[tuple[str, str]] = set()
    for members in buckets.values():
        for a, b in combinations(members.values(), 2):
            if a.verdict == b.verdict or (a.iri, b.iri) in seen:
                continue
            seen.add((a.iri, b.iri))
            score = alike(a.shape, b.shape)
            if not score:
                continue
            different = sorted(a.names ^ b.names)
            same = not different and score > 0.95
            rules = sorted({*a.numbers, *b.numbers})
            first, last = sorted((a.date, b.date))
            between = {d for rule in {*a.cites, *b.cites} for d in revised[rule] if first < d <= last}
            if same and between:
                yield Match(
                    (a.iri, b.iri),
                    {"difference": f"{first} / {last}"},
                    status=Status.SUPERSEDED,
                    reconciled_by=f"{max(between)} の改訂 / revision of {max(between)}",
                )
                continue
            yield Match(
                (a.iri, b.iri),
                {"difference": "、".join(different) or "条件の書き方"},
                status=Status.REAL if same else Status.RECONCILABLE,
                severity=Severity.ERROR if same else Severity.INFO,
                reconciled_by=None if same else "、".join(rules) or "盤面の違い / different boards",
                board="、".join(sorted(a.names | b.names)) or None,
            )
