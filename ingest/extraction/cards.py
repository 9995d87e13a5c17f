"""Card boxes: which blocks hold a card's text, handed line by line to the reader of its game."""

import re

from ingest.extraction import cards_dm, cards_ygo
from ingest.extraction.card_facts import CardFacts
from ingest.extraction.flow import Flow, normal
from ingest.extraction.names import CARD_TITLE, card_key, clean_name, term_title
from ingest.extraction.reader import Context, PageReader, rows_of
from ingest.extraction.writing import integer, string
from ingest.markup.card_fields import card_field
from ingest.markup.tree import Kind, Node

__all__ = ["Cards"]

_READING = re.compile(r"[(（][ぁ-ゖー・ 　]+[)）]")
_ONLY_WHILE = re.compile(r"^(?:リンク(?:時|中)|(?:[0-9]|[一二三])体リンク時|レベル[0-9]|リンク状態)[:：]?$")
_KEYWORDS = frozenset({"keyword", "keywords"})
"""Fields of lists made by others that hold nothing but keywords."""


class Cards:
    """Reads card boxes into a `PageReader`."""

    def __init__(self, reader: PageReader) -> None:
        """Take the reader that collects."""
        self.reader = reader
        m = CARD_TITLE.match(normal(reader.title.strip()))
        self.subject: str | None = (
            (term_title(m["name"])[0] if reader.game == "ygo" else m["name"]) if m else None
        )
        self._boxed = False
        self._headed: dict[str, tuple[str, str]] = {}

    def takes(self, node: Node, context: Context) -> bool:
        """Read a block of a card's own page that holds its text without being marked as a box; False for others."""
        if len(context.titles) > 1 or context.parent is not None:
            return False
        if node.kind is Kind.TABLE and self._key_values(node):
            subject = self.subject or self._lead()
            if subject:
                self._fields(node, context, subject)
                return True
        if self.subject is None or self._boxed:
            return False
        if node.kind is Kind.TABLE and self.reader.game == "dm" and self._is_box(node):
            self.box(node, context)
            return True
        if node.kind is Kind.PREFORMATTED and self.reader.game == "ygo":
            return self._lines(node, context)
        return False

    # boxes of Duel Masters ------------------------------------------------------------------------------

    def _rows(self, node: Node) -> list[Flow]:
        flows = [Flow.of(self.reader.document, row) for row in rows_of(node)]
        return [f for f in flows if f.text.strip()]

    def _is_box(self, node: Node) -> bool:
        rows = self._rows(node)
        if not rows or len(rows_of(node)[0].children) > 3:
            return False
        return self._names(rows[0]) and (len(rows) == 1 or cards_dm.is_type_line(rows[1].folded))

    def _names(self, flow: Flow) -> bool:
        """Whether a line is the card's name, or one of its faces, perhaps with rarity, civilization and cost."""
        m = cards_dm.HEADER.match(flow.folded.strip())
        if not m or self.subject is None:
            return False
        key = card_key("dm", _READING.sub("", m["name"]))
        known = {card_key("dm", n) for n in (self.subject, *re.split(r"[/／]", self.subject))}
        return key in known or bool(m["cost"] and m["civ"])

    def box(self, node: Node, context: Context) -> None:
        """Read a card box."""
        self._boxed = True
        self.reader.count("card_boxes")
        if any(row.attrs.get("field") for row in rows_of(node)):
            self._fields(node, context, self._box_name(node))
            return
        self.reader.coverage.typed(node.start, node.end)
        if self.reader.game != "dm":
            self._ygo(self._rows(node), context)
            return
        facts: CardFacts | None = None
        typed = linked = False
        for i, flow in enumerate(self._rows(node)):
            start, end = flow.trimmed()
            line = flow.folded[start:end]
            m = cards_dm.HEADER.match(line)
            rows_name = m and (i == 0 or ((m["cost"] and m["civ"]) or self._face(m["name"])))
            if m and rows_name:
                facts, typed, linked = self._open(flow, m, context, first=i == 0), False, False
                if self._another_edition(facts, m, node):
                    facts = None
                else:
                    cards_dm.header_facts(facts, m)
                continue
            if facts is None:
                continue
            if not typed and cards_dm.type_line(facts, line):
                typed = True
                continue
            linked = linked or _ONLY_WHILE.match(line) is not None
            cards_dm.ability_line(facts, flow, start, end, always=not linked)
            self._mention(facts, flow)

    def _face(self, name: str) -> bool:
        parts = re.split(r"[/／]", self.subject or "")
        return len(parts) == 2 and card_key("dm", name) in {card_key("dm", p) for p in parts}

    def _open(self, flow: Flow, m: "re.Match[str]", context: Context, *, first: bool) -> CardFacts:
        """Begin a card, or a face of one."""
        raw = flow.text[flow.trimmed()[0] :][: m.end("name")]
        reading = _READING.search(raw)
        name = clean_name(_READING.sub("", raw))
        entities = self.reader.entities
        whole = next(iter(sorted(self.reader.entities.names.faces.get(card_key("dm", name), ()))), None)
        if whole is None and self.subject and self._face(name):
            whole = self.subject
        if whole:
            card = entities.card(whole)
            facts = CardFacts(self.reader, context, entities.face(card.node, name), name)
        else:
            facts = CardFacts(self.reader, context, entities.card(name).node, name)
        if reading:
            kana = reading[0].strip("()（）")
            facts.add("tcg:reading", string(_read_aloud(raw, kana)))
        return facts

    def _another_edition(self, facts: CardFacts, m: "re.Match[str]", box: Node) -> bool:
        """Whether the page has shown this card before at another cost or of another civilization: one card has one."""
        key = facts.subject.value
        printed = (m["civ"] or "", m["cost"] or "")
        earlier = self._headed.setdefault(key, printed)
        if earlier == printed or not any(printed):
            return False
        self.reader.warn(
            "EX203", box.start, f"another edition of 《{facts.name}》; facts are those of the first box"
        )
        return True

    def _mention(self, facts: CardFacts, flow: Flow) -> None:
        """Mentions in the text of an ability lie in the ability."""
        last = self.reader.extracts[-1] if self.reader.extracts else None
        if (
            last is not None
            and last.role == "ab"
            and last.start >= flow.places[0]
            and last.end <= flow.place(0, len(flow.text))[1]
        ):
            self.reader.attach(last, flow)

    # text of Yu-Gi-Oh cards -----------------------------------------------------------------------------

    def _lines(self, node: Node, context: Context) -> bool:
        flow = Flow.of(self.reader.document, node)
        lines = _split(flow)
        if not lines or not cards_ygo.is_type_line(flow.folded[lines[0][0] : lines[0][1]]):
            return False
        self._boxed = True
        self.reader.count("card_boxes")
        self.reader.coverage.typed(node.start, node.end)
        self._ygo([flow], context)
        return True

    def _ygo(self, flows: list[Flow], context: Context) -> None:
        name = self.subject or ""
        if not name:
            return
        facts = CardFacts(self.reader, context, self.reader.entities.card(name).node, name)
        typed = False
        for flow in flows:
            for start, end in _split(flow):
                line = flow.folded[start:end]
                if (not typed and cards_ygo.type_line(facts, line)) or cards_ygo.stats_line(facts, line):
                    typed = True
                    continue
                cards_ygo.ability_line(facts, flow, start, end)
                last = self.reader.extracts[-1]
                self.reader.attach(last, flow, start, end)

    # key and value --------------------------------------------------------------------------------------

    def _box_name(self, box: Node) -> str:
        """The card of a box of fields: the one it names, else that of the title, else the page's own title."""
        named = clean_name(CARD_TITLE.sub(r"\g<name>", clean_name(box.attrs.get("name", ""))))
        return named or self.subject or self._lead() or self.reader.title

    def _lead(self) -> str | None:
        """The one card that the page names in its first lines, where its title does not."""
        cards = self.reader.mentions.card_brackets(self.reader.document.text[:300])
        return cards[0] if cards else None

    def _key_values(self, node: Node) -> bool:
        rows = [[c for c in r.children if c.kind is Kind.CELL] for r in rows_of(node)]
        known = [r for r in rows if len(r) == 2 and card_field(self.reader.document.plain(r[0]))]
        return bool(rows) and len(known) >= 2 and len(known) * 2 >= len(rows)

    def _fields(self, node: Node, context: Context, name: str) -> None:
        """Read ``field: value`` rows of a card list or an information table."""
        self._boxed = True
        self.reader.coverage.typed(node.start, node.end)
        facts = CardFacts(self.reader, context, self.reader.entities.card(name).node, name)
        for row in rows_of(node):
            cells = [c for c in row.children if c.kind is Kind.CELL]
            if not cells:
                continue
            key = row.attrs.get("field") or self.reader.document.plain(cells[0]).strip()
            self._field(facts, card_field(key) or key, cells[-1], context)
            if node.kind is Kind.CARD_BOX and key != "text":
                self._links(cells[-1], context)

    def _links(self, cell: Node, context: Context) -> None:
        """Links in a field (``[[火文明|火]]``) are links of the section the box stands in."""
        flow = Flow.of(self.reader.document, cell)
        if flow.links and context.section is not None:
            self.reader.attach(context.section, flow)

    def _field(self, facts: CardFacts, key: str, cell: Node, context: Context) -> None:
        flow = Flow.of(self.reader.document, cell)
        value = flow.folded.strip()
        if not value:
            return
        ygo = self.reader.game == "ygo"
        parts = [p.strip() for p in re.split(r"[/／、,|;]", value) if p.strip()]
        match key:
            case "cost":
                cards_dm.cost(facts, value)
            case "civilization":
                cards_dm.civilizations(facts, value)
            case "power":
                cards_dm.power(facts, value)
            case "rarity":
                facts.add("tcg:rarity", string(value))
            case "reading":
                facts.add("tcg:reading", string(value))
            case "english":
                self.reader.entities.english(facts.subject, value)
            case "type":
                if not (cards_ygo.type_line(facts, value) if ygo else cards_dm.type_line(facts, value)):
                    self.reader.warn("EX201", cell.start, f"unknown card type {value!r}")
            case "race":
                for part in parts:
                    facts.race("ygo:monsterType" if ygo else "tcg:hasRace", part)
            case "attribute":
                facts.concept("ygo:attribute", "Attributes", value)
            case "level" | "attack" | "defense" if value.isdigit():
                facts.add(f"ygo:{key}", integer(int(value)))
            case "link_left" | "link_right" if not ygo:
                for name in parts:
                    cards_dm.link_side(facts, CARD_TITLE.sub(r"\g<name>", name), key.removeprefix("link_"))
            case _ if key == "text" or key in _KEYWORDS:
                for start, end in _split(flow):
                    (cards_ygo if ygo else cards_dm).ability_line(facts, flow, start, end)
            case _:
                return


def _split(flow: Flow) -> list[tuple[int, int]]:
    spans = []
    at = 0
    for line in flow.text.split("\n"):
        start = at + len(line) - len(line.lstrip())
        end = start + len(line.strip())
        if end > start:
            spans.append((start, end))
        at += len(line) + 1
    return spans


def _read_aloud(written: str, kana: str) -> str:
    """The reading of ``爆炎(ばくえん)の槍``: the Chinese characters before the brackets replaced."""
    return normal(re.sub(r"[一-鿿々]+[(（][ぁ-ゖー・ 　]+[)）]", kana, written).strip())
