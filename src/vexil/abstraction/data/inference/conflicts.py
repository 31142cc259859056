"""Why selections cannot be satisfied together, in the terms of the source, and what can be done about it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from vexil.abstraction.data.inference.classes import Classes
from vexil.abstraction.data.inference.declarations import Declarations
from vexil.abstraction.data.inference.entries import Entry, Kind, Label, System
from vexil.abstraction.data.inference.expressions import INDEX
from vexil.abstraction.data.inference.lattice import BOTTOM, Lattice
from vexil.abstraction.data.inference.printing import PaperForm, SourceForm
from vexil.core.errors import UsageError
from vexil.model.tokens.typing import CONCRETE, POINT, Slot


@dataclass(frozen=True, slots=True)
class Resolution:
    """One way out of a conflict: ``declare`` a coercion, ``keep`` one selection only, or ``change`` one."""

    kind: str
    sentence: str
    keep: Entry | None = None
    """The selection that is kept where another one is left out."""
    drop: Entry | None = None
    """The selection that is left out or changed."""
    name: str = ""
    """The abstraction to change to."""
    coercion: tuple[str, str] | None = None


class TypeConflict(UsageError):  # noqa: N818 - the word says what it is
    """Selections that no typing satisfies, with the constraints that say so and the way between them."""

    code = "conflict"

    def __init__(
        self,
        message: str,
        *,
        constraints: tuple[str, ...],
        core: tuple[str, ...],
        selections: tuple[tuple[str, str], ...],
        path: tuple[str, ...],
        resolutions: tuple[Resolution, ...],
    ) -> None:
        hint = "; or ".join(resolution.sentence for resolution in resolutions)
        super().__init__(message, hint=hint)
        self.constraints = constraints
        """The constraints that give the offending type, in the form of the paper."""
        self.core = core
        """A smallest part of them that is contradictory."""
        self.selections = selections
        """The selections that take part, as the user knows them."""
        self.path = path
        """The statements on the way from one selection to the other."""
        self.resolutions = resolutions

    def render(self) -> str:
        """The message, the selections and the way between them, and what can be done."""
        lines = [f"error: {self.message}"]
        lines += [f"  {shown} is {name} (selected)" for shown, name in self.selections]
        lines += [f"  {step}" for step in self.path]
        return "\n".join([*lines, *([f"  hint: {self.hint}"] if self.hint else [])])


class Explainer:
    """Explains conflicts of one program."""

    def __init__(self, declarations: Declarations, system: System, classes: Classes, lattice: Lattice) -> None:
        self._system = system
        self._classes = classes
        self._lattice = lattice
        self._graph = Graph(classes, lattice)
        self._paper = PaperForm(system)
        self._shown = SourceForm(declarations, system)

    def explain(self, selected: Mapping[int, str]) -> TypeConflict:
        """The conflict between selections; there should be one."""
        way = self._graph.shortest(selected, lambda entry, name: self._is_end(selected, entry, name))
        if way is None:
            return self._of_all(selected)
        needed = self._derivation(way, selected)
        used = [entry for entry in selected if entry in (way.start, way.end, *(other.start for other in needed))]
        numbers = {number for other in (way, *needed) for number in other.constraints}
        ends = (self._graph.concrete[way.end],) if self._ends_concrete(way, selected) else ()
        return TypeConflict(
            self._message(way, selected, needed),
            constraints=self._texts({entry: selected[entry] for entry in used}, {*numbers, *ends}),
            core=self._texts(
                {entry: selected[entry] for entry in selected if entry in (way.start, way.end)},
                {*way.constraints, *ends},
            ),
            selections=tuple((self._shown.entry(entry), selected[entry]) for entry in used),
            path=self._path((*way.constraints, *ends)),
            resolutions=tuple(self._resolutions(way, selected)),
        )

    def _is_end(self, selected: Mapping[int, str], entry: int, name: str) -> bool:
        bound = selected.get(entry, CONCRETE if entry in self._graph.concrete else POINT)
        return not self._lattice.below(name, bound) or (name != CONCRETE and entry in self._graph.concrete)

    def _ends_concrete(self, way: Way, selected: Mapping[int, str]) -> bool:
        """Say whether a way ends where a number is needed, and not at a selection."""
        fits = way.end not in selected or self._lattice.below(way.arriving, selected[way.end])
        return fits and way.end in self._graph.concrete

    def _derivation(self, way: Way, selected: Mapping[int, str]) -> list[Way]:
        """Ways of other selections that give the type which flows to the end: its join is what does not fit."""
        flows = [number for number in way.constraints if self._classes.constraints[number].kind is Kind.BELOW]
        if not flows:
            return []
        last = self._classes.of[self._classes.constraints[flows[-1]].left]
        values = values_up_to_bounds(self._classes, self._lattice, selected.items())
        kind = self._classes.concretes[last]
        starts = [entry for entry in selected if entry != way.start and self._classes.of[entry] != last]
        arriving = [
            self._graph.shortest({entry: selected[entry]}, lambda ways, _: self._classes.of[ways] == last)
            for entry in starts
        ]
        ways: list[Way] = []
        known = self._arriving_before(way, last, selected)
        for other in sorted((way for way in arriving if way is not None), key=lambda way: len(way.constraints)):
            joined = self._lattice.join(known, other.arriving, kind)
            if known != values[last] and joined != known:
                known = joined
                ways.append(other)
        return ways

    def _arriving_before(self, way: Way, last: int, selected: Mapping[int, str]) -> str:
        """The type with which the values of a way arrive in its last class but one."""
        before = self._graph.shortest(
            {way.start: selected[way.start]}, lambda entry, _: self._classes.of[entry] == last
        )
        return selected[way.start] if before is None else before.arriving

    def _message(self, way: Way, selected: Mapping[int, str], others: list[Way]) -> str:
        source, name = self._shown.entry(way.start), selected[way.start]
        ends = (self._graph.concrete[way.end],) if self._ends_concrete(way, selected) else ()
        places = [self._classes.constraints[number].place for number in (*way.constraints, *ends)]
        where = self._shown.place(next((place for place in reversed(places) if place is not None), None))
        where = f" at {where}" if where else ""
        if self._ends_concrete(way, selected):
            reason = self._classes.constraints[self._graph.concrete[way.end]].reason
            if not way.constraints:
                return f"{source} cannot be {name}: it has to stay a number, because {reason}{where}"
            end = self._shown.entry(way.end) if isinstance(self._system.entries[way.end], Slot) else ""
            flows = f"its value flows into {end}{where}, which" if end else f"a value that comes from it{where}"
            return f"{source} cannot be {name}: {flows} has to stay a number, because {reason}"
        target, bound = self._shown.entry(way.end), selected[way.end]
        if not others:
            same = "flows into it" if any(map(self._is_flow, way.constraints)) else "has to have the same type"
            turned = "" if way.arriving == name else f" as {way.arriving}"
            return f"{target} cannot be {bound}: {source}, which is {name}, {same}{turned}{where}"
        joined = name
        for other in others:
            joined = self._lattice.join(joined, other.arriving)
        return (
            f"{target} cannot be {bound}: a value of type {joined} flows into it{where}, "
            f"because {source} is {name} and {name} with {' and '.join(o.arriving for o in others)} gives {joined}"
        )

    def _is_flow(self, number: int) -> bool:
        return self._classes.constraints[number].kind is Kind.BELOW

    def _resolutions(self, way: Way, selected: Mapping[int, str]) -> list[Resolution]:
        entries = self._system.entries
        source, name = entries[way.start], selected[way.start]
        shown = self._shown.entry(way.start)
        if self._ends_concrete(way, selected):
            reason = self._classes.constraints[self._graph.concrete[way.end]].reason
            index = ", or give the array an index abstraction" if reason == INDEX else ""
            return [Resolution("change", f"leave {shown} concrete{index}", drop=source, name=CONCRETE)]
        target, bound = entries[way.end], selected[way.end]
        other = self._shown.entry(way.end)
        resolutions = []
        if {name, bound}.isdisjoint((CONCRETE, POINT)) and name != bound and way.arriving == name:
            sentence = f"declare the coercion {name} << {bound}"
            resolutions.append(Resolution("declare", sentence, coercion=(name, bound)))
        if way.start != way.end:
            resolutions.append(Resolution("keep", f"leave out the selection for {other}", keep=source, drop=target))
            resolutions.append(Resolution("keep", f"leave out the selection for {shown}", keep=target, drop=source))
        if bound != POINT:
            resolutions.append(Resolution("change", f"select {POINT} for {other}", drop=target, name=POINT))
        return resolutions

    def _path(self, numbers: tuple[int, ...]) -> tuple[str, ...]:
        """The statements on a way, each once in a row."""
        steps: list[str] = []
        for number in numbers:
            place = self._classes.constraints[number].place
            text = "" if place is None else self._shown.statement(place)
            step = f"{self._shown.place(place)}: {text}"
            if text and steps[-1:] != [step]:
                steps.append(step)
        return tuple(steps)

    def _texts(self, selected: Mapping[int, str], numbers: set[int]) -> tuple[str, ...]:
        texts = (self._paper.constraint(self._classes.constraints[number]) for number in sorted(numbers))
        return (*self._paper.selections(selected), *texts)

    def _of_all(self, selected: Mapping[int, str]) -> TypeConflict:
        """Joins that do not exist at some concrete type have no single way: all selections take part."""
        shown = tuple((self._shown.entry(entry), name) for entry, name in selected.items())
        texts = self._texts(selected, set())
        message = "the selections do not fit together: " + ", ".join(f"{slot} is {name}" for slot, name in shown)
        change = [
            Resolution("change", f"leave {slot} concrete", drop=self._system.entries[entry], name=CONCRETE)
            for entry, (slot, _) in zip(selected, shown, strict=True)
            if not isinstance(self._system.entries[entry], Label)
        ]
        return TypeConflict(
            message, constraints=texts, core=texts, selections=shown, path=(), resolutions=tuple(change)
        )


_State = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Way:
    """The constraints from one entry to another, and the type that arrives."""

    start: int
    end: int
    constraints: tuple[int, ...]
    arriving: str
    """The type of the values at the end."""


class Graph:
    """Constraints by the entries that types flow from."""

    def __init__(self, classes: Classes, lattice: Lattice) -> None:
        self._classes = classes
        self._lattice = lattice
        self._next: dict[int, list[tuple[int, int]]] = {}
        self.concrete: dict[int, int] = {}
        """Entries that have to be concrete, with the constraint that says so."""
        for number, constraint in enumerate(classes.constraints):
            left, right = constraint.left, constraint.right
            if constraint.kind is Kind.CONCRETE:
                self.concrete.setdefault(left, number)
            elif constraint.kind in (Kind.EQUAL, Kind.BELOW):
                self._next.setdefault(left, []).append((right, number))
                if constraint.kind is Kind.EQUAL:
                    self._next.setdefault(right, []).append((left, number))

    def shortest(self, starts: Mapping[int, str], is_end: Callable[[int, str], bool]) -> Way | None:
        """A shortest way on which a type gets from one of the entries to an end."""
        origin: dict[_State, tuple[_State, int] | None] = {}
        pending: deque[_State] = deque()
        for entry, name in starts.items():
            if name not in (BOTTOM, CONCRETE):
                origin[entry, name] = None
                pending.append((entry, name))
        while pending:
            state = pending.popleft()
            if is_end(*state):
                return self._way(state, origin)
            for other, number in self._next.get(state[0], ()):
                kinds = (self._classes.concretes[self._classes.of[entry]] for entry in (state[0], other))
                following = (other, self._lattice.carry(state[1], *kinds))
                if following not in origin:
                    origin[following] = (state, number)
                    pending.append(following)
        return None

    def _way(self, end: _State, origin: Mapping[_State, tuple[_State, int] | None]) -> Way:
        constraints: list[int] = []
        state = end
        while (step := origin[state]) is not None:
            state = step[0]
            constraints.append(step[1])
        return Way(state[0], end[0], tuple(reversed(constraints)), end[1])


def values_up_to_bounds(classes: Classes, lattice: Lattice, given: Iterable[tuple[int, str]]) -> list[str]:
    """The types of classes when those that were given are kept although more arrives at them."""
    fixed: dict[int, str] = {}
    for entry, name in given:
        fixed.setdefault(classes.of[entry], name)
    values = [BOTTOM] * len(classes.members)
    for number, name in fixed.items():
        values[number] = name
    pending = deque(fixed)
    while pending:
        number = pending.popleft()
        for other in classes.after[number]:
            if other not in fixed and other not in classes.pinned:
                kind = classes.concretes[other]
                arriving = lattice.carry(values[number], classes.concretes[number], kind)
                joined = lattice.join(values[other], arriving, kind)
                if joined != values[other]:
                    values[other] = joined
                    pending.append(other)
    return values
