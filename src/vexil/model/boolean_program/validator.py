"""What every predicate program promises: shapes, names and arities.

One that is written as text promises more: names of locations are unique, an edge leads to the exit just when it
returns, and of a choice at most one part is true. An abstraction makes locations and steps that a function ends with
by itself, and knows which cubes are inconsistent only up to a length, so that these are no rules for what it makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vexil.core.errors import LimitReached
from vexil.ir.program import LocationKind
from vexil.model import boolean_program as bp
from vexil.model.boolean_program.expressions import Choose, Expr, Next, Unknown, Var, passive, postorder
from vexil.model.boolean_program.satisfiability import overlap


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: the procedure, the edge if it is about one, and a sentence."""

    procedure: str
    edge: int | None
    message: str

    def __str__(self) -> str:
        return f"{self.procedure}{'' if self.edge is None else f'#{self.edge}'}: {self.message}"


def validate(program: bp.PredicateProgram, *, is_text: bool = True) -> list[Problem]:
    """Find all broken rules of a program, in a deterministic order; with *is_text* those of programs as text, too."""
    problems = []
    if program.main not in program.procedures:
        problems.append(Problem(program.main, None, "the procedure that runs begin with does not exist"))
    problems += [
        Problem(program.main, None, f"global variable {name!r} is declared twice")
        for name in _repeated(variable.name for variable in program.globals)
    ]
    for name, procedure in program.procedures.items():
        problems += [Problem(name, edge, message) for edge, message in _procedure(program, name, procedure)]
        if is_text:
            problems += [Problem(name, edge, message) for edge, message in _text(procedure)]
    return problems


_Messages = Iterator[tuple[int | None, str]]


def _repeated(items: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(items).items() if count > 1]


def _procedure(program: bp.PredicateProgram, key: str, procedure: bp.Procedure) -> _Messages:
    if key != procedure.name:
        yield None, f"is registered under the name {key!r}"
    for name in _repeated(variable.name for variable in (*procedure.formals, *procedure.locals)):
        yield None, f"variable {name!r} is declared twice"
    if "" in procedure.own:
        yield None, "a variable has no name"
    count = len(procedure.locations)
    places = (procedure.entry, procedure.exit, *(end for edge in procedure.edges for end in (edge.source, edge.target)))
    if not all(0 <= place < count for place in places):
        yield None, "has an entry, exit or edge at a location that does not exist"
        return
    if procedure.entry == procedure.exit:
        yield None, "its entry is its exit, so that it would do nothing"
    visible = frozenset(variable.name for variable in program.variables(procedure.name))
    invariant = _Contents(procedure.invariant)
    yield from ((None, message) for message in _condition(invariant, visible, "the invariant"))
    if invariant.following:
        yield None, "the invariant has next values"
    for number in range(count):
        message = _kind(procedure, number)
        if message:
            yield None, f"location {procedure.locations[number].name}: {message}"
    for number, edge in enumerate(procedure.edges):
        yield from ((number, message) for message in _edge(program, procedure, edge.operation, visible))


def _kind(procedure: bp.Procedure, number: int) -> str:
    operations = [procedure.edges[edge].operation for edge in procedure.outgoing[number]]
    match procedure.locations[number].kind:
        case LocationKind.TERMINAL:
            return "" if number == procedure.exit and not operations else "only the exit has no edges"
        case LocationKind.STEP:
            return (
                ""
                if len(operations) == 1 and not isinstance(operations[0], bp.Call)
                else "a step has one edge, no call"
            )
        case LocationKind.CALL:
            return "" if len(operations) == 1 and isinstance(operations[0], bp.Call) else "a call has one edge, a call"
        case LocationKind.BRANCH:
            guards = bool(operations) and all(isinstance(operation, bp.Guard) for operation in operations)
            return "" if guards else "a branch has edges with guards only"
        case LocationKind.CHOICE:
            alternatives = bool(operations) and not any(isinstance(item, bp.Call | bp.Start) for item in operations)
            return "" if alternatives else "a choice has one edge or more, none a call or the start of a thread"


def _edge(
    program: bp.PredicateProgram, procedure: bp.Procedure, operation: bp.Operation, visible: frozenset[str]
) -> Iterator[str]:
    match operation:
        case bp.Update(targets, values, constraint, chosen, possible, definite, broadcast):
            if broadcast is not None:
                yield from _broadcast(program, broadcast, visible)
            for name in _repeated((*targets, *chosen)):
                yield f"{name!r} is set twice"
            if len(targets) != len(values):
                yield f"{len(values)} values for {len(targets)} variables"
            yield from _known((*targets, *chosen), visible)
            conditions = [_Contents(expression) for expression in (constraint, possible, definite)]
            for condition in conditions:
                yield from _condition(condition, visible, "a condition on the next values")
            if not conditions[1].following | conditions[2].following <= set(chosen):
                yield "what is possible is said of next values that are not chosen"
        case bp.Call(name, arguments, results):
            yield from _call(program, name, len(arguments))
            if name in program.procedures and len(results) != program.procedures[name].results:
                yield f"{name} returns {program.procedures[name].results} values, not {len(results)}"
            assigned = [result for result in results if result is not None]
            yield from _known(assigned, visible)
            yield from (f"{item!r} is set twice" for item in _repeated(assigned))
        case bp.Start(name, arguments):
            yield from _call(program, name, len(arguments))
        case bp.Return(values):
            if len(values) != procedure.results:
                yield f"{len(values)} values for {procedure.results} results"
        case bp.Guard() | bp.Check() | bp.Atomic():
            pass
    for expression in _values(operation):
        yield from _value(_Contents(expression), visible)


def _broadcast(program: bp.PredicateProgram, broadcast: bp.Broadcast, visible: frozenset[str]) -> Iterator[str]:
    others = frozenset(passive(name) for item in program.procedures.values() for name in item.own)
    for name in _repeated(broadcast.targets):
        yield f"{name!r} is set twice"
    if len(broadcast.targets) != len(broadcast.values):
        yield f"{len(broadcast.values)} values for {len(broadcast.targets)} variables of other threads"
    yield from _known(broadcast.targets, others)
    condition = _Contents(broadcast.constraint)
    yield from _condition(condition, visible | others, "a condition on the next values")
    for value in broadcast.values:
        yield from _value(_Contents(value), visible | others)


def _call(program: bp.PredicateProgram, name: str, arguments: int) -> Iterator[str]:
    if name not in program.procedures:
        yield f"procedure {name!r} does not exist"
    elif len(program.procedures[name].formals) != arguments:
        yield f"{name} takes {len(program.procedures[name].formals)} arguments, not {arguments}"


def _known(names: Iterable[str], visible: frozenset[str]) -> Iterator[str]:
    yield from (f"variable {name!r} is not declared" for name in sorted(set(names) - visible))


class _Contents:
    """What occurs in an expression."""

    def __init__(self, expression: Expr) -> None:
        self.names: set[str] = set()
        self.following: set[str] = set()
        self.choices: list[Choose] = []
        self.is_definite = True
        for part in postorder(expression):
            match part:
                case Var(name):
                    self.names.add(name)
                case Next(name):
                    self.following.add(name)
                case Choose():
                    self.choices.append(part)
                    self.is_definite = False
                case Unknown():
                    self.is_definite = False
                case _:
                    pass


def _condition(condition: _Contents, visible: frozenset[str], what: str) -> Iterator[str]:
    yield from _known(condition.names | condition.following, visible)
    if not condition.is_definite:
        yield f"{what} has an unknown value"


def _value(value: _Contents, visible: frozenset[str]) -> Iterator[str]:
    yield from _known(value.names, visible)
    if value.following:
        yield "a value is taken from next values"
    for choice in value.choices:
        if not (_Contents(choice.yes).is_definite and _Contents(choice.no).is_definite):
            yield "an argument of a choice has an unknown value"


# --- text ------------------------------------------------------------------------------------------------


def _text(procedure: bp.Procedure) -> _Messages:
    for name in _repeated(name for item in procedure.locations for name in {item.name, *item.labels}):
        yield None, f"two locations are called {name!r}"
    for number, edge in enumerate(procedure.edges):
        if isinstance(edge.operation, bp.Return) != (edge.target == procedure.exit):
            yield number, "an edge leads to the exit just when it returns"
        for expression in _values(edge.operation):
            for choice in _Contents(expression).choices:
                if _both_true(choice, procedure.invariant):
                    yield number, "both arguments of a choice are true in some valuation"


def _values(operation: bp.Operation) -> tuple[Expr, ...]:
    """The expressions that an operation computes."""
    match operation:
        case bp.Update(_, values) | bp.Return(values):
            return values
        case bp.Guard(condition) | bp.Check(condition):
            return (condition,)
        case bp.Call(_, arguments) | bp.Start(_, arguments):
            return arguments
        case bp.Atomic():
            return ()


def _both_true(choice: Choose, invariant: Expr) -> bool:
    parts = [_Contents(part) for part in (choice.yes, choice.no, invariant)]
    if any(part.following or not part.is_definite for part in parts):
        return False
    try:
        return overlap(choice, invariant) is not None
    except LimitReached:
        return False  # too large to look at
