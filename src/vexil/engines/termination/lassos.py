"""Endless runs by solving: a run that comes back to the head of a loop in a state that it had there before.

A choice at the head says when a state is remembered, and a check that it does not come back is asked of another engine
(Biere, Artho and Schuppan 2002). What is remembered are the integers and truth values that the loop's function and the
globals have; what else there is, such as memory, is compared when the run is repeated.
"""

from __future__ import annotations

from vexil.analysis import Analyses
from vexil.engines.termination.instrument import Insertion, Instrumented, added, instrumented
from vexil.engines.termination.loops import Loop
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.interpreter import CompiledProgram, Machine, Move
from vexil.ir.operation_parts import Origin, TypeDomain
from vexil.ir.operations import Assign, Choose, Operation
from vexil.ir.program import Program
from vexil.ir.types import BOOL, BoolType, FloatType, IntegerType, MathType
from vexil.ir.typing import apply
from vexil.model.evidence import Lasso, Run

MOST_REMEMBERED = 60
REPETITIONS = 3


def saving(program: Program, loop: Loop) -> Instrumented | None:
    """The program that checks whether a loop comes back to a state, unless there is too much of it."""
    variables = _remembered(program, loop)
    if len(variables) > MOST_REMEMBERED:
        return None
    pick, saved = added(f"pick {loop.head}", BOOL), added(f"saved {loop.head}", BOOL)
    copies = [added(f"copy {loop.head} {number}", item.type) for number, item in enumerate(variables)]
    now = apply(Operator.AND, pick, apply(Operator.NOT, saved))
    operations: list[Operation] = [Choose(pick, TypeDomain(BOOL), Origin.ENVIRONMENT)]
    operations += [
        Assign(copy, apply(Operator.IF, now, item, copy)) for copy, item in zip(copies, variables, strict=True)
    ]
    operations.append(Assign(saved, apply(Operator.OR, saved, pick)))
    same: Expr = saved
    for copy, item in zip(copies, variables, strict=True):
        same = apply(Operator.AND, same, apply(Operator.EQUAL, copy, item))
    insertion = Insertion(loop, (pick, saved, *copies), tuple(operations), apply(Operator.NOT, same))
    return instrumented(program, [insertion])


def _remembered(program: Program, loop: Loop) -> list[Variable]:
    function = program.functions[loop.function]
    live = Analyses(program).liveness(loop.function).live(loop.head)
    scalars = IntegerType | MathType | BoolType | FloatType
    variables = [
        Variable(item.name, item.type, False)
        for item in (*function.parameters, *function.locals)
        if isinstance(item.type, scalars) and not item.addressable and item.name in live
    ]
    variables += [
        Variable(item.name, item.type, True)
        for item in program.globals
        if isinstance(item.type, scalars) and not item.constant
    ]
    return variables


def lasso_of(program: CompiledProgram, run: Run, loop: Loop) -> Lasso | None:
    """The lasso that a run ends in, whose loop ends where the run does; nothing if it does not come back to a state."""
    machine = Machine(program, checks=frozenset())
    machine.reset(run.initial)
    arrivals: list[int] = []
    for position, move in enumerate(run.moves):
        if _is_at(machine, loop):
            arrivals.append(position)
        machine.apply(move)
    for start in reversed(arrivals):
        lasso = _repeated(program, run, start)
        if lasso is not None:
            return lasso
    return None


def _repeated(program: CompiledProgram, run: Run, start: int) -> Lasso | None:
    """The lasso that repeats the last moves of a run, behind as many repetitions as it needs to come back."""
    machine = Machine(program, checks=frozenset())
    machine.reset(run.initial)
    for move in run.moves[:start]:
        machine.apply(move)
    part = run.moves[start:]
    stem: list[Move] = [*run.moves[:start]]
    before = machine.snapshot()
    for _ in range(REPETITIONS):
        for move in part:
            offered = machine.choices(1) if machine.enabled() else None
            if not machine.enabled() or (offered is None) != (move.choice is None):
                return None
            if offered is not None and offered.values is not None and move.choice not in offered.values:
                return None
            machine.take(move)
            if machine.ending is not None:
                return None
        after = machine.snapshot()
        if after == before:
            return Lasso(run.initial, tuple(stem), part)
        stem += part
        before = after
    return None


def _is_at(machine: Machine, loop: Loop) -> bool:
    frame = machine.threads[1].frames[-1]
    return frame.location == loop.head and frame.code.function.name == loop.function
