"""The typed tree: Java code with every name resolved, every type known and every conversion explicit.

Typing makes it from the syntax tree; flow checks and lowering read it. What remains of Java's surface is little: string
conversion, boxing and unboxing are calls, constants are folded (JLS 15.29), method references are lambdas, variable
arguments are arrays, implicit receivers are written out. Expressions are evaluated left to right, as written.

``span`` is the byte range of the expression; ``operator_span`` and ``name_span`` the parts that edits replace.
"""

from __future__ import annotations

from enum import Enum

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import (
    ClassSymbol,
    ConstantValue,
    FieldSymbol,
    LambdaOwner,
    LocalSymbol,
    MethodSymbol,
)
from vexil.frontends.java.symbols.types import ClassType, JavaType
from vexil.ir.nodes import node

# --- expressions -----------------------------------------------------------------------------------------


@node
class Constant:
    """A literal or a folded constant expression; ``None`` is null. Chars are numbers; a string is a literal object.

    ``literal`` says that the user wrote exactly this literal, so that an edit may replace it.
    """

    value: ConstantValue | None
    type: JavaType
    span: Span
    literal: bool = False


@node
class LocalRead:
    """The value of a local variable, possibly of enclosing code (then it is captured)."""

    local: LocalSymbol
    type: JavaType
    span: Span


@node
class FieldRead:
    """The value of a field; ``target`` is ``None`` for a static one (a written target of one is an `Evaluated`)."""

    target: Expression | None
    field: FieldSymbol
    type: JavaType
    """The type as a member of the target; lowering checks casts by `CheckCast`, which typing puts around it."""
    name_span: Span
    span: Span


@node
class ArrayRead:
    """An element."""

    array: Expression
    index: Expression
    type: JavaType
    span: Span


@node
class ArrayLength:
    """``array.length``."""

    array: Expression
    type: JavaType
    span: Span


PlaceRead = LocalRead | FieldRead | ArrayRead


@node
class Assign:
    """``target = value``; the value has the target's type already, the result is the value."""

    target: PlaceRead
    value: Expression
    type: JavaType
    operator_span: Span
    span: Span


@node
class CompoundAssign:
    """``target op= value`` (JLS 15.26.2), ``target++`` and ``--target`` (JLS 15.14, 15.15).

    The old value of the target, the `Hole`, is read once; ``update`` computes the new one from it, all conversions
    (unboxing, promotion, the operator, narrowing, boxing) written out. ``hole`` is the node in ``update`` that stands
    for the old value. The result is the old value if ``postfix``, else the new one. The target's sub-expressions are
    evaluated before ``update``, once.
    """

    target: PlaceRead
    hole: Hole
    update: Expression
    postfix: bool
    type: JavaType
    operator_span: Span
    span: Span


@node
class Hole:
    """The old value of the target of a compound assignment."""

    type: JavaType
    span: Span


@node
class Unary:
    """``-``, ``~`` on a promoted numeric operand, ``!`` on a boolean."""

    operator: str
    operand: Expression
    type: JavaType
    operator_span: Span
    span: Span


@node
class Binary:
    """Arithmetic, bitwise, shift and comparison operators without short circuit; operands are promoted to one type.

    For shifts each operand is promoted by itself. ``==`` and ``!=`` also compare booleans and references. ``&``, ``|``,
    ``^`` also work on booleans.
    """

    operator: str
    left: Expression
    right: Expression
    type: JavaType
    operator_span: Span
    span: Span


@node
class ShortCircuit:
    """``&&`` or ``||``."""

    operator: str
    left: Expression
    right: Expression
    type: JavaType
    operator_span: Span
    span: Span


@node
class Conditional:
    """``condition ? then : otherwise``, both of the result's type."""

    condition: Expression
    then: Expression
    otherwise: Expression
    type: JavaType
    span: Span


@node
class Convert:
    """A widening or narrowing conversion between numeric primitive types (JLS 5.1.2, 5.1.3)."""

    operand: Expression
    type: JavaType
    written: bool
    """Whether the user wrote a cast."""
    span: Span


@node
class CheckCast:
    """A reference cast; ``checked``: it may fail with a `ClassCastException`, else it only changes the static type.

    Casts to a type variable or parametrised type check the erasure. Typing also makes them where a generic member's
    erased type is weaker than its type here; such a cast has the very span of its operand.
    """

    operand: Expression
    type: JavaType
    checked: bool
    span: Span


@node
class InstanceOf:
    """``operand instanceof tested``; when it is true, ``binding`` is assigned the operand."""

    operand: Expression
    tested: JavaType
    binding: LocalSymbol | None
    type: JavaType
    span: Span


@node
class Concatenation:
    """String concatenation; operands in order, of any type but void (JLS 15.18.1)."""

    operands: tuple[Expression, ...]
    type: JavaType
    span: Span


class CallKind(Enum):
    """How the function of a call is found."""

    STATIC = "static"
    VIRTUAL = "virtual"
    """By the class of the receiver."""
    SPECIAL = "special"
    """Exactly this method: private methods, ``super.m()``, constructors called by constructors."""


@node
class Call:
    """A method call, or (`SPECIAL`, named ``<init>``) a constructor called by a constructor.

    Arguments have the parameters' types as members of the receiver. ``outer`` is the enclosing instance passed to the
    constructor of an inner superclass.
    """

    kind: CallKind
    method: MethodSymbol
    receiver: Expression | None
    arguments: tuple[Expression, ...]
    type: JavaType
    name_span: Span
    span: Span
    outer: Expression | None = None


@node
class New:
    """A new instance; ``outer`` is the enclosing instance of an inner member class."""

    constructor: MethodSymbol
    outer: Expression | None
    arguments: tuple[Expression, ...]
    type: ClassType
    span: Span


@node
class NewArray:
    """``new T[a][b][]``: ``type`` is the whole array type, ``dimensions`` the given lengths (of type int)."""

    type: JavaType
    dimensions: tuple[Expression, ...]
    span: Span


@node
class ArrayLiteral:
    """``{a, b}`` as a new array, also for variable arguments."""

    type: JavaType
    elements: tuple[Expression, ...]
    span: Span


@node
class Lambda:
    """A new object that implements a functional interface; also what a method reference becomes.

    ``bound`` are expressions evaluated when the object is made (the receiver of ``e::m``), with the locals that hold
    them in the body. The body is a block whose value statements are ``Return``.
    ``method`` is the interface's abstract method; parameters have the types of the function type, unerased.
    """

    interface: ClassType
    method: MethodSymbol
    parameters: tuple[LocalSymbol, ...]
    bound: tuple[tuple[LocalSymbol, Expression], ...]
    body: Block
    owner: LambdaOwner
    type: JavaType
    span: Span


@node
class This:
    """The current object, or the enclosing instance of class ``symbol``."""

    symbol: ClassSymbol
    type: JavaType
    span: Span


@node
class ClassLiteral:
    """``T.class``."""

    named: JavaType
    type: JavaType
    span: Span


@node
class SwitchValue:
    """A switch expression; its `Yield` statements give the value."""

    switch: Switch
    type: JavaType
    span: Span


@node
class Evaluated:
    """Evaluates ``first`` for its effect, then gives ``then``: a written receiver of a static member."""

    first: Expression
    then: Expression
    type: JavaType
    span: Span


Expression = (
    Constant
    | LocalRead
    | FieldRead
    | ArrayRead
    | ArrayLength
    | Assign
    | CompoundAssign
    | Hole
    | Unary
    | Binary
    | ShortCircuit
    | Conditional
    | Convert
    | CheckCast
    | InstanceOf
    | Concatenation
    | Call
    | New
    | NewArray
    | ArrayLiteral
    | Lambda
    | This
    | ClassLiteral
    | SwitchValue
    | Evaluated
)

# --- statements ------------------------------------------------------------------------------------------


@node
class Block:
    """Statements in order; ``end`` is the closing brace."""

    statements: tuple[Statement, ...]
    span: Span
    end: Span


@node
class LocalDeclaration:
    """A local variable comes into scope; without an initialiser it has no value yet."""

    local: LocalSymbol
    initialiser: Expression | None
    span: Span


@node
class LocalClass:
    """A class declared here; nothing happens at run time."""

    symbol: ClassSymbol
    span: Span


@node
class ExpressionStatement:
    """An expression for its effect."""

    expression: Expression
    span: Span


@node
class If:
    """A condition."""

    condition: Expression
    then: Statement
    otherwise: Statement | None
    span: Span


class Target:
    """A statement that ``break``, ``continue`` or ``yield`` may name; made before its body, compared by identity."""

    __slots__ = ("label",)

    def __init__(self, label: str | None = None) -> None:
        self.label = label


@node
class While:
    """``while``; also ``for`` without updates."""

    target: Target
    condition: Expression
    body: Statement
    span: Span


@node
class DoWhile:
    """``do … while``."""

    target: Target
    body: Statement
    condition: Expression
    span: Span


@node
class For:
    """A basic ``for``; ``condition`` is ``None`` when it was left out."""

    target: Target
    initialisers: tuple[Statement, ...]
    condition: Expression | None
    updates: tuple[Expression, ...]
    body: Statement
    span: Span


@node
class ForEachArray:
    """The enhanced ``for`` over an array; ``element`` converts the `Hole` (an element) to the variable's type."""

    target: Target
    local: LocalSymbol
    array: Expression
    hole: Hole
    element: Expression
    body: Statement
    span: Span


@node
class ForEachIterable:
    """The enhanced ``for`` over an `Iterable`: calls ``iterator()`` once, then ``hasNext()`` and ``next()``.

    ``iterator``, ``has_next`` and ``next`` are calls whose receivers are the iterable and (as `Hole`) the iterator;
    ``element`` converts the result of ``next`` to the variable's type.
    """

    target: Target
    local: LocalSymbol
    iterator: Expression
    hole: Hole
    has_next: Expression
    element: Expression
    body: Statement
    span: Span


@node
class Return:
    """Leaves the method or lambda; the value has the result's type."""

    value: Expression | None
    span: Span


@node
class Throw:
    """Throws; null becomes a `NullPointerException`."""

    value: Expression
    span: Span


@node
class Break:
    """Leaves a labelled statement, loop or switch."""

    target: Target
    span: Span


@node
class Continue:
    """Goes on with the next iteration of a loop."""

    target: Target
    span: Span


@node
class Yield:
    """Gives the value of a switch expression, converted to its type."""

    target: Target
    value: Expression
    span: Span


@node
class Labelled:
    """A labelled statement, possibly a loop, which then has a target of its own for ``continue``."""

    target: Target
    label: str
    body: Statement
    span: Span


class SwitchKind(Enum):
    """What a switch selects by."""

    INTEGER = "int"
    """The selector is an int (unboxed, promoted); labels are ints."""
    STRING = "String"
    ENUM = "enum"
    """Labels are names of constants."""


@node
class SwitchCase:
    """Labels (``None`` is ``default``) and the statements behind them.

    Those of an arrow end with a `Break` or `Yield` if they can end.
    """

    labels: tuple[int | str | None, ...]
    label_spans: tuple[Span, ...]
    body: tuple[Statement, ...]
    span: Span


@node
class Switch:
    """A switch statement, or the switch of an expression (``value`` is set), with fall-through from case to case.

    ``exhaustive`` says that an enum's constants are all covered without ``default``: what is left throws an
    `IncompatibleClassChangeError` (it cannot happen).
    """

    target: Target
    kind: SwitchKind
    selector: Expression
    cases: tuple[SwitchCase, ...]
    arrow: bool
    value: bool
    exhaustive: bool
    span: Span
    end: Span


@node
class Synchronized:
    """Holds the monitor of an object while the body runs; null throws."""

    lock: Expression
    body: Block
    span: Span


@node
class Resource:
    """A resource: assigned to ``local``, closed in reverse order (JLS 14.20.3); ``close`` is the call on the `Hole`."""

    local: LocalSymbol
    value: Expression
    hole: Hole
    close: Expression
    span: Span


@node
class CatchClause:
    """Catches exceptions of the types; ``local`` has their least upper bound as type."""

    local: LocalSymbol
    types: tuple[JavaType, ...]
    type_spans: tuple[Span, ...]
    body: Block
    span: Span


@node
class Try:
    """``try`` with resources, handlers and a finalizer."""

    resources: tuple[Resource, ...]
    body: Block
    catches: tuple[CatchClause, ...]
    finalizer: Block | None
    span: Span


@node
class Assert:
    """``assert``: the message is any expression, evaluated when the condition is false."""

    condition: Expression
    message: Expression | None
    span: Span


@node
class Empty:
    """Nothing."""

    span: Span


Statement = (
    Block
    | LocalDeclaration
    | LocalClass
    | ExpressionStatement
    | If
    | While
    | DoWhile
    | For
    | ForEachArray
    | ForEachIterable
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

# --- bodies ----------------------------------------------------------------------------------------------


@node
class Body:
    """The code of a method, constructor or lambda.

    A constructor's body begins with an `ExpressionStatement` that calls another constructor of the class or of the
    superclass (typing writes the implicit one); instance initialisers run behind the latter. That of an enum has two
    hidden parameters in front, the name and the number of the constant.
    """

    parameters: tuple[LocalSymbol, ...]
    block: Block


@node
class FieldInitialiser:
    """The initialiser of a field: an assignment in textual order with the initialiser blocks."""

    field: FieldSymbol
    value: Expression
    span: Span


@node
class Initialisers:
    """What runs when a class (or instance) is initialised, in textual order; constant variables are left out.

    For an enum the constants come first, each as a `FieldInitialiser`, then the hidden field of ``values()``.
    """

    parts: tuple[FieldInitialiser | Block, ...]
