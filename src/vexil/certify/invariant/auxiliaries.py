"""Auxiliary variables of loops: values that a proof computes beside the program, one for each arrival at a head.

The program never reads them and they never decide where control goes, so every run of the program is one with these
variables, and the other way round (Owicki and Gries 1976). What is proved of runs with them holds for runs without.
A variable may wrap around like any integer: it has the value that its steps give, whatever that is, and facts about it
are proved for exactly these values. So a counter of iterations needs no bound; it counts modulo its width.

A pointer among them keeps what it was when the loop was entered. It is a register of the activation, so that it stays
what it is when the object is shown under another number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.ledger import Ledger, Where
from vexil.certify.invariant.numbers import sort_of
from vexil.certify.invariant.state import State
from vexil.certify.invariant.values import Value
from vexil.ir.auxiliaries import Auxiliary
from vexil.ir.expressions import Variable
from vexil.ir.types import PointerType
from vexil.model.evidence import LoopRule

Extra = Mapping[str, Value]
"""The values of the auxiliary variables of a loop at one arrival, by their names."""


class Auxiliaries:
    """Evaluates the auxiliary variables of rules; what has to be defined for that is required."""

    def __init__(self, evaluator: Evaluator, ledger: Ledger) -> None:
        self._evaluator = evaluator
        self._ledger = ledger

    def initial(self, state: State, rule: LoopRule) -> Extra:
        """The values when the loop is entered in a state, which keeps those of pointers from now on."""
        where = Where(self._ledger, state)
        values = self._evaluator.values([extra.initial for extra in rule.auxiliaries], where)
        found = {extra.variable.name: value for extra, value in zip(rule.auxiliaries, values, strict=True)}
        for extra in rule.auxiliaries:
            if isinstance(extra.variable.type, PointerType):
                state.frames[-1].registers[extra.variable.name] = found.pop(extra.variable.name)
        return found

    def any(self, initial: Extra, rule: LoopRule) -> Extra:
        """Values that stand for those of every arrival: what steps to itself is what it was, the rest is anything."""
        terms = self._evaluator.terms
        return {
            extra.variable.name: initial[extra.variable.name]
            if isinstance(extra.step, Variable) and extra.step.name == extra.variable.name
            else terms.fresh(sort_of(extra.variable.type), extra.variable.name)
            for extra in _numbers(rule)
        }

    def following(self, state: State, values: Extra, rule: LoopRule) -> Extra:
        """The values at the next arrival, from the state at this one."""
        where = Where(self._ledger, state)
        with bound(state, values):
            after = self._evaluator.values([extra.step for extra in _numbers(rule)], where)
        return {extra.variable.name: value for extra, value in zip(_numbers(rule), after, strict=True)}


def _numbers(rule: LoopRule) -> list[Auxiliary]:
    """The auxiliary variables that are no pointers; those never change."""
    return [extra for extra in rule.auxiliaries if not isinstance(extra.variable.type, PointerType)]


@contextmanager
def bound(state: State, values: Extra) -> Iterator[None]:
    """Let expressions of evidence name auxiliary variables."""
    frame = state.frames[-1]
    before = frame.bound
    frame.bound = {**before, **values}
    try:
        yield
    finally:
        frame.bound = before
