"""Statements that put the objects of a state, with all that belongs to them, in order, and forget the unreachable."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vexil.ir.expressions import Operator
from vexil.ir.types import ThreadType, is_reference
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import WORD, Expr, Local, Variable, apply, both, cast, either, equal, number, read
from vexil.model.guarded.system import Assign, Block, For, GuardedSystem, If, Let, Statement
from vexil.transform.flattening.cells import Cell
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.objects import Pool
from vexil.transform.flattening.references import within
from vexil.transform.reductions.elements import each_element, plus


@dataclass(frozen=True)
class Row:
    """A variable in which each object from ``first`` to before ``end`` has ``stride`` elements."""

    variable: Variable
    first: int
    end: int
    stride: int = 1
    offset: int = 0
    """Where the elements of the first object are."""
    holds_references: bool = False

    def index(self, this: Expr, position: Expr) -> Expr:
        """The index of an element of an object."""
        start = plus(this, self.offset - self.first)
        if self.stride == 1:
            return start
        return apply(Operator.ADD, apply(Operator.MULTIPLY, start, number(self.stride)), position)


class Contents:
    """The rows of a program."""

    def __init__(self, encoding: Encoding, fresh: Callable[[], str]) -> None:
        self._fresh = fresh
        self._rows = tuple(_rows(encoding))
        self._all = (1, encoding.objects.count + 1)

    def references(self, this: Expr, visit: Callable[[Expr], Block]) -> Iterator[Statement]:
        """Statements for every reference in an object."""
        for row in self._rows:
            if row.holds_references:
                yield from self._of(row, this, lambda index, row=row: visit(read(row.variable, index)))  # type: ignore[misc]

    def erased(self, this: Expr) -> Block:
        """Statements after which an object does not exist."""
        statements: list[Statement] = []
        for row in self._rows:
            zero = number(0, row.variable.type)
            statements += self._of(row, this, lambda index, row=row, zero=zero: (Assign(row.variable, index, zero),))  # type: ignore[misc]
        return tuple(statements)

    def exchanged(self, pool: Pool, one: Expr, other: Expr) -> Block:
        """Statements that exchange two objects of a pool."""
        exchanges: list[Statement] = []
        for row in self._rows:
            if not row.first <= pool.first < pool.end <= row.end:
                continue
            counter, name = self._fresh(), self._fresh()
            left, right = (row.index(item, Local(counter, WORD)) for item in (one, other))
            statements: Block = (
                Let(name, read(row.variable, left)),
                Assign(row.variable, left, read(row.variable, right)),
                Assign(row.variable, right, Local(name, row.variable.type)),
            )
            exchanges += statements if row.stride == 1 else (For(counter, row.stride, statements),)
        return tuple(exchanges)

    def _of(self, row: Row, this: Expr, what: Callable[[Expr], Block]) -> Block:
        """Statements for every element that an object has in a row, if it has any."""
        counter = self._fresh()
        statements = what(row.index(this, Local(counter, WORD)))
        if row.stride > 1:
            statements = (For(counter, row.stride, statements),)
        return (
            statements if (row.first, row.end) == self._all else (If(within(this, [(row.first, row.end)]), statements),)
        )


def _rows(encoding: Encoding) -> Iterator[Row]:
    storage, objects, needs = encoding.storage, encoding.objects, encoding.synchronisation
    last = objects.count + 1
    yield Row(storage.shared["allocated"], 1, last, offset=1)
    for (class_name, _), held in storage.fields.items():
        first, end = objects.instances(class_name)
        yield Row(held.variable, first, end, holds_references=is_reference(held.type))
    for held in storage.elements.values():
        first, end = objects.arrays(held.type)
        yield Row(held.variable, first, end, objects.stride(held.type), holds_references=is_reference(held.type))
    first, end = objects.all_arrays
    if end > first:
        yield Row(storage.shared["array lengths"], first, end)
    for first, end, key in needs.lock_rows:
        for name in ("owner", "held"):
            if name in storage.shared:
                yield Row(storage.shared[name], first, end, offset=key)


@dataclass
class _Names:
    count: int = 0

    def fresh(self) -> str:
        self.count += 1
        return f"h{self.count}"


class Renumbering:
    """The block of one system, and the variables that it works with."""

    def __init__(self, system: GuardedSystem, encoding: Encoding) -> None:
        self._system, self._encoding = system, encoding
        self._names = _Names()
        self._count = encoding.objects.count
        kind = encoding.values.reference
        taken = {variable.name for variable in system.variables}
        pools = encoding.objects.pools
        kinds = [0, *(place for place, pool in enumerate(pools) for _ in range(pool.count))]
        firsts = tuple(pool.first for pool in pools)

        def variable(name: str, length: int, initial: tuple[int, ...] = ()) -> Variable:
            while name in taken:
                name += "_"
            constant = bool(initial)
            return Variable(name, kind, length, initial, constant=constant, scratch=not constant)

        self._numbers = variable("new numbers", self._count + 1)
        self._queue = variable("found objects", self._count + 1)
        """Its first element says how many there are."""
        self._used = variable("found of site", len(pools))
        self._pool_of = variable("sites of objects", self._count + 1, tuple(kinds))
        self._first_of = variable("first objects", len(pools), firsts)
        self.variables = (self._numbers, self._queue, self._used, self._pool_of, self._first_of)
        self._contents = Contents(encoding, self._names.fresh)

    def block(self) -> Block:
        """Find all objects, and change the state where one has another number now or nothing reaches it."""
        return (
            *self._look(),
            *self._note_change(),
            If(self._is(self._queue, number(0), 1), (*self._forget(), *self._rename(), *self._move())),
            *self._clear(),
        )

    # --- looking for objects -----------------------------------------------------------------------------

    def _look(self) -> Block:
        roots = tuple(self._roots())
        held = self._held()
        if not held:
            return (*roots, self._follow_all())
        turn = self._names.fresh()
        is_first = equal(Local(turn, WORD), number(0))
        return (For(turn, 2, (If(is_first, roots, held), self._follow_all())),)

    def _roots(self) -> list[Statement]:
        statements: list[Statement] = []
        for held in self._encoding.storage.reference_holders():
            statements += self._each(held.variable, lambda cell: self._enqueue(cell.read()))
        for (_, word), variable in self._encoding.storage.marks.items():
            if word == "exception":
                statements += self._each(variable, lambda cell: self._enqueue(cell.read()))
            elif word in _KEYS and self._encoding.synchronisation.lock_rows:
                statements += self._each(variable, lambda cell: self._enqueue_by_key(cell.read()))
        return statements

    def _held(self) -> Block:
        """Find objects that threads lock or that know threads, although nothing reaches them."""
        storage, which, whose = self._encoding.storage, self._names.fresh(), self._names.fresh()
        this = plus(Local(which, WORD), 1)
        kind = self._encoding.values.thread
        thread = cast(plus(Local(whose, WORD), 1), kind)
        tests: list[Expr] = []
        if self._encoding.synchronisation.lock_rows:
            owner = storage.shared["owner"]
            tests.append(equal(read(owner, self._encoding.synchronisation.key_of_object(this)), thread))
        for (class_name, _), held in storage.fields.items():
            if isinstance(held.type, ThreadType):
                span = self._encoding.objects.instances(class_name)
                value = cast(read(held.variable, plus(this, -span[0])), kind)
                tests.append(both(within(this, [span]), equal(value, thread)))
        if not tests:
            return ()
        is_lost = both(self._is_taken(this), self._is(self._numbers, this, 0))
        inner = If(both(is_lost, either(*tests)), self._enqueue(this))
        return (For(whose, self._encoding.plan.threads, (For(which, self._count, (inner,)),)),)

    def _enqueue(self, value: Expr) -> Block:
        """An object is found: it gets the next number of its site and is looked at in turn."""
        name, site = self._names.fresh(), self._names.fresh()
        this, place = Local(name, WORD), Local(site, WORD)
        is_new = both(flat.negated(equal(this, number(0))), self._is(self._numbers, this, 0))
        count, used = read(self._queue, number(0)), read(self._used, place)
        kind = self._numbers.type
        return (
            Let(name, cast(value, WORD)),
            If(
                is_new,
                (
                    Let(site, cast(read(self._pool_of, this), WORD)),
                    Assign(self._numbers, this, apply(Operator.ADD, read(self._first_of, place), used)),
                    Assign(self._used, place, plus(used, 1)),
                    Assign(self._queue, number(0), plus(count, 1)),
                    Assign(self._queue, cast(count, WORD), cast(this, kind)),
                ),
            ),
        )

    def _enqueue_by_key(self, value: Expr) -> Block:
        return self._enqueue(self._encoding.synchronisation.object_of_mark(value))

    def _follow_all(self) -> Statement:
        turn, name = self._names.fresh(), self._names.fresh()
        this = Local(name, WORD)
        length = cast(read(self._queue, number(0)), WORD)
        statements: list[Statement] = [Let(name, cast(read(self._queue, plus(Local(turn, WORD), 1)), WORD))]
        statements += self._contents.references(this, self._enqueue)
        return For(turn, self._count, (If(apply(Operator.LESS, Local(turn, WORD), length), tuple(statements)),))

    # --- changing the state ------------------------------------------------------------------------------

    def _note_change(self) -> Block:
        """Note in place of the number of objects whether one that exists gets another number, or none."""
        which = self._names.fresh()
        this = plus(Local(which, WORD), 1)
        other = flat.negated(equal(read(self._numbers, this), cast(this, self._numbers.type)))
        mark = Assign(self._queue, number(0), number(1, self._queue.type))
        return (
            Assign(self._queue, number(0), number(0, self._queue.type)),
            For(which, self._count, (If(both(self._is_taken(this), other), (mark,)),)),
        )

    def _forget(self) -> Block:
        which = self._names.fresh()
        this = plus(Local(which, WORD), 1)
        is_lost = both(self._is_taken(this), self._is(self._numbers, this, 0))
        return (For(which, self._count, (If(is_lost, self._contents.erased(this)),)),)

    def _rename(self) -> Block:
        """Put the new number of an object wherever its old one is."""
        statements: list[Statement] = []

        def renamed(held: Expr) -> Expr:
            return cast(read(self._numbers, cast(held, WORD)), held.type)

        def renamed_key(held: Expr) -> Expr:
            needs = self._encoding.synchronisation
            reference = needs.object_of_mark(held)
            new = plus(needs.key_of_object(read(self._numbers, reference)), 1)
            return apply(Operator.IF, equal(reference, number(0)), held, cast(new, held.type))

        storage = self._encoding.storage
        inside = [held for held in (*storage.fields.values(), *storage.elements.values()) if is_reference(held.type)]
        for held in (*storage.reference_holders(), *inside):
            statements += self._each(held.variable, lambda cell: (cell.write(renamed(cell.read())),))
        for (_, word), variable in storage.marks.items():
            if word == "exception":
                statements += self._each(variable, lambda cell: (cell.write(renamed(cell.read())),))
            elif word in _KEYS and self._encoding.synchronisation.lock_rows:
                statements += self._each(variable, lambda cell: (cell.write(renamed_key(cell.read())),))
        return tuple(statements)

    def _move(self) -> Block:
        """Put every object where its new number says, site by site."""
        statements: list[Statement] = []
        for pool in self._encoding.objects.pools:
            if pool.count == 1:
                continue
            to, source = self._names.fresh(), self._names.fresh()
            target, origin = plus(Local(to, WORD), pool.first), plus(Local(source, WORD), pool.first)
            is_wanted = equal(read(self._numbers, origin), cast(target, self._numbers.type))
            misplaced = both(is_wanted, flat.negated(equal(origin, target)))
            name = self._names.fresh()
            exchanged = (
                *self._contents.exchanged(pool, target, origin),
                Let(name, read(self._numbers, target)),
                Assign(self._numbers, target, read(self._numbers, origin)),
                Assign(self._numbers, origin, Local(name, self._numbers.type)),
            )
            statements.append(For(to, pool.count, (For(source, pool.count, (If(misplaced, exchanged),)),)))
        return tuple(statements)

    def _clear(self) -> Block:
        statements: list[Statement] = []
        for variable in (self._numbers, self._queue, self._used):
            name = self._names.fresh()
            zero = Assign(variable, Local(name, WORD), number(0, variable.type))
            statements.append(For(name, variable.length, (zero,)))
        return tuple(statements)

    # --- parts -------------------------------------------------------------------------------------------

    def _is(self, variable: Variable, index: Expr, value: int) -> Expr:
        return equal(read(variable, index), number(value, variable.type))

    def _is_taken(self, this: Expr) -> Expr:
        return read(self._encoding.storage.shared["allocated"], this)

    def _each(self, variable: Variable, what: Callable[[Cell], Block]) -> Block:
        return each_element(self._system, variable, what, self._names.fresh)


_KEYS = ("waits on", "releases")
