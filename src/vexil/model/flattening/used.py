"""Which globals and fields a program uses, so that the others get no place in the state."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.ir.expressions import AddressOf, Expr, Field, Variable, preorder
from vexil.ir.operation_parts import GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.operations import expressions_of
from vexil.ir.packed import PackedCells
from vexil.ir.program import Memory, Program
from vexil.model.flattening.plan import Plan

DOMAINS = (TypeDomain, RangeDomain, GuardedDomain, RelationDomain)


class Used:
    """The names that functions which may run, and properties, mention."""

    def __init__(self, program: Program, plan: Plan, asked: Iterable[Expr]) -> None:
        self.globals: set[str] = {
            variable.name for variable in program.globals if isinstance(variable.initial, DOMAINS)
        }
        self.fields: set[tuple[str, str]] = set()
        for expression in asked:
            self._look(expression)
        initial = {variable.name: variable for variable in program.globals}
        for name in sorted({name for template in plan.templates for name in template.functions}):
            for edge in program.functions[name].edges:
                for expression in expressions_of(edge.operation):
                    self._look(expression)

        pending = sorted(self.globals)
        while pending:  # memory that is pointed to at the beginning
            variable = initial[pending.pop()]
            before = set(self.globals)
            if isinstance(variable.initial, Memory):
                if not isinstance(variable.initial.cells, PackedCells):
                    for _, expression in variable.initial.cells:
                        self._look(expression)
            elif variable.initial is not None and not isinstance(variable.initial, DOMAINS):
                self._look(variable.initial)
            pending += sorted(self.globals - before)

    def _look(self, expression: Expr) -> None:
        for part in preorder(expression):
            match part:
                case Variable(name, _, True) | AddressOf(Variable(name, _, True), _):
                    self.globals.add(name)
                case Field(_, class_name, name, _):
                    self.fields.add((class_name, name))
                case _:
                    pass
