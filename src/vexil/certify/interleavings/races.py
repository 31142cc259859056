"""Data races among the next steps of threads, with symbolic values.

Before a thread takes a step that others notice, what it accesses is compared with what every other thread is about to
access. What a step accesses is found out by taking it on the side: nothing is required there, and nobody goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vexil.certify.interleavings.moments import RUNNING, Moment, Thread
from vexil.certify.invariant.content_reads import nothing_needed
from vexil.certify.invariant.ledger import CHECK
from vexil.certify.invariant.numbers import at_most, binary
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.terms import Number, Term, Truth
from vexil.certify.invariant.values import cases_of
from vexil.ir import operations as ops
from vexil.ir.expressions import Apply, Bits, Deref, Element, Field, Operator, Variable, preorder
from vexil.ir.program import Function, LocationKind
from vexil.ir.types import IntegerType

if TYPE_CHECKING:
    from vexil.certify.interleavings.explore import Exploration

_ON_THE_SIDE = (
    ops.Skip, ops.Assign, ops.Assume, ops.Case, ops.Restrict, ops.Check, ops.Choose, ops.Call, ops.Return, ops.Allocate,
    ops.Release, ops.BeginLifetime, ops.EndLifetime, ops.Copy, ops.Fill, ops.Stop, ops.Start,
)  # fmt: skip
"""Operations that can be taken on the side: nobody else is woken or waited for."""


@dataclass(frozen=True, slots=True)
class Touched:
    """Bytes of an object, or a global by name, that a step accesses under a condition."""

    place: int | str
    offset: Number
    size: Number | None
    """Nothing where it is the whole object."""
    writes: bool
    atomic: bool
    condition: Truth
    edge: str


class Races:
    """Requires, wherever threads are interleaved, that no two of them are about to access the same data."""

    def __init__(self, exploration: Exploration, pointer_width: int) -> None:
        self._exploration, self._width = exploration, pointer_width
        self._terms = exploration.terms

    def look(self, moment: Moment, acting: Thread) -> None:
        """Compare the next step of a thread with those of all others."""
        others = [other for number, other in moment.threads.items() if number != acting.number]
        others = [other for other in others if other.status == RUNNING]
        own = list(self._touched(moment, acting)) if others else []
        for other in others if own else ():
            for theirs in self._touched(moment, other):
                for mine in own:
                    self._require(moment, mine, theirs)

    def _require(self, moment: Moment, one: Touched, other: Touched) -> None:
        if one.place != other.place or not (one.writes or other.writes) or (one.atomic and other.atomic):
            return
        terms = self._terms
        both = terms.both(terms.both(one.condition, other.condition), self._overlap(one, other))
        exploration = self._exploration
        exploration.ledger.edge = one.edge
        exploration.ledger.require(moment.state, terms.no(both), f"{CHECK}no data race with {other.edge}")

    def _overlap(self, one: Touched, other: Touched) -> Truth:
        """Whether two ranges of one object have a byte in common; one of unknown size has all of them."""
        first, second = (touched.size for touched in (one, other))
        if first is None or second is None or isinstance(first, Term) or isinstance(second, Term):
            return True
        if first == 0 or second == 0:
            return False
        if not isinstance(one.offset, Term) and not isinstance(other.offset, Term):
            return one.offset < other.offset + second and other.offset < one.offset + first
        kind = IntegerType(self._width, False)
        apart = binary(self._terms, Operator.SUBTRACT, one.offset, other.offset, kind, nothing_needed)
        moved = binary(self._terms, Operator.ADD, apart, first - 1, kind, nothing_needed)
        return at_most(self._terms, moved, first + second - 2, self._width, signed=False)

    # --- what a step accesses ----------------------------------------------------------------------------

    def _touched(self, moment: Moment, thread: Thread) -> Iterator[Touched]:
        """What the next step of a thread accesses."""
        function, location = self._exploration.at(thread)
        kind = function.locations[location].kind
        edges = function.outgoing[location]
        if kind is LocationKind.CALL:
            edges = tuple(edge for edge in edges if not isinstance(function.edges[edge].operation, ops.Catch))
        for edge in edges if kind is LocationKind.CHOICE else edges[:1]:
            operation = function.edges[edge].operation
            if isinstance(operation, _ON_THE_SIDE):
                yield from self._on_the_side(moment, thread, function, edge)
            elif _may_access(function, operation):
                raise Unsupported("a synchronising operation that reads what threads share")

    def _on_the_side(self, moment: Moment, thread: Thread, function: Function, edge: int) -> list[Touched]:
        exploration = self._exploration
        before = exploration.ledger.edge
        is_atomic = function.edges[edge].atomic or bool(thread.sections)
        identity = function.edge_id(edge)
        here = moment.copy()
        found: list[Touched] = []
        place = (thread.number, thread.calls)
        self._terms.at(place)
        exploration.operations.at(place)
        with self._unproved(), exploration.memory.probed() as ranges, suppress(Ended):
            exploration.try_edge(here, thread, function, edge)
        facts = exploration.facts.facts(function, edge)
        for name in dict.fromkeys((*facts.reads, *facts.writes)):
            writes = name in facts.writes
            found.append(Touched(name, 0, 1, writes, is_atomic, True, identity))
        for number, offset, size, writes, condition in ranges:
            found.append(Touched(number, offset, size, writes, is_atomic, condition, identity))
        if isinstance(function.edges[edge].operation, ops.Return) and len(thread.calls) > 1:
            found += self._result(thread, identity, is_atomic=is_atomic)
        operation = function.edges[edge].operation
        if isinstance(operation, ops.Release):
            pointer = exploration.value(moment.copy(), thread, operation.pointer)
            for when, number, _ in cases_of(pointer):
                found.append(Touched(number, 0, None, True, is_atomic, when, identity))
        exploration.ledger.edge = before
        return found

    def _result(self, thread: Thread, identity: str, *, is_atomic: bool) -> Iterator[Touched]:
        """The globals that storing the result of a function accesses."""
        caller = thread.calls[-2]
        function = self._exploration.program.functions[caller.function]
        for number in function.outgoing[caller.location]:
            if isinstance(function.edges[number].operation, ops.Call):
                facts = self._exploration.facts.facts(function, number)
                for name in facts.writes:
                    yield Touched(name, 0, 1, True, is_atomic, True, identity)

    @contextmanager
    def _unproved(self) -> Iterator[None]:
        """What a step requires is required where it is taken, and only assumed here."""
        ledger = self._exploration.ledger
        before, ledger.proving = ledger.proving, False
        try:
            yield
        finally:
            ledger.proving = before


def _may_access(function: Function, operation: ops.Operation) -> bool:
    """Say whether evaluating what an operation needs may read what threads share."""
    for expression in ops.expressions_of(operation):
        for node in preorder(expression):
            match node:
                case Variable(name, _, is_global):
                    if is_global or function.variables[name].addressable:
                        return True
                case Deref() | Bits() | Field() | Element():
                    return True
                case Apply(operator=Operator.LEAKED):
                    return True
                case _:
                    pass
    return False
