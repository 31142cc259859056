"""Static initialisers that nobody can tell from ones that ran before the program: they only make objects.

Harmless code always ends, throws nothing, and reads and writes nothing but new objects, its variables and the static
fields of its class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.symbols.symbols import ClassSymbol, LocalSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import DOUBLE, FLOAT
from vexil.frontends.java.typing import tree as typed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vexil.frontends.java.lowering.program import ProgramLowering

DEEPEST = 12


def is_harmless(
    program: ProgramLowering, symbol: ClassSymbol, parts: Sequence[typed.FieldInitialiser | typed.Block]
) -> bool:
    """Whether static initialisers may run at the start."""
    look = _EffectCheck(program, symbol)
    return all(
        look.expression(part.value, 0) if isinstance(part, typed.FieldInitialiser) else look.statement(part, 0)
        for part in parts
    )


class _EffectCheck:
    """Looks at code that would run; constructors are followed."""

    def __init__(self, program: ProgramLowering, symbol: ClassSymbol) -> None:
        self._program = program
        self._symbol = symbol
        self._constructors: set[MethodSymbol] = set()
        self._locals: set[LocalSymbol] = set()

    def expression(self, node: typed.Expression, depth: int) -> bool:
        """Whether evaluating an expression is harmless."""
        match node:
            case typed.Constant() | typed.LocalRead() | typed.This() | typed.ClassLiteral():
                return True
            case typed.Lambda(bound=bound):
                return not bound
            case typed.Convert(operand=operand) | typed.Unary(operand=operand):
                return self.expression(operand, depth)
            case typed.CheckCast(operand=operand, checked=checked):
                return not checked and self.expression(operand, depth)
            case typed.Binary(operator=operator, left=left, right=right):
                partial = operator in ("/", "%") and left.type not in (FLOAT, DOUBLE)
                known = isinstance(right, typed.Constant) and right.value != 0
                return (not partial or known) and self.expression(left, depth) and self.expression(right, depth)
            case typed.NewArray(dimensions=dimensions):
                return all(isinstance(size, typed.Constant) and int(size.value or 0) >= 0 for size in dimensions)
            case typed.ArrayLiteral(elements=elements):
                return all(self.expression(element, depth) for element in elements)
            case typed.FieldRead(target=None, field=field):
                return field.owner is self._symbol or (
                    field.final and field.owner.library and self._program.initialisation.is_eager_safe(field.owner)
                )
            case typed.FieldRead(target=typed.This()):
                return True
            case typed.Assign(target=typed.FieldRead(target=typed.This()), value=value):
                return self.expression(value, depth)
            case typed.Assign(target=typed.FieldRead(target=None, field=field), value=value):
                return field.owner is self._symbol and self.expression(value, depth)
            case typed.Assign(target=typed.LocalRead(), value=value):
                return self.expression(value, depth)
            case typed.New(constructor=constructor, outer=outer, arguments=arguments):
                return (
                    (outer is None or self.expression(outer, depth))
                    and all(self.expression(argument, depth) for argument in arguments)
                    and self._class_is_ready(constructor.owner)
                    and self._constructor(constructor, depth)
                )
            case typed.Call(method=method, arguments=arguments) if method.constructor:
                return all(self.expression(argument, depth) for argument in arguments) and self._constructor(
                    method, depth
                )
            case typed.Call(kind=typed.CallKind.STATIC, method=method, arguments=arguments):
                return (
                    method.owner.library
                    and method.name == "valueOf"
                    and method.owner.binary_name.startswith("java.lang.")
                    and len(arguments) == 1
                    and isinstance(arguments[0], typed.Constant)
                    and not isinstance(arguments[0].value, str)
                )
            case _:
                return False

    def _class_is_ready(self, owner: ClassSymbol) -> bool:
        return owner is self._symbol or self._program.initialisation.is_eager_safe(owner)

    def _constructor(self, constructor: MethodSymbol, depth: int) -> bool:
        if constructor in self._constructors or depth > DEEPEST:
            return False
        body = self._program.typing.body(constructor)
        if body is None:
            return False
        self._constructors.add(constructor)
        delegates = any(
            isinstance(statement, typed.ExpressionStatement)
            and isinstance(statement.expression, typed.Call)
            and statement.expression.method.constructor
            and statement.expression.method.owner is constructor.owner
            for statement in body.block.statements[:1]
        )
        initialisers = () if delegates else self._program.typing.instance_initialisers(constructor.owner).parts
        is_harmless = self.statement(body.block, depth + 1) and all(
            self.expression(part.value, depth + 1)
            if isinstance(part, typed.FieldInitialiser)
            else self.statement(part, depth + 1)
            for part in initialisers
        )
        self._constructors.discard(constructor)
        return is_harmless

    def statement(self, node: typed.Statement, depth: int) -> bool:
        """Whether executing a statement is harmless: no loops, no jumps."""
        match node:
            case typed.Block(statements=statements):
                return all(self.statement(statement, depth) for statement in statements)
            case typed.ExpressionStatement(expression=expression):
                return self.expression(expression, depth)
            case typed.LocalDeclaration(initialiser=initialiser):
                return initialiser is None or self.expression(initialiser, depth)
            case typed.Empty() | typed.LocalClass() | typed.Return(value=None):
                return True
            case _:
                return False
