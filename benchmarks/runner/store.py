"""The table of results in a file: every row is written when it is known, and the order is made good at the end."""

from __future__ import annotations

import csv
from dataclasses import fields
from pathlib import Path
from types import TracebackType
from typing import TextIO

from .outcome import Outcome, Row
from .tasks import TaskError

COLUMNS = [field.name for field in fields(Row)]
NUMBERS = ("cpu_seconds", "wall_seconds", "memory_mb")

Table = dict[tuple[str, str], Row]


def read_table(path: Path) -> Table:
    """The rows of a file by task; a last line that was cut off is passed over, and the later of two rows counts."""
    table: Table = {}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if reader.fieldnames is not None and list(reader.fieldnames) != COLUMNS:
                raise TaskError(f"{path} is no table of results: its first line should be {','.join(COLUMNS)}")
            for cells in reader:
                row = _row(cells)
                if row is not None:
                    table[row.key()] = row
    except OSError as error:
        raise TaskError(f"cannot read {path}: {error.strerror}") from error
    return table


def _row(cells: dict[str, str]) -> Row | None:
    if any(not isinstance(cells.get(column), str) for column in COLUMNS):
        return None
    try:
        numbers = {column: float(cells[column]) for column in NUMBERS}
        return Row(**{**cells, **numbers, "outcome": Outcome(cells["outcome"])})  # type: ignore[arg-type]
    except ValueError:
        return None


def _cells(row: Row) -> list[str]:
    values = [getattr(row, column) for column in COLUMNS]
    return [value.value if isinstance(value, Outcome) else str(value) for value in values]


class Store:
    """A file of results that is open for more; as a context manager it leaves the file in order."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.table: Table = read_table(path) if path.exists() else {}
        self._file: TextIO | None = None

    def __enter__(self) -> Store:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._write_in_order()
        self._file = self.path.open("a", encoding="utf-8", newline="")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()
        self._write_in_order()

    def add(self, row: Row) -> None:
        """Write a row; it replaces an earlier one of the same task."""
        assert self._file is not None
        self.table[row.key()] = row
        csv.writer(self._file, lineterminator="\n").writerow(_cells(row))
        self._file.flush()

    def _write_in_order(self) -> None:
        """Replace the file in one step, so that no moment is a bad one for an interruption."""
        new = self.path.with_name(self.path.name + ".new")
        with new.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(COLUMNS)
            writer.writerows(_cells(self.table[key]) for key in sorted(self.table))
        new.replace(self.path)
