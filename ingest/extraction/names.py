"""The names of a corpus: what is collected from every page before any page is extracted.

`Names` is a plain, mergeable value. Merging is commutative and associative, so a corpus has the same names in
whatever order, and on however many workers, its pages were read.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from ingest.extraction.flow import Flow, fold_text, normal
from ingest.extraction.renumbering import edition_day, edition_of, moves_of
from ingest.markup.tree import Document, Kind
from ontology.namespaces import card_iri, fold_name
from ontology.vocabulary import concepts

__all__ = [
    "CARD_TITLE",
    "Names",
    "card_key",
    "clean_name",
    "collect_names",
    "page_title",
    "redirect_target",
    "split_faces",
    "term_title",
]

CARD_TITLE = re.compile(r"^《(?P<name>[^《》]+)》(?P<tail>.*)$", re.S)
"""A page title or link target that names a card."""

_NOT_A_TERM = re.compile(r"^(?:https?:|mailto:|[#:/.]|:|[A-Z]{2,5}-?\d{1,3}\b|\d+$)|[\n\r]")
_HEADWORD = re.compile(r"^(?P<ja>[^/()（）]*[^\x00-\x7f][^/()（）]*)/(?P<en>[\x20-\x7e&;é’]+)$")


@lru_cache(maxsize=200_000)
def card_key(game: str, name: str) -> str:
    """Return the IRI of a card as the key of its identity (width, dashes and spaces do not matter).

    A name of nothing but brackets, spaces and control characters counts as U+FFFD.
    """
    bare = clean_name(name)
    return card_iri(game, bare if bare.strip("《》 \u3000") else "\ufffd")


def clean_name(text: str) -> str:
    """Return a name as it is stored: NFC, without control characters and white space at its ends."""
    value = normal(text)
    if not value.isprintable():
        value = "".join(c for c in value if unicodedata.category(c) not in ("Cc", "Cs"))
    return value.strip()


def split_faces(name: str) -> tuple[str, ...]:
    """Return the two names of a twinpact card (``A/B``), or nothing."""
    parts = tuple(clean_name(p) for p in re.split(r"\s*[/／]\s*", name))
    return parts if len(parts) == 2 and all(parts) else ()


def term_title(text: str) -> tuple[str, str | None]:
    """Return (Japanese, English) of a headword such as ``装備カード/Equip Card``."""
    m = _HEADWORD.match(text.strip())
    return (m["ja"].strip(), m["en"].strip()) if m else (text.strip(), None)


_READ_ALOUD = re.compile(r"(?<=[一-鿿々])[(（][ぁ-ゖー]{2,20}[)）](?=.)")


def page_title(heading: str, game: str) -> str:
    """Return the title of a page from its own heading: without an English name, without readings in brackets.

    Yu-Gi-Oh pages are headed ``《早すぎた埋葬/Premature Burial》`` and linked as ``《早すぎた埋葬》``; rendered pages of
    old wikis print furigana in brackets (``爆炎(ばくえん)の槍``).
    """
    title = clean_name(heading)
    m = CARD_TITLE.match(title)
    if game == "ygo":
        title = f"《{term_title(m['name'])[0]}》{m['tail']}" if m else term_title(title)[0]
    return _READ_ALOUD.sub("", title).strip() or title


@dataclass(slots=True)
class Names:
    """Names of a corpus by game.

    `pages` are titles of pages that exist, `cards` the written forms of each card by its key, `own` the keys
    of cards that have a page or box of their own or are linked as a page, `faces` (face key → card name) of
    twinpact cards, `terms` the titles that are terms, `aliases` other words for a title (folded form → titles), `boxed`
    titles without 《》 of pages that show the box of the card of that name, `redirects` the titles of pages that only
    lead to another one (folded form → targets), `moves` the changes of numbers of rules (number → ``to DAY NUMBER``
    and ``from DAY NUMBER``), `editions` the days of editions of the rules document (version → days).
    """

    game: str
    pages: set[str] = field(default_factory=set)
    cards: dict[str, set[str]] = field(default_factory=dict)
    own: set[str] = field(default_factory=set)
    faces: dict[str, set[str]] = field(default_factory=dict)
    terms: set[str] = field(default_factory=set)
    aliases: dict[str, set[str]] = field(default_factory=dict)
    english: dict[str, set[str]] = field(default_factory=dict)
    boxed: set[str] = field(default_factory=set)
    redirects: dict[str, set[str]] = field(default_factory=dict)
    moves: dict[str, set[str]] = field(default_factory=dict)
    editions: dict[str, set[str]] = field(default_factory=dict)

    def merge(self, *others: "Names") -> "Names":
        """Return the union of these names; the order of the arguments does not matter."""
        result = Names(self.game)
        for names in (self, *others):
            if names.game != self.game:
                raise ValueError(f"names of {names.game} cannot be merged with names of {self.game}")
            result.pages |= names.pages
            result.own |= names.own
            result.terms |= names.terms
            result.boxed |= names.boxed
            for mine, theirs in (
                (result.cards, names.cards),
                (result.faces, names.faces),
                (result.aliases, names.aliases),
                (result.english, names.english),
                (result.redirects, names.redirects),
                (result.moves, names.moves),
                (result.editions, names.editions),
            ):
                for key, values in theirs.items():
                    mine.setdefault(key, set()).update(values)
        return result

    @staticmethod
    def merged(parts: Iterable["Names"], game: str) -> "Names":
        """Return the union of many names of one game."""
        return Names(game).merge(*parts)

    def card_label(self, key: str, written: str) -> str:
        """Return the label of a card: of the forms found, the one without full-width letters, then the longest."""
        forms = self.cards.get(key)
        if not forms:
            return written
        return min(forms, key=lambda f: (f != fold_text(f), -len(f), f))

    def add_card(self, name: str, *, own: bool) -> None:
        """Record a written form of a card; `own` where it has a page, a box or a link of its own."""
        name = clean_name(name)
        if not name:
            return
        key = card_key(self.game, name)
        self.cards.setdefault(key, set()).add(name)
        if own:
            self.own.add(key)

    def add_face(self, face: str, card: str) -> None:
        """Record that a name is one face of a twinpact card."""
        if clean_name(face) and clean_name(card):
            self.faces.setdefault(card_key(self.game, clean_name(face)), set()).add(clean_name(card))

    def add_title(self, title: str, *, exists: bool) -> None:
        """Record the title of a page (`exists`) or of a link target."""
        title = clean_name(title)
        if not title or _NOT_A_TERM.search(title):
            return
        if exists:
            self.pages.add(title)
        if m := CARD_TITLE.match(title):
            self.add_card(m["name"], own=True)
        elif len(title) <= 40:
            ja, en = term_title(title)
            self.terms.add(ja)
            if en:
                self.english.setdefault(ja, set()).add(en)


def collect_names(document: Document, game: str, *, title: str | None = None) -> Names:
    """Return the names that one page gives (pass 1): its title, link targets, aliases, cards, twinpact faces.

    `title` is the page's title where the caller knows it better than the document.
    """
    names = Names(game)
    own_title = title or document.title
    if own_title:
        names.add_title(own_title, exists=True)
    for node in document.root.find(Kind.LINK, Kind.CARD_BOX, Kind.HEADING):
        if node.kind is Kind.LINK:
            _from_link(names, document, node.attrs, document.plain(node))
        elif node.kind is Kind.CARD_BOX:
            if name := node.attrs.get("name"):
                names.add_card(name, own=True)
                if own_title and _names_page(name, own_title, game):
                    names.boxed.add(clean_name(own_title))
                    names.terms.discard(clean_name(own_title))
                    for face in split_faces(own_title):
                        names.add_face(face, own_title)
        elif node.attrs.get("level") in ("1", None):
            _from_heading(names, document.plain(node).strip())
    if own_title and (target := redirect_target(document)):
        names.terms.discard(clean_name(own_title))
        names.redirects.setdefault(fold_text(clean_name(own_title)), set()).add(target)
    _from_brackets(names, document)
    _from_notices(names, document, own_title or "")
    return names


def _from_notices(names: Names, document: Document, title: str) -> None:
    """Provisions that changed their number, and the day of the edition of the rules that a page is or announces."""
    for old, new, day in moves_of(document, title):
        names.moves.setdefault(old, set()).add(f"to {day} {new}")
        names.moves.setdefault(new, set()).add(f"from {day} {old}")
    if (version := edition_of(title)) and (day_of := edition_day(document)):
        names.editions.setdefault(version, set()).add(day_of)


def _names_page(card: str, title: str, game: str) -> bool:
    """Whether a page without 《》 in its title is that of this card, or of the twinpact whose face it is."""
    bare = clean_name(title)
    named = {card_key(game, n) for n in (bare, *(split_faces(bare) if game == "dm" else ()))}
    return not CARD_TITLE.match(bare) and card_key(game, card) in named


def redirect_target(document: Document) -> str | None:
    """Return the title of the page that a page only leads to, or None."""
    first = next(document.root.find(Kind.PARAGRAPH), None)
    if first is None or first.attrs.get("role") != "redirect":
        return None
    targets = (clean_name(n.attrs.get("target", "")) for n in first.find(Kind.LINK))
    return next((t for t in targets if t), None)


def _from_link(names: Names, document: Document, attrs: dict[str, str], shown: str) -> None:
    target = attrs.get("target", "")
    if not target or attrs.get("url"):
        return
    names.add_title(target, exists=False)
    alias = normal(shown.strip())
    if not alias or alias == normal(target.strip()) or attrs.get("anchor"):
        return
    m, t = CARD_TITLE.match(alias), CARD_TITLE.match(normal(target.strip()))
    if m and t:
        faces = split_faces(t["name"])
        shown_key = card_key(names.game, clean_name(m["name"])) if clean_name(m["name"]) else ""
        face = next((f for f in faces if card_key(names.game, f) == shown_key), None)
        if face:
            for f in faces:
                names.add_face(f, t["name"])
        else:
            names.aliases.setdefault(fold_name(m["name"]), set()).add(target.strip())
    elif not t and not m and len(alias) <= 30:
        names.aliases.setdefault(fold_text(alias), set()).add(normal(target.strip()))


def _from_heading(names: Names, heading: str) -> None:
    m = CARD_TITLE.match(heading)
    if not m:
        return
    name = m["name"]
    if names.game == "ygo":
        ja, en = term_title(name)
        names.add_card(ja, own=True)
        if en:
            names.english.setdefault(card_key(names.game, clean_name(ja)), set()).add(en)
        return
    names.add_card(name, own=True)


def _from_brackets(names: Names, document: Document) -> None:
    """Cards in 《》 anywhere; a card written A/B is a twinpact where A or B stands alone on the same page."""
    flow = Flow.of(document, document.root)
    found = {clean_name(m[1]) for m in re.finditer(r"《([^《》\n]{1,60})》", flow.text)}
    keys = {card_key(names.game, n): n for n in found if n}
    for name in sorted(keys.values()):
        if names.game == "ygo":
            ja, en = term_title(name)
            names.add_card(ja, own=False)
            if en:
                names.english.setdefault(card_key(names.game, ja), set()).add(en)
            continue
        faces = split_faces(name)
        if faces and ("ツインパクト" in flow.text or any(card_key(names.game, f) in keys for f in faces)):
            for face in faces:
                names.add_face(face, name)
        names.add_card(name, own=False)


def vocabulary_names(game: str) -> dict[str, str]:
    """Return the labels of the vocabulary of a game: written form → headword."""
    forms: dict[str, str] = {}
    for concept in concepts(game):
        if "AbilityKinds" in concept.schemes or not concept.ja:
            continue
        for label in concept.labels:
            forms.setdefault(label, concept.ja)
    return forms
