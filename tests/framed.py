"""Small C programs with their frames, and all ways through them to a failing check."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context
from vexil.frontends.c import COptions, load
from vexil.ir.expressions import Variable
from vexil.ir.operations import Call
from vexil.ir.program import Program
from vexil.logic.factory import Terms
from vexil.logic.space import Space
from vexil.logic.terms import Term
from vexil.model.frames import Frames
from vexil.model.frames.paths import CallEvent, Event, FailureEvent, ReturnEvent, StepEvent, SymbolicPath

CHECKS = frozenset({"assert"})
HEAD = "#include <assert.h>\nextern int nondet(void);\n"


@dataclass(frozen=True)
class Framed:
    """A program with its frames."""

    program: Program

    @cached_property
    def frames(self) -> Frames:
        """The frames."""
        analyses = Analyses(self.program)
        return Frames(Space(Terms(), self.program, AnalysedPartition(analyses)), analyses)

    @property
    def space(self) -> Space:
        """The variables of the state."""
        return self.frames.space

    def symbol(self, function: str, name: str) -> Term:
        """The symbol of a register; that of a global when the function is empty."""
        if not function:
            declared = self.program.global_variables[name]
        else:
            declared = self.program.functions[function].variables[name]
        found = self.space.register(function, Variable(name, declared.type, not function))
        assert found is not None
        return self.space.symbol(found)

    def entry(self, function: str, name: str) -> Term:
        """The symbol of a parameter's value at the entry."""
        declared = self.program.functions[function].variables[name]
        return self.space.symbol(self.frames.entry_value(function, declared))

    def call(self, caller: str, number: int = 0) -> tuple[int, Call]:
        """One of the calls of a function."""
        found = [
            (place, edge.operation)
            for place, edge in enumerate(self.program.functions[caller].edges)
            if isinstance(edge.operation, Call)
        ]
        return found[number]

    def ways(self, longest: int = 60) -> Iterator[list[Event]]:
        """Every way through the functions to a check that fails, the shortest first."""
        main = self.program.entry
        functions = self.program.functions
        queue: deque[tuple[tuple[tuple[str, int, int], ...], tuple[Event, ...]]] = deque()
        queue.append((((main, functions[main].entry, -1),), ()))
        while queue:
            stack, events = queue.popleft()
            name, location, called = stack[-1]
            body = functions[name]
            if len(events) > longest:
                continue
            if location == body.exit:
                if len(stack) > 1:
                    caller = stack[-2][0]
                    target = functions[caller].edges[called].target
                    left = ReturnEvent(caller, called, name)
                    queue.append(((*stack[:-2], (caller, target, stack[-2][2])), (*events, left)))
                continue
            for number in body.outgoing[location]:
                edge = body.edges[number]
                if isinstance(edge.operation, Call):
                    for callee in self.frames.callees(name, number):
                        inner = (callee, functions[callee].entry, number)
                        queue.append(((*stack, inner), (*events, CallEvent(name, number, callee))))
                    continue
                demand = self.frames.step(name, number).demand
                if demand is not None and demand.property in CHECKS:
                    yield [*events, FailureEvent(name, number, demand.property)]
                    if demand.condition is self.space.terms.false:
                        continue
                queue.append(((*stack[:-1], (name, edge.target, called)), (*events, StepEvent(name, number))))

    def paths(self, longest: int = 60) -> list[SymbolicPath]:
        """The formulas of all ways."""
        return [SymbolicPath(self.frames, way, CHECKS) for way in self.ways(longest)]


def framed(text: str, folder: Path) -> Framed:
    """A C program."""
    path = folder / "program.c"
    path.write_text(HEAD + text, encoding="utf-8")
    return Framed(load([str(path)], COptions(environment="types"), Context()))
