"""What is wrong with Java source, collected as javac reports it: position, message, the line and a caret."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from vexil.core.errors import SourceError
from vexil.core.source import SourceFile, Span

MANY = 5
_PACKAGE = re.compile(r"package (\S+) does not exist")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake; ``span`` begins where javac puts its caret."""

    span: Span
    message: str


class JavaError(SourceError):
    """What a Java compiler does not accept: the first errors, each with its line and a caret."""

    def __init__(self, message: str, details: list[str], *, file: str, line: int, column: int, hint: str) -> None:
        super().__init__(message, file=file, line=line, column=column, hint=hint)
        self.details = details

    def render(self) -> str:
        """The errors as compilers write them."""
        return "\n".join([*self.details, *([f"  hint: {self.hint}"] if self.hint else [])])


@dataclass
class Diagnostics:
    """Collects mistakes; one per place."""

    by_place: dict[tuple[int, int], Diagnostic] = field(default_factory=dict)

    def report(self, span: Span, message: str) -> None:
        """Note a mistake, unless something was reported at the place before."""
        self.by_place.setdefault((span.file, span.start), Diagnostic(span, message))

    def in_order(self) -> list[Diagnostic]:
        """Everything found, by file and position."""
        return [self.by_place[key] for key in sorted(self.by_place)]

    def raise_reported(self, files: Sequence[SourceFile]) -> None:
        """Raise a `JavaError` when there is something to report; *files* are found by the spans' numbers."""
        diagnostics = self.in_order()
        if not diagnostics:
            return
        details: list[str] = []
        for diagnostic in diagnostics[:MANY]:
            details.extend(_detail(diagnostic, files[diagnostic.span.file]))
        if len(diagnostics) > MANY:
            details.append(f"… and {len(diagnostics) - MANY} more errors")
        name, line, column = files[diagnostics[0].span.file].position(diagnostics[0].span.start)
        raise JavaError(
            diagnostics[0].message, details, file=name, line=line, column=column, hint=_missing(diagnostics)
        )


def _missing(diagnostics: Sequence[Diagnostic]) -> str:
    """What to do about packages of libraries that are not there."""
    named = (_PACKAGE.fullmatch(diagnostic.message) for diagnostic in diagnostics)
    packages = sorted({match[1] for match in named if match is not None})
    if not packages:
        return ""
    stubs = " ".join(f"--stub {package}" for package in packages)
    text = f"missing packages: {', '.join(packages)}; make them up with {stubs}"
    return f"{text}, or write the classes that the program needs in files of your own"


def _detail(diagnostic: Diagnostic, file: SourceFile) -> list[str]:
    name, line, column = file.position(diagnostic.span.start)
    offset = diagnostic.span.start
    start = file.content.rfind(b"\n", 0, offset) + 1
    end = file.content.find(b"\n", offset)
    text = file.content[start : end if end >= 0 else None].decode("utf-8", "replace")
    first, *more = diagnostic.message.splitlines()
    shown = [f"{name}:{line}:{column}: error: {first}", *(f"  {part.strip()}" for part in more)]
    if len(text) <= 200:
        before = file.content[start:offset].decode("utf-8", "replace")
        shown.append(f"  {text.rstrip()}")
        shown.append("  " + "".join("\t" if character == "\t" else " " for character in before) + "^")
    return shown
