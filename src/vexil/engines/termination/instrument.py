"""Questions about ends as questions about checks: a program that remembers something at the heads of its loops.

The numbers of locations and edges are those of the program, new ones come after them. At a head, behind its arrivals,
operations are added; where control comes back from inside the loop, a check. So a run of the new program is one of the
program with more steps, and rules about its loops are rules about those of the program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from vexil.engines.termination.loops import Head, Loop
from vexil.ir.expressions import Const, Expr, Variable
from vexil.ir.interpreter import CompiledProgram, Machine, Move
from vexil.ir.names import ghost
from vexil.ir.operations import Check, Operation, Skip
from vexil.ir.program import Edge, Function, Location, LocationKind, Program, VariableDeclaration
from vexil.ir.types import BOOL, Type
from vexil.model.evidence import Run
from vexil.spec.property import Kind, Property, parse_property

CHECKED = "assert"
"""The kind of the added checks; those of the program are left out."""


def question_of_checks() -> Property:
    """The property that no added check fails."""
    return parse_property(Kind.ASSERT.value)


@dataclass(frozen=True, slots=True)
class Insertion:
    """What is added to a loop: variables, operations at its head, and a check where control comes back to it."""

    loop: Loop
    variables: tuple[Variable, ...]
    operations: tuple[Operation, ...]
    returning: Expr


def added(name: str, kind: Type) -> Variable:
    """A variable that is none of the program."""
    return Variable(ghost(name), kind, False)


@dataclass(frozen=True, eq=False)
class Instrumented:
    """A program with insertions; ``checks`` says which loop the check on an edge belongs to."""

    original: Program
    program: Program
    checks: Mapping[str, Head]

    def original_run(self, run: Run) -> tuple[Run, str]:
        """The run without the steps that were added, and the edge of the check that fails at its end."""
        machine = Machine(CompiledProgram(self.program), checks=frozenset({CHECKED}))
        machine.reset(run.initial)
        moves: list[Move] = []
        for move in run.moves:
            machine.apply(move)
            function = self.original.functions.get(machine.compiled.functions[machine.edge_function].name)
            if function is not None and machine.edge < len(function.edges):
                moves.append(move)
        return Run(run.initial, tuple(moves)), machine.edge_id()


def instrumented(program: Program, insertions: Sequence[Insertion]) -> Instrumented:
    """The program with insertions; it has at least one check, which holds."""
    checks: dict[str, Head] = {}
    functions: dict[str, Function] = {}
    for name, function in program.functions.items():
        own = [insertion for insertion in insertions if insertion.loop.function == name]
        functions[name] = _function(function, own, checks, is_entry=name == program.entry)
    return Instrumented(program, replace(program, functions=functions), checks)


def _function(function: Function, insertions: list[Insertion], checks: dict[str, Head], *, is_entry: bool) -> Function:
    locations = list(function.locations)
    edges = [Edge(edge.source, edge.target, _without_check(edge.operation), edge.span) for edge in function.edges]
    variables: list[VariableDeclaration] = []
    entry = function.entry

    def location(name: str, kind: LocationKind) -> int:
        locations.append(Location(ghost(name), kind, ()))
        return len(locations) - 1

    for insertion in insertions:
        loop = insertion.loop
        span = next((edges[number].span for number in function.outgoing[loop.head]), None)
        variables += [VariableDeclaration(item.name, item.type, False, None, True) for item in insertion.variables]
        returning = location(f"return {loop.head}", LocationKind.STEP)
        after = location(f"after {loop.head}", locations[loop.head].kind)
        locations[loop.head] = replace(locations[loop.head], kind=LocationKind.STEP)
        for number, edge in enumerate(function.edges):
            source = after if edge.source == loop.head else edges[number].source
            target = returning if loop.is_return(edge.source, edge.target) else edges[number].target
            edges[number] = Edge(source, target, edges[number].operation, edge.span)
        checks[f"{function.name}#{len(edges)}"] = loop.key
        edges.append(Edge(returning, loop.head, Check(CHECKED, insertion.returning, "the loop makes progress"), span))
        place = loop.head
        operations = insertion.operations or (Skip(),)
        for index, operation in enumerate(operations):
            is_last = index == len(operations) - 1
            following = after if is_last else location(f"at {loop.head} {index}", LocationKind.STEP)
            edges.append(Edge(place, following, operation, span))
            place = following
    if is_entry:
        entry = location("entry", LocationKind.STEP)
        edges.append(Edge(entry, function.entry, Check(CHECKED, Const(True, BOOL), "the program begins"), None))
    return replace(
        function, locals=(*function.locals, *variables), locations=tuple(locations), edges=tuple(edges), entry=entry
    )


def _without_check(operation: Operation) -> Operation:
    return Skip() if isinstance(operation, Check) and operation.property == CHECKED else operation
