"""The stages in order: load, ask, search, certify, conclude, describe."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from vexil.core.context import Context
from vexil.core.errors import LimitReached, UsageError
from vexil.core.options import changed
from vexil.ir.program import Program
from vexil.model.evidence import AbstractRun, Lasso, Run, shown_run
from vexil.model.outcome import Answer, Direction, GaveUp, Question
from vexil.model.trace import SHOWN, Trace, trace_of
from vexil.model.verdict import Expected, Status, Verdict
from vexil.pipeline.assumptions import with_memory_model, with_tables
from vexil.pipeline.certainty import ask_both, unless_unwritten
from vexil.pipeline.data.automatic import Abstraction
from vexil.pipeline.data.checking import Ask, Judge
from vexil.pipeline.deepening import deepened
from vexil.pipeline.defaults import check_subject, default_properties, not_checked
from vexil.pipeline.engines import Plan, plan, searching_engine
from vexil.pipeline.feasible import Reading
from vexil.pipeline.front_ends import Loaded
from vexil.pipeline.load import load
from vexil.pipeline.machine_runs import compared
from vexil.pipeline.options import CheckOptions, NextSteps
from vexil.pipeline.predicates.options import validate
from vexil.pipeline.registry import AUTO
from vexil.pipeline.remedies import rests_on_sharing, with_remedy
from vexil.pipeline.resolve import Resolved, resolve
from vexil.pipeline.shares import in_shares
from vexil.pipeline.slices import Asking, Slices
from vexil.pipeline.verdicts import ask, verdict_on
from vexil.spec.property import Kind, Property, parse_property
from vexil.spec.property_warnings import warnings_of
from vexil.transform.flattening.plan import Defaults

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
    seconds: Mapping[str, float] = field(default_factory=dict)
    """CPU seconds by what they were used for: reading the program, and each property."""
    machine: Program | None = None
    """The program with machine integers, when the one that was checked has mathematical ones."""
    machine_runs: tuple[Run | Lasso | None, ...] = ()
    """For every verdict the run that refutes it with machine integers as well, if there is one."""
    abstract_runs: tuple[AbstractRun | None, ...] = ()
    """For every verdict the run of an abstraction that makes it unknown, if there is one."""

    @property
    def status(self) -> Status:
        """Refuted if anything is, else unknown if anything is or was left out, else proved."""
        statuses = [verdict.status for verdict in self.verdicts]
        for status in (Status.REFUTED, Status.UNKNOWN):
            if status in statuses:
                return status
        return Status.PROVED if statuses and not self.left_out else Status.UNKNOWN


@dataclass(frozen=True)
class Settled:
    """One property with its verdict, and what belongs to it; ``seconds`` are CPU seconds."""

    verdict: Verdict
    trace: Trace | None = None
    expected: Expected | None = None
    machine_run: Run | Lasso | None = None
    abstract_run: AbstractRun | None = None
    seconds: float = 0.0


Listener = Callable[[Program, Settled], None]
"""Is told each verdict as soon as it is final."""


def check(options: CheckOptions, context: Context, listener: Listener | None = None) -> Report:
    """Answer every property that was asked, or the ones that make sense when none was.

    Each verdict is told to *listener* as soon as it is final; the report has them in the order of the questions.
    """
    options.validate()
    resolved = resolve(options)
    loaded, properties = load_asked(resolved, context)
    program = loaded.program
    options = replace(options, bounds=options.bounds.named(program))
    options.bounds.check(program)
    for prop in properties:
        check_subject(prop, program)
        _check_next_steps(prop, program, options)
    questions = [Question(program, prop, options.bounds, loaded.predicate_program) for prop in properties]
    abstraction = Abstraction(program, options, context, loaded.written) if options.data.is_used else None
    slices = Slices(options)
    plans = [plan(question, options.engine, options.engines) for question in questions]
    warnings = () if abstraction is not None else _check_options(program, plans, options)
    until_asked = context.used_cpu_seconds()

    def answered(number: int) -> Settled:
        started = context.used_cpu_seconds()
        if number == len(questions):
            questions.append(Question(program, parse_property(Kind.SHARING.value), options.bounds))
            plans.append(plan(questions[number], options.engine, options.engines))
        settled = _settled(loaded, questions[number], plans[number], options, abstraction, slices, context)
        told = tuple(dict.fromkeys((*warnings, *settled.verdict.warnings)))
        return replace(
            settled,
            verdict=replace(settled.verdict, warnings=told),
            expected=resolved.expectation(questions[number].property),
            seconds=context.used_cpu_seconds() - started,
        )

    def tell(settled: Settled) -> None:
        if listener is not None:
            listener(program, settled)

    settled = in_shares(len(questions), answered, lambda one: one.verdict.status is Status.UNKNOWN, tell, context)
    if not resolved.properties and any(rests_on_sharing(one.verdict) for one in settled):
        settled.append(answered(len(questions)))
        tell(settled[-1])
    missing = () if resolved.properties else tuple(not_checked(properties, program))
    return Report(
        options,
        program,
        with_memory_model([one.verdict for one in settled], program),
        tuple(one.trace for one in settled),
        (*missing, *resolved.goals, *resolved.left_out),
        resolved.left_out,
        tuple(one.expected for one in settled),
        {"reading": until_asked, **{one.verdict.property.id: one.seconds for one in settled}},
        machine=loaded.machine,
        machine_runs=tuple(one.machine_run for one in settled) if loaded.machine is not None else (),
        abstract_runs=tuple(one.abstract_run for one in settled),
    )


def _settled(
    loaded: Loaded,
    question: Question,
    chosen: Plan,
    options: CheckOptions,
    abstraction: Abstraction | None,
    slices: Slices,
    context: Context,
) -> Settled:
    """The verdict on one question; a limit that nobody expected ends in one, too."""
    program = loaded.program
    about = program
    try:
        context.check_limits("asking what comes before it")
        context.emit("property", text=question.property.text)
        asked = _asked(program, chosen, options, context)
        if abstraction is not None:
            abstract = abstraction.ask(question, _ask_abstract(program, options, context), _judge(context))
            about = abstract.program
            verdict = (
                with_tables(abstract.verdict, options.load.integers) if abstract.rests_on_tables else abstract.verdict
            )
            verdict = unless_unwritten(verdict, question)
        elif options.search.deepen:
            verdict = ask_both(question, lambda inner: _deepened(inner, options, context))
        else:
            verdict = ask_both(question, lambda inner: slices.ask(inner, asked, context))
    except LimitReached as limit:
        verdict = verdict_on(question, Answer(GaveUp(limit.reason), chosen.names[0], Direction.EXACT), context)
    except KeyboardInterrupt:
        context.interrupted = True
        verdict = verdict_on(question, Answer(GaveUp("interrupted"), chosen.names[0], Direction.EXACT), context)
    machine_run = None
    if loaded.machine is not None:
        verdict, machine_run = compared(question, verdict, loaded.machine, context)
    verdict = with_remedy(verdict, options)
    trace = _trace(about, verdict)
    if about is program or verdict.status is Status.PROVED:
        return Settled(verdict, trace, machine_run=machine_run)
    abstract_run = AbstractRun(verdict.evidence, about.digest) if isinstance(verdict.evidence, Run) else None
    return Settled(replace(verdict, evidence=None, violated_at=None), trace, abstract_run=abstract_run)


def _ask_abstract(program: Program, options: CheckOptions, context: Context) -> Ask:
    """How abstractions of a program, or the program itself, are asked."""

    def asked(question: Question, readings: Sequence[Reading]) -> Verdict:
        chosen = plan(question, options.engine, options.engines)
        is_abstract = True if question.program is not program else None
        return ask(question, chosen, context, race=options.race, readings=readings, is_abstract=is_abstract)

    return asked


def _asked(program: Program, chosen: Plan, options: CheckOptions, context: Context) -> Asking:
    """How the program, or a slice of it, is asked; the engines may be others there."""

    def asked(question: Question, leader: str) -> Verdict:
        own = chosen if question.program is program else plan(question, options.engine, options.engines)
        return ask(question, own.led_by(leader), context, race=options.race)

    return asked


def _judge(context: Context) -> Judge:
    return lambda question, answer: verdict_on(question, answer, context)


def _deepened(question: Question, options: CheckOptions, context: Context) -> Verdict:
    """The answer with bounds as wide as they have to be, or as the limits allow; only one search is asked."""
    engine = searching_engine(question, options.engines) if options.engine == AUTO else options.engine

    def once(wider: Question, defaults: Defaults) -> Verdict:
        return ask(wider, plan(wider, engine, replace(options.engines, defaults=defaults)), context)

    return deepened(question, once, context)


def load_asked(resolved: Resolved, context: Context) -> tuple[Loaded, list[Property]]:
    """The program, and what is asked about it; it is read again if its end is asked for and nobody knew."""
    with context.doing("reading the program"):
        loaded = load(resolved.load, context)
    properties = properties_of(resolved, loaded.program)
    asks_for_end = any(prop.kind is Kind.TERMINATION for prop in properties)
    if asks_for_end and not resolved.load.asks_for_end and loaded.program.source.has_raw_memory:
        with context.doing("reading the program"):
            loaded = load(replace(resolved.load, asks_for_end=True), context)
    return loaded, properties


def properties_of(resolved: Resolved, program: Program) -> list[Property]:
    """The properties that were asked, or the ones that make sense for the program when none was."""
    if resolved.entry not in (None, program.entry):
        raise UsageError(
            f"the property file is about runs from {resolved.entry}, and the program starts with {program.entry}",
            hint=f"write init({program.entry}()) in the property file",
        )
    return list(resolved.properties) or default_properties(program)


def _trace(program: Program, verdict: Verdict) -> Trace | None:
    run = shown_run(verdict.evidence)
    if run is None:
        return None
    trace = trace_of(program, run, verdict.violated_at, tells_race=verdict.property.kind is Kind.RACE)
    match verdict.status:
        case Status.REFUTED:
            return trace
        case Status.PROVED:
            return replace(trace, finding=SHOWN)
        case Status.UNKNOWN:
            return replace(trace, finding=ABSTRACT_FINDING)


def _check_options(program: Program, plans: Sequence[Plan], options: CheckOptions) -> tuple[str, ...]:
    """Refuse options of engines that nobody asks; what to warn about the predicates given."""
    asked = {engine.name for chosen in plans for engine in chosen.turning}
    asked |= {engine.name for chosen in plans for engine in chosen.others}
    of_search = changed(options.search) if options.engine == AUTO else iter(())
    for name, names, method, given in (
        ("predicates", {"predicates"}, "predicate abstraction", changed(options.predicates)),
        ("explicit", {"explicit", "machine"}, "explicit-state search", of_search),
    ):
        first = next(given, None)
        if first is not None and asked.isdisjoint(names):
            raise UsageError(
                f"{first[0].flag()} is an option of {method}, which is not asked here",
                hint=f"use --engine {name}, or leave it out",
            )
    return validate(program, options.predicates)


def _check_next_steps(prop: Property, program: Program, options: CheckOptions) -> None:
    counts_edges = any(warning.code == "next-counts-edges" for warning in warnings_of(prop))
    if counts_edges and not program.source.counts_edges and options.next_steps != NextSteps.EDGE:
        raise UsageError(
            f"{prop.text!r} uses a next-step operator, which counts edges and not steps of the source",
            hint="leave it out, or add --next edge",
        )
