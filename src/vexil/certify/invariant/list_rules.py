"""Segments of linked lists in rules of loops: folded where control comes to a head, shown again behind it.

A rule says of every arrival at the head where lists begin and end, and what their nodes are like (`ListSegment`). Where
a real state is exchanged for the one that stands for every arrival, it is required that it is among those:

* From each start the nodes are walked to where the segment ends, in the state at hand. A node is a live object on the
  heap of the right size with the pointer at its start; it is met once in all segments of the rule; its fields have been
  written, and the facts hold of it. So the walk ends, and the nodes are objects of their own. Of a folded segment of an
  earlier rule it is required that any node of it is like this; behind it the walk goes on where that one ends.
* In the state that stands for every arrival each segment has nodes that no state had before (`folded`): any number,
  with any contents that the facts allow. What the walk has met is not shown any more, and nobody knows a node by
  another name: a pointer to what is hidden becomes one to anything, of which nothing is known but that it is no
  number. So the order and number of nodes, and who points into the list from where, is forgotten, and nothing else.
* Behind an iteration no node may be an object that the state which stands for every arrival shows beside the lists: an
  older object that the loop puts into a list would be shown twice, there and as a node.
* An exception is a pointer to where a segment starts that the loop leaves alone: it is the start of that segment at
  every arrival, so it is exchanged for that one wherever it is, also in functions that wait for a call.

Objects that the loop makes and that are in no segment are not shown either. So where lists are forgotten a state is
partial. Where it is asked whether memory is lost, there may be no such objects: what is alive and not shown has to be
in a list. What is read from a node is a field of which it is said how it is
stored; the other bytes count as never written, which means any value in a proof. A pointer in a field may be any but
the address of a function.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vexil.certify.invariant.auxiliaries import Extra, bound
from vexil.certify.invariant.blocks import UNSUPPORTED, Block
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.folded import Nodes, node_block
from vexil.certify.invariant.havoc import Havoc, Placed, Shown
from vexil.certify.invariant.hiding import hide
from vexil.certify.invariant.ledger import CHECK, Ledger, Where
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.pointers import unfold_released
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.state import State, unfold_alike
from vexil.certify.invariant.terms import BOOL, Number, Truth
from vexil.certify.invariant.values import DEAD, NULL, Value, cases_of, choose
from vexil.model.evidence import LoopRule
from vexil.model.linked_lists import Length, ListSegment, Member, NodeField, Start, reading

MOST_NODES = 200
"""A walk meets so many nodes in a state."""
MISFIT = UNSUPPORTED + "memory that is not the list of the rule,"
Key = tuple[str, bool]
Taken = dict[int, Truth]
"""The nodes that were met, each with the condition under which it is one."""
Starts = dict[Key, Value]


class ListRules:
    """Folds and shows the lists of rules."""

    def __init__(self, evaluator: Evaluator, ledger: Ledger, havoc: Havoc, operations: Operations) -> None:
        self._evaluator = evaluator
        self._terms = evaluator.terms
        self._ledger = ledger
        self._havoc = havoc
        self._operations = operations
        self._width = evaluator.width
        self._link = f"p{evaluator.width // 8}"

    # --- folding -----------------------------------------------------------------------------------------

    def require(self, state: State, extra: Extra, rule: LoopRule) -> Taken:
        """Require that the lists of a rule are there; the nodes that they consist of."""
        starts = self._starts(state, extra, rule)
        ends: Starts = {}
        taken: Taken = {}
        for segment in rule.lists:
            key = _key(segment.start)
            start = starts[key]
            end = NULL if segment.end is None else ends[_key(segment.end)]
            ends[key] = start
            present: Truth = True
            if segment.length is Length.OPTIONAL:
                present = self._terms.no(self._evaluator.pointers.is_null(start))
                ends[key] = choose(self._terms, present, start, end, self._width, pointer=True)
            walk = _Walk(self, state, extra, segment, end, taken)
            if segment.length is Length.MANY:
                walk.many(start)
            else:
                walk.one(start, present)
        return taken

    def require_own(self, state: State, taken: Taken, head: Shown) -> None:
        """Require of nodes behind an iteration that the state at the head does not show them beside the lists."""
        if not taken:
            return
        before = head.state.copy()
        unfold_alike(before, state)
        where = Where(self._ledger, state)
        for number, condition in sorted(taken.items()):
            if number in before.objects and not head.placed.owns(number):
                where.require(self._terms.no(condition), MISFIT)

    def require_tracked(self, state: State, taken: Taken, head: Shown | None = None) -> None:
        """Require, where it matters, that live memory which the state at the head does not show is in a list."""
        if not self._operations.tracks_memory:
            return
        unfold_released(state)
        before = None
        if head is not None:
            before = head.state.copy()
            unfold_alike(before, state)
        where = Where(self._ledger, state)
        for number, block in sorted(state.objects.items()):
            is_shown = (
                number not in taken
                if before is None or head is None
                else (number in before.objects and not head.placed.owns(number))
            )
            if block.origin == "heap" and not is_shown:
                lost = self._terms.all([block.exists, block.alive, self._terms.no(taken.get(number, False))])
                where.require(self._terms.no(lost), MISFIT)

    def _starts(self, state: State, extra: Extra, rule: LoopRule) -> Starts:
        """Where the segments of a rule start in a state."""
        where = Where(self._ledger, state)
        with bound(state, extra):
            values = self._evaluator.values([reading(segment.start) for segment in rule.lists], where)
        return {_key(segment.start): value for segment, value in zip(rule.lists, values, strict=True)}

    def same(self, number: int, offset: Number, other: Value) -> Truth:
        """Whether a pointer to an object that has a number of its own is another one."""
        terms = self._terms
        if number >= DEAD:
            return False
        return terms.any(
            [
                terms.both(condition, terms.equal(offset, at, self._width))
                for condition, there, at in cases_of(other)
                if there == number
            ]
        )

    @contextmanager
    def _strictly(self) -> Iterator[None]:
        """Let it be required that what is read was written."""
        memory = self._evaluator.memory
        before, memory.strict = memory.strict, True
        try:
            yield
        finally:
            memory.strict = before

    def require_facts(self, state: State, extra: Extra, segment: ListSegment, number: int, here: Truth) -> None:
        """Require the facts of a segment of one node."""
        if not segment.facts:
            return
        scratch = state.copy()
        where = Where(self._ledger, scratch, here)
        with self._strictly(), bound(scratch, {**extra, segment.node.name: (number, 0)}):
            for index, value in enumerate(self._evaluator.values(segment.facts, where)):
                where.require(value, f"{CHECK}fact {index} about all nodes")

    def require_fields(self, where: Where, segment: ListSegment, block: Block) -> None:
        """Require that a node has the fields of a segment."""
        for one in segment.fields:
            value, written = self._cell(where, block, one.offset, one.storage)
            if one.written:
                where.require(written, MISFIT)
            if one.storage[0] == "p":
                for condition, number, _ in cases_of(value):
                    if number < 0:
                        where.require(self._terms.no(condition), MISFIT)

    def link(self, where: Where, segment: ListSegment, block: Block) -> Value:
        """The pointer from a node to the next one."""
        value, written = self._cell(where, block, segment.link, self._link)
        where.require(written, MISFIT)
        return value

    def _cell(self, where: Where, block: Block, offset: int, storage: str) -> tuple[Value, Truth]:
        blocks = self._evaluator.memory.blocks
        cell = block.cells.get(offset)
        fits = cell is not None and cell[0] == storage
        if block.contents is not None or not (fits or not blocks.overlapping(block, offset, int(storage[1:]))):
            where.require(False, MISFIT)
            return blocks.zero(storage), True
        return blocks.read(block, offset, storage, where.require)

    def require_alike(self, state: State, extra: Extra, segment: ListSegment, nodes: Nodes, here: Truth) -> None:
        """Require that any node of a folded segment is one of another segment."""
        where, known = Where(self._ledger, state, here), nodes.segment
        fields = {one.offset: one for one in known.fields}
        alike = (known.size, known.link) == (segment.size, segment.link)
        where.require(alike and all(_covers(fields.get(one.offset), one) for one in segment.fields), MISFIT)
        number = self._operations.new_number()
        cells, _, truth = nodes.contents(number, True)
        scratch = state.copy()
        scratch.objects[number] = node_block(known, cells)
        scratch.exact = False
        self._ledger.assume(scratch, self._terms.implies(here, truth))
        self.require_facts(scratch, extra, segment, number, here)

    @property
    def ledger(self) -> Ledger:
        """What has to hold."""
        return self._ledger

    @property
    def width(self) -> int:
        """The width of pointers."""
        return self._width

    # --- showing -----------------------------------------------------------------------------------------

    def place(
        self, entry: State, start: State, extra: Extra, rule: LoopRule, taken: Taken, changed: set[Key]
    ) -> Placed:
        """Let a state, made from the one at the first arrival, have any lists that the rule describes.

        What is *changed* is not where it was at the first arrival.
        """
        before = self._starts(entry, extra, rule)
        terms, width = self._terms, self._width
        placed = Placed()
        families: list[Nodes] = []
        ends: Starts = {}
        values: Starts = {}
        for segment in rule.lists:
            key = _key(segment.start)
            end = NULL if segment.end is None else ends[_key(segment.end)]
            nodes = Nodes(segment, end, self._evaluator, self._ledger, self._havoc, self._operations)
            none: Truth = False
            if segment.length in (Length.MANY, Length.OPTIONAL):
                none = terms.fresh(BOOL, "no node")
            number, block = nodes.first(terms.no(none))
            start.objects[number] = block
            there: Value = (number, 0)
            ends[key] = choose(terms, none, end, there, width, pointer=True)
            values[key] = ends[key]
            if segment.length is Length.OPTIONAL:
                values[key] = choose(terms, none, NULL, there, width, pointer=True)
            families.append(nodes)
            placed.families.append(nodes.numbers)
        known: dict[int, tuple[Truth, Value]] = {}
        for key, value in values.items():
            if key not in changed:
                for condition, object_, offset in cases_of(before[key]):
                    if object_ in taken and offset == 0:
                        known.setdefault(object_, (condition, value))
        hide(terms, start, taken.keys(), known, width)
        start.partial = True
        start.lossy |= not self._operations.tracks_memory
        for segment in rule.lists:
            self._put(start, segment.start, values[_key(segment.start)], placed)
        for key, value in values.items():
            if key not in changed:
                is_null = self._evaluator.pointers.is_null
                self._ledger.assume(start, terms.equal(is_null(before[key]), is_null(value), BOOL))
        head = start.copy()
        for nodes in families:
            nodes.begin(head, extra)
        return placed

    def _put(self, state: State, variable: Start, value: Value, placed: Placed) -> None:
        """Let a variable or a member have a value."""
        if isinstance(variable, Member):
            where = Where(self._ledger, state)
            self._put_in_memory(state, self._evaluator.value(variable.address, where), value, placed)
            return
        frame = state.frames[-1]
        declared = (self._evaluator.program.global_variables if variable.is_global else frame.function.variables).get(
            variable.name
        )
        values = state.globals if variable.is_global else frame.registers
        if declared is None or not declared.addressable:
            values[variable.name] = value
            (placed.globals if variable.is_global else placed.locals).add(variable.name)
            return
        self._put_in_memory(state, values[variable.name], value, placed)

    def _put_in_memory(self, state: State, pointer: object, value: Value, placed: Placed) -> None:
        """Let memory at a place that is known hold a pointer."""
        number, offset = pointer if isinstance(pointer, tuple) else (0, 0)
        block = state.objects.get(number) if isinstance(offset, int) else None
        if block is None or block.contents is not None or block.folded is not None:
            raise Unsupported("a list that starts from this place")
        cell = block.cells.get(offset)
        size = self._width // 8
        if (cell is None and self._evaluator.memory.blocks.overlapping(block, offset, size)) or (
            cell is not None and cell[0] != self._link
        ):
            raise Unsupported("a list that starts from memory of another layout")
        state.objects[number] = block = block.copy()
        block.cells[offset] = (self._link, value, True)
        placed.cells.add((number, offset))

    def changes(self, start: State, back: State, extra: Extra, rule: LoopRule, changed: set[Key]) -> bool:
        """Add the starts that are not where they were one arrival before; say whether there is a new one."""
        before, after = self._starts(start, extra, rule), self._starts(back, extra, rule)
        new = {key for key, value in before.items() if value != after[key]} - changed
        changed |= new
        return bool(new)


class _Walk:
    """Meets the nodes of one segment in a state."""

    def __init__(
        self, rules: ListRules, state: State, extra: Extra, segment: ListSegment, end: Value, taken: Taken
    ) -> None:
        self._rules = rules
        self._ledger = rules.ledger
        self._terms = rules.ledger.terms
        self._state = state
        self._extra = extra
        self._segment = segment
        self._end = end
        self._taken = taken
        self._count = 0

    def many(self, start: Value) -> None:
        """Require nodes from a pointer to the end of the segment."""
        terms = self._terms
        pending: list[tuple[Value, Truth]] = [(start, True)]
        while pending:
            pointer, when = pending.pop()
            for condition, number, offset in cases_of(pointer):
                here = terms.both(when, condition)
                here = terms.both(here, terms.no(self._rules.same(number, offset, self._end)))
                if here is not False and self._ledger.feasible(self._state, here):
                    following = self._node(number, offset, here)
                    if following is not None:
                        pending.append((following, here))

    def one(self, start: Value, present: Truth) -> None:
        """Require a single node, where there is one, that leads to the end of the segment."""
        for condition, number, offset in cases_of(start):
            here = self._terms.both(present, condition)
            if here is False or not self._ledger.feasible(self._state, here):
                continue
            self._state.opened(number)
            following = self._node(number, offset, here)
            if following is not None and self._segment.length is not Length.LOOSE:
                for when, there, at in cases_of(following):
                    where = Where(self._ledger, self._state, self._terms.both(here, when))
                    where.require(self._rules.same(there, at, self._end), MISFIT)

    def _node(self, number: int, offset: Number, here: Truth) -> Value | None:
        """Require a node, and give what it leads to; for a folded segment its end."""
        terms, state, segment, rules = self._terms, self._state, self._segment, self._rules
        self._count += 1
        if self._count > MOST_NODES:
            raise Unsupported(f"a list of more than {MOST_NODES} nodes in one state")
        where = Where(self._ledger, state, here)
        block = state.objects.get(number) if 0 < number < DEAD else None
        if block is None:
            where.require(False, MISFIT)
            return None
        again = terms.both(self._taken.get(number, False), here)
        where.require(terms.no(again), MISFIT)
        if self._ledger.feasible(state, again):
            return None
        self._taken[number] = terms.either(self._taken.get(number, False), here)
        where.require(block.origin == "heap", MISFIT)
        where.require(block.alive, MISFIT)
        where.require(terms.equal(offset, 0, rules.width), MISFIT)
        where.require(terms.equal(block.extent, segment.size, rules.width), MISFIT)
        folded = block.folded
        if folded is not None and folded.nodes.segment.length is Length.MANY and segment.length is Length.MANY:
            rules.require_alike(state, self._extra, segment, folded.nodes, here)
            return folded.nodes.end
        block = state.opened(number)
        assert block is not None
        rules.require_fields(where, segment, block)
        rules.require_facts(state, self._extra, segment, number, here)
        return None if segment.length is Length.LOOSE else rules.link(where, segment, block)


def _covers(known: NodeField | None, one: NodeField) -> bool:
    """Whether what is known of a field says what is demanded."""
    return known is not None and known.storage == one.storage and (known.written or not one.written)


def _key(variable: Start) -> Key:
    return variable.name, variable.is_global
