"""Expressions of predicate programs: Boolean, and *partial* where the abstraction does not know.

A partial expression has three outcomes: it is true, it is false, or nobody knows (Gurfinkel and Chechik 2006). Its
meaning is a pair of conditions on the current values: under which it is certainly true, and under which it is certainly
false; the operators work on pairs as in Kleene's logic. Every `Unknown` and every undecided `Choose` is one of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from vexil.core import dag


@dataclass(frozen=True, slots=True)
class Constant:
    """True or false."""

    value: bool


@dataclass(frozen=True, slots=True)
class Var:
    """The current value of a variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Next:
    """The value of a variable after the step; only in constraints of updates, written ``'x``."""

    name: str


@dataclass(frozen=True, slots=True)
class Not:
    """Negation; ``!choose(a, b)`` is ``choose(b, a)``."""

    operand: Expr


@dataclass(frozen=True, slots=True)
class And:
    """Conjunction; of nothing it is true."""

    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Disjunction; of nothing it is false."""

    operands: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Same:
    """Equality of two truth values, written ``a = b``."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Choose:
    """``choose(yes, no)``: true where *yes* is, false where *no* is, and unknown elsewhere.

    Both are Boolean, never true together in a consistent valuation.
    """

    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Unknown:
    """``*``, which is ``choose(false, false)``."""


Expr = Constant | Var | Next | Not | And | Or | Same | Choose | Unknown

_PASSIVE = "\\passive("


def passive(name: str) -> str:
    """What a variable of another thread is called in a broadcast."""
    return f"{_PASSIVE}{name})"


def passive_stem(name: str) -> str | None:
    """The variable of another thread that a name stands for; nothing if it is a variable of the thread itself."""
    return name[len(_PASSIVE) : -1] if name.startswith(_PASSIVE) else None


TRUE, FALSE, UNKNOWN = Constant(True), Constant(False), Unknown()


def operands(expression: Expr) -> tuple[Expr, ...]:
    """The expressions that one consists of."""
    match expression:
        case Constant() | Var() | Next() | Unknown():
            return ()
        case Not(operand):
            return (operand,)
        case And(parts) | Or(parts):
            return parts
        case Same(left, right):
            return (left, right)
        case Choose(yes, no):
            return (yes, no)


def postorder(expression: Expr) -> Iterator[Expr]:
    """Every different part of an expression, parts first."""
    return dag.postorder(expression, operands)


def names(expression: Expr) -> frozenset[str]:
    """The variables whose current values an expression names."""
    return frozenset(part.name for part in postorder(expression) if isinstance(part, Var))


def next_names(expression: Expr) -> frozenset[str]:
    """The variables whose next values an expression names."""
    return frozenset(part.name for part in postorder(expression) if isinstance(part, Next))


def is_definite(expression: Expr) -> bool:
    """Say whether an expression is Boolean: nothing in it is unknown."""
    return not any(isinstance(part, Choose | Unknown) for part in postorder(expression))


def negation(operand: Expr) -> Expr:
    """The negation without needless signs."""
    match operand:
        case Constant(value):
            return FALSE if value else TRUE
        case Not(inner):
            return inner
        case Choose(yes, no):
            return Choose(no, yes)
        case Unknown():
            return operand
        case _:
            return Not(operand)


def conjunction(parts: Iterable[Expr]) -> Expr:
    """The conjunction without needless parts."""
    return _joined(parts, And, FALSE, TRUE)


def disjunction(parts: Iterable[Expr]) -> Expr:
    """The disjunction without needless parts."""
    return _joined(parts, Or, TRUE, FALSE)


def _joined(parts: Iterable[Expr], kind: type[And] | type[Or], strong: Constant, weak: Constant) -> Expr:
    operands: dict[Expr, None] = {}
    for part in parts:
        if part == strong:
            return strong
        if part != weak:
            operands.update(dict.fromkeys(part.operands if isinstance(part, kind) else (part,)))
    if len(operands) == 1:
        return next(iter(operands))
    return kind(tuple(operands)) if operands else weak


def choice(yes: Expr, no: Expr) -> Expr:
    """``choose(yes, no)`` in its simplest form: Boolean where one is the negation of the other."""
    if yes == FALSE and no == FALSE:
        return UNKNOWN
    if yes == negation(no) or negation(yes) == no:
        return yes
    return Choose(yes, no)


def same_expression(left: Expr, right: Expr) -> bool:
    """Say whether two expressions are built in the same way, however deep they are."""
    pending = [(left, right)]
    while pending:
        one, other = pending.pop()
        if one is other:
            continue
        parts, others = operands(one), operands(other)
        if type(one) is not type(other) or len(parts) != len(others) or (not parts and one != other):
            return False
        pending.extend(zip(parts, others, strict=True))
    return True


def renamed(expression: Expr, names: Mapping[str, str]) -> Expr:
    """An expression with other names of variables."""

    def one(part: Expr, parts: tuple[Expr, ...]) -> Expr:
        match part:
            case Var(name) | Next(name):
                return type(part)(names.get(name, name))
            case Not() | Same() | Choose():
                return type(part)(*parts)
            case And() | Or():
                return type(part)(parts)
            case Constant() | Unknown():
                return part

    return dag.bottom_up(expression, one, operands)


Certain: TypeAlias = tuple[bool, bool]
"""For an expression: is it certainly true, is it certainly false."""


def evaluated(expression: Expr, current: Mapping[str, bool], following: Mapping[str, bool] | None = None) -> Certain:
    """Whether an expression is certainly true and whether it is certainly false, by Kleene's rules."""

    def value(part: Expr, parts: tuple[Certain, ...]) -> Certain:
        match part:
            case Constant(value):
                return value, not value
            case Var(name):
                return current[name], not current[name]
            case Next(name):
                after = (following or {})[name]
                return after, not after
            case Not():
                yes, no = parts[0]
                return no, yes
            case And():
                return all(yes for yes, _ in parts), any(no for _, no in parts)
            case Or():
                return any(yes for yes, _ in parts), all(no for _, no in parts)
            case Same():
                (one, not_one), (two, not_two) = parts
                return (one and two) or (not_one and not_two), (one and not_two) or (not_one and two)
            case Choose():
                return parts[0][0], parts[1][0]
            case Unknown():
                return False, False

    return dag.bottom_up(expression, value, operands)
