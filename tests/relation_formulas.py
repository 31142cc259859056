"""What relations of regions say as formulas: between entry and exits, of copies, compositions, and of preconditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from predicate_transformers import substituted
from quantified import Quantified, Quantifier, quantified
from vexil.logic.regions import Event, Exit, Relation
from vexil.logic.space import State
from vexil.logic.terms import Term


def changed(found: Relation) -> tuple[str, ...]:
    """The variables of the state that some way through may change, sorted."""
    names = set()
    for way in found.exits.values():
        for name, value in way.state.items():
            if value is not found.space.symbol(found.space.variables[name]):
                names.add(name)
    return tuple(sorted(names))


def unchanged(found: Relation) -> tuple[str, ...]:
    """The other variables of the state that are known so far, sorted."""
    return tuple(sorted(set(found.space.variables) - set(changed(found))))


def formula(found: Relation, location: int) -> Term:
    """The relation between variables v at the entry and v′ (``v'``) at an exit, with the inputs free."""
    return between(found, location, changed(found), "", "'", "")


def copy(found: Relation, location: int, number: int) -> Term:
    """The relation between copy *number* of the variables (``v@0``, ``v@1``, …) and the next one.

    All known variables are related: what the region does not change is equal. Inputs are copied too.
    """
    return between(found, location, tuple(sorted(found.space.variables)), f"@{number}", f"@{number + 1}", f"@{number}")


def between(found: Relation, location: int, names: Iterable[str], before: str, after: str, decided: str) -> Term:
    """The relation with *before*, *after* and *decided* put behind the names of variables and inputs."""
    terms, space = found.space.terms, found.space
    way = found.exits[location]
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
            item.symbol: terms.symbol(f"{item.symbol.payload}{decided}", item.symbol.sort) for item in found.inputs
        }
    return terms.substitute(terms.conjunction(parts), renamed) if renamed else terms.conjunction(parts)


def may_reach(found: Relation, after: Mapping[int, Term]) -> Quantified:
    """Where some inputs lead to an exit whose condition in *after* holds there (pre: some input)."""
    own = apart(found, after.values())
    reached = (
        found.space.terms.and_(own.exits[location].guard, _at(own, location, condition))
        for location, condition in after.items()
        if location in found.exits
    )
    return quantified(Quantifier.FOR_SOME, found.space.terms.disjunction(reached), own.inputs)


def weakest(found: Relation, after: Mapping[int, Term]) -> Quantified:
    """Where no inputs lead to an exit whose condition in *after* fails, nor to a violation (wp: every input).

    An exit without a condition may be reached with anything; a location that is no exit is never reached.
    """
    terms = found.space.terms
    own = apart(found, after.values())
    kept = [
        terms.implies(own.exits[location].guard, _at(own, location, condition))
        for location, condition in after.items()
        if location in found.exits
    ]
    safe = (terms.not_(event.condition) for event in own.violations)
    return quantified(Quantifier.FOR_ALL, terms.conjunction((*kept, *safe)), own.inputs)


def apart(found: Relation, conditions: Iterable[Term]) -> Relation:
    """The same relation with inputs that do not occur in conditions: theirs are of another turn of the region."""
    terms = found.space.terms
    used = 0
    for condition in conditions:
        used |= condition.symbols
    suffix = ""
    renamed = {item.symbol: item.symbol for item in found.inputs}
    while any(symbol.symbols & used for symbol in renamed.values()):
        suffix += "+"
        renamed = {symbol: terms.symbol(f"{symbol.payload}{suffix}", symbol.sort) for symbol in renamed}
    return _moved(found, lambda term: terms.substitute(term, renamed)) if suffix else found


def _moved(found: Relation, change: Callable[[Term], Term]) -> Relation:
    """The relation with all its terms changed."""
    exits = {
        number: Exit(
            number,
            change(way.guard),
            State(found.space, {name: change(value) for name, value in way.state.items()}),
        )
        for number, way in found.exits.items()
    }
    events = [
        tuple(Event(event.edge, event.kind, event.message, change(event.condition)) for event in kind)
        for kind in (found.undefined, found.violations, found.restrictions)
    ]
    inputs = tuple(item.mapped(change) for item in found.inputs)
    return Relation(found.space, found.entry, exits, inputs, events[0], events[1], events[2])


def _at(found: Relation, location: int, condition: Term) -> Term:
    return substituted(found.space, condition, found.exits[location].state)


def composed(first: Relation, location: int, second: Relation) -> Relation:
    """Two regions one after the other: from the entry of the first through *location* to the exits of the second.

    Inputs that both have are renamed in the second. What ends a run in the first is kept.
    """
    space = first.space
    terms = space.terms
    way = first.exits[location]
    replaced = {space.symbol(space.variables[name]): value for name, value in way.state.items()}
    later = _moved(apart(second, (item.symbol for item in first.inputs)), lambda term: terms.substitute(term, replaced))

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
