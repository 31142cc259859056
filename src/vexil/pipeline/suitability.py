"""Which kinds of engine a question is for, by its property and by what its program consists of."""

from __future__ import annotations

from vexil.ir.expressions import Const
from vexil.ir.operation_parts import Domain, GuardedDomain, Origin, RangeDomain, TypeDomain
from vexil.ir.operations import (
    Allocate,
    Call,
    Choose,
    ChooseInstance,
    Interrupt,
    Join,
    Lock,
    Notify,
    Operation,
    Start,
    Throw,
    Unlock,
    Wait,
)
from vexil.ir.program import LocationKind, Program
from vexil.ir.types import BoolType, TokenType
from vexil.model.goal import CHECK_KINDS
from vexil.model.outcome import Question
from vexil.spec.property import Kind
from vexil.transform.heap_as_memory import has_objects

LOWERED_KINDS = frozenset({*CHECK_KINDS, Kind.EXCEPTION, Kind.TERMINATION})
"""Properties that the program without objects has exactly when the program has them; termination if nothing waits."""
FEW_VALUES = 8
"""Values of a choice that are few enough to search them one by one."""
_BEYOND_BOUNDED = (Start, Join, Lock, Unlock, Wait, Notify, Interrupt, Throw, ChooseInstance)


def is_branching(question: Question) -> bool:
    """Say whether the property is one of CTL or the mu-calculus."""
    return question.property.kind in (Kind.CTL, Kind.MU)


def suits_bebop(question: Question) -> bool:
    """Say whether the engine for Boolean programs is the better choice."""
    if question.predicate_program is None or _has_threads(question.program):
        return False
    return question.property.kind in CHECK_KINDS and not question.bounds


def suits_abstraction(question: Question) -> bool:
    """Say whether predicate abstraction answers a branching property: of a sequential program that has no objects.

    It asks whole runs; formulas about Java are about those from ``main`` on.
    """
    program = question.program
    is_asked = is_branching(question) and not question.bounds
    return is_asked and not _has_threads(program) and not program.source.has_classes


def suits_bounded(question: Question) -> bool:
    """Say whether symbolic execution is the better choice."""
    if question.bounds:
        return False
    if is_lowered(question):
        return question.program.source.has_classes and not _starts_threads(question.program)
    return (
        question.property.kind in CHECK_KINDS
        and question.program.source.has_raw_memory
        and not _has_threads(question.program)
    )


def suits_orders(question: Question) -> bool:
    """Say whether threads are executed symbolically: checks, exceptions, races and deadlocks where some are started."""
    kind = question.property.kind
    is_asked = kind in (CHECK_KINDS.keys() - {Kind.MEMTRACK}) | {Kind.RACE, Kind.DEADLOCK}
    is_asked |= kind is Kind.EXCEPTION and has_objects(question.program)
    if not is_asked or question.bounds or question.predicate_program is not None:
        return False
    return _starts_threads(question.program)


def suits_leaps(question: Question) -> bool:
    """Say whether leaps may show a violation that a search would not find: there are inputs with many values."""
    program = question.program
    if question.property.kind not in CHECK_KINDS or question.bounds or _has_threads(program) or has_objects(program):
        return False
    starts = [item.initial for item in program.globals if isinstance(item.initial, Domain)]
    is_open = any(not 0 < _values(domain) <= FEW_VALUES for domain in starts)
    return question.predicate_program is None and (is_open or not is_closed(program, FEW_VALUES))


def suits_termination(question: Question) -> bool:
    """Say whether rankings and lassos by solving may answer: the program is sequential, and something in it is open."""
    if question.property.kind is not Kind.TERMINATION or question.bounds:
        return False
    if has_objects(question.program):
        return not _starts_threads(question.program)
    return not _has_threads(question.program)


def suits_product(question: Question) -> bool:
    """Say whether rankings and lassos by solving may answer a property of runs: the program is sequential and flat."""
    is_asked = question.property.kind in (Kind.LTL, Kind.PATTERN) and not question.bounds
    return is_asked and not _has_threads(question.program) and not has_objects(question.program)


def suits_machine(program: Program) -> bool:
    """Say whether a program has threads, calls, objects or memory, which the native machine knows as they are."""
    source = program.source
    return source.has_classes or source.has_raw_memory or _has(program, (Start, Call, Allocate))


def is_lowered(question: Question) -> bool:
    """Say whether engines that know no objects are asked about the program without them."""
    return question.property.kind in LOWERED_KINDS and has_objects(question.program)


def is_closed(program: Program, most: int = 0) -> bool:
    """Say whether nothing in the program is chosen by its environment, but for tokens, of which there are few.

    With *most*, choices among so many values do not count.
    """
    return not any(
        _is_open(edge.operation, most) or (not most and function.locations[edge.source].kind is LocationKind.CHOICE)
        for function in program.functions.values()
        for edge in function.edges
    )


def _is_open(operation: Operation, most: int) -> bool:
    match operation:
        case Choose(place, domain, origin):
            is_counted = origin is not Origin.ABSTRACTION and not isinstance(place.type, TokenType)
            return is_counted and not 0 < _values(domain) <= most
        case ChooseInstance():
            return True
        case _:
            return False


def _values(domain: Domain) -> int:
    """How many values there are to choose from, if they are few and that is known; else 0."""
    match domain:
        case TypeDomain(BoolType()):
            return 2
        case GuardedDomain(cases):
            return len(cases)
        case RangeDomain(Const(int(low)), Const(int(high))):
            return max(0, high - low + 1)
        case _:
            return 0


def _has_threads(program: Program) -> bool:
    return _has(program, _BEYOND_BOUNDED)


def _starts_threads(program: Program) -> bool:
    return _has(program, (Start,))


def _has(program: Program, kinds: tuple[type[Operation], ...]) -> bool:
    return any(isinstance(edge.operation, kinds) for function in program.functions.values() for edge in function.edges)
