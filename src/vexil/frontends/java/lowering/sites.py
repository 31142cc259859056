"""Names of allocation sites: the class and the line, so that users can bound them."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from vexil.core.source import Span

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.function import FunctionLowering
    from vexil.frontends.java.lowering.program import ProgramLowering


class Sites:
    """Gives each place of an allocation a name of its own."""

    def __init__(self, program: ProgramLowering) -> None:
        self._program = program
        self._names: dict[tuple[Span, str], str] = {}
        self._taken: dict[str, int] = {}

    def name(self, f: FunctionLowering, what: str, span: Span) -> str:
        """``Node@List.java:12`` for the user's code, the function for the library's."""
        key = (span, f"{f.builder.name} {what}")
        site = self._names.get(key)
        if site is None:
            file = self._program.file(span.file)
            line = file.position(span.start)[1]
            wanted = f"{what}@{PurePath(file.name).name}:{line}"
            count = self._taken[wanted] = self._taken.get(wanted, 0) + 1
            site = self._names[key] = wanted if count == 1 else f"{wanted}#{count}"
        return site
