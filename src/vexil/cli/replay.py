"""``vexil replay``: a stored counterexample is run again on its sources, and one of an abstraction followed in them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from vexil.cli.console import complain, paint, say
from vexil.cli.exit_codes import ExitCode
from vexil.cli.guard import guarded
from vexil.cli.options import ReplayOptions
from vexil.cli.requests import CheckRequest, ReplayRequest
from vexil.cli.tracing import say_trace
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.core.source import read_source

if TYPE_CHECKING:
    from vexil.ir.program import Program
    from vexil.model.evidence import AbstractRun
    from vexil.model.outcome import Question
    from vexil.model.trace import TracedRun
    from vexil.pipeline.data.automatic import Abstraction

HINT = "--from {first} --to {last} shows them"
STANDARD_INPUT = frozenset({"-", "/dev/stdin", "/proc/self/fd/0", "/dev/fd/0"})


def run_replay(request: ReplayRequest) -> ExitCode:
    """Replay every counterexample of a stored result."""

    def command() -> ExitCode:
        options = request.make(ReplayOptions)
        _refuse_contradictions(options)
        return _replay(options)

    return guarded(command)


def _refuse_contradictions(request: ReplayOptions) -> None:
    ranged = request.first is not None or request.last is not None
    flags = [
        name
        for name, given in (
            ("--interactive", request.interactive),
            ("--step", request.step is not None),
            ("--from and --to", ranged),
        )
        if given
    ]
    if len(flags) > 1:
        raise UsageError(f"{flags[0]} and {flags[1]} ask for different things", hint="leave one of them out")
    if request.lanes and (request.interactive or request.step is not None):
        raise UsageError("--lanes shows steps side by side, not one of them", hint="use it with --from and --to")
    if request.interactive and request.stored in STANDARD_INPUT:
        raise UsageError("the result and the answers cannot both come from stdin", hint="store the result in a file")


def _replay(request: ReplayOptions) -> ExitCode:
    from vexil.certify import Checked, certify
    from vexil.model.outcome import Question
    from vexil.model.trace import SHOWN, VIOLATED, TracedRun
    from vexil.pipeline.certainty import certain_question, possible_question
    from vexil.pipeline.data.automatic import Abstraction
    from vexil.pipeline.resolve import resolve
    from vexil.pipeline.run import load_asked
    from vexil.spec.property import Kind

    stored = request.stored
    value = _read(stored)
    options = _request(value).options()
    _refuse_changed_files(stored, value)
    resolved = resolve(options)
    loaded, properties = load_asked(resolved, Context())
    program = loaded.program
    _refuse_changed_program(stored, value, program)
    entries = _entries(stored, value)
    if [prop.text for prop in properties] != [text for text, _, _ in entries]:
        raise UsageError(
            f"the properties of {stored} have changed since it was written",
            hint="run vexil check again with the new ones",
        )
    shows: list[Callable[[], None]] = []
    statuses: set[ExitCode] = set()
    for prop, (text, evidence, abstract_run) in zip(properties, entries, strict=True):
        question = Question(program, prop, options.bounds)
        if abstract_run is not None:
            abstraction = Abstraction(program, options, Context(), loaded.written)
            statuses.add(_follow(question, abstract_run, abstraction, request, shows))
        if evidence is None:
            continue
        certificate = certify(possible_question(question), evidence, Context())
        if not isinstance(certificate, Checked):
            certificate = certify(certain_question(question), evidence, Context())
        if not isinstance(certificate, Checked):
            raise UsageError(f"the trace for {text} does not replay: {certificate.reason}")
        is_proof = certificate.refutes is False
        word = paint("proved", "green") if is_proof else paint("refuted", "red")
        shows.append(partial(say, [f"{text}: {word}", f"  {certificate.finding}"]))
        finding = SHOWN if is_proof else VIOLATED
        is_race = question.property.kind is Kind.RACE
        traced = TracedRun(program, evidence, certificate.violated_at, finding, tells_race=is_race)
        shows.append(_prepared(traced, request))
        statuses.add(ExitCode.PROVED if is_proof else ExitCode.REFUTED)
    if not shows:
        complain(f"{stored} holds no counterexample")
        return ExitCode.UNKNOWN
    for show in shows:
        show()
    return next(code for code in (ExitCode.REFUTED, ExitCode.UNKNOWN, ExitCode.PROVED) if code in statuses)


def _follow(
    question: Question,
    stored: AbstractRun,
    abstraction: Abstraction,
    request: ReplayOptions,
    shows: list[Callable[[], None]],
) -> ExitCode:
    """Show a run of an abstraction, and how far the program follows it."""
    from vexil.model.trace import VIOLATED, TracedRun
    from vexil.pipeline.data.replaying import follow_stored
    from vexil.pipeline.run import ABSTRACT_FINDING

    followed = follow_stored(question, stored, abstraction, Context())
    word = paint("refuted", "red") if followed.refutes else paint("unknown", "yellow")
    shows.append(partial(say, [f"{question.property.text}: {word}", f"  {followed.finding}"]))
    finding = VIOLATED if followed.is_own else ABSTRACT_FINDING
    traced = TracedRun(followed.program, followed.run, followed.violated_at, finding)
    shows.append(_prepared(traced, request))
    return ExitCode.REFUTED if followed.refutes else ExitCode.UNKNOWN


def _prepared(run: TracedRun, request: ReplayOptions) -> Callable[[], None]:
    """What prints the part of a trace that is asked for; raises `UsageError` when there is no such part."""
    edges, lanes = request.edges, request.lanes
    if request.interactive or request.step is not None:
        from vexil.cli.stepping import Stepper

        stepper = Stepper(run, edges=edges)
        if request.step is None:
            return stepper.interact
        stepper.require(request.step)
        return partial(stepper.show, request.step)
    if request.first is None and request.last is None:
        return partial(say_trace, run.trace(), edges=edges, lanes=lanes, hint=HINT)
    first = request.first or 1
    trace = run.trace(range(first, sys.maxsize if request.last is None else request.last + 1))
    if not trace.steps:
        raise UsageError(
            f"there is no step from {first} to {request.last or 'the end'}", hint=f"the trace has {trace.count} steps"
        )
    return partial(say_trace, trace, edges=edges, lanes=lanes, shorten=False)


# --- what was stored -----------------------------------------------------------------------------------------


def _read(stored: str) -> dict[str, Any]:
    from vexil.reports.json_report import SCHEMA

    try:
        value = json.loads(read_source(stored).text)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"{stored}:{error.lineno}:{error.colno}: this is no JSON: {error.msg}",
            hint="give what `vexil check --format json` wrote",
        ) from None
    except RecursionError:
        raise UsageError(f"{stored} is nested too deeply for a result") from None
    if not isinstance(value, dict) or value.get("schema") != SCHEMA or not isinstance(value.get("program"), dict):
        raise UsageError(f"{stored} is no result of vexil check with a program", hint=f"its schema should be {SCHEMA}")
    return value


def _request(value: dict[str, Any]) -> CheckRequest:
    try:
        written: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in value["options"].items()}
        return CheckRequest(**written)
    except (TypeError, AttributeError, KeyError):
        raise UsageError("the stored options are not those of this version", hint="run vexil check again") from None


def _entries(stored: str, value: dict[str, Any]) -> list[tuple[str, Any, AbstractRun | None]]:
    """The text of each property, with the run or lasso that refutes it, and the run of an abstraction, if there are."""
    from vexil.reports.json_report import read_abstract_run, read_evidence

    try:
        return [
            (str(entry["property"]), read_evidence(entry["evidence"] or {}), read_abstract_run(entry["abstract_run"]))
            for entry in value["properties"]
        ]
    except (TypeError, AttributeError, KeyError, ValueError):
        raise _damaged(stored) from None


def _damaged(stored: str) -> UsageError:
    return UsageError(f"{stored} is damaged: it is not as vexil check wrote it", hint="run vexil check again")


def _refuse_changed_files(stored: str, value: dict[str, Any]) -> None:
    """Compare the files that are there with those that were read, before anybody tries to understand them."""
    changed = []
    for name, digest in _digests(stored, value).items():
        try:
            current = read_source(name).digest
        except UsageError:
            continue  # loading says what is missing
        if current != digest:
            changed.append(name)
    _refuse_changed(stored, changed)


def _refuse_changed_program(stored: str, value: dict[str, Any], program: Program) -> None:
    """Compare what was loaded, file by file and as a whole."""
    stored_digests = _digests(stored, value)
    now = {file.name: file.digest for file in program.files}
    _refuse_changed(stored, [name for name in (*stored_digests, *now) if stored_digests.get(name) != now.get(name)])
    if program.digest != value["program"].get("digest"):
        raise UsageError(
            f"the program of {stored} is another one now, although its source files have not changed",
            hint="a header, the environment or Vexil itself has changed; run vexil check again",
        )


def _digests(stored: str, value: dict[str, Any]) -> dict[str, str]:
    try:
        return {str(file["name"]): str(file["sha256"]) for file in value["program"]["files"]}
    except (TypeError, KeyError):
        raise _damaged(stored) from None


def _refuse_changed(stored: str, changed: list[str]) -> None:
    if changed:
        names = ", ".join(dict.fromkeys(changed))
        raise UsageError(
            f"the sources of {stored} have changed since it was written: {names}",
            hint="run vexil check again on the new ones",
        )
