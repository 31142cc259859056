"""The transition relation of a loop-free region: what holds between the states at its entry and at its exits.

`vexil.logic.regions` makes relations. Everything the environment decides is an explicit input: for some values of the
inputs a state *may* be reached, for all values it *must*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from vexil.logic.inputs import Input
from vexil.logic.quantified import Quantified, Quantifier, quantified
from vexil.logic.space import Space, State
from vexil.logic.terms import Term
from vexil.logic.transformers import substituted


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out of a region: it is taken when ``guard`` holds, and then the state is ``state``.

    Both are over the variables at the entry and the inputs.
    """

    location: int
    guard: Term
    state: State


@dataclass(frozen=True, slots=True)
class Event:
    """Something that ends a run inside a region: an undefined operation, a check that fails, or a restriction."""

    edge: str
    kind: str
    message: str
    condition: Term


@dataclass(frozen=True, slots=True)
class Relation:
    """What a region does; ``exits`` by location, in order."""

    space: Space
    entry: int
    exits: Mapping[int, Exit]
    inputs: tuple[Input, ...]
    undefined: tuple[Event, ...]
    violations: tuple[Event, ...]
    restrictions: tuple[Event, ...]

    @property
    def changed(self) -> tuple[str, ...]:
        """The variables of the state that some way through may change, sorted."""
        found = set()
        for way in self.exits.values():
            for name, value in way.state.items():
                if value is not self.space.symbol(self.space.variables[name]):
                    found.add(name)
        return tuple(sorted(found))

    @property
    def unchanged(self) -> tuple[str, ...]:
        """The other variables of the state that are known so far, sorted."""
        return tuple(sorted(set(self.space.variables) - set(self.changed)))

    def formula(self, location: int) -> Term:
        """The relation between variables v at the entry and v′ (``v'``) at an exit, with the inputs free."""
        return self.between(location, self.changed, "", "'", "")

    def copy(self, location: int, number: int) -> Term:
        """The relation between copy *number* of the variables (``v@0``, ``v@1``, …) and the next one.

        All known variables are related: what the region does not change is equal. Inputs are copied too.
        """
        return self.between(location, tuple(sorted(self.space.variables)), f"@{number}", f"@{number + 1}", f"@{number}")

    def between(self, location: int, names: Iterable[str], before: str, after: str, decided: str) -> Term:
        """The relation with *before*, *after* and *decided* put behind the names of variables and inputs."""
        terms, space = self.space.terms, self.space
        way = self.exits[location]
        parts = [way.guard]
        for name in names:
            variable = space.variables[name]
            parts.append(terms.eq(terms.symbol(name + after, variable.sort), way.state.read(variable)))
        renamed = {
            space.symbol(variable): terms.symbol(name + before, variable.sort)
            for name, variable in space.variables.items()
            if before
        }
        if decided:
            renamed |= {
                item.symbol: terms.symbol(f"{item.symbol.payload}{decided}", item.symbol.sort) for item in self.inputs
            }
        return terms.substitute(terms.conjunction(parts), renamed) if renamed else terms.conjunction(parts)

    def may_reach(self, after: Mapping[int, Term]) -> Quantified:
        """Where some inputs lead to an exit whose condition in *after* holds there (pre: some input)."""
        own = self.apart(after.values())
        reached = (
            self.space.terms.and_(own.exits[location].guard, own._at(location, condition))
            for location, condition in after.items()
            if location in self.exits
        )
        return quantified(Quantifier.FOR_SOME, self.space.terms.disjunction(reached), own.inputs)

    def weakest(self, after: Mapping[int, Term]) -> Quantified:
        """Where no inputs lead to an exit whose condition in *after* fails, nor to a violation (wp: every input).

        An exit without a condition may be reached with anything; a location that is no exit is never reached.
        """
        terms = self.space.terms
        own = self.apart(after.values())
        kept = [
            terms.implies(own.exits[location].guard, own._at(location, condition))
            for location, condition in after.items()
            if location in self.exits
        ]
        safe = (terms.not_(event.condition) for event in own.violations)
        return quantified(Quantifier.FOR_ALL, terms.conjunction((*kept, *safe)), own.inputs)

    def apart(self, conditions: Iterable[Term]) -> Relation:
        """The same relation with inputs that do not occur in conditions: theirs are of another turn of the region."""
        terms = self.space.terms
        used = 0
        for condition in conditions:
            used |= condition.symbols
        suffix = ""
        renamed = {item.symbol: item.symbol for item in self.inputs}
        while any(symbol.symbols & used for symbol in renamed.values()):
            suffix += "+"
            renamed = {symbol: terms.symbol(f"{symbol.payload}{suffix}", symbol.sort) for symbol in renamed}
        return self._moved(lambda term: terms.substitute(term, renamed)) if suffix else self

    def _moved(self, change: Callable[[Term], Term]) -> Relation:
        """The relation with all its terms changed."""
        exits = {
            number: Exit(
                number,
                change(way.guard),
                State(self.space, {name: change(value) for name, value in way.state.items()}),
            )
            for number, way in self.exits.items()
        }
        events = [
            tuple(Event(event.edge, event.kind, event.message, change(event.condition)) for event in found)
            for found in (self.undefined, self.violations, self.restrictions)
        ]
        inputs = tuple(item.mapped(change) for item in self.inputs)
        return Relation(self.space, self.entry, exits, inputs, events[0], events[1], events[2])

    def _at(self, location: int, condition: Term) -> Term:
        return substituted(self.space, condition, self.exits[location].state)


def composed(first: Relation, location: int, second: Relation) -> Relation:
    """Two regions one after the other: from the entry of the first through *location* to the exits of the second.

    Inputs that both have are renamed in the second. What ends a run in the first is kept.
    """
    space = first.space
    terms = space.terms
    way = first.exits[location]
    replaced = {space.symbol(space.variables[name]): value for name, value in way.state.items()}
    later = second.apart(item.symbol for item in first.inputs)._moved(lambda term: terms.substitute(term, replaced))

    def events(before: tuple[Event, ...], behind: tuple[Event, ...]) -> tuple[Event, ...]:
        reached = (replace(event, condition=terms.and_(way.guard, event.condition)) for event in behind)
        return (*before, *reached)

    return Relation(
        space,
        first.entry,
        {
            number: Exit(number, terms.and_(way.guard, other.guard), way.state.written(other.state))
            for number, other in later.exits.items()
        },
        (*first.inputs, *later.inputs),
        events(first.undefined, later.undefined),
        events(first.violations, later.violations),
        events(first.restrictions, later.restrictions),
    )
