"""Which way conditions of the source went: a condition may be several branches of the program (``a && !b``)."""

from __future__ import annotations

import re

from vexil.core.source import Span
from vexil.ir.expressions import Apply, Expr, Operator
from vexil.ir.operations import Assume
from vexil.ir.program import Edge, Function, Program

_LITERAL = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'")
_BINARY = re.compile(r"[=<>+\-*/%&|^?]")


class Outcomes:
    """The truth of conditions, by the branch that left them."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[tuple[str, Span], dict[int, bool]] = {}

    def of(self, function: Function, edge: Edge) -> bool | None:
        """The truth of the condition that an edge leaves; nothing for other edges, and where it is not known."""
        source = self._program.source
        if edge.span is None or not isinstance(edge.operation, Assume):
            return None
        if source.has_unknown_values:  # a branch of a Boolean program leads to where its condition is true first
            return edge is function.edges[function.outgoing[edge.source][0]]
        if not source.has_written_conditions:
            return None
        key = (function.name, edge.span)
        if key not in self._known:
            content = self._program.files[edge.span.file].content[edge.span.start : edge.span.end]
            self._known[key] = _exits(function, edge.span, content.decode("utf-8", "replace"))
        return self._known[key].get(edge.target)


def _exits(function: Function, span: Span, text: str) -> dict[int, bool]:
    """The locations behind a condition, with its truth there; empty when the text is no condition.

    The last part of a condition decides it if it is looked at at all. Its two branches are the last ones of the text,
    and lead to where it is true and false, or the other way round under a negation.
    """
    group = [edge for edge in function.edges if edge.span == span]
    inside = {edge.source for edge in group}
    leaving = [edge for edge in group if edge.target not in inside]
    targets = {edge.target for edge in leaving}
    if len(targets) != 2 or not all(isinstance(edge.operation, Assume) for edge in leaving):
        return {}
    last = max(number for number, edge in enumerate(group) if isinstance(edge.operation, Assume))
    pair = [edge for edge in group if edge.source == group[last].source]
    if len(pair) != 2 or {edge.target for edge in pair} != targets:
        return {}
    first, second = pair
    if not (isinstance(first.operation, Assume) and isinstance(second.operation, Assume)):
        return {}
    if _negates(second.operation.condition, first.operation.condition):
        positive, negative = first, second
    elif _negates(first.operation.condition, second.operation.condition):
        positive, negative = second, first
    else:
        return {}
    truth = not is_negated_at_its_end(text)
    return {positive.target: truth, negative.target: not truth}


def _negates(one: Expr, other: Expr) -> bool:
    return isinstance(one, Apply) and one.operator is Operator.NOT and one.operands == (other,)


def is_negated_at_its_end(text: str) -> bool:
    """Say whether the last part of a condition stands under an odd number of negations."""
    text = _LITERAL.sub("0", text).replace("->", ".")
    negated = False
    while True:
        text = text.strip()
        if text.startswith("(") and _closing(text) == len(text) - 1:
            text = text[1:-1]
        elif (place := _last_connective(text)) >= 0:
            text = text[place + 2 :]
        elif text.startswith("!") and not text.startswith("!=") and not _has_operator(text):
            negated = not negated
            text = text[1:]
        else:
            return negated


def _has_operator(text: str) -> bool:
    """Say whether a text that begins with an operator of one operand has another operator outside of parentheses."""
    return any(depth == 0 and _BINARY.match(mark) for depth, mark in _depths(text.lstrip("!*&~+- ")))


def _depths(text: str) -> list[tuple[int, str]]:
    marks, depth = [], 0
    for mark in text:
        depth -= mark in ")]}"
        marks.append((depth, mark))
        depth += mark in "([{"
    return marks


def _closing(text: str) -> int:
    """Where the parenthesis that a text begins with is closed."""
    depths = _depths(text)
    return next((place for place, (depth, mark) in enumerate(depths) if place and depth == 0 and mark == ")"), -1)


def _last_connective(text: str) -> int:
    """Where the last ``&&`` or ``||`` outside of parentheses is: the last part of the condition follows."""
    marks = _depths(text)
    places = [
        place for place in range(len(text) - 1) if marks[place][0] == 0 and text[place : place + 2] in ("&&", "||")
    ]
    return places[-1] if places else -1
