"""The README of the checks, generated from their front matter: ``python -m ontology.checking.readme``."""

from collections.abc import Sequence

from ontology.checking.check import CHECKS_FOLDER, Check, load_checks

__all__ = ["readme"]

_HEAD = """\
# Checks / 点検

One file a check. **Adding one is adding one file here**: a SPARQL query (`.rq`), a logic program (`.lp`) or a Python
module (`.py`), each beginning with the same front matter in comments (`# ---` YAML `# ---`): `code`, `kinds` (K1 to
K17), `severity`, `status`, and in `ja` and `en` each: `title`, `means`, `fix`, `message` (`{slots}` are filled from the
hit), optionally `group_message`; `example` (must fire) and `look_alike` (must not): wiki texts, as one text or as a
mapping of titles to texts. Then run `python -m ontology.checking.readme`, which writes this page. Tests hold that the
example fires, that the look-alike does not, that no check names a page, card or rule, and that this page is complete.

- `.rq`: one line `SELECT ?at …`; `?at`, `?at2` … are the places, `?cause` groups, `?status`, `?severity`,
  `?reconciled_by`, `?board` override, `?key` is the identity of a finding, all other variables fill the message. The
  line `#pages ?page` marks where the query is restricted when only some pages are checked.
- `.py`: `check_page(page)` for what one page shows, or `gather(page)` with `judge(records)` for what several show
  together (`ontology.checking` has the types). `gather` must return small records: those of all pages are kept.
- `.lp`: a further key `facts:` names what it is told: `moves` (rules that move cards) or `extracts` (all of them), listed
  in the modules of that name in `ontology/checking`; it answers `finding(S)`, `also(S,S2)`, `fills(S,"slot","text")`.
- Words and patterns are data: `cues.yaml` (how sentences say things) and `distinctions.yaml` (pairs of predicates that
  one word mixes up).

**Severity**: a real contradiction is an error, a gap or stale text a warning, the rest info (hidden unless `--all`).
**Status**: real, superseded (dates differ), stale, reconcilable (with what reconciles), gap (no answer), wording.
**Suppress** with `//saitei-ignore CODE reason` in the page (next line; on a flattened page its line),
`//saitei-ignore-page CODE reason`, or a YAML sidecar (`- {code, reason, page?, text?, fingerprint?}`): the file of
`--suppressions`, else `SAITEI_SUPPRESSIONS`, else `STORE.suppressions.yaml` beside the store, where the explorer writes
its entries. A suppression needs a reason (TC9002) and one that fits nothing is reported (TC9001). **Baseline**: `--write-baseline FILE --reason
TEXT`, then `--baseline FILE`; by fingerprint, which survives edits elsewhere.

**In the graph**: `saitei check --write` puts the findings (not grouped, without suppressed and accepted ones) into
`id:graph/findings`, each a `tcg:Finding` `id:finding/FINGERPRINT` with `tcg:code`, `tcg:severity`, `tcg:status`,
`tcg:fingerprint`, `tcg:between` (the extracts), `dcterms:references` (the pages), title and message in both languages as
`rdfs:label` and `rdfs:comment`. It replaces what an earlier run of the same checks (on the same pages) left; an ingest
takes out the findings of pages that it changes or removes, until the next `--write`. Without `--write` the store is
only read.

How good they are: `python -m tests.checks.score` (labelled pairs), `python -m tests.checks.mutation` (seeded faults),
`python -m tests.checks.acceptance FOLDER` (the real pages, item by item).

| code | kinds | severity | title |
|---|---|---|---|
"""


def readme(checks: Sequence[Check]) -> str:
    """Return the page: how to add a check, a table, and a section a check."""
    parts = [_HEAD]
    parts += [
        f"| [{c.code}](#{c.code.lower()}) | {' '.join(c.kinds)} | {c.severity} | {c.title.ja} / {c.title.en} |\n"
        for c in checks
    ]
    for c in checks:
        parts.append(
            f"\n## {c.code}\n\n**{c.title.ja} / {c.title.en}** (`{c.path.name}`; {' '.join(c.kinds)}; "
            f"{c.severity}, {c.status})\n\n{c.means.ja} {c.means.en}\n\n"
            f"直し方 / Fix: {c.fix.ja} {c.fix.en}\n\n"
        )
        for name, examples in (("fires", c.examples), ("does not", c.look_alikes)):
            for example in examples:
                shown = "\n".join(f"[{title}]\n{text.rstrip()}" for title, text in example.pages)
                parts.append(f"{name}:\n\n```\n{shown}\n```\n\n")
    return "".join(parts).rstrip("\n") + "\n"


if __name__ == "__main__":
    (CHECKS_FOLDER / "README.md").write_text(readme(load_checks()), encoding="utf-8")
