"""Which globals and fields a program uses, so that the others get no place in the state."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.analysis.definitions import expressions_read
from vexil.ir.expressions import AddressOf, Expr, Field, Variable, preorder
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.operation_parts import Domain
from vexil.ir.operations import expressions_of
from vexil.ir.packed import PackedCells
from vexil.ir.program import Memory, Program
from vexil.ir.types import BoolType, Type, is_integer, is_reference
from vexil.transform.flattening.plan import Plan


class UsedNames:
    """The names that functions which may run, and properties, mention; of fields that are never read, none."""

    def __init__(
        self,
        program: Program,
        plan: Plan,
        bounds: Bounds,
        observed: Iterable[Expr],
        locals_asked: Iterable[tuple[str, str]] = (),
    ) -> None:
        self._are_counted = bounds.instances is not None or bool(bounds.sites)
        self.locals = frozenset(locals_asked)
        """Registers that properties are about, by function and name."""
        self.globals: set[str] = {variable.name for variable in program.globals if isinstance(variable.initial, Domain)}
        self.fields: set[tuple[str, str]] = set()
        for expression in observed:
            self._look(expression)
            self._note_fields(expression)
        initial = {variable.name: variable for variable in program.globals}
        for name in sorted({name for template in plan.templates for name in template.functions}):
            for edge in program.functions[name].edges:
                for expression in expressions_of(edge.operation):
                    self._look(expression)
                for expression in expressions_read(edge.operation):
                    self._note_fields(expression)
        pending = sorted(self.globals)
        while pending:  # memory that is pointed to at the beginning
            variable = initial[pending.pop()]
            before = set(self.globals)
            if isinstance(variable.initial, Memory):
                if not isinstance(variable.initial.cells, PackedCells):
                    for _, expression in variable.initial.cells:
                        self._look(expression)
            elif variable.initial is not None and not isinstance(variable.initial, Domain):
                self._look(variable.initial)
            pending += sorted(self.globals - before)

    def _look(self, expression: Expr) -> None:
        for part in preorder(expression):
            match part:
                case Variable(name, _, True) | AddressOf(Variable(name, _, True), _):
                    self.globals.add(name)
                case Field(_, class_name, name, kind) if not self.may_be_forgotten(kind):
                    self.fields.add((class_name, name))
                case _:
                    pass

    def _note_fields(self, expression: Expr) -> None:
        for part in preorder(expression):
            if isinstance(part, Field):
                self.fields.add((part.class_name, part.field))

    def may_be_forgotten(self, kind: Type) -> bool:
        """Say whether a value of a type that nobody reads any more need not be kept.

        References keep objects alive, which matters where these are counted; threads are known by who holds them.
        """
        if is_reference(kind):
            return not self._are_counted
        return isinstance(kind, BoolType) or is_integer(kind)
