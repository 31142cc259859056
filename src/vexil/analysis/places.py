"""Locations of a program as users write them: a label (``loop.1``), ``function:label``, or ``file.c:20``."""

from __future__ import annotations

from pathlib import PurePath

from vexil.core.errors import UsageError
from vexil.core.wording import did_you_mean
from vexil.ir.program import Function, Program
from vexil.spec.names import find_functions

Place = tuple[str, int]
"""A function and one of its locations."""


class Places:
    """Finds locations by what users call them."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def at_line(self, name: str, line: int) -> list[Place] | None:
        """Where the statements of a line begin; nothing if there is no such file.

        Raises `UsageError` for a line without statements.
        """
        files = [number for number, file in enumerate(self._program.files) if _means(file.name, name)]
        if not files and not self._presumed(name):
            return None
        found = [
            (function.name, edge.source)
            for function in self._program.functions.values()
            for edge in function.edges
            if edge.span is not None and self._is_at(edge.span.file, edge.span.start, name, line)
        ]
        if not found:
            raise UsageError(f"there is no statement at {name}:{line}", hint="choose a line with a statement")
        return found

    def _presumed(self, name: str) -> bool:
        return any(_means(marker.name, name) for file in self._program.files for marker in file.markers)

    def _is_at(self, file: int, start: int, name: str, line: int) -> bool:
        if file >= len(self._program.files):
            return False
        path, number, _ = self._program.files[file].position(start)
        return number == line and _means(path, name)

    def labelled(self, text: str) -> list[Place] | None:
        """The locations with a label; nothing if there are none. Raises `UsageError` for an unknown function."""
        owner, separator, label = text.rpartition(":")
        if separator and not owner.endswith(":"):
            try:
                functions = find_functions(self._program, owner)
            except UsageError as error:
                raise UsageError(f"unknown place {text!r}: {error.message}", hint=error.hint) from None
            found = self._labelled([self._program.functions[name] for name in functions], label)
            if not found:
                names = [item for name in functions for item in offered_labels(self._program.functions[name])]
                there = f"{owner} has: {', '.join(names[:16])}"
                raise UsageError(f"unknown place {text!r}", hint=did_you_mean(label, names, there))
            return found
        return self._labelled(list(self._program.functions.values()), text) or None

    @staticmethod
    def _labelled(functions: list[Function], label: str) -> list[Place]:
        return [
            (function.name, number)
            for function in functions
            for number, location in enumerate(function.locations)
            if label == location.name or label in location.labels
        ]


def offered_labels(function: Function) -> list[str]:
    """The labels of a function, and its own names of locations."""
    return list(dict.fromkeys(label for item in function.locations for label in (*item.labels, item.name)))


def _means(path: str, name: str) -> bool:
    """Say whether a path ends with the parts of a name."""
    parts, wanted = PurePath(path).parts, PurePath(name).parts
    return parts[-len(wanted) :] == wanted
