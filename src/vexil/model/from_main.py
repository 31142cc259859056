"""Formulas about Java programs speak of runs from the first step of ``main`` on.

What comes before (literals, static initialisers) is the machine's business: a formula about ``Main.buffer.count`` would
otherwise be about a moment at which there is no buffer. A run that never comes to ``main`` satisfies every formula.
"""

from __future__ import annotations

from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Call as CallOperation
from vexil.ir.program import Program
from vexil.spec.atoms import Call
from vexil.spec.formulas import And, Ltl, Not, Proposition, WeakUntil


def from_main(formula: Ltl, program: Program) -> Ltl:
    """The formula as it is asked about whole runs of a program."""
    main = main_function(program)
    if main is None:
        return formula
    begins = Proposition(Call(main))
    return WeakUntil(Not(begins), And((begins, formula)))


def main_function(program: Program) -> str | None:
    """The function of a Java program's ``main``."""
    if not program.source.has_classes:
        return None
    for edge in program.functions[program.entry].edges:
        operation = edge.operation
        if isinstance(operation, CallOperation) and isinstance(operation.callee, StaticCallee):
            name = operation.callee.function
            if name.endswith(program.source.runtime.main):
                return name
    return None
