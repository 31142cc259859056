"""Small helpers for sentences."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

CLOSE = 0.6
"""How much of two words must agree for one to be taken for the other misspelt, from 0 to 1."""


def counted(number: int, noun: str) -> str:
    """A number with its noun in the right form."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def closest(word: str, words: Iterable[str]) -> str:
    """The known word that somebody may have meant, whatever its case; empty when none is like it."""
    names = {str(name).casefold(): str(name) for name in sorted(set(words), reverse=True)}
    matches = get_close_matches(word.casefold(), list(names), 1, CLOSE)
    return names[matches[0]] if matches else ""


def did_you_mean(word: str, words: Iterable[str], otherwise: str = "") -> str:
    """A hint that asks for the known word that somebody may have meant; *otherwise* when none is like it."""
    meant = closest(word, words)
    return f"did you mean {meant!r}?" if meant else otherwise
