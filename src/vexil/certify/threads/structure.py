"""What the program itself says about its threads: where they notice each other, sections, and who is started once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vexil.core import graphs
from vexil.ir import operations as ops
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, preorder
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.program import Function, Program

_SYNCHRONISING = (ops.Lock, ops.Unlock, ops.Start)
_KNOWN = (
    ops.Skip, ops.Assign, ops.Assume, ops.Case, ops.Restrict, ops.Check, ops.Choose, ops.Return, ops.Stop, ops.Lock,
    ops.Unlock, ops.Start, ops.BeginAtomic, ops.EndAtomic,
)  # fmt: skip


def is_noticed(operation: ops.Operation) -> bool:
    """Say whether an operation has to do with what threads share."""
    if isinstance(operation, _SYNCHRONISING):
        return True
    return any(_is_shared(part) for expression in ops.expressions_of(operation) for part in preorder(expression))


def _is_shared(part: Expr) -> bool:
    """A lock that the thread holds is no other thread's business."""
    if isinstance(part, Variable):
        return part.is_global
    return isinstance(part, Apply) and part.operator is Operator.LOCKED


def depths(function: Function) -> Mapping[int, int] | None:
    """How many atomic sections are open at each location that is reached; nothing if that depends on the way."""
    found = {function.entry: 0}
    pending = [function.entry]
    while pending:
        location = pending.pop()
        for number in function.outgoing[location]:
            edge = function.edges[number]
            if isinstance(edge.operation, ops.Return | ops.Stop):
                continue
            depth = found[location] + isinstance(edge.operation, ops.BeginAtomic)
            depth -= isinstance(edge.operation, ops.EndAtomic)
            if edge.target not in found:
                found[edge.target] = depth
                pending.append(edge.target)
            if depth < 0 or found[edge.target] != depth:
                return None
    return found


def locks_of(program: Program) -> frozenset[int] | None:
    """The locks that operations and conditions name; nothing if one is not known."""
    found: set[int] = set()
    for lock in _locks(program):
        if not isinstance(lock, Const):
            return None
        found.add(int(lock.value))
    return frozenset(found)


def _locks(program: Program) -> Iterator[Expr]:
    for function in program.functions.values():
        for edge in function.edges:
            if isinstance(edge.operation, ops.Lock | ops.Unlock):
                yield edge.operation.lock
            for expression in ops.expressions_of(edge.operation):
                for part in preorder(expression):
                    if isinstance(part, Apply) and part.operator in (Operator.LOCKED, Operator.HOLDS_LOCK):
                        yield part.operands[0]


def started_once(program: Program) -> frozenset[str]:
    """The templates of which there is at most one thread: the first one, and those that one edge of it starts once."""
    sites: dict[str, list[tuple[str, int]]] = {}
    for function in program.functions.values():
        for number, edge in enumerate(function.edges):
            if isinstance(edge.operation, ops.Start) and isinstance(edge.operation.callee, StaticCallee):
                sites.setdefault(edge.operation.callee.function, []).append((function.name, number))
    if program.entry in sites:
        return frozenset()
    entry = program.functions[program.entry]
    return frozenset(
        {
            program.entry,
            *(
                template
                for template, found in sites.items()
                if len(found) == 1 and found[0][0] == entry.name and not _comes_back(entry, found[0][1])
            ),
        }
    )


def _comes_back(function: Function, number: int) -> bool:
    """Say whether an edge may be taken again."""
    edge = function.edges[number]
    behind = graphs.reachable([edge.target], lambda place: [function.edges[n].target for n in function.outgoing[place]])
    return edge.source in behind


def unknown_operation(program: Program) -> str:
    """The identity of an edge with an operation that the checker has no rule for, if there is one."""
    for function in program.functions.values():
        for number, edge in enumerate(function.edges):
            is_known = isinstance(edge.operation, _KNOWN)
            if isinstance(edge.operation, ops.Start):
                is_known = isinstance(edge.operation.callee, StaticCallee) and edge.operation.handle is None
            if isinstance(edge.operation, ops.Lock):
                is_known = not edge.operation.reentrant
            if not is_known:
                return function.edge_id(number)
    return ""
