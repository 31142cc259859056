"""Functions as tables of steps: for each location what a symbolic state does there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vexil.engines.bounded.blocks import Block, Unmodelled
from vexil.engines.bounded.expressions import Evaluate
from vexil.engines.bounded.inputs import Inputs
from vexil.engines.bounded.machine import Machine, Scope
from vexil.engines.bounded.operations import Do, Operations, Write
from vexil.engines.bounded.state import State
from vexil.ir.expressions import Const
from vexil.ir.operation_parts import PointerCallee, StaticCallee
from vexil.ir.operations import Assume, Call, Case, Check, Operation, Restrict, Return, Stop
from vexil.ir.program import Function, LocationKind
from vexil.logic import Term

AnyValue = Callable[[State], "Term | Block"]
Conditions = Callable[[State], list[Term]]


@dataclass(slots=True)
class Simple:
    """An edge that changes the state and goes on."""

    edge: int
    do: Do
    stops: bool = False


@dataclass(slots=True)
class Test:
    """A check or a restriction."""

    edge: int
    condition: Evaluate
    check: Check | None


@dataclass(slots=True)
class Branch:
    """Exclusive conditions, one for each edge."""

    edges: tuple[int, ...]
    conditions: Conditions


@dataclass(slots=True)
class Choice:
    """Alternatives of the environment."""

    edges: tuple[int, ...]
    steps: tuple[Step, ...]


@dataclass(slots=True)
class Enter:
    """A call; ``callees`` gives the functions it may run with their conditions."""

    edge: int
    function: int | None
    pointer: Evaluate | None
    arguments: list[AnyValue]
    result: Write | None
    call: Call


@dataclass(slots=True)
class Leave:
    """A return."""

    edge: int
    value: AnyValue | None


@dataclass(slots=True)
class End:
    """The end of the program, or of its first function."""

    edge: int


Step = Simple | Test | Branch | Choice | Enter | Leave | End


class FunctionCode:
    """The steps of one function, compiled when they are first needed."""

    def __init__(self, machine: Machine, function: Function, inputs: Inputs) -> None:
        self.function = function
        self.machine = machine
        self._operations = Operations(machine, Scope(machine, function), inputs)
        self._steps: list[Step | None] = [None] * len(function.locations)
        self._asserted: dict[int, tuple[int, ...]] = {}
        self.targets = [edge.target for edge in function.edges]
        self.blocks = tuple(
            (index, machine.size_of(variable.type), variable.name, index < len(function.parameters), variable.type)
            for index, variable in enumerate((*function.parameters, *function.locals))
            if variable.addressable
        )

    def asserted(self, location: int) -> tuple[int, ...]:
        """The checks that always fail behind a branch: what the branch decides is what they assert."""
        assertions = self._asserted.get(location)
        if assertions is None:
            edges = self.function.edges
            behind = (self.function.outgoing[edges[way].target] for way in self.function.outgoing[location])
            assertions = self._asserted[location] = tuple(
                edge for group in behind for edge in group if _always_fails(edges[edge].operation)
            )
        return assertions

    def step(self, location: int) -> Step:
        """What happens at a location."""
        compiled = self._steps[location]
        if compiled is None:
            compiled = self._steps[location] = self._compile(location)
        return compiled

    def _compile(self, location: int) -> Step:
        edges = self.function.outgoing[location]
        match self.function.locations[location].kind:
            case LocationKind.TERMINAL:
                return End(-1)
            case LocationKind.BRANCH:
                return Branch(edges, self._conditions(edges))
            case LocationKind.CHOICE:
                return Choice(edges, tuple(self._edge(edge) for edge in edges))
            case LocationKind.STEP | LocationKind.CALL:
                return self._edge(edges[0])

    def _edge(self, edge: int) -> Step:
        try:
            return self._compiled(edge)
        except Unmodelled as refused:
            reason = refused.reason

            def refuse(_: State) -> None:
                raise Unmodelled(reason)

            return Simple(edge, refuse)

    def _compiled(self, edge: int) -> Step:
        operations = self._operations
        operation = self.function.edges[edge].operation
        match operation:
            case Check(_, condition, _):
                return Test(edge, operations.value(condition), operation)
            case Restrict(condition):
                return Test(edge, operations.value(condition), None)
            case Call(callee, arguments, result):
                values = [operations.any_value(argument) for argument in arguments]
                write = None if result is None else operations.write(result)
                match callee:
                    case StaticCallee(name):
                        number = self.machine.function_numbers[name]
                        return Enter(edge, number, None, values, write, operation)
                    case PointerCallee(pointer, _):
                        return Enter(edge, None, operations.value(pointer), values, write, operation)
                    case _:
                        raise Unmodelled("calls of methods are not followed symbolically")
            case Return(value):
                return Leave(edge, None if value is None else operations.any_value(value))
            case Stop(status):
                return Simple(edge, _discarding(None if status is None else operations.value(status)), stops=True)
            case _:
                return Simple(edge, operations.operation(operation, edge))

    def _conditions(self, edges: tuple[int, ...]) -> Conditions:
        terms = self.machine.terms
        operations = [self.function.edges[edge].operation for edge in edges]
        match operations[0]:
            case Assume(condition):
                test = self._operations.value(condition)

                def two_ways(state: State) -> list[Term]:
                    holds = test(state)
                    return [holds, terms.not_(holds)]

                return two_ways
            case Case(selector, _, _):
                compute = self._operations.value(selector)
                tables = [operation.values if isinstance(operation, Case) else () for operation in operations]
                others = [isinstance(operation, Case) and operation.otherwise for operation in operations]

                def many_ways(state: State) -> list[Term]:
                    value = compute(state)
                    conditions = [
                        terms.disjunction(terms.eq(value, terms.constant(number, value.sort)) for number in table)
                        for table in tables
                    ]
                    rest = terms.not_(
                        terms.disjunction(one for one, is_rest in zip(conditions, others, strict=True) if not is_rest)
                    )
                    return [rest if is_rest else one for one, is_rest in zip(conditions, others, strict=True)]

                return many_ways
            case _:
                raise Unmodelled("a branch without conditions")


def _discarding(value: Evaluate | None) -> Do:
    def evaluate(state: State) -> None:
        if value is not None:
            value(state)

    return evaluate


def _always_fails(operation: Operation) -> bool:
    return isinstance(operation, Check) and isinstance(operation.condition, Const) and not operation.condition.value
