"""The result: files, the pieces that stay in them, and the edits that leave these."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from vexil.core.source import SourceFile, Span
from vexil.ir.program import Program
from vexil.languages.outline import STATEMENTS, Outline, Role, Shape
from vexil.languages.scanning import tokens
from vexil.slicing.emission.editing import Edit, applied


@dataclass(frozen=True, slots=True)
class Measure:
    """How many there are of something, and how many of them stay."""

    what: str
    before: int
    after: int


@dataclass(frozen=True)
class Emission:
    """What stays of the files of a program; ``shown`` are the numbers of those that the user gave."""

    program: Program
    shown: tuple[int, ...]
    outline: Outline
    kept: frozenset[int]
    edits: tuple[Edit, ...]

    def edits_in(self, file: int) -> list[Edit]:
        """The edits of one file, in order."""
        return sorted(edit for edit in self.edits if edit.file == file)

    def file(self, number: int) -> SourceFile:
        """A file as it was read."""
        return self.program.files[number]

    def text(self, number: int) -> str:
        """What stays of a file; raises `SourceError` if it is no text."""
        file = self.file(number)
        file.text  # noqa: B018 - raises if this is no text
        return applied(file.content, self.edits_in(number)).decode("utf-8")

    def stays(self, number: int) -> bool:
        """Say whether anything stays of a file; one that had nothing to take out stays as it is."""
        tops = [top for top in self.outline.tops if self.outline.pieces[top].span.file == number]
        kept = (top in self.kept or self.outline.pieces[top].role is Role.FIXED for top in tops)
        return not tops or any(kept) or self.program.language == "c"

    def is_removed(self, span: Span) -> bool:
        """Say whether the start of a span is taken out."""
        return any(edit.file == span.file and edit.start <= span.start < edit.end for edit in self.edits)

    @cached_property
    def keeps_everything(self) -> bool:
        """Say whether nothing is taken out."""
        return not self.edits

    # --- lines -------------------------------------------------------------------------------------------

    def marks(self, number: int) -> list[bool | None]:
        """For every line of a file whether a statement on it stays; nothing for lines without one."""
        content = self.file(number).content
        marks: list[bool | None] = [None] * (content.count(b"\n") + 1)
        edits = self.edits_in(number)
        line, position, next_edit = 0, 0, 0
        for kind, start, end in tokens(content):
            line += content.count(b"\n", position, start)
            position = start
            while next_edit < len(edits) and edits[next_edit].end <= start:
                next_edit += 1
            is_taken = next_edit < len(edits) and edits[next_edit].start <= start
            last = line + content.count(b"\n", start, end)
            for here in range(line, last + 1):
                if is_taken:
                    marks[here] = marks[here] or False
                elif kind != "directive" and self._is_marked(number, start, end):
                    marks[here] = True
        return marks

    def _is_marked(self, file: int, start: int, end: int) -> bool:
        """Say whether a token is part of a statement, or of the beginning of a function or class."""
        content, number = self.file(file).content, self.outline.at(Span(file, start, end))
        if number < 0 or content[start:end] in (b"{", b"}", b";"):
            return False
        piece = self.outline.pieces[number]
        if piece.shape in (Shape.FUNCTION, Shape.TYPE):
            brace = content.find(b"{", piece.span.start, piece.span.end)
            return start < brace or brace < 0
        return piece.shape is not Shape.BLOCK

    # --- sizes -------------------------------------------------------------------------------------------

    def measures(self) -> Iterator[Measure]:
        """Statements, functions, lines with code, and variables, before and after."""
        pieces = list(enumerate(self.outline.pieces))
        statements = [number for number, piece in pieces if piece.shape in STATEMENTS and piece.role is not Role.FIXED]
        yield Measure("statements", len(statements), sum(number in self.kept for number in statements))
        functions = [number for number, piece in pieces if piece.shape is Shape.FUNCTION and piece.names]
        if functions:
            yield Measure("functions", len(functions), sum(number in self.kept for number in functions))
        lines = [_code_lines(self.file(number).content) for number in self.shown]
        after = [_code_lines(self.text(number).encode()) for number in self.shown]
        yield Measure("lines", sum(lines), sum(after))
        variables = self._variables()
        yield Measure("variables", len(variables), sum(not self.is_removed(span) for span in variables))

    def _variables(self) -> set[Span]:
        """Where the user declares variables, parameters and fields."""
        program, found = self.program, set()
        for name, span in program.source_map.declarations.items():
            is_variable = "::" in name or name in program.global_variables
            if is_variable and name not in program.functions and span.file in self.shown:
                found.add(span)
        return found


def _code_lines(content: bytes) -> int:
    lines: set[int] = set()
    line, position = 0, 0
    for _, start, end in tokens(content):
        line += content.count(b"\n", position, start)
        position = start
        lines.update(range(line, line + content.count(b"\n", start, end) + 1))
    return len(lines)
