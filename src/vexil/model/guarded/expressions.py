"""Expressions of guarded systems: machine integers over a state vector, and nothing else.

References, threads, locks and control are integers here, so that a system can be compiled, printed for other checkers
and evaluated by the same few rules. Operators mean what they mean in the intermediate form, but for ``&&`` and ``||``,
which look at their right operand only where it matters. Whoever builds an expression guards what is partial: an index
is in range, a divisor is not zero, a shift is shorter than the value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from vexil.core import dag
from vexil.core.errors import InternalError
from vexil.ir import arithmetic
from vexil.ir.expressions import Operator
from vexil.ir.nodes import node
from vexil.ir.types import IntegerType

BIT = IntegerType(1, False)
"""Truth values: 0 and 1."""
WORD = IntegerType(32, True)
"""Counters and indices."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A scalar (``length`` 1) or an array of the state vector, or of each thread of a template.

    ``constant`` variables are tables: they are never written and are no part of the state. ``scratch`` variables are 0
    before and after every step, so that no state need be stored with them. ``text`` is what the variable is in the
    words of the source.
    """

    name: str
    type: IntegerType
    length: int = 1
    initial: tuple[int, ...] = ()
    """Its first elements; the others are 0."""
    template: str | None = None
    constant: bool = False
    text: str = ""
    scratch: bool = False

    @property
    def values(self) -> tuple[int, ...]:
        """What all its elements are at first."""
        return (*self.initial, *(0,) * (self.length - len(self.initial)))


@node
class Const:
    """A number."""

    value: int
    type: IntegerType

    @property
    def operands(self) -> tuple[Expr, ...]:
        """No operands."""
        return ()


@node
class Read:
    """The value of a variable: ``operands[0]`` is the index, ``operands[1]`` the thread if it is not the moving one."""

    variable: Variable
    operands: tuple[Expr, ...]

    @property
    def type(self) -> IntegerType:
        """The type of the elements."""
        return self.variable.type


@node
class Local:
    """A value with a name: of a choice, a counter, or a computation of the command."""

    name: str
    type: IntegerType

    @property
    def operands(self) -> tuple[Expr, ...]:
        """No operands."""
        return ()


@node
class Self:
    """The number of the moving thread among those of its template."""

    @property
    def operands(self) -> tuple[Expr, ...]:
        """No operands."""
        return ()

    @property
    def type(self) -> IntegerType:
        """A word."""
        return WORD


@node
class Apply:
    """An operator; comparisons and logical operators give a bit."""

    operator: Operator
    operands: tuple[Expr, ...]
    type: IntegerType


Expr = Const | Read | Local | Self | Apply

COMPARISONS = frozenset(arithmetic.COMPARISONS)
LOGICAL = frozenset({Operator.AND, Operator.OR, Operator.NOT})
ARITHMETIC = frozenset(arithmetic.INTEGERS) | {Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT}
OPERATORS = COMPARISONS | LOGICAL | ARITHMETIC | {Operator.IF, Operator.CAST}
"""What a guarded system may apply."""

TRUE, FALSE = Const(1, BIT), Const(0, BIT)


def number(value: int, kind: IntegerType = WORD) -> Const:
    """A literal."""
    return Const(value, kind)


def read(variable: Variable, index: Expr | None = None, *, thread: Expr | None = None) -> Read:
    """The value of a variable, at an index for an array, of another thread if one is named."""
    place = number(0) if index is None else index
    return Read(variable, (place,) if thread is None else (place, thread))


def apply(operator: Operator, *operands: Expr) -> Expr:
    """An operator applied to operands of one type; the type of the result follows."""
    if operator in COMPARISONS or operator in LOGICAL:
        return Apply(operator, operands, BIT)
    return Apply(operator, operands, operands[1].type if operator is Operator.IF else operands[0].type)


def cast(value: Expr, kind: IntegerType) -> Expr:
    """The value as another type: it wraps around."""
    if value.type == kind:
        return value
    if isinstance(value, Const):
        return Const(arithmetic.wrap(value.value, kind.width, kind.signed), kind)
    return Apply(Operator.CAST, (value,), kind)


def is_const(expression: Expr, value: int) -> bool:
    """Say whether an expression is this literal."""
    return isinstance(expression, Const) and expression.value == value


def both(*conditions: Expr) -> Expr:
    """All of the conditions."""
    return _joined(Operator.AND, conditions, neutral=1)


def either(*conditions: Expr) -> Expr:
    """Some of the conditions."""
    return _joined(Operator.OR, conditions, neutral=0)


def _joined(operator: Operator, conditions: Iterable[Expr], neutral: int) -> Expr:
    joined: Expr | None = None
    for condition in conditions:
        if is_const(condition, 1 - neutral):
            return condition
        if not is_const(condition, neutral):
            joined = condition if joined is None else apply(operator, joined, condition)
    return Const(neutral, BIT) if joined is None else joined


def negated(condition: Expr) -> Expr:
    """Not the condition."""
    match condition:
        case Const(value, _):
            return FALSE if value else TRUE
        case Apply(Operator.NOT, (inner,), _):
            return inner
        case _:
            return apply(Operator.NOT, condition)


def equal(left: Expr, right: Expr) -> Expr:
    """Whether two values of one type are the same."""
    if isinstance(left, Const) and isinstance(right, Const):
        return TRUE if left.value == right.value else FALSE
    return apply(Operator.EQUAL, left, right)


subexpressions: Callable[[Expr], Iterator[Expr]] = dag.preorder


def with_operands(expression: Expr, operands: tuple[Expr, ...]) -> Expr:
    """The same node over other operands; itself if they are the operands that it has."""
    if operands == expression.operands:
        return expression
    match expression:
        case Read(variable, _):
            return Read(variable, operands)
        case Apply(operator, _, kind):
            return Apply(operator, operands, kind)
        case Const() | Local() | Self():
            raise InternalError(f"{type(expression).__name__} should have no operands")
