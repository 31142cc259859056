"""``vexil check``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.cli.console import Progress, complain, paint, say
from vexil.cli.emit_model import refuse_other_outputs, write_model
from vexil.cli.emit_test import refuse_other_languages, write_test
from vexil.cli.exit_codes import ExitCode, exit_code
from vexil.cli.guard import guarded, release_limits, set_limits
from vexil.cli.requests.check import CheckRequest
from vexil.cli.tracing import say_trace
from vexil.core.context import Context, peak_memory_mb

if TYPE_CHECKING:
    from vexil.pipeline.run import Report


def run_check(request: CheckRequest) -> ExitCode:
    """Check and report."""
    context = Context(request.limits(), sink=Progress())

    def command() -> ExitCode:
        from vexil.pipeline.run import check

        refuse_other_languages(request)
        refuse_other_outputs(request)
        options = request.options()
        set_limits(context)
        if request.emit is not None:
            write_model(request, options, context)
            if request.engine != "spin":
                return ExitCode.PROVED
        report = check(options, context)
        release_limits()
        code = exit_code(report.status)
        _report(request, report, code, context)
        if request.emit_test is not None:
            write_test(request, report)
        return code

    if not request.json:
        return guarded(command, stopped=lambda text: say([text]))
    return guarded(
        command,
        refused=lambda text: _empty(request, "refused", ExitCode.REFUSED, text),
        stopped=lambda text: _empty(request, "unknown", ExitCode.UNKNOWN, text),
        broken=lambda text: _empty(request, "internal-error", ExitCode.INTERNAL, text),
    )


def _report(request: CheckRequest, report: Report, code: ExitCode, context: Context) -> None:
    peak = peak_memory_mb(with_children=True)
    measured = {"cpu_seconds": round(context.used_cpu_seconds(), 3), "memory_mb": round(peak, 1)}
    if request.json:
        from vexil.reports.json_report import result, to_text

        status = report.status.value
        value = result(
            status,
            int(code),
            report.program,
            report.verdicts,
            report.traces,
            options=request.recorded(),
            not_checked=report.not_checked,
            expected=report.expected,
            measured=measured,
        )
        say([to_text(value)])
        return
    from vexil.model.verdict import assumptions_of_all
    from vexil.reports.invariants import invariant_lines
    from vexil.reports.text import assumption_lines, verdict_lines

    for verdict, trace, expected in zip(report.verdicts, report.traces, report.expected, strict=True):
        say(verdict_lines(verdict, paint, expected))
        if report.program is not None:
            say(invariant_lines(report.program, verdict.evidence, everything=request.show_invariants))
        if trace is not None:
            say_trace(trace, edges=request.edges, lanes=request.lanes)
    if report.not_checked:
        say([f"not checked: {', '.join(report.not_checked)}"])
    if report.verdicts:
        say(assumption_lines(assumptions_of_all(report.verdicts), report.verdicts[0].caveats))
    complain(f"{measured['cpu_seconds']} CPU seconds, {measured['memory_mb']} MB")
    phases = [f"{phase} {seconds:.2f}" for phase, seconds in sorted(context.phases.items()) if seconds >= 0.005]
    if phases:
        complain(f"CPU seconds by phase: {', '.join(phases)}")


def _empty(request: CheckRequest, status: str, code: ExitCode, text: str) -> None:
    """A result without verdicts: nothing partial is presented as an answer."""
    from vexil.reports.json_report import result, to_text

    say([to_text(result(status, int(code), None, (), (), options=request.recorded(), error=text))])
