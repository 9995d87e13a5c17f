"""Lists what Saitei runs on: ``python -m tests.robustness.dependencies [--write FILE]``.

For every pinned package its version, the day it was published, whether Saitei asks for it itself, and the advisories
that the package index knows of; says so where the index does not tell.
"""

import json
import re
import sys
import tomllib
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pip._internal.models.index import PyPI  # the index that pip itself would ask

ROOT = Path(__file__).parent.parent.parent
LOCK = ROOT / "requirements.lock"


@dataclass(frozen=True)
class Package:
    """A pinned package; `advisories` is None where the index does not tell."""

    name: str
    version: str
    published: str
    use: str
    advisories: tuple[str, ...] | None


def normal(name: str) -> str:
    """Return the name as the index writes it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def asked_for() -> dict[str, str]:
    """Return the packages that the project names, and what for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    groups = {"run": project["dependencies"], **project["optional-dependencies"]}
    found: dict[str, str] = {}
    for group, requirements in groups.items():
        for requirement in requirements:
            found.setdefault(normal(re.split(r"[^A-Za-z0-9._-]", requirement)[0]), group)
    return found


def _json(url: str) -> Any:
    request = urllib.request.Request(
        url, headers={"Accept": "application/vnd.pypi.simple.v1+json, application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def _published(name: str, version: str) -> str:
    files = _json(f"{PyPI.simple_url}/{name}/")["files"]
    spelled = "[-_.]+".join(re.escape(part) for part in name.split("-"))
    stem = re.compile(rf"{spelled}-{re.escape(version)}[-.]", re.IGNORECASE)
    days = [f.get("upload-time", "")[:10] for f in files if stem.match(f["filename"])]
    return min((day for day in days if day), default="?")


def _advisories(name: str, version: str) -> tuple[str, ...] | None:
    try:
        known = _json(f"{PyPI.pypi_url}/{name}/{version}/json").get("vulnerabilities")
    except (OSError, ValueError):
        return None
    return None if known is None else tuple(item["id"] for item in known)


def packages() -> list[Package]:
    """Return the pinned packages in the order of the lock file."""
    uses = asked_for()
    found = []
    for line in LOCK.read_text("utf-8").splitlines():
        if match := re.match(r"([A-Za-z0-9._-]+)==([^\s;]+)", line):
            name = normal(match[1])
            day = _published(name, match[2])
            found.append(
                Package(name, match[2], day, uses.get(name, "needed by others"), _advisories(name, match[2]))
            )
    return found


def table(found: list[Package]) -> str:
    """Return the list as a Markdown page."""
    lines = [
        "# Dependencies",
        "",
        "Made by `python -m tests.robustness.dependencies --write explorer/docs/dependencies.md` from `requirements.lock`",
        "and the package index. Use: `run` is needed at run time, `needed by others` comes with another package.",
        "",
        "| package | version | published | use | known advisories |",
        "|---|---|---|---|---|",
    ]
    for package in found:
        advisories = "not told" if package.advisories is None else ", ".join(package.advisories) or "none"
        lines.append(
            f"| {package.name} | {package.version} | {package.published} | {package.use} | {advisories} |"
        )
    told = sum(package.advisories is not None for package in found)
    lines += ["", f"{len(found)} packages; advisories told for {told} of them."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    try:
        page = table(packages())
    except urllib.error.URLError as error:
        sys.exit(f"the package index cannot be reached: {error.reason}")
    if sys.argv[1:2] == ["--write"] and len(sys.argv) == 3:
        Path(sys.argv[2]).write_text(page, "utf-8")
    else:
        print(page, end="")
