"""A closed formula of the mu-calculus as numbered parts: every variable knows its fixed point, operands come first.

Negations are pushed to the atoms before; then every part is monotone in its operands. A part that stands at several
places is one part, if it means the same at all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from vexil.core.errors import InternalError
from vexil.spec.atoms import Atom
from vexil.spec.formulas import And, Box, Constant, Diamond, Greatest, Least, Mu, Not, Or, Proposition, Variable
from vexil.spec.mu import positive_normal_form
from vexil.spec.nodes import operands_of, postorder


class Operator(Enum):
    """What a part does with its operands."""

    TRUE = "true"
    FALSE = "false"
    ATOM = "atom"
    NEGATED_ATOM = "negated atom"
    AND = "and"
    OR = "or"
    DIAMOND = "diamond"
    BOX = "box"
    LEAST = "least"
    GREATEST = "greatest"
    VARIABLE = "variable"

    @property
    def is_modal(self) -> bool:
        """Say whether it looks at successors."""
        return self in (Operator.DIAMOND, Operator.BOX)

    @property
    def binds(self) -> bool:
        """Say whether it is a fixed point."""
        return self in (Operator.LEAST, Operator.GREATEST)


@dataclass(slots=True)
class Part:
    """A part of a formula; ``operands`` are numbers of parts, and so is ``binder`` of a variable."""

    operator: Operator
    formula: Mu
    operands: tuple[int, ...] = ()
    atom: Atom | None = None
    binder: int = -1
    serial: int = -1
    """A fixed point's place in the order in which they open; an inner one has a greater serial."""
    free: frozenset[int] = frozenset()
    """The serials of the fixed points whose variables it depends on and that are not inside it."""

    @property
    def owner(self) -> int:
        """The serial of the innermost fixed point it depends on, -1 for a closed part."""
        return max(self.free, default=-1)


@dataclass(slots=True)
class _Task:
    formula: Mu
    scope: dict[str, int]
    ready: bool = False
    serial: int = -1


@dataclass(slots=True)
class Parts:
    """All parts of a formula, operands before what they are operands of; the last one is the formula."""

    items: list[Part] = field(default_factory=list)

    @property
    def root(self) -> int:
        """The number of the whole formula."""
        return len(self.items) - 1

    def __getitem__(self, number: int) -> Part:
        return self.items[number]

    def __len__(self) -> int:
        return len(self.items)


def numbered(formula: Mu) -> Parts:
    """The parts of a closed, monotone formula."""
    return _Numbering().run(positive_normal_form(formula))


class _Numbering:
    def __init__(self) -> None:
        self._parts = Parts()
        self._numbers: dict[tuple[Mu, tuple[int, ...]], int] = {}
        self._variables: dict[int, int] = {}
        self._serials = 0

    def run(self, formula: Mu) -> Parts:
        """Number the parts with an explicit stack of tasks."""
        free = _free_variables(formula)
        results: list[int] = []
        pending = [_Task(formula, {})]
        while pending:
            task = pending.pop()
            key = (task.formula, tuple(task.scope[name] for name in sorted(free[task.formula])))
            if not task.ready and key in self._numbers:
                results.append(self._numbers[key])
            elif not task.ready:
                self._open(task, pending)
            else:
                count = _arity(task.formula)
                operands = tuple(results[len(results) - count :])
                del results[len(results) - count :]
                self._numbers[key] = number = self._finished(task, operands)
                results.append(number)
        return self._parts

    def _open(self, task: _Task, pending: list[_Task]) -> None:
        formula, scope = task.formula, task.scope
        task.ready = True
        pending.append(task)
        if isinstance(formula, Least | Greatest):
            task.serial = self._serials
            self._serials += 1
            pending.append(_Task(formula.body, {**scope, formula.variable: task.serial}))
        elif not isinstance(formula, Not):
            pending.extend(_Task(operand, scope) for operand in reversed(operands_of(formula)))

    def _finished(self, task: _Task, operands: tuple[int, ...]) -> int:
        items = self._parts.items
        free: frozenset[int] = frozenset().union(*(items[number].free for number in operands))
        part = Part(_operator(task.formula), task.formula, operands, free=free)
        match task.formula:
            case Proposition(atom) | Not(Proposition(atom)):
                part.atom = atom
            case Variable(name):
                serial = task.scope[name]
                part.free = frozenset((serial,))
                self._variables[serial] = len(items)
            case Least() | Greatest():
                part.serial = task.serial
                part.free = free - {task.serial}
                if task.serial in self._variables:
                    items[self._variables[task.serial]].binder = len(items)
            case _:
                pass
        items.append(part)
        return len(items) - 1


def _free_variables(formula: Mu) -> dict[Mu, frozenset[str]]:
    free: dict[Mu, frozenset[str]] = {}
    for part in postorder(formula):
        names: frozenset[str] = frozenset().union(*(free[operand] for operand in operands_of(part)))
        if isinstance(part, Variable):
            names = frozenset((part.name,))
        elif isinstance(part, Least | Greatest):
            names -= {part.variable}
        free[part] = names
    return free


def _arity(formula: Mu) -> int:
    return 0 if isinstance(formula, Not) else len(operands_of(formula))


def _operator(formula: Mu) -> Operator:
    if isinstance(formula, Constant):
        return Operator.TRUE if formula.value else Operator.FALSE
    operator = _OPERATORS.get(type(formula))
    if operator is None:
        raise InternalError("a positive normal form should have no implications")
    return operator


_OPERATORS: dict[type, Operator] = {
    Proposition: Operator.ATOM,
    Not: Operator.NEGATED_ATOM,
    And: Operator.AND,
    Or: Operator.OR,
    Variable: Operator.VARIABLE,
    Diamond: Operator.DIAMOND,
    Box: Operator.BOX,
    Least: Operator.LEAST,
    Greatest: Operator.GREATEST,
}
