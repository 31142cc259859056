"""What to look for in the flat form of a program, so that finding it, or nothing, answers a property."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.interpreter.compiler import CompiledProgram
from vexil.model.explore import Losses
from vexil.model.goal import CHECK_KINDS, NoGoal, RunGoal, asked_class, goal_of
from vexil.model.guarded import expressions as flat_expressions
from vexil.model.guarded.system import EndKind
from vexil.spec.buchi import Buchi
from vexil.spec.property import Kind, Property
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.flatten import About, Flattened, NoException, flatten
from vexil.transform.flattening.plan import Defaults

MOST_ATOMS = 64
"""Atoms of a system whose values are told in one number."""


@dataclass(frozen=True)
class FlatGoal:
    """A property is broken by a run that ends in one of the endings, gets stuck, makes an atom false, or is accepted.

    ``letters`` are the positions, among the system's atoms, of the atoms of the automaton of violations.
    """

    flattened: Flattened
    endings: frozenset[int] = frozenset()
    deadlock: bool = False
    atoms: frozenset[int] = frozenset()
    violations: Buchi | None = None
    letters: tuple[int, ...] = ()
    daemons: tuple[int | None, ...] = ()
    """For each thread of the system the atom that says that it is a daemon; empty where none ever is.

    A run without end in which only daemons move for ever, although another thread could all the time, does not count.
    """

    @property
    def defined(self) -> frozenset[int]:
        """The atoms that have to hold in every state, or else an atom of the property has no value there."""
        return frozenset(item.defined for item in self.flattened.observed if item.defined is not None)


def flat_goal(
    asked: Property, program: CompiledProgram, *, bounds: Bounds | None = None, defaults: Defaults | None = None
) -> FlatGoal | NoGoal:
    """Flatten a program for a property; raises `NotFlat`, or what `goal_of` raises for a property with mistakes."""
    goal = goal_of(asked, program)
    if isinstance(goal, NoGoal):
        return goal
    source = program.program

    def flat(*atoms: About | NoException) -> Flattened:
        return flatten(source, bounds=bounds, checks=goal.checks, defaults=defaults, atoms=atoms)

    match asked.kind:
        case Kind.DEADLOCK:
            return FlatGoal(flat(About.NO_PARTIAL_DEADLOCK), deadlock=True, atoms=frozenset({0}))
        case Kind.EXCEPTION:
            wanted = asked_class(asked, source)
            absent = About.NO_EXCEPTION if wanted is None else NoException(wanted)
            return FlatGoal(flat(absent), atoms=frozenset({0}))
        case Kind.TERMINATION if isinstance(goal, RunGoal):
            return _with_daemons(FlatGoal(flat(About.FINISHED), violations=goal.violations, letters=(0,)))
        case kind if kind in CHECK_KINDS:
            flattened = flat()
            return FlatGoal(flattened, endings_of(flattened, EndKind.VIOLATED))
        case _ if isinstance(goal, RunGoal):
            flattened = flatten(
                source,
                bounds=bounds,
                checks=goal.checks,
                defaults=defaults,
                atoms=goal.violations.atoms,
                file=asked.file,
            )
            letters = tuple(item.value for item in flattened.observed)
            return _with_daemons(FlatGoal(flattened, violations=goal.violations, letters=letters))
        case kind:
            return NoGoal(f"no search of states decides the property {kind.value}")


def _with_daemons(goal: FlatGoal) -> FlatGoal:
    """The goal with atoms that tell daemons from other threads, where there may be any."""
    encoding, system = goal.flattened.encoding, goal.flattened.system
    if not any(word == "daemon" for _, word in encoding.storage.marks):
        return goal
    atoms, daemons = list(system.atoms), list[int | None]()
    for template in system.templates:
        for index in range(template.count):
            cell = encoding.storage.mark(encoding.plan.of(template.name), "daemon", flat_expressions.number(index))
            daemons.append(None if cell is None else len(atoms))
            atoms += [] if cell is None else [cell.read()]
    if len(atoms) > MOST_ATOMS:
        raise NotFlat(f"{len(atoms)} atoms and daemons", f"at most {MOST_ATOMS} are supported")
    flattened = replace(goal.flattened, system=replace(system, atoms=tuple(atoms)))
    return replace(goal, flattened=flattened, daemons=tuple(daemons))


def endings_of(flattened: Flattened, kind: EndKind) -> frozenset[int]:
    """The numbers of the endings of a kind."""
    return frozenset(number for number, ending in enumerate(flattened.system.endings) if ending.kind is kind)


def marked_stops(flattened: Flattened) -> frozenset[int]:
    """The numbers of the endings at edges with a caveat."""
    stops = endings_of(flattened, EndKind.STOPPED)
    return frozenset(number for number in stops if flattened.system.endings[number].property)


def losses_of(flattened: Flattened, cuts: Mapping[int, int], undefined: Mapping[int, int]) -> Losses:
    """What a search left out, in the words of the reference engine, from how often runs ended in which way."""
    losses = Losses()
    for number, count in sorted({**cuts, **undefined}.items()):
        ending = flattened.system.endings[number]
        match ending.kind:
            case EndKind.CUT if ending.by_bound:
                losses.bounds += Counter({ending.text: count})
            case EndKind.CUT:
                losses.restricted += count
            case EndKind.UNDEFINED:
                losses.undefined += Counter({ending.text: count})
            case _:
                pass
    return losses
