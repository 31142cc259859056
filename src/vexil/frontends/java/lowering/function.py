"""The state of lowering one function: where code goes, names, temporaries, handlers and jumps.

Code is emitted at a current location. Values of expressions are pure: constants, registers, and operators on them; each
access to an object is an edge of its own, so that threads are interleaved between single accesses.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vexil.core.caveats import Caveat, Effect
from vexil.core.source import Span
from vexil.frontends.java.lowering.names import lowered_type
from vexil.frontends.java.lowering.pruning import Mentions, mentions_of
from vexil.frontends.java.symbols.symbols import ClassSymbol, LocalSymbol
from vexil.frontends.java.typing import tree as typed
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, preorder
from vexil.ir.operation_parts import NewObject
from vexil.ir.operations import (
    Allocate,
    Assign,
    BeginAtomic,
    Call,
    Catch,
    EndAtomic,
    Operation,
    Restrict,
    Skip,
    Stop,
    Throw,
)
from vexil.ir.sourcemap import Spans
from vexil.ir.tidy import tidy_edges
from vexil.ir.types import BOOL, ReferenceType, Type, is_reference
from vexil.ir.typing import apply, cast

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering

THROWABLE = ReferenceType("java.lang.Throwable")


@dataclass(eq=False)
class Handler:
    """Where exceptions go, and the variable that holds the exception there; ``used`` once something is thrown to it."""

    location: int
    exception: Variable
    used: bool = False


@dataclass(eq=False)
class Context:
    """Something that code is inside of: a handler, code to be run on every way out, or the target of jumps."""

    handler: Handler | None = None
    cleanup: Callable[[], None] | None = None
    target: typed.Target | None = None
    break_to: int = -1
    continue_to: int = -1
    result: Variable | None = None
    """Where `Yield` puts the value of a switch expression."""


class FunctionLowering:
    """Builds one function."""

    def __init__(self, program: ProgramLowering, builder: FunctionBuilder, owner: ClassSymbol | None) -> None:
        self.program = program
        self.builder = builder
        self.owner = owner
        """The class that ``this`` belongs to, or that static code is in."""
        self.this: Variable | None = None
        self.locals: dict[LocalSymbol, Variable] = {}
        self.holes: dict[typed.Hole, Expr] = {}
        """What the holes of compound assignments stand for."""
        self.contexts: list[Context] = []
        self.visible = owner is None or not owner.library
        """Whether the code is the user's, so that its edges have places in the sources."""
        self.span: Span | None = None
        self.spans: Spans = {}
        self.not_null: set[str] = set()
        """Registers that hold no null at the current location."""
        self.initialised: set[str] = set()
        """Classes that are initialised wherever this function runs."""
        self.result: Type | None = None
        self.temporaries: set[str] = set()
        """Registers that are written once for each use."""
        self._names: dict[str, int] = {}
        self._caveats: list[tuple[int, Effect, str, Span | None]] = []
        self._outermost: Handler | None = None
        self._mentions: Mentions | None = None
        builder.exit = builder.location("exit")
        self.here = builder.location()
        builder.entry = self.here

    # --- sources -------------------------------------------------------------------------------------------

    def at(self, span: Span) -> None:
        """Attribute what follows to the statement at a place."""
        self.span = span if self.visible else None
        self.spans.clear()

    def located(self, expression: Expr, span: Span) -> Expr:
        """Record where an expression is written; gives the expression."""
        if self.visible:
            self.spans[expression] = span
        return expression

    # --- code ----------------------------------------------------------------------------------------------

    def emit(self, operation: Operation) -> int:
        """Add an edge from the current location to a new one, which becomes current; gives its number."""
        target = self.builder.location()
        number = self.builder.edge(self.here, target, operation, self.span, self.spans)
        self.here = target
        return number

    def leave(self, operation: Operation, target: int) -> int:
        """Add an edge from the current location to a given one; nothing comes behind it."""
        number = self.builder.edge(self.here, target, operation, self.span, self.spans)
        self.here = self.builder.location()
        return number

    def fresh(self, labels: tuple[str, ...] = ()) -> int:
        """A new location."""
        return self.builder.location(labels=labels)

    def go(self, target: int) -> None:
        """Continue elsewhere; nothing comes behind it."""
        self.leave(Skip(), target)

    def place(self, location: int) -> None:
        """Continue at a location where several ways may meet."""
        self.here = location
        self.not_null.clear()

    def branch(self, condition: Expr, when_true: int, when_false: int) -> None:
        """Go on at one of two locations; nothing comes behind it."""
        self.builder.branch(self.here, condition, when_true, when_false, self.span, self.spans)
        self.here = self.builder.location()

    def approximate(self, edge: int, effect: Effect, reason: str) -> None:
        """Attach a caveat to an edge."""
        self._caveats.append((edge, effect, reason, self.span))

    def end_run(self, reason: str) -> None:
        """End the run where nobody knows how it goes on: it proves nothing, and refutes nothing but what came before.

        What comes behind is not reached. A program that is executed is cut instead, so that whoever watches is told.
        """
        if self.program.options.output:
            edge = self.emit(Restrict(truth(False)))
            self.approximate(edge, Effect.DROPS, reason)
            return
        if self.builder.stop is None:
            self.builder.stop = self.builder.location("stopped")
        edge = self.leave(Stop(None), self.builder.stop)
        self.approximate(edge, Effect.DROPS, reason)
        self.approximate(edge, Effect.ADDS, reason)

    def mentions(self) -> Mentions:
        """What the function mentions, as long as its edges stay as they are."""
        if self._mentions is None:
            self._mentions = mentions_of(self.builder)
        return self._mentions

    def tidy(self, dropped: Container[int] = frozenset()) -> None:
        """Leave out some edges, what is not reached then, and empty steps."""
        self.renumber(tidy_edges(self.builder, self.noted_edges(), dropped))

    def renumber(self, numbers: dict[int, int]) -> None:
        """Follow edges to their new numbers; what was dropped needs no caveat."""
        self._mentions = None
        self._caveats = [
            (numbers[edge], effect, reason, span) for edge, effect, reason, span in self._caveats if edge in numbers
        ]

    def caveats(self) -> Iterable[Caveat]:
        """The caveats of the finished function."""
        for edge, effect, reason, span in self._caveats:
            yield Caveat("java", effect, reason, f"{self.builder.name}#{edge}", span)

    def drop_catches(self) -> None:
        """Take catch edges from locations whose call is gone."""
        edges = self.builder.edges()
        calling = {edge.source for edge in edges if isinstance(edge.operation, Call)}
        self.tidy(
            {
                number
                for number, edge in enumerate(edges)
                if isinstance(edge.operation, Catch) and edge.source not in calling
            }
        )

    def noted_edges(self) -> set[int]:
        """The edges that caveats sit on."""
        return {edge for edge, _, _, _ in self._caveats}

    # --- variables -----------------------------------------------------------------------------------------

    def unused_name(self, wanted: str) -> str:
        """A name that no variable of the function has."""
        count = self._names[wanted] = self._names.get(wanted, 0) + 1
        name = wanted if count == 1 else f"{wanted}.{count}"
        return name if name not in self.program.global_names else self.unused_name(f"{wanted}.local")

    def temporary(self, kind: Type) -> Variable:
        """A new hidden register."""
        name = self.unused_name("t")
        self.temporaries.add(name)
        return self.builder.local(name, kind, hidden=True)

    def declare(self, local: LocalSymbol) -> Variable:
        """The register of a local variable."""
        variable = self.locals.get(local)
        if variable is None:
            name = self.unused_name(local.name)
            labels = (local.name,) if name != local.name else ()
            span = local.span if self.visible else None
            variable = self.builder.local(
                name, lowered_type(local.type), span=span, labels=labels, hidden=not self.visible
            )
            self.locals[local] = variable
        return variable

    def assign(self, variable: Variable, value: Expr) -> None:
        """Write a register."""
        known = not is_reference(variable.type) or self.is_not_null(value)
        self.emit(Assign(variable, value))
        if is_reference(variable.type):
            self.not_null.discard(variable.name)
            if known:
                self.not_null.add(variable.name)

    def saved(self, value: Expr) -> Expr:
        """The value in a register that nothing else writes."""
        if isinstance(value, Const):
            return value
        kept = self.temporary(value.type)
        self.assign(kept, value)
        return kept

    def register(self, value: Expr) -> Expr:
        """The value in a register or constant, so that it may be used several times on the way."""
        return value if isinstance(value, Const | Variable) else self.saved(value)

    # --- exceptions ----------------------------------------------------------------------------------------

    def new_handler(self) -> Handler:
        """A place for exceptions."""
        exception = self.builder.local(self.unused_name("exception"), THROWABLE, hidden=True)
        return Handler(self.fresh(), exception)

    def handler(self) -> Handler:
        """Where an exception goes from here."""
        for context in reversed(self.contexts):
            if context.handler is not None:
                context.handler.used = True
                return context.handler
        if self._outermost is None:
            self._outermost = self.new_handler()
        return self._outermost

    def raise_new(self, name: str, arguments: tuple[Expr, ...] | Callable[[], tuple[Expr, ...]] = ()) -> None:
        """Throw a new exception of a class of the library; nothing comes behind it.

        *arguments* are what it tells about the failure; they may be a function that computes them only here.
        """
        if callable(arguments):
            arguments = arguments()
        handler = self.handler()
        self.program.instantiate(name)
        allocation = Allocate(handler.exception, NewObject(name), name)
        if not arguments:
            self.leave(allocation, handler.location)
            return
        self.emit(allocation)
        self.program.initialise_failure(self, name, handler.exception, arguments)
        self.go(handler.location)

    def raise_value(self, value: Expr) -> None:
        """Throw an exception that is not null; nothing comes behind it."""
        handler = self.handler()
        self.leave(Assign(handler.exception, value), handler.location)

    def call(self, operation: Call) -> None:
        """Call a function; an exception goes to the handler."""
        handler = self.handler()
        self.builder.edge(self.here, handler.location, Catch(handler.exception), self.span)
        self.emit(operation)

    def unless(
        self, condition: Expr, name: str, arguments: tuple[Expr, ...] | Callable[[], tuple[Expr, ...]] = ()
    ) -> None:
        """Throw a new exception unless the condition holds."""
        if isinstance(condition, Const) and condition.value is True:
            return
        fails, holds = self.fresh(), self.fresh()
        kept = set(self.not_null)
        self.branch(condition, holds, fails)
        self.here = fails
        self.raise_new(name, arguments)
        self.here = holds
        self.not_null = kept

    def is_not_null(self, value: Expr) -> bool:
        """Whether a reference is known to be no null."""
        while isinstance(value, Apply) and value.operator is Operator.CAST:
            value = value.operands[0]
        if not isinstance(value, Variable):
            return False
        if value.is_global:
            return value.name in self.program.never_null
        return value.name in self.not_null or (self.this is not None and value.name == self.this.name)

    def require_object(self, value: Expr) -> Expr:
        """A reference that is no null, in a register: throws a `NullPointerException` for null."""
        if self.is_not_null(value):
            return value
        value = self.register(value)
        self.unless(apply(Operator.DIFFERENT, value, Const(0, value.type)), "java.lang.NullPointerException")
        if isinstance(value, Variable) and not value.is_global:
            self.not_null.add(value.name)
        return value

    # --- jumps ---------------------------------------------------------------------------------------------

    def unwind(self, depth: int) -> None:
        """Run the clean-ups of all contexts above a depth, innermost first."""
        contexts = self.contexts
        for position in range(len(contexts) - 1, depth - 1, -1):
            cleanup = contexts[position].cleanup
            if cleanup is not None:
                self.contexts = contexts[:position]
                cleanup()
        self.contexts = contexts

    def context_of(self, target: typed.Target) -> tuple[int, Context]:
        """The context that a jump leads to, and its depth."""
        for position in range(len(self.contexts) - 1, -1, -1):
            if self.contexts[position].target is target:
                return position, self.contexts[position]
        raise AssertionError("a jump should have a target around it")

    # --- end -----------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Lead exceptions that nothing catches out of the function."""
        if self._outermost is not None:
            self.builder.exceptional_exit = self.builder.location("thrown")
            self.here = self._outermost.location
            self.span = None
            self.spans.clear()
            self.leave(Throw(self._outermost.exception), self.builder.exceptional_exit)

    def atomically(self, emit: Callable[[], None]) -> None:
        """Emit code during which no other thread moves, to its end or until an exception leaves it."""
        self.emit(BeginAtomic())
        self.ending_atomic(emit)
        self.emit(EndAtomic())

    def ending_atomic(self, emit: Callable[[], None]) -> None:
        """Emit code inside of an atomic section; an exception that leaves it ends the section."""
        handler = self.new_handler()
        self.contexts.append(Context(handler=handler))
        emit()
        self.contexts.pop()
        if handler.used:
            behind, kept = self.here, set(self.not_null)
            self.here = handler.location
            self.emit(EndAtomic())
            self.raise_value(handler.exception)
            self.here, self.not_null = behind, kept


def reads_a_register(value: Expr) -> bool:
    """Whether a value depends on a register that may be written later."""
    return any(isinstance(part, Variable) and not part.is_global for part in preorder(value))


def truth(value: bool) -> Const:
    """A Boolean constant."""
    return Const(value, BOOL)


def null_of(kind: Type) -> Const:
    """The null of a reference type."""
    return Const(0, kind)


def converted(value: Expr, kind: Type) -> Expr:
    """A reference seen as another type; no test."""
    return cast(value, kind) if value.type != kind else value


__all__ = ["Context", "FunctionLowering", "Handler", "converted", "null_of", "reads_a_register", "truth"]
