"""Random deterministic Java programs whose observations are numbers."""

from random_java.program import Generator, RandomProgram

__all__ = ["Generator", "RandomProgram"]
