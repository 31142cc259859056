"""Recurrent sets: conditions at the head of a loop under which it is never left (Gupta et al. 2008; Chen et al. 2014).

A run with drawn inputs that goes round a loop for long suggests a set: the conditions that hold at all its late
arrivals, with inputs as they were drawn, or any. Another engine is asked whether one iteration keeps them and comes
back; those that it does not keep are dropped (Houdini, Flanagan and Leino 2001).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from vexil.engines.termination.instrument import CHECKED, Instrumented
from vexil.engines.termination.loops import Loop, called_from
from vexil.engines.termination.rankings import conditions_of, written_variables
from vexil.engines.termination.sampling import nearest
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, postorder
from vexil.ir.interpreter import Choices, CompiledProgram, Machine
from vexil.ir.names import ghost
from vexil.ir.operation_parts import Domain, Origin, RangeDomain, StaticCallee, TypeDomain
from vexil.ir.operations import (
    Assume,
    Call,
    Check,
    Choose,
    EndThread,
    Operation,
    Restrict,
    Return,
    Skip,
    Stop,
    Throw,
)
from vexil.ir.program import Edge, Function, Location, LocationKind, Program
from vexil.ir.types import BOOL, BoolType, FloatType, IntegerType, MathType, TokenType
from vexil.ir.typing import apply, literal, negation
from vexil.model.evidence import LoopRule, RecurrentSet, Run
from vexil.transform.fixed_choices import is_fixable, with_choices

MOST_CONDITIONS = 60
LATE_ARRIVALS = 40
_ORDERED = (Operator.GREATER_EQUAL, Operator.LESS_EQUAL, Operator.GREATER, Operator.LESS)
_MASKS = (1, 3, 7)
_COMPARED = (*_ORDERED, Operator.DIFFERENT, Operator.EQUAL)


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A loop that a run did not leave: the run to an arrival, and conditions that held at all later ones."""

    loop: Loop
    stem: Run
    conditions: tuple[Expr, ...]


def suspicions(compiled: CompiledProgram, loops: tuple[Loop, ...], run: Run) -> Iterator[Suspicion]:
    """The loops that a run has gone round in its second half, those of callers first."""
    machine = Machine(compiled, checks=frozenset())
    machine.reset(run.initial)
    heads = {loop.key: loop for loop in loops}
    arrivals: dict[Loop, list[tuple[int, int]]] = {}
    for position, move in enumerate(run.moves):
        frames = machine.threads[1].frames
        loop = heads.get((frames[-1].code.function.name, frames[-1].location))
        if loop is not None and 2 * position >= len(run.moves):
            arrivals.setdefault(loop, []).append((len(frames), position))
        machine.take(move)
        if machine.ending is not None:
            return
    for loop, places in sorted(arrivals.items(), key=lambda item: (min(item[1])[0], item[0].key)):
        depth = min(places)[0]
        late = [position for level, position in places if level == depth][-LATE_ARRIVALS:]
        if len(late) > 2:
            yield suspicion_at(compiled, loop, run, late)


def suspicion_at(compiled: CompiledProgram, loop: Loop, run: Run, late: list[int]) -> Suspicion:
    """The conditions that hold in a run wherever it is at a head, at late positions."""
    machine = Machine(compiled, checks=frozenset())
    machine.reset(run.initial)
    program = compiled.program
    function = program.functions[loop.function]
    wanted = set(late)
    candidates: dict[str, Expr] | None = None
    for position, move in enumerate(run.moves[: late[-1] + 1]):
        if position in wanted:
            frame = machine.threads[1].frames[-1]

            def value(expression: Expr, frame: object = frame) -> object:
                evaluate = compiled.evaluator(expression, function)
                try:
                    return evaluate(frame.registers, machine.globals, machine, machine.threads[1])  # type: ignore[attr-defined]
                except UndefinedValue:
                    return None

            if candidates is None:
                candidates = {}
                for candidate in _conditions(program, loop, value):
                    candidates.setdefault(str(candidate), candidate)
            candidates = {text: one for text, one in candidates.items() if value(one) is True}
        machine.take(move)
    kept = tuple((candidates or {}).values())[:MOST_CONDITIONS]
    return Suspicion(loop, Run(run.initial, run.moves[: late[0]]), kept)


def _conditions(program: Program, loop: Loop, value: object) -> Iterator[Expr]:
    """Conditions that may hold at the head for ever: what the loop compares, and single variables."""
    assert callable(value)
    for condition in conditions_of(program, loop):
        yield condition
        yield negation(condition)
        for node in postorder(condition):
            if isinstance(node, Apply) and node.operator in _COMPARED:
                is_ordered = isinstance(node.operands[0].type, IntegerType | MathType)
                for operator in _COMPARED if is_ordered else (Operator.EQUAL, Operator.DIFFERENT):
                    yield Apply(operator, node.operands, BOOL)
                yield from _low_bits(node, value)
    written = {(item.name, item.is_global) for item in written_variables(program, loop)}
    written |= {(item.name, False) for item in program.functions[loop.function].parameters}
    for variable in scalars(program, loop):
        now = value(variable)
        if not isinstance(now, int) or isinstance(variable.type, TokenType):
            continue
        if isinstance(variable.type, BoolType):
            yield variable if now else negation(variable)
            continue
        yield apply(Operator.EQUAL, variable, literal(now, variable.type))
        if (variable.name, variable.is_global) in written:
            yield apply(Operator.GREATER_EQUAL, variable, literal(0, variable.type))
            if isinstance(variable.type, IntegerType):
                low = apply(Operator.BIT_AND, variable, literal(1, variable.type))
                yield apply(Operator.EQUAL, low, literal(now & 1, variable.type))


def _low_bits(comparison: Apply, value: object) -> Iterator[Expr]:
    """What the low bits of the difference are of two numbers that a loop waits for to be equal."""
    assert callable(value)
    left, right = comparison.operands
    if comparison.operator not in (Operator.EQUAL, Operator.DIFFERENT) or not isinstance(left.type, IntegerType):
        return
    difference = apply(Operator.SUBTRACT, left, right)
    now = value(difference)
    for mask in _MASKS if isinstance(now, int) else ():
        bits = apply(Operator.BIT_AND, difference, literal(mask, left.type))
        yield apply(Operator.EQUAL, bits, literal(now & mask, left.type))


def scalars(program: Program, loop: Loop) -> list[Variable]:
    """The numbers and truth values that a loop may read: those of its function outside of memory, and globals."""
    kinds = IntegerType | MathType | BoolType | FloatType
    found = [
        Variable(item.name, item.type, False)
        for item in program.functions[loop.function].variables.values()
        if isinstance(item.type, kinds) and not item.addressable
    ]
    return found + [Variable(item.name, item.type, True) for item in program.globals if isinstance(item.type, kinds)]


# --- inputs ----------------------------------------------------------------------------------------------


def constant_choices(program: Program, loop: Loop, constant: int) -> tuple[tuple[str, int], ...]:
    """Every choice in a loop, and in what it calls, made by the number closest to a constant."""
    made: list[tuple[str, int]] = []
    inside = [
        callee
        for operation in loop.operations(program)
        if isinstance(operation, Call) and isinstance(operation.callee, StaticCallee)
        for callee in called_from(program, operation.callee.function)
    ]
    for name in dict.fromkeys((loop.function, *inside)):
        function = program.functions[name]
        for location, edges in enumerate(function.outgoing):
            if name == loop.function and name not in inside and location not in loop.locations:
                continue
            if function.locations[location].kind is LocationKind.CHOICE:
                decision = nearest(Choices(range(len(edges))), constant)
                made.append((function.edge_id(edges[0]), decision or 0))
            elif edges and isinstance(operation := function.edges[edges[0]].operation, Choose):
                wanted = (constant, *_limits(operation.domain, constant), abs(constant), 1, 0)
                possible = [one for one in wanted if is_fixable(operation.domain, one)]
                made += [(function.edge_id(edges[0]), one) for one in possible[:1]]
    return tuple(made)


def _limits(domain: Domain, constant: int) -> tuple[int, ...]:
    """The value of a domain that is closest to a constant beyond it."""
    match domain:
        case TypeDomain(IntegerType() as kind):
            return (kind.high if constant > 0 else kind.low,)
        case RangeDomain(Const(int(low)), Const(int(high))):
            return (high if constant > 0 else low,)
        case _:
            return ()


# --- one iteration as a program --------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Iteration:
    """A program that is one iteration of a loop from any state; ``parts`` says which condition a check is about."""

    form: Instrumented
    parts: Mapping[str, int]


def iteration(program: Program, suspicion: Suspicion, choices: tuple[tuple[str, int], ...]) -> Iteration:
    """The program whose checks hold if one iteration keeps all conditions and comes back."""
    fixed = with_choices(program, dict(choices))
    loop = suspicion.loop
    functions = {name: going_on(function) for name, function in fixed.functions.items()}
    own, parts = _once(functions[loop.function], fixed, suspicion)
    functions[own.name] = own
    return Iteration(Instrumented(program, replace(fixed, functions=functions, entry=own.name), {}), parts)


def going_on(function: Function) -> Function:
    """The function in which checks say that a run goes on, and nothing else is checked."""
    edges = [replace(edge, operation=_required(edge.operation)) for edge in function.edges]
    return replace(function, edges=tuple(edges))


def _required(operation: Operation) -> Operation:
    match operation:
        case Check(kind, _, _) if kind == CHECKED:
            return Skip()
        case Restrict(condition):
            return Check(CHECKED, condition, "the run is not cut")
        case Stop() | EndThread() | Throw():
            return Check(CHECKED, Const(False, BOOL), "the run does not end")
        case _:
            return operation


def _once(function: Function, program: Program, suspicion: Suspicion) -> tuple[Function, dict[str, int]]:
    loop = suspicion.loop
    locations, edges = list(function.locations), list(function.edges)
    name = ghost("iteration")

    def location(kind: LocationKind = LocationKind.STEP) -> int:
        locations.append(Location(ghost(f"at {len(locations)}"), kind, ()))
        return len(locations) - 1

    entry, back, left, leave = location(), location(), location(), location(LocationKind.TERMINAL)
    for number, edge in enumerate(function.edges):
        if edge.source in loop.locations:
            target = back if edge.target == loop.head else edge.target if edge.target in loop.locations else left
            operation = Skip() if isinstance(edge.operation, Return) else edge.operation
            edges[number] = Edge(edge.source, target, operation, edge.span)
    place = entry
    for variable in scalars(program, loop):
        following = location()
        edges.append(Edge(place, following, Choose(variable, TypeDomain(variable.type), Origin.APPROXIMATION), None))
        place = following
    for condition in suspicion.conditions:
        locations[place] = replace(locations[place], kind=LocationKind.BRANCH)
        following = location()
        edges.append(Edge(place, following, Assume(condition), None))
        edges.append(Edge(place, leave, Assume(negation(condition)), None))
        place = following
    edges.append(Edge(place, loop.head, Skip(), None))
    parts: dict[str, int] = {}
    for number, condition in enumerate(suspicion.conditions):
        parts[f"{name}#{len(edges)}"] = number
        following = location()
        edges.append(Edge(back, following, Check(CHECKED, condition, "the condition is kept"), None))
        back = following
    edges.append(Edge(back, leave, Return(None), None))
    stuck = location()
    edges.append(Edge(left, stuck, Check(CHECKED, Const(False, BOOL), "the loop is not left"), None))
    edges.append(Edge(stuck, leave, Return(None), None))
    whole = replace(
        function, name=name, parameters=(), locals=(*function.parameters, *function.locals), result=None,
        locations=tuple(locations), edges=tuple(edges), entry=entry, exit=leave, exceptional_exit=None, stop=None,
    )  # fmt: skip
    return whole, parts


def recurrent_set(
    compiled: CompiledProgram,
    suspicion: Suspicion,
    choices: tuple[tuple[str, int], ...],
    loops: tuple[LoopRule, ...],
) -> RecurrentSet:
    """The evidence; *loops* are the rules of loops inside, which may be about the iteration as a function."""
    condition: Expr = Const(True, BOOL)
    for number, part in enumerate(suspicion.conditions):
        condition = apply(Operator.AND, condition, part) if number else part
    own = suspicion.loop
    rules = tuple(
        replace(rule, function=own.function if rule.function == ghost("iteration") else rule.function) for rule in loops
    )
    inside = {(rule.function, rule.head): rule for rule in rules}
    inside.pop(own.key, None)
    stem = _shortest(compiled, own, suspicion.stem, condition)
    return RecurrentSet(stem, own.function, own.head, condition, choices, tuple(inside.values()))


def _shortest(compiled: CompiledProgram, loop: Loop, run: Run, condition: Expr) -> Run:
    """The run up to the first arrival at the head of a loop in a state in which a condition holds."""
    machine = Machine(compiled, checks=frozenset())
    machine.reset(run.initial)
    evaluate = compiled.evaluator(condition, compiled.program.functions[loop.function])
    thread = machine.threads[1]
    for position, move in enumerate(run.moves):
        frame = thread.frames[-1]
        if frame.location == loop.head and frame.code.function.name == loop.function:
            try:
                if evaluate(frame.registers, machine.globals, machine, thread) is True:
                    return Run(run.initial, run.moves[:position])
            except UndefinedValue:
                pass
        machine.take(move)
    return run
