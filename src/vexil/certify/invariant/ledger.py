"""What has to hold: requirements, recorded where they are to be proved and taken for granted elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.certify.invariant.blocks import ADDRESS, UNSUPPORTED
from vexil.certify.invariant.problems import Ended, GaveUp
from vexil.certify.invariant.solver import Solver
from vexil.certify.invariant.state import Guard, State
from vexil.certify.invariant.terms import Term, Terms, Truth

CHECK = "check: "
"""How the kind of a requirement begins that is a check of the program or a fact of the evidence."""
UNSEEN = UNSUPPORTED + "memory is looked at that the contract of a function does not know,"
BATCH = 2000


@dataclass(frozen=True, slots=True)
class Obligation:
    """A requirement: the condition of a run that breaks it, its kind, where it is, and whether such a run is real."""

    broken: Truth
    kind: str
    edge: str
    exact: bool


@dataclass(frozen=True, slots=True)
class Broken:
    """A requirement that some run breaks; it may be a run that only forgetting makes possible."""

    obligation: Obligation

    @property
    def reason(self) -> str:
        """The broken requirement in words."""
        kind, edge = self.obligation.kind, self.obligation.edge
        if kind.startswith(CHECK):
            what = f"{kind.removeprefix(CHECK)} at {edge}"
            return f"{what} fails" if self.obligation.exact else f"{what} does not follow"
        if kind == ADDRESS:
            return f"the address of an object is looked at by {edge}"
        if kind.startswith(UNSUPPORTED):
            return f"{kind.removeprefix(UNSUPPORTED)} at {edge}"
        return f"undefined operation: {kind} at {edge}"

    @property
    def contradicts(self) -> bool:
        """Whether the evidence is wrong, and not only beyond this checker."""
        return self.obligation.kind.startswith(CHECK) and self.obligation.exact


class Ledger:
    """Collects requirements and asks the solver for runs that break one."""

    def __init__(self, terms: Terms, solver: Solver) -> None:
        self.terms = terms
        self.solver = solver
        self.proving = True
        self.edge = ""
        self.count = 0
        self.required = 0  # how often something was required that is not plainly true
        self._open: list[Obligation] = []
        self._recorded: set[Truth] = set()
        self._feasible: dict[Term, bool] = {}

    def require(self, state: State, condition: Truth, kind: str) -> None:
        """Note that a condition must hold here.

        Where it is proved nothing needs to be assumed: it follows from the guard. Else the path goes on where it holds.
        What only this checker requires is always proved. It is no property of runs but of how states show them, so it
        may have held for a run in an earlier state and fail in the one that stands for it.
        """
        if condition is True:
            return
        self.required += 1
        if state.guard.knows(condition):
            return
        if not self.proving and not kind.startswith(UNSUPPORTED):
            self.assume(state, condition)
            return
        broken = self.terms.both(state.guard.all, self.terms.no(condition))
        if broken is not False and broken not in self._recorded:
            self.count += 1
            self._recorded.add(broken)
            self._open.append(Obligation(broken, kind, self.edge, state.exact))
        if condition is False:
            raise Ended

    def assume(self, state: State, condition: Truth) -> None:
        """Follow only the runs for which a condition holds."""
        if condition is not True:  # also when it is known: joining needs to see what tells ways apart
            state.guard = Guard(self.terms, state.guard, condition)
        if state.guard.all is False:
            raise Ended

    def feasible(self, state: State, when: Truth = True) -> bool:
        """Whether there may be a run that comes here; one that broke a requirement before may count or not."""
        condition = self.terms.both(state.guard.all, when)
        if isinstance(condition, bool):
            return condition
        cached = self._feasible.get(condition)
        if cached is None:
            model = self.solver.model(condition)
            if model is not None:
                model.free()
            cached = self._feasible[condition] = model is not None
        return cached

    def settle(self) -> Broken | None:
        """Prove everything that is open, or find a requirement that a run breaks, if possible a real one."""
        obligations, self._open = self._open, []
        exact = [obligation for obligation in obligations if obligation.exact]
        others = [obligation for obligation in obligations if not obligation.exact]
        for batch in (*_batches(exact), *_batches(others)):
            violated = self._violated(batch)
            if violated is not None:
                return Broken(violated)
        return None

    def _violated(self, obligations: list[Obligation]) -> Obligation | None:
        """One of some requirements that a run breaks; with products, by halves where z3 gives up."""
        broken = self.terms.any([obligation.broken for obligation in obligations])
        if not self.terms.multiplies or len(obligations) == 1:
            model = self.solver.model(broken)
        else:
            try:
                model = self.solver.soon(broken)
            except GaveUp:
                middle = len(obligations) // 2
                return self._violated(obligations[:middle]) or self._violated(obligations[middle:])
        if model is None:
            return None
        violated = next(violated for violated in obligations if model.holds(violated.broken))
        model.free()
        return violated


def _batches(obligations: list[Obligation]) -> list[list[Obligation]]:
    return [obligations[start : start + BATCH] for start in range(0, len(obligations), BATCH)]


@dataclass(frozen=True, slots=True)
class Where:
    """Where an expression is evaluated: in a state, under a condition that selects it."""

    ledger: Ledger
    state: State
    when: Truth = True

    def require(self, condition: Truth, kind: str) -> None:
        """Note that a condition must hold here."""
        self.ledger.require(self.state, self.ledger.terms.implies(self.when, condition), kind)

    def under(self, condition: Truth) -> Where:
        """The same place, under a further condition."""
        if condition is True:
            return self
        return Where(self.ledger, self.state, self.ledger.terms.both(self.when, condition))

    def seen(self, number: int) -> None:
        """Require that everything is known about the object of a pointer."""
        if not self.state.shows(number):
            self.require(False, UNSEEN)

    @property
    def possible(self) -> bool:
        """Whether some run evaluates it."""
        return self.ledger.feasible(self.state, self.when)
