"""Names of tokens: identifiers of Java, so that compiled classes can have them as constants."""

from __future__ import annotations

_WORDS = (
    "ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "ELEVEN", "TWELVE",
)  # fmt: skip


def word(value: int) -> str:
    """The token of one number: ``ONE``, ``MINUS_ONE``, ``N13``, ``MINUS_13``."""
    if value < 0:
        return f"MINUS_{_WORDS[-value] if -value < len(_WORDS) else -value}"
    return _WORDS[value] if value < len(_WORDS) else f"N{value}"


def bound(side: str, value: int) -> str:
    """The token of all numbers on one side of a bound: ``BELOW0``, ``ABOVE_MINUS4``."""
    return f"{side}_MINUS{-value}" if value < 0 else f"{side}{value}"
