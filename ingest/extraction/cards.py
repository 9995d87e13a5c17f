"""Card boxes: which blocks hold a card's text, handed to the reader of its game."""



from ingest.extraction.reader import Context, PageReader
from ingest.markup.tree import Node

__all__ = ["Cards"]


class Cards:
    """Reads card boxes into a `PageReader`."""

    def __init__(self, reader: PageReader) -> None:
        """Take the reader that collects."""
        self.reader = reader

    def takes(self, node: Node, siblings: list[Node], i: int, context: Context) -> bool:
        return False

    def box(self, node: Node, context: Context) -> None:
        """Read a card box."""
