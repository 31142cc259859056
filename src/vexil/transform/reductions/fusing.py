"""Fusing: states of a system with one thread that need not be kept, because nobody sees the only step from them.

Let the thread be at a passing location, with exactly one step. No atom that matters sees the step and no run is cut
there, so that the state differs in nothing that matters from the one after it, which takes its place. Every cycle of
control has a location that is not passing: whatever the order in which states are searched, some state of every cycle
is kept (Kurshan, Levin, Minea, Peled and Yenigün 1998). Hence endings, cuts and deadlocks are reached as before, and
runs have the same sequences of values of atoms up to repetition.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from vexil.ir.expressions import Operator
from vexil.model.guarded.evaluate import Evaluator, State, Transition
from vexil.model.guarded.expressions import Apply, Const, Expr, Read, Variable, subexpressions
from vexil.model.guarded.system import Assign, Command, EndKind, GuardedSystem, Leave
from vexil.model.guarded.walks import nested, reads
from vexil.transform.reductions.tails import tails_of

MOST_FUSED = 1000
"""Steps that are fused into one at most."""

Path = list[tuple[Transition, State]]
"""Steps with the states they lead to."""


def with_fused_steps(system: GuardedSystem, atoms: Collection[int]) -> GuardedSystem:
    """The system with passing locations, where it has one thread; some atoms matter."""
    if len(system.templates) != 1 or system.templates[0].count != 1:
        return system
    (template,) = system.templates
    seen = _Seen(template.counter, [system.atoms[atom] for atom in sorted(atoms)])
    passing: dict[int, set[int]] = {}
    for place, location in enumerate(template.locations):
        ends = [tail for command in location.commands for tail in tails_of(command, place, {}, template).ends]
        is_unseen = all(_is_unseen(system, command, seen) for command in location.commands)
        if ends and is_unseen and not seen.tells_apart({place}.union(*(tail.places for tail in ends))):
            passing[place] = set().union(*(tail.places for tail in ends if tail.ending is None))
    return replace(system, passing=frozenset(passing) - _back_edge_targets(passing))


class _Seen:
    """What atoms look at: variables, and whether the program counter has certain values."""

    def __init__(self, counter: Variable, atoms: Collection[Expr]) -> None:
        self.variables = {item.variable for item in reads(atoms)}
        self._places: set[int] = set()
        self._is_known = True
        """Whether the program counter is compared with these values, and not looked at otherwise."""
        for part in (part for atom in atoms for part in subexpressions(atom)):
            match part:
                case Apply(Operator.EQUAL, (Read(variable, _), Const(value, _))) if variable == counter:
                    self._places.add(value)
                case Apply(_, operands) | Read(_, operands):
                    self._is_known &= all(not isinstance(item, Read) or item.variable != counter for item in operands)
                case _:
                    pass

    def tells_apart(self, places: Collection[int]) -> bool:
        """Say whether atoms may see control move between places."""
        return len(places) > 1 and not (self._is_known and self._places.isdisjoint(places))


def _is_unseen(system: GuardedSystem, command: Command, seen: _Seen) -> bool:
    """Say whether a command cuts no run, moves control by nothing but jumps, and writes nothing that atoms look at."""
    (template,) = system.templates
    for statement in nested(command.body):
        match statement:
            case Assign(variable) if variable == template.counter or variable in seen.variables:
                return False
            case Leave(ending) if system.ending in seen.variables or system.endings[ending].kind is EndKind.CUT:
                return False
            case _:
                pass
    return True


def _back_edge_targets(edges: Mapping[int, Collection[int]]) -> set[int]:
    """Locations without which control cannot go round in a cycle of the others."""
    done: set[int] = set()
    active: set[int] = set()
    targets: set[int] = set()
    for root in sorted(edges):
        if root in done:
            continue
        stack: list[tuple[int, Iterator[int]]] = [(root, iter(sorted(edges[root])))]
        active.add(root)
        while stack:
            place, rest = stack[-1]
            target = next(rest, None)
            if target is None:
                stack.pop()
                active.discard(place)
                done.add(place)
            elif target in active:
                targets.add(target)
            elif target in edges and target not in done:
                active.add(target)
                stack.append((target, iter(sorted(edges[target]))))
    return targets


# --- the plain meaning -----------------------------------------------------------------------------------


def fused_successors(evaluator: Evaluator, state: State) -> list[tuple[Path, State]]:
    """The steps from a state, each with the single steps it is made of, and where they lead."""
    successors: list[tuple[Path, State]] = []
    for taken, after in evaluator.successors(state):
        path = [(taken, after)]
        while len(path) <= MOST_FUSED:
            following = _only_step(evaluator, path[-1][1])
            if following is None:
                break
            path.append(following)
        successors.append((path, path[-1][1]))
    return successors


def _only_step(evaluator: Evaluator, state: State) -> tuple[Transition, State] | None:
    """The step from a state that need not be kept."""
    (template,) = evaluator.system.templates
    if state[0] or evaluator.value(state, template.counter) not in evaluator.system.passing:
        return None
    steps = evaluator.steps_of(state, template.name, 0)
    return steps[0] if len(steps) == 1 else None
