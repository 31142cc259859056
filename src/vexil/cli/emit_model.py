"""``vexil check --emit``: a program with a property, written for another tool."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vexil.cli.console import complain, say
from vexil.core.errors import UsageError
from vexil.pipeline.options import TargetLanguage

if TYPE_CHECKING:
    from vexil.cli.requests import CheckRequest
    from vexil.core.context import Context
    from vexil.pipeline.options import CheckOptions

FILES = {TargetLanguage.PROMELA: "model.pml", TargetLanguage.SMV: "model.smv", TargetLanguage.C: "search.c"}
"""What the text calls itself when it is printed."""


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
    try:
        Path(name).write_text(emitted.text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror}", hint="name another file") from None
    complain(f"{name} asks {emitted.property.text}; its first lines say how to run it")
