"""Random C programs without undefined behaviour whose result is one 64-bit checksum.

`generate` turns a source of choices (a seeded generator, or hypothesis, which can shrink) into the text of a program.
"""

from __future__ import annotations

from random_c.choices import Choices, RandomChoices
from random_c.kinds import ILP32, LP64, Model
from random_c.program import generate

__all__ = ["ILP32", "LP64", "Choices", "Model", "RandomChoices", "generate"]
