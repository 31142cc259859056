"""Leaps as they are asked for: a program is loaded, made one without calls, and searched for a chain to a target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from vexil.certify import Certificate, Rejected
from vexil.certify.leaps import check_target
from vexil.core.caveats import Effect
from vexil.core.context import Context
from vexil.core.errors import LimitReached, UsageError
from vexil.engines.leap.engine import LeapEngine
from vexil.engines.leap.evidence import Inexpressible, evidence_of
from vexil.engines.leap.realise import executed
from vexil.engines.leap.restrictions import restrictions, scheduled
from vexil.engines.leap.search import Asked, Attempt, NoPath, attempts
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.model.certificate import Checked
from vexil.model.evidence import InMemory
from vexil.model.goal import StateGoal, goal_of
from vexil.model.leaps import MustChain, Rule
from vexil.model.outcome import Answer, Direction, Fails, Question
from vexil.model.protocols import NotApplicable
from vexil.model.verdict import Verdict
from vexil.pipeline.leap_options import LeapOptions
from vexil.pipeline.leap_texts import Texts
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.resolve import resolve
from vexil.pipeline.run import load_asked
from vexil.pipeline.verdicts import verdict_on
from vexil.transform.heap_as_memory import ObjectsAsMemory, has_objects
from vexil.transform.inlining import Inlining, descending


@dataclass(frozen=True)
class LeapQuestion:
    """A question about a check, the form of its program without calls, and what the user decided."""

    question: Question
    form: Inlining
    asked: Asked
    restrictions: tuple[tuple[Rule, ...], ...]

    @property
    def program(self) -> Program:
        """The program."""
        return self.question.program

    def verdict(self, attempt: Attempt, context: Context) -> Verdict | Certificate:
        """What becomes of a chain when it is checked: a verdict, or for a target that is no check a certificate."""
        try:
            chain = evidence_of(attempt.setting, attempt.rules, attempt.chain)
        except Inexpressible as problem:
            return Rejected(str(problem), True)
        if chain.target is not None:
            return self._target(chain, context)
        chain = replace(chain, inputs=executed(attempt.setting, attempt.chain, chain, context))
        evidence = InMemory(chain) if has_objects(self.program) else chain
        return verdict_on(self.question, Answer(Fails(evidence), LeapEngine.name, Direction.UNDER), context)

    def _target(self, chain: MustChain, context: Context) -> Certificate:
        certificate = check_target(self.form.original, chain, context)
        if isinstance(certificate, Checked):
            for caveat in self.form.original.caveats:
                if caveat.effect is Effect.ADDS and (caveat.edge is None or caveat.edge in certificate.edges):
                    return Rejected(f"{caveat.stage}: {caveat.reason}", True)
        return certificate

    @property
    def misses(self) -> str:
        """Why the form may lack runs of the program, so that what it does not reach may be reached; nothing if not."""
        if self.form.is_descending:
            return "recursive calls are not followed back"
        caveats = [item for item in self.program.caveats if item.effect is Effect.DROPS]
        return f"{caveats[0].stage}: {caveats[0].reason}" if caveats else ""

    def attempts(self, context: Context) -> Iterator[Attempt | NoPath]:
        """Chains, one after the other."""
        return attempts(self.asked, self.restrictions, context)


def leap_question(
    load: LoadOptions, properties: tuple[str, ...], options: LeapOptions, context: Context
) -> LeapQuestion:
    """Read a program and what is asked about it; raises `UsageError` for what leaps say nothing about."""
    loaded, found = load_asked(resolve(CheckOptions(load, properties)), context)
    checked = [
        (prop, goal.checks)
        for prop in found
        if isinstance(goal := goal_of(prop, CompiledProgram(loaded.program)), StateGoal) and goal.checks
    ]
    if properties and len(checked) < len(found):
        raise UsageError("leaps are about checks that fail", hint="ask with -p assert, -p unreach or --to")
    if len(checked) > 1 and properties:
        raise UsageError("a leap is for one property", hint="choose one by -p")
    if not checked and options.target is None:
        raise UsageError("there is no check that could fail", hint="name what is to be reached with --to")
    prop = checked[0][0] if checked else found[0]
    checks = checked[0][1] if checked and options.target is None else frozenset()
    question = Question(loaded.program, prop)
    form = form_of(question)
    texts = Texts(form)
    states = texts.states(options.states)
    schedules = tuple(item for text in options.schedules for item in texts.schedule(text))
    asked = Asked(
        form.program,
        checks,
        states,
        texts.ports(options.ports, states),
        _path(options.path, states),
        None if options.target is None else texts.placed(options.target),
        tuple(texts.predicate(text) for text in options.predicates),
        (
            *(scheduled(form.entry, item.location, item.conditions) for item in schedules),
            *(rule for text in options.only for rule in texts.only(text)),
        ),
        schedules,
    )
    return LeapQuestion(question, form, asked, restrictions(form.entry) if not asked.rules else ((),))


def form_of(question: Question) -> Inlining:
    """The program of a question without objects and calls; raises `UsageError` where it has no such form."""
    try:
        program = ObjectsAsMemory().apply(question).program if has_objects(question.program) else question.program
        return descending(program)
    except (NotApplicable, LimitReached) as problem:
        reason = f"leaps are about sequential programs whose calls can be followed: {problem}"
        raise UsageError(reason, hint="ask with vexil check") from None


def _path(text: str | None, states: object) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",")) if text else ()
    known = list(states) if isinstance(states, dict) else []
    for name in names:
        if name not in known:
            there = f"there are {', '.join(known)}" if known else "give abstract states with --state"
            raise UsageError(f"there is no abstract state {name!r}", hint=there)
    return names
