"""``vexil replay``: a stored counterexample is run again on the sources it belongs to."""

from __future__ import annotations

import json
from typing import Any

from vexil.cli.check import CheckRequest
from vexil.cli.console import complain, paint, say
from vexil.cli.exit_codes import ExitCode
from vexil.cli.guard import guarded
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.core.source import read_source


def run_replay(stored: str, *, edges: bool) -> ExitCode:
    """Replay every counterexample of a stored result."""

    def command() -> ExitCode:
        return _replay(stored, edges)

    return guarded(command)


def _replay(stored: str, edges: bool) -> ExitCode:
    from vexil.certify import Checked, certify
    from vexil.model.outcome import Question
    from vexil.model.trace import trace_of
    from vexil.pipeline.load import load_program
    from vexil.pipeline.resolve import resolve
    from vexil.pipeline.run import questions
    from vexil.reports.json_report import read_evidence
    from vexil.reports.text import trace_lines

    value = _read(stored)
    options = _request(value).options()
    resolved = resolve(options)
    program = load_program(resolved.load, Context())
    if program.digest != value["program"]["digest"]:
        raise UsageError(
            f"the sources of {stored} have changed since it was written", hint="run vexil check again on the new ones"
        )
    replayed = 0
    for prop, entry in zip(questions(resolved, program), value["properties"], strict=False):
        evidence = read_evidence(entry["evidence"] or {})
        if evidence is None:
            continue
        question = Question(program, prop, options.bounds)
        certificate = certify(question, evidence, Context())
        if not isinstance(certificate, Checked):
            raise UsageError(f"the trace for {entry['property']} does not replay: {certificate.reason}")
        say([f"{entry['property']}: {paint('refuted', 'red')}", f"  {certificate.finding}"])
        say(trace_lines(trace_of(program, evidence, certificate.violated_at), edges=edges, paint=paint))
        replayed += 1
    if not replayed:
        complain(f"{stored} holds no counterexample")
        return ExitCode.UNKNOWN
    return ExitCode.REFUTED


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
        known: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in value["options"].items()}
        return CheckRequest(**known)
    except (TypeError, AttributeError, KeyError):
        raise UsageError("the stored options are not those of this version", hint="run vexil check again") from None
