"""What to do about an unknown verdict: one sentence and one command for every kind of reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from vexil.model.verdict import Remedy, Status, Verdict
from vexil.pipeline.options import CheckOptions
from vexil.pipeline.registry import AUTO, ENGINES
from vexil.spec.property import Kind

LONGER = 10
"""How many times a limit that was reached is raised."""
SHARED = r"two threads use one \S+ at the same time"
"""A reason that the property `sharing` explains."""
SECONDS = 600
"""CPU seconds that are proposed where no limit was given."""


@dataclass(frozen=True)
class Rule:
    """A kind of reason, by a pattern that is looked for in it, and what helps; nothing where the options forbid it.

    Rules are tried in order: the first one that applies and has something to say counts.
    """

    pattern: str
    remedy: Callable[[re.Match[str], CheckOptions], Remedy | None]


def with_remedy(verdict: Verdict, options: CheckOptions) -> Verdict:
    """The verdict with what to do, if it is unknown."""
    if verdict.status is not Status.UNKNOWN:
        return verdict
    named = [
        item for item in verdict.caveats if item.stage in LANGUAGES and f"{item.stage}: {item.reason}" in verdict.reason
    ]
    remedy = remedy_for(verdict.reason, options, PARTICULAR if named else RULES)
    if remedy is not None and not remedy.is_command:
        return replace(verdict, hint=remedy.sentence)
    if remedy is not None and remedy.ask == verdict.property.text:
        return replace(verdict, hint="guard the operation that is named, or give what it reads a value")
    if remedy is not None:
        is_said = bool(verdict.hint) and options.data.is_used  # which abstraction to refine, and for what
        return replace(verdict, hint=verdict.hint if is_said else remedy.sentence, remedy=remedy)
    if named or (not verdict.hint and verdict.reason.startswith(tuple(f"{item.stage}: " for item in verdict.caveats))):
        return replace(verdict, hint="a caveat below names what is only approximated; rewrite that part")
    return verdict


def rests_on_sharing(verdict: Verdict) -> bool:
    """Whether a verdict is open because threads share an object that is made for one."""
    return verdict.status is Status.UNKNOWN and re.search(SHARED, verdict.reason) is not None


def remedy_for(reason: str, options: CheckOptions, rules: tuple[Rule, ...] | None = None) -> Remedy | None:
    """What helps against a reason by some rules (none: all of them), if anything is known that does."""
    for rule in RULES if rules is None else rules:
        match = re.search(rule.pattern, reason)
        remedy = rule.remedy(match, options) if match is not None else None
        if remedy is not None:
            return remedy
    return None


def _same(sentence: str, *add: str, leave_out: tuple[str, ...] = (), ask: str = "") -> Remedy:
    return Remedy(sentence, add, leave_out, ask)


def _more_time(match: re.Match[str], options: CheckOptions) -> Remedy:
    return _same("give it more time", "--time-limit", f"{float(match[1]) * LONGER:g}", leave_out=("--time-limit",))


def _more_wall_time(match: re.Match[str], options: CheckOptions) -> Remedy:
    return _same("give it more time", "--wall-limit", f"{float(match[1]) * LONGER:g}", leave_out=("--wall-limit",))


def _more_memory(_: re.Match[str], options: CheckOptions) -> Remedy | None:
    limit = options.limits.memory_mb
    if limit is None:
        return None
    return _same("give it more memory", "--memory-limit", str(limit * 4), leave_out=("--memory-limit",))


def _more_states(match: re.Match[str], options: CheckOptions) -> Remedy | None:
    if options.limits.states is None:
        return None
    raised = str(int(match[1].replace(",", "")) * LONGER)
    return _same("let it visit more states", "--state-limit", raised, leave_out=("--state-limit",))


def _more_rows(match: re.Match[str], _: CheckOptions) -> Remedy:
    raised = str(int(match[1].replace(",", "")) * LONGER)
    return _same("allow more rows, or abstract smaller blocks", "--rows", raised, leave_out=("--rows",))


def _wider_bounds(_: re.Match[str], options: CheckOptions) -> Remedy | None:
    if options.search.deepen:
        return _same("give the next round more time", "--time-limit", str(SECONDS), leave_out=("--time-limit",))
    engine = ("--engine",) if options.engine != AUTO and not ENGINES[options.engine].searches else ()
    return _same("let the bounds grow until none of them is hit", "--deepen", leave_out=engine)


def _other_engine(_: re.Match[str], options: CheckOptions) -> Remedy | None:
    if options.engine == "auto":
        return None
    return _same("leave the choice of the engine to Vexil", leave_out=("--engine", "--predicate", "--cube-length"))


def _without_bounds(_: re.Match[str], options: CheckOptions) -> Remedy | None:
    if not options.bounds:
        return None
    return _same("leave bounds to an engine that knows them", leave_out=("--engine", "--predicate", "--cube-length"))


_CAUSES = {
    "division-by-zero": "division",
    "remainder-by-zero": "division",
    "overflow": "overflow",
    "array-index": "memsafety",
    "null": "memsafety",
    "memory": "memsafety",
    "uninitialised": "memsafety",
    "constant-write": "memsafety",
    "shift-amount": "overflow",
}


_UNDEFINED = {
    "nan-bits": "which bits a NaN has is left open; ask whether it is one before they are used",
    "pointer-comparison": "pointers to different objects have no order; compare those within one object only",
}


def _undefined(match: re.Match[str], _: CheckOptions) -> Remedy:
    kind = next((word for part, word in _CAUSES.items() if part in match[0]), None)
    if kind is None:
        usual = "the operation has no meaning where it is reached; guard it"
        return Remedy(next((text for part, text in _UNDEFINED.items() if part in match[0]), usual), is_command=False)
    return _same("see the run that ends in the undefined operation, and guard it", ask=kind)


def _accepted(name: str) -> Callable[[re.Match[str], CheckOptions], Remedy]:
    sentence = "accept what is approximated, if it is right for this program; the assumption says so"
    return lambda *_: _same(sentence, "--accept", name)


def _finer_data(_: re.Match[str], options: CheckOptions) -> Remedy | None:
    if not options.data.is_used or options.data.automatic:
        return None
    left = ("--bind", "--default-abstraction", "--coerce", "--basl")
    return _same("let abstractions be tried from coarse to fine", "--auto-abstract", leave_out=left)


def _no_data(_: re.Match[str], options: CheckOptions) -> Remedy | None:
    if not options.data.is_used:
        return None
    left = ("--bind", "--default-abstraction", "--coerce", "--basl", "--auto-abstract")
    return _same("ask about the program itself", leave_out=left)


def _precise(_: re.Match[str], options: CheckOptions) -> Remedy | None:
    if options.predicates.longest is None:
        return None
    return _same("let abstract steps depend on any number of predicates", "--cube-length", "all")


def _longer(_: re.Match[str], options: CheckOptions) -> Remedy:
    limit = options.limits.cpu_seconds
    seconds = f"{limit * LONGER:g}" if limit is not None else str(SECONDS)
    return _same("give it more time", "--time-limit", seconds, leave_out=("--time-limit",))


LANGUAGES = frozenset({"c", "java"})
"""Stages whose caveats are about the program, whatever engine looks at it."""
PARTICULAR = (
    Rule(r"interrupted", lambda *_: _same("it was interrupted; run it again")),
    Rule(r"^vacuous: the program has no", lambda *_: _same("ask what the program could break", ask="-")),
    Rule(SHARED, lambda *_: _same(
        "see the run that does, and let a lock guard the object", ask=Kind.SHARING.value
    )),
    Rule(r"(?:^|bounded: )undefined operations are reached: \S+", _undefined),
    Rule(r"fails only for some addresses of objects that are compared", lambda *_: Remedy(
        "pointers to different objects have no order; compare those within one object only", is_command=False
    )),
    Rule(r"^the answer may depend on the addresses of objects", lambda *_: Remedy(
        "where objects are is left open; compare pointers, and let nothing depend on their numbers", is_command=False
    )),
    Rule(r"c: assembler code", _accepted("asm")),
    Rule(r"c: floats of more than 64 bits", _accepted("long-double")),
    Rule(r"c: functions without a body may change several objects", _accepted("one-of-many")),
    Rule(r"decides the property race", _other_engine),
    Rule(r"recursion in \S+ with a branching|needs a program without calls",
         lambda *_: _same("branching formulas about many states need a program without threads and recursion; "
                          "ask whether runs end", ask="termination")),
    Rule(r"explores without bounds|has no bounds", _without_bounds),
    Rule(r"engine (?:does not answer|answers (?:questions about|no branching))", _other_engine),
    Rule(r"abstraction does not answer|^threads\b", _other_engine),
    Rule(r"spin was looked for|Spin cannot be asked|to it, threads outside", _other_engine),
    Rule(r"native search is not available", lambda *_: Remedy("see what is missing", instead="vexil doctor")),
    Rule(r"the variable (\S+): its values have no bound", lambda match, _: _same(
        f"say how far {match[1]} may go", "--bound", f"{match[1]}=-100..100"
    )),
)  # fmt: skip
RULES = (
    *PARTICULAR,
    Rule(r"feasible path:|may be undecided|chooses at|breaks nothing there|spurious", _finer_data),
    Rule(r"abstraction", _no_data),
    Rule(r"limit of (\S+) CPU seconds", _more_time),
    Rule(r"limit of (\S+) seconds reached", _more_wall_time),
    Rule(r"limit of (?:\d+ MB )?memory", _more_memory),
    Rule(r"limit of ([\d,]+) states", _more_states),
    Rule(r"limit of ([\d,]+) rows? of one relation", _more_rows),
    Rule(r"bounds hit:", _wider_bounds),
    Rule(r"the abstraction is too coarse", _precise),
    Rule(r"was stopped;|the solver gave up|solver \(z3\) gave up|was not checked", _longer),
    Rule(r"not modelled at (.+?): ([^;]+)", lambda match, _: Remedy(
        f"{match[2]} at {match[1]} is not followed; rewrite that part", is_command=False
    )),
    Rule(r"limit of [\d,]+ alternatives", lambda *_: Remedy(
        "too many values to try one by one: a smaller type for what is open, if that is enough", is_command=False
    )),
    Rule(r"limit", _longer),
)  # fmt: skip
"""From the most particular reason to the most general one."""
