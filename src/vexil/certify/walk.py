"""Steps of the reference machine, looked at for a proof: where they lead, and what is left out on the way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from vexil.ir.interpreter import Cut, Machine, Snapshot, Undefined
from vexil.model.certificate import Checked
from vexil.model.evidence import Evidence


class OpenChoiceError(Exception):
    """Something is chosen among infinitely many values, so that not all of them can be looked at."""


class Walk:
    """Looks at initial states and steps one by one; notes edges, what is left out, and where addresses show.

    ``restricted`` says that a restriction of the user cut a run.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.edges: set[str] = set()
        self.losses: set[str] = set()
        self.addresses: set[str] = set()
        self.restricted = False

    def first(self) -> list[Snapshot]:
        """The initial states."""
        machine, states = self.machine, []
        offered = machine.initial_choices()
        for _, choices in offered:
            if choices.values is None:
                raise OpenChoiceError("an initial value is open over infinitely many values")
            self.losses.update(choices.clipped)
        for decisions in product(*(choices.values or () for _, choices in offered)):
            machine.reset(decisions)
            if machine.observed_address:
                self.addresses.add("an initial value")
            if not self._is_lost():
                states.append(machine.snapshot())
        return states

    def followers(self, state: Snapshot) -> list[Snapshot]:
        """Every state one step away from one."""
        machine, states = self.machine, []
        machine.restore(state)
        for thread in machine.enabled():
            machine.restore(state)
            offered = machine.choices(thread)
            decisions: Sequence[int | None] = [None]
            if offered is not None:
                if offered.values is None:
                    raise OpenChoiceError("a step chooses among infinitely many values")
                self.losses.update(offered.clipped)
                decisions = offered.values
            for decision in decisions:
                machine.restore(state)
                machine.observed_address = False
                machine.step(thread, decision)
                self.edges.add(machine.edge_id())
                if machine.observed_address:
                    self.addresses.add(machine.edge_id())
                if not self._is_lost():
                    states.append(machine.snapshot())
        return states

    def certificate(self, evidence: Evidence, finding: str, *, refutes: bool | None = None) -> Checked:
        """What was confirmed by looking at all of the states."""
        addresses, losses = tuple(sorted(self.addresses)), tuple(sorted(self.losses))
        return Checked(evidence, finding, frozenset(self.edges), None, addresses, losses, refutes=refutes)

    def _is_lost(self) -> bool:
        """Say whether the current state belongs to no run; note it unless a restriction of the user says so."""
        match self.machine.ending:
            case Cut(reason, by_bound):
                if by_bound:
                    self.losses.add(reason)
                else:
                    self.restricted = True
                return True
            case Undefined(kind):
                self.losses.add(kind)
                return True
            case _:
                return False
