"""Calls, new objects and the other expressions that give references."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import ClassSymbol, LambdaOwner, LocalSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ClassType, JavaType
from vexil.ir.nodes import node

if TYPE_CHECKING:
    from vexil.frontends.java.typing.tree.control import Switch
    from vexil.frontends.java.typing.tree.expressions import Expression
    from vexil.frontends.java.typing.tree.statements import Block


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
