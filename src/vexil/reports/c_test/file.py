"""A test as a file: how to compile it, what it cannot force, and what stands for the environment."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from vexil.core.wording import counted
from vexil.ir.program import Program
from vexil.model.evidence import Run
from vexil.reports.c_test.record import record
from vexil.reports.c_test.render import definition_lines, entry_lines
from vexil.reports.c_test.support import (
    HEAD,
    IMPOSSIBLE,
    REACHED,
    USED_UP,
    convention_lines,
    unasked,
    unasked_inputs,
    words_of,
)
from vexil.spec.property import Kind

SANITIZERS = {
    Kind.OVERFLOW: ("-fsanitize=undefined", "-fno-sanitize-recover=undefined"),
    Kind.DIVISION: ("-fsanitize=undefined", "-fno-sanitize-recover=undefined"),
    Kind.MEMSAFETY: ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"),
    Kind.MEMTRACK: ("-fsanitize=address",),
}
"""What makes a compiler report a violation that C itself says nothing about."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How the program was read: its files, the compiler's options for them, its entry and its arguments.

    ``settings`` are variables whose start the user chose. ``library`` are functions without a body that the C library
    has, and that a test does not replace.
    """

    files: tuple[str, ...]
    flags: tuple[str, ...] = ()
    entry: str = "main"
    arguments: tuple[str, ...] = ()
    settings: frozenset[str] = frozenset()
    library: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CTest:
    """The text of a test, and a sentence for everything that it cannot force."""

    text: str
    open: tuple[str, ...]


def c_test(program: Program, run: Run, kind: Kind, name: str, setup: Setup) -> CTest:
    """Write a test, to be stored under *name*, that makes the program take the run."""
    recording = record(program, run, setup.settings, setup.library)
    words = words_of(program.files)
    lines = [
        *_introduction(kind, _command(program, kind, name, setup, words), setup, recording.open),
        HEAD,
        *definition_lines(recording, program),
        "",
        *unasked_inputs(words, recording.answers),
        *convention_lines(words),
        *_unasked_functions(program, frozenset(recording.answers), setup.library),
    ]
    if setup.entry != "main":
        lines.extend(entry_lines(setup.entry, recording))
    return CTest("\n".join(lines).rstrip() + "\n", tuple(recording.open))


def _command(program: Program, kind: Kind, name: str, setup: Setup, words: frozenset[str]) -> tuple[str, ...]:
    """How to compile the test together with the program."""
    model = ("-m32",) if program.layout.pointer_width == 32 else ()
    renamed = ("-Dmain=vexil_other_main",) if setup.entry != "main" else ()
    threads = ("-pthread",) if words & {"pthread_create", "thrd_create"} else ()
    mathematics = ("-lm",) if "math" in words else ()
    flags = (*model, *SANITIZERS.get(kind, ()), *setup.flags, *renamed, *threads)
    return ("gcc", *flags, *setup.files, name, "-o", "vexil_test", *mathematics)


def _introduction(kind: Kind, command: tuple[str, ...], setup: Setup, left_open: list[str]) -> Iterator[str]:
    yield "/* This file makes the program violate its property. Compile it together with the program, and run it:"
    yield " *"
    yield f" *   {_comment_text(shlex.join(command))}"
    yield f" *   {_comment_text(shlex.join(('./vexil_test', *setup.arguments)))}"
    yield " *"
    yield f" * Property: {kind.value}. {_ending(kind)}"
    yield f" * Status {IMPOSSIBLE} says that an assumption of the program fails, and {USED_UP} that it asks for more"
    yield " * than in the run that was found."
    if left_open:
        yield " *"
        yield f" * {counted(len(left_open), 'thing')} cannot be forced from another file:"
        yield from (f" * - {_comment_text(sentence)}" for sentence in left_open)
    yield " */"


def _ending(kind: Kind) -> str:
    match kind:
        case Kind.ASSERT:
            return f"assert ends the test with abort(), assertions without a header with status {REACHED}."
        case Kind.UNREACH:
            return f"The test ends with status {REACHED}, unless the program has an error function of its own."
        case _ if kind in SANITIZERS:
            return "The sanitizer reports the violation."
        case _:
            return "The test ends where the run does."


def _comment_text(text: str) -> str:
    return " ".join(text.split()).replace("*/", "* /")


def _unasked_functions(program: Program, answered: frozenset[str], library: frozenset[str]) -> Iterator[str]:
    """Functions without a body that the run did not call, so that the program links."""
    for name, function in sorted(program.functions.items()):
        if function.external and name.isidentifier() and name not in answered and name not in library:
            yield unasked(name)
