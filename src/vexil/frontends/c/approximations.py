"""What is approximated: what users accept by name, and what the models of library functions say about themselves.

An approximation that is accepted is an assumption, and no caveat. A model file may begin with lines
``/* assumption NAME: text */`` for what standards leave open and ``/* caveat NAME adds|drops: text */`` for
approximations; they count when the function is part of the program. A caveat is on the first step of its function,
which every call takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vexil.core.caveats import Assumption, Effect
from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.program import Translation


def is_accepted(translation: Translation, name: str, text: str = "") -> bool:
    """Whether an approximation is accepted: by its name, or by its name and a part of the source text."""
    for accepted in translation.options.accepted:
        accepted_name, _, part = accepted.partition(":")
        if accepted_name == name and part in text:
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


_NOTE = re.compile(r"/\* (assumption|caveat) (\w+)(?: (adds|drops))?: (.*) \*/")


def _notes(translation: Translation) -> Iterator[re.Match[str]]:
    for file in sorted(translation.model_files):
        for line in translation.files[file].text.splitlines()[:40]:
            note = _NOTE.fullmatch(line.strip())
            if note is not None:
                yield note


def note_caveats(translation: Translation) -> None:
    """Find what the models approximate, before they are lowered."""
    for note in _notes(translation):
        if note[1] == "caveat":
            effect = Effect.ADDS if note[3] == "adds" else Effect.DROPS
            translation.model_caveats.setdefault(note[2], []).append((effect, f"{note[2]}: {note[4]}"))


def note_assumptions(translation: Translation) -> None:
    """Record what the models that the program uses take for granted."""
    assumed: dict[str, list[str]] = {}
    used = {
        translation.tree.declarations[number].name
        for number, _ in translation.tree.functions
        if translation.is_model(translation.tree.declarations[number])
        and translation.function_name(number) in translation.builder.functions
    }
    for note in _notes(translation):
        if note[1] == "assumption" and note[2] in used:
            assumed.setdefault(note[4], []).append(note[2])
    if assumed:
        phrases = [f"{', '.join(names)}: {text}" for text, names in assumed.items()]
        translation.builder.assumptions.append(Assumption("library", "; ".join(phrases)))
