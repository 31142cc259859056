"""Symmetry: threads that run the same code are put in order, so that their numbers do not tell states apart.

Exchanging two such threads, and the values that stand for them, gives a state with the same steps up to the exchange
(Ip, Dill 1996). Neighbours that are out of order are exchanged until all are in order: by where they are, those that do
not exist last, then by their variables. The least free number is that of a new thread in one state as in the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice, permutations, product

from vexil.ir.expressions import Operator
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.expressions import FALSE, WORD, Expr, Local, Read, Variable, apply, both, cast, either, equal
from vexil.model.guarded.expressions import number as literal
from vexil.model.guarded.system import Assign, Block, For, GuardedSystem, If, Let, Statement
from vexil.transform.flattening.cells import Cell
from vexil.transform.reductions.elements import each_element
from vexil.transform.reductions.interchange import SymmetricThreads

MOST_COMPARED = 4
"""Arrays of more elements than this are not looked at when threads are put in order."""
MOST_HELD = 32
"""No more places than this are looked at that may know one of two threads."""
MOST_ORDERS = 5040
"""No more orders than this are tried for a state."""


def symmetry_block(system: GuardedSystem, alike: Iterable[SymmetricThreads]) -> Block:
    """Statements that put threads that are alike in order."""
    return tuple(_ordering(system, item, place) for place, item in enumerate(alike))


def _ordering(system: GuardedSystem, alike: SymmetricThreads, place: int) -> Statement:
    names = (f"s{place}.{number}" for number in range(1 << 30))
    turn, pair = next(names), next(names)
    first: Expr = Local(pair, WORD)
    if alike.low:
        first = apply(Operator.ADD, first, literal(alike.low))
    second = apply(Operator.ADD, Local(pair, WORD), literal(alike.low + 1))
    exchange = [*_exchanged(alike, first, second, names), *_renamed(system, alike, first, second, names)]
    inner = For(pair, alike.count - 1, (If(_is_before(system, alike, second, first), tuple(exchange)),))
    return inner if alike.count == 2 else For(turn, alike.count - 1, (inner,))


def _compared(alike: SymmetricThreads) -> list[tuple[Variable, int]]:
    """What threads are compared by, the most important first; other threads do not count."""
    variables = [item for item in alike.template.variables if item not in alike.holders]
    ordered = sorted(variables, key=lambda item: item in alike.last)
    return [
        (variable, index)
        for variable in ordered
        if variable.length <= MOST_COMPARED
        for index in range(variable.length)
    ]


def _is_before(system: GuardedSystem, alike: SymmetricThreads, one: Expr, other: Expr) -> Expr:
    """Whether a thread belongs before another."""
    smaller = _is_held_before(system, alike, one, other)
    for variable, index in reversed(_compared(alike)):
        left, right = (Read(variable, (literal(index), thread)) for thread in (one, other))
        smaller = either(apply(Operator.LESS, left, right), both(equal(left, right), smaller))
    counter = alike.template.counter
    left, right = (Read(counter, (literal(0), thread)) for thread in (one, other))
    before = literal(1, counter.type)
    earlier = apply(Operator.LESS, *(apply(Operator.SUBTRACT, item, before) for item in (left, right)))
    return either(earlier, both(equal(left, right), smaller))


def _is_held_before(system: GuardedSystem, alike: SymmetricThreads, one: Expr, other: Expr) -> Expr:
    """Whether of all values that stand for one of two threads, the first one stands for the one."""
    smaller: Expr = FALSE
    elements = [
        element
        for variable in alike.holders
        if variable.template != alike.template.name
        for element in _elements(system, variable)
    ]
    for held in reversed(elements[:MOST_HELD]):
        values = [_value(alike, thread, held.variable) for thread in (one, other)]
        later = both(flat.negated(equal(held, values[1])), smaller)
        smaller = either(equal(held, values[0]), later)
    return smaller


def _value(alike: SymmetricThreads, thread: Expr, variable: Variable) -> Expr:
    """The value that stands for a thread in a variable."""
    return cast(apply(Operator.ADD, thread, literal(alike.base)), variable.type)


def _elements(system: GuardedSystem, variable: Variable) -> Iterator[Read]:
    for index in range(variable.length):
        if variable.template is None:
            yield Read(variable, (literal(index),))
        else:
            for thread in range(system.template[variable.template].count):
                yield Read(variable, (literal(index), literal(thread)))


def _exchanged(alike: SymmetricThreads, one: Expr, other: Expr, names: Iterator[str]) -> Iterator[Statement]:
    """Exchange everything that two threads have."""
    for variable in (alike.template.counter, *alike.template.variables):
        name = next(names)
        index: Expr = literal(0) if variable.length == 1 else Local(next(names), WORD)
        before = Local(name, variable.type)
        statements: Block = (
            Let(name, Read(variable, (index, one))),
            Assign(variable, index, Read(variable, (index, other)), one),
            Assign(variable, index, before, other),
        )
        yield from [For(index.name, variable.length, statements)] if isinstance(index, Local) else statements


def _renamed(
    system: GuardedSystem, alike: SymmetricThreads, one: Expr, other: Expr, names: Iterator[str]
) -> Iterator[Statement]:
    """Exchange the values that stand for two threads, wherever they are."""
    for variable in alike.holders:
        values = [_value(alike, thread, variable) for thread in (one, other)]

        def renamed(cell: Cell, values: list[Expr] = values) -> Block:
            held = cell.read()
            back = apply(Operator.IF, equal(held, values[1]), values[0], held)
            return (cell.write(apply(Operator.IF, equal(held, values[0]), values[1], back)),)

        yield from each_element(system, variable, renamed, names.__next__)


# --- one form for all states that are alike --------------------------------------------------------------


class Orders:
    """The states that differ from a state in the order of threads that cannot be told apart by their own values."""

    def __init__(self, system: GuardedSystem, alike: Iterable[SymmetricThreads]) -> None:
        self._evaluator = Evaluator(system)
        self._alike = tuple(alike)

    def of(self, state: State) -> Iterator[State]:
        """Each of them; only some where there are very many."""
        choices = [self._permutations(state, alike) for alike in self._alike]
        for count, chosen in enumerate(product(*choices)):
            if count == MOST_ORDERS:
                return
            after = state
            for alike, order in zip(self._alike, chosen, strict=True):
                after = self._permuted(after, alike, order)
            yield after

    def _key(self, state: State, alike: SymmetricThreads, thread: int) -> tuple[int, ...]:
        value = self._evaluator.value
        counter = value(state, alike.template.counter, thread=thread)
        own = (
            value(state, variable, index, thread)
            for variable in alike.template.variables
            if variable not in alike.holders and variable not in alike.last
            for index in range(variable.length)
        )
        return (int(counter == 0), counter, *own)

    def _permutations(self, state: State, alike: SymmetricThreads) -> Iterable[tuple[int, ...]]:
        """The orders, each as the numbers that threads had, that sort what can be told apart."""
        keys = {thread: self._key(state, alike, thread) for thread in range(alike.low, alike.template.count)}
        groups = [
            # threads that do not exist are all the same
            [tuple(group)] if key[0] else list(islice(permutations(group), MOST_ORDERS))
            for key, group in (
                (key, list(members)) for key, members in groupby(sorted(keys, key=keys.__getitem__), keys.__getitem__)
            )
        ]
        return (tuple(thread for part in chosen for thread in part) for chosen in product(*groups))

    def _permuted(self, state: State, alike: SymmetricThreads, order: tuple[int, ...]) -> State:
        place = self._evaluator.place
        after = list(state)
        for target, source in enumerate(order, alike.low):
            for variable in (alike.template.counter, *alike.template.variables):
                for index in range(variable.length):
                    after[place(variable, index, target)] = state[place(variable, index, source)]
        names = {source + alike.base: target + alike.base for target, source in enumerate(order, alike.low)}
        for variable in alike.holders:
            count = 1 if variable.template is None else self._evaluator.system.template[variable.template].count
            for thread in range(count):
                for index in range(variable.length):
                    at = place(variable, index, thread)
                    after[at] = names.get(after[at], after[at])
        return tuple(after)
