"""How integer division rounds."""

from __future__ import annotations

from enum import StrEnum


class Rounding(StrEnum):
    """How integer division rounds, as users call it; the remainder is what that leaves."""

    TRUNCATE = "java"
    """Towards zero: C, Java, and the intermediate form."""
    FLOOR = "floor"
    """Downwards: the remainder has the sign of the divisor."""
    EUCLID = "euclid"
    """The remainder is never negative: SMT-LIB's ``div`` and ``mod``."""
