"""Havoc of what a loop may write: a state that stands for every arrival at the head of a loop.

What is written is found by running the loop's body from a state in which everything known to be written is forgotten,
and looking for what differs when control comes back, until nothing new differs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.certify.invariant.blocks import Block, Blocks, width_of
from vexil.certify.invariant.contents import Anything
from vexil.certify.invariant.hiding import hide
from vexil.certify.invariant.numbers import sort_of
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.state import Merger, State, unfold_alike
from vexil.certify.invariant.terms import BOOL, Terms, Truth
from vexil.certify.invariant.values import ANYWHERE, DEAD, ELSEWHERE, Case, Value, cases_of, pointer_of, same
from vexil.ir.types import VOID_POINTER, PointerType, Type

Targets = dict[int, int | None]
"""For every object that a forgotten pointer may point into, its offset when there is only one."""


@dataclass(slots=True)
class CellWrite:
    """A cell that a loop writes: its storage code, what it points to, and whether it may be unwritten at the head."""

    storage: str
    targets: Targets = field(default_factory=dict)
    partial: bool = False


@dataclass(slots=True)
class Placed:
    """What the lists of a rule account for in the state that stands for every arrival: nobody else has to forget it.

    These are the variables that they start from, cells of such variables in memory, and the nodes.
    """

    locals: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    cells: set[tuple[int, int]] = field(default_factory=set)
    families: list[set[int]] = field(default_factory=list)

    def owns(self, number: int) -> bool:
        """Whether an object is a node of one of the lists."""
        return any(number in family for family in self.families)


NOTHING_PLACED = Placed()


@dataclass(frozen=True, slots=True)
class Shown:
    """What a state that stands for every arrival shows, but for objects that are hidden and nodes of lists."""

    state: State
    hidden: frozenset[int]
    placed: Placed

    def number(self, number: int) -> int:
        """What stands for an object that a pointer points into at an arrival.

        Memory that was made in the loop is dead by now, unless there are lists: then it may be a node of one.
        """
        if not 0 < number < DEAD:
            return number
        is_hidden = number in self.hidden or number in self.state.hidden
        if number in self.state.objects and not is_hidden and not self.placed.owns(number):
            return number
        if is_hidden or self.placed.families:
            return ANYWHERE
        return DEAD if self.state.shows(number) else ELSEWHERE


@dataclass(slots=True)
class WriteSet:
    """What a loop may write: registers of its function and of the program, cells of memory, lives of objects.

    ``partial`` says that it may make memory that is not shown, ``lossy`` that nobody knows whether that is lost;
    ``hidden`` has objects that it stops to show.
    """

    locals: dict[str, Targets] = field(default_factory=dict)
    globals: dict[str, Targets] = field(default_factory=dict)
    cells: dict[tuple[int, int], CellWrite] = field(default_factory=dict)
    lives: set[int] = field(default_factory=set)
    forgotten: dict[int, bool] = field(default_factory=dict)
    """Objects about whose contents nothing is known any more, with whether all of it was written."""
    partial: bool = False
    lossy: bool = False
    hidden: set[int] = field(default_factory=set)


class Havoc:
    """Makes and compares the states at the head of a loop."""

    def __init__(self, terms: Terms, blocks: Blocks, merger: Merger, pointer_width: int) -> None:
        self._terms = terms
        self._blocks = blocks
        self._merger = merger
        self._width = pointer_width

    # --- forgetting --------------------------------------------------------------------------------------

    def forget(self, entry: State, written: WriteSet) -> State:
        """A copy of the state at the first arrival that knows nothing of what is written."""
        state = entry.copy()
        state.exact = False
        state.partial |= written.partial
        state.lossy |= written.lossy
        hide(self._terms, state, written.hidden, {}, self._width)
        frame = state.frames[-1]
        kinds = self._merger.kinds(frame.function)
        for name, targets in sorted(written.locals.items()):
            frame.registers[name] = self._any(kinds.get(name, VOID_POINTER), targets, name)
        for name, targets in sorted(written.globals.items()):
            state.globals[name] = self._any(self._merger.global_kinds()[name], targets, name)
        touched = {number for number, _ in written.cells} | written.lives | written.forgotten.keys()
        for number in touched:
            if number in state.objects:
                state.objects[number] = state.objects[number].copy()
        for number, complete in sorted(written.forgotten.items()):
            if number in state.objects:
                state.objects[number].hold(Anything(complete))
        for (number, offset), cell in sorted(written.cells.items()):
            block = state.objects.get(number)
            if block is not None and block.contents is None:
                self._forget_cell(block, offset, cell)
        for number in sorted(written.lives):
            if number in state.objects:
                state.objects[number].alive = self._terms.fresh(BOOL, "alive")
        return state

    def _forget_cell(self, block: Block, offset: int, cell: CellWrite) -> None:
        size = width_of(cell.storage)
        for at in self._blocks.overlapping(block, offset, size):
            if at != offset or block.cells[at][0] != cell.storage:
                raise Unsupported("a loop that changes the layout of memory")
        value: Value
        if cell.storage[0] == "p":
            value = self.any_pointer(cell.targets)
        else:
            value = self._terms.fresh(self._blocks.sort(cell.storage), "cell")
        defined: Truth = self._terms.fresh(BOOL, "written") if cell.partial else True
        block.cells[offset] = (cell.storage, value, defined)

    def _any(self, kind: Type, targets: Targets, name: str) -> Value:
        if isinstance(kind, PointerType):
            return self.any_pointer(targets)
        return self._terms.fresh(sort_of(kind), name)

    def any_pointer(self, targets: Targets) -> Value:
        """Any pointer to one of the targets."""
        terms = self._terms
        which = terms.fresh(16, "target")
        cases: list[Case] = []
        rest: Truth = True
        for index, (number, offset) in enumerate(sorted(targets.items())):
            here = terms.equal(which, index, 16)
            condition = rest if index == len(targets) - 1 else terms.both(rest, here)
            rest = terms.both(rest, terms.no(here))
            cases.append((condition, number, terms.fresh(self._width, "offset") if offset is None else offset))
        return pointer_of(terms, cases, self._width)

    # --- comparing ---------------------------------------------------------------------------------------

    def compare(
        self, entry: State, start: State, back: State, written: WriteSet, placed: Placed = NOTHING_PLACED
    ) -> bool:
        """Add what differs after one iteration to what is written; say whether there was something new."""
        unfold_alike(entry, start, back)
        frame, frame_back = start.frames[-1], back.frames[-1]
        if frame.stack != frame_back.stack:
            raise Unsupported("a loop that allocates stack memory")
        changed = back.partial and not start.partial
        written.partial |= changed
        if back.lossy and not start.lossy:
            written.lossy = changed = True
        hidden = (back.hidden - start.hidden) & entry.objects.keys()
        changed |= not hidden <= written.hidden
        written.hidden |= hidden
        shown = Shown(start, frozenset(written.hidden), placed)
        changed |= self._registers(
            entry.frames[-1].registers, frame.registers, frame_back.registers, written.locals,
            self._merger.kinds(frame.function), shown, placed.locals,
        )  # fmt: skip
        changed |= self._registers(
            entry.globals, start.globals, back.globals, written.globals, self._merger.global_kinds(), shown,
            placed.globals,
        )  # fmt: skip
        if not placed.families:
            for number in sorted(back.objects.keys() - start.objects.keys()):
                if back.objects[number].alive is not False:
                    raise Unsupported("memory that is made in a loop and outlives an iteration")
        for number, block in sorted(start.objects.items()):
            after = back.objects.get(number)
            if after is block or number in written.hidden or placed.owns(number):
                continue
            if (after is None or after.alive is not block.alive) and number not in written.lives:
                written.lives.add(number)
                changed = True
            if after is not None:
                changed |= self._cells(number, entry.objects[number], block, after, written, shown)
        return changed

    def _registers(
        self,
        entry: dict[str, Value],
        start: dict[str, Value],
        back: dict[str, Value],
        written: dict[str, Targets],
        kinds: dict[str, Type],
        shown: Shown,
        placed: set[str],
    ) -> bool:
        changed = False
        for name, value in start.items():
            after = back[name]
            if same(value, after) or name in placed:
                continue
            pointer = isinstance(kinds.get(name, VOID_POINTER), PointerType)
            if isinstance(value, Block) or isinstance(after, Block):
                raise Unsupported("a loop that changes an aggregate outside of memory")
            if name not in written:
                written[name] = {}
                changed = True
                if pointer:
                    self._add_targets(written[name], entry[name], shown)
            if pointer:
                changed |= self._add_targets(written[name], after, shown)
        return changed

    def _cells(
        self,
        number: int,
        entry: Block,
        start: Block,
        back: Block,
        written: WriteSet,
        shown: Shown,
    ) -> bool:
        if back.contents is not None or start.contents is not None:
            if back.contents is start.contents:
                return False
            complete = entry.held().complete and back.held().complete
            is_new = written.forgotten.get(number) is not complete
            written.forgotten[number] = complete
            return is_new
        if start.fill != back.fill:
            raise Unsupported("a loop that clears memory")
        changed = False
        for offset in sorted(start.cells.keys() | back.cells.keys()):
            before, after = start.cells.get(offset), back.cells.get(offset)
            if before is not None and after is not None:
                if before[0] == after[0] and same(before[1], after[1]) and before[2] is after[2]:
                    continue
                if (number, offset) in shown.placed.cells and before[0] == after[0]:
                    continue
                if before[0] != after[0]:
                    raise Unsupported("a loop that changes the layout of memory")
            if after is None:
                raise Unsupported("a loop that changes the layout of memory")
            storage, value, defined = after
            cell = written.cells.get((number, offset))
            if cell is None:
                cell = written.cells[number, offset] = CellWrite(storage)
                old = entry.cells.get(offset, (storage, self._blocks.zero(storage), entry.fill == 0))
                cell.partial = old[2] is not True
                if storage[0] == "p":
                    self._add_targets(cell.targets, old[1], shown)
                changed = True
            if defined is not True and not cell.partial:
                cell.partial = changed = True
            if storage[0] == "p":
                changed |= self._add_targets(cell.targets, value, shown)
        return changed

    @staticmethod
    def _add_targets(targets: Targets, pointer: Value, shown: Shown) -> bool:
        """Add the objects and offsets of a pointer."""
        changed = False
        for _, number, offset in cases_of(pointer):
            constant = offset if isinstance(offset, int) else None
            there = shown.number(number)
            if there != number:
                number, constant = there, None
            if number not in targets:
                targets[number] = constant
                changed = True
            elif targets[number] is not None and targets[number] != constant:
                targets[number] = None
                changed = True
        return changed
