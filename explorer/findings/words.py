"""Words of the reports, Japanese and English."""

from ontology.checking import Bilingual, Finding, Severity, Status

__all__ = ["SEVERITY", "STATUS", "WORDS", "excerpt", "place_line"]

SEVERITY: dict[Severity, Bilingual] = {
    Severity.ERROR: Bilingual("誤り", "error"),
    Severity.WARNING: Bilingual("注意", "warning"),
    Severity.INFO: Bilingual("参考", "info"),
}

STATUS: dict[Status, Bilingual] = {
    Status.REAL: Bilingual("矛盾", "real"),
    Status.SUPERSEDED: Bilingual("旧ルール", "superseded"),
    Status.STALE: Bilingual("古い", "stale"),
    Status.RECONCILABLE: Bilingual("両立する", "reconcilable"),
    Status.GAP: Bilingual("記述なし", "gap"),
    Status.WORDING: Bilingual("表記", "wording"),
}

WORDS: dict[str, Bilingual] = {
    "title": Bilingual("裁定の点検結果", "Findings in the rulings wiki"),
    "none": Bilingual("指摘はありません。", "Nothing found."),
    "fix": Bilingual("直し方", "How to fix"),
    "board": Bilingual("食い違う盤面", "Board on which they clash"),
    "rule": Bilingual("決め手", "Decided by"),
    "places": Bilingual("箇所", "Places"),
    "more": Bilingual("ほか {n} 箇所", "{n} more places"),
    "count": Bilingual("件", "findings"),
    "filter": Bilingual("絞り込み", "Filter"),
    "code": Bilingual("コード", "Code"),
    "kinds": Bilingual("種類", "Kinds"),
    "severity": Bilingual("重さ", "Severity"),
    "status": Bilingual("判定", "Status"),
    "message": Bilingual("内容", "Message"),
}


def excerpt(text: str, limit: int = 60) -> str:
    """One line of a text, cut to a length."""
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def place_line(finding: Finding, lang: str) -> str:
    """The first two places after the first, as `page:line:column`, and how many more there are."""
    rest = finding.locations[1:]
    shown = ", ".join(f"{p.page}:{p.line}:{p.column}" for p in rest[:2])
    if len(rest) > 2:
        shown += " " + WORDS["more"].get(lang).format(n=len(rest) - 2)
    return shown
