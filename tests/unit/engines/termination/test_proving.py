"""Rules of a proof about remembered rankings become rules about the program."""

from __future__ import annotations

from dataclasses import replace

from vexil.engines.termination.loops import Loop
from vexil.engines.termination.proving import ranked
from vexil.ir.auxiliaries import Auxiliary
from vexil.ir.expressions import Operator, Variable
from vexil.ir.types import U32
from vexil.ir.typing import apply, literal
from vexil.model.evidence import Invariant, LoopRule, at_arrival

X = Variable("x", U32, False)
COUNT = Variable("\\k", U32, False)
BEFORE = Variable("\\entry", U32, False)
LOOP = Loop("main", 3, frozenset({3, 4}))
COUNTED = Auxiliary(COUNT, literal(0, U32), apply(Operator.ADD, COUNT, literal(1, U32)))
"""The number of iterations."""


def test_facts_about_auxiliary_variables_stay() -> None:
    """A closed form speaks of variables that the rule itself adds, and the checker needs it."""
    closed = apply(Operator.EQUAL, X, COUNT)
    rule = LoopRule("main", 3, 1, facts=(closed,), auxiliaries=(COUNTED,))
    (kept,) = ranked(Invariant((rule,)), {LOOP: (X,)}).loops
    assert kept == replace(rule, ranking=(X,))


def test_what_remembers_a_ranking_goes() -> None:
    """A remembered ranking is no variable of the program: auxiliary variables that begin with it go."""
    remembered = at_arrival(3, 0, U32)
    first = Auxiliary(BEFORE, remembered, BEFORE)
    copy = Auxiliary(Variable("\\copy", U32, False), literal(0, U32), BEFORE)
    facts = (apply(Operator.EQUAL, X, BEFORE), apply(Operator.EQUAL, X, copy.variable), apply(Operator.LESS, X, COUNT))
    rule = LoopRule("main", 3, 1, facts=facts, auxiliaries=(first, COUNTED, copy))
    (kept,) = ranked(Invariant((rule,)), {LOOP: (X,)}).loops
    assert kept.facts == facts[2:]
    assert kept.auxiliaries == (COUNTED,)
