"""Definitions and uses of registers: which local registers an operation reads and writes, and where.

*May* facts for reads, *must* facts for writes: an operation that writes a register by name always does so.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from vexil.ir.expressions import Expr, Variable, postorder
from vexil.ir.operations import BeginLifetime, EndLifetime, Operation, expressions_of, written_places
from vexil.ir.program import Function


def variables_read(expression: Expr) -> frozenset[tuple[str, bool]]:
    """The variables an expression may read, by name and whether they are global; costs a walk over its nodes."""
    if isinstance(expression, Variable):
        return frozenset({(expression.name, expression.is_global)})
    return frozenset((node.name, node.is_global) for node in postorder(expression) if isinstance(node, Variable))


def expressions_read(operation: Operation) -> tuple[Expr, ...]:
    """The expressions an operation evaluates: of a written place only its operands."""
    if isinstance(operation, BeginLifetime | EndLifetime):
        return ()
    written = written_places(operation)
    expressions = expressions_of(operation)  # a written place comes first, and may be shared with what is read
    return (*written[0].operands, *expressions[1:]) if written else expressions


def operation_reads(operation: Operation) -> frozenset[tuple[str, bool]]:
    """The variables an operation may read; a variable that is only written is not read."""
    parts = [variables_read(part) for part in expressions_read(operation)]
    return parts[0] if len(parts) == 1 else frozenset().union(*parts)


class DefinitionsAndUses:
    """By local register of a function the edges that write it and the edges that may read it."""

    def __init__(self, function: Function) -> None:
        self.function = function

    @cached_property
    def reads(self) -> tuple[frozenset[str], ...]:
        """For every edge the local registers it may read."""
        registers = self.registers
        return tuple(
            frozenset(
                name for name, is_global in operation_reads(edge.operation) if not is_global and name in registers
            )
            for edge in self.function.edges
        )

    @cached_property
    def writes(self) -> tuple[str | None, ...]:
        """For every edge the local register it writes, if it writes one."""
        names: list[str | None] = []
        registers = self.registers
        for edge in self.function.edges:
            places = written_places(edge.operation)
            place = places[0] if places else None
            is_register = isinstance(place, Variable) and not place.is_global and place.name in registers
            names.append(place.name if is_register and isinstance(place, Variable) else None)
        return tuple(names)

    @cached_property
    def registers(self) -> frozenset[str]:
        """The parameters and locals that are registers."""
        return frozenset(name for name, variable in self.function.variables.items() if not variable.addressable)

    @cached_property
    def definitions(self) -> Mapping[str, tuple[int, ...]]:
        """By register the numbers of the edges that write it; parameters and locals also have an initial value."""
        edges: dict[str, list[int]] = {name: [] for name in sorted(self.registers)}
        for number, name in enumerate(self.writes):
            if name is not None:
                edges[name].append(number)
        return {name: tuple(numbers) for name, numbers in edges.items()}

    @cached_property
    def uses(self) -> Mapping[str, tuple[int, ...]]:
        """By register the numbers of the edges that may read it."""
        edges: dict[str, list[int]] = {name: [] for name in sorted(self.registers)}
        for number, names in enumerate(self.reads):
            for name in names:
                edges[name].append(number)
        return {name: tuple(numbers) for name, numbers in edges.items()}
