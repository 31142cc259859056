"""Traces on the terminal: step by step, or in lanes as wide as the terminal is."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from vexil.cli.console import paint, say

if TYPE_CHECKING:
    from vexil.model.trace import Trace

WITHOUT_TERMINAL = 100
"""The width of lanes where there is no terminal and nobody says."""
STORED = "store the result with --format json, then vexil replay FILE --from {first} --to {last} shows them"


def say_trace(trace: Trace, *, edges: bool, lanes: bool, hint: str = STORED, shorten: bool = True) -> None:
    """Print a trace."""
    if lanes:
        from vexil.reports.lanes import lane_lines

        width = shutil.get_terminal_size((WITHOUT_TERMINAL, 24)).columns
        say(lane_lines(trace, width, edges=edges, paint=paint, shorten=shorten, hint=hint))
    else:
        from vexil.reports.traces import trace_lines

        say(trace_lines(trace, edges=edges, paint=paint, shorten=shorten, hint=hint))
