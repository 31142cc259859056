"""Symbolic states: a stack of frames, memory, and the condition under which control is there."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from vexil.analysis.weak_order import Order
from vexil.core.errors import require
from vexil.engines.bounded.blocks import Block, Unmodelled
from vexil.engines.bounded.guards import Guard, merged
from vexil.engines.bounded.merging import MergingMemory
from vexil.logic import Term

NO_EXTRA: Mapping[str, Term] = MappingProxyType({})


class Loop(NamedTuple):
    """A loop around a location: its head, how often control came back there in all and with a guard that had grown.

    ``start`` is the count at which induction forgot what the loop writes (-1: not yet); ``assuming`` says that
    iterations since then are taken for granted. ``extra`` has the auxiliary variables of a proof by their names: at
    the head those of this arrival, behind it those of the next one.
    """

    head: int
    times: int
    grown: int
    guard: Guard
    start: int = -1
    assuming: bool = False
    extra: Mapping[str, Term] = NO_EXTRA


def around(loops: tuple[Loop, ...], nest: tuple[int, ...], target: int, guard: Guard) -> tuple[Loop, ...]:
    """The loops around a location that a frame goes to; one that is entered in the middle has not begun to count."""
    shared = 0
    while shared < len(loops) and shared < len(nest) and loops[shared][0] == nest[shared]:
        shared += 1
    kept = loops[:shared]
    if shared and shared == len(nest) and nest[-1] == target:
        head, count, grown, before, start, assuming, extra = kept[-1]
        return (*kept[:-1], Loop(head, count + 1, grown + (before is not guard), guard, start, assuming, extra))
    return (*kept, *(Loop(head, 0 if head == target else -1, 0, guard) for head in nest[shared:]))


def leaves_assumed(before: tuple[Loop, ...], after: tuple[Loop, ...]) -> bool:
    """Say whether control leaves a loop in an iteration that is taken for granted: such ways are not followed."""
    inside = {loop.head for loop in after}
    return any(loop.assuming and loop.head not in inside for loop in before)


Key = tuple[int, ...]
"""Where control is, iteration counts included: states with equal keys can be merged, smaller keys go first."""


class Frame:
    """An activation of a function; ``parent`` frames are shared between states and never changed.

    ``blocks`` has the addresses of the variables in memory by register; ``loops`` has for every loop around the
    location how far it is. ``depth`` counts the activations of the function below this one since which the guard had
    grown.
    """

    __slots__ = (
        "blocks", "call_edge", "depth", "entered", "function", "location", "loops", "order", "parent", "prefix",
        "registers", "stack",
    )  # fmt: skip

    def __init__(self, function: int, order: Order, parent: Frame | None, prefix: Key, registers: list[Term]) -> None:
        self.function = function
        self.order = order
        self.parent = parent
        self.prefix = prefix
        self.registers = registers
        self.blocks: dict[int, Term] = {}
        self.stack: tuple[int, ...] = ()
        self.location = order.entry
        self.call_edge = -1
        self.loops: tuple[Loop, ...] = ()
        self.depth = 0
        self.entered: Guard | None = None

    def copy(self) -> Frame:
        """A frame that may be changed."""
        frame = Frame(self.function, self.order, self.parent, self.prefix, list(self.registers))
        frame.blocks = dict(self.blocks)
        frame.stack = self.stack
        frame.location = self.location
        frame.call_edge = self.call_edge
        frame.loops = self.loops
        frame.depth = self.depth
        frame.entered = self.entered
        return frame

    def key(self) -> Key:
        """Where control is."""
        order = self.order
        parts: list[int] = []
        for loop in self.loops:
            parts += (order.position[loop[0]], loop[1])
        parts.append(order.position[self.location])
        return self.prefix + tuple(parts)


class State:
    """One symbolic state; ``token`` owns the blocks it may change in place, ``atomic`` counts open atomic sections."""

    __slots__ = ("assuming", "atomic", "frame", "globals", "guard", "memory", "token")

    def __init__(self, frame: Frame, globals_: list[Term], memory: dict[int, Block], guard: Guard) -> None:
        self.frame = frame
        self.globals = globals_
        self.memory = memory
        self.guard = guard
        self.token = object()
        self.assuming = 0
        self.atomic = 0

    def fork(self) -> State:
        """A copy; afterwards neither owns any block."""
        state = State(self.frame.copy(), list(self.globals), dict(self.memory), self.guard)
        state.assuming, state.atomic = self.assuming, self.atomic
        self.token = object()
        return state

    def opened(self, number: int) -> Block:
        """The block of an object; a node of a list shows its contents from now on."""
        block = self.memory[number]
        if block.folded is not None:
            block.folded.unfold(self)
            block = self.memory[number]
        return block

    def owned(self, number: int) -> Block:
        """The block, ready to be changed by this state."""
        block = self.memory[number]
        if block.owner is not self.token:
            block = self.memory[number] = block.copy(self.token)
        return block


def unfold_alike(first: State, second: State) -> None:
    """Let two states show the contents of the same nodes of lists, of those that they share."""
    while True:
        unlike = [
            number
            for number, block in first.memory.items()
            if number in second.memory and (block.folded is None) != (second.memory[number].folded is None)
        ]
        if not unlike:
            return
        for state in (first, second):
            for number in unlike:
                state.opened(number)


def merge_states(first: State, second: State, memory: MergingMemory) -> State:
    """The state that is either of two with equal keys."""
    terms = memory.terms
    unfold_alike(first, second)
    require(first.assuming == second.assuming, "states at one place should take the same for granted")
    if first.atomic != second.atomic:
        raise Unmodelled("atomic sections are open on one of two ways")
    guard, condition = merged(first.guard, second.guard, terms)
    frame = _merge_frames(first.frame, second.frame, condition, memory)
    globals_ = [a if a is b else terms.ite(condition, a, b) for a, b in zip(first.globals, second.globals, strict=True)]
    blocks = dict(second.memory)
    for number, block in first.memory.items():
        other = blocks.get(number)
        if other is None:
            blocks[number] = _only_when(block, condition, memory)
        elif other is not block:
            blocks[number] = memory.merged(condition, block, other)
    otherwise = terms.not_(condition)
    for number, block in second.memory.items():
        if number not in first.memory:
            blocks[number] = _only_when(block, otherwise, memory)
    state = State(frame, globals_, dict(sorted(blocks.items())), guard)
    state.assuming, state.atomic = first.assuming, first.atomic
    return state


def _only_when(block: Block, condition: Term, memory: MergingMemory) -> Block:
    """An object that one of two states has: it is alive only there."""
    copy = block.copy(None)
    copy.alive = memory.terms.and_(block.alive, condition)
    if block.folded is not None and block.exists is not None:
        copy.exists = memory.terms.and_(block.exists, condition)
    return copy


def _merge_frames(first: Frame, second: Frame, condition: Term, memory: MergingMemory) -> Frame:
    """Merge two stacks of frames at the same places."""
    pairs = []
    one: Frame | None = first
    two: Frame | None = second
    while one is not two:
        assert one is not None
        assert two is not None
        pairs.append((one, two))
        one, two = one.parent, two.parent
    parent = one
    for mine, other in reversed(pairs):
        frame = mine.copy()
        frame.parent = parent
        terms = memory.terms
        frame.registers = [
            a if a is b else terms.ite(condition, a, b) for a, b in zip(mine.registers, other.registers, strict=True)
        ]
        frame.blocks = {
            register: terms.ite(condition, address, other.blocks[register])
            for register, address in mine.blocks.items()
            if register in other.blocks
        }
        frame.stack = tuple(dict.fromkeys((*mine.stack, *other.stack)))
        frame.loops = tuple(
            loop if loop.grown >= same.grown else loop._replace(grown=same.grown)
            for loop, same in zip(mine.loops, other.loops, strict=True)
        )
        parent = frame
    assert parent is not None
    return parent
