"""``vexil compare``: one question by several methods."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vexil.cli.console import Progress, complain, say
from vexil.cli.exit_codes import ExitCode
from vexil.cli.guard import guarded, release_limits, set_limits
from vexil.cli.options import CompareFormat, CompareOutput
from vexil.cli.requests import CompareRequest
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.model.comparison import Comparison, Said
from vexil.pipeline.compare_options import CompareOptions
from vexil.pipeline.options import CheckOptions


def run_compare(request: CompareRequest) -> ExitCode:
    """Ask the methods one after the other, and print what they said side by side."""
    progress = Progress()

    def command() -> ExitCode:
        from vexil.pipeline.compare import compare, count_lines

        asked, output = request.make(CompareOptions), request.make(CompareOutput)
        methods = tuple(method.facts for method in asked.chosen())
        if output.methods:
            if output.inputs:
                raise UsageError("--methods is about methods, not about a program", hint="leave out one of them")
            _report(Comparison(methods, ()), output)
            return ExitCode.PROVED
        if not output.inputs:
            raise UsageError("nothing to compare", hint="name a program file, or ask for --methods")
        try:
            answers = tuple(compare(request.make(CheckOptions), asked, _limited, progress))
        finally:
            progress.clear()
        comparison = Comparison(methods, answers, count_lines(output.inputs))
        _report(comparison, output)
        for prop in comparison.contradictions:
            complain(f"internal error: methods contradict each other about {prop}; please report it with the input")
        broken = comparison.contradictions or any(item.said is Said.BROKEN for item in answers)
        return ExitCode.INTERNAL if broken else ExitCode.PROVED

    return guarded(command)


@contextmanager
def _limited(context: Context) -> Iterator[None]:
    """Keep the process within the limits of a method, and no longer."""
    set_limits(context)
    try:
        yield
    finally:
        release_limits()


def _report(comparison: Comparison, output: CompareOutput) -> None:
    from vexil.reports.comparison import comparison_csv, comparison_json, comparison_lines, method_lines

    match output.form:
        case CompareFormat.JSON:
            say([comparison_json(comparison)])
        case CompareFormat.CSV:
            say([comparison_csv(comparison).rstrip("\n")])
        case CompareFormat.TEXT:
            say(method_lines(comparison.methods) if output.methods else comparison_lines(comparison))
