"""The progress bar of long commands, on stderr and only on a terminal."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as RichProgress

__all__ = ["Progress"]

_STAGES = {
    "read": "読み取り / reading",
    "names": "名前集め / names",
    "extract": "抽出 / extracting",
    "store": "格納 / storing",
    "derive": "導出 / deriving",
    "shapes": "検証 / validating",
}


class Progress:
    """Shows stages with their counts."""

    def __init__(self, *, shown: bool) -> None:
        self._bar = RichProgress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[item]}"),
            console=Console(stderr=True),
            disable=not shown,
            transient=True,
        )
        self._tasks: dict[str, TaskID] = {}

    def update(self, stage: str, done: int, total: int, item: str = "") -> None:
        """Show that `done` of `total` items of a stage are finished."""
        if stage not in self._tasks:
            self._tasks[stage] = self._bar.add_task(_STAGES.get(stage, stage), total=total, item="")
        self._bar.update(self._tasks[stage], completed=done, total=total, item=item[-30:])

    def __enter__(self) -> Self:
        self._bar.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.__exit__(kind, error, trace)
