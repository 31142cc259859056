"""Typed expressions: constants, places, operators, calls and new objects."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from vexil.frontends.java.typing.tree.statements import Block, Switch


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
    ``is_direct`` says that it is a method reference that leads to the method itself: no method of the class around it
    stands between.
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
    is_direct: bool = False


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
