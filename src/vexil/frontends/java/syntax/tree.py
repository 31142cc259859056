"""The syntax tree of Java source: what the user wrote, before names mean anything.

Every node has the byte range it was read from; operators, names and literals that edits or messages point at have
ranges of their own. Nothing is desugared here. Bodies of methods are read when they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from vexil.core.source import SourceFile, Span
from vexil.ir.nodes import node

# --- types -----------------------------------------------------------------------------------------------


@node
class PrimitiveTypeName:
    """``int``, ``boolean``, ``void`` …"""

    name: str
    span: Span


@node
class TypePart:
    """One identifier of a class name with its type arguments; ``arguments`` is ``None`` without angle brackets."""

    name: str
    arguments: tuple[TypeName, ...] | None
    span: Span


@node
class ClassTypeName:
    """``Map.Entry<K, V>``, ``java.util.List``, ``var`` in a local declaration; the diamond has no arguments."""

    parts: tuple[TypePart, ...]
    span: Span


@node
class ArrayTypeName:
    """An array type; one node for each pair of brackets."""

    element: TypeName
    span: Span


@node
class WildcardTypeName:
    """``?``, ``? extends B``, ``? super B``."""

    bound: TypeName | None
    upper: bool
    """Whether the bound is an upper one (``extends``)."""
    span: Span


TypeName = PrimitiveTypeName | ClassTypeName | ArrayTypeName | WildcardTypeName


@node
class TypeParameter:
    """A declared type variable."""

    name: str
    bounds: tuple[TypeName, ...]
    span: Span


# --- expressions -----------------------------------------------------------------------------------------


class LiteralKind(Enum):
    """The kinds of literals; values are Python integers, floats, Booleans, strings or ``None``."""

    INT = "int"
    LONG = "long"
    FLOAT = "float"
    DOUBLE = "double"
    BOOLEAN = "boolean"
    CHAR = "char"
    """The value is the number of the UTF-16 unit."""
    STRING = "String"
    NULL = "null"


@node
class Literal:
    """A literal; integers are as written, so 2147483648 is only allowed below a minus sign (JLS 3.10.1)."""

    kind: LiteralKind
    value: int | float | bool | str | None
    decimal: bool
    """Whether an integer was written in base ten."""
    span: Span


@node
class Name:
    """A simple name in an expression: a variable, or the beginning of a qualified name of a type or package."""

    name: str
    span: Span


@node
class FieldAccess:
    """``target.name``: a field, or a further part of the name of a type or package."""

    target: Expression
    name: str
    name_span: Span
    span: Span


@node
class MethodCall:
    """``name(…)``, ``target.name(…)``, ``super.name(…)``."""

    target: Expression | None
    type_arguments: tuple[TypeName, ...]
    name: str
    name_span: Span
    arguments: tuple[Expression, ...]
    span: Span


@node
class ConstructorCall:
    """``this(…)`` or ``super(…)`` as the first statement of a constructor; ``outer.super(…)``."""

    outer: Expression | None
    to_super: bool
    arguments: tuple[Expression, ...]
    span: Span


@node
class New:
    """``new T(…)``, ``outer.new T(…)``, with a body for an anonymous class."""

    outer: Expression | None
    type: ClassTypeName
    diamond: bool
    arguments: tuple[Expression, ...]
    body: ClassDeclaration | None
    span: Span


@node
class NewArray:
    """``new T[a][b][]`` or ``new T[] {…}``; ``element`` is the innermost element type."""

    element: TypeName
    dimensions: tuple[Expression, ...]
    rank: int
    """The number of all brackets."""
    initialiser: ArrayInitialiser | None
    span: Span


@node
class ArrayInitialiser:
    """``{a, b}``: only in declarations and array creations."""

    elements: tuple[Expression, ...]
    span: Span


@node
class ArrayAccess:
    """``array[index]``."""

    array: Expression
    index: Expression
    span: Span


@node
class Unary:
    """``+ - ~ !``."""

    operator: str
    operand: Expression
    operator_span: Span
    span: Span


@node
class Increment:
    """``++x``, ``x--`` …: ``operator`` is ``++`` or ``--``."""

    operator: str
    prefix: bool
    operand: Expression
    operator_span: Span
    span: Span


@node
class Binary:
    """A binary operator, ``&&`` and ``||`` included."""

    operator: str
    left: Expression
    right: Expression
    operator_span: Span
    span: Span


@node
class Assignment:
    """``=`` or a compound assignment; ``operator`` is the text, ``=`` included."""

    operator: str
    target: Expression
    value: Expression
    operator_span: Span
    span: Span


@node
class Conditional:
    """``condition ? then : otherwise``."""

    condition: Expression
    then: Expression
    otherwise: Expression
    span: Span


@node
class Cast:
    """``(T & U) operand``."""

    types: tuple[TypeName, ...]
    operand: Expression
    span: Span


@node
class InstanceOf:
    """``operand instanceof T`` with the name of a pattern variable, if one is declared."""

    operand: Expression
    type: TypeName
    binding: str | None
    binding_span: Span | None
    span: Span


@node
class LambdaParameter:
    """A parameter of a lambda; the type may be left to inference (or written ``var``)."""

    name: str
    type: TypeName | None
    span: Span


@node
class Lambda:
    """``(x, y) -> body``."""

    parameters: tuple[LambdaParameter, ...]
    body: Expression | Block
    arrow_span: Span
    span: Span


@node
class MethodReference:
    """``target::name``; the name is ``new`` for constructors. A target that reads like a name is an expression."""

    target: Expression | TypeName
    type_arguments: tuple[TypeName, ...]
    name: str
    span: Span


@node
class This:
    """``this`` or ``Outer.this``."""

    qualifier: ClassTypeName | None
    span: Span


@node
class Super:
    """``super`` or ``Interface.super``, as the target of a field access, call or method reference."""

    qualifier: ClassTypeName | None
    span: Span


@node
class ClassLiteral:
    """``T.class``."""

    type: TypeName
    span: Span


@node
class Parenthesised:
    """``(e)``."""

    expression: Expression
    span: Span


@node
class SwitchExpression:
    """``switch`` as an expression."""

    switch: Switch
    span: Span


Expression = (
    Literal
    | Name
    | FieldAccess
    | MethodCall
    | ConstructorCall
    | New
    | NewArray
    | ArrayInitialiser
    | ArrayAccess
    | Unary
    | Increment
    | Binary
    | Assignment
    | Conditional
    | Cast
    | InstanceOf
    | Lambda
    | MethodReference
    | This
    | Super
    | ClassLiteral
    | Parenthesised
    | SwitchExpression
)

# --- statements ------------------------------------------------------------------------------------------


@node
class Block:
    """``{ … }``; ``end`` is the closing brace, where a missing return is reported."""

    statements: tuple[Statement, ...]
    span: Span
    end: Span


@node
class Declarator:
    """One variable of a declaration; ``rank`` counts the brackets behind the name."""

    name: str
    rank: int
    initialiser: Expression | None
    name_span: Span
    span: Span


@node
class LocalVariables:
    """``final T a = 1, b;``; ``type`` is a class type called ``var`` when the types are inferred."""

    modifiers: Modifiers
    type: TypeName
    declarators: tuple[Declarator, ...]
    span: Span


@node
class LocalClass:
    """A class, interface, enum or record declared in a block."""

    declaration: ClassDeclaration
    span: Span


@node
class ExpressionStatement:
    """An expression for its effect."""

    expression: Expression
    span: Span


@node
class If:
    """``if (condition) then else otherwise``."""

    condition: Expression
    then: Statement
    otherwise: Statement | None
    span: Span


@node
class While:
    """``while (condition) body``."""

    condition: Expression
    body: Statement
    span: Span


@node
class DoWhile:
    """``do body while (condition);``."""

    body: Statement
    condition: Expression
    span: Span


@node
class For:
    """``for (initialisers; condition; updates) body``."""

    initialisers: tuple[Statement, ...]
    condition: Expression | None
    updates: tuple[Expression, ...]
    body: Statement
    span: Span


@node
class ForEach:
    """``for (T name : values) body``."""

    modifiers: Modifiers
    type: TypeName
    name: str
    rank: int
    name_span: Span
    values: Expression
    body: Statement
    span: Span


@node
class Return:
    """``return value;``."""

    value: Expression | None
    span: Span


@node
class Throw:
    """``throw value;``."""

    value: Expression
    span: Span


@node
class Break:
    """``break label;``."""

    label: str | None
    span: Span


@node
class Continue:
    """``continue label;``."""

    label: str | None
    span: Span


@node
class Yield:
    """``yield value;``."""

    value: Expression
    span: Span


@node
class Labelled:
    """``label: body``."""

    label: str
    label_span: Span
    body: Statement
    span: Span


@node
class SwitchCase:
    """One group of labels: constants or ``default`` (``None``), and what follows up to the next group.

    For an arrow the body is one statement: an expression statement, a block or a ``throw``.
    """

    labels: tuple[Expression | None, ...]
    arrow: bool
    body: tuple[Statement, ...]
    span: Span


@node
class Switch:
    """``switch (selector) { … }``."""

    selector: Expression
    cases: tuple[SwitchCase, ...]
    span: Span
    end: Span


@node
class Synchronized:
    """``synchronized (lock) { … }``."""

    lock: Expression
    body: Block
    span: Span


@node
class Resource:
    """A resource of a ``try``: a declaration, or (Java 9) an effectively final variable or field."""

    declaration: LocalVariables | None
    expression: Expression | None
    span: Span


@node
class CatchClause:
    """``catch (final A | B name) { … }``."""

    modifiers: Modifiers
    types: tuple[TypeName, ...]
    name: str
    name_span: Span
    body: Block
    span: Span


@node
class Try:
    """``try (resources) { … } catch … finally …``."""

    resources: tuple[Resource, ...]
    body: Block
    catches: tuple[CatchClause, ...]
    finalizer: Block | None
    span: Span


@node
class Assert:
    """``assert condition : message;``."""

    condition: Expression
    message: Expression | None
    span: Span


@node
class Empty:
    """``;``."""

    span: Span


Statement = (
    Block
    | LocalVariables
    | LocalClass
    | ExpressionStatement
    | If
    | While
    | DoWhile
    | For
    | ForEach
    | Return
    | Throw
    | Break
    | Continue
    | Yield
    | Labelled
    | Switch
    | Synchronized
    | Try
    | Assert
    | Empty
)

# --- declarations ----------------------------------------------------------------------------------------


@node
class Annotation:
    """``@Name(…)``; the arguments are not kept."""

    name: str
    span: Span


@node
class Modifiers:
    """Keywords (``public``, ``static`` …) and annotations."""

    words: frozenset[str]
    annotations: tuple[Annotation, ...]
    span: Span | None


class ClassKind(Enum):
    """What a type declaration declares."""

    CLASS = "class"
    INTERFACE = "interface"
    ENUM = "enum"
    RECORD = "record"
    ANNOTATION = "@interface"


@node
class FieldDeclaration:
    """``private int x = 1, y[];``."""

    modifiers: Modifiers
    type: TypeName
    declarators: tuple[Declarator, ...]
    span: Span


@node
class Parameter:
    """A parameter of a method, or a component of a record."""

    modifiers: Modifiers
    type: TypeName
    """With all brackets; for a variable number of arguments the type of one of them."""
    name: str
    variable: bool
    """Whether it takes a variable number of arguments (``…``)."""
    name_span: Span
    span: Span


class LazyBlock:
    """A body that is read when it is asked for, once."""

    __slots__ = ("_block", "_read", "span")

    def __init__(self, span: Span, read: Callable[[], Block]) -> None:
        self.span = span
        self._read: Callable[[], Block] | None = read
        self._block: Block | None = None

    def block(self) -> Block:
        """The body."""
        if self._block is None and self._read is not None:
            self._block, self._read = self._read(), None
        assert self._block is not None
        return self._block


@node
class MethodDeclaration:
    """A method; a constructor has no result type and the name of its class.

    A compact constructor of a record has ``compact`` set and no parameters of its own. ``doc`` is the Javadoc
    comment in front of it, if there is one.
    """

    modifiers: Modifiers
    type_parameters: tuple[TypeParameter, ...]
    result: TypeName | None
    name: str
    parameters: tuple[Parameter, ...]
    throws: tuple[TypeName, ...]
    body: LazyBlock | None
    constructor: bool
    compact: bool
    name_span: Span
    span: Span
    doc: str


@node
class Initialiser:
    """``static { … }`` or ``{ … }``."""

    static: bool
    body: LazyBlock
    span: Span


@node
class EnumConstant:
    """A constant of an enum, with arguments and possibly a class body."""

    name: str
    arguments: tuple[Expression, ...]
    body: ClassDeclaration | None
    span: Span


@node
class ClassDeclaration:
    """A class, interface, enum, record or annotation type; an anonymous one has an empty name.

    ``supertypes`` are the interfaces a class implements or an interface extends. ``doc`` is its Javadoc comment.
    """

    kind: ClassKind
    modifiers: Modifiers
    name: str
    type_parameters: tuple[TypeParameter, ...]
    superclass: TypeName | None
    supertypes: tuple[TypeName, ...]
    components: tuple[Parameter, ...]
    constants: tuple[EnumConstant, ...]
    members: tuple[Member, ...]
    name_span: Span
    span: Span
    doc: str


Member = FieldDeclaration | MethodDeclaration | Initialiser | ClassDeclaration


@node
class Import:
    """``import static a.b.C.d;``: the name without ``.*``."""

    name: str
    static: bool
    on_demand: bool
    span: Span


@node
class CompilationUnit:
    """One file."""

    file: SourceFile
    package: str
    imports: tuple[Import, ...]
    types: tuple[ClassDeclaration, ...]
