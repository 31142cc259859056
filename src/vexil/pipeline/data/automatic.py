"""Checks of abstract programs: with the user's selections, or with proposals from coarse to fine."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from vexil.abstraction.data.inference import TypeConflict
from vexil.abstraction.data.inference.declarations import Declarations
from vexil.abstraction.data.inference.names import name_of
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached, UsageError
from vexil.ir.division import rounding_of
from vexil.ir.program import Program
from vexil.ir.rounding import Rounding
from vexil.model.outcome import Question
from vexil.model.protocols import Refined, Unclear
from vexil.model.tokens.typing import CONCRETE, POINT, Slot
from vexil.model.verdict import Status
from vexil.pipeline.cegar import refinement
from vexil.pipeline.data.abstracting import Abstracted, abstract, library_of
from vexil.pipeline.data.advising import advice
from vexil.pipeline.data.checking import AbstractAnswer, Ask, Judge, ask_abstract
from vexil.spec.property import Property

if TYPE_CHECKING:
    from vexil.pipeline.options import CheckOptions

STATES = 200_000
"""States of an abstract program that are visited before another abstraction is tried."""
REFUSALS = (TypeConflict, UsageError, LimitReached)
"""Why an abstraction that is proposed is not asked to its end."""
SECONDS, PARTS = 8.0, 4
"""CPU seconds for one abstraction where nobody gave a limit, and else the part of what is left."""


class Abstraction:
    """The abstractions of one program that a check is asked about."""

    def __init__(
        self, program: Program, options: CheckOptions, context: Context, written: Program | None = None
    ) -> None:
        """*written* is the program with its divisions as they were written, where they round otherwise."""
        self.program, self.context, self._written = program, context, written
        self._options = options.data
        rounding = Rounding.TRUNCATE if written is None else rounding_of(written)
        self._library = library_of(options.data, context, options.load.integers, rounding)

    @cached_property
    def selected(self) -> Abstracted:
        """The program with the user's selections; raises `TypeConflict` when they do not fit together."""
        return abstract(self.program, self._options, self.context, library=self._library, written=self._written)

    def ask(self, question: Question, ask: Ask, judge: Judge) -> AbstractAnswer:
        """The verdict by the selections, or by the first proposals that give a definite one."""
        if not self._options.automatic:
            return ask_abstract(question, self.selected, ask, judge, self.context)
        proposals = _Proposals(self, question, ask, judge)
        turns = refinement(proposals.coarsest, proposals, proposals, proposals)
        return next(result for result in turns if result is not None)

    def with_selections(self, selections: Mapping[Slot, str]) -> Abstracted:
        """The program with other selections than the user's, and points for everything else."""
        options = replace(self._options, default=POINT, automatic=False)
        return abstract(
            self.program, options, self.context, library=self._library, selections=selections, written=self._written
        )

    def rounds(self, prop: Property) -> Iterable[dict[Slot, str]]:
        """Selections that are proposed for a property, from coarse to fine."""
        return advice(self._written or self.program, prop, self._library, self.context).rounds


@dataclass(frozen=True)
class Selections:
    """A precision of data abstraction: which abstraction every slot has that is more than a point."""

    by_slot: Mapping[Slot, str]

    def is_finer_than(self, other: Selections) -> bool:
        """Whether every slot is as it was, or was a point, or is now a number; and some slot is not as it was."""
        kept = all(self.by_slot.get(slot) in (name, CONCRETE) for slot, name in other.by_slot.items())
        return kept and self != other


class _Proposals:
    """A refinement whose precision is what advice proposes next; in the end the program itself is asked."""

    def __init__(self, abstraction: Abstraction, question: Question, ask: Ask, judge: Judge) -> None:
        self._abstraction, self._context = abstraction, abstraction.context
        self._question, self._ask, self._judge = question, ask, judge
        self.coarsest, *finer = map(Selections, abstraction.rounds(question.property))
        self._finer = deque(finer)
        self._limits = self._context.limits
        self._named = ""
        self._tried: list[str] = []
        self._last: AbstractAnswer | None = None

    def abstract(self, precision: Selections) -> Abstracted | Exception:
        """The abstract program, or why there is none."""
        self._named = described(self._abstraction.program, precision.by_slot)
        self._context.emit("abstraction", tried=self._named)
        self._limits = _part_of(self._context)
        try:
            with self._context.within(self._limits):
                return self._abstraction.with_selections(precision.by_slot)
        except REFUSALS as refused:
            return refused

    def check(self, model: Abstracted | Exception) -> AbstractAnswer | Unclear[str]:
        """The verdict if it is definite; else what was tried."""
        if isinstance(model, Exception):
            return Unclear(f"{self._named} ({model})")
        try:
            with self._context.within(self._limits):
                answer = self._last = ask_abstract(self._question, model, self._ask, self._judge, self._context)
        except REFUSALS as refused:
            return Unclear(f"{self._named} ({refused})")
        if answer.verdict.status is Status.UNKNOWN:
            return Unclear(self._named)
        reason = f"{answer.verdict.reason}; abstracted with {self._named}"
        return replace(answer, verdict=replace(answer.verdict, reason=reason))

    def refine(
        self, precision: Selections, model: Abstracted | Exception, counterexample: str
    ) -> Refined[Selections, AbstractAnswer]:
        """The next proposal; when there is none, the program itself is asked."""
        del model
        self._tried.append(counterexample)
        return Refined(self._finer.popleft() if self._finer else precision, self._by_itself)

    def _by_itself(self) -> AbstractAnswer:
        """The verdict on the program without any abstraction."""
        program, verdict = self._abstraction.program, self._ask(self._question, ())
        if verdict.status is not Status.UNKNOWN or self._last is None:
            return AbstractAnswer(verdict, program, rests_on_tables=False)
        reason = f"no abstraction that was tried is definite ({'; '.join(self._tried)}); {verdict.reason}"
        return AbstractAnswer(replace(verdict, reason=reason), program)


def _part_of(context: Context) -> Limits:
    """Limits for the work on one abstraction, so that there is some left for others and for the program itself."""
    whole, used = context.limits, context.used_cpu_seconds()
    share = SECONDS if whole.cpu_seconds is None else max(0.0, whole.cpu_seconds - used) / PARTS
    return replace(
        whole,
        cpu_seconds=used + share,
        states=min(whole.states or STATES, STATES),
        whole=whole.whole or whole,
        part="one abstraction",
    )


def described(program: Program, selections: Mapping[Slot, str]) -> str:
    """Selections in words, with names that users select by."""
    declarations = Declarations(program)
    named = (f"{name_of(declarations, slot)}={name}" for slot, name in selections.items())
    return ", ".join(named) or "nothing but points"
