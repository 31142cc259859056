"""What the user may say about an FCL program: arithmetic, abstract types, and the values of parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vexil.core.errors import UsageError
from vexil.core.wording import did_you_mean
from vexil.frontends.fcl.algebra import Algebra, Arithmetic, MachineIntegers, basis, integer
from vexil.frontends.fcl.signature import INT
from vexil.frontends.fcl.syntax import Program
from vexil.frontends.fcl.tables import TokenType, extend
from vexil.frontends.fcl.typing import Typing


@dataclass(frozen=True, slots=True)
class FclOptions:
    """How to read a program.

    ``given`` fixes parameters to a value (a number, a Boolean, or the text of a constant), ``ranges`` leaves
    integer parameters open between two bounds, both included. Any other parameter may have every value of
    its type.
    """

    arithmetic: Arithmetic = MachineIntegers()
    token_types: tuple[TokenType, ...] = ()
    given: Mapping[str, int | str] = field(default_factory=dict)
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def algebra(self) -> Algebra:
        """The meaning of operators and constants under these options."""
        if isinstance(self.arithmetic, MachineIntegers) and self.arithmetic.width < 1:
            raise UsageError(f"integers of {self.arithmetic.width} bits do not exist", hint="use 8, 16, 32 or 64")
        return extend(basis(self.arithmetic), *self.token_types)


def check_settings(program: Program, typing: Typing, options: FclOptions) -> None:
    """Raise `UsageError` for settings of unknown parameters and for impossible ranges."""
    parameters = [parameter.name for parameter in program.parameters]
    for name in (*options.given, *options.ranges):
        if name not in parameters:
            listed = ", ".join(parameters) or "none"
            raise UsageError(
                f"{program.file.name} has no parameter {name!r}",
                hint=did_you_mean(name, parameters, f"its parameters: {listed}"),
            )
    for name, (low, high) in options.ranges.items():
        if name in options.given:
            raise UsageError(f"parameter {name!r} has both a value and a range", hint="give one of them")
        if typing.variables[name] != INT:
            raise UsageError(f"parameter {name!r} of type {typing.variables[name]} has no range", hint="give a value")
        if low > high:
            raise UsageError(f"the range {low} to {high} of parameter {name!r} is empty", hint="swap the bounds")
        for bound in (low, high):
            _check_integer(name, bound, options.arithmetic)


def constant_symbol(name: str, type_name: str, value: int | str, algebra: Algebra) -> str:
    """The constant a parameter is set to, as it is written in programs."""
    symbol = str(value).lower() if isinstance(value, bool) else str(value).strip()
    symbol_type = algebra.signature.constant_type(symbol)
    if symbol_type != type_name:
        raise UsageError(
            f"parameter {name!r} of type {type_name} cannot be {symbol!r}", hint=f"give {_examples(type_name, algebra)}"
        )
    if type_name == INT:
        _check_integer(name, integer(symbol), algebra.arithmetic)
    return symbol


def _check_integer(name: str, value: int, arithmetic: Arithmetic) -> None:
    if not arithmetic.contains(value):
        raise UsageError(
            f"{value} for parameter {name!r} is outside {arithmetic.describe()}",
            hint=f"they lie between {arithmetic.low} and {arithmetic.high}"
            if isinstance(arithmetic, MachineIntegers)
            else "",
        )


def _examples(type_name: str, algebra: Algebra) -> str:
    match type_name:
        case "Int":
            return "a decimal integer"
        case "Bool":
            return "true or false"
        case _:
            constants = [symbol for symbol, owner in algebra.signature.constants.items() if owner == type_name]
            return f"one of {', '.join(constants)}"
