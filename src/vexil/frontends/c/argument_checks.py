"""Checks of what library functions without a model are given, where they are called.

A violation is one of ``memsafety``: the function would access what it must not. A literal needs no check. Formats that
are literals are read here; others while the program runs, by functions of the models (``stdio_read.c``) that become
part of the program when a check needs them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vexil.frontends.c.contracts import Demand, requirements
from vexil.frontends.c.conversions import converted
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.literals import literal_bytes
from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.fold import fold
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Call
from vexil.ir.types import BOOL, I64, VOID_POINTER, IntegerType, PointerType
from vexil.ir.typing import apply
from vexil.model.c_format import DIRECTIVE

NO_LIMIT = Const(-1, I64)
_USUAL = b"%diuoxXcsfFeEgGaApm"


def check_arguments(
    fn: FunctionLowering, name: str, node: int, arguments: list[int], values: list[Expr], passed: list[Expr]
) -> None:
    """Check what a function without a body is given, before it is called; variadic arguments are passed in a block."""
    required = requirements().get(name)
    if required is None or fn.is_constant:
        return
    for demand in required.demands:
        if max((demand.argument, *demand.others)) < len(values):
            _Checker(fn, node, arguments, values, passed[-1]).check(demand)


@dataclass(frozen=True, slots=True)
class _Checker:
    """The arguments of one call: their nodes and values."""

    fn: FunctionLowering
    node: int
    arguments: list[int]
    values: list[Expr]
    block: Expr
    """Where variadic arguments are."""

    def check(self, demand: Demand) -> None:
        """Make one demand."""
        if literal_bytes(self.fn, self.arguments[demand.argument]) is not None and demand.kind == "text":
            return
        pointer = self._pointer(demand.argument)
        if pointer is None:
            return
        if not demand.may_be_null:
            self._check_one(demand, pointer)
            return
        fn = self.fn
        there, absent = fn.fresh(), fn.fresh()
        fn.branch(apply(Operator.DIFFERENT, pointer, Const(0, VOID_POINTER)), there, absent)
        fn.here = there
        self._check_one(demand, pointer)
        fn.join(fn.here, absent)

    def _check_one(self, demand: Demand, pointer: Expr) -> None:
        match demand.kind:
            case "text":
                self._check_string(demand.argument, pointer, NO_LIMIT)
            case "bytes" | "room":
                size = fold(self._size(demand.others))
                if not (isinstance(size, Const) and size.value == 0):
                    check_range(self.fn, pointer, size, self.node)
            case "stream":
                self._check_access(pointer, f"open stream: {self._text(demand.argument)}")
            case "list":
                self._check_access(pointer, f"valid format: {self._text(demand.argument)}")
                self._call("__vexil_read_format_list", [pointer, self.values[demand.others[0]]])
            case _:
                self._check_format(demand.argument, pointer)

    def _pointer(self, position: int) -> Expr | None:
        """An argument that is a pointer, in a variable unless it is a constant."""
        value = self.values[position]
        if not isinstance(value.type, PointerType):
            return None
        return self.fn.settle(value, self.arguments[position])

    def _text(self, position: int) -> str:
        return self.fn.translation.text(self.arguments[position])

    def _size(self, positions: Sequence[int]) -> Expr:
        """The product of arguments, in a type where it does not overflow."""
        wide = IntegerType(2 * self.fn.types.size_type.width, False)
        factors = [converted(converted(self.values[position], self.fn.types.size_type), wide) for position in positions]
        return factors[0] if len(factors) == 1 else apply(Operator.MULTIPLY, *factors)

    def _check_access(self, pointer: Expr, message: str) -> None:
        self.fn.check("memsafety", apply(Operator.ACCESSIBLE, pointer, Const(1, I64)), message)

    def _check_string(self, position: int, pointer: Expr, limit: Expr) -> None:
        if limit == NO_LIMIT:
            self._check_access(pointer, f"valid string: {self._text(position)}")
        self._call("__vexil_read_string", [pointer, limit])

    def _call(self, name: str, values: list[Expr]) -> None:
        translation = self.fn.translation
        number = next(
            number
            for number, _ in translation.tree.functions[translation.tree.first_auxiliary :]
            if translation.tree.declarations[number].name == name
        )
        self.fn.emit(Call(StaticCallee(translation.reference(number)), tuple(values), None))

    def _check_format(self, position: int, pointer: Expr) -> None:
        template = literal_bytes(self.fn, self.arguments[position])
        if template is None or not self._check_literal(template, position + 1):
            if template is None:
                self._check_access(pointer, f"valid format: {self._text(position)}")
            self._call("__vexil_read_format", [pointer, self.block])

    def _check_literal(self, template: bytes, following: int) -> bool:
        """Check the arguments of a format that is known; say whether it is one of the usual ones."""
        strings: list[tuple[int, Expr]] = []
        start = template.find(b"%")
        while start >= 0:
            directive = DIRECTIVE.match(template, start)
            if directive is None or directive["kind"] not in _USUAL:
                return False
            if directive["length"] == b"l" and directive["kind"] in b"sc":
                return False
            limit: Expr = NO_LIMIT
            for part in (directive["width"], directive["precision"]):
                following += part == b"*"
            if directive["precision"] == b"*" and following <= len(self.values):
                limit = converted(self.values[following - 1], I64)
            elif directive["precision"] is not None:
                limit = Const(int(directive["precision"] or 0), I64)
            if directive["kind"] == b"s":
                strings.append((following, limit))
            following += directive["kind"] not in b"%m"
            start = template.find(b"%", directive.end())
        if following > len(self.values):
            message = f"an argument for each conversion: {self.fn.translation.text(self.node)}"
            self.fn.check("memsafety", Const(False, BOOL), message)
            return True
        for position, limit in strings:
            self._check_printed(position, limit)
        return True

    def _check_printed(self, position: int, limit: Expr) -> None:
        if literal_bytes(self.fn, self.arguments[position]) is not None:
            return
        pointer = self._pointer(position)
        if pointer is None:
            self.fn.check("memsafety", Const(False, BOOL), f"a string for %s: {self._text(position)}")
        else:
            self._check_string(position, pointer, limit)


def check_range(fn: FunctionLowering, pointer: Expr, size: Expr, node: int) -> None:
    """Check that a number of bytes may be accessed; nothing is accessed when it is zero."""
    allowed: Expr = apply(Operator.ACCESSIBLE, pointer, size)
    if not isinstance(size, Const):
        allowed = apply(Operator.OR, apply(Operator.EQUAL, size, Const(0, size.type)), allowed)
    fn.check("memsafety", allowed, f"valid access: {fn.translation.text(node)}")
