"""What a step or an expression needs in order to be defined, as conditions that formulas are made of."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.certify.invariant.blocks import ADDRESS, UNSUPPORTED
from vexil.certify.invariant.ledger import Ledger
from vexil.certify.invariant.problems import Ended
from vexil.certify.invariant.solver import Solver
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import Terms, Truth


@dataclass(frozen=True, slots=True)
class Need:
    """A condition without which an operation has no meaning that this checker knows."""

    condition: Truth
    kind: str
    edge: str

    @property
    def reason(self) -> str:
        """What is wrong when the condition does not hold."""
        if self.kind == ADDRESS:
            return f"the address of an object may be looked at by {self.edge}"
        if self.kind.startswith(UNSUPPORTED):
            return f"{self.kind.removeprefix(UNSUPPORTED)} at {self.edge}"
        return f"an operation may be undefined: {self.kind} at {self.edge}"


class RequirementCollector(Ledger):
    """Notes what is required, for others to prove."""

    def __init__(self, terms: Terms, solver: Solver) -> None:
        super().__init__(terms, solver)
        self._needs: list[Need] = []

    def require(self, state: State, condition: Truth, kind: str) -> None:
        """Note that a condition must hold here."""
        if condition is True:
            return
        self.required += 1
        if not state.guard.knows(condition):
            needed = self.terms.implies(state.guard.all, condition)
            if needed is not True:
                self._needs.append(Need(needed, kind, self.edge))
        if condition is False:
            raise Ended

    def collected(self) -> tuple[Need, ...]:
        """What was noted since the last time."""
        needs, self._needs = tuple(self._needs), []
        return needs
