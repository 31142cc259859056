"""The state of lowering one function: where code goes, names, temporaries, scopes and jumps.

Code is emitted at a current location. Scopes know the variables that live in memory, so that every way out of a block
(its end, ``break``, ``goto``) ends their lives and every way in begins them (C11 6.2.4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from vexil.core.caveats import Effect
from vexil.core.source import Span
from vexil.frontends.c.evaluation_order import EvaluationOrder
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.liveness import empty_temporaries, settle_emptied, settle_uninitialised
from vexil.frontends.c.program import Translation
from vexil.frontends.c.scopes import Jump, Landing, Scope
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import AddressOf, Apply, Const, Expr, Operator, Place, Variable, preorder
from vexil.ir.operations import Assign, BeginLifetime, Check, Choose, Copy, EndLifetime, Fill, Operation, Release, Skip
from vexil.ir.sourcemap import Spans
from vexil.ir.tidy import tidy
from vexil.ir.types import BOOL, BoolType, FloatType, IntegerType, PointerType, Type, is_aggregate
from vexil.ir.typing import apply

LONGEST_NAME = 32
ACCESSING = (Assign, Choose, Copy, Fill)
"""Operations that read and write what threads may share."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What an lvalue designates: a variable by name, or memory at an address, or bits of it.

    ``kind`` is the number of its C type. Memory that is ``sure`` is part of a variable in scope.
    """

    kind: int
    variable: Variable | None = None
    address: Expr | None = None
    bits: tuple[IntegerType, int, int] | None = None
    sure: bool = False


class NotConstant(Exception):  # noqa: N818 - tells the caller, who knows the place
    """An initialiser of a static variable that has to be executed."""


class FunctionLowering:
    """Builds one function."""

    def __init__(self, translation: Translation, builder: FunctionBuilder) -> None:
        self.translation = translation
        self.tree = translation.tree
        self.types = translation.types
        self.builder = builder
        self.here = builder.location()
        builder.entry = self.here
        builder.exit = builder.location("exit")
        self.span: Span | None = None
        self.locals: dict[int, Variable] = {}
        self.blocks: dict[int, tuple[Variable, list[Expr]]] = {}
        """Variable-length arrays: the pointer, and the sizes in bytes of the array, its elements, and so on."""
        self.scope = Scope(None, is_function=True)
        self.landings: dict[object, Landing] = {}
        self.jumps: list[Jump] = []
        self.breaks: list[tuple[int, Scope]] = []
        self.continues: list[tuple[int, Scope]] = []
        self.switches: list[Any] = []
        self.exposed: set[str] = set()
        """Locals whose address is taken."""
        self.private: set[str] = set()
        """Hidden locals in memory that only this function uses."""
        self.variadic: Variable | None = None
        self.result: Type | None = None
        self.atomic = False
        self.is_synchronisation = False
        """Whether what is read and written is how threads synchronise, and no data (C11 5.1.2.4)."""
        self.addressed = -1
        """The operand of an address operator that is being lowered: it may lie one past the end of its array."""
        self.has_labels = False
        """Whether a jump may lead back to a declaration."""
        self.ends_program = False
        """Whether returning ends the program: the function is the entry, and nobody calls it."""
        self.is_constant = False
        self.outside = False
        """Whether only constants are wanted: control flow becomes selection, and nothing may be executed."""
        self.undecided: list[tuple[int, Variable]] = []
        """Edges that give an uninitialised variable a value, in case it is read."""
        self.held_pointers: list[Variable] = []
        """Temporaries of the statements under way that hold pointers, if the loss of memory is asked for."""
        self.emptied: list[tuple[int, Variable]] = []
        """Edges that empty such a temporary, in case nobody reads it any more."""
        self._names: dict[str, int] = {}
        self._temporaries: set[str] = set()
        self.spans: Spans = {}
        self._caveats: list[tuple[Effect, str]] = []
        self.order = EvaluationOrder(self)
        self._placed_caveats: list[tuple[int, Effect, str, Span | None]] = []

    # --- sources -------------------------------------------------------------------------------------------

    def at(self, node: int) -> None:
        """Attribute what follows to the statement at a node."""
        self.span = self.translation.span(node) or self.span
        self.spans.clear()

    def located(self, expression: Expr, node: int) -> Expr:
        """Record where an expression is written; gives the expression."""
        return self.located_at(expression, self.translation.span(node))

    def located_at(self, expression: Expr, span: Span | None) -> Expr:
        """Record that an expression is written at a place; gives the expression."""
        if span is not None:
            self.spans[expression] = span
        return expression

    def relocated(self, expression: Expr, before: Expr) -> Expr:
        """Let an expression that replaces another one have its place."""
        if expression is before:
            return expression
        return self.located_at(expression, self.spans.get(before))

    def approximate(self, effect: Effect, reason: str) -> None:
        """Attach a caveat to the next edge; outside of functions it counts everywhere."""
        if self.outside:
            self.translation.caveat(effect, reason, None, self.span)
            return
        self._caveats.append((effect, reason))

    def place_caveat(self, edge: int, effect: Effect, reason: str, span: Span | None) -> None:
        """Attach a caveat to an edge that is there."""
        self._placed_caveats.append((edge, effect, reason, span))

    # --- code ----------------------------------------------------------------------------------------------

    def emit(self, operation: Operation) -> int:
        """Add an edge from the current location to a new one, which becomes current; gives its number."""
        target = self.builder.location()
        return self.emit_to(operation, target, target)

    def emit_to(self, operation: Operation, target: int, then: int) -> int:
        """Add an edge from the current location to a given one; go on at *then*."""
        if self.is_constant:
            raise NotConstant
        atomic = self.is_synchronisation and isinstance(operation, ACCESSING)
        number = self.builder.edge(self.here, target, operation, self.span, self.spans, atomic=atomic)
        if self._caveats:
            self._placed_caveats.extend((number, effect, reason, self.span) for effect, reason in self._caveats)
            self._caveats.clear()
        self.here = then
        return number

    @contextmanager
    def synchronising(self, *, when: bool = True) -> Iterator[None]:
        """What is read and written in the meantime is how threads synchronise."""
        before, self.is_synchronisation = self.is_synchronisation, when or self.is_synchronisation
        try:
            yield
        finally:
            self.is_synchronisation = before

    def place_caveats(self) -> None:
        """Give caveats that wait for an edge one of their own, for what leaves the current location by several."""
        if self._caveats:
            self.emit(Skip())

    def fork(self, *targets: int) -> None:
        """Leave the current location for any of several; the caller says where to go on."""
        self.place_caveats()
        for target in targets:
            self.builder.edge(self.here, target, Skip(), None)

    def fresh(self) -> int:
        """A new location."""
        return self.builder.location()

    def go_to(self, target: int) -> None:
        """Continue at a location, with an edge from the current one."""
        self.emit_to(Skip(), target, target)

    def dead_end(self) -> None:
        """Continue at a place that nothing leads to, after a jump."""
        self.here = self.fresh()

    def branch(self, condition: Expr, yes: int, no: int) -> None:
        """Leave the current location by a condition; the caller says where to go on."""
        if self.is_constant:
            raise NotConstant
        self.place_caveats()
        self.builder.branch(self.here, condition, yes, no, self.span, self.spans)

    def check(self, kind: str, condition: Expr, message: str) -> None:
        """Demand a condition, unless it is evident; what a model does is called by its function."""
        if message.endswith(": "):
            message += "a library function" if self.builder.name.startswith("__vexil_") else self.builder.name
        if not self.is_constant and not (isinstance(condition, Const) and condition.value is True):
            self.emit(Check(kind, condition, message))

    def assign(self, place: Place, value: Expr) -> None:
        """Write a value."""
        self.emit(Assign(place, value))

    # --- variables -----------------------------------------------------------------------------------------

    def name(self, stem: str) -> str:
        """A name for a local that no other local and no global has."""
        name = stem
        while name in self._names or name in self.translation.taken_names:
            self._names[stem] = self._names.get(stem, 1) + 1
            name = f"{stem}${self._names[stem]}"
        self._names.setdefault(name, 1)
        return name

    def temporary(self, kind: Type, text: str) -> Variable:
        """A hidden variable named after the source text whose value it holds."""
        short = " ".join(text.split())
        if not short or len(short) > LONGEST_NAME or not short.isprintable():
            short = "value"
        return self.named_temporary(kind, short)

    def named_temporary(self, kind: Type, name: str) -> Variable:
        """A hidden variable whose name begins as given."""
        variable = self.builder.local(self.name(f"{name}$1"), kind, hidden=True)
        self._temporaries.add(variable.name)
        if is_aggregate(kind):
            self.private.add(variable.name)
        if self.translation.options.track_memory and not self.is_constant:
            if isinstance(kind, PointerType):
                self.held_pointers.append(variable)
            elif is_aggregate(kind):
                self.approximate(Effect.DROPS, "memory that is lost counts as reached while a structure points to it")
        return variable

    def is_temporary(self, variable: Variable) -> bool:
        """Whether a variable holds the value of a part of an expression."""
        return variable.name in self._temporaries

    def keep(self, value: Expr, text: str) -> Expr:
        """Hold a value in a temporary."""
        if self.is_constant:
            return value
        variable = self.temporary(value.type, text)
        self.assign(variable, value)
        return Variable(variable.name, variable.type, False)

    def settled(self, value: Expr) -> Expr:
        """The value as a literal or a temporary."""
        return value if isinstance(value, Const) else self.keep(value, "value")

    def settle(self, value: Expr, node: int) -> Expr:
        """The value, held in a temporary if what it reads may change before it is used."""
        if all(isinstance(part, Const) or not _reads(part) for part in preorder(value)):
            return value
        if isinstance(value, Variable) and not value.is_global and value.name in self._temporaries:
            return value
        return self.located(self.keep(value, self.translation.text(node)), node)

    # --- scopes and jumps ----------------------------------------------------------------------------------

    def enter_scope(self) -> Scope:
        """Begin a block."""
        self.scope = Scope(self.scope)
        return self.scope

    def leave_scope(self) -> None:
        """End the innermost block; the lives of its variables end here."""
        self.end_lives(self.scope)
        assert self.scope.outer is not None
        self.scope = self.scope.outer

    def end_lives(self, scope: Scope) -> None:
        """End the lives of what is declared in a block."""
        for pointer in reversed(scope.blocks):
            self.emit(Release(Variable(pointer.name, pointer.type, False), True))
            self.assign(pointer, Const(0, pointer.type))  # a jump may come here before it is allocated again
        for variable in reversed(scope.variables):
            self.emit(EndLifetime(variable))
        for pointer in scope.pointers:
            self.assign(pointer, Const(0, pointer.type))

    def live_in(self, variable: Variable) -> None:
        """Let a variable in memory live in the current block, from here on."""
        if not self.scope.is_function:
            self.scope.variables.append(variable)
            self.emit(BeginLifetime(variable))

    def unwind(self, until: Scope) -> None:
        """End the lives of everything in the blocks inside *until*."""
        current: Scope | None = self.scope
        while current is not None and current is not until:
            self.end_lives(current)
            current = current.outer

    def landing(self, key: object, *, labels: tuple[str, ...] = ()) -> Landing:
        """The place of a label, made when it is met first."""
        target = self.landings.get(key)
        if target is None:
            target = self.landings[key] = Landing(self.builder.location(labels=labels))
        return target

    def jump(self, key: object, *, labels: tuple[str, ...] = ()) -> None:
        """Jump to a label; what lies between the blocks is done when both are known."""
        self.landing(key, labels=labels)
        self.jumps.append(Jump(self.here, key, self.scope, self.span))
        self.dead_end()

    def land(self, key: object, *, labels: tuple[str, ...] = ()) -> None:
        """Place a label here."""
        landing = self.landing(key, labels=labels)
        landing.scope = self.scope
        self.go_to(landing.location)

    def finish(self, span: Span | None = None) -> None:
        """Complete the function and add it to the program."""
        self.finish_jumps()
        settle_uninitialised(self.builder, self.undecided)
        settle_emptied(self.builder, self.emptied)
        numbers = tidy(self.builder, {number for number, *_ in self._placed_caveats})
        for number, effect, reason, where in self._placed_caveats:
            if number in numbers:
                self.translation.caveat(effect, reason, f"{self.builder.name}#{numbers[number]}", where)
        self.translation.unsequenced.extend(self.order.finished(numbers))
        self.translation.builder.add(self.builder, span)

    def finish_jumps(self) -> None:
        """Connect all jumps with their labels."""
        for jump in self.jumps:
            landing = self.landings[jump.label]
            assert landing.scope is not None
            self.here, self.span = jump.source, jump.span
            inside = landing.scope.chain()
            for scope in jump.scope.chain():
                if scope in inside:
                    common = scope
                    break
                self.end_lives(scope)
            for scope in reversed(inside[: inside.index(common)]):
                for variable in scope.variables:
                    self.emit(BeginLifetime(variable))
                for choice in scope.open:
                    assert isinstance(choice.place, Variable)
                    self.undecided.append((self.emit(choice), choice.place))
            self.emit_to(Skip(), landing.location, self.here)

    def join(self, *ends: int) -> None:
        """Let several ends meet and go on there."""
        meeting = self.fresh()
        for end in ends:
            self.here = end
            self.emit_to(Skip(), meeting, meeting)

    # --- the parts of the language, by kind of node --------------------------------------------------------

    def value(self, node: int) -> Expr:
        """Evaluate an expression; what is given back reads no memory and no shared variable."""
        handler = self._handler(VALUES, node)
        return self.order.lowering(node, lambda: handler(self, node), _read_later)

    def source(self, node: int) -> Expr:
        """Evaluate an expression; what is given back may contain one access to memory or shared data."""
        handler = SOURCES.get(self.tree.kinds[node])
        if handler is None:
            return self.value(node)
        return self.order.lowering(node, lambda: handler(self, node), _read_later)

    def place(self, node: int) -> Spot:
        """Find what an lvalue designates."""
        handler = self._handler(PLACES, node)
        return self.order.lowering(node, lambda: handler(self, node), _address_later)

    def discard(self, node: int) -> None:
        """Evaluate an expression for its side effects."""
        handler = DISCARDS.get(self.tree.kinds[node])
        if handler is not None:
            self.order.lowering(node, lambda: handler(self, node), _nothing_later)
        elif self.tree.kinds[node] not in HARMLESS:
            self.value(node)

    def condition(self, node: int, yes: int, no: int) -> None:
        """Leave the current location by the truth of an expression; the caller says where to go on."""
        handler = CONDITIONS.get(self.tree.kinds[node], _plain_condition)
        self.order.lowering(node, lambda: handler(self, node, yes, no), _nothing_later)

    def statement(self, node: int) -> None:
        """Lower a statement."""
        handler = STATEMENTS.get(self.tree.kinds[node])
        held = len(self.held_pointers)
        empty_temporaries(self, 0)
        if handler is None:
            self.at(node)
            self.discard(node)
        else:
            handler(self, node)
        empty_temporaries(self, held)
        del self.held_pointers[held:]

    def _handler(
        self, table: dict[int, Callable[[FunctionLowering, int], T]], node: int
    ) -> Callable[[FunctionLowering, int], T]:
        handler = table.get(self.tree.kinds[node])
        if handler is None:
            raise self.translation.refusal(node, "this expression")
        return handler

    def kind(self, node: int) -> Type:
        """The type of an expression's value."""
        return self.translation.kind(self.tree.types[node], node)

    def is_private(self, pointer: Expr) -> bool:
        """Whether a pointer leads to a variable that no other thread can reach."""
        for part in preorder(pointer):
            if isinstance(part, AddressOf):
                return not part.variable.is_global and part.variable.name in self.private
        return False

    def is_shared(self, variable: Variable) -> bool:
        """Whether other threads may see a variable."""
        return self.translation.threaded and (variable.is_global or variable.name in self.exposed)


T = TypeVar("T")
Handler = Callable[[FunctionLowering, int], T]

VALUES: dict[int, Handler[Expr]] = {}
SOURCES: dict[int, Handler[Expr]] = {}
PLACES: dict[int, Handler[Spot]] = {}
DISCARDS: dict[int, Handler[None]] = {}
STATEMENTS: dict[int, Handler[None]] = {}
CONDITIONS: dict[int, Callable[[FunctionLowering, int, int, int], None]] = {}
"""What lowers which kind of node; the modules of this package enter their functions by `lowers`."""

HARMLESS = frozenset(
    {Kind.DECL_REF, Kind.INTEGER, Kind.FLOATING, Kind.CHARACTER, Kind.STRING, Kind.SIZE_OF, Kind.PREDEFINED}
)
"""Expressions that do nothing when their value is not used, and cannot go wrong."""

F = TypeVar("F", bound=Callable[..., Any])


def lowers(table: dict[int, Any], *kinds: Kind) -> Callable[[F], F]:
    """Enter a function into one of the tables."""

    def enter(function: F) -> F:
        for kind in kinds:
            table[int(kind)] = function
        return function

    return enter


def truth(value: Expr) -> Expr:
    """The condition that a value is not zero."""
    if isinstance(value, Apply) and value.operator is Operator.CAST and isinstance(value.operands[0].type, BoolType):
        return value.operands[0]
    if isinstance(value.type, BoolType):
        return value
    if isinstance(value, Const):
        return Const(value.value != 0, BOOL)
    zero = Const(0.0 if isinstance(value.type, FloatType) else 0, value.type)
    return apply(Operator.DIFFERENT, value, zero)


def _read_later(value: Expr) -> tuple[Expr, ...]:
    return (value,)


def _address_later(spot: Spot) -> tuple[Expr, ...]:
    return () if spot.address is None else (spot.address,)


def _nothing_later(_: None) -> tuple[Expr, ...]:
    return ()


def _plain_condition(fn: FunctionLowering, node: int, yes: int, no: int) -> None:
    value = fn.value(node)
    fn.branch(fn.relocated(truth(value), value) if isinstance(value, Const) else truth(value), yes, no)


def _reads(expression: Expr) -> bool:
    match expression:
        case Variable():
            return True
        case _:
            return bool(expression.operands) and not hasattr(expression, "operator")
