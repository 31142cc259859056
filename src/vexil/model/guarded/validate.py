"""What guarded systems keep to, so that back ends need not ask: types agree, and a run ends at the end of a body."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.core.errors import InternalError
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded.expressions import (
    BIT,
    COMPARISONS,
    LOGICAL,
    OPERATORS,
    Apply,
    Const,
    Expr,
    Local,
    Read,
    Self,
    Variable,
    subexpressions,
)
from vexil.model.guarded.system import Assign, Block, Command, For, Goto, GuardedSystem, If, Leave, Let, Template

Names = dict[str, IntegerType]
WIDEST = 64
"""Bits of the widest value that back ends compute with."""


def validate(system: GuardedSystem) -> None:
    """Raise `InternalError` for a system that breaks a rule; the sentence says where."""
    _Validator(system).check()


class _Validator:
    def __init__(self, system: GuardedSystem) -> None:
        self._system = system
        self._place = system.name
        self._template: Template | None = None
        self._known: dict[tuple[str | None, str], Variable] = {
            (None, item.name): item for item in (*system.variables, system.ending)
        }
        for template in system.templates:
            for item in (*template.variables, template.counter):
                self._known[template.name, item.name] = item

    def _require(self, condition: bool, expectation: str) -> None:
        if not condition:
            raise InternalError(f"{self._place}: {expectation}")

    def check(self) -> None:
        system = self._system
        self._variables(system.variables, None)
        for template in system.templates:
            self._variables(template.variables, template.name)
        self._command(system.first)
        self._condition(system.alive, {})
        for atom in system.atoms:
            self._condition(atom, {})
        is_alone = len(system.templates) == 1 and system.templates[0].count == 1
        self._require(is_alone or not system.passing, "steps should be fused where there is one thread")
        for template in system.templates:
            self._template = template
            self._place = template.name
            self._require(template.count > 0, "a template should have threads")
            self._require(not template.locations[0].commands, "a thread that does not exist should do nothing")
            if template.name in system.atomic:
                self._condition(system.atomic[template.name], {})
            for location in template.locations:
                for command in location.commands:
                    self._place = f"{template.name} at {location.name}"
                    self._command(command)

    def _variables(self, variables: Iterable[Variable], template: str | None) -> None:
        names: set[str] = {"pc"} if template is not None else {"ending"}
        for item in variables:
            self._require(item.name not in names, f"the name {item.name} should be used once")
            names.add(item.name)
            self._require(item.template == template, f"{item.name} should belong to {template}")
            self._require(item.length > 0 and len(item.initial) <= item.length, f"{item.name} should have its elements")
            self._require(0 < item.type.width <= WIDEST, f"{item.name} should have at most {WIDEST} bits")
            fits = all(item.type.low <= value <= item.type.high for value in item.initial)
            self._require(fits, f"the initial values of {item.name} should fit")
            is_plain = template is None and not item.constant and not any(item.initial)
            self._require(is_plain or not item.scratch, f"{item.name} should be shared, and 0 at the beginning")

    # --- commands ----------------------------------------------------------------------------------------

    def _command(self, command: Command) -> None:
        names: Names = {}
        self._condition(command.guard, names)
        for choice in command.choices:
            self._expression(choice.count, names)
            self._require(choice.name not in names, f"the name {choice.name} should be used once")
            names[choice.name] = choice.count.type
            self._condition(choice.condition, names)
        self._block(command.body, names, may_end=True)

    def _block(self, block: Block, names: Names, *, may_end: bool) -> None:
        """Check a block; only its last statement may end the run, and only where nothing follows it."""
        names = dict(names)
        for position, statement in enumerate(block):
            is_last = may_end and position == len(block) - 1
            match statement:
                case Assign(variable, index, value, thread):
                    self._access(variable, thread is not None)
                    self._require(not variable.constant, f"the table {variable.name} should not be written")
                    self._expression(index, names)
                    self._expression(value, names)
                    self._same(value.type, variable.type, f"a value of {variable.name}")
                    if thread is not None:
                        self._expression(thread, names)
                case Let(name, value):
                    self._require(name not in names, f"the name {name} should be used once")
                    self._expression(value, names)
                    names[name] = value.type
                case If(condition, then, otherwise):
                    self._condition(condition, names)
                    self._block(then, names, may_end=is_last)
                    self._block(otherwise, names, may_end=is_last)
                case For(counter, count, body):
                    self._require(count >= 0 and counter not in names, f"the counter {counter} should be new")
                    self._require(not any(map(_moves, body)), "a loop should move no control")
                    self._block(body, {**names, counter: IntegerType(32, True)}, may_end=False)
                case Goto(location):
                    template = self._template
                    self._require(
                        template is not None and 0 < location < len(template.locations), "control should go somewhere"
                    )
                case Leave(ending):
                    self._require(is_last, "nothing should follow the end of a run")
                    self._require(0 <= ending < len(self._system.endings), "an ending should be listed")

    # --- expressions -------------------------------------------------------------------------------------

    def _condition(self, expression: Expr, names: Names) -> None:
        self._expression(expression, names)
        self._same(expression.type, BIT, "a condition")

    def _same(self, actual: IntegerType, expected: IntegerType, what: str) -> None:
        # sentences are made when they are needed: this is asked often
        if actual is not expected and actual != expected:
            raise InternalError(f"{self._place}: {what} should be {expected}, not {actual}")

    def _access(self, variable: Variable, names_thread: bool) -> None:
        declared = self._known.get((variable.template, variable.name))
        if declared is not variable and declared != variable:
            raise InternalError(f"{self._place}: {variable.name} should be a variable of the system")
        if not names_thread and variable.template is not None:
            is_own = self._template is not None and variable.template == self._template.name
            self._require(is_own, f"{variable.name} should be read of a thread")

    def _expression(self, expression: Expr, names: Names) -> None:
        for node in subexpressions(expression):
            match node:
                case Const(value, kind):
                    if not kind.low <= value <= kind.high:
                        raise InternalError(f"{self._place}: {value} should be {kind}")
                case Local(name, kind):
                    if names.get(name) != kind:
                        raise InternalError(f"{self._place}: {name} should be known here as {kind}")
                case Self():
                    self._require(self._template is not None, "no thread should be named where none moves")
                case Read(variable, operands):
                    self._access(variable, len(operands) == 2)
                case Apply():
                    self._apply(node)

    def _apply(self, node: Apply) -> None:
        operator, operands, kind = node.operator, node.operands, node.type
        if operator not in OPERATORS:
            raise InternalError(f"{self._place}: {operator.value} should not be in a guarded system")
        if kind.width > WIDEST:
            raise InternalError(f"{self._place}: values should have at most {WIDEST} bits")
        types = [operand.type for operand in operands]
        if operator is Operator.CAST:
            return
        word = operator.value
        if operator in LOGICAL:
            for item in types:
                self._same(item, BIT, word)
            self._same(kind, BIT, word)
        elif operator in COMPARISONS:
            self._same(types[1], types[0], word)
            self._same(kind, BIT, word)
        elif operator is Operator.IF:
            self._same(types[0], BIT, "a condition")
            self._same(types[1], kind, word)
            self._same(types[2], kind, word)
        else:
            for item in types:
                self._same(item, kind, word)


def _moves(statement: object) -> bool:
    match statement:
        case Goto() | Leave():
            return True
        case If(_, then, otherwise):
            return any(map(_moves, (*then, *otherwise)))
        case For(_, _, body):
            return any(map(_moves, body))
        case _:
            return False
