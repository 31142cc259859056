"""Locks: which an operation may be about, and the critical sections of functions.

A lock is told by a token: a number, or the object whose monitor or address it is. A critical section is *exact* when
the operations of its function are nested like brackets on every path, as those of monitors are; other locks need not
be paired. Tokens are *may* facts, exact sections *must* facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.facts import Analyses
from vexil.analysis.locations import GlobalObject
from vexil.core.errors import UsageError
from vexil.ir.compare import same_expression
from vexil.ir.expressions import Const, Expr, Variable
from vexil.ir.operations import BeginAtomic, EndAtomic, Lock, Operation, Unlock, written_places
from vexil.ir.program import Function
from vexil.ir.types import LockType

ANY = 1
"""The set of tokens of a lock of which nothing is known; it may be any lock."""
Opening = Lock | BeginAtomic


@dataclass(slots=True)
class Section:
    """A critical section: where it begins and ends, and the locations inside, those of sections in it included."""

    lock: int
    operation: Opening
    unlocks: set[int] = field(default_factory=set)
    body: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why the operations of a function on locks are not nested, and at which location."""

    location: int
    message: str


@dataclass(slots=True)
class Sections:
    """The sections of a function; ``innermost`` has the number of the innermost one of a location that is in one.

    With a ``problem`` there are no exact sections.
    """

    sections: list[Section] = field(default_factory=list)
    innermost: dict[int, int] = field(default_factory=dict)
    problem: Problem | None = None


class Locks:
    """The locks of a program."""

    def __init__(self, facts: Analyses, nodes: Nodes) -> None:
        self._facts = facts
        self._nodes = nodes
        self._numbers: dict[object, int] = {}
        self._sections: dict[str, Sections] = {}
        self._inner: dict[tuple[str, tuple[type, ...]], list[int]] = {}
        self._tokens: dict[tuple[str, int], tuple[Expr, int]] = {}

    # --- tokens ------------------------------------------------------------------------------------------

    @cached_property
    def _written(self) -> frozenset[str]:
        """The global registers that are written somewhere."""
        operations = (edge.operation for function in self._nodes.functions for edge in function.edges)
        places = (place for operation in operations for place in written_places(operation))
        return frozenset(place.name for place in places if isinstance(place, Variable) and place.is_global)

    def _number(self, key: object) -> int:
        return self._numbers.setdefault(key, len(self._numbers) + 1)

    def _constant(self, expression: Expr) -> int | None:
        """The number of a lock that is always the same one."""
        match expression:
            case Const(value, _):
                return int(value)
            case Variable(name, _, True) if name not in self._written:
                initial = self._facts.program.global_variables[name].initial
                if initial is None:
                    return 0
                return int(initial.value) if isinstance(initial, Const) else None
            case _:
                return None

    def tokens(self, function: str, expression: Expr) -> int:
        """The locks that an expression may be, as a set of bits; `ANY` if it is not known."""
        known = self._tokens.get((function, id(expression)))
        if known is None:
            known = self._tokens[function, id(expression)] = expression, self._find_tokens(function, expression)
        return known[1]

    def _find_tokens(self, function: str, expression: Expr) -> int:
        if isinstance(expression.type, LockType):
            number = self._constant(expression)
            return ANY if number is None else 1 << self._number(number)
        found = 0
        for location in self._facts.points_to.targets_of(function, expression):
            found |= 1 << self._number(location.object)
        return found

    def identity(self, function: str, expression: Expr) -> object | None:
        """What the lock always is, for comparing with others; ``None`` if the expression may be several."""
        if isinstance(expression.type, LockType):
            return self._constant(expression)
        targets = self._facts.points_to.targets_of(function, expression)
        if len(targets) == 1:
            only = next(iter(targets))
            if isinstance(only.object, GlobalObject) and only.stride == 0:
                return only
        return None

    @staticmethod
    def may_be_same(one: int, other: int) -> bool:
        """Say whether two sets of tokens may have a lock in common."""
        return bool(one & other) or bool((one | other) & ANY)

    def token_numbers(self, tokens: int) -> Iterator[int]:
        """The single tokens of a set that is not `ANY`."""
        return (index for index in range(tokens.bit_length()) if tokens >> index & 1)

    @property
    def all_tokens(self) -> list[int]:
        """Every token that has been asked for."""
        return sorted(self._numbers.values())

    def token_name(self, token: int) -> str:
        """What people call a token."""
        return next((str(key) for key, number in self._numbers.items() if number == token), "any lock")

    # --- sections ----------------------------------------------------------------------------------------

    def sections(self, function: Function) -> Sections:
        """The critical sections of a function."""
        found = self._sections.get(function.name)
        if found is None:
            kinds = (Lock, Unlock, BeginAtomic, EndAtomic)
            found = _find(function) if self._nodes.numbers(function, *kinds) else Sections()
            self._sections[function.name] = found
        return found

    @cached_property
    def loose(self) -> frozenset[str]:
        """The functions that may keep a lock, or release one that they have not taken, called ones included."""
        found: set[str] = set()
        for group in self._facts.call_graph.components:
            members = [self._facts.program.functions[name] for name in group if name in self._nodes.base]
            below = any(callee in found for item in members for callee in self._facts.call_graph.callees[item.name])
            if below or any(self.sections(item).problem is not None for item in members):
                found.update(item.name for item in members)
        return frozenset(found)

    def openers(self, function: Function) -> set[int]:
        """Where a lock may be taken that is not in an exact section: locks, and calls of loose functions."""
        return self._loose_places(function, (Lock, BeginAtomic))

    def closers(self, function: Function) -> set[int]:
        """Where a lock may be released that is not in an exact section."""
        return self._loose_places(function, (Unlock, EndAtomic))

    def _loose_places(self, function: Function, kinds: tuple[type, ...]) -> set[int]:
        found: set[int] = set()
        if self.sections(function).problem is not None:
            found.update(function.edges[number].source for number in self._nodes.numbers(function, *kinds))
        if self.loose:
            for location, callees in self._facts.call_graph.calls_at[function.name].items():
                if any(self.inner_operations(callee, kinds) for callee in callees):
                    found.add(location)
        return found

    def inner_operations(self, function: str, kinds: tuple[type, ...]) -> list[int]:
        """The operations on locks, as nodes, in a loose function and the loose functions that it calls."""
        if function not in self.loose:
            return []
        found = self._inner.get((function, kinds))
        if found is None:
            found = self._inner[function, kinds] = []
            for name in sorted(self._facts.call_graph.reachable([function])):
                inner = self._facts.program.functions[name]
                if name in self.loose and self.sections(inner).problem is not None:
                    numbers = self._nodes.numbers(inner, *kinds)
                    found += [self._nodes.node(name, inner.edges[number].source) for number in numbers]
        return found

    def require_balance(self) -> None:
        """Raise an error at the first place where monitors are not nested, or other locks not released."""
        for function in self._nodes.functions:
            problem = self.sections(function).problem
            if problem is not None and not any(_is_monitor(edge.operation) for edge in function.edges):
                problem = _imbalance(function)
            if problem is None:
                continue
            node = self._nodes.node(function.name, problem.location)
            span = self._nodes.span(node)
            if span is not None and span.file < len(self._nodes.program.files):
                raise self._nodes.program.files[span.file].error(
                    f"unbalanced monitor: {problem.message}", span.start, span.end,
                    expected="on every path an unlock for every lock, in the opposite order",
                )  # fmt: skip
            raise UsageError(f"unbalanced monitor at {self._nodes.name(node)}: {problem.message}")


def _is_monitor(operation: Operation) -> bool:
    """Say whether an operation is about a lock that is entered and left like a block."""
    if isinstance(operation, Lock):
        return operation.reentrant or bool(operation.pair)
    return isinstance(operation, BeginAtomic | EndAtomic) or (isinstance(operation, Unlock) and bool(operation.pair))


def _imbalance(function: Function) -> Problem | None:
    """Where a lock may be kept, or released without being taken, whatever the order of locks and unlocks is."""
    from vexil.ir.text import print_expression  # slices do without the text form, which takes a while to import

    held: dict[int, tuple[str, ...]] = {function.entry: ()}
    taken: dict[str, int] = {}
    pending = [function.entry]
    while pending:
        location = pending.pop()
        for number in function.outgoing[location]:
            edge, after = function.edges[number], held[location]
            if isinstance(edge.operation, Lock):
                name = print_expression(edge.operation.lock)
                taken[name] = location
                after = tuple(sorted((*after, name)))
            elif isinstance(edge.operation, Unlock):
                name = print_expression(edge.operation.lock)
                if name not in after:
                    return Problem(location, "there is no lock for it on some path")
                place = after.index(name)
                after = after[:place] + after[place + 1 :]
            if edge.target not in held:
                held[edge.target] = after
                pending.append(edge.target)
            elif held[edge.target] != after and edge.target != function.stop:
                return Problem(location, "paths with different locks held meet after it")
    for end in (function.exit, function.exceptional_exit):
        if end is not None and held.get(end):
            return Problem(taken[held[end][0]], "the function may be left without an unlock for it")
    return None


def _find(function: Function) -> Sections:
    """Follow the open sections along all edges; they must be the same on all paths to a location."""
    found = Sections()
    numbers: dict[int, int] = {}
    stacks: dict[int, tuple[int, ...]] = {function.entry: ()}
    pending = [function.entry]
    while pending:
        location = pending.pop()
        for number in function.outgoing[location]:
            edge = function.edges[number]
            stack = _after(function, found, numbers, location, number, stacks[location])
            if isinstance(stack, str):
                return Sections(problem=Problem(location, stack))
            if edge.target not in stacks:
                stacks[edge.target] = stack
                pending.append(edge.target)
            elif stacks[edge.target] != stack and edge.target != function.stop:
                return Sections(problem=Problem(location, "paths with different locks held meet after it"))
    for end in (function.exit, function.exceptional_exit):
        if end is not None and stacks.get(end):
            lock = found.sections[stacks[end][-1]].lock
            return Sections(problem=Problem(lock, "the function may be left without an unlock for it"))
    for location, stack in stacks.items():
        inside = stack
        if inside and location in found.sections[inside[-1]].unlocks:
            inside = inside[:-1]
        if inside:
            found.innermost[location] = inside[-1]
        for section in inside:
            found.sections[section].body.add(location)
    return found


def _after(
    function: Function, found: Sections, numbers: dict[int, int], location: int, number: int, stack: tuple[int, ...]
) -> tuple[int, ...] | str:
    operation: Operation = function.edges[number].operation
    if isinstance(operation, Lock | BeginAtomic):
        if location not in numbers:
            numbers[location] = len(found.sections)
            found.sections.append(Section(location, operation))
        if numbers[location] in stack:
            return "it is taken again on a path on which it is not released"
        return (*stack, numbers[location])
    if isinstance(operation, Unlock | EndAtomic):
        if not stack:
            return "there is no lock for it on some path"
        section = found.sections[stack[-1]]
        if not _belong(section.operation, operation):
            return "the lock that was taken last is another one"
        section.unlocks.add(location)
        return stack[:-1]
    return stack


def _belong(opening: Opening, closing: Unlock | EndAtomic) -> bool:
    if isinstance(opening, BeginAtomic) or isinstance(closing, EndAtomic):
        return isinstance(opening, BeginAtomic) and isinstance(closing, EndAtomic)
    if opening.pair or closing.pair:
        return opening.pair == closing.pair
    return same_expression(opening.lock, closing.lock)
