"""Chains of leaps written as text, about programs without calls, and what the checker says about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vexil.certify import Certificate, certify
from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.ir.expressions import Expr
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.ir.text.parser_expressions import parse_expression
from vexil.ir.text.parser_leaves import scope_of
from vexil.model.leaps import Bound, Leap, MustChain, Port, Rule, Station
from vexil.model.outcome import Question
from vexil.spec.property import parse_property

Conditions = Mapping[str, str]
"""Conditions by the names of locations."""


@dataclass(frozen=True)
class Stop:
    """A station; with an abstract state, it is left by a theorem. ``bounds`` are variables with both ends."""

    entry: Conditions
    leaving: Conditions
    state: Conditions | None = None
    theorem: int = 2
    bounds: Sequence[tuple[str, str, str]] = ()


@dataclass(frozen=True)
class Written:
    """A chain as text: variables by location, stations, and where it turns from must- to must+."""

    tracked: Mapping[str, tuple[str, ...]]
    stops: tuple[Stop, ...]
    flip: int
    rules: tuple[Rule, ...] = ()

    def chain(self, program: Program) -> MustChain:
        """The evidence."""
        numbers = program.functions[program.entry].location_numbers

        def read(text: str) -> Expr:
            return condition_of(program, text)

        def port(conditions: Conditions) -> Port:
            return Port(tuple(conditions_of(program, conditions).items()))

        def station(stop: Stop) -> Station:
            if stop.state is None:
                return Station(port(stop.entry), port(stop.leaving))
            bounds = tuple(Bound(name, read(low), read(high)) for name, low, high in stop.bounds)
            return Station(port(stop.entry), port(stop.leaving), Leap(port(stop.state), stop.theorem, bounds))

        tracked = {numbers[name]: names for name, names in self.tracked.items()}
        return MustChain(self.rules, tracked, tuple(map(station, self.stops)), self.flip)


def condition_of(program: Program, text: str) -> Expr:
    """A condition over the variables of the entry function."""
    scope = scope_of(program, program.functions[program.entry])
    return parse_expression(SourceFile("condition", text.encode()), scope)


def conditions_of(program: Program, conditions: Conditions) -> dict[int, Expr]:
    """Conditions by the numbers of locations."""
    numbers = program.functions[program.entry].location_numbers
    return {numbers[name]: condition_of(program, text) for name, text in conditions.items()}


def program_of(text: str) -> Program:
    """The program with a text."""
    return load(SourceFile("chain.vir", ("vir 1\n" + text).encode()))


def checked(program: Program, written: Written) -> Certificate:
    """What the checker says about a chain to an assertion that fails."""
    return certify(Question(program, parse_property("assert")), written.chain(program), Context())
