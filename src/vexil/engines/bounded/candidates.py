"""Candidate facts for loop heads: intervals, what the program compares, and small relations between variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from vexil.analysis import Analyses
from vexil.engines.bounded.samples import Samples
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, postorder
from vexil.ir.operations import Assume, Case, Check, Operation, Restrict, expressions_of
from vexil.ir.pointer_parts import as_offsets
from vexil.ir.program import Function, Program
from vexil.ir.types import BOOL, BoolType, IntegerType, MathType, Type

MOST_CANDIDATES = 160
MOST_ABOUT_OBJECTS = 120
MOST_CONSTANTS = 8
MOST_PAIRS = 60
_COMPARISONS = {
    Operator.EQUAL: (Operator.LESS_EQUAL, Operator.GREATER_EQUAL, Operator.DIFFERENT),
    Operator.DIFFERENT: (Operator.EQUAL, Operator.LESS_EQUAL, Operator.GREATER_EQUAL),
    Operator.LESS: (Operator.LESS_EQUAL, Operator.GREATER_EQUAL, Operator.GREATER),
    Operator.LESS_EQUAL: (Operator.LESS, Operator.GREATER_EQUAL, Operator.GREATER),
    Operator.GREATER: (Operator.GREATER_EQUAL, Operator.LESS_EQUAL, Operator.LESS),
    Operator.GREATER_EQUAL: (Operator.GREATER, Operator.LESS_EQUAL, Operator.LESS),
}


class Candidates:
    """Proposes facts; none of them has to be true."""

    def __init__(
        self,
        program: Program,
        facts: Callable[[], Analyses | None],
        samples: Samples,
        ends: Callable[[tuple[int, int]], Iterable[Expr]],
    ) -> None:
        self._program = program
        self._facts = facts
        self._samples = samples
        self._ends = ends
        self._numbers = {name: index for index, name in enumerate(program.functions)}

    def at(self, function: Function, head: int, written: frozenset[str], cells: list[Expr], degree: int) -> list[Expr]:
        """Candidates for a head about the variables and cells that are written there, best first, each once."""
        return _distinct((*self._about_cells(cells), *self._all(function, head, written, degree)), MOST_CANDIDATES)

    def _all(self, function: Function, head: int, written: frozenset[str], degree: int) -> Iterator[Expr]:
        variables = self._variables(function, written)
        yield from self._samples.equalities((self._numbers[function.name], head), function, written, degree)
        yield from self._ends((self._numbers[function.name], head))
        yield from self._intervals(function, head, variables)
        yield from self._compared(function, written)
        yield from self._pairs(function, variables, written)

    def _about_cells(self, cells: list[Expr]) -> Iterator[Expr]:
        """Bounds of cells by constants of the program, and their order among each other."""
        for cell in cells:
            if isinstance(cell.type, IntegerType):
                if cell.type.signed:
                    yield _compare(Operator.GREATER_EQUAL, cell, 0)
                for value in self.constants:
                    if cell.type.low <= value <= cell.type.high:
                        yield _compare(Operator.LESS_EQUAL, cell, value)
        for index, one in enumerate(cells):
            for two in cells[index + 1 :]:
                if one.type == two.type:
                    for operator in (Operator.LESS_EQUAL, Operator.GREATER_EQUAL):
                        yield Apply(operator, (one, two), BOOL)

    def of_objects(self, function: Function, written: list[Expr], others: list[Expr]) -> list[Expr]:
        """Candidates about cells of objects on the heap: what the function compares, bounds, and pairs of cells."""
        return _distinct(self._of_objects(function, written, others), MOST_ABOUT_OBJECTS)

    def _of_objects(self, function: Function, written: list[Expr], others: list[Expr]) -> Iterator[Expr]:
        if not written:
            return
        names = frozenset(str(cell) for cell in written)
        for edge in function.edges:
            if isinstance(edge.operation, Assume | Restrict | Check):
                for node in postorder(edge.operation.condition):
                    if _is_comparison(node) and any(str(part) in names for part in postorder(node)):
                        yield from _alike(node)
        for cell in written:
            if isinstance(cell.type, BoolType):
                yield cell
                yield Apply(Operator.NOT, (cell,), BOOL)
            elif isinstance(cell.type, IntegerType):
                yield _compare(Operator.GREATER_EQUAL, cell, 0)
                for value in self._compared_with:
                    if cell.type.low <= value <= cell.type.high:
                        yield _compare(Operator.LESS_EQUAL, cell, value)
                        yield _compare(Operator.GREATER_EQUAL, cell, value)
        for index, one in enumerate(written):
            for two in (*written[index + 1 :], *others):
                if one.type == two.type:
                    ordered = (Operator.LESS_EQUAL, Operator.GREATER_EQUAL)
                    for operator in (Operator.EQUAL, Operator.DIFFERENT) if one.type == BOOL else ordered:
                        yield Apply(operator, (one, two), BOOL)

    @cached_property
    def _compared_with(self) -> list[int]:
        """The first constants that the program compares anything with, and the numbers beside them."""
        compared = (
            int(part.value)
            for operation in self._operations()
            if isinstance(operation, Assume | Check)
            for node in postorder(operation.condition)
            if _is_comparison(node)
            for part in node.operands
            if isinstance(part, Const) and isinstance(part.type, IntegerType)
        )
        return list(dict.fromkeys(near for value in compared for near in (value, value - 1)))[: 2 * MOST_CONSTANTS]

    def _operations(self) -> Iterator[Operation]:
        return (edge.operation for function in self._program.functions.values() for edge in function.edges)

    @cached_property
    def constants(self) -> list[int]:
        """Small constants of the program and the numbers before them."""
        nodes = (
            node
            for operation in self._operations()
            for expression in expressions_of(operation)
            for node in postorder(expression)
        )
        values = {
            int(node.value)
            for node in nodes
            if isinstance(node, Const) and isinstance(node.value, int) and 0 <= node.value <= 4096
        }
        return sorted(value for value in values | {value - 1 for value in values} if value >= 0)[:MOST_CONSTANTS]

    def _variables(self, function: Function, written: frozenset[str]) -> list[Variable]:
        variables = [
            Variable(variable.name, variable.type, False)
            for variable in (*function.parameters, *function.locals)
            if variable.name in written and not variable.addressable and _is_number(variable.type)
        ]
        variables += [
            Variable(variable.name, variable.type, True)
            for variable in self._program.globals
            if variable.name in written and _is_number(variable.type)
        ]
        return variables

    def _intervals(self, function: Function, head: int, variables: list[Variable]) -> Iterator[Expr]:
        analyses = self._facts()
        for variable in variables:
            if isinstance(variable.type, BoolType):
                continue
            interval = None
            if analyses is not None and not (
                variable.is_global and self._program.global_variables[variable.name].addressable
            ):
                interval = analyses.intervals.value(function.name, head, variable)
            low, high = (None, None) if interval is None else (interval.low, interval.high)
            if low is not None and (not isinstance(variable.type, IntegerType) or low > variable.type.low):
                yield _compare(Operator.GREATER_EQUAL, variable, low)
            if high is not None and (not isinstance(variable.type, IntegerType) or high < variable.type.high):
                yield _compare(Operator.LESS_EQUAL, variable, high)
            yield _compare(Operator.GREATER_EQUAL, variable, 0)
            if isinstance(variable.type, IntegerType):
                yield from _low_bits(variable)

    def _compared(self, function: Function, written: frozenset[str]) -> Iterator[Expr]:
        """What conditions of the function compare, and what is like it."""
        for edge in function.edges:
            match edge.operation:
                case Assume(condition) | Restrict(condition) | Check(_, condition, _):
                    yield from self._atoms(as_offsets(condition), written)
                case Case(selector, values, _) if isinstance(selector, Variable) and selector.name in written:
                    for value in values[:8]:
                        yield _compare(Operator.DIFFERENT, selector, value)
                case _:
                    pass

    def _atoms(self, condition: Expr, written: frozenset[str]) -> Iterator[Expr]:
        for node in postorder(condition):
            if isinstance(node, Variable) and isinstance(node.type, BoolType) and node.name in written:
                yield node
                yield Apply(Operator.NOT, (node,), BOOL)
            if not isinstance(node, Apply) or node.operator not in _COMPARISONS:
                continue
            if not _is_number(node.operands[0].type) or not _is_plain(node, written):
                continue
            yield from _alike(node)

    def _pairs(self, function: Function, variables: list[Variable], written: frozenset[str]) -> Iterator[Expr]:
        others = [
            Variable(variable.name, variable.type, False)
            for variable in (*function.parameters, *function.locals)
            if not variable.addressable and not variable.hidden and _is_number(variable.type)
        ]
        count = 0
        for one in variables:
            if isinstance(one.type, BoolType):
                continue
            for two in (*variables, *others):
                if two.type != one.type or (two.name, two.is_global) == (one.name, one.is_global):
                    continue
                if two.name in written and two.name < one.name:
                    continue
                count += 1
                if count > MOST_PAIRS:
                    return
                for operator in (Operator.EQUAL, Operator.LESS_EQUAL, Operator.GREATER_EQUAL):
                    yield Apply(operator, (one, two), BOOL)


def _distinct(candidates: Iterable[Expr], most: int) -> list[Expr]:
    """The first candidates that look different."""
    kept: dict[str, Expr] = {}
    for candidate in candidates:
        kept.setdefault(str(candidate), candidate)
        if len(kept) >= most:
            break
    return list(kept.values())


def _is_comparison(node: Expr) -> bool:
    return isinstance(node, Apply) and node.operator in _COMPARISONS and _is_number(node.operands[0].type)


def _alike(node: Expr) -> Iterator[Expr]:
    """A comparison, and other ones of the same."""
    assert isinstance(node, Apply)
    yield node
    for operator in _COMPARISONS[node.operator]:
        yield Apply(operator, node.operands, BOOL)


def _is_number(kind: Type) -> bool:
    return isinstance(kind, IntegerType | MathType | BoolType)


def _is_plain(expression: Expr, written: frozenset[str]) -> bool:
    """Say whether an expression is over registers and constants, and about something that is written."""
    is_about = False
    for node in postorder(expression):
        match node:
            case Variable(name, _, _):
                is_about = is_about or name in written
            case Const():
                pass
            case Apply(operator, _, _) if operator not in (Operator.DIVIDE, Operator.REMAINDER) and _is_number(
                node.type
            ):
                pass
            case _:
                return False
    return is_about


def _low_bits(variable: Variable) -> Iterator[Expr]:
    """What the variable may be modulo two and four."""
    for mask, value in ((1, 0), (1, 1), (3, 0), (3, 1), (3, 2), (3, 3)):
        low = Apply(Operator.BIT_AND, (variable, Const(mask, variable.type)), variable.type)
        yield Apply(Operator.EQUAL, (low, Const(value, variable.type)), BOOL)


def _compare(operator: Operator, variable: Expr, value: int) -> Expr:
    return Apply(operator, (variable, Const(value, variable.type)), BOOL)
