"""Dead variables: what a thread will not read before it writes it again is 0, so that it does not tell states apart.

A command that takes a thread to where a variable no longer matters also sets it to 0. The states that differ in dead
variables only become one, and it has the same steps, endings and atoms as each of them (Bozga, Fernandez, Ghirvu 1999).
Arrays, and what others look at, are left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.expressions import Variable, equal, number, read
from vexil.model.guarded.system import Assign, Block, Command, EndKind, GuardedSystem, If, Leave, Statement, Template
from vexil.transform.reductions.liveness import Liveness, Moves, liveness_of
from vexil.transform.reductions.tails import Tail, Tails


def without_dead(
    system: GuardedSystem, needed_atoms: Collection[int] | None = None, moves: Moves | None = None
) -> GuardedSystem:
    """Reset dead variables; only the atoms that count (``None``: all) keep their values, with endings and deadlocks.

    A system without any is given back as it is.
    """
    templates = tuple(_template(system, item) for item in liveness_of(system, needed_atoms, moves))
    if all(new is old for new, old in zip(templates, system.templates, strict=True)):
        return system
    return replace(system, templates=templates)


def canonical_dead(
    system: GuardedSystem, needed_atoms: Collection[int] | None = None, moves: Moves | None = None
) -> Callable[[State], State]:
    """The function from a state of the system to the state without dead variables that stands for it."""
    evaluator = Evaluator(system)
    resets: dict[tuple[int, int], list[int]] = {}
    counters: list[int] = []
    for item in liveness_of(system, needed_atoms, moves):
        for thread in range(item.template.count):
            counters.append(evaluator.place(item.template.counter, 0, thread))
            for place in range(len(item.template.locations)):
                dead = item.named(item.dead(place))
                resets[counters[-1], place] = [evaluator.place(variable, 0, thread) for variable in dead]

    def canonical(state: State) -> State:
        after = list(state)
        for counter in counters:
            for place in resets[counter, state[counter]]:
                after[place] = 0
        return tuple(after)

    return canonical


# --- commands --------------------------------------------------------------------------------------------


def _template(system: GuardedSystem, item: Liveness) -> Template:
    locations = []
    for place, location in enumerate(item.template.locations):
        commands = tuple(
            _command(system, item, place, command, item.ends[place, position])
            for position, command in enumerate(location.commands)
        )
        is_same = all(new is old for new, old in zip(commands, location.commands, strict=True))
        locations.append(location if is_same else replace(location, commands=commands))
    if all(new is old for new, old in zip(locations, item.template.locations, strict=True)):
        return item.template
    return replace(item.template, locations=tuple(locations))


def _command(system: GuardedSystem, item: Liveness, source: int, command: Command, ends: Tails) -> Command:
    """The command with resets at all ends of its body, which is put together again from them."""
    if not _needs_reset(system, item, source, ends):
        return command
    blocks: list[Block] = [tail.block for tail in ends.all]
    branches: dict[int, list[Block]] = {}
    for position in reversed(range(len(ends.all))):
        tail = ends.all[position]
        if tail.is_split:
            last = tail.block[-1]
            assert isinstance(last, If)
            otherwise, then = branches.pop(position)
            blocks[position] = (*tail.block[:-1], If(last.condition, then, otherwise))
        else:
            blocks[position] = _with_resets(system, item, source, tail)
        branches.setdefault(tail.parent, []).append(blocks[position])
    return replace(command, body=blocks[0])


def _needs_reset(system: GuardedSystem, item: Liveness, source: int, ends: Tails) -> bool:
    return any(len(_with_resets(system, item, source, tail)) > len(tail.block) for tail in ends.ends)


def _with_resets(system: GuardedSystem, item: Liveness, source: int, tail: Tail) -> Block:
    changed = (item.live[source] | tail.written) & ~tail.zero
    if tail.ending is not None and system.endings[tail.ending].kind is EndKind.CUT:
        return tail.block
    wanted = {place: item.dead(place) & changed for place in sorted(tail.places)}
    always = -1
    for bits in wanted.values():
        always &= bits
    resets: list[Statement] = [_reset(variable) for variable in item.named(always)]
    counter = item.template.counter
    for place, bits in wanted.items():
        if bits & ~always:
            there = equal(read(counter), number(place, counter.type))
            resets.append(If(there, tuple(_reset(variable) for variable in item.named(bits & ~always))))
    at = len(tail.block) - isinstance(tail.block[-1] if tail.block else None, Leave)
    return (*tail.block[:at], *resets, *tail.block[at:])


def _reset(variable: Variable) -> Assign:
    return Assign(variable, number(0), number(0, variable.type))
