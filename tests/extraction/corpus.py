"""The gold pages as extraction sees them: parsed, with the names they may know, extracted."""

import tempfile
from collections import defaultdict
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyoxigraph as ox
import yaml

from ingest.extraction.names import Names, page_title
from ingest.extraction.page import PageResult, collect_names, extract_page
from ingest.markup import Document, parse
from ingest.reading import iter_sources, read_source

GOLD = Path(__file__).parent.parent / "gold" / "extraction"
SETS = [GOLD, *(GOLD.with_name(f"extraction-{which}") for which in ("second", "third", "fourth"))]


@dataclass
class GoldPage:
    """One gold page (or one record of a dump or list): its text, its expected facts, what extraction gave."""

    name: str
    gold: dict[str, Any]
    documents: list[Document]
    results: list[PageResult]
    titles: list[str]


class View:
    """The quads of a page by subject, with short property names."""

    def __init__(self, quads: list[ox.Quad]) -> None:
        self.facts: dict[str, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
        for q in quads:
            name = q.predicate.value.rsplit("#", 1)[-1].rsplit("/", 1)[-1]
            self.facts[q.subject.value][name].append(q.object)

    def of(self, *classes: str) -> list[str]:
        """Subjects of these classes (local names), in order of their place on the page."""
        found = [
            s
            for s, f in self.facts.items()
            if {t.value.rsplit("#", 1)[-1] for t in f.get("type", [])} & set(classes)
        ]
        return sorted(found, key=lambda s: (self.int(s, "start", 0), -self.int(s, "end", 0)))

    def classes(self, subject: str) -> set[str]:
        return {t.value.rsplit("#", 1)[-1] for t in self.facts[subject].get("type", [])}

    def values(self, subject: str, name: str) -> list[str]:
        return [o.value for o in self.facts[subject].get(name, [])] if subject in self.facts else []

    def value(self, subject: str, name: str) -> str | None:
        return next(iter(self.values(subject, name)), None)

    def int(self, subject: str, name: str, default: int = -1) -> int:
        value = self.value(subject, name)
        return int(value) if value is not None else default

    def label(self, subject: str, language: str = "ja") -> str:
        labels = [o for o in self.facts[subject].get("prefLabel", []) if o.language == language]
        return labels[0].value if labels else ""


def corpus_hash(folder: Path = GOLD) -> str:
    """Hash of all gold pages and answers: floors and scores belong to it."""
    digest = sha256()
    for path in sorted(folder.iterdir()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _known(names: Names, known: dict[str, Any]) -> None:
    for title in known.get("terms", []):
        names.add_title(title, exists=True)
    for card in known.get("cards", []):
        names.add_title(f"《{card}》", exists=True)
    for entry in known.get("faces", []):
        names.add_title(f"《{entry['card']}》", exists=True)
        for face in entry["faces"]:
            names.add_face(face, entry["card"])


def _mapping(columns: dict[str, Any]) -> dict[str, Any]:
    fields = {("text" if k == "keyword" else k): v for k, v in columns.items() if k != "records"}
    mapping: dict[str, Any] = {"columns": {k: {"column": v} for k, v in fields.items()}}
    for field in ("civilization", "race", "text"):
        if field in mapping["columns"]:
            mapping["columns"][field]["separator"] = "/"
    if "records" in columns:
        mapping["records"] = columns["records"]
    return mapping


def load(path: Path) -> GoldPage:
    """Parse and extract one gold page."""
    gold = yaml.safe_load(path.with_suffix(".yaml").read_text("utf-8"))
    documents: list[Document] = []
    titles: list[str] = []
    if path.suffix in (".csv", ".json", ".jsonl", ".xml"):
        mapping = None
        with tempfile.TemporaryDirectory() as folder:
            if "columns" in gold:
                mapping = Path(folder) / "mapping.yaml"
                mapping.write_text(yaml.safe_dump(_mapping(gold["columns"]), allow_unicode=True), "utf-8")
            for source in iter_sources(path, mapping=mapping):
                text = (
                    source.text
                    if source.text is not None
                    else read_source(source.data or b"", name=source.name).text
                )
                documents.append(parse(text, format=source.format, name=source.name))
                documents[-1].date = documents[-1].date or source.modified
                titles.append(source.title or documents[-1].title or path.stem)
    else:
        text = read_source(path.read_bytes(), name=path.name).text
        documents.append(parse(text, name=path.name))
        titles.append(documents[-1].title or gold.get("title") or path.stem)
    game = gold["game"]
    titles = [page_title(t, game) for t in titles]
    names = Names.merged(
        (collect_names(d, game, title=t) for d, t in zip(documents, titles, strict=True)), game
    )
    _known(names, gold.get("known", {}))
    results = [
        extract_page(d, game=game, site="gold", title=t, names=names)
        for d, t in zip(documents, titles, strict=True)
    ]
    return GoldPage(path.stem, gold, documents, results, titles)


def gold_files(folder: Path = GOLD) -> list[Path]:
    """The pages that have an answer beside them."""
    return [p for p in sorted(folder.iterdir()) if p.suffix != ".yaml" and p.with_suffix(".yaml").exists()]
