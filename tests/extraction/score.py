"""Score extraction on the gold pages: ``python -m tests.extraction.score [--details KIND] [--json] [FOLDER]``.

Precision and recall per kind of fact, over all pages on which the kind is answered (see ``tests/gold/README.md``).
"""

import argparse
import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ontology.namespaces import fold_name
from tests.extraction.corpus import GOLD, SETS, GoldPage, View, corpus_hash, gold_files, load

Fact = tuple[Any, ...]
KIND = {
    "Definition": "definition", "RuleStatement": "rule", "ExceptionStatement": "exception", "ExampleStatement": "example",
    "PracticeRemark": "practice", "Gloss": "gloss", "ProcedureStep": "procedure", "HistoryStatement": "history",
    "ClassificationStatement": "classification",
}  # fmt: skip
ABILITIES = {
    "arrival_trigger",
    "leave_replacement",
    "attack_restriction",
    "graveyard_effect",
}  # those gold speaks of


def key(name: str) -> str:
    """A name as gold compares it."""
    return fold_name(name.removeprefix("《").removesuffix("》"))


def bare(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


class Page:
    """Gold facts and extracted facts of one page, by kind."""

    def __init__(self, page: GoldPage) -> None:
        self.page = page
        self.gold = page.gold
        self.views = [View(r.quads) for r in page.results]
        self.view = View([q for r in page.results for q in r.quads])
        self.pairs: dict[str, tuple[list[Fact], list[Fact]]] = {}
        for kind, reader in READERS.items():
            if kind in self.gold:
                reader(self)

    def add(self, kind: str, gold: Iterable[Fact], got: Iterable[Fact]) -> None:
        self.pairs[kind] = (list(gold), list(got))

    def line(self, fact: dict[str, Any]) -> int:
        return int(fact.get("inner", fact["line"]))

    def statements(self) -> list[str]:
        """Statements of their own: not the exceptions and examples inside others."""
        view = self.view
        found = []
        for s in view.of("Statement"):
            part = view.value(s, "isPartOf") or ""
            if "#s-" not in part and "/ruling/" not in part and "DiagramStep" not in view.classes(s):
                found.append(s)
        return found

    def at(self, subjects: list[str], line: int, text: str | None, name: str = "plainText") -> list[str]:
        """Subjects that begin on a line, and with (or right before) a text, where that tells them apart."""
        here = [s for s in subjects if self.view.int(s, "line") == line]
        if text and len(here) != 1:
            start = bare(text)
            exact = [s for s in here if bare(self.view.value(s, name) or "").startswith(start)]
            inside = [s for s in here if start in bare(self.view.value(s, name) or "")]
            return exact or inside
        return here


def title(p: Page) -> None:
    p.add("title", [(key(p.gold["title"]),)], [(key(t),) for t in p.page.titles])


def date(p: Page) -> None:
    gold = [(p.gold["date"],)] if p.gold["date"] else []
    p.add("date", gold, [(d.date[:10],) for d in p.page.documents if d.date])


def sections(p: Page) -> None:
    got = []
    for s in p.view.of("Section"):
        if p.view.int(s, "level") > 1 and "Fold" not in p.view.classes(s):
            got.append((p.view.int(s, "level"), bare(p.view.value(s, "title") or "")))
    p.add("sections", [(level, bare(t)) for level, t in p.gold["sections"]], got)


def folds(p: Page) -> None:
    got = []
    for s in p.view.of("Fold"):
        text = p.page.documents[0].text
        last = text.count("\n", 0, p.view.int(s, "end") - 1) + 1
        got.append((bare(p.view.value(s, "title") or ""), period(p, s), (p.view.int(s, "line"), last)))
    gold = [(bare(f["title"]), (f.get("from"), f.get("to")), tuple(f["lines"])) for f in p.gold["folds"]]
    p.add("folds", gold, got)


def period(p: Page, subject: str) -> tuple[str | None, str | None]:
    cut = {"month": 7, "year": 4}.get(p.view.value(subject, "datePrecision") or "", 10)
    start, end = p.view.value(subject, "validFrom"), p.view.value(subject, "validTo")
    return (start[:cut] if start else None, end[:cut] if end else None)


def matched(
    p: Page, entries: list[dict[str, Any]], subjects: list[str], same: Callable[[dict[str, Any], str], bool]
) -> list[Fact]:
    """Extracted facts named after the gold fact they answer; the others by their own place."""
    left = list(entries)
    got: list[Fact] = []
    for s in subjects:
        hit = next((e for e in left if same(e, s)), None)
        if hit is not None:
            left.remove(hit)
            got.append((entries.index(hit),))
        else:
            got.append(
                (
                    "extra",
                    p.view.int(s, "line"),
                    (p.view.value(s, "plainText") or p.view.value(s, "text") or "")[:30],
                )
            )
    return got


def wordings(p: Page) -> list[str]:
    """Versions with a wording: not the numbers that a table of moved provisions lists."""
    return [s for s in p.view.of("RuleVersion") if "RuleNumber" not in p.view.classes(s)]


def rules(p: Page) -> None:
    entries = p.gold["rules"]

    def same(e: dict[str, Any], s: str) -> bool:
        return p.view.value(s, "notation") == e["number"] and bare(
            p.view.value(s, "plainText") or ""
        ).startswith(bare(e["text"]))

    p.add("rules", [(i,) for i in range(len(entries))], matched(p, entries, wordings(p), same))


def versions(p: Page) -> None:
    entries = p.gold["versions"]

    def same(e: dict[str, Any], s: str) -> bool:
        text = bare(p.view.value(s, "plainText") or "").startswith(bare(e["text"]))
        return (
            text
            and p.view.value(s, "notation") == e["number"]
            and period(p, s) == (e.get("from"), e.get("to"))
        )

    p.add("versions", [(i,) for i in range(len(entries))], matched(p, entries, wordings(p), same))


def continues(p: Page) -> None:
    got = []
    for s in p.view.of("RuleVersion"):
        for o in p.view.values(s, "continues"):
            pair = (p.view.value(s, "notation"), p.view.value(o, "notation"))
            if pair[0] != pair[1]:
                got.append(pair)
    p.add("continues", [(c["from"], c["to"]) for c in p.gold["continues"]], got)


def rulings(p: Page) -> None:
    view, entries = p.view, p.gold["rulings"]
    found = view.of("Ruling")
    names: dict[str, Any] = {}
    for i, e in enumerate(entries):
        hits = [s for s in p.at(found, p.line(e), e.get("text"), "question") if s not in names]
        if hits:
            names[hits[0]] = i
    label = {s: names.get(s, ("extra", view.int(s, "line"))) for s in found}
    p.add("rulings", [(i,) for i in range(len(entries))], [(label[s],) for s in found])
    p.add(
        "ruling verdict",
        [(i, e["verdict"]) for i, e in enumerate(entries)],
        [(label[s], view.value(s, "verdict")) for s in found],
    )
    p.add(
        "ruling date",
        [(i, e["date"]) for i, e in enumerate(entries) if e.get("date")],
        [(label[s], d) for s in found for d in view.values(s, "rulingDate")],
    )
    p.add(
        "ruling cards",
        [(i, key(c)) for i, e in enumerate(entries) for c in e.get("cards", [])],
        [(label[s], key(view.label(c))) for s in found for c in view.values(s, "involves")],
    )
    p.add(
        "ruling cites",
        [(i, c) for i, e in enumerate(entries) for c in e.get("cites", [])],
        [(label[s], c) for s in found for c in view.values(s, "citedNumber")],
    )
    p.add(
        "ruling url",
        [(i, e["url"]) for i, e in enumerate(entries) if e.get("url")],
        [(label[s], c) for s in found for c in view.values(s, "sourceUrl")],
    )
    gold_similar = [
        (i, key(c))
        for i, e in enumerate(entries)
        for c in ([e["similar"]] if isinstance(e.get("similar"), str) else e.get("similar") or [])
    ]
    p.add(
        "ruling similar",
        gold_similar,
        [(label[s], key(view.label(c))) for s in found for c in view.values(s, "similarTo")],
    )


def citations(p: Page) -> None:
    got = []
    for s in p.statements():
        host = next(
            (
                h
                for h in p.view.values(s, "parentStatement")
                if "Gloss" in p.view.classes(s) and "marker" not in p.view.facts[s]
            ),
            None,
        )
        line = p.view.int(host or s, "line")
        got += [(line, n) for n in p.view.values(s, "citedNumber")]
    if "rulings" not in p.gold:
        got += [
            (p.view.int(s, "line"), n) for s in p.view.of("Ruling") for n in p.view.values(s, "citedNumber")
        ]
    p.add("citations", [(p.line(c), c["number"]) for c in p.gold["citations"]], got)


def cards(p: Page) -> None:
    p.add("cards", [(key(c),) for c in p.gold["cards"]], [(key(p.view.label(s)),) for s in p.view.of("Card")])


def name_sets(p: Page) -> None:
    got: list[Fact] = []
    for s in p.view.of("NameSet"):
        name = key(p.view.label(s))
        got.append((name, None))
        got += [(name, key(p.view.label(c))) for c in p.view.of("Card") if s in p.view.values(c, "inNameSet")]
    gold: list[Fact] = []
    for n in p.gold["name_sets"]:
        gold.append((key(n["name"]), None))
        gold += [(key(n["name"]), key(m)) for m in n.get("members", [])]
    p.add("name_sets", gold, got)


def card_facts(p: Page) -> None:
    gold = [
        (key(f["card"]), f["property"], norm(f["property"], str(f["value"]))) for f in p.gold["card_facts"]
    ]
    scored = {f["property"] for f in p.gold["card_facts"]}
    got: set[Fact] = set()
    for s in [*p.view.of("Card"), *p.view.of("CardFace")]:
        for prop, value in _facts(p, s):
            got.add((key(p.view.label(s)), prop, norm(prop, value)))
    p.add("card_facts", set(gold), [f for f in got if f[1] in scored])


def norm(prop: str, value: str) -> str:
    if prop in ("link_partner", "face", "race", "reading", "type", "keyword"):
        return key(value)
    return (
        value.removesuffix("文明").removesuffix("属性")
        if prop in ("civilization", "attribute", "equip_attribute")
        else value
    )


def concept(iri: str) -> str:
    from ontology.vocabulary import label_of

    return label_of(iri) or unquote(iri.rsplit("/", 1)[-1])


def snake(iri: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", iri.rsplit("#", 1)[-1]).lower()


def _facts(p: Page, s: str) -> list[tuple[str, str]]:
    view, out = p.view, []
    for prop, name in (
        ("reading", "reading"),
        ("rarity", "rarity"),
        ("cost", "cost"),
        ("power", "power"),
        ("level", "level"),
        ("attack", "attack"),
        ("defense", "defense"),
    ):
        out += [(prop, v) for v in view.values(s, name)]
    for prop, name in (
        ("civilization", "civilization"),
        ("type", "hasType"),
        ("race", "hasRace"),
        ("race", "monsterType"),
        ("keyword", "hasKeyword"),
        ("attribute", "attribute"),
    ):
        out += [(prop, concept(v)) for v in view.values(s, name)]
    out += [("ability", snake(v)) for v in view.values(s, "does") if snake(v) in ABILITIES]
    if english := view.label(s, "en"):
        out.append(("english", english))
    from ontology.vocabulary import concepts

    notation = {c.iri: c.notation for c in concepts()}
    out += [("evolution", notation.get(v) or "") for v in view.values(s, "evolutionKind")]
    out += [("face", view.label(v)) for v in view.values(s, "hasFace")]
    out += [("link_partner", view.label(v)) for v in view.values(s, "linkPartner")]
    out += [("link_side", "left") for _ in view.values(s, "linksLeftOf")[:1]]
    out += [("link_side", "right") for _ in view.values(s, "linksRightOf")[:1]]
    for c in view.values(s, "equipCondition"):
        out += [("equip_attribute", concept(v)) for v in view.values(c, "requiresAttribute")]
        out += [("equip_monster_type", concept(v)) for v in view.values(c, "requiresType")]
        out += [("equip_level_max", v) for v in view.values(c, "requiresMaxLevel")]
        out += [("equip_controller", v) for v in view.values(c, "requiresController")]
    return out


def terms(p: Page) -> None:
    gold, got = [], []
    for t in p.gold["terms"]:
        name = key(t["name"])
        gold += [(name, "alias", key(a)) for a in t.get("aliases", [])]
        gold += [(name, "reading", t["reading"])] if t.get("reading") else []
        gold += [(name, "english", t["english"].casefold())] if t.get("english") else []
        scored = {"alias" if k == "aliases" else k for k in t if k != "name"}
        for s in [s for s in p.view.of("Term") if key(p.view.label(s)) == name]:
            facts: list[Fact] = [
                (name, "alias", key(o.value)) for o in p.view.facts[s]["altLabel"] if o.language == "ja"
            ]
            facts += [(name, "reading", v) for v in p.view.values(s, "reading")]
            facts += [(name, "english", p.view.label(s, "en").casefold())] if p.view.label(s, "en") else []
            got += [f for f in facts if f[1] in scored]
    p.add("terms", gold, got)


def links(p: Page) -> None:
    gold: list[Fact] = []
    placed = all("line" in f for f in p.gold["links"])
    for f in p.gold["links"]:
        target = f["url"] if "url" in f else key(f["target"])
        gold.append((p.line(f) if placed else None, target, bare(f["display"]), f.get("anchor")))
    got: list[Fact] = []
    for s in p.view.of("Link"):
        target = p.view.value(s, "targetUrl") or key(p.view.value(s, "targetTitle") or "")
        got.append(
            (
                p.view.int(s, "line") if placed else None,
                target,
                bare(p.view.value(s, "displayText") or ""),
                p.view.value(s, "targetAnchor"),
            )
        )
    p.add("links", gold, got)


def mentions(p: Page) -> None:
    lines = set(p.gold["mentions"]["lines"])
    known = {key(t) for t in p.gold.get("known", {}).get("terms", [])} | {key(p.gold.get("title") or "")}
    known |= {
        key(p.view.value(s, name) or "") for s in p.view.of("Link") for name in ("targetTitle", "displayText")
    }
    gold = [(p.line(m), key(m["name"]), m["kind"]) for m in p.gold["mentions"]["are"]]
    got: list[Fact] = []
    for s in p.view.of("Mention"):
        line = p.view.int(s, "line")
        if line not in lines:
            continue
        targets = p.view.values(s, "mentions")
        sorts = {t: p.view.classes(t) for t in targets}
        face = next((t for t, c in sorts.items() if "CardFace" in c), None)
        if face:
            got.append((line, key(p.view.label(face)), "face"))
            continue
        for t, c in sorts.items():
            kind = (
                "card" if "Card" in c else "name_set" if "NameSet" in c else "term" if "Term" in c else None
            )
            if (
                kind == "term"
            ):  # the vocabulary knows more words than the page does: only the page and `known` count
                shown = key(p.view.value(s, "displayText") or "")
                got += [
                    (line, name, kind)
                    for name in [shown if shown in known else key(p.view.label(t))]
                    if name in known
                ]
            elif kind:
                got.append((line, key(p.view.label(t)), kind))
    p.add("mentions", gold, got)


def statements(p: Page) -> None:
    entries = p.gold["statements"]
    all_ = p.statements()
    inner = [s for s in p.view.of("Statement") if s not in all_]
    gold, got, used = [], [], set()
    for i, e in enumerate(entries):
        gold.append((i, e["kind"]))
        hits = [s for s in p.at(all_, p.line(e), e.get("text")) if s not in used]
        hits = hits or [s for s in p.at(inner, p.line(e), e.get("text")) if s not in used]
        if hits:
            used.add(hits[0])
            kinds = [KIND[c] for c in sorted(p.view.classes(hits[0])) if c in KIND]
            got += [(i, k) for k in kinds] or []
            if not kinds:
                other = p.view.classes(hits[0]) - {"Statement"}
                got += [(i, next(iter(other)))] if other else []
    p.add("statements", gold, got)


def dependents(name: str, prop: str) -> Callable[[Page], None]:
    def read(p: Page) -> None:
        got = []
        for s in p.view.of("Statement", "Ruling"):
            if "#s-" in (p.view.value(s, "isPartOf") or "") or "/ruling/" in (
                p.view.value(s, "isPartOf") or ""
            ):
                continue
            got += [(p.view.int(s, "line"), p.view.int(t, "line")) for t in p.view.values(s, prop)]
        p.add(name, [(e["from"], e["to"]) for e in p.gold[name]], got)

    return read


def practice(p: Page) -> None:
    got = []
    for s in p.view.of("PracticeRemark"):
        got += [
            (p.view.int(s, "line"), p.view.value(r, "notation"))
            for r in p.view.values(s, "practiceDiffersFrom")
        ] or [(p.view.int(s, "line"), None)]
    p.add("practice", [(p.line(e), e["rule"]) for e in p.gold["practice"]], got)


def validity(p: Page) -> None:
    gold, got = [], []
    all_ = p.statements()
    for i, e in enumerate(p.gold["validity"]):
        gold.append((i, e.get("from"), e.get("to")))
        hits = p.at(all_, p.line(e), e.get("text"))
        if hits:
            got.append((i, *period(p, hits[0])))
    p.add("validity", gold, got)


def pointers(p: Page) -> None:
    got = []
    for s in p.statements():
        got += [
            (p.view.int(s, "line"), key(unquote(t.rsplit("/", 1)[-1]))) for t in p.view.values(s, "pointsTo")
        ]
    p.add("pointers", [(p.line(e), key(e["target"])) for e in p.gold["pointers"]], got)


def diagram(p: Page) -> None:
    phases = {"activation": "activate", "resolution": "resolve"}
    got = [
        (p.view.value(s, "linkNumber"), phases.get(p.view.value(s, "chainPhase") or ""))
        for s in p.view.of("DiagramStep")
    ]
    p.add(
        "diagram",
        [(str(d["link"]) if d.get("link") is not None else None, d["phase"]) for d in p.gold["diagram"]],
        got,
    )


def absent(p: Page) -> None:
    got = []
    for e in p.gold["absent"]:
        start = bare(e["text"])
        got += [
            (e["text"],)
            for s in p.view.of("Statement", "RuleVersion", "Ruling")
            if bare(p.view.value(s, "plainText") or "").startswith(start)
        ]
    p.add("absent", [], got)


READERS: dict[str, Callable[[Page], None]] = {
    "title": title, "date": date, "sections": sections, "folds": folds, "rules": rules, "versions": versions,
    "continues": continues, "rulings": rulings, "citations": citations, "cards": cards, "name_sets": name_sets,
    "card_facts": card_facts, "terms": terms, "links": links, "mentions": mentions, "statements": statements,
    "exceptions": dependents("exceptions", "exceptionTo"), "examples": dependents("examples", "exampleOf"),
    "practice": practice, "validity": validity, "pointers": pointers, "diagram": diagram, "absent": absent,
}  # fmt: skip


def score(
    details: str | None = None, echo: Callable[[str], object] = print, folder: Path = GOLD
) -> dict[str, dict[str, float]]:
    """Return per kind: gold, got, hits, precision, recall; prints misses of one kind (or all: ``*``)."""
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    for path in gold_files(folder):
        try:
            page = Page(load(path))
        except Exception as error:  # a page that fails counts as nothing found
            echo(f"{path.name}: {type(error).__name__}: {error}")
            page = None
        if page is None:
            continue
        for kind, (gold, got) in page.pairs.items():
            want, have = Counter(gold), Counter(got)
            hits = want & have
            totals[kind].update(gold=sum(want.values()), got=sum(have.values()), hits=sum(hits.values()))
            if details in (kind, "*"):
                for fact in (want - have).elements():
                    shown = (
                        page.gold.get(kind, fact)[fact[0]]
                        if kind in ("statements", "rules", "versions", "validity")
                        and isinstance(fact[0], int)
                        else fact
                    )
                    echo(f"  {path.stem}: {kind}: missed {fact} {shown if shown is not fact else ''}")
                for fact in (have - want).elements():
                    echo(f"  {path.stem}: {kind}: wrong  {fact}")
    result = {}
    for kind, c in totals.items():
        precision = c["hits"] / c["got"] if c["got"] else 1.0
        recall = c["hits"] / c["gold"] if c["gold"] else 1.0
        result[kind] = {
            "gold": c["gold"],
            "got": c["got"],
            "hits": c["hits"],
            "precision": round(precision, 4),
            "recall": round(recall, 4),
        }
    return result


def floors() -> str:
    """Return the present scores of all gold sets, each with the hash of its pages, as JSON."""
    sets = {}
    for folder in SETS:
        kinds = {k: {m: r[m] for m in ("precision", "recall")} for k, r in score(folder=folder).items()}
        sets[folder.name] = {"corpus": corpus_hash(folder), "kinds": kinds}
    return json.dumps(sets, ensure_ascii=False, indent=1)


def main() -> None:
    """Print the score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--details", metavar="KIND", help="print what was missed or wrong; * for all kinds")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--write-floors", action="store_true", help="keep the scores of all sets as the floors of the tests"
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, default=GOLD, help="pages with answers (default: the first gold set)"
    )
    options = parser.parse_args()
    folder: Path = options.folder
    result = score(options.details, folder=folder)
    if options.write_floors:
        Path(__file__).with_name("floors.json").write_text(floors() + "\n", "utf-8")
    if options.json:
        print(json.dumps({"corpus": corpus_hash(folder), "kinds": result}, ensure_ascii=False, indent=1))
        return
    print(f"corpus {corpus_hash(folder)}, {len(gold_files(folder))} pages")
    print(f"{'kind':16} {'gold':>5} {'found':>5} {'right':>5} {'precision':>9} {'recall':>7}")
    for kind, r in result.items():
        print(
            f"{kind:16} {r['gold']:5.0f} {r['got']:5.0f} {r['hits']:5.0f} {r['precision']:9.3f} {r['recall']:7.3f}"
        )


if __name__ == "__main__":
    main()
