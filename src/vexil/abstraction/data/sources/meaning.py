"""What pieces of the sources mean: the occurrences of the program that come from a byte range, and their abstractions.

One range may have several occurrences: the place that is read and the hidden variable that keeps its value, both
edges of a branch, copies of initialisers in constructors and of ``finally`` blocks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from vexil.abstraction.data.sources.kinds import Kind, is_number
from vexil.abstraction.data.sources.slots import Slots
from vexil.core.source import Span
from vexil.ir.expressions import Apply, Const, Element, Expr, Operator, Variable
from vexil.ir.operations import Allocate, Assign, Call, Case, Operation, Return, expressions_of
from vexil.ir.program import Function, Program
from vexil.ir.types import ArrayReferenceType
from vexil.model.tokens.abstract_type import OPERATIONS, TESTS
from vexil.model.tokens.typing import CONCRETE, AbstractTyping, Address

_COMPUTING = frozenset((*OPERATIONS, *TESTS))


class Meaning:
    """The program and its typing, looked at from the text."""

    def __init__(self, program: Program, typing: AbstractTyping) -> None:
        self.program = program
        self.typing = typing
        self.slots = Slots(program, typing)
        self._occurrences: defaultdict[Span, list[Occurrence]] = defaultdict(list)
        self._calls: dict[tuple[str, str], Call] = {}
        self._hidden: dict[str, frozenset[str]] = {}
        for name, function in program.functions.items():
            if name in program.source_map.occurrences:
                self._survey(function)

    def _survey(self, function: Function) -> None:
        spans = self.program.source_map.occurrences[function.name]
        for number, edge in enumerate(function.edges):
            operation = edge.operation
            if isinstance(operation, Call) and isinstance(operation.result, Variable):
                self._calls[function.name, operation.result.name] = operation
            for position, expression, role, which in walk(operation):
                span = spans.get((number, position))
                if span is not None:
                    self._occurrences[span].append(Occurrence(function.name, number, position, expression, role, which))

    def at(self, span: Span) -> list[Occurrence]:
        """Everything that comes from a piece of text."""
        return self._occurrences.get(span, [])

    # --- places --------------------------------------------------------------------------------------------

    def read_place(self, span: Span) -> Kind | None:
        """The kind of the variable, field or element that a piece of text reads; nothing if it is no number."""
        return self._place(span, written=False)

    def written_place(self, span: Span) -> Kind | None:
        """The kind of the variable, field or element that is assigned to."""
        return self._place(span, written=True)

    def _place(self, span: Span, *, written: bool) -> Kind | None:
        """What the user wrote is the place itself; hidden variables only keep its value."""
        hidden: Kind | None = None
        for occurrence in self.at(span):
            expression = occurrence.expression
            if (occurrence.role is Role.WRITTEN) == written and is_number(expression.type):
                kind = self.slots.kind_of_place(occurrence.function, expression)
                if kind is not None and not self._is_hidden(occurrence.function, expression):
                    return kind
                hidden = hidden or kind
        return hidden

    def hidden_kind(self, span: Span, elements: int = 0) -> Kind | None:
        """The kind of the value that a variable keeps for a piece of text: a conditional, a switch, a new array."""
        for occurrence in self.at(span):
            if occurrence.role is not Role.WRITTEN and isinstance(occurrence.expression, Variable):
                kind = self.slots.kind_of_place(occurrence.function, occurrence.expression, elements)
                if kind is not None:
                    return kind
        return None

    def elements_kind(self, span: Span) -> Kind | None:
        """The kind of the elements of the array that a piece of text gives."""
        for occurrence in self.at(span):
            if isinstance(occurrence.expression.type, ArrayReferenceType):
                kind = self.slots.kind_of_place(occurrence.function, occurrence.expression, 1)
                if kind is not None:
                    return kind
        return None

    def _is_hidden(self, function: str, expression: Expr) -> bool:
        if not isinstance(expression, Variable) or expression.is_global:
            return False
        hidden = self._hidden.get(function)
        if hidden is None:
            names = (local.name for local in self.program.functions[function].locals if local.hidden)
            hidden = self._hidden[function] = frozenset(names)
        return expression.name in hidden

    # --- constants and operators ---------------------------------------------------------------------------

    def constant(self, span: Span) -> Const | None:
        """The number that a piece of text stands for, if it is a constant."""
        for occurrence in self.at(span):
            if isinstance(occurrence.expression, Const) and is_number(occurrence.expression.type):
                return occurrence.expression
        return None

    def number(self, span: Span) -> Kind | None:
        """The kind of any other number that a piece of text stands for: a length, what the library gives."""
        for occurrence in self.at(span):
            if occurrence.role is not Role.WRITTEN and is_number(occurrence.expression.type):
                name = self.typing.labels.get(occurrence.address, CONCRETE)
                return Kind(name, occurrence.expression.type)
        return None

    def operators(self, span: Span) -> list[tuple[Apply, str]]:
        """The operators that a piece of text applies to numbers, with the abstraction in which each computes."""
        applications: dict[tuple[Operator, str], tuple[Apply, str]] = {}
        for occurrence in self.at(span):
            node = occurrence.expression
            if isinstance(node, Apply) and node.operator in _COMPUTING and is_number(node.operands[0].type):
                name = self.typing.operators.get(occurrence.address, CONCRETE)
                applications[node.operator, name] = (node, name)
        return list(applications.values())

    def converted(self, span: Span) -> Apply | None:
        """The conversion that a cast makes."""
        for occurrence in self.at(span):
            node = occurrence.expression
            if isinstance(node, Apply) and node.operator in (Operator.CAST, Operator.SATURATE):
                return node
        return None

    # --- where values come from and go to ------------------------------------------------------------------

    def results(self, span: Span) -> list[Kind]:
        """The kinds of what the methods return whose result a piece of text stands for, each once."""
        distinct: dict[Kind, None] = {}
        for occurrence in self.at(span):
            if isinstance(occurrence.expression, Variable):
                call = self._calls.get((occurrence.function, occurrence.expression.name))
                kinds = [self.slots.result(function) for function in self.slots.called(call)] if call else []
                distinct.update(dict.fromkeys(kind for kind in kinds if kind is not None))
        return list(distinct)

    def passed_to(self, span: Span) -> list[tuple[Function, Kind]]:
        """The functions that a piece of text is an argument of, with the kind of the parameter."""
        parameters: list[tuple[Function, Kind]] = []
        for occurrence in self.at(span):
            if occurrence.role is Role.PASSED:
                call = self.program.functions[occurrence.function].edges[occurrence.edge].operation
                assert isinstance(call, Call)
                for function in self.slots.called(call):
                    kind = self.slots.parameter(function, occurrence.number)
                    if kind is not None:
                        parameters.append((function, kind))
        return parameters

    def target_kind(self, span: Span) -> Kind | None:
        """The kind of what a value is returned as, or of what is given it."""
        for occurrence in sorted(self.at(span), key=lambda item: item.role is not Role.RETURNED):
            function = self.program.functions[occurrence.function]
            operation = function.edges[occurrence.edge].operation
            if occurrence.role is Role.RETURNED:
                return self.slots.result(function)
            if occurrence.role is Role.ASSIGNED and isinstance(operation, Assign):
                kind = self.slots.kind_of_place(function.name, operation.place)
                if kind is not None:
                    return kind
        return None

    def element_kind(self, span: Span) -> Kind | None:
        """The kind of the element that a value is stored in: one of a variable number of arguments."""
        stored = (
            occurrence.role is Role.WRITTEN and isinstance(occurrence.expression, Element)
            for occurrence in self.at(span)
        )
        return self.target_kind(span) if any(stored) else None

    def disagreements(self, span: Span) -> list[tuple[Kind, Kind]]:
        """Values that are passed on and coerced by code that has no text of its own: that of a method reference."""
        pairs: list[tuple[Kind, Kind]] = []
        for occurrence in self.at(span):
            if isinstance(occurrence.expression, Variable) and occurrence.role in (Role.PASSED, Role.RETURNED):
                targets = [kind for _, kind in self.passed_to(span)] if occurrence.role is Role.PASSED else []
                if occurrence.role is Role.RETURNED and (kind := self.target_kind(span)) is not None:
                    targets = [kind]
                source = self.slots.kind_of_place(occurrence.function, occurrence.expression)
                pairs.extend((source, target) for target in targets if source is not None and source != target)
        return pairs


class Role(Enum):
    """What becomes of an occurrence."""

    WRITTEN = "written"
    ASSIGNED = "assigned"
    PASSED = "passed"
    RETURNED = "returned"
    OPERAND = "operand"
    OTHER = "other"


@dataclass(frozen=True)
class Occurrence:
    """An expression of the program that comes from a piece of text."""

    function: str
    edge: int
    position: int
    expression: Expr
    role: Role
    number: int = 0
    """Which argument it is of a call."""

    @property
    def address(self) -> Address:
        """Its address in typings."""
        return self.function, self.edge, self.position


def walk(operation: Operation) -> Iterator[tuple[int, Expr, Role, int]]:
    """The occurrences of an operation with their positions, roles and numbers among arguments."""
    position = 0
    for expression, role, which in _roots(operation):
        pending = [(expression, role, which)]
        while pending:
            node, current, number = pending.pop()
            yield position, node, current, number
            position += 1
            pending.extend((operand, Role.OPERAND, 0) for operand in reversed(node.operands))


def _roots(operation: Operation) -> list[tuple[Expr, Role, int]]:
    expressions = expressions_of(operation)
    match operation:
        case Assign():
            return [(expressions[0], Role.WRITTEN, 0), (expressions[1], Role.ASSIGNED, 0)]
        case Call(arguments=arguments):
            first = len(expressions) - len(arguments)
            others = [(expression, Role.OTHER, 0) for expression in expressions[:first]]
            return others + [(argument, Role.PASSED, number) for number, argument in enumerate(expressions[first:])]
        case Return():
            return [(expression, Role.RETURNED, 0) for expression in expressions]
        case Allocate():
            return [(expressions[0], Role.WRITTEN, 0), *((size, Role.OPERAND, 0) for size in expressions[1:])]
        case Case():
            return [(expressions[0], Role.OPERAND, 0)]
        case _:
            return [(expression, Role.OTHER, 0) for expression in expressions]
