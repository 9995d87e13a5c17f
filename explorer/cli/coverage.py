"""Which rules the programs model, and which cases exercise them."""

from ontology.namespaces import rule_iri

__all__ = ["exercised_by", "modelled_rules"]


def modelled_rules() -> list[tuple[str, str, str | None]]:
    """Return (IRI, game, number or None) of every rule of the rule base."""
    from ontology import reasoner

    known = getattr(reasoner, "known_rules", None)
    if known is None:
        return []
    return [(rule_iri(r.game, r.key), r.game, r.key if r.key[:1].isdigit() else None) for r in known()]


def exercised_by() -> dict[str, list[str]]:
    """Return, for each rule (IRI), the ids of the shipped cases that name it."""
    from importlib.resources import files

    from ontology.reasoner import load_scenarios

    found: dict[str, list[str]] = {}
    folder = files("ontology") / "cases"
    if not folder.is_dir():
        return found
    for entry in sorted(folder.iterdir(), key=lambda f: f.name):
        if entry.name.endswith(".yaml"):
            for case in load_scenarios(entry.read_text("utf-8"), name=entry.name):
                named = [*(case.raw.get("rules") or []), *(case.raw.get("implied_rules") or [])]
                for rule in named:
                    found.setdefault(rule_iri(case.game, str(rule)), []).append(case.id)
    return found
