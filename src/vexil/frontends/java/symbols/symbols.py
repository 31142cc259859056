"""What names stand for: classes, methods, fields and local variables.

Symbols are made when declarations are entered and filled in step by step: headers (type parameters, supertypes), then
members, then bodies on demand. They are compared by identity.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from vexil.core.source import Span
from vexil.frontends.java.symbols.types import ClassType, JavaType, TypeVariable
from vexil.languages.java import tree as syntax

ConstantValue = int | float | bool | str


@dataclass(eq=False, slots=True)
class LocalSymbol:
    """A local variable, parameter, exception parameter or pattern variable; ``owner`` is the code that declares it."""

    name: str
    type: JavaType
    owner: CodeOwner
    span: Span | None
    final: bool = False
    """Declared ``final``."""
    constant: ConstantValue | None = None
    """The value of a constant variable (JLS 4.12.4)."""
    parameter: bool = False
    captured: bool = False
    """Whether a lambda or local class uses it."""
    assignments: int = 0
    """How often it is assigned to outside of its declaration; the flow checks use it for effective finality."""


@dataclass(eq=False, slots=True)
class FieldSymbol:
    """A field, static or not; an enum constant is a static final one with ``enum_constant``."""

    name: str
    type: JavaType
    owner: ClassSymbol
    flags: frozenset[str]
    span: Span | None
    initialiser: syntax.Expression | None = None
    constant: Callable[[], ConstantValue | None] = lambda: None
    """The value of a constant variable, else ``None``; computed once on demand."""
    enum_constant: syntax.EnumConstant | None = None

    @property
    def static(self) -> bool:
        """Whether there is one for the class."""
        return "static" in self.flags

    @property
    def final(self) -> bool:
        """Whether it is assigned once."""
        return "final" in self.flags


@dataclass(eq=False, slots=True)
class MethodSymbol:
    """A method, constructor (named ``<init>``) or static initialiser (``<clinit>``).

    ``flags`` are the modifiers, those that an interface implies included. Methods without a declaration are made by
    the compiler: default constructors, ``values`` and ``valueOf`` of enums, members of records.
    """

    name: str
    owner: ClassSymbol
    type_parameters: tuple[TypeVariable, ...]
    parameters: tuple[JavaType, ...]
    parameter_names: tuple[str, ...]
    varargs: bool
    result: JavaType
    throws: tuple[JavaType, ...]
    flags: frozenset[str]
    span: Span | None
    declaration: syntax.MethodDeclaration | None = None

    @property
    def static(self) -> bool:
        """Whether it has no receiver."""
        return "static" in self.flags

    @property
    def abstract(self) -> bool:
        """Whether it has no body."""
        return "abstract" in self.flags

    @property
    def constructor(self) -> bool:
        """Whether it initialises new objects."""
        return self.name == "<init>"


class Completion(Protocol):
    """What fills in a class symbol when something of it is asked for."""

    variables: tuple[TypeVariable, ...]
    """The type parameters, whose bounds the header sets."""

    def header(self) -> None:
        """Set ``parameters``, ``superclass`` and ``interfaces``."""

    def members(self) -> None:
        """Set ``fields`` and ``methods``."""


@dataclass(eq=False)
class ClassSymbol:
    """A class, interface, enum, record, or a lambda's synthetic class.

    Its header (``parameters``, ``superclass``, ``interfaces``) and its members (``fields``, ``methods``) are completed
    when they are read for the first time; whoever makes a symbol without a completion assigns them.

    ``outer`` is the class whose body the declaration is in, for member, local and anonymous classes alike; ``code`` is
    the method or initialiser that a local or anonymous class is declared in. ``has_outer_instance`` says that instances
    belong to an instance of ``outer``.
    """

    name: str
    """The simple name; empty for an anonymous class."""
    binary_name: str
    """``pkg.Outer$Inner``, ``Main$1``, ``Main$1Local``."""
    qualified_name: str
    """``pkg.Outer.Inner``; the simple name of a local class."""
    package: str
    kind: syntax.ClassKind
    flags: frozenset[str]
    outer: ClassSymbol | None
    code: CodeOwner | None
    declaration: syntax.ClassDeclaration | None
    unit: syntax.CompilationUnit | None
    library: bool
    """Whether it is a model of the library rather than the user's."""
    has_outer_instance: bool = False
    completion: Completion | None = None
    parameters: tuple[TypeVariable, ...] = field(init=False)
    """Its own type parameters."""
    superclass: ClassType | None = field(init=False)
    interfaces: tuple[ClassType, ...] = field(init=False)
    fields: dict[str, FieldSymbol] = field(init=False)
    methods: dict[str, list[MethodSymbol]] = field(init=False)
    """By name, constructors under ``<init>``; only those declared here (or made by the compiler)."""
    classes: dict[str, ClassSymbol] = field(default_factory=dict)
    """Member classes."""
    captures: dict[LocalSymbol, None] = field(default_factory=dict)
    """For a local or anonymous class: the captured variables of enclosing code; complete once its bodies are typed."""
    anonymous_count: int = 0
    local_counts: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.completion is None:
            self.parameters, self.superclass, self.interfaces, self.fields, self.methods = (), None, (), {}, {}

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """Complete the header or the members; only called for attributes that are not set yet."""
            if name in ("parameters", "superclass", "interfaces"):
                self.completion.header()
            elif name in ("fields", "methods"):
                self.completion.members()
            else:
                raise AttributeError(name)
            return self.__dict__[name]

    @property
    def all_parameters(self) -> tuple[TypeVariable, ...]:
        """The type parameters of the enclosing classes whose instances (or code) it belongs to, and its own."""
        inherited = self.outer.all_parameters if self.outer is not None and not self.static else ()
        return (*inherited, *self.parameters)

    @property
    def static(self) -> bool:
        """Whether it is static, explicitly or by its kind or place (JLS 8.5.1): it sees no type parameters outside."""
        return "static" in self.flags

    @property
    def is_interface(self) -> bool:
        """Whether it is an interface or annotation type."""
        return self.kind in (syntax.ClassKind.INTERFACE, syntax.ClassKind.ANNOTATION)

    @property
    def abstract(self) -> bool:
        """Whether it has no instances of its own."""
        return "abstract" in self.flags or self.is_interface

    @property
    def is_inner_member(self) -> bool:
        """Whether it is a member class whose instances belong to one of the class around it."""
        return self.code is None and bool(self.name) and self.outer is not None and self.has_outer_instance

    @property
    def display_name(self) -> str:
        """How messages name it: the simple name, behind the outer class if it is an inner one, as javac does."""
        if self.is_inner_member and self.outer is not None:
            return f"{self.outer.display_name}.{self.name}"
        if self.name:
            return self.name
        named = self.interfaces[0] if self.interfaces else self.superclass
        return f"<anonymous {named}>"

    @property
    def this_type(self) -> ClassType:
        """The type of ``this`` inside."""
        return ClassType(self, self.all_parameters)

    def __repr__(self) -> str:
        return f"<class {self.binary_name}>"


@dataclass(eq=False, slots=True)
class LambdaOwner:
    """The body of a lambda as an owner of local variables; ``code`` is what the lambda is written in."""

    code: CodeOwner
    owner: ClassSymbol
    """The class around it."""


@dataclass(eq=False, slots=True)
class InitialiserOwner:
    """The initialisers of a class, static or of instances, as an owner of local variables."""

    owner: ClassSymbol
    static: bool


CodeOwner = MethodSymbol | LambdaOwner | InitialiserOwner
