"""Cue words, read once from `ontology/checks/cues.yaml`."""

import re
from functools import cache
from typing import Any

import yaml

from ontology.checking.check import CHECKS_FOLDER, YAML_LOADER

__all__ = ["cue", "cue_list", "cue_table"]


@cache
def _cues() -> dict[str, Any]:
    text = (CHECKS_FOLDER / "cues.yaml").read_text(encoding="utf-8")
    data = yaml.load(text, Loader=YAML_LOADER)  # noqa: S506 - a safe loader
    if not isinstance(data, dict):
        raise TypeError("cues.yaml is not a mapping of names to words")
    return data


@cache
def cue_list(name: str) -> tuple[str, ...]:
    """Return the words of a cue, as written."""
    return tuple(str(word) for word in _cues()[name])


@cache
def cue(name: str) -> re.Pattern[str]:
    """Return a pattern that finds any word of a cue."""
    return re.compile("|".join(f"(?:{word})" for word in cue_list(name)))


def cue_table(name: str) -> Any:
    """Return a cue that is a table (a mapping or a list of mappings), as written."""
    return _cues()[name]
