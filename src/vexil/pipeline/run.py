"""The stages in order: load, ask, search, certify, conclude, describe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from vexil.certify import Certificate, certify
from vexil.core.context import Context
from vexil.core.errors import LimitReached, UsageError
from vexil.ir.program import Program
from vexil.model.evidence import Lasso, Run
from vexil.model.flattening.plan import Defaults
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Question
from vexil.model.trace import Trace, trace_of
from vexil.model.verdict import Expected, Status, Verdict
from vexil.pipeline.conclude import conclude
from vexil.pipeline.data.automatic import Abstraction
from vexil.pipeline.data.checking import Ask, Judge
from vexil.pipeline.deepening import deepened
from vexil.pipeline.defaults import assumptions_of, default_properties, not_checked
from vexil.pipeline.engines import Plan, answers_of, choose_free_answer, plan
from vexil.pipeline.feasible import Reading, is_abstraction, settled
from vexil.pipeline.load import load
from vexil.pipeline.machine_runs import compared
from vexil.pipeline.options import CheckOptions
from vexil.pipeline.predicates.options import PredicateOptions, validate
from vexil.pipeline.race import guarded_answers, race_answers
from vexil.pipeline.resolve import Resolved, resolve
from vexil.pipeline.subjects import check_subject
from vexil.pipeline.told import warnings_about
from vexil.spec.property import Property
from vexil.spec.property_warnings import warnings_of

EDGE_STEP_LANGUAGES = frozenset({"fcl", "vir", "bp"})
"""Languages in which a next-step operator means what the user sees."""
ABSTRACT_FINDING = "the abstraction violates the property"
"""What the run under an unknown verdict shows: it is none of the program, as far as anybody knows."""


@dataclass(frozen=True)
class Report:
    """Everything a run of ``vexil check`` has to say.

    ``not_checked`` are built-in properties that nobody asked, ``left_out`` those that a task asks and that were not
    answered. ``expected`` says for every verdict what the task expects.
    """

    options: CheckOptions
    program: Program | None
    verdicts: tuple[Verdict, ...]
    traces: tuple[Trace | None, ...]
    not_checked: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    expected: tuple[Expected | None, ...] = ()
    measured: dict[str, float] = field(default_factory=dict)
    machine: Program | None = None
    """The program with machine integers, when the one that was checked has mathematical ones."""
    machine_runs: tuple[Run | Lasso | None, ...] = ()
    """For every verdict the run that refutes it with machine integers as well, if there is one."""

    @property
    def status(self) -> Status:
        """Refuted if anything is, else unknown if anything is or was left out, else proved."""
        found = [verdict.status for verdict in self.verdicts]
        for status in (Status.REFUTED, Status.UNKNOWN):
            if status in found:
                return status
        return Status.PROVED if found and not self.left_out else Status.UNKNOWN


def check(options: CheckOptions, context: Context) -> Report:
    """Answer every property that was asked, or the ones that make sense when none was."""
    options.validate()
    resolved = resolve(options)
    loaded = load(resolved.load, context)
    program = loaded.program
    options = replace(options, bounds=options.bounds.named(program))
    options.bounds.check(program)
    properties = questions(resolved, program)
    for prop in properties:
        check_subject(prop, program)
        _check_next_steps(prop, program, options)
    asked = [Question(program, prop, options.bounds, loaded.predicate_program) for prop in properties]
    abstraction = Abstraction(program, options, context) if options.data.is_used else None
    plans = [plan(question, options.engine, options.predicates, options.search) for question in asked]
    warnings = () if abstraction is not None else _check_options(program, plans, options)
    verdicts: list[Verdict] = []
    traces: list[Trace | None] = []
    machine_runs: list[Run | Lasso | None] = []
    for question, chosen in zip(asked, plans, strict=True):
        context.emit("property", text=question.property.text)
        about = program
        if abstraction is not None:
            found = abstraction.ask(question, _ask_abstract(program, options, context), _judge(context))
            verdict, about = found.verdict, found.program
        elif options.search.deepen:
            verdict = _deepened(question, options, context)
        else:
            verdict = ask(question, chosen, context, race=options.race)
        verdict = replace(verdict, warnings=tuple(dict.fromkeys((*warnings, *verdict.warnings))))
        if loaded.machine is not None:
            verdict, machine_run = compared(question, verdict, loaded.machine, context)
            machine_runs.append(machine_run)
        traces.append(_trace(about, verdict))
        is_own = about is program or verdict.status is Status.PROVED
        verdicts.append(verdict if is_own else replace(verdict, evidence=None, violated_at=None))
    missing = () if resolved.properties else tuple(not_checked(properties))
    return Report(
        options,
        program,
        tuple(verdicts),
        tuple(traces),
        (*missing, *resolved.goals, *resolved.left_out),
        resolved.left_out,
        tuple(map(resolved.expectation, properties)),
        machine=loaded.machine,
        machine_runs=tuple(machine_runs),
    )


def _ask_abstract(program: Program, options: CheckOptions, context: Context) -> Ask:
    """How abstractions of a program, or the program itself, are asked."""

    def asked(question: Question, readings: Sequence[Reading]) -> Verdict:
        chosen = plan(question, options.engine, options.predicates, options.search)
        is_abstract = True if question.program is not program else None
        return ask(question, chosen, context, race=options.race, readings=readings, is_abstract=is_abstract)

    return asked


def _judge(context: Context) -> Judge:
    return lambda question, found: _verdict(question, found, context)


def _deepened(question: Question, options: CheckOptions, context: Context) -> Verdict:
    """The answer with bounds as wide as they have to be, or as the limits allow; only one search is asked."""
    engine = "explicit" if options.engine == "auto" else options.engine

    def once(asked: Question, defaults: Defaults) -> Verdict:
        return ask(asked, plan(asked, engine, options.predicates, options.search, defaults), context)

    return deepened(question, once, context)


def questions(resolved: Resolved, program: Program) -> list[Property]:
    """The properties that were asked, or the ones that make sense for the program when none was."""
    if resolved.entry not in (None, program.entry):
        raise UsageError(
            f"the property file is about runs from {resolved.entry}, and the program starts with {program.entry}",
            hint=f"write init({program.entry}()) in the property file",
        )
    return list(resolved.properties) or default_properties(program)


def answer(question: Question, context: Context, wanted: str = "auto") -> Verdict:
    """Ask the engines that suit a question until one of them knows; else say why none does."""
    return ask(question, plan(question, wanted, PredicateOptions()), context)


def ask(
    question: Question,
    chosen: Plan,
    context: Context,
    *,
    race: bool = False,
    readings: Sequence[Reading] = (),
    is_abstract: bool | None = None,
) -> Verdict:
    """Ask the engines of a plan, in their order or side by side, until one of them knows; else say why none does.

    *readings* are atoms that an abstraction changed, if the program is one: that is looked for where nobody says.
    """

    def judge(found: Answer, context: Context) -> Verdict:
        return _verdict(question, found, context)

    if race and len(chosen.names) > 1:
        found = race_answers(question, chosen, context, judge)
    elif chosen.is_deaf and context.limits.stop_engines:
        found = guarded_answers(question, chosen, context, judge, lambda inner: _in_order(question, chosen, inner))
    else:
        found = _in_order(question, chosen, context)
    first = found[0]
    others = [f"{verdict.engine}: {verdict.reason}" for verdict in found[1:] if verdict.reason != first.reason]
    verdict = replace(first, reason="; ".join([first.reason, *others]))

    def again() -> Verdict:
        return _verdict(question, choose_free_answer(question, chosen.searching, context), context)

    return settled(question, verdict, again, readings, is_abstract=is_abstract)


def _in_order(question: Question, chosen: Plan, context: Context) -> list[Verdict]:
    """The verdict of the first engine that knows, by itself; else those of all."""
    found: list[Verdict] = []
    coming = answers_of(question, chosen, context)
    try:
        for answered in coming:
            verdict = _verdict(question, answered, context)
            if verdict.status is not Status.UNKNOWN:
                return [verdict]
            found.append(verdict)
    finally:
        coming.close()
    return found


def _verdict(question: Question, found: Answer, context: Context) -> Verdict:
    """Certify and conclude what an engine found."""
    certificate: Certificate | None = None
    if isinstance(found.outcome, Holds | Fails):
        try:
            certificate = certify(question, found.outcome.evidence, context)
        except LimitReached as limit:
            found = Answer(GaveUp(limit.reason), found.engine, Direction.EXACT, statistics=found.statistics)
    abstraction = found.abstraction or (
        "the program is one: it has choices of an abstraction" if is_abstraction(question.program) else ""
    )
    assumptions = assumptions_of(
        question.program, question.bounds, found.prover, abstraction, fair=found.fair, daemons=found.daemons
    )
    warnings = warnings_about(question.property, question.program, abstract=bool(abstraction))
    return conclude(question, found, certificate, assumptions, (*warnings, *found.warnings))


def _trace(program: Program, verdict: Verdict) -> Trace | None:
    if verdict.status is not Status.PROVED and isinstance(verdict.evidence, Run | Lasso):
        trace = trace_of(program, verdict.evidence, verdict.violated_at)
        return trace if verdict.status is Status.REFUTED else replace(trace, finding=ABSTRACT_FINDING)
    return None


def _check_options(program: Program, plans: Sequence[Plan], options: CheckOptions) -> tuple[str, ...]:
    """Refuse options of engines that nobody asks; what to warn about the predicates given."""
    for name, method, changed in (
        ("predicates", "predicate abstraction", options.predicates.changed()),
        ("explicit", "explicit-state search", options.search.changed() if options.engine == "auto" else ()),
    ):
        if changed and not any(name in chosen.names for chosen in plans):
            raise UsageError(
                f"{changed[0]} is an option of {method}, which is not asked here",
                hint=f"use --engine {name}, or leave it out",
            )
    return validate(program, options.predicates)


def _check_next_steps(prop: Property, program: Program, options: CheckOptions) -> None:
    counts_edges = any(warning.code == "next-counts-edges" for warning in warnings_of(prop))
    if counts_edges and program.language not in EDGE_STEP_LANGUAGES and options.next_steps != "edge":
        raise UsageError(
            f"{prop.text!r} uses a next-step operator, which counts edges and not steps of the source",
            hint="leave it out, or say --next edge",
        )
