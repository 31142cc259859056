"""What the models of library functions say about themselves.

A model file may begin with lines ``/* assumption NAME: text */`` for what standards leave open and
``/* caveat NAME adds|drops: text */`` for approximations; they count when the function is part of the program. A caveat
is on the first step of its function, which every call takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vexil.core.caveats import Assumption, Effect
from vexil.frontends.c.program import Translation

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
