"""``vexil check``."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from vexil.cli.console import Progress, complain, paint, say
from vexil.cli.emit import refuse_other_languages, refuse_other_outputs, write_model, write_test
from vexil.cli.exit_codes import ExitCode, exit_code
from vexil.cli.guard import guarded, release_limits, set_limits
from vexil.cli.options import Assumptions
from vexil.cli.requests import CheckRequest
from vexil.cli.tracing import say_trace
from vexil.core.context import Context, Limits, peak_memory_mb

if TYPE_CHECKING:
    from vexil.ir.program import Program
    from vexil.model.verdict import Verdict
    from vexil.pipeline.run import Report, Settled


def run_check(request: CheckRequest) -> ExitCode:
    """Check and report."""
    progress = Progress()
    context = Context(request.make(Limits), sink=progress)

    def command() -> ExitCode:
        try:
            return checked()
        finally:
            progress.clear()

    def tell(program: Program, settled: Settled) -> None:
        progress.clear()
        _say_verdict(request, program, settled)

    def checked() -> ExitCode:
        from vexil.pipeline.run import check

        refuse_other_languages(request)
        refuse_other_outputs(request)
        options = request.options()
        set_limits(context)
        if request.output.emit is not None:
            write_model(request, options, context)
            if options.engine != "spin":
                return ExitCode.PROVED
        report = check(options, context, None if request.json else tell)
        progress.clear()
        release_limits()
        code = exit_code(report.status)
        _report(request, report, code, context)
        if request.output.emit_test is not None:
            write_test(request, report)
        return code

    if not request.json:
        return guarded(command, stopped=lambda text: say([text, *_stopped(request, text)]))
    return guarded(
        command,
        refused=lambda text: _empty(request, "refused", ExitCode.REFUSED, text),
        stopped=lambda text: _empty(request, "unknown", ExitCode.UNKNOWN, text),
        broken=lambda text: _empty(request, "internal-error", ExitCode.INTERNAL, text),
    )


def _say_verdict(request: CheckRequest, program: Program, settled: Settled) -> None:
    """Print one verdict as soon as it is known."""
    from vexil.reports.chains import chain_lines
    from vexil.reports.invariants import endless_lines, invariant_lines
    from vexil.reports.text import verdict_lines

    say(verdict_lines(settled.verdict, paint, settled.expected, _command(request, settled.verdict)))
    asked, evidence = settled.verdict.property, settled.verdict.evidence
    say(invariant_lines(program, evidence, asked, everything=request.output.show_invariants))
    say(endless_lines(program, evidence, asked))
    say(chain_lines(program, settled.verdict.evidence, everything=request.output.show_invariants))
    if settled.trace is not None:
        say_trace(settled.trace, edges=request.output.edges, lanes=request.output.lanes)
    sys.stdout.flush()


def _stopped(request: CheckRequest, text: str) -> list[str]:
    """What to do when there is no verdict at all."""
    from vexil.pipeline.remedies import remedy_for

    remedy = remedy_for(text, request.options())
    if remedy is None or not remedy.is_command:
        return []
    properties = request.written.get("properties", ())
    again = remedy if properties else replace(remedy, ask=remedy.ask or "-")
    return [f"  hint: {remedy.sentence}", f"  try: {request.command(properties[0] if properties else '', again)}"]


def _command(request: CheckRequest, verdict: Verdict) -> str:
    """The command to try when a verdict is unknown."""
    return "" if verdict.remedy is None else request.command(verdict.property.text, verdict.remedy)


def _report(request: CheckRequest, report: Report, code: ExitCode, context: Context) -> None:
    """Print what belongs to all verdicts together, or everything as one object."""
    peak = peak_memory_mb(with_children=True)
    total = context.used_cpu_seconds()
    parts = {name: round(seconds, 3) for name, seconds in report.seconds.items()}
    parts["rest"] = round(round(total, 3) - sum(parts.values()), 3)
    measured = {
        "cpu_seconds": round(total, 3),
        "wall_seconds": round(context.used_wall_seconds(), 3),
        "memory_mb": round(peak, 1),
    }
    if request.json:
        from vexil.reports.json_report import result, to_text

        value = result(
            report.status.value,
            int(code),
            report.program,
            report.verdicts,
            report.traces,
            options=request.recorded(),
            not_checked=report.not_checked,
            expected=report.expected,
            commands=[_command(request, verdict) for verdict in report.verdicts],
            abstract_runs=report.abstract_runs,
            measured={**measured, "parts": parts},
        )
        say([to_text(value)])
        return
    from vexil.reports.text import assumption_lines

    if report.not_checked:
        say([f"not checked: {', '.join(report.not_checked)}"])
    say(
        assumption_lines(
            report.verdicts, program=report.program, everything=request.output.assumptions == Assumptions.ALL
        )
    )
    shown = ", ".join(f"{name} {seconds:.2f}" for name, seconds in parts.items() if abs(seconds) >= 0.005)
    complain(
        f"{measured['cpu_seconds']} CPU seconds ({shown}), {measured['wall_seconds']} wall-clock seconds,"
        f" {measured['memory_mb']} MB"
    )


def _empty(request: CheckRequest, status: str, code: ExitCode, text: str) -> None:
    """A result without verdicts: nothing partial is presented as an answer."""
    from vexil.reports.json_report import result, to_text

    say([to_text(result(status, int(code), None, (), (), options=request.recorded(), error=text))])
