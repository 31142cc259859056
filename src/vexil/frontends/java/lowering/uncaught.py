"""Exceptions that leave ``main``: the handler of uncaught exceptions runs before the thread ends (JLS 11.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.lowering.function import Context, FunctionLowering
from vexil.frontends.java.lowering.intrinsics import THREAD_CLASS
from vexil.frontends.java.lowering.output import has_plain_text
from vexil.frontends.java.symbols.symbols import MethodSymbol
from vexil.ir.operations import Call

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering

SETTERS = ("setDefaultUncaughtExceptionHandler", "setUncaughtExceptionHandler")


def handles(program: ProgramLowering) -> bool:
    """Whether what runs when an exception leaves ``main`` was asked for."""
    return program.is_requested(_uncaught(program))


def request_handling(program: ProgramLowering) -> bool:
    """Ask for what runs then, if code of the user's may be part of it; gives whether that is new."""
    if handles(program) or not _is_told(program):
        return False
    program.request(_uncaught(program))
    return True


def _is_told(program: ProgramLowering) -> bool:
    methods = program.class_named(THREAD_CLASS).methods
    return any(program.is_requested(method) for name in SETTERS for method in methods[name]) or not has_plain_text(
        program, program.world.throwable
    )


def _uncaught(program: ProgramLowering) -> MethodSymbol:
    (found,) = program.class_named(THREAD_CLASS).methods["uncaught"]
    return found


def telling_handler(f: FunctionLowering, called: Call) -> None:
    """Call ``main``; an exception goes to `Thread.uncaught`, which throws it again."""
    handler = f.new_handler()
    f.contexts.append(Context(handler=handler))
    f.call(called)
    f.contexts.pop()
    end = f.fresh()
    f.go(end)
    f.here = handler.location
    f.program.call_library(f, THREAD_CLASS, "uncaught", (handler.exception,))
    f.go(end)
    f.place(end)
