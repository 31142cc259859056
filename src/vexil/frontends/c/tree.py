"""The syntax tree of a program, as the reader process wrote it."""

from __future__ import annotations

import marshal
import re
import subprocess
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from vexil.core.context import Context
from vexil.core.errors import InternalError, LimitReached, UsageError
from vexil.core.processes import python_command

DEEP = 50_000
STATIC, EXTERN = 3, 2
"""Storage classes, by libclang's numbers."""


class Declaration(NamedTuple):
    """A function, variable, parameter or enumerator."""

    kind: int
    name: str
    type: int
    linkage: int
    storage: int
    per_thread: bool
    volatile: bool
    file: int
    offset: int
    value: int | None
    constant: bool
    defined: bool

    @property
    def is_external(self) -> bool:
        """Whether other units see it."""
        return self.linkage == 4

    @property
    def is_static_storage(self) -> bool:
        """Whether it lives as long as the program."""
        return self.linkage in (2, 4) or self.storage in (STATIC, EXTERN)


@dataclass(frozen=True)
class Tree:
    """All nodes in pre-order, with what is known of each."""

    kinds: Sequence[int]
    sizes: Sequence[int]
    types: Sequence[int]
    file_numbers: Sequence[int]
    starts: Sequence[int]
    ends: Sequence[int]
    extra: Mapping[int, Any]
    initialisers: Mapping[int, int]
    attributes: Mapping[int, str]
    parameters: Mapping[int, Sequence[int]]
    declarations: Sequence[Declaration]
    functions: Sequence[tuple[int, int]]
    first_auxiliary: int
    """From this function on, they are part of the program only if something calls them."""
    variables: Sequence[tuple[int, int]]
    type_table: Sequence[tuple[Any, ...]]
    records: Sequence[Any]
    files: Sequence[str]
    depth: int
    diagnostics: Sequence[tuple[Any, ...]]
    duplicates: Sequence[tuple[str, int, int]]
    disagreements: Sequence[tuple[str, int, int]]
    defined: Sequence[str]
    model_files: Sequence[str]
    enumerators: Mapping[str, int | None]
    machine_headers: Sequence[str]
    """The included headers that are the machine's own."""
    weak: Sequence[int]
    """Functions and variables that are weak and defined nowhere: they may be there or not."""
    outside_functions: Sequence[tuple[str, int, bool, bool, int, int, int]] = ()
    """Declarations outside of functions, if they are asked for: name and its offset, whether it is a function, whether
    it has a body, file, start and end."""

    def children(self, node: int) -> list[int]:
        """The children of a node, in order."""
        sizes = self.sizes
        numbers = []
        child, end = node + 1, node + sizes[node]
        while child < end:
            numbers.append(child)
            child += sizes[child]
        return numbers

    def only(self, node: int) -> int:
        """The first child, which must exist."""
        if self.sizes[node] == 1:
            raise InternalError(f"a node of kind {self.kinds[node]} should have a child")
        return node + 1


def _array(code: str, raw: bytes) -> array[int]:
    result = array(code)
    result.frombytes(raw)
    return result


def read_tree(request: dict[str, Any], context: Context) -> Tree:
    """Run the reader on a request; raises `UsageError` when the parser itself breaks on the input."""
    remaining = context.remaining_cpu_seconds()
    request = {**request, "cpu_seconds": remaining}
    process = subprocess.run(
        python_command("vexil.frontends.c.reader_process", isolated=True),
        input=marshal.dumps(request),
        capture_output=True,
        check=False,
    )
    names = ", ".join(path for path, _ in request["units"])
    if process.returncode in (-24, -9) and remaining is not None:
        raise LimitReached("limit of CPU time reached while parsing C")
    if process.returncode != 0 or not process.stdout:
        error = process.stderr.decode("utf-8", "replace")
        if "MemoryError" in error or "out of memory" in error or "bad_alloc" in error:
            raise LimitReached("limit of memory reached while parsing C")
        if process.returncode < 0 and _nesting(request["units"]) > DEEP:
            raise LimitReached(f"limit of {DEEP} nested brackets passed: the C parser has no stack left")
        if process.returncode < 0:
            raise UsageError(
                f"the C parser crashed on {names} (signal {-process.returncode})",
                hint="libclang crashes on this file; remove functions to find the one that it crashes on",
            )
        raise InternalError(f"the C reader should answer: {error.strip()[-2000:]}")
    answer = marshal.loads(process.stdout)
    if "limit" in answer:
        raise LimitReached("limit of memory reached while parsing C")
    if "error" in answer:
        raise InternalError(answer["error"])
    return Tree(
        _array("H", answer["kinds"]),
        _array("i", answer["sizes"]),
        _array("i", answer["types"]),
        _array("i", answer["file_numbers"]),
        _array("I", answer["starts"]),
        _array("I", answer["ends"]),
        answer["extra"],
        answer["initialisers"],
        answer["attributes"],
        answer["parameters"],
        [Declaration(*entry) for entry in answer["declarations"]],
        answer["functions"],
        answer["first_auxiliary"],
        answer["variables"],
        answer["type_table"],
        answer["records"],
        answer["files"],
        answer["depth"],
        answer["diagnostics"],
        answer["duplicates"],
        answer["disagreements"],
        answer["defined"],
        answer["model_files"],
        answer["enumerators"],
        answer["machine_headers"],
        [number for number in answer["weak"] if not answer["declarations"][number][-1]],
        answer["outside_functions"],
    )


def _nesting(units: Sequence[tuple[str, Any]]) -> int:
    """The greatest nesting of brackets in the files, strings and comments included."""
    deepest = 0
    for path, _ in units:
        depth = 0
        try:
            content = Path(path).read_bytes()
        except OSError:
            continue
        for bracket in re.findall(rb"[(\[{}\])]", content):
            depth += 1 if bracket in b"([{" else -1
            deepest = max(deepest, depth)
    return deepest
