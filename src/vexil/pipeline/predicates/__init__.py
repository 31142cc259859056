"""Predicate abstraction with refinement: abstract, check, and look closer where the abstraction does not know."""
