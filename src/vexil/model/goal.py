"""What an engine looks for: a bad state, a run that an automaton of violations accepts, or a tree of runs.

Formulas about Java programs speak of runs from the first step of ``main`` on. What comes before (literals, static
initialisers) is the machine's business: a formula about ``Main.buffer.count`` would otherwise be about a moment at
which there is no buffer. A run that never comes to ``main`` satisfies every formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from vexil.core.source import SourceFile
from vexil.ir.interpreter import VIOLATIONS, Activity, CompiledProgram, Machine, Stopped, Violated
from vexil.ir.interpreter.state import Instance
from vexil.ir.names import EXCEPTION
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Call as CallOperation
from vexil.ir.operations import Check, Restrict, Start
from vexil.ir.program import Program
from vexil.model.naming import simple_class
from vexil.model.observe import observe
from vexil.model.races import Races, race_text
from vexil.spec.atoms import Atom, Call, Return
from vexil.spec.buchi import Buchi, Cube, Edge
from vexil.spec.buchi_translate import to_buchi
from vexil.spec.formulas import And, Box, Greatest, Ltl, Mu, Not, Or, Proposition, Variable, WeakUntil, atoms_of
from vexil.spec.mu import positive_normal_form
from vexil.spec.property import Kind, Property

CHECK_KINDS = {
    Kind.ASSERT: frozenset({"assert"}),
    Kind.UNREACH: frozenset({"unreach"}),
    Kind.OVERFLOW: frozenset({"overflow"}),
    Kind.DIVISION: frozenset({"division"}),
    Kind.MEMSAFETY: frozenset({"memsafety"}),
    Kind.MEMTRACK: frozenset({"memtrack"}),
    Kind.SHARING: frozenset({"sharing"}),
}

EXCEPTION_CHECKS = frozenset({EXCEPTION})
"""Checks that stand for exceptions that nobody catches, in programs whose exceptions are variables."""


def reached_violation(undefined: Iterable[str], checks: frozenset[str]) -> str:
    """The first of some undefined operations, as "kind at edge", that breaks a check by itself, or nothing."""
    for text in sorted(undefined):
        violated = VIOLATIONS.get(text.partition(" ")[0])
        if violated is not None and violated[0] in checks:
            return f"{violated[1]} ({text}), and this engine has no run to it"
    return ""


@dataclass(frozen=True)
class StateGoal:
    """A property of single states; ``broken`` says how the current state breaks it, or nothing."""

    broken: Callable[[Machine], str]
    checks: frozenset[str] = frozenset()


@dataclass(frozen=True)
class RunGoal:
    """A property of runs: the automaton accepts the runs that violate it, reading one letter per state."""

    violations: Buchi
    letter: Callable[[Machine], int]
    track_returns: bool = False

    @property
    def checks(self) -> frozenset[str]:
        """No check ends a run."""
        return frozenset()

    @cached_property
    def lost(self) -> frozenset[int]:
        """The states of the automaton from which on nothing saves the property."""
        return lost_places(self.violations)

    def is_lost(self, place: int, letter: int) -> bool:
        """Say whether reading a letter can lead to a state that accepts whatever follows."""
        return bool(self.lost) and not self.lost.isdisjoint(self.violations.successors(place, letter))


def lost_places(automaton: Buchi) -> frozenset[int]:
    """The states of an automaton that accept whatever follows."""
    return frozenset(
        place
        for place in automaton.accepting
        if any(edge.cube == Cube() and edge.target == place for edge in automaton.edges[place])
    )


@dataclass(frozen=True)
class NoGoal:
    """A property that no engine over machine states can decide, with the reason."""

    reason: str
    hint: str = ""


Goal = StateGoal | RunGoal | NoGoal


def goal_of(asked: Property, compiled: CompiledProgram) -> Goal:
    """What to look for; raises `UsageError` or `SourceError` when the property names something unknown."""
    kind = asked.kind
    if kind in CHECK_KINDS:
        wanted = CHECK_KINDS[kind]
        if kind.value not in compiled.program.source.checked and not has_checks(compiled.program, wanted):
            return NoGoal(f"vacuous: the program has no {kind.value} checks")
        return StateGoal(lambda machine: _failed_check(machine, wanted), wanted)
    match kind:
        case Kind.DEADLOCK:
            return StateGoal(deadlock)
        case Kind.EXCEPTION if has_checks(compiled.program, EXCEPTION_CHECKS):
            return StateGoal(lambda machine: _failed_check(machine, EXCEPTION_CHECKS), EXCEPTION_CHECKS)
        case Kind.EXCEPTION:
            wanted_class = asked_class(asked, compiled.program)
            return StateGoal(lambda machine: uncaught_exception(machine, wanted_class))
        case Kind.RACE:
            races = Races(compiled)
            return StateGoal(lambda machine: race_text(machine, races))
        case Kind.TERMINATION:
            return RunGoal(_NEVER_FINISHED, lambda machine: int(machine.finished()))
        case Kind.LTL | Kind.PATTERN:
            assert asked.formula is not None
            return linear_goal(from_main(asked.linear_formula(), compiled.program), compiled, asked.file)
        case Kind.CTL | Kind.MU:
            for atom in atoms_of(asked.mu_formula()):
                observe(atom, compiled, asked.file)  # refuses what the program does not have
            return NoGoal("this engine answers no branching-time properties", "use --engine reference or predicates")
        case _:
            return NoGoal(f"no engine for the property {kind.value} is available")


_NEVER_FINISHED = Buchi((), ((Edge(Cube(0, 1), 0),),), frozenset({0}))


def linear_goal(formula: Ltl, compiled: CompiledProgram, file: SourceFile) -> RunGoal:
    """Look for a run that satisfies the negation of a formula."""
    automaton = to_buchi(Not(formula))
    return RunGoal(automaton, letter_of(automaton.atoms, compiled, file), tracks_returns(automaton.atoms))


def letter_of(atoms: Sequence[Atom], compiled: CompiledProgram, file: SourceFile) -> Callable[[Machine], int]:
    """What says of a state which atoms hold in it, as bits."""
    tests = [(1 << bit, observe(atom, compiled, file)) for bit, atom in enumerate(atoms)]
    return lambda machine: sum(bit for bit, test in tests if test(machine))


def tracks_returns(atoms: Iterable[Atom]) -> bool:
    """Say whether an atom asks what a function has just returned."""
    return any(isinstance(atom, Return) for atom in atoms)


def has_checks(program: Program, kinds: frozenset[str]) -> bool:
    """Say whether the program has a check of one of the kinds."""
    return any(
        isinstance(edge.operation, Check) and edge.operation.property in kinds
        for function in program.functions.values()
        for edge in function.edges
    )


def starts_threads(program: Program) -> bool:
    """Say whether the program has more threads than its first one."""
    return any(isinstance(edge.operation, Start) for function in program.functions.values() for edge in function.edges)


def can_block(program: Program) -> bool:
    """Say whether a restriction may end a run, so that a finite prefix need not be one of any run."""
    return any(
        isinstance(edge.operation, Restrict) for function in program.functions.values() for edge in function.edges
    )


def _failed_check(machine: Machine, wanted: frozenset[str]) -> str:
    ending = machine.ending
    if isinstance(ending, Violated) and ending.property in wanted:
        return ending.message or f"the {ending.property} check fails"
    return ""


def deadlock(machine: Machine) -> str:
    """Say how the machine is stuck: all threads, or some of them in a cycle of waiting."""
    if machine.ending is not None:
        return ""
    alive = [t for t in machine.threads.values() if t.activity != Activity.ENDED]
    if not machine.enabled():
        numbers = sorted(thread.number for thread in alive)
        if any(not thread.daemon for thread in alive):
            return f"deadlock: no thread can move ({_threads(numbers)} blocked)"
        return ""
    if len(machine.threads) == 1:
        return ""
    waits = machine.waits()
    cycle = machine.wait_cycle(waits)
    if cycle:
        waiting = "waits for itself" if len(cycle) == 1 else "wait for each other"
        return f"partial deadlock: {_threads(cycle)} {waiting}"
    stuck = machine.waits_for_ended(waits)
    return f"partial deadlock: thread {stuck[0]} waits for thread {stuck[1]}, which has ended" if stuck else ""


def _threads(numbers: list[int]) -> str:
    return ("thread " if len(numbers) == 1 else "threads ") + ", ".join(map(str, numbers))


def from_main(formula: Ltl, program: Program) -> Ltl:
    """The formula as it is asked about whole runs of a program."""
    main = main_function(program)
    if main is None:
        return formula
    begins = Proposition(Call(main))
    return WeakUntil(Not(begins), And((begins, formula)))


def main_function(program: Program) -> str | None:
    """The function of a Java program's ``main``."""
    if not program.source.has_classes:
        return None
    for edge in program.functions[program.entry].edges:
        operation = edge.operation
        if isinstance(operation, CallOperation) and isinstance(operation.callee, StaticCallee):
            name = operation.callee.function
            if name.endswith(program.source.runtime.main):
                return name
    return None


def asked_class(asked: Property, program: Program) -> str | None:
    """The class that a property restricts exceptions to; one that the program does not have stays as it was written."""
    name = asked.subject
    if name is None or name in program.classes:
        return name
    classes = [other for other in program.classes if name in (simple_class(other), other.replace("$", "."))]
    return classes[0] if len(classes) == 1 else name


def uncaught_exception(machine: Machine, class_name: str | None = None) -> str:
    """Say which thread ended with an exception, of a class if one is given."""
    if isinstance(machine.ending, Stopped):
        return ""
    for number in sorted(machine.threads):
        thread = machine.threads[number]
        if thread.exception is not None:
            item = machine.objects.get(thread.exception)
            name = item.class_name if isinstance(item, Instance) else "exception"
            if class_name is None or class_name in machine.program.superclasses(name):
                return f"uncaught {name} in thread {number}"
    return ""


OUTSIDE = "\\main"
"""A variable that no formula has."""


@dataclass(frozen=True)
class TreeGoal:
    """A formula that every initial state has to satisfy, its negation, both in positive normal form, and its atoms."""

    formula: Mu
    negation: Mu
    atoms: tuple[Atom, ...]
    letter: Callable[[Machine], int]
    track_returns: bool

    def bit(self, atom: Atom) -> int:
        """The bit of an atom in a letter."""
        return 1 << self.atoms.index(atom)


def tree_goal(asked: Property, compiled: CompiledProgram) -> TreeGoal:
    """What to look for; raises `UsageError` or `SourceError` when the property names something unknown."""
    formula = asked.mu_formula()
    main = main_function(compiled.program)
    if main is not None:
        formula = _from_main(formula, main)
    atoms = tuple(dict.fromkeys(atoms_of(formula)))
    letter = letter_of(atoms, compiled, asked.file)
    positive, negative = positive_normal_form(formula), positive_normal_form(Not(formula))
    return TreeGoal(positive, negative, atoms, letter, tracks_returns(atoms))


def _from_main(formula: Mu, main: str) -> Mu:
    """The formula in every first state of ``main``: what comes before is the machine's business."""
    begins = Proposition(Call(main))
    later: Mu = And((Not(begins), Box(Variable(OUTSIDE))))
    return Greatest(OUTSIDE, Or((And((begins, formula)), later)))
