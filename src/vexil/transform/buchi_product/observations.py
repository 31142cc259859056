"""Where an automaton has to look at the states of a program, and what it can read there.

Without a next operator a formula does not count steps, so that the automaton need not look where nothing that it could
read has changed; but it has to look again and again, and so it does at one location of every cycle.
"""

from __future__ import annotations

from functools import cached_property

from vexil.ir.compare import same_expression
from vexil.ir.expressions import AddressOf, Bits, Deref, Expr, Variable, preorder
from vexil.ir.operations import Assign, Assume, Case, Check, Choose, Operation, Restrict, Skip
from vexil.ir.program import Edge, Function
from vexil.spec.atoms import Atom
from vexil.transform.inlining import Inlining
from vexil.transform.inlining.atoms import PlacedAtoms, Unnamed

Meaning = bool | Expr
_QUIET = (Skip, Assume, Case, Check, Restrict)
"""Operations that write nothing."""


class Observations:
    """The atoms of an automaton at the locations of a program without calls."""

    def __init__(self, inlining: Inlining, atoms: tuple[Atom, ...], named: PlacedAtoms, *, every_step: bool) -> None:
        self._entry: Function = inlining.entry
        self._origins = inlining.origins
        self._atoms = atoms
        self._named = named
        self._every_step = every_step
        self._meanings: dict[tuple[int, int], Meaning] = {}

    def says(self, bit: int, location: int) -> Meaning:
        """What an atom says at a location: whether it is true, or a condition; raises `Unnamed`."""
        key = (bit, location)
        if key not in self._meanings:
            meaning = self._named.named(self._atoms[bit], location)
            if location in self._exits:
                _refuse_memory(self._atoms[bit], meaning)
            self._meanings[key] = meaning
        return self._meanings[key]

    @cached_property
    def _exits(self) -> frozenset[int]:
        entry = self._entry
        return frozenset(place for place in (entry.exit, entry.exceptional_exit, entry.stop) if place is not None)

    @cached_property
    def inner(self) -> frozenset[int]:
        """Locations inside of what is one step of the program with calls."""
        before: dict[int, set[str]] = {}
        for edge, origin in zip(self._entry.edges, self._origins, strict=True):
            before.setdefault(edge.target, set()).add(origin)
        return frozenset(
            place
            for place, edges in enumerate(self._entry.outgoing)
            if len(edges) == 1 and before.get(place) == {self._origins[edges[0]]}
            if self._entry.edges[edges[0]].target != place
        )

    @cached_property
    def places(self) -> frozenset[int]:
        """The locations at which the automaton looks."""
        entry = self._entry
        if self._every_step:
            return frozenset(range(len(entry.locations)))
        seen = {entry.entry, *self._exits, *_cuts(entry)}
        for edge in entry.edges:
            if self._may_change(edge):
                target = edge.target
                while target in self.inner:  # what happens inside of a step shows when it is over
                    target = entry.edges[entry.outgoing[target][0]].target
                seen.add(target)
        return frozenset(seen)

    def _may_change(self, edge: Edge) -> bool:
        """Whether something that can be read may differ before and after an edge."""
        for bit in range(len(self._atoms)):
            try:
                before, after = self.says(bit, edge.source), self.says(bit, edge.target)
            except Unnamed:
                return True  # it is refused if a run can come there
            if not _is_same(before, after):
                return True
            if not isinstance(after, bool) and _writes(edge.operation, after, self._entry):
                return True
        return False


def _is_same(one: Meaning, two: Meaning) -> bool:
    if isinstance(one, bool) or isinstance(two, bool):
        return one is two
    return same_expression(one, two)


def _writes(operation: Operation, expression: Expr, function: Function) -> bool:
    """Whether an operation may write what an expression reads."""
    if isinstance(operation, _QUIET):
        return False
    if not isinstance(operation, Assign | Choose) or not isinstance(operation.place, Variable):
        return True
    place = operation.place
    if not place.is_global and function.variables[place.name].addressable:
        return True
    nodes = list(preorder(expression))
    if place.is_global and any(isinstance(node, Deref | Bits | AddressOf) for node in nodes):
        return True
    return any(
        isinstance(node, Variable) and node.name == place.name and node.is_global == place.is_global for node in nodes
    )


def _refuse_memory(atom: Atom, meaning: Meaning) -> None:
    """Refuse what is read through pointers where the program is over: what they point to may be gone."""
    if not isinstance(meaning, bool) and any(isinstance(node, Deref | Bits) for node in preorder(meaning)):
        raise Unnamed(f"{atom}, which reads through a pointer where the program has ended")


def _cuts(function: Function) -> set[int]:
    """Locations such that every cycle has one: those that a search in depth comes back to while it is there."""
    marks: dict[int, int] = {}
    found: set[int] = set()
    work: list[tuple[int, int]] = [(function.entry, 0)]
    marks[function.entry] = 1
    while work:
        place, position = work.pop()
        edges = function.outgoing[place]
        if position == len(edges):
            marks[place] = 2
            continue
        work.append((place, position + 1))
        target = function.edges[edges[position]].target
        if marks.get(target) == 1:
            found.add(target)
        elif target not in marks:
            marks[target] = 1
            work.append((target, 0))
    return found
