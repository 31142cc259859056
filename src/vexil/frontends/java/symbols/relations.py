"""Relations between types: subtyping, conversions, bounds and function types.

The parts build on each other: `shapes`, `subtyping`, `bounds`, `conversions`, `signatures`, `functions`.
"""

from __future__ import annotations

from vexil.frontends.java.symbols.functions import Functions, FunctionType

__all__ = ["FunctionType", "Types"]


class Types(Functions):
    """Relations between the types of a program; answers are remembered."""
