"""What the abstract program says about the program: proofs carry over, counterexamples are followed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from vexil.abstraction.data.inference.declarations import Declarations
from vexil.abstraction.data.inference.names import name_of
from vexil.abstraction.data.properties import AbstractedProperty, abstracted_property
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.certify import Checked, certify
from vexil.certify.tables import wrong_coercion, wrong_row
from vexil.core.context import Context
from vexil.core.errors import LimitReached, UsageError, require
from vexil.core.wording import counted
from vexil.feasibility import CannotTell, Feasibility, Feasible, Spurious, simulate
from vexil.feasibility.events import NoPath, events_of
from vexil.feasibility.simulation import way_of
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.program import Program
from vexil.logic.factory import Terms
from vexil.logic.solvers import open_solver, solver_for
from vexil.logic.space import Space, Untranslatable
from vexil.model.evidence import Run
from vexil.model.frames.frames import Frames
from vexil.model.frames.paths import Event, SymbolicPath
from vexil.model.frames.runs import run_along
from vexil.model.goal import StateGoal, goal_of
from vexil.model.outcome import Answer, Direction, Fails, Possible, Question
from vexil.model.tokens.typing import is_hidden
from vexil.model.trace import trace_of
from vexil.model.trace.places import line_of_edge, text_of_edge
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.conclude import carried
from vexil.pipeline.data.abstracting import Abstracted
from vexil.pipeline.data.statements import with_statements, wrap_warnings
from vexil.pipeline.feasible import Reading
from vexil.pipeline.property_warnings import warnings_about
from vexil.refinement.from_paths import FeasiblePath, InfeasiblePath, feasibility
from vexil.spec.formulas import Next
from vexil.spec.nodes import postorder
from vexil.spec.property import Kind, Property


def follow(abstracted: Abstracted, run: Run, checks: frozenset[str], context: Context) -> Feasibility:
    """Say whether the program has a run along that of its abstraction."""
    feasibility = simulate(abstracted.concrete, abstracted.program, run, abstracted.stands_for, context, checks)
    if isinstance(feasibility, Feasible) or (isinstance(feasibility, Spurious) and feasibility.is_certain):
        return feasibility
    beside = Machine(abstracted.program, checks=checks)
    try:
        events = events_of(abstracted.concrete, list(way_of(abstracted.concrete, beside, run)))
        judged = _by_solver(abstracted.concrete, events, checks, context)
    except (NoPath, Untranslatable):
        return feasibility
    if isinstance(judged, Spurious) and isinstance(feasibility, Spurious):
        return replace(feasibility, is_certain=True)  # no inputs come further than those that were tried
    return judged or feasibility


def _by_solver(program: Program, events: list[Event], checks: frozenset[str], context: Context) -> Feasibility | None:
    """What a solver says about a path of a program with one thread; nothing if it does not know."""
    analyses = Analyses(program)
    remaining = context.remaining_cpu_seconds
    with (
        open_solver(solver_for(program), remaining=remaining) as solver,
        context.metered(solver.running_cpu_seconds),
    ):
        frames = Frames(Space(Terms(), program, AnalysedPartition(analyses)), analyses)
        path = SymbolicPath(frames, events, checks)
        match feasibility(path, solver):
            case FeasiblePath(model):
                run = run_along(path, model, CompiledProgram(program), checks, needs_check=bool(checks))
                return Feasible(run) if isinstance(run, Run) else None
            case InfeasiblePath(core):
                last = max(core, key=lambda need: need.position)
                event = events[min(last.position, len(events) - 1)]
                edge = program.functions[event.function].edge_id(event.edge)
                name = text_of_edge(program, edge)
                return Spurious(last.position + 1, edge, name, "passed", "passed with no inputs", True)
            case _:
                return None


Ask = Callable[[Question, Sequence[Reading]], Verdict]
"""The verdict on a question about the abstract program; readings are the atoms that the abstraction changed."""
Judge = Callable[[Question, Answer], Verdict]
"""The verdict on a question for an answer whose evidence is still to be checked."""


@dataclass(frozen=True)
class AbstractAnswer:
    """A verdict on the program, and the program whose run its evidence is."""

    verdict: Verdict
    program: Program
    rests_on_tables: bool = True
    """Whether an abstraction has a part in the verdict."""


def ask_abstract(
    question: Question, abstracted: Abstracted, ask: Ask, judge: Judge, context: Context
) -> AbstractAnswer:
    """Ask the abstract program, and say what its answer means for the program."""
    answer = _asked(question, abstracted, ask, judge, context)
    is_own_run = answer.program is question.program
    return replace(answer, verdict=with_statements(answer.verdict, abstracted, is_own_run=is_own_run))


def _asked(question: Question, abstracted: Abstracted, ask: Ask, judge: Judge, context: Context) -> AbstractAnswer:
    check_steps(question.property, abstracted)
    about = abstracted_property(question.property, question.program, abstracted.typing, abstracted.library, context)
    readings = [Reading(item.atom, item.holds, item.fails) for item in about.atoms]
    abstract = ask(Question(abstracted.program, about.property, question.bounds), readings)
    of_tokens = warnings_about(about.property, abstracted.program, abstract=True)
    others = [warning for warning in abstract.warnings if warning not in of_tokens]
    about_program = warnings_about(question.property, question.program, abstract=True)
    warnings = (*about_program, *_told(about), *wrap_warnings(abstracted), *others)
    abstract = replace(abstract, warnings=warnings)
    if abstract.status is Status.PROVED:
        proved = carried(question, abstract, Direction.OVER)
        return AbstractAnswer(replace(proved, reason=f"{proved.reason}; {_tried(abstracted)}"), abstracted.program)
    if not isinstance(abstract.evidence, Run):
        return AbstractAnswer(carried(question, abstract, Direction.EXACT), abstracted.program)
    run = abstract.evidence

    def possible(reason: str, hint: str) -> AbstractAnswer:
        return AbstractAnswer(
            carried(question, abstract, Direction.OVER, Possible(run, reason, hint)), abstracted.program
        )

    followed, slot = follow_in_words(question, abstracted, run, context)
    match followed:
        case Feasible(concrete):
            checked = certify(question, concrete, context)
            if isinstance(checked, Checked):
                answer = Answer(Fails(concrete), abstract.engine, Direction.EXACT, statistics=abstract.statistics)
                verdict = judge(question, answer)
                why = f"{verdict.reason}; feasible: the program itself takes the run of its abstraction"
                return AbstractAnswer(replace(verdict, reason=why, warnings=abstract.warnings), question.program)
            reason = f"the run of the abstraction is one of the program, and breaks nothing there: {checked.reason}"
            return possible(reason, "choose an abstraction that decides what the property says")
        case Spurious() if abstract.status is Status.UNKNOWN or followed.is_certain:
            return possible(f"{followed}; {abstract.reason}", _finer(abstracted, followed, slot))
        case CannotTell(reason) if abstract.status is Status.UNKNOWN:
            return possible(f"{abstract.reason}; following it with numbers gave no answer: {reason}", abstract.hint)
        case _:  # its run is guaranteed to be feasible, if it is refuted
            return AbstractAnswer(carried(question, abstract, Direction.EXACT), abstracted.program)


def follow_in_words(question: Question, abstracted: Abstracted, run: Run, context: Context) -> tuple[Feasibility, str]:
    """Whether the program takes a run of its abstraction, in the words of the source; and the slot where they part."""
    try:
        followed = follow(abstracted, run, _checks(question), context)
    except LimitReached as limit:
        followed = CannotTell(limit.reason)
    if not isinstance(followed, Spurious):
        return followed, ""
    where = text_of_edge(abstracted.program, followed.edge)
    step = _source_step(abstracted.program, run, followed.step)
    return replace(followed, step=step, where=where, name=_named(abstracted, followed.name)), followed.name


def check_steps(prop: Property, abstracted: Abstracted) -> None:
    """Raise `UsageError` for a property that counts steps where the abstraction has others than the program."""
    if prop.kind not in (Kind.LTL, Kind.PATTERN):
        return
    counts = any(isinstance(part, Next) for part in postorder(prop.linear_formula()))
    pairs = [(function, abstracted.program.functions[name]) for name, function in abstracted.concrete.functions.items()]
    if counts and any(len(own.edges) != len(other.edges) for own, other in pairs):
        raise UsageError(
            f"{prop.text} counts steps, and the abstraction takes others than the program",
            hint="ask without X, or abstract nothing that decides a branch",
        )


def _tried(abstracted: Abstracted) -> str:
    """Try the tables that a proof rests on with numbers; raises `InternalError` when one is wrong."""
    types, coercions = abstracted.library.made
    random = Random(len(abstracted.program.functions))
    for kind in types:
        problem = wrong_row(kind, random, abstracted.library.rounding)
        require(not problem, problem)
    for coercion in coercions:
        problem = wrong_coercion(coercion, random)
        require(not problem, problem)
    return f"the tables of {', '.join(sorted({kind.name for kind in types}))} were tried on numbers"


def _source_step(program: Program, run: Run, moves: int) -> int:
    """The step of the source, as traces number them, that the run is in after so many moves."""
    steps = trace_of(program, run).steps
    return next((step.number for step in steps if step.moves >= moves), moves)


def _checks(question: Question) -> frozenset[str]:
    goal = goal_of(question.property, CompiledProgram(question.program))
    return goal.checks if isinstance(goal, StateGoal) else frozenset()


def _named(abstracted: Abstracted, name: str) -> str:
    """A slot as users call it; what is no slot keeps its name."""
    if is_hidden(abstracted.concrete, name):
        return "what is computed"
    slot = next((slot for slot in abstracted.typing.slots if str(slot) == name), None)
    return name if slot is None else name_of(Declarations(abstracted.concrete), slot)


def _finer(abstracted: Abstracted, spurious: Spurious, slot: str) -> str:
    """Which abstraction to refine, if the run ends at a slot."""
    names = {str(slot): name for slot, name in abstracted.typing.slots.items()}
    if slot in names and not is_hidden(abstracted.concrete, slot):
        return f"choose a finer abstraction than {names[slot]} for {spurious.name}"
    return f"choose finer abstractions for what decides {line_of_edge(abstracted.program, spurious.edge)}"


def _told(about: AbstractedProperty) -> list[str]:
    """What the user should know about the property of the abstract program."""
    sentences = []
    if about.atoms:
        sentences.append(f"the abstract property is {about.property.text}")
    undecided = [item.atom for item in about.atoms if item.holds == "false" and item.fails == "false"]
    if undecided:
        sentences.append(f"the abstraction never decides {', '.join(undecided)} ({counted(len(undecided), 'atom')})")
    return sentences
