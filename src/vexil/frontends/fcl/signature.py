"""Signatures: the types, operators, constants and coercions a program may use (Hatcliff et al. 2002, 3.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations

from vexil.core.errors import UsageError
from vexil.frontends.fcl.syntax import HALT, KEYWORDS, PRECEDENCE

BOOL = "Bool"
INT = "Int"

_INTEGER = re.compile(r"-?[0-9]+")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")


@dataclass(frozen=True, slots=True)
class Signature:
    """Types with ``Bool`` among them, the coercion order ``<<``, and typed operator and constant symbols.

    An operation of type τ takes two operands of type τ and gives a τ; a test of type τ takes two operands
    of type τ and gives a ``Bool``. When ``Int`` is a type, all decimal integers are constants of it.
    """

    types: frozenset[str]
    order: frozenset[tuple[str, str]]
    operations: Mapping[str, str]
    tests: Mapping[str, str]
    constants: Mapping[str, str]

    def __post_init__(self) -> None:
        self._check_names()
        self._check_order()

    def constant_type(self, symbol: str) -> str | None:
        """The type of a constant symbol, or ``None`` when the symbol is no constant."""
        if INT in self.types and _INTEGER.fullmatch(symbol):
            return INT
        return self.constants.get(symbol)

    def operand_type(self, symbol: str) -> str | None:
        """The type of both operands of an operator, or ``None`` when there is no such operator."""
        return self.operations.get(symbol) or self.tests.get(symbol)

    def result_type(self, symbol: str) -> str | None:
        """The type of an operator's result, or ``None`` when there is no such operator."""
        return BOOL if symbol in self.tests else self.operations.get(symbol)

    def _check_names(self) -> None:
        if BOOL not in self.types:
            raise UsageError(f"a signature needs the type {BOOL}", hint=f"types given: {_listed(self.types)}")
        for symbol, type_name in (*self.operations.items(), *self.tests.items()):
            if not is_operator_symbol(symbol):
                raise UsageError(
                    f"{symbol!r} cannot be an operator of FCL",
                    hint=f"write one of {_listed(PRECEDENCE)}, with a suffix such as '_eo' if abstract",
                )
            self._check_type(type_name, f"operator {symbol!r}")
        for symbol, type_name in self.constants.items():
            check_name(symbol, "constant")
            self._check_type(type_name, f"constant {symbol!r}")
        for symbol in sorted(self.operations.keys() & self.tests.keys()):
            raise UsageError(f"{symbol!r} is both an operation and a test", hint="one symbol has one type")

    def _check_type(self, type_name: str, what: str) -> None:
        if type_name not in self.types:
            raise UsageError(f"{what} has the unknown type {type_name!r}", hint=f"types: {_listed(self.types)}")

    def _check_order(self) -> None:
        """Check that ``<<`` is a strict partial order in which bounded pairs have a least upper bound."""
        for low, high in sorted(self.order):
            self._check_type(low, f"the coercion [{low} << {high}]")
            self._check_type(high, f"the coercion [{low} << {high}]")
            if low == high:
                raise UsageError(f"{low} << {low} is declared, but the coercion order is not reflexive")
            for middle, top in sorted(self.order):
                if middle == high and (low, top) not in self.order and low != top:
                    raise UsageError(
                        f"{low} << {high} and {high} << {top} are declared, but {low} << {top} is not",
                        hint="the coercion order is transitive",
                    )
                if (middle, top) == (high, low):
                    raise UsageError(f"{low} << {high} and {high} << {low} cannot both hold")
        for left, right in permutations(sorted(self.types), 2):
            bounds = self._above(left) & self._above(right)
            if bounds and not any(bounds <= self._above(bound) for bound in bounds):
                raise UsageError(
                    f"{left} and {right} have no least common supertype among {_listed(bounds)}",
                    hint="the coercion order is an upper semi-lattice",
                )

    def _above(self, type_name: str) -> frozenset[str]:
        return frozenset({type_name, *(high for low, high in self.order if low == type_name)})


def is_operator_symbol(symbol: str) -> bool:
    """Say whether FCL can write the symbol: one of the basic ones, or one with a suffix such as ``*_eo``."""
    base, separator, suffix = symbol.partition("_")
    return base in PRECEDENCE and (not separator or re.fullmatch(r"\w+", suffix) is not None)


def check_name(name: str, what: str) -> None:
    """Raise `UsageError` unless FCL can write the name."""
    if not _NAME.fullmatch(name) or name in KEYWORDS or name == HALT:
        raise UsageError(f"{name!r} cannot be the name of a {what} of FCL", hint="use a word that is no keyword")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
