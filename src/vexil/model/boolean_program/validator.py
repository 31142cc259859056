"""What every predicate program promises: shapes, names, arities, and choices of which at most one part is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vexil.core.errors import LimitReached
from vexil.ir.program import LocationKind
from vexil.model.boolean_program.expressions import Choose, Expr, Next, is_definite, names, next_names, postorder
from vexil.model.boolean_program.program import (
    Call,
    Check,
    Edge,
    Guard,
    PredicateProgram,
    Procedure,
    Return,
    Start,
    Update,
)
from vexil.model.boolean_program.satisfiability import overlap


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: the procedure, the edge if it is about one, and a sentence."""

    procedure: str
    edge: int | None
    message: str

    def __str__(self) -> str:
        return f"{self.procedure}{'' if self.edge is None else f'#{self.edge}'}: {self.message}"


def validate(program: PredicateProgram) -> list[Problem]:
    """Find all broken rules of a program, in a deterministic order."""
    problems = []
    if program.main not in program.procedures:
        problems.append(Problem(program.main, None, "the procedure that runs begin with does not exist"))
    problems += [
        Problem(program.main, None, f"global variable {name!r} is declared twice")
        for name in _repeated(variable.name for variable in program.globals)
    ]
    for name, procedure in program.procedures.items():
        problems += [Problem(name, edge, message) for edge, message in _procedure(program, name, procedure)]
    return problems


_Found = Iterator[tuple[int | None, str]]


def _repeated(items: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(items).items() if count > 1]


def _procedure(program: PredicateProgram, key: str, procedure: Procedure) -> _Found:
    if key != procedure.name:
        yield None, f"is registered under the name {key!r}"
    for name in _repeated(variable.name for variable in (*procedure.formals, *procedure.locals)):
        yield None, f"variable {name!r} is declared twice"
    if "" in procedure.own:
        yield None, "a variable has no name"
    for name in _repeated(name for item in procedure.locations for name in {item.name, *item.labels}):
        yield None, f"two locations are called {name!r}"
    count = len(procedure.locations)
    places = (procedure.entry, procedure.exit, *(end for edge in procedure.edges for end in (edge.source, edge.target)))
    if not all(0 <= place < count for place in places):
        yield None, "has an entry, exit or edge at a location that does not exist"
        return
    if procedure.entry == procedure.exit:
        yield None, "its entry is its exit, so that it would do nothing"
    visible = frozenset(variable.name for variable in program.variables(procedure.name))
    yield from ((None, message) for message in _condition(procedure.invariant, visible, "the invariant"))
    if next_names(procedure.invariant):
        yield None, "the invariant has next values"
    for number in range(count):
        message = _kind(procedure, number)
        if message:
            yield None, f"location {procedure.locations[number].name}: {message}"
    for number, edge in enumerate(procedure.edges):
        yield from ((number, message) for message in _edge(program, procedure, edge, visible))


def _kind(procedure: Procedure, number: int) -> str:
    operations = [procedure.edges[edge].operation for edge in procedure.outgoing[number]]
    match procedure.locations[number].kind:
        case LocationKind.TERMINAL:
            return "" if number == procedure.exit and not operations else "only the exit has no edges"
        case LocationKind.STEP:
            return (
                "" if len(operations) == 1 and not isinstance(operations[0], Call) else "a step has one edge, no call"
            )
        case LocationKind.CALL:
            return "" if len(operations) == 1 and isinstance(operations[0], Call) else "a call has one edge, a call"
        case LocationKind.BRANCH:
            guards = bool(operations) and all(isinstance(operation, Guard) for operation in operations)
            return "" if guards else "a branch has edges with guards only"
        case LocationKind.CHOICE:
            alternatives = bool(operations) and not any(isinstance(item, Call | Start) for item in operations)
            return "" if alternatives else "a choice has one edge or more, none a call or the start of a thread"


def _edge(program: PredicateProgram, procedure: Procedure, edge: Edge, visible: frozenset[str]) -> Iterator[str]:
    operation = edge.operation
    if isinstance(operation, Return) != (edge.target == procedure.exit):
        yield "an edge leads to the exit just when it returns"
    match operation:
        case Update(targets, values, constraint, chosen, possible, definite):
            for name in _repeated((*targets, *chosen)):
                yield f"{name!r} is set twice"
            if len(targets) != len(values):
                yield f"{len(values)} values for {len(targets)} variables"
            yield from _known((*targets, *chosen), visible)
            for expression in (constraint, possible, definite):
                yield from _condition(expression, visible, "a condition on the next values")
            free = next_names(possible) | next_names(definite)
            if not free <= set(chosen):
                yield "what is possible is said of next values that are not chosen"
            expressions = values
        case Guard(condition) | Check(condition):
            expressions = (condition,)
        case Call(name, expressions, results):
            yield from _call(program, name, len(expressions))
            if name in program.procedures and len(results) != program.procedures[name].results:
                yield f"{name} returns {program.procedures[name].results} values, not {len(results)}"
            assigned = [result for result in results if result is not None]
            yield from _known(assigned, visible)
            yield from (f"{item!r} is set twice" for item in _repeated(assigned))
        case Start(name, expressions):
            yield from _call(program, name, len(expressions))
        case Return(expressions):
            if len(expressions) != procedure.results:
                yield f"{len(expressions)} values for {procedure.results} results"
    for expression in expressions:
        yield from _value(expression, visible, procedure.invariant)


def _call(program: PredicateProgram, name: str, arguments: int) -> Iterator[str]:
    if name not in program.procedures:
        yield f"procedure {name!r} does not exist"
    elif len(program.procedures[name].formals) != arguments:
        yield f"{name} takes {len(program.procedures[name].formals)} arguments, not {arguments}"


def _known(names: Iterable[str], visible: frozenset[str]) -> Iterator[str]:
    yield from (f"variable {name!r} is not declared" for name in sorted(set(names) - visible))


def _condition(expression: Expr, visible: frozenset[str], what: str) -> Iterator[str]:
    yield from _known(names(expression) | next_names(expression), visible)
    if not is_definite(expression):
        yield f"{what} has an unknown value"


def _value(expression: Expr, visible: frozenset[str], invariant: Expr) -> Iterator[str]:
    yield from _known(names(expression), visible)
    if next_names(expression):
        yield "a value is taken from next values"
        return
    for part in postorder(expression):
        if not isinstance(part, Choose):
            continue
        if not all(is_definite(item) for item in (part.yes, part.no)):
            yield "an argument of a choice has an unknown value"
        elif _both_true(part, invariant):
            yield "both arguments of a choice are true in some valuation"


def _both_true(choice: Choose, invariant: Expr) -> bool:
    if any(isinstance(part, Next) for part in (*postorder(choice), *postorder(invariant))):
        return False
    try:
        return overlap(choice, invariant) is not None
    except LimitReached:
        return False  # too large to look at
