"""Random deterministic Java programs whose observations are numbers."""

from strategies.java.program import Generator, RandomProgram

__all__ = ["Generator", "RandomProgram"]
