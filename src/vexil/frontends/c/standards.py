"""The standards of C that can be chosen."""

from __future__ import annotations

from difflib import get_close_matches

from vexil.core.errors import UsageError

STANDARDS = (
    "c89", "c90", "c99", "c11", "c17", "c18", "c23", "gnu89", "gnu90", "gnu99", "gnu11", "gnu17", "gnu18", "gnu23",
)  # fmt: skip
OTHER_NAMES = (
    "iso9899:1990", "iso9899:199409", "iso9899:1999", "iso9899:199x", "iso9899:2011", "iso9899:2017", "iso9899:2018",
    "c9x", "c1x", "c2x", "gnu9x", "gnu1x", "gnu2x",
)  # fmt: skip


def refuse_unknown(standard: str) -> None:
    """Raise `UsageError` for what names no standard of C."""
    if standard in STANDARDS or standard in OTHER_NAMES:
        return
    if "++" in standard:
        raise UsageError(f"-std={standard} is a standard of C++", hint="Vexil reads C and Java")
    close = get_close_matches(standard.lower(), (*STANDARDS, *OTHER_NAMES), 1, 0.6)
    known = f"the standards are {', '.join(STANDARDS)}"
    hint = f"did you mean {close[0]}? {known[0].upper()}{known[1:]}" if close else known
    raise UsageError(f"-std={standard} names no standard of C", hint=hint)
