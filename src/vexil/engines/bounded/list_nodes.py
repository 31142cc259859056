"""Nodes of linked lists in symbolic states: folded until somebody looks at them (Khurshid et al. 2003)."""

from __future__ import annotations

from collections.abc import Callable

from vexil.engines.bounded.blocks import Block, Cell, Unmodelled
from vexil.engines.bounded.hypotheses import Fact
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.state import State
from vexil.logic import BOOL, Term, bits
from vexil.model.linked_lists import Length, ListSegment


class Nodes:
    """The nodes of one segment of a state at the head of a loop."""

    def __init__(self, machine: Machine, segment: ListSegment, end: Term, name: str, facts: list[Fact]) -> None:
        self.machine = machine
        self.segment = segment
        self.end = end
        self.numbers: set[int] = set()
        self.owner: set[int] = set()
        """All nodes of the lists of the loop."""
        self._name = name
        self._facts = facts
        self._head: State | None = None
        self._symbols = 0

    def first(self, state: State, exists: Term) -> int:
        """Add a node to a state, of which there is one when a condition holds; its number."""
        number, block = self.made(exists)
        state.memory[number] = block
        return number

    def made(self, exists: Term) -> tuple[int, Block]:
        """A folded node."""
        machine = self.machine
        number = machine.number((), f"{self._name} {len(self.numbers)}")
        self.numbers.add(number)
        self.owner.add(number)
        size = machine.terms.bv(self.segment.size, machine.word)
        block = Block(size, zeroed=False, origin="heap", alive=machine.terms.true, site="a node of a list")
        block.folded = FoldedNode(self, number, exists)
        block.exists = exists
        return number, block

    def begin(self, head: State) -> None:
        """Say what the state at the head is like."""
        self._head = head

    def _fresh(self, storage: str) -> Term:
        terms = self.machine.terms
        self._symbols += 1
        name = f"{self._name} {self._symbols} {storage}"
        match storage[0]:
            case "b":
                return terms.symbol(name, BOOL)
            case "p":
                return terms.symbol(name, self.machine.pointers.sort)
            case "f":
                return terms.float_of_bits(terms.symbol(name, bits(8 * int(storage[1:]))))
            case _:
                return terms.symbol(name, bits(8 * int(storage[1:])))

    def contents(self, number: int, exists: Term) -> tuple[dict[int, Cell], tuple[int, Block] | None, list[Term]]:
        """Cells of a node, the node behind it, and what holds of them."""
        machine, segment = self.machine, self.segment
        terms = machine.terms
        cells: dict[int, Cell] = {}
        for one in segment.fields:
            cells[one.offset] = (
                one.storage, self._fresh(one.storage), terms.true if one.written else self._fresh("b")
            )  # fmt: skip
        rest: tuple[int, Block] | None = None
        if segment.length is not Length.LOOSE:
            link = self.end
            if segment.length is Length.MANY:
                last = self._fresh("b")
                rest = self.made(terms.and_(exists, terms.not_(last)))
                link = terms.ite(last, self.end, machine.address(rest[0]))
            cells[segment.link] = (f"p{machine.word // 8}", link, terms.true)
        return cells, rest, [terms.implies(exists, truth) for truth in self._truths(number, cells)]

    def _truths(self, number: int, cells: dict[int, Cell]) -> list[Term]:
        """What the facts say about a node with these cells, each where its switch is on."""
        if self._head is None:
            return []
        truths: list[Term] = []
        state = self._head.fork()
        state.memory[number] = node_block(self.machine, cells, self.segment)
        for fact in self._facts:
            value = node_value(self.machine, state, fact, number) if fact.is_kept else None
            if value is not None:
                truths.append(self.machine.terms.implies(fact.switch, value))
        return truths


class FoldedNode:
    """A node whose contents nobody has looked at."""

    __slots__ = ("_made", "exists", "nodes", "number")

    def __init__(self, nodes: Nodes, number: int, exists: Term) -> None:
        self.nodes = nodes
        self.number = number
        self.exists = exists
        self._made: tuple[dict[int, Cell], tuple[int, Block] | None, list[Term]] | None = None

    def unfold(self, state: State) -> None:
        """Show the contents of the node in a state that has it folded."""
        nodes = self.nodes
        if self._made is None:
            self._made = nodes.contents(self.number, self.exists)
        cells, rest, truths = self._made
        block = node_block(nodes.machine, cells, nodes.segment)
        folded = state.memory[self.number]
        block.alive, block.exists = folded.alive, folded.exists
        state.memory[self.number] = block
        if rest is not None:
            state.memory[rest[0]] = rest[1]
            if folded.exists is not None and folded.exists is not self.exists:
                state.memory[rest[0]] = other = rest[1].copy(None)
                other.exists = nodes.machine.terms.and_(rest[1].exists or folded.exists, folded.exists)
        for truth in truths:
            state.guard = state.guard.extended(truth, nodes.machine.terms)


def node_block(machine: Machine, cells: dict[int, Cell], segment: ListSegment) -> Block:
    """A block for a node with these cells."""
    size = machine.terms.bv(segment.size, machine.word)
    block = Block(size, zeroed=False, origin="heap", alive=machine.terms.true, site="a node of a list")
    block.cells = dict(cells)
    return block


def node_value(machine: Machine, state: State, fact: Fact, number: int) -> Term | None:
    """A fact about a node in a state at a head; nothing, and the fact is dropped, when it has no value there."""
    here = state.fork()
    loop = here.frame.loops[-1]
    extra = {**loop.extra, fact.node: machine.address(number)}
    here.frame.loops = (*here.frame.loops[:-1], loop._replace(extra=extra))
    before, machine.needed = machine.needed, []
    was_strict, machine.is_strict = machine.is_strict, True
    try:
        value = machine.evaluator(fact.expression, machine.function_list[here.frame.function])(here)
        needed = machine.needed
    except Unmodelled:
        fact.is_kept = False
        return None
    finally:
        machine.needed, machine.is_strict = before, was_strict
    return machine.terms.and_(*(condition for _, condition in needed), value)


Feasible = Callable[[State], bool]
