"""Symbolic states of one of several threads."""

from __future__ import annotations

from vexil.engines.bounded.blocks import Block, Unmodelled
from vexil.engines.bounded.guards import Guard, merged
from vexil.engines.bounded.merging import MergingMemory
from vexil.engines.bounded.orders.graph import Node
from vexil.engines.bounded.state import Frame, State, merge_states
from vexil.logic import Term


class ThreadState(State):
    """What a thread knows.

    ``is_shared`` says that another thread was started by now. ``past`` has a bit for every node that comes before;
    ``section`` is the node of the atomic section that is open. ``over`` has the threads that have ended by now,
    ``held`` how often the thread holds each lock.
    """

    __slots__ = ("held", "is_shared", "over", "past", "section")

    def __init__(self, frame: Frame, globals_: list[Term], memory: dict[int, Block], guard: Guard) -> None:
        super().__init__(frame, globals_, memory, guard)
        self.is_shared = False
        self.past = 0
        self.section: Node | None = None
        self.over: frozenset[int] = frozenset()
        self.held: dict[Term, Term] = {}

    def fork(self) -> ThreadState:
        """A copy; afterwards neither owns any block."""
        state = ThreadState(self.frame.copy(), list(self.globals), dict(self.memory), self.guard)
        state.assuming, state.atomic = self.assuming, self.atomic
        self.token = object()
        state.is_shared, state.past, state.section, state.over = self.is_shared, self.past, self.section, self.over
        state.held = dict(self.held)
        return state


def of_state(state: State) -> ThreadState:
    """A state of a thread that knows of no others."""
    made = ThreadState(state.frame, state.globals, state.memory, state.guard)
    made.token, made.assuming, made.atomic = state.token, state.assuming, state.atomic
    return made


def merge_threads(first: ThreadState, second: ThreadState, memory: MergingMemory) -> ThreadState:
    """The state that is either of two with equal keys."""
    if first.section is not second.section:
        raise Unmodelled("atomic sections are opened on two ways that meet")
    terms = memory.terms
    _, condition = merged(first.guard, second.guard, terms)
    state = of_state(merge_states(first, second, memory))
    state.is_shared = first.is_shared
    state.past = first.past | second.past
    state.section = first.section
    state.over = first.over & second.over
    none = terms.bv(0, 8)
    for lock in dict.fromkeys((*first.held, *second.held)):
        state.held[lock] = terms.ite(condition, first.held.get(lock, none), second.held.get(lock, none))
    return state
