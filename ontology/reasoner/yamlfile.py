"""YAML with positions: safe, bounded, without aliases, tags or double keys.

A value is a plain Python object; where it stood is kept beside it in ``Positions``, so that an error can
name line and column.
"""

import datetime
import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from ontology.reasoner.errors import ScenarioError

__all__ = ["Positions", "YamlFile", "read_yaml"]

MAX_BYTES = 16_000_000
MAX_NODES = 2_000_000
MAX_DEPTH = 40
MAX_NUMBER = 99_999_999  # the solver counts in 32 bits; a larger number would be changed in silence

# The C parser, where PyYAML was built with it, is ten times quicker and keeps the same positions.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Positions:
    """Line and column (1-based) of every value, by its path from the root."""

    name: str
    places: dict[Path, tuple[int, int]] = field(default_factory=dict)

    def error(self, path: Path, message: str) -> ScenarioError:
        """Return the error for the value at ``path`` (or its nearest known ancestor)."""
        here = path
        while here and here not in self.places:
            here = here[:-1]
        line, column = self.places.get(here, (1, 1))
        return ScenarioError(message, name=self.name, line=line, column=column)


@dataclass(frozen=True)
class YamlFile:
    """A read file: its value and the positions in it."""

    value: Any
    positions: Positions


def read_yaml(text: str, *, name: str) -> YamlFile:
    """Read one YAML document.

    Raises:
        ScenarioError: not YAML, more than one document, an alias, a tag, a double key, too deep or too large.
    """
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise ScenarioError(f"the file is larger than {MAX_BYTES} bytes; split it", name=name)
    positions = Positions(name)
    try:
        _refuse(text, name)
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        problem = error.problem or "not YAML"
        raise ScenarioError(f"not YAML: {problem}", name=name, line=where[0], column=where[1]) from None
    except yaml.YAMLError as error:
        raise ScenarioError(f"not YAML: {str(error).splitlines()[0]}", name=name) from None
    if node is None:
        raise ScenarioError("the file is empty; a scenario file has the keys meta and cases", name=name)
    return YamlFile(_build(node, (), positions, yaml.constructor.SafeConstructor()), positions)


def _refuse(text: str, name: str) -> None:
    depth = 0
    for count, event in enumerate(yaml.parse(text, Loader=_LOADER)):
        mark = event.start_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise ScenarioError(
                "anchors and aliases are not allowed; write the value out",
                name=name,
                line=line,
                column=column,
            )
        tag = getattr(event, "tag", None)
        if tag:
            raise ScenarioError(f"the tag {tag} is not allowed", name=name, line=line, column=column)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_DEPTH or count > MAX_NODES:
            raise ScenarioError("nested too deep or too many values", name=name, line=line, column=column)


def _build(node: yaml.Node, path: Path, positions: Positions, scalars: Any) -> Any:
    mark = node.start_mark
    positions.places[path] = (mark.line + 1, mark.column + 1)
    if isinstance(node, yaml.MappingNode):
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = _build(key_node, (*path, "?"), positions, scalars)
            if isinstance(key, bool) or not isinstance(key, str | int):
                raise positions.error((*path, "?"), f"a key must be text, not {key!r}; put it in quotes")
            key = str(key)
            if key in result:
                raise positions.error((*path, "?"), f"the key {key!r} stands here twice")
            result[key] = _build(value_node, (*path, key), positions, scalars)
        return result
    if isinstance(node, yaml.SequenceNode):
        return [_build(item, (*path, i), positions, scalars) for i, item in enumerate(node.value)]
    try:
        value = scalars.construct_object(node)
        scalars.constructed_objects.clear()
    except (yaml.YAMLError, ValueError) as error:
        raise positions.error(path, f"cannot be read: {error}") from None
    if isinstance(value, int) and abs(value) > MAX_NUMBER:
        raise positions.error(path, f"a number may not be larger than {MAX_NUMBER}")
    if isinstance(value, str) and (control := _CONTROL.search(value)):
        # The solver's strings end at a NUL: two ids that differ behind one would be the same card.
        raise positions.error(path, f"the control character U+{ord(control[0]):04X} is not allowed in a text")
    if isinstance(value, datetime.date):
        return value.isoformat()[:10]
    return value
