"""Which waits may be inside atomic sections: how deep threads may be in sections, location by location.

Functions are followed once for every depth at which they are entered, so that sections may begin and end in different
ones. Depths from `DEEPEST` on are not told apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from vexil.ir.operations import BeginAtomic, Call, Catch, EndAtomic, Operation, Return, Throw, Wait
from vexil.ir.program import Program
from vexil.transform.flattening.plan import Place

DEEPEST = 3
Entered = tuple[str, int]
"""A function, and how deep in sections it is entered."""


def waits_inside(program: Program, root: str, targets: Mapping[str, tuple[str, ...]]) -> frozenset[Place]:
    """The waits, by function and edge, that a thread which begins in a function may reach inside a section (*may*).

    *targets* are the functions that a call, by its edge, may run.
    """
    return frozenset(_Sections(program, targets).follow(root))


class _Sections:
    """Follows the functions of a thread."""

    def __init__(self, program: Program, targets: Mapping[str, tuple[str, ...]]) -> None:
        self._functions = program.functions
        self._targets = targets
        self._visited: set[tuple[Entered, int, int]] = set()
        self._pending: list[tuple[Entered, int, int]] = []
        self._exits: dict[Entered, set[tuple[bool, int]]] = defaultdict(set)
        """Whether a function is left normally, and how deep in sections."""
        self._callers: dict[Entered, dict[tuple[Entered, int], None]] = defaultdict(dict)
        """Where a function is called from: in which function, at which location."""

    def follow(self, root: str) -> Iterator[Place]:
        """Go everywhere, and give the waits that are inside sections; one may come several times."""
        self._arrive((root, 0), self._functions[root].entry, 0)
        while self._pending:
            entered, location, depth = self._pending.pop()
            function = self._functions[entered[0]]
            for number in function.outgoing[location]:
                edge = function.edges[number]
                match edge.operation:
                    case Call():
                        self._call(entered, location, self._targets.get(function.edge_id(number), ()), depth)
                    case Return() | Throw() as left:
                        self._leave(entered, isinstance(left, Return), depth)
                    case Catch():
                        pass
                    case operation:
                        if isinstance(operation, Wait) and depth:
                            yield entered[0], number
                        for after in _after(operation, depth):
                            self._arrive(entered, edge.target, after)

    def _arrive(self, entered: Entered, location: int, depth: int) -> None:
        item = (entered, location, depth)
        if item not in self._visited:
            self._visited.add(item)
            self._pending.append(item)

    def _call(self, entered: Entered, location: int, targets: tuple[str, ...], depth: int) -> None:
        for target in targets:
            callee = (target, depth)
            self._callers[callee][entered, location] = None
            self._arrive(callee, self._functions[target].entry, depth)
            for is_normal, left in sorted(self._exits[callee]):
                self._go_on(entered, location, is_normal, left)

    def _leave(self, entered: Entered, is_normal: bool, depth: int) -> None:
        if (is_normal, depth) not in self._exits[entered]:
            self._exits[entered].add((is_normal, depth))
            for caller, location in list(self._callers[entered]):
                self._go_on(caller, location, is_normal, depth)

    def _go_on(self, entered: Entered, location: int, is_normal: bool, depth: int) -> None:
        """Go on behind a call that was left."""
        function = self._functions[entered[0]]
        for number in function.outgoing[location]:
            if isinstance(function.edges[number].operation, Catch) is not is_normal:
                self._arrive(entered, function.edges[number].target, depth)


def _after(operation: Operation, depth: int) -> tuple[int, ...]:
    """How deep a thread may be after an operation."""
    match operation:
        case BeginAtomic():
            return (min(depth + 1, DEEPEST),)
        case EndAtomic():
            return () if depth == 0 else (depth - 1, depth) if depth == DEEPEST else (depth - 1,)
        case _:
            return (depth,)
