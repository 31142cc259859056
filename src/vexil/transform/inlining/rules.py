"""What has no form without calls, and which functions a program without calls still needs."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.core import graphs
from vexil.core.errors import LimitReached
from vexil.ir.expressions import Apply, CodeAddress, Expr, Operator, postorder
from vexil.ir.operation_parts import Callee, NewMemory, PointerCallee, StaticCallee, VirtualCallee
from vexil.ir.operations import Allocate, Call, Interrupt, Join, Notify, Operation, Start, Throw, Wait, expressions_of
from vexil.ir.program import Function, Program, initial_expressions
from vexil.model.protocols import NotApplicable


class Recursion(LimitReached, NotApplicable):
    """A function may call itself, so there is no program without calls that does the same."""

    def __init__(self, function: str) -> None:
        super().__init__(f"recursion in {function}")
        self.reason = f"recursion in {function}"
        self.function = function


class NotInlined(LimitReached, NotApplicable):
    """An operation has no counterpart in a program without calls; ``edge`` is its identity."""

    def __init__(self, reason: str, edge: str) -> None:
        super().__init__(f"{reason} at {edge}")
        self.reason = f"{reason} at {edge}"
        self.edge = edge


def refuse(program: Program) -> None:
    """Raise `Recursion` or `NotInlined` for the first thing that cannot be copied and that the entry can get to."""
    calls = {program.entry: list(reversed(_calls(program, program.entry)))}
    active, finished = [program.entry], set[str]()
    while active:
        rest = calls[active[-1]]
        if not rest:
            finished.add(active.pop())
            continue
        callee = rest.pop()
        if callee in active:
            raise Recursion(callee)
        if callee not in finished:
            calls[callee] = list(reversed(_calls(program, callee)))
            active.append(callee)


def recursive_functions(program: Program) -> frozenset[str]:
    """The functions that may call themselves, by others too; raises `NotInlined` for what cannot be copied."""
    calls: dict[str, list[str]] = {}
    pending = [program.entry]
    while pending:
        name = pending.pop()
        if name not in calls:
            calls[name] = _calls(program, name)
            pending.extend(calls[name])
    names = sorted(calls)
    number = {name: index for index, name in enumerate(names)}
    groups = graphs.components(len(names), lambda index: [number[callee] for callee in calls[names[index]]])
    found = {
        names[index] for group in groups for index in group if len(group) > 1 or names[index] in calls[names[index]]
    }
    for name in sorted(found):
        in_memory = [item.name for item in program.functions[name].variables.values() if item.addressable]
        if in_memory:
            raise NotInlined(f"variable {in_memory[0]} of a recursive function in memory", name)
        if name == program.entry:
            raise Recursion(name)
    return frozenset(found)


def reachable(function: Function) -> set[int]:
    """The locations that some path from the entry of a function leads to."""

    def successors(location: int) -> list[int]:
        return [function.edges[number].target for number in function.outgoing[location]]

    return set(graphs.reachable([function.entry], successors))


def _calls(program: Program, name: str) -> list[str]:
    """The functions that one calls, in order; everything else it does has to have a copy."""
    function = program.functions[name]
    inner = name != program.entry
    live = reachable(function) if inner else set(range(len(function.locations)))
    callees: dict[str, None] = {}
    for number, edge in enumerate(function.edges):
        if edge.source not in live:
            continue
        reason = _reason(edge.operation, inner)
        if reason:
            raise NotInlined(reason, function.edge_id(number))
        if isinstance(edge.operation, Call) and isinstance(edge.operation.callee, StaticCallee):
            callees[edge.operation.callee.function] = None
    return list(callees)


def _reason(operation: Operation, inner: bool) -> str:
    """Why an operation cannot be copied, if so; ``inner`` says whether its function is called."""
    match operation:
        case Call(PointerCallee(), _, _):
            return "a call through a pointer"
        case Call(VirtualCallee(), _, _):
            return "a call that depends on a class"
        case Start() | Join() | Wait() | Notify() | Interrupt():
            return "threads"
        case Throw() if inner:
            return "an exception that leaves a function"
        case Allocate(_, NewMemory(_, True, _), _) if inner:
            return "memory that lives as long as a function"
        case _:
            return ""


def asks_for_leaks(program: Program) -> bool:
    """Say whether some operation asks if there is memory that nothing reaches."""
    return any(
        isinstance(part, Apply) and part.operator is Operator.LEAKED
        for function in program.functions.values()
        for edge in function.edges
        for expression in expressions_of(edge.operation)
        for part in postorder(expression)
    )


def kept_functions(program: Program, entry: Function) -> list[str]:
    """The entry and the functions that something still names, in the order of the program."""
    kept = {entry.name}
    pending = list(_named_outside(program)) + list(_named(entry))
    while pending:
        name = pending.pop()
        if name not in kept and name in program.functions:
            kept.add(name)
            pending.extend(_named(program.functions[name]))
    return [name for name in program.functions if name in kept]


def _named_outside(program: Program) -> Iterator[str]:
    for declaration in program.classes.values():
        yield from (name for _, name in declaration.methods)
        if declaration.initialiser is not None:
            yield declaration.initialiser
    for variable in program.globals:
        for value in initial_expressions(variable):
            yield from _addresses(value)


def _named(function: Function) -> Iterator[str]:
    for edge in function.edges:
        operation = edge.operation
        if isinstance(operation, Call | Start):
            yield from _targets(operation.callee)
        for expression in expressions_of(operation):
            yield from _addresses(expression)


def _targets(callee: Callee) -> tuple[str, ...]:
    match callee:
        case StaticCallee(function):
            return (function,)
        case PointerCallee(_, targets):
            return targets or ()
        case VirtualCallee():
            return ()


def _addresses(expression: Expr) -> Iterator[str]:
    return (part.function for part in postorder(expression) if isinstance(part, CodeAddress))
