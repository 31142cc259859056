"""Endless recursion: conditions at the entry of a function under which every run of it calls it again, deeper.

A run that was cut with many calls of a function inside each other suggests a condition: what held of parameters and
globals at all of these calls. Another engine is asked whether every run of the function comes to a call with the
condition before it returns; parts of it that are not kept are dropped (Houdini, Flanagan and Leino 2001). The argument
is that of recurrent sets (Gupta et al. 2008), with calls in place of iterations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vexil.engines.termination.instrument import CHECKED, Instrumented
from vexil.engines.termination.loops import Loop
from vexil.engines.termination.recurrence import (
    LATE_ARRIVALS,
    Iteration,
    Suspicion,
    going_on,
    scalars,
    suspicion_at,
)
from vexil.engines.termination.recursion import with_values
from vexil.ir.expressions import Const, Deref, Expr, Operator, Variable, postorder
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.names import ghost
from vexil.ir.operation_parts import Origin, PointerCallee, StaticCallee, TypeDomain
from vexil.ir.operations import Assume, Call, Check, Choose, Operation, Restrict, Return, Skip
from vexil.ir.program import Edge, Function, Location, LocationKind, Program
from vexil.ir.types import BOOL
from vexil.ir.typing import apply, negation
from vexil.model.evidence import EndlessRecursion, LoopRule, Run
from vexil.model.protocols import NotApplicable
from vexil.transform.fixed_choices import with_choices

FEWEST_CALLS = 8
"""Calls of a function inside each other that make it suspicious."""
OWN = ghost("descent")


def deep_calls(compiled: CompiledProgram, names: tuple[str, ...], run: Run) -> Iterator[Suspicion]:
    """The functions with many calls inside each other at the end of a run; the conditions are about their entries."""
    machine = Machine(compiled, checks=frozenset())
    machine.reset(run.initial)
    entered: list[tuple[str, int]] = []
    for position, move in enumerate(run.moves):
        frames = machine.threads[1].frames
        del entered[len(frames) :]
        if len(entered) < len(frames):
            entered.append((frames[-1].code.function.name, position))
        machine.take(move)
        if machine.ending is not None:
            return
    for name in names:
        places = [position for function, position in entered if function == name]
        late = places[len(places) // 2 :][-LATE_ARRIVALS:]
        if len(places) >= FEWEST_CALLS:
            function = compiled.program.functions[name]
            whole = Loop(name, function.entry, frozenset(range(len(function.locations))))
            found = suspicion_at(compiled, whole, run, late)
            parts = tuple(part for part in found.conditions if _is_about_call(part, function))
            yield replace(found, conditions=parts)


def _is_about_call(condition: Expr, function: Function) -> bool:
    """Say whether a condition is about parameters and globals alone."""
    parameters = {item.name for item in function.parameters}
    nodes = list(postorder(condition))
    return not any(isinstance(node, Deref) for node in nodes) and all(
        node.is_global or node.name in parameters for node in nodes if isinstance(node, Variable)
    )


def descent(program: Program, suspicion: Suspicion, choices: tuple[tuple[str, int], ...]) -> Iteration:
    """The program whose checks hold if every run of the function comes to a call of it under all conditions."""
    fixed = with_choices(program, dict(choices))
    name = suspicion.loop.function
    parts: dict[str, int] = {}
    functions: dict[str, Function] = {}
    for other, function in fixed.functions.items():
        functions[other] = _with_ends(going_on(function), program.functions[name], suspicion, parts)
    own = _from_any_call(functions[name], fixed, suspicion)
    parts.update({f"{OWN}#{edge.rpartition('#')[2]}": part for edge, part in parts.items() if _in(edge, name)})
    functions[OWN] = own
    return Iteration(Instrumented(program, replace(fixed, functions=functions, entry=OWN), {}), parts)


def _in(edge: str, function: str) -> bool:
    return edge.rpartition("#")[0] == function


def _with_ends(function: Function, called: Function, suspicion: Suspicion, parts: dict[str, int]) -> Function:
    """A function in which a call of another one is the end of the run, behind checks of the conditions."""
    locations, edges = list(function.locations), list(function.edges)
    for number, edge in enumerate(function.edges):
        match edge.operation:
            case Call(PointerCallee(_, targets)) if targets is None or called.name in targets:
                raise NotApplicable(f"calls of {called.name} through pointers")
            case Call(StaticCallee(name), arguments, _) if name == called.name:
                values = {item.name: value for item, value in zip(called.parameters, arguments, strict=True)}
                checks = [with_values(condition, values) for condition in suspicion.conditions]
                ends = Restrict(Const(False, BOOL))
                steps: list[Operation] = [Check(CHECKED, check, "the next call is one of those") for check in checks]
                steps.append(ends)
                place = edge.source
                locations[place] = replace(locations[place], kind=LocationKind.STEP)
                for part, step in enumerate(steps):
                    target = edge.target
                    if step is not ends:
                        locations.append(Location(ghost(f"at {len(locations)}"), LocationKind.STEP, ()))
                        target = len(locations) - 1
                        parts[f"{function.name}#{len(edges) if part else number}"] = part
                    made = Edge(place, target, step, edge.span)
                    if part:
                        edges.append(made)
                    else:
                        edges[number] = made
                    place = target
            case _:
                pass
    return replace(function, locations=tuple(locations), edges=tuple(edges))


def _from_any_call(function: Function, program: Program, suspicion: Suspicion) -> Function:
    """The function from any call under the conditions, with a check that it does not return."""
    locations, edges = list(function.locations), list(function.edges)

    def location(kind: LocationKind = LocationKind.STEP) -> int:
        locations.append(Location(ghost(f"at {len(locations)}"), kind, ()))
        return len(locations) - 1

    entry, back, leave = location(), location(), location(LocationKind.TERMINAL)
    for number, edge in enumerate(function.edges):
        if isinstance(edge.operation, Return):
            edges[number] = Edge(edge.source, back, Skip(), edge.span)
    place = entry
    parameters = {item.name for item in function.parameters}
    for variable in scalars(program, suspicion.loop):
        if variable.is_global or variable.name in parameters:
            following = location()
            operation = Choose(variable, TypeDomain(variable.type), Origin.APPROXIMATION)
            edges.append(Edge(place, following, operation, None))
            place = following
    for condition in suspicion.conditions:
        locations[place] = replace(locations[place], kind=LocationKind.BRANCH)
        following = location()
        edges.append(Edge(place, following, Assume(condition), None))
        edges.append(Edge(place, leave, Assume(negation(condition)), None))
        place = following
    edges.append(Edge(place, function.entry, Skip(), None))
    after = location()
    edges.append(Edge(back, after, Check(CHECKED, Const(False, BOOL), "the call does not return"), None))
    edges.append(Edge(after, leave, Return(None), None))
    return replace(
        function, name=OWN, parameters=(), locals=(*function.parameters, *function.locals), result=None,
        locations=tuple(locations), edges=tuple(edges), entry=entry, exit=leave, exceptional_exit=None, stop=None,
    )  # fmt: skip


def endless_recursion(
    suspicion: Suspicion, choices: tuple[tuple[str, int], ...], loops: tuple[LoopRule, ...]
) -> EndlessRecursion:
    """The evidence; *loops* are the rules of loops inside, which may be about the descent as a function."""
    condition: Expr = Const(True, BOOL)
    for number, part in enumerate(suspicion.conditions):
        condition = apply(Operator.AND, condition, part) if number else part
    name = suspicion.loop.function
    rules = tuple(replace(rule, function=name if rule.function == OWN else rule.function) for rule in loops)
    inside = {(rule.function, rule.head): rule for rule in rules}
    return EndlessRecursion(suspicion.stem, name, condition, choices, tuple(inside.values()))
