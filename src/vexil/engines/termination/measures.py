"""Measures of recursive functions: linear combinations of parameters that shrink at the calls that were seen.

Functions that call each other have measures of one form, the same multiple of a parameter each, with offsets: a call of
one from the other may leave the parameter as it is, or let it grow, if the offsets make up for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from vexil.engines.termination.rankings import wider
from vexil.engines.termination.sampling import SampledCall
from vexil.engines.termination.synthesis import orders
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, postorder
from vexil.ir.operations import Assume
from vexil.ir.program import Function, Program
from vexil.ir.types import BOOL, I64, INT, IntegerType, MathType, Type
from vexil.ir.typing import apply, cast, literal

MOST_MEASURES = 12
MOST_COMPONENTS = 600
MOST_ENDS = 4
LARGEST_SCALE = 3
_COMPARISONS = (
    Operator.GREATER_EQUAL, Operator.LESS_EQUAL, Operator.GREATER, Operator.LESS, Operator.DIFFERENT, Operator.EQUAL,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear combination of the parameters of a function, and an offset; with a width, modulo a power of two."""

    coefficients: tuple[int, ...]
    offset: int
    width: int = 0

    def value(self, parameters: tuple[int, ...]) -> int:
        """Its value for parameters."""
        total = self.offset + sum(one * two for one, two in zip(self.coefficients, parameters, strict=True))
        return total % (1 << self.width) if self.width else total

    def expression(self, function: Function, kind: Type) -> Expr:
        """The combination as an expression of a type in which it does not wrap around, unless it is to."""
        if self.width:
            return cast(self._sum(function, IntegerType(self.width, False)), kind)
        return self._sum(function, kind)

    def _sum(self, function: Function, kind: Type) -> Expr:
        result: Expr | None = None
        for factor, item in zip(self.coefficients, function.parameters, strict=True):
            if factor:
                part = cast(Variable(item.name, item.type, False), kind)
                if self.width and factor < 0:
                    part = apply(Operator.SUBTRACT, literal(0, kind), part)
                elif factor != 1:
                    part = apply(Operator.MULTIPLY, literal(factor, kind), part)
                result = part if result is None else apply(Operator.ADD, result, part)
        if result is None:
            return literal(self.offset, kind)
        offset = self.offset % (1 << self.width) if self.width else self.offset
        return result if not offset else apply(Operator.ADD, result, literal(offset, kind))


def measures(
    program: Program, groups: Sequence[tuple[str, ...]], calls: Collection[SampledCall]
) -> Iterator[Mapping[str, tuple[Expr, ...]]]:
    """Measures for all recursive functions that shrink at the calls; a number makes those of called groups smaller."""
    options = [_of_group(program, group, calls) for group in groups]
    if not all(options):
        return
    kind = _kind(program, groups)
    longest = max(len(numbers) for option in options for numbers in option)
    for turn in range(max(map(len, options))):
        found: dict[str, tuple[Expr, ...]] = {}
        for index, (group, option) in enumerate(zip(groups, options, strict=True)):
            chosen = option[min(turn, len(option) - 1)]
            for place, name in enumerate(group):
                function = program.functions[name]
                parts = [component[place].expression(function, kind) for component in chosen]
                padding = [literal(0, kind)] * (longest - len(parts))
                found[name] = (literal(index, I64), *parts, *padding)
        yield found


def _kind(program: Program, groups: Sequence[tuple[str, ...]]) -> Type:
    """One type for all measures."""
    types = [item.type for group in groups for name in group for item in program.functions[name].parameters]
    if any(isinstance(kind, MathType) for kind in types):
        return INT
    widths = [kind.width for kind in map(wider, filter(is_number, types)) if isinstance(kind, IntegerType)]
    return IntegerType(max(widths, default=64), True)


def is_number(kind: Type) -> bool:
    """Say whether a type is one of integers."""
    return isinstance(kind, IntegerType | MathType)


Component = tuple[Linear, ...]
"""A combination for each function of a group."""


def _of_group(program: Program, group: tuple[str, ...], calls: Collection[SampledCall]) -> list[list[Component]]:
    functions = [program.functions[name] for name in group]
    places = {name: place for place, name in enumerate(group)}
    possible = [*islice(_components(functions), MOST_COMPONENTS), *_distances(functions)]
    transitions = [
        (
            tuple(component[places[call.caller]].value(call.before) for component in possible),
            tuple(component[places[call.callee]].value(call.after) for component in possible),
        )
        for call in calls
        if call.caller in places and call.callee in places
    ]
    found = []
    for numbers in orders([False] * len(possible), list(dict.fromkeys(transitions))):
        found.append([possible[number] for number in numbers])
        if len(found) == MOST_MEASURES:
            break
    return found


def _components(functions: list[Function]) -> Iterator[Component]:
    """Combinations for each function; those of several functions have the same multiple of a parameter."""
    numbers = [[place for place, item in enumerate(one.parameters) if is_number(item.type)] for one in functions]
    if not all(numbers):
        return
    if len(functions) == 1:
        for one in _vectors(len(functions[0].parameters), numbers[0]):
            yield (Linear(one, 0),)
        return
    for scale, sign in product(range(1, LARGEST_SCALE + 1), (1, -1)):
        for chosen in product(*numbers):
            for offsets in product(range(2 * scale), repeat=len(functions)):
                if min(offsets) == 0:
                    yield tuple(
                        Linear(tuple(sign * scale * (place == which) for place in range(len(one.parameters))), offset)
                        for one, which, offset in zip(functions, chosen, offsets, strict=True)
                    )


def _distances(functions: list[Function]) -> Iterator[Component]:
    """Distances from one parameter of each function to what it is compared with, around the largest number, too."""
    numbers = [
        [(place, item.type.width) for place, item in enumerate(one.parameters) if isinstance(item.type, IntegerType)]
        for one in functions
    ]
    ends = sorted({end for one in functions for end in _ends(one)} | {0}, key=abs)[:MOST_ENDS]
    for chosen in product(*numbers):
        widths = {width for _, width in chosen}
        if len(widths) == 1:
            for end, sign in product(ends, (1, -1)):
                yield tuple(
                    Linear(tuple(sign * (place == which) for place in range(len(one.parameters))), -sign * end, *widths)
                    for one, (which, _) in zip(functions, chosen, strict=True)
                )


def _ends(function: Function) -> Iterator[int]:
    """The numbers that parameters are compared with for being equal."""
    for edge in function.edges:
        for node in postorder(edge.operation.condition) if isinstance(edge.operation, Assume) else ():
            match node:
                case Apply(Operator.EQUAL | Operator.DIFFERENT, (Variable(), Const(int(value))), _):
                    yield value
                case _:
                    pass


def _vectors(size: int, places: list[int]) -> Iterator[tuple[int, ...]]:
    def vector(**factors: int) -> tuple[int, ...]:
        return tuple(factors.get(f"at{place}", 0) for place in range(size))

    for sign in (1, -1):
        for place in places:
            yield vector(**{f"at{place}": sign})
    for one, two in product(places, places):
        if one != two:
            yield vector(**{f"at{one}": 1, f"at{two}": -1})
    for one, two in product(places, places):
        if one < two:
            yield vector(**{f"at{one}": 1, f"at{two}": 1})
            yield vector(**{f"at{one}": -1, f"at{two}": -1})


# --- preconditions ---------------------------------------------------------------------------------------


def preconditions(program: Program, name: str) -> tuple[Expr, ...]:
    """Candidates for what holds when a function is called: what it compares its parameters with, and 0."""
    function = program.functions[name]
    parameters = {item.name for item in function.parameters}
    kept: dict[str, Expr] = {}
    for edge in function.edges:
        if isinstance(edge.operation, Assume):
            for node in postorder(edge.operation.condition):
                if isinstance(node, Apply) and node.operator in _COMPARISONS and _is_about(node, parameters):
                    for operator in _COMPARISONS:
                        other = Apply(operator, node.operands, BOOL)
                        kept.setdefault(str(other), other)
    for item in function.parameters:
        if is_number(item.type):
            variable = Variable(item.name, item.type, False)
            other = apply(Operator.GREATER_EQUAL, variable, literal(0, item.type))
            kept.setdefault(str(other), other)
    return tuple(kept.values())


def _is_about(node: Apply, parameters: set[str]) -> bool:
    parts = list(postorder(node))
    names = [part for part in parts if isinstance(part, Variable)]
    return (
        is_number(node.operands[0].type)
        and bool(names)
        and all(not part.is_global and part.name in parameters for part in names)
        and all(isinstance(part, Const | Variable | Apply) for part in parts)
        and not any(isinstance(part, Apply) and part.operator in _PARTIAL for part in parts)
    )


_PARTIAL = (Operator.DIVIDE, Operator.REMAINDER, Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT)
