"""``vexil check --emit-test``: a violating run as a C file that makes the program take it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from vexil.cli.console import complain
from vexil.core.errors import UsageError

if TYPE_CHECKING:
    from vexil.cli.requests import CheckRequest
    from vexil.pipeline.run import Report

NOT_C = (".fcl", ".vir", ".java", ".bp")


def refuse_other_languages(request: CheckRequest) -> None:
    """Raise `UsageError` when a test is asked for and the program is not in C."""
    for name in request.written["inputs"]:
        if request.output.emit_test is not None and Path(name).suffix.lower() in NOT_C:
            raise UsageError(f"--emit-test writes tests for C, and {name} is no C program", hint="leave it out")


def write_test(request: CheckRequest, report: Report) -> None:
    """Write a test for the first property that a finite run refutes; say what was written, or why nothing was."""
    from vexil.frontends.c.effects import effects
    from vexil.model.evidence import Run
    from vexil.model.verdict import Status
    from vexil.reports.c_test import Setup, c_test

    name = request.output.emit_test
    assert name is not None
    program = report.program if report.machine is None else report.machine
    runs = report.machine_runs if report.machine is not None else [verdict.evidence for verdict in report.verdicts]
    refuted = [pair for pair in zip(report.verdicts, runs, strict=True) if pair[0].status is Status.REFUTED]
    verdict, run = next(((verdict, run) for verdict, run in refuted if isinstance(run, Run)), (None, None))
    if verdict is None or run is None or program is None:
        why = "the violation is a run without end" if refuted else "nothing is refuted"
        if any(isinstance(other.evidence, Run) for other, _ in refuted):
            why = "no run of the program with machine integers is known to violate it"
        complain(f"no test was written: {why}")
        return
    load = request.load()
    options = load.c
    folders = (f"-I{folder}" for folder in options.include_folders)
    included = (part for header in options.forced_includes for part in ("-include", header))
    standard = () if options.standard is None else (f"-std={options.standard}",)
    setup = Setup(
        load.inputs,
        (*standard, *folders, *options.definitions, *included),
        load.entry or "main",
        load.arguments or (),
        frozenset(load.settings),
        frozenset(effects()),
    )
    test = c_test(program, run, verdict.property.kind, name, setup)
    sys.stdout.flush()  # the file may be the output itself: the report comes first
    try:
        Path(name).write_text(test.text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror}", hint="name another file") from None
    complain(f"{name} makes the program violate {verdict.property.text}; its first lines say how to compile it")
    for sentence in test.open:
        complain(f"the test cannot force this: {sentence}")
