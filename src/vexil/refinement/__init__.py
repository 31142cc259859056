"""Refinement: finer abstractions from runs that are not real, and from what loops suggest."""
