"""New predicates from a path of the abstraction that the program does not have.

The conditions that contradict each other are found, and each is moved back to where the contradiction shows: an
abstraction that tracks them has the path no more. These are the weakest preconditions of Gurfinkel and Chechik (2006),
several at a time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from vexil.logic.factory import Terms
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.sorts import BOOL
from vexil.logic.store_chains import without_stores
from vexil.logic.terms import Term
from vexil.model.frames.paths import PathCondition, SymbolicPath, is_hidden, with_hidden

PATIENCE = 200_000
"""Resource units for the question whether a path is possible."""
MOST_QUESTIONS = 120
"""Questions that making a contradiction smaller may take."""
LARGEST_ATOM = 60
"""Parts of a term that is a predicate; larger ones are of no use."""


@dataclass(frozen=True, slots=True)
class FeasiblePath:
    """The path is possible: values for its symbols."""

    model: dict[Term, int]


@dataclass(frozen=True, slots=True)
class InfeasiblePath:
    """The conditions that contradict each other, in order."""

    core: tuple[PathCondition, ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    """The solver does not know."""

    reason: str


def feasibility(path: SymbolicPath, solver: ProcessSolver) -> FeasiblePath | InfeasiblePath | Undecided:
    """Say whether the program has a path; if not, which conditions contradict each other."""
    terms = path.frames.space.terms
    needs = [need for need in path.needs if need.formula is not terms.true]
    false = next((need for need in needs if need.formula is terms.false), None)
    if false is not None:
        return InfeasiblePath((false,))
    symbols = [decision.symbol for decision in path.decisions] + [made.symbol for made in path.initial_inputs]
    reply, values = solver.check_and_read([need.formula for need in needs], symbols, limit=PATIENCE)
    if reply.is_sat:
        return FeasiblePath(_known(symbols, values))
    if not reply.is_unsat:
        return Undecided(reply.reason)
    return InfeasiblePath(tuple(_core(needs, solver)))


def suggested(path: SymbolicPath, solver: ProcessSolver, limit: int) -> dict[Term, int] | None:
    """Values for the symbols of a path, and for how often it goes round loops; nothing if none are found soon."""
    symbols = [decision.symbol for decision in path.decisions] + [made.symbol for made in path.initial_inputs]
    symbols += path.rounds.values()
    reply, values = solver.check_and_read(path.formulas(), symbols, limit=limit)
    return _known(symbols, values) if reply.is_sat else None


def _known(symbols: Sequence[Term], values: Sequence[int | None]) -> dict[Term, int]:
    return {symbol: value for symbol, value in zip(symbols, values, strict=True) if value is not None}


def _core(needs: Sequence[PathCondition], solver: ProcessSolver) -> list[PathCondition]:
    """A small contradictory part: the shortest contradictory prefix, then whatever can be left out of it."""
    questions = 0

    def contradicts(part: Sequence[PathCondition]) -> bool:
        nonlocal questions
        questions += 1
        return solver.check(*(need.formula for need in part), limit=PATIENCE).is_unsat

    low, high = 0, len(needs)
    while high - low > 1:
        middle = (low + high) // 2
        if contradicts(needs[:middle]):
            high = middle
        else:
            low = middle
    core = list(needs[:high])
    size = max(1, len(core) // 2)
    while size and questions < MOST_QUESTIONS:
        start = 0
        while start < len(core) - 1 and questions < MOST_QUESTIONS:
            rest = [*core[:start], *core[start + size :]]
            if len(rest) < len(core) and rest and contradicts(rest):
                core = rest
            else:
                start += size
        size //= 2
    return core


def candidates(
    path: SymbolicPath, core: Sequence[PathCondition], solver: ProcessSolver, places: Collection[int] | None = None
) -> tuple[Term, ...]:
    """The atoms of contradicting conditions, at their places and moved back to where the contradiction shows.

    That is where the first of them is needed, if they contradict each other there whatever was before; else, the values
    that were assigned before matter too. With *places*, conditions are wanted only before the events with these
    numbers.
    """
    terms = path.frames.space.terms
    first = min(need.position for need in core) if len(core) > 1 else 0
    if places is not None:
        first = max((place for place in places if place <= first), default=0)
    ways = [[term for _, term in with_hidden(path, need, first, places)] for need in core]
    visible = [[term for term in way if not is_hidden(terms, term)] for way in ways]
    if first and not solver.check(*(way[-1] for way in visible if way), limit=PATIENCE).is_unsat:
        ways = [[term for _, term in with_hidden(path, need, 0, places)] for need in core]
    conditions: dict[Term, None] = {}
    for way in ways:
        for term in way:
            conditions.update(dict.fromkeys(atoms(terms, without_stores(terms, term))))
    return tuple(atom for atom in conditions if not is_hidden(terms, atom))


def atoms(terms: Terms, term: Term) -> Iterator[Term]:
    """The Boolean parts of a condition that are not made of others."""
    pending, visited = [term], {term.number}
    while pending:
        current = pending.pop()
        is_joint = current.op in ("and", "or", "not", "xor", "=>") or (
            current.op in ("ite", "=") and all(argument.sort is BOOL for argument in current.args)
        )
        if not is_joint:
            if not current.is_const and _size(terms, current) <= LARGEST_ATOM:
                yield current
            continue
        for argument in reversed(current.args):
            if argument.number not in visited:
                visited.add(argument.number)
                pending.append(argument)


def _size(terms: Terms, term: Term) -> int:
    """How many parts a term has; a word that is read as an integer is one of them, and not all of its bits."""
    pending, visited = [term], {term.number}
    while pending and len(visited) <= LARGEST_ATOM:
        current = pending.pop()
        for argument in terms.words[current][:1] if current in terms.words else current.args:
            if argument.number not in visited:
                visited.add(argument.number)
                pending.append(argument)
    return len(visited)
