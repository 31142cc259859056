"""What the models of library functions say about themselves.

A model file may begin with lines ``/* assumption NAME: text */`` for what standards leave open and
``/* caveat NAME adds|drops: text */`` for approximations; they count when the function is part of the program.
"""

from __future__ import annotations

import re

from vexil.core.caveats import Assumption, Effect
from vexil.frontends.c.program import Translation

_NOTE = re.compile(r"/\* (assumption|caveat) (\w+)(?: (adds|drops))?: (.*) \*/")


def note_models(translation: Translation) -> None:
    """Record the notes of all models that the program uses."""
    assumed: dict[str, list[str]] = {}
    used = {
        translation.tree.declarations[number].name: translation.function_name(number)
        for number, _ in translation.tree.functions
        if translation.is_model(translation.tree.declarations[number])
        and translation.function_name(number) in translation.builder.functions
    }
    for file in sorted(translation.model_files):
        for line in translation.files[file].text.splitlines()[:40]:
            found = _NOTE.fullmatch(line.strip())
            if found is None or found[2] not in used:
                continue
            if found[1] == "assumption":
                assumed.setdefault(found[4], []).append(found[2])
            else:
                effect = Effect.ADDS if found[3] == "adds" else Effect.DROPS
                translation.caveat(effect, f"{found[2]}: {found[4]}", f"{used[found[2]]}#0", None)
    if assumed:
        phrases = [f"{', '.join(names)}: {text}" for text, names in assumed.items()]
        translation.builder.assumptions.append(Assumption("library", "; ".join(phrases)))
