"""One file to argue over: the case, how it was derived, the rules it rests on, and what they were derived with.

The file is a scenario file, so that `saitei derive` runs it again; what is added stands under ``dispute``.
"""

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import yaml

from explorer.app.data.base import rows, values
from ontology.graph import GraphReader
from ontology.namespaces import rule_iri
from ontology.reasoner import Derivation, load_rules
from ontology.reasoner.whatif import exercised

__all__ = ["dispute"]

_SOFTWARE = ("saitei", "clingo", "pyoxigraph")


def dispute(
    case: str, derivations: list[Derivation], reader: GraphReader, *, lang: str, without: list[str]
) -> str:
    """Return the file as YAML; `case` is the scenario document, `reader` the graph whose wordings are quoted."""
    document: dict[str, Any] = yaml.safe_load(case)
    game = derivations[0].board.case.game
    used = sorted(set[str]().union(*(exercised(derivation) for derivation in derivations)))
    document["dispute"] = {
        "software": {name: _version(name) for name in _SOFTWARE} | {"python": platform.python_version()},
        "without": without,
        "rules": [_rule(game, rule, reader) for rule in used],
        "explanation": [derivation.to_text(lang) for derivation in derivations],
        "derivations": [derivation.to_json() for derivation in derivations],
    }
    return yaml.dump(document, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100)


class _Dumper(yaml.SafeDumper):
    """Texts of several lines as blocks, to be read by people; nothing by reference."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style="|" if "\n" in value else None)


_Dumper.add_representer(str, _text)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _rule(game: str, rule: str, reader: GraphReader) -> dict[str, Any]:
    """Return a rule as it was applied, with the wordings that the graph knows of it."""
    known = load_rules(game).rules.get(rule)
    if known is None:
        return {"id": rule}
    keys = [source.key for source in known.sources if source.kind == "rule" and source.key] or [rule]
    return {
        "id": rule,
        "ja": known.ja,
        "en": known.en,
        "in_force": {"from": known.valid.start, "to": known.valid.end},
        "sources": [str(source) for source in known.sources],
        "stated_in": f"{known.file}:{known.line}",
        "wordings": _wordings(game, keys, reader),
    }


def _wordings(game: str, numbers: list[str], reader: GraphReader) -> list[dict[str, str]]:
    query = f"""SELECT ?title ?line ?since ?words WHERE {{
        {values("rule", [rule_iri(game, number) for number in numbers])}
        ?version tcg:versionOf ?rule ; tcg:plainText ?words .
        OPTIONAL {{ ?version tcg:onPage/dcterms:title ?title }} OPTIONAL {{ ?version tcg:line ?line }}
        OPTIONAL {{ ?version tcg:validFrom ?since }} }} ORDER BY ?since ?title ?line LIMIT 20"""
    names = ("page", "line", "from", "text")
    return [
        {name: str(value) for name, value in zip(names, row, strict=True) if value}
        for row in rows(reader, query)
    ]
