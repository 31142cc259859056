"""Which numbers of a program to abstract for a property, and with what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vexil.abstraction.data.advice.judging import Judgement, judge
from vexil.abstraction.data.advice.proposals import Proposal, conditions_on, proposals, rounds
from vexil.abstraction.data.advice.usage import Usage
from vexil.abstraction.data.inference.declared import Declarations
from vexil.abstraction.data.inference.names import concrete_of
from vexil.abstraction.data.library import Library
from vexil.abstraction.data.questions import Questions
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.program import Program
from vexil.model.tokens.abstract_type import AbstractType
from vexil.model.tokens.typing import CONCRETE, POINT, Slot
from vexil.spec.atoms import Holds
from vexil.spec.ltl import ltl_atoms
from vexil.spec.property import Kind, Property
from vexil.spec.resolve import Resolver


@dataclass(frozen=True)
class Advice:
    """Proposals with reasons, how well each suits, and selections to try from coarse to fine."""

    proposals: tuple[Proposal, ...]
    judgements: dict[Slot, Judgement]
    rounds: tuple[dict[Slot, str], ...]


def advice(program: Program, asked: Property, library: Library, context: Context) -> Advice:
    """Propose abstractions for a property of a program."""
    usage = Usage(program)
    declarations = Declarations(program)
    slots = _asked(usage, asked)
    found = proposals(usage, slots, lambda slot: _is_open(declarations, slot))
    judgements: dict[Slot, Judgement] = {}
    for item in found:
        conditions = conditions_on(usage, item.slot)
        if item.abstraction not in (CONCRETE, POINT) and conditions:
            judgements[item.slot] = judged(item.abstraction, usage, item.slot, conditions, library, context)
    return Advice(tuple(found), judgements, tuple(rounds(found)))


def judged(
    name: str, usage: Usage, slot: Slot, conditions: list[Expr], library: Library, context: Context
) -> Judgement:
    """How an abstraction suits what is asked of a slot."""
    kind = library.abstract_type(name, usage.kinds[slot])
    with Questions(kind.concrete, context, library.statistics) as questions:
        return judge(kind, conditions, _deciding(questions), lambda condition: told(condition, str(slot)))


def _deciding(questions: Questions) -> Callable[[AbstractType, int, Expr], frozenset[bool]]:
    number = questions.symbol("n")

    def decide(kind: AbstractType, token: int, condition: Expr) -> frozenset[bool]:
        member, value = questions.holds(kind.members[token], number), questions.holds(condition, number)
        terms = questions.terms
        return frozenset(
            answer
            for answer, term in ((True, value), (False, terms.not_(value)))
            if not questions.ask([member, term]).is_unsat
        )

    return decide


def told(condition: Expr, name: str) -> str:
    """A condition on a number with the name of what it is asked of."""
    match condition:
        case Const(value, _):
            return str(value)
        case Apply(Operator.CAST, (operand,), _):
            return told(operand, name)
        case Apply(operator, (left, right), _):
            return f"{told(left, name)} {operator.value} {told(right, name)}"
        case Apply(operator, (operand,), _):
            return f"{operator.value}({told(operand, name)})"
        case _:
            return name


def _asked(usage: Usage, asked: Property) -> list[Slot]:
    """The slots that a property speaks about: in its atoms, or in the checks of the program.

    A property about nothing but control, such as deadlock, depends on every conditional.
    """
    if asked.kind in (Kind.LTL, Kind.PATTERN):
        resolver = Resolver(usage.program, asked.file)
        found: list[Slot] = []
        for atom in ltl_atoms(asked.linear_formula()):
            if isinstance(atom, Holds):
                resolved = resolver.condition(atom.tree)
                found += usage.ask(resolved.expression, resolved.function)
        return found
    checks = asked.kind not in (Kind.DEADLOCK, Kind.EXCEPTION, Kind.TERMINATION, Kind.RACE)
    return [slot for condition in usage.conditions if condition.is_check or not checks for slot in condition.slots]


def _is_open(declarations: Declarations, slot: Slot) -> bool:
    function, _, name = slot.name.rpartition("::")
    if function in declarations.program.functions and declarations.program.functions[function].variables[name].hidden:
        return False
    try:
        concrete_of(declarations, slot)
    except UsageError:
        return False
    return True
