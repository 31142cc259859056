"""Checks of abstract programs: with the user's selections, or with proposals from coarse to fine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from vexil.abstraction.data.inference import TypeConflict
from vexil.abstraction.data.inference.declared import Declarations
from vexil.abstraction.data.inference.names import name_of
from vexil.core.context import Context
from vexil.core.errors import LimitReached, UsageError
from vexil.ir.division import Rounding, rounding_of
from vexil.ir.program import Program
from vexil.model.outcome import Question
from vexil.model.tokens.typing import POINT, Slot
from vexil.model.verdict import Status
from vexil.pipeline.data.abstracting import Abstracted, abstract, library_of
from vexil.pipeline.data.advising import advice
from vexil.pipeline.data.checking import Ask, Asked, Judge, ask_abstract

if TYPE_CHECKING:
    from vexil.pipeline.options import CheckOptions

STATES = 200_000
"""States of an abstract program that are visited before another abstraction is tried."""
SECONDS, PARTS = 8.0, 4
"""CPU seconds for one abstraction where nobody gave a limit, and else the part of what is left."""


class Abstraction:
    """The abstractions of one program that a check is asked about."""

    def __init__(
        self, program: Program, options: CheckOptions, context: Context, written: Program | None = None
    ) -> None:
        """*written* is the program with its divisions as they were written, where they round otherwise."""
        self._program, self._context, self._written = program, context, written
        self._options = options.data
        rounding = Rounding.TRUNCATE if written is None else rounding_of(written)
        self._library = library_of(options.data, context, options.load.integers, rounding)

    @cached_property
    def selected(self) -> Abstracted:
        """The program with the user's selections; raises `TypeConflict` when they do not fit together."""
        return abstract(self._program, self._options, self._context, library=self._library, written=self._written)

    def ask(self, question: Question, ask: Ask, judge: Judge) -> Asked:
        """The verdict by the selections, or by the first proposals that give a definite one."""
        if not self._options.automatic:
            return ask_abstract(question, self.selected, ask, judge, self._context)
        tried: list[str] = []
        last: Asked | None = None
        options = replace(self._options, default=POINT, automatic=False)
        found = advice(self._written or self._program, question.property, self._library, self._context)
        for selections in found.rounds:
            named = told(self._program, selections)
            self._context.emit("abstraction", tried=named)
            try:
                with _a_part_of(self._context):
                    made = abstract(
                        self._program,
                        options,
                        self._context,
                        library=self._library,
                        selections=selections,
                        written=self._written,
                    )
                    last = ask_abstract(question, made, ask, judge, self._context)
            except (TypeConflict, UsageError, LimitReached) as refused:
                tried.append(f"{named} ({refused})")
                continue
            if last.verdict.status is not Status.UNKNOWN:
                reason = f"{last.verdict.reason}; abstracted with {named}"
                return replace(last, verdict=replace(last.verdict, reason=reason))
            tried.append(named)
        verdict = ask(question, ())
        if verdict.status is not Status.UNKNOWN or last is None:
            return Asked(verdict, self._program, rests_on_tables=False)
        reason = f"no abstraction that was tried is definite ({'; '.join(tried)}); {verdict.reason}"
        return Asked(replace(verdict, reason=reason), self._program)


@contextmanager
def _a_part_of(context: Context) -> Iterator[None]:
    """Limit the work on one abstraction, so that there is some left for others and for the program itself."""
    whole, used = context.limits, context.used_cpu_seconds()
    share = SECONDS if whole.cpu_seconds is None else max(0.0, whole.cpu_seconds - used) / PARTS
    context.limits = replace(
        whole,
        cpu_seconds=used + share,
        states=min(whole.states or STATES, STATES),
        whole=whole.whole or whole,
        part="one abstraction",
    )
    try:
        yield
    finally:
        context.limits = whole


def told(program: Program, selections: dict[Slot, str]) -> str:
    """Selections in words, with names that users select by."""
    declarations = Declarations(program)
    named = (f"{name_of(declarations, slot)}={name}" for slot, name in selections.items())
    return ", ".join(named) or "nothing but points"
