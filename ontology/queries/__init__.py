"""Named queries: one `.rq` file each in this folder (see README.md), valid SPARQL with a head that describes it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib.resources import files
from urllib.parse import quote

import yaml

__all__ = ["NamedQuery", "Parameter", "QueryFileError", "load_queries", "read_query"]

TYPES = ("string", "integer", "decimal", "date", "iri")


class QueryFileError(ValueError):
    """A query file or a parameter is wrong; the message names the file and what to do."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value that can be given: the query holds its default in ``VALUES ?name { … }``; UNDEF stands for any."""

    name: str
    type: str
    label_ja: str
    label_en: str
    default: str
    optional: bool


@dataclass(frozen=True, slots=True)
class NamedQuery:
    """A query with a name, titles, descriptions, parameters, and its text."""

    name: str
    title_ja: str
    title_en: str
    description_ja: str
    description_en: str
    sparql: str
    parameters: tuple[Parameter, ...] = ()
    example: Mapping[str, str] = field(default_factory=dict)
    columns: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """The description in Japanese."""
        return self.description_ja

    def title(self, lang: str) -> str:
        """The title in a language (ja or en)."""
        return self.title_en if lang == "en" else self.title_ja

    def bind(self, values: Mapping[str, str]) -> str:
        """Return the query text with the given values; an empty value stands for any, where that is allowed.

        Raises:
            QueryFileError: an unknown parameter, or a value that does not fit its type.
        """
        known = {p.name: p for p in self.parameters}
        text = self.sparql
        for name, value in values.items():
            if name not in known:
                names = ", ".join(known) or "none"
                raise QueryFileError(f"the query {self.name} has no parameter {name!r}; it has: {names}")
            term = _term(known[name], value)
            text = _values_of(name).sub(lambda m, term=term: f"{m[1]}{term}{m[3]}", text)  # type: ignore[misc]
        return text


def _values_of(name: str) -> re.Pattern[str]:
    return re.compile(r"(VALUES\s+\?" + re.escape(name) + r"\s*\{\s*)([^{}]*?)(\s*\})")


def _term(parameter: Parameter, value: str) -> str:
    """Write a value as a SPARQL term; nothing in it can end the term."""
    if not value:
        if parameter.optional:
            return "UNDEF"
        raise QueryFileError(f"the parameter {parameter.name} needs a value")
    escaped = "".join(_ESCAPES.get(c, c) for c in value)
    if parameter.type == "iri":
        return "<" + quote(value, safe=":/?#[]@!$&'()*+,;=%-._~") + ">"
    if parameter.type == "string":
        return f'"{escaped}"'
    try:
        if parameter.type == "integer":
            return str(int(value))
        if parameter.type == "decimal":
            return f"{Decimal(value):f}"
        return f'"{date.fromisoformat(value).isoformat()}"^^<http://www.w3.org/2001/XMLSchema#date>'
    except (ValueError, InvalidOperation) as error:
        wanted = "YYYY-MM-DD" if parameter.type == "date" else f"of type {parameter.type}"
        raise QueryFileError(f"the parameter {parameter.name} must be {wanted}, not {value!r}") from error


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def read_query(text: str, name: str) -> NamedQuery:
    """Read the text of a query file.

    Raises:
        QueryFileError: the head is missing or incomplete, or a parameter does not stand in the query.
    """
    head: list[str] = []
    lines = text.splitlines()
    if not lines or lines[0].rstrip() != "# ---":
        raise QueryFileError(f"{name}.rq:1:1: the first line must be '# ---', the beginning of the head")
    for line in lines[1:]:
        if line.rstrip() == "# ---":
            break
        if not line.startswith("#"):
            raise QueryFileError(f"{name}.rq: the head must end with a line '# ---'")
        head.append(line.removeprefix("#").removeprefix(" "))
    try:
        found = yaml.safe_load("\n".join(head))
        title, description = found["title"], found["description"]
        parameters = tuple(
            Parameter(
                key,
                str(p["type"]),
                str(p["ja"]),
                str(p["en"]),
                _default(key, text, name),
                bool(p.get("optional", False)),
            )
            for key, p in (found.get("parameters") or {}).items()
        )
        query = NamedQuery(
            name=name,
            title_ja=str(title["ja"]),
            title_en=str(title["en"]),
            description_ja=str(description["ja"]),
            description_en=str(description["en"]),
            parameters=parameters,
            example={str(k): str(v) for k, v in (found.get("example") or {}).items()},
            columns=tuple(str(c) for c in found["columns"]),
            sparql=text,
        )
    except (yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
        raise QueryFileError(f"{name}.rq: the head is incomplete or not YAML: {error!r}") from error
    for parameter in query.parameters:
        if parameter.type not in TYPES:
            raise QueryFileError(f"{name}.rq: the type of {parameter.name} must be one of {', '.join(TYPES)}")
    return query


def _default(key: str, text: str, name: str) -> str:
    match = _values_of(key).search(text)
    if match is None:
        raise QueryFileError(
            f"{name}.rq: the parameter {key} needs 'VALUES ?{key} {{ default }}' in the query"
        )
    value = match[2].strip()
    if value == "UNDEF":
        return ""
    return value.split('"')[1] if '"' in value else value.strip("<>")


@cache
def load_queries() -> dict[str, NamedQuery]:
    """Return all named queries by name, in the order of their names."""
    folder = files(__package__ or "ontology.queries")
    found = sorted((f for f in folder.iterdir() if f.name.endswith(".rq")), key=lambda f: f.name)
    return {f.name[:-3]: read_query(f.read_text("utf-8"), f.name[:-3]) for f in found}
