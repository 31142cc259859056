"""Existential abstraction by enumeration: every combination of predicates before and behind a step that some run has.

One incremental solver lists the rows of a relation (AllSAT), avoiding those it has found; so a relation costs one
question more than it has rows, and two values that depend on each other are never told apart (Clarke, Kroening,
Sharygina and Yorav 2004). Conditions are abstracted by where they can be true and where they can be false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from vexil.abstraction.cube_search import UNITS
from vexil.analysis.call_graph import CallGraph
from vexil.core.errors import LimitReached
from vexil.core.wording import counted
from vexil.ir.operations import Allocate
from vexil.ir.program import Program
from vexil.logic.factory import Terms
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.terms import Term
from vexil.model.boolean_program.expressions import FALSE, TRUE, And, Expr, Or, negation
from vexil.model.trace.places import text_of_edge

MOST_ROWS = 4_096
"""The rows that a relation may have when nobody says otherwise."""

PATIENT = 200_000
"""Resource units for one row, in Bitwuzla's; without an answer there is no relation."""

Row = tuple[bool, ...]
"""The truth values of conditions, in their order."""


class TooManyRows(LimitReached):
    """A relation has more rows than are allowed."""


@dataclass(slots=True)
class RelationStatistics:
    """What was enumerated: relations, their rows, and what the solver was asked for them."""

    relations: int = 0
    rows: int = 0
    questions: int = 0


class Relations:
    """Lists the rows of relations, each relation once; answers stay right whatever else is tracked."""

    def __init__(
        self,
        terms: Terms,
        solver: ProcessSolver,
        describe: Callable[[str], str],
        *,
        most: int = MOST_ROWS,
        limit: int | None = PATIENT,
    ) -> None:
        """*describe* gives the words for a place."""
        self.most = most
        self._describe = describe
        self.statistics = RelationStatistics()
        self._terms = terms
        self._solver = solver
        self._limit = None if limit is None else limit * UNITS.get(solver.name, 1)
        self._known: dict[tuple[tuple[Term, ...], frozenset[Term]], tuple[int, ...]] = {}

    def rows(self, place: str, conditions: Sequence[Term], facts: Iterable[Term] = ()) -> tuple[Row, ...]:
        """The combinations of conditions that states have in which all facts hold, in ascending order.

        Raises `LimitReached` with the place where there are too many, or where the solver does not know.
        """
        columns: dict[Term, int] = {}
        signs = [self._column(columns, condition) for condition in conditions]
        masks = self._enumerated(place, tuple(columns), frozenset(facts) - {self._terms.true})
        true = self._terms.true
        rows = (
            tuple(
                condition is true if sign is None else bool(mask >> sign[0] & 1) is sign[1]
                for condition, sign in zip(conditions, signs, strict=True)
            )
            for mask in masks
        )
        return tuple(sorted(rows))

    def _column(self, columns: dict[Term, int], condition: Term) -> tuple[int, bool] | None:
        """Where the value of a condition is found, and whether it is the condition or its negation."""
        if condition.is_const:
            return None
        negated = self._terms.not_(condition)
        is_plain = condition.number < negated.number
        return columns.setdefault(condition if is_plain else negated, len(columns)), is_plain

    def _enumerated(self, place: str, projected: tuple[Term, ...], facts: frozenset[Term]) -> tuple[int, ...]:
        key = projected, facts
        if key not in self._known:
            if self._terms.false in facts:
                return ()
            demanded = sorted(facts, key=lambda term: term.number)
            reply, rows = self._solver.rows(demanded, projected, most=self.most, limit=self._limit)
            if reply.is_sat:
                raise TooManyRows(
                    f"limit of {counted(self.most, 'row')} of one relation reached at {self._describe(place)}"
                )
            if not reply.is_unsat:
                raise LimitReached(
                    f"the solver does not list the rows of the relation at {self._describe(place)}: {reply.reason}"
                )
            self.statistics.relations += 1
            self.statistics.rows += len(rows)
            self.statistics.questions += len(rows) + 1
            self._known[key] = tuple(rows)
        return self._known[key]


class NoRelations(Exception):  # noqa: N818 - an answer
    """A program is not abstracted by relations; the text says where and why."""


def refuse_recursion_and_allocation(program: Program, graph: CallGraph) -> None:
    """Raise `NoRelations` for programs whose states have no bounded number of variables."""
    for name in (name for name in program.functions if name in graph.running):
        function = program.functions[name]
        for number, edge in enumerate(function.edges):
            identity = function.edge_id(number)
            if name in graph.recursive and not graph.recursive.isdisjoint(graph.calls.get(identity, ())):
                place = text_of_edge(program, identity)
                raise NoRelations(
                    f"relations are for programs without recursion, and {name} may call itself by {place}"
                )
            if isinstance(edge.operation, Allocate):
                place = text_of_edge(program, identity)
                raise NoRelations(f"relations are for programs that allocate no memory, and {place} does")


def characteristic(literals: Sequence[Expr], rows: Iterable[Row], others: Iterable[Row] | None = None) -> Expr:
    """An expression that is true for some rows of values and false for *others*, and else anything.

    Without *others* it is false for all that are not among the rows. It decides by one literal after the other; equal
    parts are made once, so that it is no larger than a decision diagram.
    """
    level: dict[Row, Expr | None] = dict.fromkeys(rows, TRUE)
    missing: Expr | None = FALSE
    if others is not None:
        level.update(dict.fromkeys(others, FALSE))
        missing = None  # it does not matter
    for place in reversed(range(len(literals))):
        literal, made = literals[place], dict[tuple[int, int], Expr | None]()
        shorter: dict[Row, Expr | None] = {}
        for beginning in dict.fromkeys(row[:place] for row in level):
            yes = level.get((*beginning, True), missing)
            no = level.get((*beginning, False), missing)
            key = id(yes), id(no)
            if key not in made:
                made[key] = _branch(literal, yes, no)
            shorter[beginning] = made[key]
        level = shorter
    return level.get((), missing) or FALSE


def _branch(literal: Expr, yes: Expr | None, no: Expr | None) -> Expr | None:
    """Parts are compared by identity: those of one level are the same only if they are equal."""
    if yes is None or no is None or yes is no:
        return no if yes is None else yes
    if yes is TRUE:
        return _either(literal, no)
    if no is TRUE:
        return _either(negation(literal), yes)
    if yes is FALSE:
        return _both(negation(literal), no)
    if no is FALSE:
        return _both(literal, yes)
    return Or((_both(literal, yes), _both(negation(literal), no)))


def _both(literal: Expr, rest: Expr) -> Expr:
    if rest is TRUE:
        return literal
    return And((literal, *(rest.operands if isinstance(rest, And) else (rest,))))


def _either(literal: Expr, rest: Expr) -> Expr:
    if rest is FALSE:
        return literal
    return Or((literal, *(rest.operands if isinstance(rest, Or) else (rest,))))
