"""Clang's diagnostics as errors of Vexil."""

from __future__ import annotations

import re

from vexil.core.errors import SourceError
from vexil.core.source import SourceFile
from vexil.frontends.c.tree import Tree

MANY = 5
_VECTORS = re.compile(r"'([a-z]*mmintrin|x86intrin|[a-z0-9]*avx[a-z0-9]*intrin)\.h' file not found")
_MACROS = {"mmintrin": "__MMX__", "xmmintrin": "__SSE__"}
"""What says that there are such instructions, for headers that need little."""


class CompilationError(SourceError):
    """What the compiler does not accept: the first errors, each with its line and a caret."""

    def __init__(self, message: str, details: list[str], *, file: str, line: int, column: int, hint: str) -> None:
        super().__init__(message, file=file, line=line, column=column, hint=hint)
        self.details = details

    def render(self) -> str:
        """The errors as compilers write them."""
        lines = [*self.details]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


def raise_diagnostics(tree: Tree, files: tuple[SourceFile, ...]) -> None:
    """Raise when the compiler found errors."""
    if not tree.diagnostics:
        return
    by_name = {file.name: file for file in files}
    details = []
    for _, message, name, line, column, offset in tree.diagnostics[:MANY]:
        details.extend(_detail(message, name, line, column, offset, by_name))
    if len(tree.diagnostics) > MANY:
        details.append(f"… and {len(tree.diagnostics) - MANY} more errors")
    _, message, name, line, column, _ = tree.diagnostics[0]
    raise CompilationError(message, details, file=name, line=line, column=column, hint=_hint(tree))


def _detail(message: str, name: str, line: int, column: int, offset: int, files: dict[str, SourceFile]) -> list[str]:
    file = files.get(name) or _read(name)
    shown = (name, line, column) if file is None else file.position(offset)
    lines = [f"{shown[0]}:{shown[1]}:{shown[2]}: error: {message}"]
    if file is not None and line:
        start = file.content.rfind(b"\n", 0, offset) + 1
        end = file.content.find(b"\n", offset)
        text = file.content[start : end if end >= 0 else None].decode("utf-8", "replace")
        if len(text) <= 200:
            before = file.content[start:offset].decode("utf-8", "replace")
            lines.append(f"  {text.rstrip()}")
            lines.append("  " + "".join("\t" if c == "\t" else " " for c in before) + "^")
    return lines


def _read(name: str) -> SourceFile | None:
    from vexil.frontends.c.program import read_file

    try:
        return read_file(name) if name else None
    except OSError:
        return None


def _hint(tree: Tree) -> str:
    first = tree.diagnostics[0][1]
    vectors = _VECTORS.match(first)
    if vectors is not None:
        macro = _MACROS.get(vectors[1], "__SSE2__")
        return f"vector instructions are not read; -U{macro} leaves out what the program has in #ifdef {macro}"
    if "file not found" in first:
        return "name the folder of the header with -I, or preprocess the file"
    words = " ".join(diagnostic[1] for diagnostic in tree.diagnostics)
    if any(word in words for word in ("'class'", "'namespace'", "'template'", "'using'", "'iostream'", "'std'")):
        return "this looks like C++, which Vexil does not read"
    return "Vexil reads C as GCC and Clang accept it; -std chooses the standard"
