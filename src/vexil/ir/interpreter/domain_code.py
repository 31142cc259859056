"""Domains of choices as Python source text: what can be decided, and the value a decision stands for."""

from __future__ import annotations

from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.interpreter.domains import type_range
from vexil.ir.interpreter.expression_code import ExpressionCode
from vexil.ir.interpreter.storage import digits
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.program import Program
from vexil.ir.types import BoolType, FloatType, MathType, Type

Bound = tuple[str, int, int]
"""The name, the least and the greatest value of something that is bounded."""


def choices_code(program: Program, code: ExpressionCode, domain: Domain, bound: Bound | None) -> str:
    """Python text for the `Choices` of a domain."""
    match domain:
        case TypeDomain(MathType()):
            if bound is None:
                return "UNBOUNDED"
            name, low, high = bound
            return f"Choices(range({low}, {high + 1}), ({f'{name} >= {low}'!r}, {f'{name} <= {high}'!r}))"
        case TypeDomain(kind):
            least, greatest = type_range(program, kind)
            return _clipped(digits(least), digits(greatest), bound)
        case RangeDomain(low_expression, high_expression):
            return _clipped(code.value(low_expression), code.value(high_expression), bound)
        case GuardedDomain():
            return f"Choices(range(len({_candidates(code, domain)})))"
        case RelationDomain():
            return f"Choices({_results(program, code, domain)})"


def chosen_code(code: ExpressionCode, kind: Type, domain: Domain) -> str:
    """Python text for the value of type *kind* that the decision ``p`` stands for."""
    if isinstance(domain, GuardedDomain):
        return f"{_candidates(code, domain)}[p]"
    match kind:
        case BoolType():
            return "(p != 0)"
        case FloatType(width):
            return f"loaded_float(p, {width})"
        case _:
            return "p"


def _clipped(low: str, high: str, bound: Bound | None) -> str:
    if bound is None:
        return f"Choices(range({low}, {high} + 1))"
    return f"clip({low}, {high}, {bound[0]!r}, {bound[1]}, {bound[2]})"


def _candidates(code: ExpressionCode, domain: GuardedDomain) -> str:
    """Python text for the list of the values whose guards hold; the other values are not evaluated."""
    parts = []
    for guard, value in domain.cases:
        if guard is None:
            parts.append(code.value(value))
        else:
            selected = Apply(Operator.IF, (guard, value, any_value(value.type)), value.type)
            parts.append(f"*([{code.value(selected)}] if {code.value(guard)} else ())")
    return f"[{', '.join(parts)}]"


def any_value(kind: Type) -> Const:
    """A literal of the type, for where nobody looks at the value."""
    match kind:
        case BoolType():
            return Const(False, kind)
        case FloatType():
            return Const(0.0, kind)
        case _:
            return Const(0, kind)


def _results(program: Program, code: ExpressionCode, domain: RelationDomain) -> str:
    """Python text for the results of a relation; every application becomes a temporary."""
    texts: list[str] = []
    pending: list[tuple[Expr | Domain, bool]] = [(domain, False)]
    while pending:
        current, ready = pending.pop()
        match current:
            case RelationDomain(relation, arguments) if ready:
                argument_texts = [texts.pop() for _ in arguments][::-1]
                name = f"q{len(code.lines)}"
                code.lines.append(f"{name} = related({', '.join([f'RELATIONS[{relation!r}]', *argument_texts])})")
                texts.append(name)
            case RelationDomain(_, arguments):
                pending.append((current, True))
                pending.extend((argument, False) for argument in reversed(arguments))
            case GuardedDomain():
                texts.append(_candidates(code, current))
            case TypeDomain() | RangeDomain():
                texts.append(f"{choices_code(program, code, current, None)}.values")
            case expression:
                texts.append(f"({code.value(expression)},)")
    return texts[0]
