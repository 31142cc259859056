"""Locks of guarded systems, recognised by how they are written."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.model.guarded.expressions import Const, Expr, Read, Self, Variable
from vexil.model.guarded.system import Assign, GuardedSystem, Template
from vexil.model.guarded.walks import nested
from vexil.transform.reductions.footprints import Cell
from vexil.transform.reductions.terms import Terms


class Locks:
    """Shared variables whose elements say which thread holds a lock, and the numbers of threads in them.

    An element is a lock when it is 0 or the number of a thread, a thread writes its own number only where there is 0 or
    that, and anything else only where there is its own number: then nobody else writes it as long as a thread holds it.
    """

    def __init__(self, system: GuardedSystem, terms: Terms) -> None:
        self._terms = terms
        self._counts = {template.name: template.count for template in system.templates}
        self.numbers: dict[Variable, dict[str, tuple[int, ...]]] = {}
        self.names: dict[Variable, dict[str, list[Expr]]] = {}
        self.broken: dict[Variable, set[int] | None] = {}
        """Elements that are no locks; `None` for all."""
        for template in system.templates:
            for location in template.locations:
                for command in location.commands:
                    for statement in nested(command.body):
                        if isinstance(statement, Assign) and statement.variable.template is None:
                            self._candidate(statement.variable, template, terms.same(statement.value))
        for variable, by_index in self.numbers.items():
            together = [number for numbers in by_index.values() for number in numbers]
            if 0 in together or len(set(together)) < len(together):
                self.broken[variable] = None

    def values(self, expression: Expr, template: str) -> tuple[int, ...] | None:
        """The values of an expression for the threads of a template, if they are always the same."""
        if self._terms.reads(expression):
            return None
        zero = self._terms.same(Self())
        items = [
            self._terms.folded(expression, {zero: self._terms.const(thread, zero)})
            for thread in range(self._counts[template])
        ]
        values = tuple(item.value for item in items if isinstance(item, Const))
        return values if len(values) == len(items) else None

    def _candidate(self, variable: Variable, template: Template, value: Expr) -> None:
        numbers = self.values(value, template.name)
        if numbers is None or not any(numbers):
            return
        before = self.numbers.setdefault(variable, {}).setdefault(template.name, numbers)
        if before != numbers:
            self.broken[variable] = None
        names = self.names.setdefault(variable, {}).setdefault(template.name, [])
        if value not in names:
            names.append(value)

    def is_lock(self, cell: Cell) -> bool:
        """Say whether an element is a lock."""
        variable, index = cell
        broken = self.broken.get(variable, set())
        if variable not in self.numbers or broken is None:
            return False
        return not broken or (isinstance(index, Const) and index.value not in broken)

    def is_mine(self, variable: Variable, value: Expr, template: str) -> bool:
        """Say whether a value is the number of the moving thread."""
        mine = self.numbers.get(variable, {}).get(template)
        return mine is not None and self.values(value, template) == mine

    def held_facts(self, cell: Cell, template: str) -> Iterator[tuple[Expr, bool]]:
        """Conditions whose values are known when the moving thread holds a lock."""
        variable, index = cell
        terms = self._terms
        element = terms.rebuilt(Read(variable, (index,)), (index,))
        zero = terms.const(0, element)
        for is_equal in (True, False):
            for name in self.names[variable].get(template, []):
                for way in terms.equals(element, name, is_equal=is_equal):
                    yield way, is_equal
            for way in terms.equals(element, zero, is_equal=is_equal):
                yield way, not is_equal

    def break_cell(self, cell: Cell | None, variable: Variable) -> bool:
        """Note that an element is no lock; say whether that is new."""
        before = self.broken.get(variable, set())
        if before is None:
            return False
        if cell is None or not isinstance(cell[1], Const):
            self.broken[variable] = None
            return True
        if cell[1].value in before:
            return False
        self.broken[variable] = before | {cell[1].value}
        return True
