"""Chains of leaps, beside what an exhaustive search says, and what the checker of chains says about them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from leap_chains import conditions_of
from strategies.ir.leaps import GivenLeaps
from vexil.certify import certify
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached
from vexil.core.source import SourceFile
from vexil.engines.leap.engine import LONGER
from vexil.engines.leap.evidence import Inexpressible, evidence_of
from vexil.engines.leap.realise import Unread, realised
from vexil.engines.leap.restrictions import restrictions
from vexil.engines.leap.search import Asked, Attempt, NoPath, Refusal, attempts
from vexil.engines.machine.search import NativeSearch, Reason, Reduction, StateQuery
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.model.certificate import Rejected
from vexil.model.outcome import Question
from vexil.spec.property import parse_property
from vexil.transform.choices import with_choices_of
from vexil.transform.inlining import descending

CHECKS = frozenset({"assert"})
MOST_ATTEMPTS = 6
"""Paths that are looked at; there may be very many."""


@dataclass(frozen=True)
class LeapComparison:
    """What came of a search for leaps: ``outcome`` in a word, what is ``wrong``, and how many chains were found."""

    outcome: str
    wrong: str = ""
    chains: int = 0
    unchecked: int = 0
    """Chains that the checker could not look at."""


def compared_leaps(given: GivenLeaps, states: int, limits: Limits | None = None) -> LeapComparison:
    """Compare every chain of a program with the answer of an exhaustive search, and have each of them checked."""
    found = load(SourceFile("leaps.vir", given.text.encode()))
    fails = is_violated(found, states)
    if fails is None:
        return LeapComparison("large")
    try:
        return _compared(found, given, Context(limits or Limits()), fails=fails)
    except LimitReached:
        return LeapComparison("slow")
    except Refusal:
        return LeapComparison("refused", "" if given.states else "states that nobody gave are refused")


def _compared(found: Program, given: GivenLeaps, context: Context, *, fails: bool) -> LeapComparison:
    question = Question(found, parse_property("assert"))
    form = descending(found)
    chains = unchecked = 0
    asked = Asked(
        form.program,
        CHECKS,
        {name: conditions_of(found, conditions) for name, conditions in given.states.items()},
        {name: conditions_of(found, conditions) for name, conditions in given.ports.items()},
    )
    for attempt in islice(attempts(asked, restrictions(form.entry), context), MOST_ATTEMPTS):
        if isinstance(attempt, NoPath):
            if fails and not attempt.rules and not attempt.setting.system.refused:
                return LeapComparison("unreachable", "a check that fails is said to be not reachable", chains)
            continue
        if not attempt.chain.is_reached:
            continue
        chains += 1
        if not fails:
            return LeapComparison("reachable", "a check that never fails is said to be reached", chains)
        for rejected in _rejected(question, attempt):
            if not rejected.unchecked:
                return LeapComparison("rejected", f"the checker rejects a chain: {rejected.reason}", chains)
            unchecked += 1
    name = "found" if chains else "missed" if fails else "none"
    return LeapComparison(name, "", chains, unchecked)


def _rejected(question: Question, attempt: Attempt) -> Iterator[Rejected]:
    """What the checker has against a chain, and against a run along it."""
    try:
        certificate = certify(question, evidence_of(attempt.setting, attempt.rules, attempt.chain), Context())
    except Inexpressible as problem:
        certificate = Rejected(str(problem), True)
    if isinstance(certificate, Rejected):
        yield certificate
    with suppress(Unread):
        run = realised(attempt.setting, attempt.chain)
        if run is not None:
            whole = with_choices_of(question.program, run, CHECKS, LONGER * len(run.moves) + 1)
            certificate = certify(question, whole, Context())
            if isinstance(certificate, Rejected):
                yield certificate


def is_violated(found: Program, states: int) -> bool | None:
    """Whether an assertion fails, by search of all states; nothing when there are too many."""
    query = StateQuery(checks=CHECKS)
    search = NativeSearch(CompiledProgram(found), query, Reduction.NONE, Context(Limits(states=states)))
    try:
        reason = search.run()
    finally:
        search.close()
    return {Reason.FOUND: True, Reason.EXHAUSTED: False}.get(reason)
