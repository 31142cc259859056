"""Initial states: the values of globals, and what is open about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vexil.core.errors import UsageError
from vexil.ir.interpreter.compiler import CompiledProgram, default_value
from vexil.ir.interpreter.domains import Choices, related
from vexil.ir.interpreter.memory import Block
from vexil.ir.interpreter.operation_code import type_range
from vexil.ir.operations import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.program import Memory, Program, VariableDeclaration
from vexil.ir.types import BoolType, FloatType, MathType, is_integer

if TYPE_CHECKING:
    from vexil.ir.expressions import Expr
    from vexil.ir.interpreter.machine import Machine

DOMAINS = (TypeDomain, RangeDomain, GuardedDomain, RelationDomain)


def initial_choices(compiled: CompiledProgram) -> list[tuple[str, Choices]]:
    """The globals whose initial value is open, with the decisions possible for each."""
    found = []
    for variable in compiled.program.globals:
        if isinstance(variable.initial, DOMAINS):
            bound = (
                compiled.bounds.range_of(variable.name, hidden=variable.hidden) if is_integer(variable.type) else None
            )
            found.append((variable.name, _domain_choices(compiled, variable.initial, variable.name, bound)))
    return found


def _domain_choices(compiled: CompiledProgram, domain: Domain, name: str, bound: tuple[int, int] | None) -> Choices:
    values: Sequence[int]
    match domain:
        case TypeDomain(MathType()):
            if bound is None:
                return Choices(None)
            return Choices(range(bound[0], bound[1] + 1), (f"{name} >= {bound[0]}", f"{name} <= {bound[1]}"))
        case TypeDomain(kind):
            low, high = type_range(compiled.program, kind)
            values = range(low, high + 1)
        case RangeDomain(least, greatest):
            values = range(_constant(compiled, least), _constant(compiled, greatest) + 1)
        case GuardedDomain():
            return Choices(range(len(_candidates(compiled, domain))))
        case RelationDomain():
            values = _results(compiled, domain)
    if bound is None or not values:
        return Choices(values)
    kept = (
        [value for value in values if bound[0] <= value <= bound[1]]
        if not isinstance(values, range)
        else range(max(values.start, bound[0]), min(values.stop, bound[1] + 1))
    )
    reasons = [f"{name} >= {bound[0]}"] * (min(values[0], values[-1]) < bound[0])
    reasons += [f"{name} <= {bound[1]}"] * (values[-1] > bound[1])
    return Choices(kept, tuple(reasons))


def _constant(compiled: CompiledProgram, expression: Expr) -> int:
    return compiled.evaluator(expression)([], [], None, None)  # type: ignore[no-any-return]


def _candidates(compiled: CompiledProgram, domain: GuardedDomain) -> list[int]:
    return [_constant(compiled, value) for guard, value in domain.cases if guard is None or _constant(compiled, guard)]


def _results(compiled: CompiledProgram, domain: RelationDomain) -> tuple[int, ...]:
    arguments: list[Sequence[int]] = []
    for argument in domain.arguments:
        match argument:
            case RelationDomain():
                arguments.append(_results(compiled, argument))
            case GuardedDomain():
                arguments.append(_candidates(compiled, argument))
            case TypeDomain() | RangeDomain():
                arguments.append(_domain_choices(compiled, argument, "", None).values or ())
            case expression:
                arguments.append((_constant(compiled, expression),))
    return related(compiled.relations[domain.relation], *arguments)


def initialise(machine: Machine, decisions: Sequence[int]) -> None:
    """Give every global its initial value; addressable ones get memory of their own first."""
    program: Program = machine.program
    open_names = [name for name, _ in machine.initial_choices()]
    if len(decisions) != len(open_names):
        raise UsageError(
            f"{len(open_names)} initial values are open, {len(decisions)} were given",
            hint="give a value for each of: " + (", ".join(open_names) or "none"),
        )
    chosen = dict(zip(open_names, decisions, strict=True))
    for variable in program.globals:
        if variable.addressable:
            size = program.layout.size_of(variable.type, program.structs)
            machine.globals.append(machine.new_block(Block(size, zeroed=True, origin="static", site=variable.name)))
        else:
            machine.globals.append(default_value(variable.type))
    machine.first_dynamic = machine.next_object
    for index, variable in enumerate(program.globals):
        _initialise(machine, index, variable, chosen)


def _initialise(machine: Machine, index: int, variable: VariableDeclaration, chosen: dict[str, int]) -> None:
    compiled = machine.compiled
    value: object
    match variable.initial:
        case None:
            return
        case Memory(cells):
            for offset, expression in cells:
                value = compiled.evaluator(expression)([], machine.globals, machine, None)
                machine.store_value((index_of_block(machine, index), offset), expression.type, value)
            return
        case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain() as domain:
            value = _decided(compiled, variable, domain, chosen[variable.name])
        case expression:
            value = compiled.evaluator(expression)([], machine.globals, machine, None)
    if variable.addressable:
        machine.store_value((index_of_block(machine, index), 0), variable.type, value)
    else:
        machine.globals[index] = value


def index_of_block(machine: Machine, index: int) -> int:
    """The number of a global's memory."""
    number = machine.globals[index]
    assert isinstance(number, int)
    return number


def _decided(compiled: CompiledProgram, variable: VariableDeclaration, domain: Domain, decision: int) -> object:
    from vexil.ir.arithmetic import float_from_bits

    if isinstance(domain, GuardedDomain):
        return _candidates(compiled, domain)[decision]
    match variable.type:
        case BoolType():
            return decision != 0
        case FloatType(width):
            return float_from_bits(decision, width)
        case _:
            return decision
