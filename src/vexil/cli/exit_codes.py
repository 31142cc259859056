"""Exit codes: each number has one meaning."""

from __future__ import annotations

from enum import IntEnum

from vexil.model.verdict import Status


class ExitCode(IntEnum):
    """What the process says to scripts."""

    PROVED = 0
    """Everything asked was proved (or the command did its job)."""
    REFUTED = 1
    """Something was refuted."""
    REFUSED = 2
    """Bad usage or bad input."""
    UNKNOWN = 3
    """Unknown, or only partly checked."""
    INTERNAL = 70
    """A mistake of Vexil itself."""


def exit_code(status: Status) -> ExitCode:
    """The exit code of a verdict."""
    match status:
        case Status.PROVED:
            return ExitCode.PROVED
        case Status.REFUTED:
            return ExitCode.REFUTED
        case Status.UNKNOWN:
            return ExitCode.UNKNOWN
