"""`saitei rules`: every known rule number, its texts, whether it is modelled, and what exercises it."""

import json
import sys
from typing import Annotated, Any, Literal

import typer

from explorer.cli.options import DEFAULT_STORE, Lang, StoreOption, language, the_store
from explorer.cli.tables import harmless

__all__ = ["rules"]

_RULES = """
PREFIX tcg: <https://saitei.example/tcg#> PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
SELECT ?rule ?game ?number { ?rule a tcg:Rule ; tcg:game ?game OPTIONAL { ?rule skos:notation ?number } } ORDER BY ?game ?rule
"""
_VERSIONS = """
PREFIX tcg: <https://saitei.example/tcg#> PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX dcterms: <http://purl.org/dc/terms/>
SELECT ?rule ?number ?from ?to ?document ?page ?line ?text {
  GRAPH ?g {
    ?version tcg:versionOf ?rule ; tcg:line ?line ; tcg:text ?text .
    OPTIONAL { ?version skos:notation ?number } OPTIONAL { ?version tcg:validFrom ?from }
    OPTIONAL { ?version tcg:validTo ?to } OPTIONAL { ?version tcg:document ?document }
    ?g dcterms:title ?page
  }
} ORDER BY ?rule ?from ?page ?line
"""
_RULINGS = """
PREFIX tcg: <https://saitei.example/tcg#>
SELECT DISTINCT ?rule ?ruling ?date { ?ruling a tcg:Ruling ; tcg:cites ?rule OPTIONAL { ?ruling tcg:rulingDate ?date } }
ORDER BY ?rule ?date ?ruling
"""


def rules(
    store: StoreOption = DEFAULT_STORE,
    format: Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="形式 / format")] = "text",  # noqa: A002
    game: Annotated[
        str | None, typer.Option(metavar="dm|ygo", help="このゲームだけ / only this game")
    ] = None,
    unmodelled: Annotated[
        bool,
        typer.Option("--unmodelled", help="プログラムにない規則だけ / only rules that no program models"),
    ] = False,
    lang: Annotated[Lang | None, typer.Option(help="言語 / language")] = None,
) -> None:
    """知られている規則番号の一覧 / every known rule: text versions, modelled or not, cases and rulings that exercise it."""
    with the_store(store) as reader:
        known = _collect(reader.select(_RULES), reader.select(_VERSIONS), reader.select(_RULINGS))
    entries = [e for e in known if game in (None, e["game"]) and not (unmodelled and e["modelled"])]
    if format == "json":
        json.dump(entries, sys.stdout, ensure_ascii=False, indent=1)
        print()
    else:
        _print(entries, lang or language())


def _collect(rows: Any, versions: Any, rulings: Any) -> list[dict[str, Any]]:
    from explorer.cli.coverage import exercised_by, modelled_rules

    entries: dict[str, dict[str, Any]] = {}

    def entry(iri: str, game: str, number: str | None) -> dict[str, Any]:
        key = iri.rsplit("/rule/", 1)[-1]
        return entries.setdefault(
            iri,
            {
                "rule": key, "number": number, "game": game, "iri": iri,
                "versions": [], "modelled": False, "rulings": [], "cases": [],
            },
        )  # fmt: skip

    for iri, game, number in rows:
        entry(iri, game, number)
    for iri, number, start, end, document, page, line, text in versions:
        if iri in entries:
            entries[iri]["versions"].append(
                {
                    "number": number,
                    "from": start,
                    "to": end,
                    "document": document,
                    "page": page,
                    "line": int(line),
                    "text": text,
                }
            )
    for iri, ruling, date in rulings:
        if iri in entries:
            entries[iri]["rulings"].append({"ruling": ruling, "date": date})
    for iri, game, number in modelled_rules():
        entry(iri, game, number)["modelled"] = True
    for iri, cases in exercised_by().items():
        if iri in entries:
            entries[iri]["cases"] = cases
    return [entries[iri] for iri in sorted(entries, key=lambda i: (entries[i]["game"], entries[i]["rule"]))]


def _print(entries: list[dict[str, Any]], lang: Lang) -> None:
    words = (
        ("modelled", "not modelled", "texts", "rulings", "cases")
        if lang == "en"
        else ("規則あり", "未収録", "版", "裁定", "事例")
    )
    for e in entries:
        state = words[0] if e["modelled"] else words[1]
        print(
            f"{e['game']}  {e['rule']:<12}  {state}  {words[2]} {len(e['versions'])}  "
            f"{words[3]} {len(e['rulings'])}  {words[4]} {len(e['cases'])}"
        )
        for v in e["versions"]:
            period = f"{v['from'] or ''}–{v['to'] or ''}" if v["from"] or v["to"] else ""
            print(f"      {harmless(v['page'])}:{v['line']}  {period}  {harmless(v['text'])[:60]}")
