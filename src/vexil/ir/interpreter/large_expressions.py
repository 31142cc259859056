"""Large expressions, cut into pieces: neither depth nor sharing is a problem, and nothing is evaluated in vain.

A piece is a Python function of a few dozen nodes. What a piece needs from others is evaluated before it and
passed in a list; a selection (``ite``) answers which piece has its value instead, so that the operands that are
not selected are never evaluated. Every piece is evaluated at most once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from vexil.ir.expressions import Apply, Expr, Operator

if TYPE_CHECKING:
    from vexil.ir.interpreter.expression_code import ExpressionCode

Piece = tuple[Callable[..., Any], tuple[int, ...]]
"""A function and the numbers of the pieces whose values it needs."""


class Later:
    """The answer of a selection: its value is the value of another piece."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


def evaluate_pieces(pieces: Sequence[Piece], f: object, g: object, m: object, t: object) -> object:
    """The value of the first piece."""
    values: dict[int, object] = {}
    selected: dict[int, int] = {}
    stack = [0]
    while stack:
        current = stack[-1]
        if current in values:
            stack.pop()
            continue
        if current in selected:
            values[current] = values[selected[current]]
            continue
        function, needs = pieces[current]
        missing = [need for need in needs if need not in values]
        if missing:
            stack.extend(missing)
            continue
        value = function(f, g, m, t, [values[need] for need in needs])
        if type(value) is Later:
            selected[current] = value.index
            stack.append(value.index)
        else:
            values[current] = value
    return values[0]


def is_selection(expression: Expr) -> bool:
    """Say whether the operands are evaluated on demand."""
    return isinstance(expression, Apply) and expression.operator is Operator.IF


class PieceText:
    """The text of one piece: lines that compute temporaries, the value, and the expressions it needs."""

    def __init__(self, code: ExpressionCode, prefix: str) -> None:
        self._code = code
        self._prefix = prefix
        self.lines: list[str] = []
        self.needs: list[Expr] = []

    def strict(self, root: Expr) -> str:
        """Text for an expression that is no selection; large selections below it are needed from other pieces."""
        limit = self._code.limit
        done: dict[Expr, tuple[str, int]] = {}
        stack = [root]
        while stack:
            current = stack[-1]
            size = self._code.size(current)
            if current in done:
                stack.pop()
            elif size <= limit:
                done[current] = (self._code.inline(current), size)
            elif is_selection(current):
                done[current] = (self._need(current), 1)
            else:
                missing = [operand for operand in current.operands if operand not in done]
                stack.extend(missing)
                if not missing:
                    done[current] = self._combined(current, [done[operand] for operand in current.operands])
        return done[root][0]

    def _combined(self, current: Expr, operands: list[tuple[str, int]]) -> tuple[str, int]:
        if sum(weight for _, weight in operands) >= self._code.limit:
            operands = [(self._temporary(text), 1) if weight > 1 else (text, 1) for text, weight in operands]
        return self._code.combine(current, [text for text, _ in operands]), 1 + sum(weight for _, weight in operands)

    def _temporary(self, text: str) -> str:
        name = f"{self._prefix}{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def _need(self, expression: Expr) -> str:
        self.needs.append(expression)
        return f"a[{len(self.needs) - 1}]"

    def selection(self, root: Expr, later: Callable[[Expr], str]) -> str:
        """Text for a large selection; *later* gives the text that refers to the piece of a large operand."""
        limit, size, inline = self._code.limit, self._code.size, self._code.inline
        text = ""
        weight = 0
        current = root
        while True:
            condition, yes, no = current.operands
            test = inline(condition) if size(condition) <= limit else self._need(condition)
            if size(no) <= limit < size(yes):
                test, yes, no = f"not {test}", no, yes
            text += f"{inline(yes) if size(yes) <= limit else later(yes)} if {test} else "
            weight += min(size(condition), limit) + min(size(yes), limit)
            if size(no) <= limit:
                return text + inline(no)
            if weight > limit or not is_selection(no) or size(no.operands[0]) > limit:
                return text + later(no)
            current = no


def cut(code: ExpressionCode, root: Expr) -> tuple[str, list[tuple[int, ...]]]:
    """The text that defines the pieces ``p0``, ``p1``, … of a large expression, and what each of them needs."""
    numbers = {root: 0}
    roots = [root]

    def number(expression: Expr) -> int:
        if expression not in numbers:
            numbers[expression] = len(roots)
            roots.append(expression)
        return numbers[expression]

    text: list[str] = []
    needs: list[tuple[int, ...]] = []
    for index, current in enumerate(roots):  # grows on the way
        fragment = PieceText(code, "v")
        if is_selection(current):
            value = fragment.selection(current, lambda operand: f"LATER[{number(operand)}]")
        else:
            value = fragment.strict(current)
        text.append(f"def p{index}(f, g, m, t, a):")
        text.extend(f"    {line}" for line in fragment.lines)
        text.append(f"    return {value}")
        needs.append(tuple(map(number, fragment.needs)))
    return "\n".join(text) + "\n", needs
