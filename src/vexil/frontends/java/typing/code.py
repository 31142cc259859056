"""The code that is being typed: where it is, which variables are in scope, and how its parts are typed.

One `Code` stands for one method body or initialiser. Lambdas inside of it share it; bodies of local and anonymous
classes have codes of their own, which see the variables around them through `EnclosingScope`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.diagnostics import Diagnostics
from vexil.frontends.java.symbols.scopes import TypeScope
from vexil.frontends.java.symbols.symbols import (
    ClassSymbol,
    CodeOwner,
    InitialiserOwner,
    LambdaOwner,
    LocalSymbol,
    MethodSymbol,
)
from vexil.frontends.java.symbols.types import ERROR, VOID, ClassType, JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.places import place
from vexil.languages.java import tree as syntax

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable
    from vexil.frontends.java.typing.arguments import Argument

Undo = list[tuple[str, LocalSymbol | None]]


@dataclass(slots=True)
class EnclosingScope:
    """The code around a local or anonymous class, as it was where the class is declared."""

    locals: dict[str, LocalSymbol]
    code: Code


@dataclass(slots=True)
class Jump:
    """A statement that jumps may name; ``loop`` is the target of ``continue``. Switch expressions are barriers."""

    label: str | None
    target: typed.Target
    loop: typed.Target | None = None
    plain: bool = True
    """Whether a ``break`` without a label means it."""
    barrier: bool = False


@dataclass(slots=True)
class Results:
    """What ``return`` (or ``yield``) has to give: ``expected`` is ``None`` while the type is being inferred."""

    expected: JavaType | None
    in_lambda: bool = False
    sink: Callable[[Argument, syntax.Expression], None] | None = None
    """Who is told about the values while the type is being inferred."""
    target: typed.Target | None = None


@dataclass(slots=True)
class Shared:
    """What all codes of a program have in common."""

    symbols: SymbolTable
    diagnostics: Diagnostics
    expressions: Mapping[type, Callable[..., typed.Expression]]
    statements: Mapping[type, Callable[..., typed.Statement]]
    argument: Callable[[Code, syntax.Expression], Argument]
    check_local_class: Callable[[ClassSymbol], None]
    enclosing_scopes: dict[ClassSymbol, EnclosingScope] = field(default_factory=dict)
    this_types: dict[ClassSymbol, ClassType] = field(default_factory=dict)
    box_methods: dict[str, MethodSymbol | None] = field(default_factory=dict)
    unassignable: dict[LocalSymbol, str] = field(default_factory=dict)
    """Variables that are final by what they are, with what messages call them."""
    unfinished: dict[ClassSymbol, list[list[ClassSymbol]]] = field(default_factory=dict)
    """Local classes whose bodies are being typed, with the chains of classes inside that create them."""

    def this_type(self, symbol: ClassSymbol) -> ClassType:
        """The type of ``this`` in a class."""
        kind = self.this_types.get(symbol)
        if kind is None:
            kind = self.this_types[symbol] = symbol.this_type
        return kind


class Code:
    """A body while it is typed."""

    __slots__ = (
        "at", "binding_count", "cls", "content", "jumps", "locals", "members", "owner", "prologue", "results", "scope",
        "shared", "speculative", "static", "symbols", "touched", "types", "undo", "yields",
    )  # fmt: skip

    def __init__(self, shared: Shared, cls: ClassSymbol, owner: CodeOwner, static: bool, scope: TypeScope) -> None:
        self.shared = shared
        self.symbols = shared.symbols
        self.types = shared.symbols.types
        self.members = shared.symbols.members
        self.cls = cls
        self.owner = owner
        self.static = static
        self.scope = scope
        self.locals: dict[str, LocalSymbol] = {}
        self.undo: Undo = []
        self.results: Results | None = Results(VOID)
        self.yields: Results | None = None
        self.jumps: list[Jump] = []
        self.speculative = 0
        self.touched = 0
        """How often something happened that a trial does not do the way the real thing does."""
        self.prologue = False
        """Whether the arguments of an explicit constructor call are being typed."""
        self.binding_count = 0
        self.at: int | None = None
        """In the initialiser of a field: where the field is declared."""
        self.content = cls.unit.file.content if cls.unit is not None else b""

    # --- parts ---------------------------------------------------------------------------------------------

    def expression(self, node: syntax.Expression, expected: JavaType | None = None) -> typed.Expression:
        """Type an expression; *expected* only guides expressions whose type depends on it (JLS 15.2)."""
        return self.shared.expressions[type(node)](self, node, expected)

    def argument(self, node: syntax.Expression) -> Argument:
        """Type an expression as far as it can be without knowing the parameter it is passed to."""
        return self.shared.argument(self, node)

    def statement(self, node: syntax.Statement) -> typed.Statement:
        """Type a statement that is no declaration of variables."""
        return self.shared.statements[type(node)](self, node)

    def resolve_type(self, name: syntax.TypeName) -> JavaType:
        """The type that is written."""
        return self.symbols.resolve_type(name, self.scope)

    # --- scopes --------------------------------------------------------------------------------------------

    def declare(self, local: LocalSymbol) -> None:
        """Bring a variable into scope; a second one of a name in the same method is a mistake (JLS 6.4)."""
        name = local.name
        old = self.locals.get(name)
        if old is not None and local.span is not None:
            self.error(local.span, f"variable {name} is already defined in {self.owner_text(old.owner)}")
        self.undo.append((name, old))
        self.locals[name] = local

    def leave(self, mark: int) -> None:
        """Forget the variables declared since ``len(undo)`` was *mark*."""
        undo, variables = self.undo, self.locals
        while len(undo) > mark:
            name, old = undo.pop()
            if old is None:
                del variables[name]
            else:
                variables[name] = old

    def introduce(self, bindings: Sequence[LocalSymbol]) -> None:
        """Bring pattern variables into scope."""
        for local in bindings:
            self.declare(local)

    def owner_text(self, owner: CodeOwner) -> str:
        """How messages name what declares a local variable."""
        while isinstance(owner, LambdaOwner):
            owner = owner.code
        if isinstance(owner, InitialiserOwner):
            what = "static initializer" if owner.static else "instance initializer"
            return f"{what} of {kind_name(owner.owner)} {owner.owner.display_name}"
        kind = "constructor" if owner.constructor else "method"
        return f"{kind} {self.types.method_text(owner)}"

    def is_early(self, cls: ClassSymbol) -> bool:
        """Whether the code is in the arguments of a constructor call of a class around it (JLS 8.8.7.1)."""
        current, early = self.cls, self.prologue
        while current is not cls:
            around = self.shared.enclosing_scopes.get(current)
            early = around is not None and around.code.prologue
            assert current.outer is not None
            current = current.outer
        return early

    @property
    def gives_no_instance(self) -> bool:
        """Whether a class declared here has no enclosing instance (JLS 8.1.3).

        In the arguments of a constructor call there is the one of the class under construction.
        """
        return self.static or (self.prologue and not self.cls.has_outer_instance)

    # --- mistakes ------------------------------------------------------------------------------------------

    def error(self, span: Span, message: str) -> None:
        """Report a mistake, unless this is only a trial."""
        self.shared.diagnostics.report(span, message)

    def mistake(self, span: Span, message: str) -> typed.Expression:
        """Report a mistake; the result stands for the expression."""
        self.shared.diagnostics.report(span, message)
        return typed.Constant(None, ERROR, span)

    def place(self, node: syntax.Expression | syntax.TypeName) -> Span:
        """Where messages about an expression point."""
        return place(node, self.content)

    @contextmanager
    def trial(self) -> Iterator[Diagnostics]:
        """Type something that is typed again later: mistakes are collected apart, and nothing is remembered."""
        shared, mark, scope = self.shared, len(self.undo), self.scope
        before, shared.diagnostics = shared.diagnostics, Diagnostics()
        world_before, self.symbols.diagnostics = self.symbols.diagnostics, shared.diagnostics
        self.speculative += 1
        try:
            yield shared.diagnostics
        finally:
            self.speculative -= 1
            shared.diagnostics = before
            self.symbols.diagnostics = world_before
            self.leave(mark)
            self.scope = scope

    @contextmanager
    def inside(self, owner: CodeOwner, results: Results | None) -> Iterator[None]:
        """Type the body of a lambda: variables declared there belong to *owner*, and jumps cannot leave it."""
        saved = self.owner, self.results, self.jumps, self.yields, self.scope
        mark = len(self.undo)
        self.owner, self.results, self.jumps, self.yields = owner, results, [], None
        try:
            yield
        finally:
            self.leave(mark)
            self.owner, self.results, self.jumps, self.yields, self.scope = saved


def kind_name(symbol: ClassSymbol) -> str:
    """How messages name the kind of a class."""
    plain = symbol.kind in (syntax.ClassKind.ANNOTATION, syntax.ClassKind.RECORD)
    return "class" if plain else symbol.kind.value
