"""The words of the command line, with what their order means written out."""

from __future__ import annotations

import json
from collections.abc import Sequence


def spelled_out(words: Sequence[str]) -> list[str]:
    """The words with options that keep their order: definitions of macros, and what follows ``--``.

    What follows ``--`` are arguments of the program under analysis. The last of ``-DX`` and ``-UX`` counts, so that
    both become values of one option.
    """
    split = words.index("--") if "--" in words else len(words)
    spelled: list[str] = []
    position = 0
    while position < split:
        word = words[position]
        position += 1
        if not word.startswith("-U"):
            spelled.append(word)
        elif len(word) > 2:
            spelled.append(f"-D{word}")
        elif position < split:
            spelled.append(f"-D-U{words[position]}")
            position += 1
        else:
            spelled.append(word)
    if split < len(words):
        spelled.append(f"--arguments={json.dumps(words[split + 1 :])}")
    return spelled
