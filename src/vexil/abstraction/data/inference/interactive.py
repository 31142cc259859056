"""Inference as a conversation: selections come one by one, and each says what it changes."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.abstraction.data.inference.classes import classes_of
from vexil.abstraction.data.inference.conflicts import Explainer, TypeConflict
from vexil.abstraction.data.inference.declarations import Declarations
from vexil.abstraction.data.inference.entries import Entry, IndexOf, Label, System
from vexil.abstraction.data.inference.generation import generate
from vexil.abstraction.data.inference.lattice import BOTTOM, Lattice
from vexil.abstraction.data.inference.names import concrete_of
from vexil.abstraction.data.inference.printing import PaperForm, SourceForm
from vexil.abstraction.data.inference.solving import Contradiction, Loss, Solution, losses_of, typing_of
from vexil.core.errors import UsageError
from vexil.core.graphs import reachable
from vexil.core.wording import did_you_mean
from vexil.ir.program import Program
from vexil.ir.types import I32
from vexil.model.tokens.typing import CONCRETE, AbstractTyping, Slot

Changes = Mapping[Entry, tuple[str, str]]
"""Entries whose types have changed, with the types before and after."""


class Inference:
    """The abstraction of every part of a program, for selections that may be added and taken back."""

    def __init__(
        self,
        program: Program,
        lattice: Lattice,
        default: str = CONCRETE,
        indices: Mapping[Slot, str] | None = None,
        *,
        infer_indices: bool = False,
    ) -> None:
        """Generate the constraints of a program.

        *default* is the type of what is independent of all selections, *indices* are abstractions of the indices of
        arrays, by the slots that hold these; with *infer_indices* every index takes the type of what flows there.
        Otherwise indices are concrete. Raises `UsageError` for names that mean nothing, and `TypeConflict`.
        """
        self.declarations = Declarations(program)
        self.lattice = lattice
        self.system: System = generate(program, self.declarations)
        self.selections: dict[Entry, str] = {}
        self._classes = classes_of(self.system, None if infer_indices else [*(indices or {})])
        self._solution = Solution(self._classes, lattice, lattice.known(default))
        self._explainer: Explainer | None = None
        self._paper = PaperForm(self.system)
        self._shown = SourceForm(self.declarations, self.system)
        self.indices = dict(indices or {})
        for slot, name in self.indices.items():
            if IndexOf(slot) not in self.system.numbers:
                raise UsageError(f"{self._shown.slot(slot)} is no array", hint="name a variable that holds an array")
            if not lattice.supports(lattice.known(name), I32):
                raise UsageError(f"{name} is no abstraction of i32, which indices are", hint="choose another one")
            self._add(IndexOf(slot), name)

    # --- selections ---------------------------------------------------------------------------------------

    def select(self, slot: Slot, name: str) -> Changes:
        """Select an abstraction for a slot; what changes. Raises `TypeConflict`, and then nothing has changed."""
        kind = concrete_of(self.declarations, slot)
        if not self.lattice.supports(self.lattice.known(name), kind):
            raise UsageError(
                f"{name} is no abstraction of {kind}, which {self._shown.slot(slot)} is",
                hint=did_you_mean(
                    name, {*self.lattice.names, "Signs", "EvenOdd", "Point"} - {name}, "choose another one"
                ),
            )
        if self.selections.get(slot, name) != name:
            return self.change(slot, name)
        return self._add(slot, name)

    def select_all(self, selections: Mapping[Slot, str]) -> None:
        """Select abstractions for several slots, or for none of them if there is a `TypeConflict`."""
        before = dict(self.selections)
        for slot, name in selections.items():
            try:
                self.select(slot, name)
            except TypeConflict:
                wanted = {**self._selected(), **{self._number(slot): name for slot, name in selections.items()}}
                for changed in [entry for entry, kind in self.selections.items() if before.get(entry) != kind]:
                    self.withdraw(changed)
                for entry, kind in before.items():
                    if entry not in self.selections:
                        self._add(entry, kind)
                raise self._conflict(wanted) from None

    def withdraw(self, entry: Entry) -> Changes:
        """Take back a selection; what changes."""
        del self.selections[entry]
        number = self._class(entry)
        if any(self._class(other) == number for other in self.selections):
            return {}
        return self._report(self._solution.withdraw(number))

    def change(self, slot: Slot, name: str) -> Changes:
        """Replace a selection by another one; what changes. A conflict leaves everything as it was."""
        old = self.selections[slot]
        before = self.withdraw(slot)
        try:
            after = self.select(slot, name)
        except UsageError:
            self._add(slot, old)
            raise
        both = {entry: (before.get(entry, change)[0], change[1]) for entry, change in after.items()}
        both = {**before, **both}
        return {entry: change for entry, change in both.items() if change[0] != change[1]}

    def request(self, entry: Entry, name: str) -> Changes:
        """Ask for a type of an occurrence that would get the numbers themselves because its values flow on.

        The type has to be below everything that the values flow to; raises `UsageError` otherwise.
        """
        self.lattice.known(name)
        if self.value(entry) != BOTTOM or not self._flows_to_known(entry):
            raise UsageError(
                f"the type of {self._shown.entry(self._number(entry))} follows from the selections",
                hint="ask for a type of something whose values flow into what is selected",
            )
        limit = self.limit(entry)
        kind = self._classes.concretes[self._class(entry)]
        if not self.lattice.below(name, limit) or not self.lattice.supports(name, kind):
            shown = self._shown.entry(self._number(entry))
            possible = (candidate for candidate in self.lattice.names if self.lattice.below(candidate, limit))
            raise UsageError(
                f"{shown} cannot be {name}: its values flow to where {limit} is needed",
                hint=f"possible: {', '.join(possible)}",
            )
        return self._add(entry, name)

    def limit(self, entry: Entry) -> str:
        """The greatest type that an entry can have: the meet of all that its values flow to."""
        known = [self.value(other) for other in self.reached(entry)]
        pinned = [CONCRETE for other in self.reached(entry) if self._class(other) in self._classes.pinned]
        return self.lattice.meet([*(bound for bound in known if bound != BOTTOM), *pinned])

    # --- results ------------------------------------------------------------------------------------------

    def value(self, entry: Entry) -> str:
        """The type of an entry in the least solution, where `BOTTOM` says that nothing is known."""
        return self._solution.values[self._class(entry)]

    def type(self, entry: Entry) -> str:
        """The type of an entry."""
        return self._solution.final(self._class(entry))

    def reached(self, entry: Entry) -> tuple[Entry, ...]:
        """The entries that values of an entry flow to, itself included, in the order of the program."""
        classes = self._classes
        visited = reachable([self._class(entry)], classes.after.__getitem__)
        members = {member for number in visited for member in classes.members[number]}
        return tuple(self.system.entries[member] for member in sorted(members))

    def label(self, number: int) -> Label:
        """The occurrence with a number as in the paper: operands before operators, in the order of the source."""
        entry = self.system.entries[self.system.numbered[number - 1]]
        assert isinstance(entry, Label)
        return entry

    def constraints(self) -> tuple[str, ...]:
        """The constraints of the program in the form of the paper."""
        return tuple(map(self._paper.constraint, self.system.constraints))

    def selected_constraints(self) -> tuple[str, ...]:
        """The constraints of the selections in the form of the paper."""
        slots = sorted(self.system.users)
        return tuple(self._paper.selections(self._selected(), slots))

    def losses(self) -> tuple[Loss, ...]:
        """Where values of unrelated abstractions meet, in the order of the program."""
        return losses_of(self.system, self._classes, self._solution, self.lattice, self._shown)

    def typing(self) -> AbstractTyping:
        """The abstraction of every slot and occurrence in the user's part of the program."""
        return typing_of(self.system, self._classes, self._solution, self.declarations.users_functions)

    # --- inside -------------------------------------------------------------------------------------------

    def _add(self, entry: Entry, name: str) -> Changes:
        number = self._class(entry)
        try:
            changed = self._solution.give(number, name)
        except Contradiction:
            raise self._conflict({**self._selected(), self._number(entry): name}) from None
        self.selections[entry] = name
        return self._report(changed)

    def _conflict(self, selected: Mapping[int, str]) -> TypeConflict:
        if self._explainer is None:
            self._explainer = Explainer(self.declarations, self.system, self._classes, self.lattice)
        return self._explainer.explain(dict(sorted(selected.items())))

    def _selected(self) -> dict[int, str]:
        return {self._number(entry): name for entry, name in self.selections.items()}

    def _number(self, entry: Entry) -> int:
        number = self.system.numbers.get(entry)
        if number is None:
            raise UsageError(f"the program has nothing like {entry}", hint="name a variable, a field or a result")
        return number

    def _class(self, entry: Entry) -> int:
        return self._classes.of[self._number(entry)]

    def _flows_to_known(self, entry: Entry) -> bool:
        return any(
            self.value(other) != BOTTOM or self._class(other) in self._classes.pinned for other in self.reached(entry)
        )

    def _report(self, changed: Mapping[int, str]) -> Changes:
        return {
            self.system.entries[member]: (before, self._solution.final(number))
            for number, before in changed.items()
            for member in self._classes.members[number]
        }
