"""Definitions of abstractions, and the families that every type has (Hatcliff et al. 2002, section 2.1).

The families are point, range, set and modulo. `Signs` is ``range(0,0)`` and `EvenOdd` is ``modulo-2``, each with token
names of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from vexil.core.errors import UsageError
from vexil.core.wording import did_you_mean
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.rounding import Rounding
from vexil.ir.types import BOOL, FloatType, IntegerType, MathType
from vexil.ir.typing import apply, literal
from vexil.model.tokens.abstract_type import NUMBER, Concrete
from vexil.model.tokens.typing import CONCRETE, POINT


@dataclass(frozen=True)
class Definition:
    """What an abstraction is made from; ``members`` are conditions over the variable `NUMBER`."""

    name: str
    concrete: Concrete
    tokens: tuple[str, ...]
    members: tuple[Expr, ...]
    family: str = ""
    rounding: Rounding = Rounding.TRUNCATE


def number(concrete: Concrete) -> Variable:
    """The variable that conditions are about."""
    return Variable(NUMBER, concrete, False)


def constant(value: int, concrete: Concrete) -> Expr:
    """A whole number as a literal of the type."""
    return literal(float(value) if isinstance(concrete, FloatType) else value, concrete)


def compared(operator: Operator, value: int, concrete: Concrete) -> Expr:
    """A comparison of the number with a constant."""
    return apply(operator, number(concrete), constant(value, concrete))


def suffixed(name: str, concrete: Concrete) -> str:
    """The name of an abstraction for a type: alone for `int` and the type of 32 bits with sign, else with the type."""
    plain = isinstance(concrete, MathType) or concrete == IntegerType(32, True)
    return name if plain else f"{name}_{concrete}"


_WORDS = (
    "ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "ELEVEN", "TWELVE",
)  # fmt: skip


def word(value: int) -> str:
    """The token of one number: ``ONE``, ``MINUS_ONE``, ``N13``, ``MINUS_13``."""
    if value < 0:
        return f"MINUS_{_WORDS[-value] if -value < len(_WORDS) else -value}"
    return _WORDS[value] if value < len(_WORDS) else f"N{value}"


def bound(side: str, value: int) -> str:
    """The token of all numbers on one side of a bound: ``BELOW0``, ``ABOVE_MINUS4``."""
    return f"{side}_MINUS{-value}" if value < 0 else f"{side}{value}"


MOST_TOKENS = 40
"""A family's instance has at most so many tokens: a table has the square of that."""

SIGNS, EVEN_ODD = "Signs", "EvenOdd"
_RANGE = re.compile(r"range(?:\(|-\()\s*([+-]?\d+)\s*,\s*([+-]?\d+)\s*\)", re.IGNORECASE)
_SET = re.compile(r"set\s*[{(]\s*([^{}()]*?)\s*[})]", re.IGNORECASE)
_MODULO = re.compile(r"mod(?:ulo)?\s*-?\s*[({]?\s*(-?\d+)\s*[)}]?", re.IGNORECASE)
_SHIPPED = re.compile(r"(?:Range(\d)(\d)|Set(\d))")
"""Names of the library that was released: Range01 is range(0,1), Set0 is set{0}."""
_FORMS = "Signs, EvenOdd, Point, range(0,1), set{3,5} or modulo-3"


def canonical(name: str) -> str:
    """The one spelling of a name: ``range(0, 1)`` and ``Range(0,1)`` are ``range(0,1)``; others are left alone."""
    text = name.strip()
    for plain in (SIGNS, EVEN_ODD, POINT, CONCRETE):
        if text.lower() == plain.lower():
            return plain
    if match := _SHIPPED.fullmatch(text):
        return f"set{{{match[3]}}}" if match[3] else f"range({match[1]},{match[2]})"
    if match := _RANGE.fullmatch(text):
        return f"range({int(match[1])},{int(match[2])})"
    if match := _SET.fullmatch(text):
        return f"set{{{','.join(str(value) for value in _members(text, match[1]))}}}"
    if match := _MODULO.fullmatch(text):
        return f"modulo-{int(match[1])}"
    return text


def definition(name: str, concrete: Concrete) -> Definition | None:
    """The instance of a family, ``None`` when the name is of none; raises `UsageError` for one that makes no sense."""
    text = canonical(name)
    maker = {SIGNS: _signs, EVEN_ODD: _even_odd, POINT: _point}.get(text) or _parameterised(text)
    if maker is None:
        return None
    if isinstance(concrete, FloatType) and text not in (SIGNS, POINT):
        raise UsageError(f"{text} is an abstraction of integers, not of {concrete}", hint="floats have Signs and Point")
    return maker(text, concrete)


def standard_names(concrete: Concrete) -> tuple[str, ...]:
    """The abstractions of a type that are listed without being asked for."""
    if isinstance(concrete, FloatType):
        return (CONCRETE, POINT, SIGNS)
    return (CONCRETE, POINT, SIGNS, EVEN_ODD, "range(0,1)", "range(0,2)", "set{0}", "modulo-3", "modulo-4")


def family_of(name: str) -> str:
    """The word for the family: ``range``, ``set``, ``modulo``, ``point``, ``concrete``; empty for a user's own."""
    text = canonical(name)
    known = {SIGNS: "range", EVEN_ODD: "modulo", POINT: "point", CONCRETE: "concrete"}
    return known.get(text) or next((word for word in ("range", "set", "modulo") if _is_instance(text, word)), "")


def _is_instance(text: str, family: str) -> bool:
    pattern = {"range": _RANGE, "set": _SET, "modulo": _MODULO}[family]
    return pattern.fullmatch(text) is not None


_Maker = Callable[[str, Concrete], Definition]


def _parameterised(text: str) -> _Maker | None:
    if match := _RANGE.fullmatch(text):
        low, high = int(match[1]), int(match[2])
        return lambda name, concrete: _range(name, low, high, concrete)
    if match := _SET.fullmatch(text):
        values = _members(text, match[1])
        return lambda name, concrete: _set(name, values, concrete)
    if match := _MODULO.fullmatch(text):
        modulus = int(match[1])
        return lambda name, concrete: _modulo(name, modulus, concrete)
    return None


def _members(text: str, inner: str) -> tuple[int, ...]:
    parts = [part.strip() for part in inner.split(",")] if inner else []
    if not parts:
        raise UsageError(f"{text} has no members", hint="name at least one number: set{3,5}")
    if not all(re.fullmatch(r"[+-]?\d+", part) for part in parts):
        raise UsageError(f"{text} has a member that is no whole number", hint="write set{3,5}")
    values = tuple(int(part) for part in parts)
    if len(set(values)) < len(values):
        raise UsageError(f"{text} has a member twice", hint="name every number once")
    return values


def _checked(name: str, values: tuple[int, ...], tokens: int, concrete: Concrete) -> None:
    if tokens > MOST_TOKENS:
        raise UsageError(f"{name} would have {tokens} tokens", hint=f"at most {MOST_TOKENS} are possible")
    if isinstance(concrete, IntegerType):
        for value in values:
            if not concrete.low <= value <= concrete.high:
                raise UsageError(f"{name} does not fit {concrete}: {value} is no value of that type")


def _range(name: str, low: int, high: int, concrete: Concrete, tokens: tuple[str, ...] = ()) -> Definition:
    if low > high:
        raise UsageError(f"{name} is empty: {low} is greater than {high}", hint=f"write range({high},{low})")
    _checked(name, (low, high), high - low + 3, concrete)
    values = range(low, high + 1)
    return Definition(
        suffixed(name, concrete), concrete,
        tokens or (bound("BELOW", low), *map(word, values), bound("ABOVE", high)),
        (
            compared(Operator.LESS, low, concrete),
            *(compared(Operator.EQUAL, value, concrete) for value in values),
            compared(Operator.GREATER, high, concrete),
        ),
        f"range({low},{high})",
    )  # fmt: skip


def _signs(name: str, concrete: Concrete) -> Definition:
    signs = _range(name, 0, 0, concrete, ("NEG", "ZERO", "POS"))
    if not isinstance(concrete, FloatType):
        return signs
    not_a_number = apply(Operator.IS_NAN, number(concrete))
    return Definition(signs.name, concrete, (*signs.tokens, "NAN"), (*signs.members, not_a_number), signs.family)


def _set(name: str, values: tuple[int, ...], concrete: Concrete) -> Definition:
    _checked(name, values, len(values) + 1, concrete)
    members = [compared(Operator.EQUAL, value, concrete) for value in values]
    other = [compared(Operator.DIFFERENT, value, concrete) for value in values]
    tokens = (*map(word, values), "OTHER")
    return Definition(suffixed(name, concrete), concrete, tokens, (*members, _joined(Operator.AND, other)), name)


def _modulo(name: str, modulus: int, concrete: Concrete, tokens: tuple[str, ...] = ()) -> Definition:
    if modulus < 1:
        raise UsageError(f"{name} has no meaning", hint="the modulus is at least 2")
    if modulus == 1:
        raise UsageError(f"{name} puts all numbers into one token", hint="that is Point")
    _checked(name, (modulus,), modulus, concrete)
    return Definition(
        suffixed(name, concrete), concrete,
        tokens or tuple(f"M{rest}" for rest in range(modulus)),
        tuple(_congruent(modulus, rest, concrete) for rest in range(modulus)),
        f"modulo-{modulus}",
    )  # fmt: skip


def _congruent(modulus: int, rest: int, concrete: Concrete) -> Expr:
    """Whether the number and the rest differ by a multiple; the remainder of a negative number is not positive."""
    remainder = apply(Operator.REMAINDER, number(concrete), constant(modulus, concrete))
    is_rest = apply(Operator.EQUAL, remainder, constant(rest, concrete))
    if rest == 0 or (isinstance(concrete, IntegerType) and not concrete.signed):
        return is_rest
    if modulus == 2:
        return apply(Operator.DIFFERENT, remainder, constant(0, concrete))
    below = apply(Operator.EQUAL, remainder, constant(rest - modulus, concrete))
    return _joined(Operator.OR, [is_rest, below])


def _even_odd(name: str, concrete: Concrete) -> Definition:
    return _modulo(name, 2, concrete, ("EVEN", "ODD"))


def _point(name: str, concrete: Concrete) -> Definition:
    return Definition(suffixed(name, concrete), concrete, ("UNKNOWN",), (literal(True, BOOL),), "point")


def _joined(operator: Operator, parts: list[Expr]) -> Expr:
    joined = parts[0]
    for part in parts[1:]:
        joined = apply(operator, joined, part)
    return joined


def explain(name: str, concrete: Concrete) -> UsageError:
    """The error that there is no abstraction of this name."""
    what = f"there is no abstraction {name!r} of {concrete}"
    hint = did_you_mean(name, (SIGNS, EVEN_ODD, POINT, CONCRETE), f"use {_FORMS}, or give a BASL file that defines it")
    return UsageError(what, hint=hint)
