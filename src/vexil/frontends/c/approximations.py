"""Approximations that users accept by name: they are assumptions then, and no caveats."""

from __future__ import annotations

from vexil.core.caveats import Assumption, Effect
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.program import Translation


def is_accepted(translation: Translation, name: str, text: str = "") -> bool:
    """Whether an approximation is accepted: by its name, or by its name and a part of the source text."""
    for accepted in translation.options.accepted:
        wanted, _, part = accepted.partition(":")
        if wanted == name and part in text:
            return True
    return False


def approximate(fn: FunctionLowering, name: str, effects: tuple[Effect, ...], reason: str, text: str = "") -> None:
    """Attach caveats to the next edge, unless their name is accepted, which is recorded."""
    if is_accepted(fn.translation, name, text):
        fn.translation.accepted.setdefault(name, {})[reason] = None
        return
    for effect in effects:
        fn.approximate(effect, reason)


def accepted_assumptions(translation: Translation) -> list[Assumption]:
    """What was accepted and occurs in the program."""
    phrases = [f"{name}: {'; '.join(reasons)}" for name, reasons in sorted(translation.accepted.items())]
    return [Assumption("accepted", "; ".join(phrases))] if phrases else []
