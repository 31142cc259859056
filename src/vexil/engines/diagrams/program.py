"""The variables, expressions and edges of one predicate program as decision diagrams."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import partial

from vexil.core.dag import bottom_up
from vexil.engines.diagrams.manager import Diagram, Manager
from vexil.engines.diagrams.steps import Pair, Step
from vexil.model.boolean_program import PredicateProgram, Update
from vexil.model.boolean_program.expressions import (
    And,
    Choose,
    Constant,
    Expr,
    Next,
    Not,
    Or,
    Same,
    Unknown,
    Var,
    operands,
)

CURRENT, NEXT, ENTRY = "", "'", "^"
"""What is put behind a variable's name for its current value, the next one, and the one at the procedure's entry."""


PairMemo = dict[Hashable, tuple[Expr, Pair]]
"""What is known of parts of expressions."""


class Diagrams:
    """Names of globals are plain (``g``), those of a procedure's own variables are ``f.x``.

    A name that would be that of another variable or of one of its copies gets marks behind it. Copies of a variable
    start next to each other in the order; ``remembered`` are those that have one for the value at entry, each with the
    procedure it belongs to (nothing for globals).
    """

    def __init__(
        self,
        program: PredicateProgram,
        manager: Manager | None = None,
        remembered: frozenset[tuple[str | None, str]] = frozenset(),
    ) -> None:
        self.program = program
        self.manager = Manager() if manager is None else manager
        self._used_names: set[str] = set()
        self._names: dict[tuple[str | None, str], str] = {}
        owned: list[tuple[str | None, str]] = [(None, variable.name) for variable in program.globals]
        for procedure in program.procedures.values():
            owned += [(procedure.name, name) for name in procedure.own]
        for owner, name in owned:
            copies = (CURRENT, NEXT, ENTRY) if (owner, name) in remembered else (CURRENT, NEXT)
            self._names[owner, name] = self.fresh(name if owner is None else f"{owner}.{name}", copies)
        self._visible: dict[str, tuple[str, ...]] = {}
        self._invariants: dict[str, Diagram] = {}
        self._steps: dict[tuple[str, int], Step] = {}

    def fresh(self, name: str, copies: tuple[str, ...] = (CURRENT,)) -> str:
        """Declare a variable with its copies, under this name or a similar one that nothing else has."""
        while not self._used_names.isdisjoint(name + copy for copy in (CURRENT, NEXT, ENTRY)):
            name += "~"
        self._used_names.update(name + copy for copy in (CURRENT, NEXT, ENTRY))
        last: str | None = None
        for copy in copies:
            self.manager.declare(name + copy, behind=last)
            last = name + copy
        return name

    def global_name(self, variable: str) -> str:
        """The diagram's name of a global variable, also where a procedure has its own of this name."""
        return self._names[None, variable]

    def name(self, procedure: str, variable: str) -> str:
        """The diagram's name of a variable that a procedure sees."""
        own = variable in self.program.procedures[procedure].own
        return self._names[procedure if own else None, variable]

    def names(self, procedure: str) -> tuple[str, ...]:
        """The diagrams' names of everything a procedure sees, in the order of declaration."""
        cached = self._visible.get(procedure)
        if cached is None:
            cached = tuple(self.name(procedure, variable.name) for variable in self.program.variables(procedure))
            self._visible[procedure] = cached
        return cached

    def var(self, procedure: str, variable: str, copy: str = CURRENT) -> Diagram:
        """A variable as a function."""
        return self.manager.declare(self.name(procedure, variable) + copy)

    # --- expressions -------------------------------------------------------------------------------------

    def pair(self, procedure: str, expression: Expr, done: PairMemo | None = None) -> Pair:
        """Where an expression is certainly true, and where it is certainly false; *done* remembers beyond one call."""
        return bottom_up(expression, partial(self._pair, procedure), operands, done=done)

    def _pair(self, procedure: str, part: Expr, inner: tuple[Pair, ...]) -> Pair:
        manager = self.manager
        match part:
            case Constant(value):
                return Pair(manager.true, manager.false) if value else Pair(manager.false, manager.true)
            case Unknown():
                return Pair(manager.false, manager.false)
            case Var(name) | Next(name):
                variable = self.var(procedure, name, NEXT if isinstance(part, Next) else CURRENT)
                return Pair(variable, ~variable)
            case Not():
                return inner[0].negated()
            case And():
                return _all(manager, inner)
            case Or():
                return _all(manager, (pair.negated() for pair in inner)).negated()
            case Same():
                one, other = inner
                return Pair(one.yes & other.yes | one.no & other.no, one.yes & other.no | one.no & other.yes)
            case Choose():
                return Pair(inner[0].yes, inner[1].yes)

    def definite(self, procedure: str, expression: Expr, done: PairMemo | None = None) -> Diagram:
        """An expression in which nothing is unknown."""
        return self.pair(procedure, expression, done).yes

    def invariant(self, procedure: str) -> Diagram:
        """The consistent valuations of what a procedure sees."""
        cached = self._invariants.get(procedure)
        if cached is None:
            cached = self.definite(procedure, self.program.procedures[procedure].invariant)
            self._invariants[procedure] = cached
        return cached

    # --- edges -------------------------------------------------------------------------------------------

    def update(self, procedure: str, edge: int) -> Step:
        """The step of an edge that carries an update."""
        step = self._steps.get((procedure, edge))
        if step is None:
            operation = self.program.procedures[procedure].edges[edge].operation
            assert isinstance(operation, Update)
            step = self._steps[procedure, edge] = self.step_of(procedure, operation)
        return step

    def step_of(self, procedure: str, operation: Update, kept: Diagram | None = None) -> Step:
        """The step of an update; ``kept`` is what holds of every successor, by default the invariant."""
        names = {self.name(procedure, target): target for target in (*operation.targets, *operation.chosen)}
        values = {
            self.name(procedure, target): self.pair(procedure, value)
            for target, value in zip(operation.targets, operation.values, strict=True)
        }
        constraint = self.unprimed(procedure, self.definite(procedure, operation.constraint), names.values())
        # what the procedure does not change stays consistent by itself
        if kept is None:
            kept = self.invariant(procedure)
            if not names or not self.manager.support(kept) & set(names):
                kept = self.manager.true
        return Step(
            self.manager,
            values,
            {name: name + NEXT for name in names},
            chosen=[self.name(procedure, target) for target in operation.chosen],
            possible=self.definite(procedure, operation.possible) if operation.chosen else None,
            definite=self.definite(procedure, operation.definite) if operation.chosen else None,
            constraint=constraint,
            kept=kept,
        )

    def unprimed(self, procedure: str, function: Diagram, changed: Iterable[str]) -> Diagram:
        """A constraint on a step, with the next values of unchanged variables being their current ones."""
        used = self.manager.support(function)
        if not used:
            return function
        written = {self.name(procedure, target) for target in changed}
        unchanged = [name for name in self.names(procedure) if name + NEXT in used and name not in written]
        return self.manager.replaced(function, {name + NEXT: self.manager.declare(name) for name in unchanged})


def _all(manager: Manager, pairs: Iterable[Pair]) -> Pair:
    yes, no = manager.true, manager.false
    for pair in pairs:
        yes, no = yes & pair.yes, no | pair.no
    return Pair(yes, no)
