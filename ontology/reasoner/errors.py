"""Errors of the reasoner: each says where the input is wrong and what to do."""

__all__ = ["ReasonerError", "RuleBaseError", "ScenarioError", "UnsatisfiableError"]


class ReasonerError(Exception):
    """Base of all errors the reasoner raises on purpose."""


class ScenarioError(ReasonerError):
    """A scenario file is wrong; the text is ``file:line:column: message``."""

    def __init__(self, message: str, *, name: str = "-", line: int = 1, column: int = 1) -> None:
        super().__init__(f"{name}:{line}:{column}: {message}")
        self.name = name
        self.line = line
        self.column = column
        self.message = message


class RuleBaseError(ReasonerError):
    """A rule file is wrong; the text is ``file:line: message``."""


class UnsatisfiableError(ReasonerError):
    """A step has no legal outcome: the rules named in ``conflict`` contradict each other on this board."""

    def __init__(self, message: str, conflict: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.conflict = conflict
