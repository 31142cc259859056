"""What ``vexil check`` writes for other tools: a program with a property (``--emit``), and a violating run as a C file.

The file of ``--emit-test`` makes the compiled program take the run.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from vexil.cli.console import complain, say
from vexil.core.errors import UsageError
from vexil.pipeline.options import TargetLanguage

if TYPE_CHECKING:
    from vexil.cli.requests import CheckRequest
    from vexil.core.context import Context
    from vexil.pipeline.options import CheckOptions
    from vexil.pipeline.run import Report

FILES = {TargetLanguage.PROMELA: "model.pml", TargetLanguage.SMV: "model.smv", TargetLanguage.C: "search.c"}
"""What the text calls itself when it is printed."""
NOT_C = (".fcl", ".vir", ".java", ".bp")


def refuse_other_outputs(request: CheckRequest) -> None:
    """Raise `UsageError` where the options ask for a text and for something that is none."""
    output = request.output
    if output.emit is None:
        if output.output is not None:
            raise UsageError("--output is for --emit", hint="add --emit promela, smv or c")
        return
    runs = request.written.get("engine") == "spin"
    if runs and (output.emit != TargetLanguage.PROMELA or output.output is None):
        raise UsageError(
            "with --engine spin, --emit keeps the model that Spin is given: Promela, in a file",
            hint="use --emit promela --output FILE, or leave --engine spin out",
        )
    for option, given in (("--format json", request.json), ("--emit-test", output.emit_test is not None)):
        if given and not runs:
            raise UsageError(f"{option} is about results, and --emit checks nothing", hint="leave one of them out")


def write_model(request: CheckRequest, options: CheckOptions, context: Context) -> None:
    """Write the text to the file that was named, or print it."""
    from vexil.pipeline.emit import emit

    language, name = request.output.emit, request.output.output
    assert language is not None
    emitted = emit(options, language, name or FILES[language], context)
    if name is None:
        say([emitted.text.rstrip("\n")])
        return
    _write(name, emitted.text)
    complain(f"{name} asks {emitted.property.text}; its first lines say how to run it")


def refuse_other_languages(request: CheckRequest) -> None:
    """Raise `UsageError` when a test is asked for and the program is not in C."""
    for name in request.written["inputs"]:
        if request.output.emit_test is not None and Path(name).suffix.lower() in NOT_C:
            raise UsageError(f"--emit-test writes tests for C, and {name} is no C program", hint="leave it out")


def write_test(request: CheckRequest, report: Report) -> None:
    """Write a test for the first property that a finite run refutes; say what was written, or why nothing was."""
    from vexil.frontends.c.contracts import effects
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
    _write(name, test.text)
    complain(f"{name} makes the program violate {verdict.property.text}; its first lines say how to compile it")
    for sentence in test.open:
        complain(f"the test cannot force this: {sentence}")


def _write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror}", hint="name another file") from None
