"""Parts of guarded systems as Python functions: they mean what `Evaluator` says, and are quicker if used often.

A block becomes a function of a state, the moving thread and what was chosen; an expression one of a state and a thread.
What Python's compiler does not take, very deep or very large text, has no function: the plain meaning is used there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from vexil.core.errors import InternalError, require
from vexil.ir.arithmetic import divide, remainder, shift_left, shift_right, wrap
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded.expressions import BIT, COMPARISONS, Apply, Const, Expr, Local, Read, Self, Variable, number
from vexil.model.guarded.system import (
    Assign,
    Block,
    EndKind,
    For,
    Goto,
    GuardedSystem,
    If,
    Leave,
    Let,
    Statement,
    Template,
)

Function = Callable[..., int]
MOST_PARTS = 20_000
"""Parts of the expressions of one function at most."""
_ZERO = number(0)
_INFIX = COMPARISONS | {
    Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.BIT_AND, Operator.BIT_OR, Operator.BIT_XOR,
}  # fmt: skip
"""The operators that Python writes as we do."""


@dataclass(frozen=True, slots=True)
class Cut(Exception):  # noqa: N818 - it ends one run
    """The run does not count."""

    ending: int


class _TooMuch(Exception):  # noqa: N818 - it is answered here
    """The text would be too long."""


def _outside(index: int, length: int, name: str) -> NoReturn:
    raise InternalError(f"index {index} should be one of the {length} of {name}")


_NAMES = {
    **{function.__name__: function for function in (divide, remainder, shift_left, shift_right)},
    "outside": _outside,
    "Cut": Cut,
}


@dataclass(slots=True)
class Generator:
    """Writes functions for one system; ``offsets`` say where variables are, and how far it is to the next thread."""

    system: GuardedSystem
    offsets: Mapping[tuple[str | None, str], tuple[int, int]]
    _tables: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _named: dict[str, tuple[Variable, str]] = field(default_factory=dict)

    def block(self, block: Block, template: Template | None, chosen: tuple[str, ...]) -> Function | None:
        """A function that executes a block on a list and says whether the run goes on."""
        names = {name: f"c{number}" for number, name in enumerate(chosen)}
        writer = _Writer(self, template)
        heading = f"def function({', '.join(('s', 't', *names.values()))}):"
        try:
            writer.block(block, names, 1)
        except (_TooMuch, RecursionError):
            return None
        return self._compiled("\n".join((heading, *writer.lines, " return True")))

    def expression(self, expression: Expr) -> Function | None:
        """A function that evaluates an expression without names in it."""
        try:
            value = _Writer(self, None).value(expression, {})
        except (_TooMuch, RecursionError):
            return None
        return self._compiled(f"def function(s, t):\n return {value}")

    def _compiled(self, text: str) -> Function | None:
        names: dict[str, object] = {**_NAMES, **self._tables}
        try:
            exec(compile(text, "<guarded system>", "exec"), names)
        except (SyntaxError, RecursionError, MemoryError):
            return None
        function = names["function"]
        assert callable(function)
        return function

    def table(self, variable: Variable) -> str:
        """The name of the elements of a constant variable."""
        if variable.name not in self._named:
            name = f"k{len(self._named)}"
            self._named[variable.name] = variable, name
            self._tables[name] = variable.values
        known, name = self._named[variable.name]
        require(known is variable or known == variable, f"there should be one table {variable.name}")
        return name


@dataclass(slots=True)
class _Writer:
    generator: Generator
    template: Template | None
    lines: list[str] = field(default_factory=list)
    _size: int = 0
    _fresh: int = 0

    # --- statements --------------------------------------------------------------------------------------

    def block(self, block: Block, names: dict[str, str], depth: int) -> None:
        """Write the statements of a block; names that it gives are added."""
        if not block:
            self._line(depth, "pass")
        for statement in block:
            self._statement(statement, names, depth)

    def _statement(self, statement: Statement, names: dict[str, str], depth: int) -> None:
        match statement:
            case Assign(variable, index, value, other):
                computed, owner = self.value(value, names), "t" if other is None else self.value(other, names)
                if isinstance(value, Const | Local) or value.type != variable.type:
                    computed = _wrapped(computed, variable.type)
                # the index is evaluated after the value, as the plain meaning does; neither changes anything
                self._line(depth, f"s[{self._place(variable, index, owner, names)}] = {computed}")
            case Let(name, value):
                computed = self.value(value, names)
                self._line(depth, f"{names.setdefault(name, self._name())} = {computed}")
            case If(condition, then, otherwise):
                self._line(depth, f"if {self.test(condition, names)}:")
                self.block(then, names, depth + 1)
                while len(otherwise) == 1 and isinstance(otherwise[0], If):
                    self._line(depth, f"elif {self.test(otherwise[0].condition, names)}:")
                    self.block(otherwise[0].then, names, depth + 1)
                    otherwise = otherwise[0].otherwise
                if otherwise:
                    self._line(depth, "else:")
                    self.block(otherwise, names, depth + 1)
            case For(counter, count, body):
                inner = dict(names)
                inner[counter] = self._name()
                self._line(depth, f"for {inner[counter]} in range({count}):")
                for name in sorted(_given(body) & names.keys() - {counter}):
                    inner[name] = self._name()
                    self._line(depth + 1, f"{inner[name]} = {names[name]}")
                self.block(body, inner, depth + 1)
            case Goto(location):
                require(self.template is not None, "the first command should move no thread of its own")
                assert self.template is not None
                self._line(depth, f"s[{self._place(self.template.counter, _ZERO, 't', names)}] = {location}")
            case Leave(ending):
                if self.generator.system.endings[ending].kind is EndKind.CUT:
                    self._line(depth, f"raise Cut({ending})")
                else:
                    self._line(depth, f"s[0] = {ending + 1}")
                    self._line(depth, "return False")

    def _name(self) -> str:
        self._fresh += 1
        return f"v{self._fresh}"

    def _line(self, depth: int, text: str) -> None:
        self.lines.append(" " * depth + text)

    # --- expressions -------------------------------------------------------------------------------------

    def value(self, expression: Expr, names: Mapping[str, str]) -> str:
        """The text of an expression."""
        match expression:
            case Const(value, _):
                text = f"({value})" if value < 0 else str(value)
            case Local(name, _):
                text = names[name]
            case Self():
                text = "t"
            case Read(variable, (index,)):
                text = self._read(variable, index, "t", names)
            case Read(variable, (index, thread)):
                text = self._read(variable, index, self.value(thread, names), names)
            case Apply(Operator.IF, (condition, then, otherwise), _):
                chosen = self.value(then, names), self.value(otherwise, names)
                text = f"({chosen[0]} if {self.test(condition, names)} else {chosen[1]})"
            case Apply(Operator.AND | Operator.OR as operator, operands, _):
                joined = " and " if operator is Operator.AND else " or "
                text = f"({joined.join(self.value(operand, names) for operand in _chain(operator, operands))})"
            case Apply(operator, operands, kind):
                inner = [self.value(operand, names) for operand in operands]
                text = self._applied(operator, inner, operands[0].type, kind)
            case _:
                raise InternalError(f"{expression} should be an expression")
        return self._counted(text)

    def test(self, expression: Expr, names: Mapping[str, str]) -> str:
        """The text of a condition: any value that Python takes for the same truth."""
        match expression:
            case Apply(Operator.NOT, (operand,), _):
                return self._counted(f"(not {self.test(operand, names)})")
            case Apply(Operator.AND | Operator.OR as operator, operands, _):
                joined = " and " if operator is Operator.AND else " or "
                parts = (self.test(operand, names) for operand in _chain(operator, operands))
                return self._counted(f"({joined.join(parts)})")
            case Apply(operator, (left, right), _) if operator in COMPARISONS:
                return self._counted(f"({self.value(left, names)} {operator.value} {self.value(right, names)})")
            case _:
                return self.value(expression, names)

    def _counted(self, text: str) -> str:
        self._size += 1
        if self._size > MOST_PARTS:
            raise _TooMuch
        return text

    def _read(self, variable: Variable, index: Expr, thread: str, names: Mapping[str, str]) -> str:
        if variable.constant:
            return f"{self.generator.table(variable)}[{self._index(variable, index, names)}]"
        return f"s[{self._place(variable, index, thread, names)}]"

    def _place(self, variable: Variable, index: Expr, thread: str, names: Mapping[str, str]) -> str:
        start, stride = self.generator.offsets[variable.template, variable.name]
        at = self._index(variable, index, names)
        if variable.template is None:
            return str(start + int(at)) if at.isdigit() else f"{start} + {at}"
        count = self.generator.system.template[variable.template].count
        if thread != "t":
            name = self._name()
            thread = f"({name} if 0 <= ({name} := {thread}) < {count} else outside({name}, {count}, 'threads'))"
        return f"{start + int(at)} + {stride} * {thread}" if at.isdigit() else f"{start} + {at} + {stride} * {thread}"

    def _index(self, variable: Variable, index: Expr, names: Mapping[str, str]) -> str:
        if isinstance(index, Const) and 0 <= index.value < variable.length:
            return str(index.value)
        name, length = self._name(), variable.length
        value = self.value(index, names)
        return f"({name} if 0 <= ({name} := {value}) < {length} else outside({name}, {length}, {variable.name!r}))"

    def _applied(self, operator: Operator, inner: list[str], operand: IntegerType, kind: IntegerType) -> str:
        match operator:
            case _ if operator in COMPARISONS and kind == BIT:
                return f"(+({inner[0]} {operator.value} {inner[1]}))"
            case _ if operator in _INFIX:
                text = f"({inner[0]} {operator.value} {inner[1]})"
            case Operator.DIVIDE:
                text = f"divide({inner[0]}, {inner[1]})"
            case Operator.REMAINDER:
                text = f"remainder({inner[0]}, {inner[1]})"
            case Operator.SHIFT_LEFT:
                text = f"shift_left({inner[0]}, {inner[1]}, {operand.width})"
            case Operator.SHIFT_RIGHT:
                text = f"shift_right({inner[0]}, {inner[1]}, {operand.width})"
            case Operator.NEGATE:
                text = f"(-{inner[0]})"
            case Operator.COMPLEMENT:
                text = f"(~{inner[0]})"
            case Operator.NOT:
                text = f"(1 - {inner[0]})"
            case Operator.CAST:
                text = inner[0]
                if operand == kind:
                    return text
            case _:
                raise InternalError(f"{operator.value} should not be in a guarded system")
        return _wrapped(text, kind)


def _chain(operator: Operator, operands: tuple[Expr, ...]) -> list[Expr]:
    """The operands of a chain of one operator that associates to the left, without brackets."""
    left, right = operands
    chain = [right]
    while isinstance(left, Apply) and left.operator is operator:
        left, right = left.operands
        chain.append(right)
    return [left, *reversed(chain)]


def _wrapped(text: str, kind: IntegerType) -> str:
    if text.isdigit():
        return str(wrap(int(text), kind.width, kind.signed))
    mask, half = (1 << kind.width) - 1, 1 << (kind.width - 1)
    return f"((({text}) + {half} & {mask}) - {half})" if kind.signed else f"({text} & {mask})"


def _given(block: Block) -> set[str]:
    """The names that a block gives to values."""
    names: set[str] = set()
    for statement in block:
        match statement:
            case Let(name, _):
                names.add(name)
            case If(_, then, otherwise):
                names |= _given(then) | _given(otherwise)
            case For(_, _, body):
                names |= _given(body)
            case _:
                pass
    return names
