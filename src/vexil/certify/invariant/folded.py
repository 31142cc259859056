"""Nodes of linked lists that no expression has looked at: folded in a segment, unfolded one by one.

A state that stands for every arrival at the head of a loop has, for each segment of a list, the first node and nothing
behind it. The block of a folded node has a size and a life and no cells. When an access needs the cells, the node gets
values about which nothing is known but the facts about all nodes; its link leads to where the segment ends, or to
another folded node (lazy initialisation, Khurshid, Pasareanu and Visser 2003). The nodes are the same ones for every
state that follows from that one: what was made for one of them is kept.

A segment stands for one heap: that of the arrival. So a node is not shown before it is looked at, but is there all the
time, is no other object that the state shows, and nobody has written to it.
"""

from __future__ import annotations

from contextlib import suppress

from vexil.certify.invariant.auxiliaries import Extra, bound
from vexil.certify.invariant.blocks import Block, Cell, width_of
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.havoc import Havoc
from vexil.certify.invariant.ledger import Ledger, Where
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.state import Guard, State
from vexil.certify.invariant.terms import BOOL, Truth
from vexil.certify.invariant.values import ANYWHERE, Value, choose
from vexil.model.linked_lists import Length, ListSegment


class Nodes:
    """The nodes of one segment of a state at the head of a loop."""

    def __init__(
        self,
        segment: ListSegment,
        end: Value,
        evaluator: Evaluator,
        ledger: Ledger,
        havoc: Havoc,
        operations: Operations,
    ) -> None:
        self.segment = segment
        self.end = end
        self.numbers: set[int] = set()
        """The objects that were made for nodes."""
        self._head: State | None = None
        self._extra: Extra = {}
        self._evaluator = evaluator
        self._ledger = ledger
        self._havoc = havoc
        self._operations = operations

    def first(self, exists: Truth) -> tuple[int, Block]:
        """The number and the block of a node; there is one when a condition holds."""
        number = self._operations.new_number()
        self.numbers.add(number)
        block = Block(self.segment.size, zeroed=False, origin="heap")
        block.folded = FoldedNode(self, number, exists)
        block.exists = exists
        block.shared = True
        return number, block

    def begin(self, head: State, extra: Extra) -> None:
        """Say what the state at the head is like, in which the facts hold."""
        self._head, self._extra = head, extra

    def contents(self, number: int, exists: Truth) -> tuple[dict[int, Cell], tuple[int, Block] | None, Truth]:
        """Cells of a node about which nothing else is known, the node behind it, and what holds of them."""
        evaluator, segment = self._evaluator, self.segment
        terms, blocks = evaluator.terms, evaluator.memory.blocks
        cells: dict[int, Cell] = {}
        for one in segment.fields:
            written: Truth = True if one.written else terms.fresh(BOOL, "written")
            value: Value
            if one.storage[0] == "p":
                value = self._havoc.any_pointer({0: None, ANYWHERE: None})
            else:
                value = terms.fresh(blocks.sort(one.storage), "field")
            cells[one.offset] = (one.storage, value, written)
        rest: tuple[int, Block] | None = None
        if segment.length is not Length.LOOSE:
            link = self.end
            if segment.length is Length.MANY:
                last = terms.fresh(BOOL, "last")
                rest = self.first(terms.both(exists, terms.no(last)))
                link = choose(terms, last, self.end, (rest[0], 0), evaluator.width, pointer=True)
            cells[segment.link] = (f"p{evaluator.width // 8}", link, True)
        return cells, rest, terms.implies(exists, self._facts(number, cells))

    def _facts(self, number: int, cells: dict[int, Cell]) -> Truth:
        """What the facts say about a node with these cells, in the state at the head."""
        if self._head is None:
            return True
        evaluator, ledger = self._evaluator, self._ledger
        state = self._head.copy()
        state.objects[number] = node_block(self.segment, cells)
        proving, ledger.proving = ledger.proving, False
        memory = evaluator.memory
        before, memory.strict = memory.strict, True
        try:
            with bound(state, {**self._extra, self.segment.node.name: (number, 0)}):
                values: list[Truth] = evaluator.values(self.segment.facts, Where(ledger, state))
        except (Ended, Unsupported):
            return True
        finally:
            ledger.proving, memory.strict = proving, before
        node: Guard | None = state.guard
        while node is not None and node is not self._head.guard:
            values.append(node.condition)
            node = node.previous
        return evaluator.terms.implies(self._head.guard.all, evaluator.terms.all(values))

    def both(self, left: Truth, right: Truth) -> Truth:
        """The conjunction of two conditions."""
        return self._evaluator.terms.both(left, right)

    def assume(self, state: State, truth: Truth) -> None:
        """Let what holds of a node hold in a state; one that no run comes to may be left as it is."""
        with suppress(Ended):
            self._ledger.assume(state, truth)


class FoldedNode:
    """A node whose contents nobody has looked at."""

    __slots__ = ("_made", "exists", "nodes", "number")

    def __init__(self, nodes: Nodes, number: int, exists: Truth) -> None:
        self.nodes = nodes
        self.number = number
        self.exists = exists
        self._made: tuple[dict[int, Cell], tuple[int, Block] | None, Truth] | None = None

    def unfold(self, state: State) -> None:
        """Show the contents of the node in a state that has it folded."""
        if self._made is None:
            self._made = self.nodes.contents(self.number, self.exists)
        cells, rest, truth = self._made
        folded = state.objects[self.number]
        block = node_block(self.nodes.segment, cells)
        block.alive = folded.alive
        block.exists = folded.exists
        state.objects[self.number] = block
        if rest is not None:
            state.objects[rest[0]] = rest[1]
            if folded.exists is not self.exists:  # only in one of the states that this one was made of
                state.objects[rest[0]] = other = rest[1].copy()
                other.exists = self.nodes.both(other.exists, folded.exists)
        self.nodes.assume(state, truth)


def node_block(segment: ListSegment, cells: dict[int, Cell]) -> Block:
    """A block for a node with these cells."""
    block = Block(segment.size, zeroed=False, origin="heap")
    block.cells = dict(cells)
    return block


def covered(segment: ListSegment, pointer_size: int) -> list[tuple[int, int]]:
    """The ranges of bytes of a node that something is said about, in order."""
    ranges = [(one.offset, one.offset + width_of(one.storage)) for one in segment.fields]
    if segment.length is not Length.LOOSE:
        ranges.append((segment.link, segment.link + pointer_size))
    return sorted(ranges)
