"""Elements of the state vector, and the values they hold."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.ir.types import IntegerType, Type
from vexil.model.guarded.expressions import Expr, Variable, cast, number, read
from vexil.model.guarded.system import Assign

BYTE = IntegerType(8, False)


@dataclass(frozen=True, slots=True)
class Cell:
    """An element of a variable, of the moving thread or of another one; ``kind`` is what its value is computed in."""

    variable: Variable
    kind: IntegerType
    index: Expr
    thread: Expr | None = None

    def read(self) -> Expr:
        """Its value."""
        if self.variable.constant:
            return number(0, self.kind)
        thread = self.thread if self.variable.template is not None else None
        return cast(read(self.variable, self.index, thread=thread), self.kind)

    def write(self, value: Expr) -> Assign:
        """Give it a value."""
        thread = self.thread if self.variable.template is not None else None
        return Assign(self.variable, self.index, cast(value, self.variable.type), thread)


@dataclass(frozen=True, slots=True)
class Held:
    """A variable of the state and the type of what it holds in the words of the program."""

    variable: Variable
    type: Type
