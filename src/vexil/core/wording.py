"""Small helpers for sentences."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number with its noun in the right form."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
