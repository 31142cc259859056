"""Which numbers of a program to abstract for a property, and with what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from vexil.abstraction.data.advice.proposals import (
    Judgement,
    Proposal,
    conditions_on,
    judge,
    proposals,
    rounds,
    wrap_warning,
)
from vexil.abstraction.data.advice.usage import Usage
from vexil.abstraction.data.inference.declarations import Declarations
from vexil.abstraction.data.inference.names import concrete_of, name_of
from vexil.abstraction.data.library import Library
from vexil.abstraction.data.queries import Queries
from vexil.analysis.dependence.criteria import Criteria
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.ir.division import rounded
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.operations import Check
from vexil.ir.program import Program
from vexil.model.goal import CHECK_KINDS
from vexil.model.tokens.abstract_type import AbstractType
from vexil.model.tokens.typing import CONCRETE, POINT, Slot
from vexil.spec.atoms import Holds
from vexil.spec.formulas import atoms_of
from vexil.spec.property import Kind, Property
from vexil.spec.resolve import Resolver


@dataclass(frozen=True, slots=True)
class Pick:
    """An abstraction that the user picked for a slot, and how it suits."""

    name: str
    abstraction: str
    judgement: str


@dataclass(frozen=True)
class Advice:
    """Proposals with reasons, how well each suits, selections to try from coarse to fine, and the user's picks judged.

    ``names`` are what users call the slots; ``warnings`` are about abstractions that lose what they promise;
    ``conditionals`` are what controls the slots that the property speaks about, innermost first.
    """

    proposals: tuple[Proposal, ...]
    judgements: dict[Slot, Judgement]
    rounds: tuple[dict[Slot, str], ...]
    names: Mapping[Slot, str]
    picks: tuple[Pick, ...] = ()
    warnings: tuple[str, ...] = ()
    conditionals: tuple[str, ...] = ()


def advice(
    program: Program,
    prop: Property,
    library: Library,
    context: Context,
    picked: Mapping[Slot, str] | None = None,
    *,
    tell_conditionals: bool = False,
) -> Advice:
    """Propose abstractions for a property of a program, and judge those that are *picked*."""
    declarations = Declarations(program)
    checks = CHECK_KINDS.get(prop.kind, frozenset())
    usage = Usage(program, checks=checks, named=lambda slot: name_of(declarations, slot))
    slots = _asked(usage, prop)
    proposed = proposals(usage, slots, lambda slot: _is_open(declarations, slot))
    judgements: dict[Slot, Judgement] = {}
    for item in proposed:
        conditions = _rounded(conditions_on(usage, item.slot), library)
        if item.abstraction not in (CONCRETE, POINT) and conditions:
            judgements[item.slot] = judged(item.abstraction, usage, item.slot, conditions, library, context)
    picks = tuple(
        Pick(usage.named(slot), name, _pick(name, usage, slot, library, context))
        for slot, name in (picked or {}).items()
    )
    chosen = [*((item.slot, item.abstraction) for item in proposed), *(picked or {}).items()]
    warnings = dict.fromkeys(
        warning
        for slot, name in chosen
        if name not in (CONCRETE, POINT) and slot in usage.kinds
        if (warning := wrap_warning(library.abstract_type(name, usage.kinds[slot])))
    )
    names = {item.slot: usage.named(item.slot) for item in proposed}
    controls = _conditionals(usage, slots) if tell_conditionals else ()
    return Advice(tuple(proposed), judgements, tuple(rounds(proposed)), names, picks, tuple(warnings), controls)


def _conditionals(usage: Usage, slots: list[Slot]) -> tuple[str, ...]:
    """The conditionals in the user's text that control what slots hold, with the variables that they read."""
    criteria = Criteria(usage.graph)
    found: dict[str, None] = {}
    for path in usage.conditionals(slots):
        place = usage.graph.nodes.place(path.target)
        if place.text:
            read = ", ".join(criteria.variables_read(path.target)) or "constants"
            found[f"{place} by {read}: {place.text}"] = None
    return tuple(found)


def judged(
    name: str, usage: Usage, slot: Slot, conditions: list[Expr], library: Library, context: Context
) -> Judgement:
    """How an abstraction suits what is asked of a slot."""
    kind = library.abstract_type(name, usage.kinds[slot])
    with Queries(kind.concrete, context, library.statistics) as questions:
        return judge(kind, conditions, _deciding(questions), lambda condition: told(condition, usage.named(slot)))


def _pick(name: str, usage: Usage, slot: Slot, library: Library, context: Context) -> str:
    """How an abstraction that somebody picked suits, with what could not be judged."""
    conditions = _rounded(conditions_on(usage, slot), library)
    related = [item for item in usage.of(slot) if item.slots != (slot,)]
    if not usage.of(slot):
        return "optimal" if name == POINT else f"too fine: no conditional reads it, and {POINT} would do"
    if name == CONCRETE:
        return "exact: nothing is abstracted"
    judgement = str(judged(name, usage, slot, conditions, library, context)) if conditions else "not judged"
    others = sorted({usage.named(other) for item in related for other in item.slots if other != slot})
    return judgement + (f"; its comparisons with {', '.join(others)} are not judged" if others else "")


def _rounded(conditions: list[Expr], library: Library) -> list[Expr]:
    """Conditions of a program whose divisions are those of the library."""
    return [rounded(condition, library.rounding) for condition in conditions]


def _deciding(questions: Queries) -> Callable[[AbstractType, int, Expr], frozenset[bool]]:
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


def _asked(usage: Usage, prop: Property) -> list[Slot]:
    """The slots that a property speaks about: in its atoms, or in the checks of the program.

    A property about nothing but control, such as deadlock, depends on every conditional.
    """
    if prop.kind in (Kind.LTL, Kind.PATTERN):
        resolver = Resolver(usage.program, prop.file)
        slots: list[Slot] = []
        for atom in atoms_of(prop.linear_formula()):
            if isinstance(atom, Holds):
                resolved = resolver.condition(atom.tree)
                slots += usage.ask(resolved.expression, resolved.function)
        return slots
    if prop.kind in (Kind.DEADLOCK, Kind.EXCEPTION, Kind.TERMINATION, Kind.RACE):
        return [slot for condition in usage.conditions for slot in condition.slots]
    mine = [condition for condition in usage.conditions if condition.is_check]
    for name, function in usage.program.functions.items():
        for number, edge in enumerate(function.edges):
            match edge.operation:
                case Check(kind, Const(), _) if usage.checks is not None and kind in usage.checks:
                    mine += usage.deciding(name, number)  # whether it is reached is all that matters
                case _:
                    pass
    return [slot for condition in mine for slot in condition.slots]


def _is_open(declarations: Declarations, slot: Slot) -> bool:
    function, _, name = slot.name.rpartition("::")
    if function in declarations.program.functions and declarations.program.functions[function].variables[name].hidden:
        return False
    try:
        concrete_of(declarations, slot)
    except UsageError:
        return False
    return True
