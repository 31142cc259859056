"""The whole of a flattening."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from vexil.analysis import Analyses
from vexil.analysis.chosen_values import ValueSampling, observed_registers
from vexil.core.source import SourceFile
from vexil.ir.expressions import Operator
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.program import Program
from vexil.ir.types import IntegerType
from vexil.model.explore import CHOICE_LIMIT
from vexil.model.guarded.expressions import Expr, Variable, apply, both, either, equal, is_const, negated, number, read
from vexil.model.guarded.system import EndKind, GuardedSystem, Location, Template
from vexil.model.guarded.validate import validate
from vexil.spec.atoms import Atom, Return, expression_of
from vexil.spec.resolve import Resolver
from vexil.transform.flattening import threads
from vexil.transform.flattening.atoms import Observation, observe
from vexil.transform.flattening.body import Endings
from vexil.transform.flattening.commands import Commands
from vexil.transform.flattening.deadlocks import partial_deadlock, uncaught
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.holders import Holders
from vexil.transform.flattening.initial import first_command
from vexil.transform.flattening.memory_plan import MemoryPlan
from vexil.transform.flattening.objects import Objects
from vexil.transform.flattening.plan import Defaults, Plan, TemplatePlan
from vexil.transform.flattening.storage import Storage
from vexil.transform.flattening.synchronisation import SynchronisationPlan
from vexil.transform.flattening.usage import UsedNames
from vexil.transform.flattening.values import Values, holding_count


class About(Enum):
    """What may be asked of whole states, apart from atoms."""

    FINISHED = "finished"
    """Every thread that keeps the program alive has ended, or the program stopped itself."""
    NO_EXCEPTION = "no exception"
    """No thread has ended with an exception, or the program has stopped itself."""
    NO_PARTIAL_DEADLOCK = "no partial deadlock"
    """No threads wait for each other for ever while others may move."""


@dataclass(frozen=True, slots=True)
class NoException:
    """No thread has ended with an exception of a class, or the program has stopped itself."""

    class_name: str


@dataclass(frozen=True, slots=True)
class Observed:
    """Where an atom is among the atoms of a system, and the one that says that it has a value, if it may have none.

    ``reasons`` are conditions for which it has none, in order.
    """

    value: int
    defined: int | None = None
    reasons: tuple[tuple[Expr, str], ...] = ()


@dataclass(frozen=True)
class Flattened:
    """A guarded system, what it observes, and how it came about."""

    system: GuardedSystem
    observed: tuple[Observed, ...]
    encoding: Encoding


def flatten(
    program: Program,
    *,
    bounds: Bounds | None = None,
    checks: frozenset[str] | None = None,
    defaults: Defaults | None = None,
    atoms: Sequence[Atom | About | NoException] = (),
    file: SourceFile | None = None,
    narrow: bool = True,
    analyses: Analyses | None = None,
) -> Flattened:
    """Flatten a program for the kinds of checks that count (``None``: all); raises `NotFlat`."""
    bounds, defaults = bounds or Bounds(), defaults or Defaults()
    analyses = analyses or Analyses(program)
    plan = Plan(program, analyses, bounds, defaults)
    values = Values(program, analyses, bounds, threads=plan.threads, narrow=narrow)
    objects = Objects(program, analyses, plan, bounds, defaults)
    values.reference = holding_count(objects.count)
    source = file or _file_of(program)
    conditions = [
        Resolver(program, source).condition(about.tree)
        for about in (expression_of(atom) for atom in atoms if not isinstance(atom, About | NoException))
        if about is not None
    ]
    used = UsedNames(program, plan, bounds, [item.expression for item in conditions], observed_registers(conditions))
    memory = MemoryPlan(program, analyses, plan, bounds, defaults, used.globals)
    synchronisation = SynchronisationPlan(
        program,
        plan,
        values,
        objects,
        memory,
        analyses,
        bounds,
        used,
        returns=any(isinstance(atom, Return) for atom in atoms),
    )
    storage = Storage(program, plan, values, objects, memory, synchronisation)
    holders = Holders(program, analyses, memory, storage)
    most = defaults.inputs if bounds.inputs is None else bounds.inputs
    sampling = ValueSampling(
        analyses, bounds, checks, conditions, most=most, enumerable=CHOICE_LIMIT, quick=defaults.quick
    )
    parts = (plan, values, objects, memory, synchronisation, storage, Endings(), holders, sampling)
    encoding = Encoding(program, analyses, bounds, checks, *parts)
    templates = tuple(_template(encoding, item) for item in plan.templates)
    first = first_command(encoding)
    atomic: dict[str, Expr] = {}
    for item in plan.templates:
        cell = storage.mark(item, "atomic")
        if cell is not None:
            atomic[item.root] = apply(Operator.DIFFERENT, cell.read(), number(0, cell.kind))
    tests: list[Expr] = []
    observations = {
        position: _observed(encoding, atom, source, tests)
        for position, atom in sorted(enumerate(atoms), key=lambda item: isinstance(item[1], About | NoException))
    }  # how runs end is known when everything else is translated
    observed = [observations[position] for position in range(len(atoms))]
    system = GuardedSystem(
        program.name,
        (*storage.of_all, *memory.tables, *synchronisation.tables),
        templates,
        first,
        encoding.endings.all,
        threads.keeps_alive(encoding),
        atomic,
        tuple(tests),
        program,
    )
    validate(system)
    return Flattened(system, tuple(observed), encoding)


def _observed(encoding: Encoding, atom: Atom | About | NoException, file: SourceFile, tests: list[Expr]) -> Observed:
    observed = _about(encoding, atom) if isinstance(atom, About | NoException) else observe(encoding, atom, file)
    value = len(tests)
    reasons = tuple(item for item in observed.undefined if not is_const(item[0], 0))
    if not reasons:
        tests.append(observed.value)
        return Observed(value)
    defined = both(*(negated(condition) for condition, _ in reasons))
    tests += [both(defined, observed.value), defined]  # nothing is computed where it has no value
    return Observed(value, value + 1, reasons)


def _file_of(program: Program) -> SourceFile:
    """A file for mistakes in atoms that were not written in one."""
    return program.files[0] if program.files else SourceFile("property", b"")


def _about(encoding: Encoding, condition: About | NoException) -> Observation:
    """A condition on whole states; how the run has ended is part of the state."""
    endings = encoding.endings.all
    ending = Variable("ending", IntegerType(8 if len(endings) < 255 else 16, False))
    stopped = either(
        *(
            equal(read(ending), number(position + 1, ending.type))
            for position, item in enumerate(endings)
            if item.kind is EndKind.STOPPED
        )
    )
    match condition:
        case About.FINISHED:
            return Observation(either(stopped, negated(threads.keeps_alive(encoding))))
        case About.NO_EXCEPTION:
            return Observation(either(stopped, negated(uncaught(encoding))))
        case NoException(class_name):
            return Observation(either(stopped, negated(uncaught(encoding, class_name))))
        case About.NO_PARTIAL_DEADLOCK:
            over = apply(Operator.DIFFERENT, read(ending), number(0, ending.type))
            return Observation(either(over, negated(partial_deadlock(encoding))))


def _template(encoding: Encoding, plan: TemplatePlan) -> Template:
    locations: list[Location] = [Location("absent")]
    functions = {name: encoding.program.functions[name] for name in plan.functions}
    writers = {name: Commands(encoding, plan, function) for name, function in functions.items()}
    for name, place in plan.places:
        function = functions[name]
        locations.append(Location(function.locations[place].name, writers[name].of(place), name, place))
    for word in ("waiting", "woken"):
        for name, edge in plan.waits:
            function = functions[name]
            source = function.edges[edge].source
            commands = writers[name].waiting(edge) if word == "waiting" else writers[name].woken(edge)
            locations.append(Location(f"{function.locations[source].name} {word}", commands, name, source))
    root = functions[plan.root]
    ends = {plan.exit: root.exit, plan.exceptional: root.exceptional_exit, plan.stop: root.stop}
    for counter in plan.ends:
        end = ends[counter]
        name = "nowhere" if end is None else root.locations[end].name
        locations.append(Location(name, (), plan.root, -1 if end is None else end))
    return Template(plan.root, plan.count, encoding.storage.of_template(plan.root), tuple(locations))
