"""The rules in force on a day, ready to be solved: one engine, or two where a rule's day is uncertain."""

import functools
from typing import Any

from ontology.reasoner.dates import Truth
from ontology.reasoner.engine import Engine
from ontology.reasoner.errors import ReasonerError
from ontology.reasoner.rulebase import Rule, load_rules

__all__ = ["engines"]


@functools.lru_cache(maxsize=256)
def engines(
    game: str, day: str, without: frozenset[str], *, offered: bool = False
) -> tuple[tuple[str, Engine], ...]:
    """Return the engine for a day; two of them where some rule's date is uncertain on that day.

    Rules of low confidence count only where they are ``offered``.

    Raises:
        ReasonerError: a rule to leave out does not exist.
    """
    base = load_rules(game)
    for rule in without:
        if rule not in base.rules:
            raise ReasonerError(f"there is no rule {rule!r}; see saitei rules")
    covers = {key: _in_force(rule, day, offered) for key, rule in base.rules.items()}
    open_ = sorted(k for k, v in covers.items() if v == "uncertain")
    if not open_:
        return (("", Engine(base, {k: v == "yes" for k, v in covers.items()}, without)),)
    # A rule that ends in the uncertain interval and one that starts there are two sides of one change.
    old = {k: v == "yes" or (v == "uncertain" and _ends(base.rules[k].valid, day)) for k, v in covers.items()}
    new = {
        k: v == "yes" or (v == "uncertain" and not _ends(base.rules[k].valid, day)) for k, v in covers.items()
    }
    named = ", ".join(open_)
    return (
        (f"before the change ({named}), whose day is not known", Engine(base, old, without)),
        (f"after the change ({named}), whose day is not known", Engine(base, new, without)),
    )


def _in_force(rule: Rule, day: str, offered: bool) -> Truth:
    return "no" if rule.confidence == "low" and not offered else rule.valid.covers(day)


def _ends(valid: Any, day: str) -> bool:
    return valid.end is not None and (
        valid.start is None or type(valid)(valid.start, None).covers(day) == "yes"
    )
