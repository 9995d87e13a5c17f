"""Which rules the programs model, and which cases exercise them."""

from importlib.resources import files

from ontology.namespaces import rule_iri
from ontology.reasoner import ReasonerError, load_rules, load_scenarios
from ontology.reasoner.exercise import cases_by_rule

__all__ = ["exercised_by", "modelled_rules"]

_GAMES = ("dm", "ygo")


def modelled_rules() -> list[tuple[str, str, str | None]]:
    """Return (IRI, game, number or None) of every rule of the rule base."""
    found: list[tuple[str, str, str | None]] = []
    for game in _GAMES:
        try:
            keys = load_rules(game).rules
        except (ReasonerError, OSError):
            continue
        found += [(rule_iri(game, key), game, key if key[:1].isdigit() else None) for key in keys]
    return found


def exercised_by() -> dict[str, list[str]]:
    """Return, for each rule (IRI), the ids of the shipped cases that name it or in which it fires or bars something."""
    found: dict[str, list[str]] = {}
    for game in _GAMES:
        for rule, cases in cases_by_rule(game).items():
            found.setdefault(rule_iri(game, rule), []).extend(cases)
    folder = files("ontology") / "cases"
    if not folder.is_dir():
        return found
    for entry in sorted(folder.iterdir(), key=lambda f: f.name):
        if entry.name.endswith(".yaml"):
            for case in load_scenarios(entry.read_text("utf-8"), name=entry.name):
                named = [*(case.raw.get("rules") or []), *(case.raw.get("implied_rules") or [])]
                for rule in named:
                    cases = found.setdefault(rule_iri(case.game, str(rule)), [])
                    if case.id not in cases:
                        cases.append(case.id)
    return found
