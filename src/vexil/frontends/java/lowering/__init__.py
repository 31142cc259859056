"""Turn typed Java into the intermediate form.

A typed program comes in; what its ``main`` reaches goes out, as functions whose every edge makes at most one access to
what threads share. Failures are branches to a ``throw``, clean-ups are copied to every way out, virtual calls find the
methods of classes that are instantiated somewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from vexil.core.caveats import Assumption
from vexil.core.source import SourceFile
from vexil.frontends.java.lowering import (  # noqa: F401 - they fill the tables
    calls,
    exceptions,
    expressions,
    numbers,
    operators,
    reflection,
    strings,
    stubs,
    switches,
)
from vexil.frontends.java.lowering.assumptions import ASSUMPTIONS, ATOMIC, environment_assumptions
from vexil.frontends.java.lowering.intrinsics import SHARED_BOXES, THREAD_CLASS
from vexil.frontends.java.lowering.monitors import MONITORS, Monitors, starts_threads
from vexil.frontends.java.lowering.program import ProgramLowering, Texts
from vexil.frontends.java.lowering.pruning import (
    drop_handlers,
    drop_unread,
    fields_read,
    prune,
    resolve_calls,
    throwing,
)
from vexil.frontends.java.lowering.sharing import is_used_by_threads, iterators_escape
from vexil.frontends.java.lowering.start import drop_library_fields, lower_constants, lower_program
from vexil.frontends.java.lowering.synchronisation import with_synchronisation
from vexil.frontends.java.symbols.symbol_table import SymbolTable
from vexil.frontends.java.symbols.symbols import MethodSymbol
from vexil.frontends.java.typing import Typing
from vexil.ir.program import Program
from vexil.languages.options import Granularity, JavaOptions

__all__ = ["lower"]


CONTENTS = ("java.lang.String", "value")
WITHOUT = "the program is started without arguments"
TEXTS = {("java.lang.Throwable", "message"), ("java.lang.Thread", "name")}
"""Fields with texts that are only put together where somebody reads them."""


def _reach(lowering: ProgramLowering, main: MethodSymbol) -> None:
    """Lower what is reached, and leave out what turns out not to be."""
    lower_program(lowering, main)
    for f in lowering.functions.values():
        f.tidy()
    prune(lowering)
    drop_handlers(lowering.functions, throwing(lowering.functions, lowering.classes), lowering.classes)
    prune(lowering)
    drop_library_fields(lowering)


def lower(
    symbols: SymbolTable,
    typing: Typing,
    files: Sequence[SourceFile],
    every: Sequence[SourceFile],
    options: JavaOptions,
    main: MethodSymbol,
) -> Program:
    """Lower what a program's ``main`` reaches; *every* file, the library's included, is found by its number."""

    def begin(texts: Texts) -> ProgramLowering:
        return ProgramLowering(symbols, typing, files, every, options, main.owner.name, texts)

    lowering = _with_texts(begin, main, Texts(messages=options.output, contents=options.output))
    program = _complete(lowering)
    monitors = Monitors(program)
    with_threads = starts_threads(program)
    notified = with_threads and monitors.are_waited_on((THREAD_CLASS,))
    boxes = monitors.are_locked(SHARED_BOXES)
    shared = with_threads and not options.output and is_used_by_threads(lowering)
    if notified or boxes or shared:
        again = begin(lowering.texts)
        again.ends_notify, again.boxes_are_monitors, again.checks_sharing = notified, boxes, shared
        again.checks_iterators = shared and iterators_escape(lowering)
        _reach(again, main)
        program = _complete(again)
    locked = with_threads and monitors.are_locked((THREAD_CLASS,))
    program = with_synchronisation(program)
    return replace(program, assumptions=(*program.assumptions, MONITORS)) if locked else program


def _with_texts(begin: Callable[[Texts], ProgramLowering], main: MethodSymbol, texts: Texts) -> ProgramLowering:
    """Lower with the texts that something reads, and no others."""
    while True:
        lowering = begin(texts)
        _reach(lowering, main)
        read = fields_read(lowering.functions.values())
        needed = Texts(
            messages=texts.messages or bool(TEXTS & read), contents=texts.contents or bool(read & {*TEXTS, CONTENTS})
        )
        if needed == texts:
            return lowering
        texts = needed


def _complete(lowering: ProgramLowering) -> Program:
    """Build the program when everything is known."""
    lower_constants(lowering)
    resolve_calls(lowering.functions, lowering.classes)
    drop_unread(lowering)
    lowering.drop_globals()
    builder, options = lowering.builder, lowering.options
    builder.classes.update(lowering.class_declarations())
    for name in sorted(lowering.functions):
        f = lowering.functions[name]
        f.builder.drop_unused()
        builder.add(f.builder, lowering.declared_at(name))
        builder.caveats.extend(f.caveats())
    for assumption in ASSUMPTIONS:
        chosen = (
            ATOMIC if assumption.kind == "atomicity" and options.granularity == Granularity.STATEMENT else assumption
        )
        builder.assumptions.append(chosen)
    arguments = options.arguments
    shown = f"the program is started with {len(arguments)} arguments: {' '.join(arguments)}" if arguments else WITHOUT
    builder.assumptions.append(Assumption("arguments", shown))
    if options.stubs:
        builder.assumptions.append(stubs.assumption(options))
    builder.assumptions.extend(environment_assumptions(lowering.functions, lowering.symbols.classes))
    return builder.build()
