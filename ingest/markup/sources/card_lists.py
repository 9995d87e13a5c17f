"""Card lists (CSV, TSV, JSON, JSON Lines) with a mapping file: each record becomes the page of one card.

The mapping file is YAML and lies beside the list as ``<list>.mapping.yaml`` (or ``cards.mapping.yaml`` for all lists
of a folder); `Mapping` is its schema, described in ``ingest/docs/card-lists.md``.
"""

import csv
import io
import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from ingest.markup.card_fields import CARD_FIELDS
from ingest.markup.sources.encodings import decode

__all__ = ["CardListError", "CardRecord", "Column", "Mapping", "find_mapping", "iter_cards", "read_mapping"]


class CardListError(Exception):
    """A list or its mapping file cannot be used; `path` and `line` (1-based) say where."""

    def __init__(self, message: str, path: Path, line: int = 1) -> None:
        super().__init__(message)
        self.path = str(path)
        self.line = line


class Column(BaseModel):
    """Where the value of a field stands."""

    model_config = ConfigDict(extra="forbid")

    column: Annotated[str, Field(min_length=1)]
    separator: str | None = None  # several values in one cell
    strip: str | None = None  # characters to take off both ends, 《》 say


class Mapping(BaseModel):
    """The mapping file: which column of the list is which field of a card."""

    model_config = ConfigDict(extra="forbid")

    columns: dict[str, Column]
    records: str | None = None  # JSON: dotted path to the list of cards
    delimiter: Annotated[str, Field(min_length=1, max_length=1)] | None = None
    encoding: str | None = None
    source: str | None = None  # where the facts come from, kept on each card

    @field_validator("columns", mode="before")
    @classmethod
    def _short_form(cls, value: Any) -> Any:
        """``cost: コスト`` is short for ``cost: {column: コスト}``."""
        if isinstance(value, dict):
            return {k: {"column": str(v)} if isinstance(v, str | int) else v for k, v in value.items()}
        return value

    @field_validator("columns")
    @classmethod
    def _known(cls, value: dict[str, Column]) -> dict[str, Column]:
        unknown = sorted(set(value) - set(CARD_FIELDS))
        if unknown:
            raise ValueError(f"unknown field {', '.join(unknown)}; known are {', '.join(CARD_FIELDS)}")
        if "name" not in value:
            raise ValueError("the field `name` is needed: it names the page of the card")
        return value


@dataclass(slots=True, frozen=True)
class CardRecord:
    """One record: the title and text of its page, or why there is none."""

    line: int
    title: str = ""
    text: str = ""
    problem: str | None = None


def find_mapping(path: Path) -> Path | None:
    """Return the mapping file beside a list, or None."""
    names = (f"{path.name}.mapping.yaml", f"{path.stem}.mapping.yaml", "cards.mapping.yaml")
    return next((p for name in names if (p := path.with_name(name)).is_file()), None)


def read_mapping(path: Path) -> Mapping:
    """Read and validate a mapping file; raises CardListError with the line that is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
        loaded = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise CardListError(f"not valid YAML: {error.problem}", path, line) from None
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise CardListError(str(error), path) from None
    try:
        return Mapping.model_validate(loaded)
    except ValidationError as error:
        first = error.errors()[0]
        where = [str(part) for part in first["loc"]]
        line = _line_of(text, where)
        message = first["msg"].removeprefix("Value error, ")
        raise CardListError(f"{'.'.join(where) or 'mapping'}: {message}", path, line) from None


def _line_of(text: str, keys: list[str]) -> int:
    """The line of the last of these nested keys that is written in a YAML text."""
    found = 1
    lines = text.split("\n")
    for key in keys:
        for number in range(found - 1, len(lines)):
            if lines[number].strip().startswith((f"{key}:", f'"{key}":')):
                found = number + 1
                break
    return found


def iter_cards(path: Path, mapping: Path | None = None) -> Iterator[CardRecord]:
    """Yield the cards of a list; raises CardListError when list or mapping cannot be used at all."""
    place = mapping or find_mapping(path)
    if place is None:
        raise CardListError(f"a card list needs a mapping file beside it: {path.name}.mapping.yaml", path)
    rules = read_mapping(place)
    data = path.read_bytes()
    try:
        text = decode(data, encoding=rules.encoding).text
    except LookupError as error:
        raise CardListError(str(error), place) from None
    suffix = path.suffix.lower()
    if suffix in (".jsonl", ".ndjson"):
        records: Iterator[tuple[int, Any]] = _json_lines(text)
    elif suffix == ".json":
        records = _json(text, rules, path)
    else:
        records = _table(text, rules, path, "\t" if suffix == ".tsv" else ",")
    for line, record in records:
        yield _card(line, record, rules)


def _table(text: str, rules: Mapping, path: Path, delimiter: str) -> Iterator[tuple[int, Any]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=rules.delimiter or delimiter, strict=True)
    try:
        header = [cell.strip() for cell in next(reader, [])]
        for field, column in rules.columns.items():
            if column.column not in header:
                raise CardListError(
                    f"there is no column {column.column!r} for {field}; the columns are {', '.join(header)}",
                    path,
                )
        line = reader.line_num + 1
        for row in reader:
            if row:
                yield line, dict(zip(header, row, strict=False))
            line = reader.line_num + 1
    except csv.Error as error:
        raise CardListError(f"not valid CSV: {error}", path, reader.line_num) from None


def _json(text: str, rules: Mapping, path: Path) -> Iterator[tuple[int, Any]]:
    try:
        loaded = json.loads(text)
    except json.JSONDecodeError as error:
        raise CardListError(
            f"not valid JSON: {error.msg} (column {error.colno})", path, error.lineno
        ) from None
    except RecursionError:
        raise CardListError("the JSON is nested too deep", path) from None
    found = _at(loaded, rules.records) if rules.records else loaded
    if not isinstance(found, list):
        raise CardListError(
            f"no list of cards at {rules.records or 'the top'}; set `records` in the mapping file", path
        )
    yield from _placed(text, found, rules)


def _placed(text: str, found: list[Any], rules: Mapping) -> Iterator[tuple[int, Any]]:
    """The parser gives no lines, so each record is found again by its name, after the one before it."""
    at, line = 0, 1
    column = rules.columns["name"].column
    for record in found:
        name = (record.get(column) or _at(record, column)) if isinstance(record, dict) else None
        if isinstance(name, str):
            places = [p for a in (False, True) if (p := text.find(json.dumps(name, ensure_ascii=a), at)) >= 0]
            if places:
                line += text.count("\n", at, min(places))
                at = min(places)
        yield line, record


def _json_lines(text: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (json.JSONDecodeError, RecursionError) as error:
                yield number, error


def _at(value: Any, path: str) -> Any:
    for part in path.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _card(line: int, record: Any, rules: Mapping) -> CardRecord:
    if isinstance(record, Exception):
        return CardRecord(line, problem=f"not valid JSON: {record}")
    if not isinstance(record, dict):
        return CardRecord(line, problem="a card is an object with fields")
    values = {}
    for field, column in rules.columns.items():
        value = record[column.column] if column.column in record else _at(record, column.column)
        shown = _shown(value, column)
        if shown:
            values[field] = shown
    name = values.pop("name", "")
    if not name:
        return CardRecord(line, problem=f"it has no name (column {rules.columns['name'].column!r})")
    title = f"《{name.strip('《》')}》"
    rows = [title]
    for field, value in values.items():
        rows.append(f"{field}: " + value.replace("\n", "\n  "))
    if rules.source:
        rows.append(f"source: {rules.source}")
    return CardRecord(line, title, "\n".join(rows) + "\n")


def _shown(value: Any, column: Column) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "/".join(_shown(v, Column(column=column.column)) for v in value)
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    text = unicodedata.normalize("NFC", str(value)).replace("\r\n", "\n").replace("\r", "\n").strip()
    if column.strip:
        text = text.strip(column.strip)
    if column.separator:
        text = "/".join(part.strip() for part in text.split(column.separator) if part.strip())
    return text
