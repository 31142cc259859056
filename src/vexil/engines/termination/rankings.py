"""Components of rankings: integers that may shrink from one arrival at a head to the next.

For a comparison ``a < b`` that a loop makes, the difference ``b - a`` (Bradley, Manna and Sipma 2005), computed without
wrap-around; for ``a != b`` the distance from one to the other with wrap-around, as an unsigned integer; variables that
the loop writes, their negations, sums and differences; and whether a condition holds, as 0 or 1, which makes rankings
of several phases. Machine integers are finitely many, so a component needs no lower bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from vexil.engines.termination.loops import Loop
from vexil.ir.expressions import AddressOf, Apply, Const, Deref, Expr, Operator, Variable, postorder
from vexil.ir.operations import Assign, Assume, Call, Case, Choose, Operation, written_places
from vexil.ir.program import Program
from vexil.ir.rewriting import rewrite
from vexil.ir.types import BOOL, I64, INT, IntegerType, MathType, Type
from vexil.ir.typing import apply, cast, literal

MOST_COMPONENTS = 80
MOST_PAIRED = 5
LARGEST = 24
"""Nodes of an expression that a component is made of."""
_ORDERS = (Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL)
_EQUALITIES = (Operator.EQUAL, Operator.DIFFERENT)


def components(program: Program, loop: Loop) -> tuple[Expr, ...]:
    """Candidates for the components of a loop's ranking, the likely ones first, each once."""
    conditions = list(conditions_of(program, loop))
    variables = written_variables(program, loop)
    kept: dict[str, Expr] = {}
    for candidate in _all(conditions, variables):
        kept.setdefault(str(candidate), candidate)
    return tuple(kept.values())[:MOST_COMPONENTS]


def _all(conditions: list[Expr], variables: list[Variable]) -> Iterator[Expr]:
    comparisons = [node for condition in conditions for node in postorder(condition) if _is_comparison(node)]
    for node in comparisons:
        left, right = node.operands
        if isinstance(node, Apply) and node.operator in _ORDERS:
            upward = node.operator in (Operator.LESS, Operator.LESS_EQUAL)
            yield difference(right, left) if upward else difference(left, right)
    for node in comparisons:
        left, right = node.operands
        yield from distances(left, right)
        yield difference(right, left)
        yield difference(left, right)
    for variable in variables:
        yield wide(variable)
        yield difference(literal(0, variable.type), variable)
    for condition in conditions:
        yield indicator(condition, 1, 0)
        yield indicator(condition, 0, 1)
    for index, one in enumerate(variables[:MOST_PAIRED]):
        for two in variables[index + 1 : MOST_PAIRED]:
            if one.type == two.type:
                yield apply(Operator.ADD, wide(one), wide(two))
                yield difference(one, two)
                yield difference(two, one)
                yield apply(Operator.SUBTRACT, difference(literal(0, one.type), one), wide(two))


def wide(expression: Expr) -> Expr:
    """An integer as one of a type in which small linear combinations do not wrap around."""
    return cast(expression, wider(expression.type))


def wider(kind: Type) -> Type:
    """A type for linear combinations of integers of a type."""
    if isinstance(kind, MathType):
        return INT
    assert isinstance(kind, IntegerType)
    return I64 if kind.width <= 32 else IntegerType(2 * kind.width, True)


def difference(left: Expr, right: Expr) -> Expr:
    """A difference without wrap-around."""
    if isinstance(right, Const) and right.value == 0:
        return wide(left)
    return apply(Operator.SUBTRACT, wide(left), wide(right))


def distances(left: Expr, right: Expr) -> Iterator[Expr]:
    """How often one has to be added to either of two integers to come to the other."""
    kind = left.type
    if isinstance(kind, IntegerType):
        unsigned = IntegerType(kind.width, False)
        for one, two in ((right, left), (left, right)):
            yield cast(one if _is_zero(two) else apply(Operator.SUBTRACT, one, two), unsigned)


def _is_zero(expression: Expr) -> bool:
    return isinstance(expression, Const) and expression.value == 0


def indicator(condition: Expr, yes: int, no: int) -> Expr:
    """One number where a condition holds, another one where it does not."""
    return apply(Operator.IF, condition, literal(yes, I64), literal(no, I64))


def shrinks(after: Iterable[Expr], before: Iterable[Expr]) -> Expr:
    """That integers are smaller than others from left to right; mathematical ones have to be at least 0."""
    smaller: Expr = Const(False, BOOL)
    for new, old in reversed(list(zip(after, before, strict=True))):
        here: Expr = apply(Operator.LESS, new, old)
        if isinstance(old.type, MathType):
            here = apply(Operator.AND, here, apply(Operator.GREATER_EQUAL, old, literal(0, INT)))
        rest = apply(Operator.AND, apply(Operator.EQUAL, new, old), smaller)
        smaller = here if _is_false(smaller) else apply(Operator.OR, here, rest)
    return smaller


def _is_false(expression: Expr) -> bool:
    return isinstance(expression, Const) and expression.value is False


# --- what a loop compares and writes ---------------------------------------------------------------------


def conditions_of(program: Program, loop: Loop) -> Iterator[Expr]:
    """The conditions of branches in a loop, in terms of what may be read at its head."""
    resolve = _resolver(program, loop)
    seen: set[str] = set()
    for operation in loop.operations(program):
        for condition in _tests(operation):
            resolved = resolve(condition)
            if str(resolved) not in seen and is_readable(resolved):
                seen.add(str(resolved))
                yield resolved


def _tests(operation: Operation) -> Iterator[Expr]:
    match operation:
        case Assume(condition):
            yield condition
        case Case(selector, values, _):
            for value in values[:8]:
                yield apply(Operator.EQUAL, selector, Const(value, selector.type))
        case _:
            pass


def _resolver(program: Program, loop: Loop) -> Callable[[Expr], Expr]:
    """What replaces hidden variables that are written once in a loop by their values."""
    declared = program.functions[loop.function].variables
    values: dict[str, list[Expr | None]] = {}
    for operation in loop.operations(program):
        match operation:
            case Assign(Variable(name, _, False), value):
                values.setdefault(name, []).append(value)
            case _:
                for place in written_places(operation):
                    if isinstance(place, Variable):
                        values.setdefault(place.name, []).append(None)

    def one(node: Expr) -> Expr:
        if isinstance(node, Variable) and not node.is_global and declared[node.name].hidden:
            known = values.get(node.name, [])
            if len(known) == 1 and known[0] is not None:
                return known[0]
        return node

    def resolve(expression: Expr) -> Expr:
        for _ in range(3):
            following = rewrite(expression, one)
            if str(following) == str(expression) or sum(1 for _ in postorder(following)) > LARGEST:
                break
            expression = following
        return expression

    return resolve


def is_readable(expression: Expr) -> bool:
    """Say whether an expression is small, and over variables, constants and what pointers point to."""
    nodes = list(postorder(expression))
    return len(nodes) <= LARGEST and all(
        isinstance(node, Apply | Const | Variable | AddressOf | Deref) for node in nodes
    )


def _is_comparison(node: Expr) -> bool:
    return (
        isinstance(node, Apply)
        and node.operator in (*_ORDERS, *_EQUALITIES)
        and isinstance(node.operands[0].type, IntegerType | MathType)
        and not all(isinstance(part, Const) for part in node.operands)
    )


def written_variables(program: Program, loop: Loop) -> list[Variable]:
    """The integers that a loop writes by name, also those that functions write which it calls, users' ones first."""
    function = program.functions[loop.function]
    found: dict[tuple[str, bool], Variable] = {}
    for operation in loop.operations(program):
        match operation:
            case Assign() | Choose() | Call():
                for place in written_places(operation):
                    if isinstance(place, Variable) and isinstance(place.type, IntegerType | MathType):
                        found[place.name, place.is_global] = place
            case _:
                pass
        if isinstance(operation, Call):
            for variable in program.globals:
                if isinstance(variable.type, IntegerType | MathType) and not variable.hidden:
                    found[variable.name, True] = Variable(variable.name, variable.type, True)
    hidden = {name for name, declared in function.variables.items() if declared.hidden}
    return sorted(found.values(), key=lambda item: (not item.is_global and item.name in hidden, item.name))
