"""``vexil check --emit``: a program with a property, written for another tool."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vexil.cli.console import complain, say
from vexil.core.errors import UsageError

if TYPE_CHECKING:
    from vexil.cli.requests.check import CheckRequest
    from vexil.core.context import Context
    from vexil.pipeline.options import CheckOptions

FILES = {"promela": "model.pml", "smv": "model.smv", "c": "search.c"}
"""What the text calls itself when it is printed."""


def refuse_other_outputs(request: CheckRequest) -> None:
    """Raise `UsageError` where the options ask for a text and for something that is none."""
    if request.emit is None:
        if request.output is not None:
            raise UsageError("--output is for --emit", hint="add --emit promela, smv or c")
        return
    runs = request.engine == "spin"
    if runs and (request.emit != "promela" or request.output is None):
        raise UsageError(
            "with --engine spin, --emit keeps the model that Spin is given: Promela, in a file",
            hint="use --emit promela --output FILE, or leave --engine spin out",
        )
    for option, given in (("--format json", request.json), ("--emit-test", request.emit_test is not None)):
        if given and not runs:
            raise UsageError(f"{option} is about results, and --emit checks nothing", hint="leave one of them out")


def write_model(request: CheckRequest, options: CheckOptions, context: Context) -> None:
    """Write the text to the file that was named, or print it."""
    from vexil.pipeline.emit import Language, emit

    assert request.emit is not None
    name = request.output or FILES[request.emit]
    emitted = emit(options, Language(request.emit), name, context)
    if request.output is None:
        say([emitted.text.rstrip("\n")])
        return
    try:
        Path(request.output).write_text(emitted.text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{request.output} cannot be written: {error.strerror}", hint="name another file") from None
    complain(f"{request.output} asks {emitted.property.text}; its first lines say how to run it")
