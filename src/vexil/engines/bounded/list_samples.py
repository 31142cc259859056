"""Heaps at the heads of loops that runs really have: states of the first iterations under models of the solver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.queries import Queries
from vexil.engines.bounded.state import Frame, State
from vexil.ir.expressions import Variable
from vexil.ir.types import PointerType, StructType, Type
from vexil.logic import Term
from vexil.logic.evaluate import Evaluation
from vexil.model.linked_lists import Member, NodeField, Start

STATES = 6
"""So many states of each head are kept."""
MODELS = 5
PATIENCE = 20_000
Place = tuple[int, int]
"""An object and an offset; null is none."""
NULL: Place = (0, 0)


@dataclass(frozen=True, slots=True)
class Node:
    """A live object on the heap: its size, and what was written into it, numbers without sign."""

    size: int
    cells: dict[int, tuple[str, int]]
    written: frozenset[int]


@dataclass(frozen=True, slots=True)
class Heap:
    """Where variables point to, and the objects on the heap; ``below`` has pointers of functions that wait.

    ``times`` says how often control has come back to the head.
    """

    roots: dict[str, Place]
    below: tuple[Place, ...]
    nodes: dict[int, Node]
    times: int


class HeapSamples:
    """Keeps states of heads and evaluates them."""

    def __init__(self, machine: Machine, queries: Queries) -> None:
        self._machine = machine
        self._queries = queries
        self._kept: dict[tuple[int, int], list[State]] = {}
        self._heaps: dict[tuple[int, int], list[Heap]] = {}
        self._members: dict[tuple[int, str], Member] = {}

    def keep(self, state: State) -> None:
        """Remember a state at a head that has objects on the heap, or has come there before."""
        kept = self._kept.setdefault((state.frame.function, state.frame.location), [])
        if len(kept) < STATES:
            kept.append(state.fork())

    def heaps(self, head: tuple[int, int]) -> list[Heap]:
        """Heaps of runs at a head."""
        if head not in self._heaps:
            states = self._kept.get(head, [])
            has_memory = any(block.origin == "heap" for state in states for block in state.memory.values())
            self._heaps[head] = [heap for state in states for heap in self._of(state)] if has_memory else []
        return self._heaps[head]

    def _of(self, state: State) -> Iterator[Heap]:
        terms = self._machine.terms
        roots = dict(self._roots(state))
        below = list(_below(self._machine, state))
        pointers = [*roots.values(), *below]
        known = [*state.guard.conjuncts(), self._machine.tame]
        cells = [
            term
            for block in state.memory.values()
            if block.origin == "heap" and block.elements is None
            for _, value, written in block.cells.values()
            for term in (value, written)
        ]
        lives = [block.alive for block in state.memory.values()]
        for _ in range(MODELS):
            if not self._queries.ask(*known, limit=PATIENCE).is_sat:
                return
            evaluation = self._queries.evaluation([*known, *pointers, *cells, *lives])
            yield self._heap(state, roots, below, evaluation)
            open_pointers = [term for term in pointers if term.op != "const"]
            values = [(term, evaluation.value(term)) for term in open_pointers]
            known.append(
                terms.disjunction(
                    terms.distinct(term, terms.constant(value, term.sort))
                    for term, value in values
                    if not isinstance(value, tuple)
                )
            )

    def _roots(self, state: State) -> Iterator[tuple[str, Term]]:
        machine = self._machine
        function = machine.function_list[state.frame.function]
        for index, variable in enumerate((*function.parameters, *function.locals)):
            if isinstance(variable.type, PointerType):
                value = state.frame.registers[index]
                address = state.frame.blocks.get(index) if variable.addressable else None
                yield from self._root(state, variable.name, value, address, variable.addressable)
                if not variable.addressable:
                    yield from self._members_at(state, Variable(variable.name, variable.type, False), value)
            elif variable.addressable and index in state.frame.blocks:
                address = state.frame.blocks[index]
                yield from self._members_at(state, Variable(variable.name, variable.type, False), address)
        for index, variable in enumerate(machine.program.globals):
            if isinstance(variable.type, PointerType):
                value = state.globals[index]
                yield from self._root(state, f"global {variable.name}", value, value, variable.addressable)
                if not variable.addressable:
                    yield from self._members_at(state, Variable(variable.name, variable.type, True), value)
            elif variable.addressable:
                yield from self._members_at(state, Variable(variable.name, variable.type, True), state.globals[index])

    def _members_at(self, state: State, variable: Variable, address: Term) -> Iterator[tuple[str, Term]]:
        """Pointers to structures among the members of a structure: in a variable, or where a pointer leads."""
        through = isinstance(variable.type, PointerType)
        kind = variable.type.target if isinstance(variable.type, PointerType) else variable.type
        declared = self._machine.program.structs.get(kind.name) if isinstance(kind, StructType) else None
        if declared is None or address.op != "const":
            return
        number, offset = self._machine.pointers.split(address.value)
        block = state.memory.get(number)
        if block is None or offset or block.elements is not None or block.folded is not None:
            return
        for one in declared.members:
            if (
                isinstance(one.type, PointerType)
                and isinstance(one.type.target, StructType)
                and one.type.target != kind
            ):
                member = Member(variable, one.offset, one.type, through)
                cell = block.cells.get(one.offset)
                value = None
                if cell is None and block.fill == 0:
                    value = self._machine.pointers.null
                elif cell is not None and cell[0][0] == "p" and cell[2] is self._machine.terms.true:
                    value = cell[1]
                if value is not None:
                    name = f"global {member.name}" if variable.is_global else member.name
                    self._members[state.frame.function, name] = member
                    yield name, value

    def _root(
        self, state: State, name: str, value: Term, address: Term | None, in_memory: bool
    ) -> Iterator[tuple[str, Term]]:
        if not in_memory:
            yield name, value
        elif address is not None and address.op == "const":
            block = state.memory.get(self._machine.pointers.split(address.value)[0])
            cell = None if block is None else block.cells.get(0)
            if cell is not None and cell[0][0] == "p" and cell[2] is self._machine.terms.true:
                yield name, cell[1]

    def _heap(self, state: State, roots: dict[str, Term], below: list[Term], evaluation: Evaluation) -> Heap:
        def number(term: Term) -> int:
            value = evaluation.value(term)
            return 0 if isinstance(value, tuple) else int(value)

        def place(term: Term) -> Place:
            return self._machine.pointers.split(number(term))

        nodes: dict[int, Node] = {}
        for object_, block in state.memory.items():
            if block.origin == "heap" and block.elements is None and evaluation.holds(block.alive):
                cells = {at: (storage, number(value)) for at, (storage, value, _) in block.cells.items()}
                written = frozenset(at for at, cell in block.cells.items() if evaluation.holds(cell[2]))
                nodes[object_] = Node(number(block.size), cells, written)
        return Heap(
            {name: place(term) for name, term in roots.items()},
            tuple(map(place, below)),
            nodes,
            state.frame.loops[-1].times,
        )

    def place_of(self, value: int) -> Place:
        """The place that a stored pointer is."""
        return self._machine.pointers.split(value)

    def variable(self, function: int, name: str) -> Start:
        """The variable or member with the name of a root."""
        if (function, name) in self._members:
            return self._members[function, name]
        if name.startswith("global "):
            declared = self._machine.program.global_variables[name.removeprefix("global ")]
            return Variable(declared.name, declared.type, True)
        declared = self._machine.function_list[function].variables[name]
        return Variable(name, declared.type, False)

    def may_link(self, kind: Type, link: int) -> bool:
        """Whether nodes that a pointer leads to may lead to others like them: structures of other types do not."""
        first = current = kind.target if isinstance(kind, PointerType) else kind
        structs = self._machine.program.structs
        seen: list[Type] = []
        while isinstance(current, StructType) and current.name in structs and current not in seen:
            seen.append(current)
            member = next((one for one in structs[current.name].members if one.offset == link), None)
            if member is None or not isinstance(member.type, PointerType):
                return True
            current = member.type.target or first
        return not isinstance(current, StructType) or current == first


def base_of(name: str) -> str:
    """The name of the variable that a root is, or is a member of."""
    return name.partition("@")[0].partition("->")[0]


def _below(machine: Machine, state: State) -> Iterator[Term]:
    """The pointers of functions that wait."""
    frame: Frame | None = state.frame.parent
    while frame is not None:
        function = machine.function_list[frame.function]
        for index, variable in enumerate((*function.parameters, *function.locals)):
            if isinstance(variable.type, PointerType) and not variable.addressable:
                yield frame.registers[index]
        frame = frame.parent


def fields_of(nodes: list[Node], link: int | None) -> tuple[NodeField, ...]:
    """The fields that all of some nodes have, but for a link; one that some node has not written is said to be so."""
    offsets = sorted({at for node in nodes for at in node.written if at != link})
    fields: list[NodeField] = []
    end = 0
    for at in offsets:
        storages = {node.cells[at][0] for node in nodes if at in node.written}
        if len(storages) == 1:
            storage = storages.pop()
            is_over_link = link is not None and at < link + 8 and at + int(storage[1:]) > link
            if at >= end and not is_over_link and storage[0] in "ufp":
                fields.append(NodeField(at, storage, all(at in node.written for node in nodes)))
                end = at + int(storage[1:])
    return tuple(fields)
