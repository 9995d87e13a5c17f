"""What can go wrong with a store or a query, each with a message that says what to do next."""

__all__ = [
    "QueryError",
    "QueryMemoryError",
    "QueryRefused",
    "QueryStopped",
    "QuerySyntaxError",
    "QueryTimeout",
    "QueryTooManyRows",
    "StoreDamaged",
    "StoreError",
    "StoreForeign",
    "StoreLocked",
    "StoreMissing",
    "StoreReadOnly",
    "StoreVersionError",
    "StoreWriteError",
]


class StoreError(Exception):
    """The store cannot do what was asked; the message is for the user."""


class StoreMissing(StoreError):
    """There is no store at this place."""


class StoreForeign(StoreError):
    """The folder holds something that is not one of our stores."""


class StoreVersionError(StoreError):
    """The store was written by a version of the project that this one does not understand."""


class StoreLocked(StoreError):
    """Another process is writing to the store."""


class StoreDamaged(StoreError):
    """The files of the store cannot be read."""


class StoreReadOnly(StoreError):
    """The store, or the folder it lies in, cannot be written."""


class StoreWriteError(StoreError):
    """A write failed (disk full, say); what was there before is still there."""


class QueryError(Exception):
    """A query has no answer; the message is for the user."""


class QuerySyntaxError(QueryError):
    """The text is not a SPARQL query. `line` and `column` are 1-based; `hint` may be empty."""

    def __init__(self, message: str, *, line: int = 1, column: int = 1, hint: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.hint = hint


class QueryRefused(QuerySyntaxError):
    """The query would change data or reach outside; only reading is allowed."""


class QueryStopped(QueryError):
    """Whoever asked the query stopped it."""

    def __init__(self) -> None:
        super().__init__("the query was stopped")


class QueryTimeout(QueryError):
    """The query did not finish within its time limit (seconds)."""

    def __init__(self, limit: float) -> None:
        super().__init__(
            f"the query was stopped after {limit:g} s; narrow it (more specific patterns, a LIMIT) "
            "or allow more time"
        )
        self.limit = limit


class QueryTooManyRows(QueryError):
    """The query has more rows than its limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"the query has more than {limit} rows; add a LIMIT, or allow more rows")
        self.limit = limit


class QueryMemoryError(QueryError):
    """The query needed more memory than it may use, or its process died."""
