"""Which variables and results hold mathematical integers."""

from __future__ import annotations

from vexil.ir.expressions import CodeAddress, Variable, postorder
from vexil.ir.program import Program, VariableDeclaration, program_expressions
from vexil.ir.types import INT, IntegerType, Type


class Registers:
    """The registers of a program that hold mathematical integers.

    What is in memory has a size, so it stays as it is; so do the parameters and results of functions whose address is
    known, because calls through pointers compare types.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self.pointed = _pointed_functions(program)
        """The functions whose address is taken."""
        self._globals = {variable.name for variable in program.globals if _is_register(variable)}
        self._locals: dict[str, set[str]] = {}
        for name, function in program.functions.items():
            found = {variable.name for variable in function.variables.values() if _is_register(variable)}
            if name in self.pointed:
                found -= {parameter.name for parameter in function.parameters}
            self._locals[name] = found

    def holds_number(self, variable: Variable, function: str) -> bool:
        """Say whether a variable, as a function names it, holds a mathematical integer."""
        return variable.name in (self._globals if variable.is_global else self._locals[function])

    def declared(self, variable: VariableDeclaration, function: str | None) -> Type:
        """The type of a variable of a function, or of a global one."""
        names = self._globals if function is None else self._locals[function]
        return INT if variable.name in names else variable.type

    def result(self, function: str) -> Type | None:
        """The type of what a function returns."""
        kind = self._program.functions[function].result
        return INT if isinstance(kind, IntegerType) and function not in self.pointed else kind


def _is_register(variable: VariableDeclaration) -> bool:
    return not variable.addressable and isinstance(variable.type, IntegerType)


def _pointed_functions(program: Program) -> frozenset[str]:
    """The functions that some expression or initial value has the address of."""
    return frozenset(
        part.function
        for expression in program_expressions(program)
        for part in postorder(expression)
        if isinstance(part, CodeAddress)
    )
