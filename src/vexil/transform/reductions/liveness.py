"""Which variables of a thread matter at which of its locations (live variables, Kildall 1973).

A variable matters where the thread may read it before it writes it. What others read matters everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from vexil.model.guarded.expressions import Variable, is_const, number
from vexil.model.guarded.system import Assign, Command, GuardedSystem, Template
from vexil.model.guarded.walks import conditions, expressions, nested, reads
from vexil.transform.reductions.tails import Bits, Tails, named, tails_of

Moves = Mapping[str, frozenset[tuple[int, int]]]
"""By template the locations from which and to which others may move a thread."""


@dataclass
class Liveness:
    """The variables of the threads of a template that matter, by location, as bits."""

    template: Template
    bits: Bits
    ends: dict[tuple[int, int], Tails] = field(default_factory=dict)
    """By location and position of a command the ends of its body."""
    live: list[int] = field(default_factory=list)
    candidates: int = 0
    """The variables that are 0 wherever they do not matter, if commands see to it."""

    def dead(self, location: int) -> int:
        """The candidates that do not matter at a location."""
        return self.candidates & ~self.live[location]

    def named(self, bits: int) -> list[Variable]:
        """The variables of bits, in order."""
        return [variable for variable, bit in self.bits.items() if bit & bits]


def liveness_of(system: GuardedSystem, atoms: Collection[int] | None, moves: Moves | None) -> list[Liveness]:
    """The liveness of every template with regard to the atoms that count (``None``: all of them).

    Without known ``moves`` of others, these may send a thread from anywhere to where they say.
    """
    is_alone = len(system.templates) == 1 and system.templates[0].count == 1
    results = [_of_template(template, _bits(system, template, with_shared=is_alone)) for template in system.templates]
    visible = _seen(system, atoms)
    begun = tails_of(system.first, 0, {}, None)
    for item in results:
        sent = _sent(item.template.name, (ends for other in results for ends in other.ends.values()))
        places = range(len(item.template.locations))
        if moves is not None:
            known = set(moves.get(item.template.name, ()))
        elif None in sent:
            known = {(source, target) for source in places for target in places}
        else:
            known = {(source, target) for source in places for target in sent if target is not None}
        known |= {(0, target) for target in _sent(item.template.name, [begun]) if target is not None}
        _solve(item, known)
        item.candidates = _candidates(item, visible, known)
    _require_kept(system, results, begun)
    return results


def _bits(system: GuardedSystem, template: Template, *, with_shared: bool) -> Bits:
    """The scalars that a thread alone works with: its own, and what is shared with nobody."""
    owned = [*template.variables, *(system.variables if with_shared else ())]
    scalars = [item for item in owned if item.length == 1 and not item.constant]
    return {variable: 1 << position for position, variable in enumerate(scalars)}


def _of_template(template: Template, bits: Bits) -> Liveness:
    liveness = Liveness(template, bits)
    for place, location in enumerate(template.locations):
        for position, command in enumerate(location.commands):
            liveness.ends[place, position] = tails_of(command, place, bits, template)
    return liveness


def _sent(template: str, tails: Iterable[Tails]) -> set[int | None]:
    """Where others send threads of a template to."""
    return {target for ends in tails for name, target in ends.moved if name == template}


def _solve(item: Liveness, moves: Iterable[tuple[int, int]]) -> None:
    places = range(len(item.template.locations))
    item.live = [0] * len(places)
    following: list[list[tuple[int, int]]] = [[] for _ in places]
    for (place, _), ends in item.ends.items():
        item.live[place] |= ends.read
        for tail in ends.ends:  # those that end the run too: the state in which it ends is one of both systems
            following[place] += [(target, ~tail.killed) for target in sorted(tail.places)]
    for source, target in sorted(moves):
        following[source].append((target, -1))
    before: list[set[int]] = [set() for _ in places]
    for place in places:
        for target, _ in following[place]:
            before[target].add(place)
    pending = list(places)
    while pending:
        place = pending.pop()
        live = item.live[place]
        for target, kept in following[place]:
            live |= item.live[target] & kept
        if live != item.live[place]:
            item.live[place] = live
            pending += sorted(before[place])


# --- what may be reset -----------------------------------------------------------------------------------


def _seen(system: GuardedSystem, atoms: Collection[int] | None) -> set[Variable]:
    """What is read of named threads, or when nobody moves."""
    variables: set[Variable] = set()
    counted = [atom for place, atom in enumerate(system.atoms) if atoms is None or place in atoms]
    variables.update(item.variable for item in reads([system.alive, *counted, *system.atomic.values()]))
    for command in commands_of(system):
        for item in reads([*conditions(command), *expressions(command.body)]):
            if len(item.operands) == 2:
                variables.add(item.variable)
    return variables


def commands_of(system: GuardedSystem) -> Iterator[Command]:
    """All commands."""
    yield system.first
    for template in system.templates:
        for location in template.locations:
            yield from location.commands


def _candidates(item: Liveness, visible: set[Variable], moves: Iterable[tuple[int, int]]) -> int:
    candidates = 0
    for variable, bit in item.bits.items():
        if variable not in visible and not any(variable.initial):
            candidates |= bit
    for source, target in moves:
        candidates &= ~(item.live[source] ^ item.live[target])
    return candidates


def _require_kept(system: GuardedSystem, results: list[Liveness], begun: Tails) -> None:
    """Drop the candidates that somebody may write although they do not matter where their thread is then."""
    by_name = {item.template.name: item for item in results}
    tails = [(tail, False) for item in results for ends in item.ends.values() for tail in ends.ends]
    tails += [(tail, True) for tail in begun.ends]
    for tail, is_first in tails:
        given = set(tail.given)
        if is_first and len(results) == 1:  # what is shared with nobody is written for the only thread
            given |= {(variable, named(number(0))) for variable in _written(system.first)}
        for variable, thread in given:
            item = by_name[variable.template] if variable.template is not None else results[0]
            target = tail.sent.get((item.template.name, thread))
            bit = item.bits.get(variable, 0)
            if target is None or not item.live[target] & bit:
                item.candidates &= ~bit


def _written(command: Command) -> Iterator[Variable]:
    """What a command writes of what all share, other than 0."""
    for statement in nested(command.body):
        if isinstance(statement, Assign) and statement.thread is None and not is_const(statement.value, 0):
            yield statement.variable
