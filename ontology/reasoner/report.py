"""A derivation as JSON, and as the explanation a judge would give."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ontology.namespaces import rule_iri
from ontology.reasoner.engine import Fired, Rejected
from ontology.reasoner.phrasing import LANGUAGES, Phrasebook, phrasebook
from ontology.reasoner.rulebase import Rule, load_rules

if TYPE_CHECKING:
    from ontology.reasoner.derivation import Derivation

__all__ = ["as_json", "as_text", "card_names", "fired_in", "rejected_in", "why"]

_REASONS = {
    "defeated": ("「{by}」が優先する", "{by} takes precedence"),
    "condition": ("次の条件を満たさない: {premise}", "it would take this: {premise}"),
    "out_of_force": ("この日には効力がない（{valid}）", "not in force on this day ({valid})"),
}


def card_names(derivation: "Derivation", lang: str = "en") -> dict[str, str]:
    """Return how cards are called in texts: by name, else label, with the id where two are called alike.

    Labels are said in Japanese where the game's phrases have a Japanese word for them.
    """
    cards = derivation.board.situation.get("cards") or {}
    labels = phrasebook(derivation.board.case.game).labels if lang == "ja" else {}

    def label(attributes: Mapping[str, Any]) -> str | None:
        given = attributes.get("label")
        return None if given is None else labels.get(str(given), str(given))

    called = {key: str((a or {}).get("name") or label(a or {}) or key) for key, a in cards.items()}
    marked = {key: f"《{text}》" if (cards[key] or {}).get("name") else text for key, text in called.items()}
    return {
        key: marked[key] if list(called.values()).count(text) == 1 else f"{marked[key]}[{key}]"
        for key, text in called.items()
    }


def fired_in(derivation: "Derivation", index: int) -> Iterator[tuple[int, Fired]]:
    """Yield what fired in an outcome, with the number of its turn (-1: how things stand at the end)."""
    rules = load_rules(derivation.board.case.game).rules
    for step in derivation.outcomes[index].steps:
        for fired in step.fired:
            if rules[fired.rule].category != "static":
                yield step.turn, fired
    for fired in derivation.conclusions[index][0] if index < len(derivation.conclusions) else ():
        yield -1, fired


def rejected_in(derivation: "Derivation", index: int) -> list[Rejected]:
    """Return the rules that were rejected in an outcome, each reason once."""
    outcome = derivation.outcomes[index]
    done = {(f.rule, f.action) for s in outcome.steps for f in s.fired}
    seen: dict[tuple[str, str, str, str], Rejected] = {}
    late = derivation.conclusions[index][1] if index < len(derivation.conclusions) else ()
    for rejected in [r for s in outcome.steps for r in s.rejected] + list(late):
        if rejected.kind == "condition" and (rejected.rule, rejected.action) in done:
            continue
        key = (rejected.rule, str(rejected.action), rejected.kind, str(rejected.premise))
        seen.setdefault(key, rejected)
    return list(seen.values())


def why(rejected: Rejected, rule: Rule, book: Phrasebook, lang: str, names: Mapping[str, str]) -> str:
    """Return the reason a rule was rejected, in words."""
    template = _REASONS[rejected.kind][LANGUAGES.index(lang)]
    premise = book.premise(rejected.premise, lang, names) if rejected.premise is not None else ""
    return template.format(by=rejected.by, premise=premise or "", valid=rule.valid)


def as_json(derivation: "Derivation") -> dict[str, Any]:
    """Return the JSON entry of a derivation (design, section 7; ``text`` and ``kind`` are extras)."""
    game = derivation.board.case.game
    rules, book = load_rules(game).rules, phrasebook(game)
    names = {lang: card_names(derivation, lang) for lang in LANGUAGES}
    outcomes = []
    for index, outcome in enumerate(derivation.outcomes):
        steps = [
            {
                "rule": fired.rule,
                "action": str(fired.action),
                "because": [str(b) for b in fired.because],
                "cites": [str(s) for s in rules[fired.rule].sources],
                "rule_iri": rule_iri(game, fired.rule),
                "passages": [
                    {"iri": p.iri, "page": p.page, "line": p.line, "column": p.column}
                    for p in derivation.passages.get(fired.rule, ())
                ],
                "event": turn + 1 if turn >= 0 else None,
                "bars": fired.bars,
                "text": {
                    lang: book.conclusion(fired.action, lang, names[lang], bars=fired.bars)
                    for lang in LANGUAGES
                },
            }
            for turn, fired in fired_in(derivation, index)
        ]
        rejected = [
            {
                "rule": r.rule,
                "why": why(r, rules[r.rule], book, "en", names["en"]),
                "why_ja": why(r, rules[r.rule], book, "ja", names["ja"]),
                "kind": r.kind,
                "action": str(r.action),
                "bars": r.bars,
                "premise": str(r.premise) if r.premise is not None else None,
                "by": r.by,
            }
            for r in rejected_in(derivation, index)
        ]
        label = derivation.labels[index] if index < len(derivation.labels) else None
        outcomes.append(
            {"label": label, "state": sorted(map(str, outcome.state)), "steps": steps, "rejected": rejected}
        )
    return {
        "case": derivation.id,
        "status": derivation.status,
        "as_of": derivation.as_of,
        "verdict": derivation.verdict,
        "expected_verdict": derivation.expected_verdict,
        "conditional_on": list(derivation.conditional_on),
        "outcomes": outcomes,
        "holds": [
            {
                "predicate": j.fact.predicate,
                "args": dict(j.fact.args),
                "expected": j.expected,
                "actual": j.actual,
                "ok": j.ok,
            }
            for j in derivation.holds
        ],
        "choices": [
            {
                "decides": c.decides,
                "chooser": c.chooser,
                "exhaustive": c.exhaustive,
                "alternatives": list(c.labels),
                "ok": c.ok,
            }
            for c in derivation.choices
        ],
        "unanswered": list(derivation.unanswered),
        "offers": [dict(o) for o in derivation.offers],
        "note": derivation.note,
    }


_WORDS = {
    "ja": {
        "head": "{title}（{id}）", "as_of": "{day} の時点のルールで判断する。", "question": "問い: {text}",
        "verdict": "答え: {text}", "outcome": "結果 {n} / {of}", "event": "{n}. {text}", "because": "なぜなら: ",
        "end": "その後の状態", "rejected": "当てはまらなかったルール:", "facts": "確かめた事実:", "unanswered": "どのページも答えていない点: ",
        "conditional": "読み取れていない能力文に左右される: ", "yes": "はい", "no": "いいえ", "none": "—", "sep": "、", "illegal": "（できない）",
        "ok": "○", "bad": "×", "unknown": "？", "nothing": "当てはまるルールはない。", "status": "ストアがないので調べていない。",
        "choices": "選択: {what}（{who}）", "offer": "確度の低い推論（{by}）: ", "nearest": "最も近いルール: ",
    },
    "en": {
        "head": "{title} ({id})", "as_of": "Judged by the rules as of {day}.", "question": "Question: {text}",
        "verdict": "Answer: {text}", "outcome": "Outcome {n} of {of}", "event": "{n}. {text}", "because": "because ",
        "end": "How things stand then", "rejected": "Rules that did not apply:", "facts": "Facts checked:", "unanswered": "Not answered by any page: ",
        "conditional": "Depends on ability text that was not read: ", "yes": "Yes", "no": "No", "none": "—", "sep": "; ", "illegal": " (not allowed)",
        "ok": "ok", "bad": "FAILS", "unknown": "not known", "nothing": "no rule applies.", "status": "Not checked: there is no store.",
        "choices": "Choice: {what} ({who})", "offer": "A derivation of low confidence (by {by}): ", "nearest": "Nearest rules: ",
    },
}  # fmt: skip

MAX_REJECTED = 12


def as_text(derivation: "Derivation", lang: str) -> str:
    """Explain the derivation in words.

    Raises:
        ValueError: ``lang`` is neither ``ja`` nor ``en``.
    """
    if lang not in LANGUAGES:
        raise ValueError(f"lang must be ja or en, not {lang!r}")
    return "\n".join(_lines(derivation, lang)) + "\n"


def _lines(derivation: "Derivation", lang: str) -> Iterator[str]:
    words = _WORDS[lang]
    case = derivation.board.case
    rules, book, names = load_rules(case.game).rules, phrasebook(case.game), card_names(derivation, lang)
    label = str(derivation.board.label or "")
    label = f" — {book.labels.get(label, label) if lang == 'ja' else label}" if label else ""
    title = str(case.raw.get(f"title_{lang}") or case.title)
    yield words["head"].format(title=title + label, id=derivation.id)
    yield words["as_of"].format(day=derivation.as_of) + (f" {derivation.note}" if derivation.note else "")
    asked = case.raw.get(f"question_{lang}") or case.raw.get("question")
    if asked:
        yield words["question"].format(text=asked)
    if derivation.verdict in ("yes", "no"):
        yield words["verdict"].format(text=words[derivation.verdict])
    if derivation.status == "not_run":
        yield words["status"]
    for text in derivation.conditional_on:
        yield words["conditional"] + text
    if derivation.unanswered:
        yield words["unanswered"] + words["sep"].join(book.topic(t, lang) for t in derivation.unanswered)
    for offer in derivation.offers:
        if offer["by"]:
            yield "  " + words["offer"].format(by=", ".join(offer["by"])) + ", ".join(offer["holds"])
        if offer["nearest"]:
            yield "  " + words["nearest"] + ", ".join(offer["nearest"])
    total = len(derivation.outcomes)
    for index, outcome in enumerate(derivation.outcomes):
        if total > 1:
            found = derivation.labels[index] if index < len(derivation.labels) else None
            found = book.labels.get(found, found) if found and lang == "ja" else found
            yield words["outcome"].format(n=index + 1, of=total) + (f": {found}" if found else "")
        fired = list(fired_in(derivation, index))
        for turn, text, illegal in _turns(derivation, outcome, book, lang, names):
            yield words["event"].format(n=turn + 1, text=text) + (words["illegal"] if illegal else "")
            yield from _said(derivation, [f for t, f in fired if t == turn], book, lang, names)
        last = [f for t, f in fired if t == -1]
        if last:
            yield words["end"]
            yield from _said(derivation, last, book, lang, names)
        rejected = rejected_in(derivation, index)
        rejected.sort(key=lambda r: (r.kind != "defeated", r.kind != "out_of_force", r.bars, r.rule))
        if rejected:
            yield words["rejected"]
            for r in rejected[:MAX_REJECTED]:
                said = book.idle if r.bars else book.action
                action = said(r.action, lang, names)
                yield f"   × {r.rule}: {action} — {why(r, rules[r.rule], book, lang, names)}"
    if derivation.holds:
        yield words["facts"]
    for judged in derivation.holds:
        mark = words["ok"] if judged.ok else words["unknown"] if judged.ok is None else words["bad"]
        told = book.fact(judged.fact.predicate, judged.fact.args, lang, names)
        args = ", ".join(f"{k}: {_value(v)}" for k, v in judged.fact.args.items())
        yield f"   {mark} {told or f'{judged.fact.predicate}({args})'}"


def _said(
    derivation: "Derivation", fired: list[Fired], book: Phrasebook, lang: str, names: Mapping[str, str]
) -> Iterator[str]:
    words, rules = _WORDS[lang], load_rules(derivation.board.case.game).rules
    # What follows from everything else in the step (where a card ends up) is said last.
    for one in sorted(fired, key=lambda f: f.action.name in book.late):
        rule = rules[one.rule]
        yield f"   → {rule.id}: {book.conclusion(one.action, lang, names, bars=one.bars)}"
        yield f"      「{rule.ja}」" if lang == "ja" else f"      “{rule.en}”"
        said = (b for b in one.because if not book.goes_without_saying(b))
        premises = [p for p in (book.premise(b, lang, names) for b in said) if p]
        if premises:
            yield f"      {words['because']}{words['sep'].join(dict.fromkeys(premises))}"
        # The store's own lines where it has some; else the public pages that the rule names as its source.
        places = derivation.passages.get(one.rule) or rule.sources
        yield "      [" + "; ".join(map(str, places)) + "]"


def _turns(
    derivation: "Derivation", outcome: Any, book: Phrasebook, lang: str, names: Mapping[str, str]
) -> Iterator[tuple[int, str, bool]]:
    for number, events in enumerate(derivation.turn_events):
        text = " / ".join(book.event(derivation.board.events[i], lang, names) for i in events)
        logs = [s.log for s in outcome.steps if s.turn == number]
        illegal = any(x.arguments[2].name == "illegal" for log in logs for x in log)
        yield number, text, illegal


def _value(value: object) -> str:
    return (
        "[" + ", ".join(map(str, value)) + "]"
        if isinstance(value, list)
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )
