"""Terminators of strings that are believed and not demanded: the checker does not confirm what the engine proves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from faults.fault import Fault, replaced
from faults.lists import accept, notice
from faults.proofs import question
from vexil.engines.bounded.induction import Induction


@dataclass(frozen=True)
class UnprovedString:
    """The bodies of a program that reads beyond a long string, and of one that does not."""

    wrong: str
    right: str

    def accept(self) -> None:
        """The right program is proved, the other one is not."""
        accept(question(self.right, "memsafety"), question(self.wrong, "memsafety"))

    def notice(self) -> None:
        """What the engine proves now is refused."""
        notice(question(self.wrong, "memsafety"))


def _nothing(_: Callable[..., object]) -> Callable[..., None]:
    return lambda *_given: None


FILLED = "static char s[30000]; for (v = 0; v < 29999; v++) s[v] = 1; s[29999] = 0; "

STRING_FAULTS = (
    Fault(
        "terminator that a loop overwrites, believed to stay",
        replaced(Induction, "_demand_elements", _nothing),
        UnprovedString(
            FILLED + "for (char *p = s; *p; p++) { *p = 2; if (p == s + 7000) s[29999] = 1; }",
            FILLED + "for (char *p = s; *p; p++) { *p = 2; if (p == s + 7000) s[2999] = 1; }",
        ),
    ),
    Fault(
        "pointer behind the terminator, believed to be before it",
        replaced(Induction, "_eliminate", _nothing),
        UnprovedString(
            FILLED + "for (char *p = s; *p; p++) if (u == 77 && p == s + 9000) p = s + 29999;",
            FILLED + "for (char *p = s; *p; p++) if (u == 77 && p == s + 9000) p = s + 29998;",
        ),
    ),
)
"""Faults in what is said of where strings end."""
