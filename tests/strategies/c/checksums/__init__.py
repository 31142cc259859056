"""Random C programs without undefined behaviour whose result is one 64-bit checksum.

`generate` turns a source of choices into the text of a program.
"""

from __future__ import annotations

from strategies.c.checksums.choices import Choices
from strategies.c.checksums.kinds import ILP32, LP64, Model
from strategies.c.checksums.program import generate

__all__ = ["ILP32", "LP64", "Choices", "Model", "generate"]
