"""Findings as one HTML file that needs no network: table, filter, both passages side by side."""

from collections.abc import Sequence
from html import escape
from typing import TextIO

from explorer.findings.words import SEVERITY, STATUS, WORDS, excerpt
from ontology.checking import Finding, Location

__all__ = ["write_html"]

_STYLE = """
:root { color-scheme: light dark; font-family: "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic", sans-serif; }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; line-height: 1.6; }
article { border: 1px solid #8886; border-left-width: .5rem; border-radius: .4rem; padding: .6rem 1rem; margin: .8rem 0; }
article.error { border-left-color: #c62828; } article.warning { border-left-color: #b26a00; }
article.info { border-left-color: #1565c0; }
h2 { font-size: 1rem; margin: 0; } p { margin: .3rem 0; }
.tags span { border: 1px solid #8888; border-radius: 1rem; padding: 0 .6rem; margin-right: .3rem; font-size: .85rem; }
blockquote { margin: .3rem 0; padding: .2rem .8rem; border-left: 3px solid #8888; }
label, input, select { font: inherit; margin-right: .6rem; } .place { font-size: .85rem; opacity: .8; }
dt { font-weight: bold; } dd { margin-left: 1.2rem; }
"""
_SCRIPT = """
const word = document.getElementById('word'), level = document.getElementById('level');
function show() {
  let n = 0;
  for (const a of document.querySelectorAll('article')) {
    const hit = (!word.value || a.textContent.includes(word.value)) && (!level.value || a.className === level.value);
    a.hidden = !hit; n += hit ? 1 : 0;
  }
  document.getElementById('n').textContent = n;
}
word.oninput = level.onchange = show;
"""


def write_html(findings: Sequence[Finding], lang: str, out: TextIO) -> None:
    """Write one self-contained page."""
    code = "en" if lang == "en" else "ja"
    title = WORDS["title"].get(lang)
    out.write(
        f'<!DOCTYPE html>\n<html lang="{code}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
    )
    out.write('<meta name="viewport" content="width=device-width, initial-scale=1">')
    out.write(f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1>\n")
    options = "".join(f'<option value="{s}">{escape(SEVERITY[s].get(lang))}</option>' for s in SEVERITY)
    out.write(
        f'<p><label>{escape(WORDS["filter"].get(lang))} <input id="word" type="search"></label>'
        f'<label>{escape(WORDS["severity"].get(lang))} <select id="level"><option value=""></option>{options}'
        f'</select></label><span id="n">{len(findings)}</span> {escape(WORDS["count"].get(lang))}</p>\n'
    )
    if not findings:
        out.write(f"<p>{escape(WORDS['none'].get(lang))}</p>\n")
    for finding in findings:
        out.write(_article(finding, lang))
    out.write(f"<script>{_SCRIPT}</script></body></html>\n")


def _article(f: Finding, lang: str) -> str:
    count = f" ×{f.count}" if f.count > 1 else ""
    tags = [f.code, *f.kinds, SEVERITY[f.severity].get(lang), STATUS[f.status].get(lang)]
    parts = [
        f'<article class="{f.severity}" id="{f.code}-{f.fingerprint}"><h2>{escape(f.title.get(lang))}{count}</h2>',
        '<p class="tags">' + "".join(f"<span>{escape(t)}</span>" for t in tags) + "</p>",
        f"<p>{escape(f.message.get(lang))}</p>",
        *[_place(place) for place in f.locations[:8]],
    ]
    if len(f.locations) > 8:
        more = WORDS["more"].get(lang).format(n=len(f.locations) - 8)
        rest = "".join(_place(place) for place in f.locations[8:])
        parts.append(f"<details><summary>{escape(more)}</summary>{rest}</details>")
    facts = [("board", f.board), ("rule", f.reconciled_by), ("fix", f.fix.get(lang))]
    rows = "".join(f"<dt>{escape(WORDS[k].get(lang))}</dt><dd>{escape(v)}</dd>" for k, v in facts if v)
    parts.append(f"<dl>{rows}</dl></article>\n")
    return "".join(parts)


def _place(place: Location) -> str:
    where = f"{place.page}:{place.line}:{place.column}"
    return f'<blockquote>{escape(excerpt(place.text, 240))}<br><span class="place">{escape(where)}</span></blockquote>'
