"""Checks as files: a SPARQL query, a logic program or a Python module, all with the same front matter.

The front matter is YAML between two ``---`` lines inside the leading comment of the file (``#`` in ``.rq`` and
``.py``, ``%`` in ``.lp``). A file that is wrong says which file, which key and what to write.
"""

import importlib
import importlib.util
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml

from ontology.checking.finding import Bilingual, Severity, Status

__all__ = ["CHECKS_FOLDER", "YAML_LOADER", "Check", "CheckError", "Example", "load_checks", "read_check"]

CHECKS_FOLDER = Path(__file__).parent.parent / "checks"
YAML_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The safe loader, in C where there is one: front matter and cues are read at every start."""
_COMMENT = {".rq": "#", ".lp": "%", ".py": "#"}
_CODE = re.compile(r"(TC|DM|YG)\d{4}")
_KIND = re.compile(r"K([1-9]|1[0-7])")
_REQUIRED = (
    "code",
    "kinds",
    "severity",
    "status",
    "title",
    "means",
    "fix",
    "message",
    "example",
    "look_alike",
)


class CheckError(ValueError):
    """A check file that cannot be used; the message names the file and what to do."""


@dataclass(frozen=True, slots=True)
class Example:
    """Pages of an example: pairs of title and text; the game; what to know about it."""

    pages: tuple[tuple[str, str], ...]
    game: str = "dm"


@dataclass(frozen=True, slots=True)
class Check:
    """A check with its front matter; `body` is the query or program.

    `module` holds the functions of a Python check, or those that gather the facts of a program.
    """

    code: str
    kinds: tuple[str, ...]
    severity: Severity
    status: Status
    title: Bilingual
    means: Bilingual
    fix: Bilingual
    message: Bilingual
    path: Path
    language: str
    body: str
    examples: tuple[Example, ...]
    look_alikes: tuple[Example, ...]
    group_message: Bilingual | None = None
    module: ModuleType | None = field(default=None, repr=False)

    def function(self, name: str) -> Callable[..., Iterable[Any]] | None:
        """Return a function of a Python check, or None where it has none of that name."""
        found = getattr(self.module, name, None)
        return found if callable(found) else None


def load_checks(folder: Path | None = None) -> list[Check]:
    """Return all checks of a folder (default: the project's own), by code.

    Raises:
        CheckError: a file lacks its front matter or a key, or two files use one code.
    """
    seen: dict[str, Check] = {}
    for path in _files(folder or CHECKS_FOLDER):
        check = read_check(path)
        if check.code in seen:
            raise CheckError(f"{path.name}: code {check.code} is taken by {seen[check.code].path.name}")
        seen[check.code] = check
    return [seen[code] for code in sorted(seen)]


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.suffix in _COMMENT and not path.name.startswith("_"):
            yield path


def read_check(path: Path) -> Check:
    """Read one check file.

    Raises:
        CheckError: the file lacks its front matter or a key, or a value is not what it should be.
    """
    text = path.read_text(encoding="utf-8")
    meta = _front_matter(path, text)
    missing = [key for key in _REQUIRED if key not in meta]
    if missing:
        raise CheckError(f"{path.name}: the front matter lacks {', '.join(missing)}")
    code = str(meta["code"])
    if not _CODE.fullmatch(code):
        raise CheckError(f"{path.name}: code {code!r} is not two letters TC, DM or YG and four digits")
    kinds = tuple(str(k) for k in meta["kinds"])
    if not kinds or not all(_KIND.fullmatch(k) for k in kinds):
        raise CheckError(f"{path.name}: kinds {kinds!r} are not K1 to K17")
    try:
        severity, status = Severity(meta["severity"]), Status(meta["status"])
    except ValueError as error:
        raise CheckError(f"{path.name}: {error}") from None
    module = None
    if path.suffix == ".py":
        module = _module(path)
    elif path.suffix == ".lp":
        from ontology.checking.program import FACTS

        if meta.get("facts") not in FACTS:
            raise CheckError(f"{path.name}: a program needs `facts:`, one of {', '.join(sorted(FACTS))}")
        module = FACTS[meta["facts"]]
    return Check(
        code=code,
        kinds=kinds,
        severity=severity,
        status=status,
        title=_bilingual(path, meta, "title"),
        means=_bilingual(path, meta, "means"),
        fix=_bilingual(path, meta, "fix"),
        message=_bilingual(path, meta, "message"),
        group_message=_bilingual(path, meta, "group_message") if "group_message" in meta else None,
        path=path,
        language=path.suffix[1:],
        body=text,
        examples=_examples(path, meta["example"]),
        look_alikes=_examples(path, meta["look_alike"]),
        module=module,
    )


def _module(path: Path) -> ModuleType:
    if path.parent == CHECKS_FOLDER:
        return importlib.import_module(f"ontology.checks.{path.stem}")
    spec = importlib.util.spec_from_file_location(f"saitei_check_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise CheckError(f"{path.name}: cannot be imported")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _front_matter(path: Path, text: str) -> dict[str, Any]:
    mark = _COMMENT[path.suffix]
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        if not line.startswith(mark):
            break
        content = line[len(mark) :]
        content = content[1:] if content.startswith(" ") else content
        if content.strip() == "---":
            if inside:
                break
            inside = True
        elif inside:
            lines.append(content)
    if not lines:
        raise CheckError(
            f"{path.name}: no front matter; start the file with `{mark} ---`, YAML, `{mark} ---`"
        )
    try:
        meta = yaml.load("\n".join(lines), Loader=YAML_LOADER)  # noqa: S506 - a safe loader, the one in C where there is one
    except yaml.YAMLError as error:
        raise CheckError(f"{path.name}: the front matter is not YAML: {error}") from None
    if not isinstance(meta, dict):
        raise CheckError(f"{path.name}: the front matter is not a mapping")
    return meta


def _bilingual(path: Path, meta: dict[str, Any], key: str) -> Bilingual:
    value = meta[key]
    if not isinstance(value, dict) or not value.get("ja") or not value.get("en"):
        raise CheckError(f"{path.name}: {key} needs a text under `ja` and one under `en`")
    return Bilingual(str(value["ja"]).strip(), str(value["en"]).strip())


def _examples(path: Path, value: object) -> tuple[Example, ...]:
    """Read examples: a text, a mapping of titles to texts (key ``game`` aside), or a list of these."""
    if isinstance(value, str):
        return (Example((("例", value),)),)
    if isinstance(value, dict):
        pages = tuple((str(k), str(v)) for k, v in value.items() if k != "game")
        return (Example(pages, str(value.get("game", "dm"))),)
    if isinstance(value, list) and value:
        return tuple(example for entry in value for example in _examples(path, entry))
    raise CheckError(
        f"{path.name}: an example is a text, or a mapping of page titles to texts, or a list of these"
    )
