"""Predicate programs: control flow over Boolean variables, with what may and what must happen on every edge."""

from vexil.model.boolean_program.program import (
    SKIP,
    Atomic,
    Broadcast,
    Call,
    Check,
    Edge,
    Guard,
    Location,
    Operation,
    PredicateProgram,
    Procedure,
    Return,
    Start,
    Update,
    Variable,
)

__all__ = [
    "SKIP",
    "Atomic",
    "Broadcast",
    "Call",
    "Check",
    "Edge",
    "Guard",
    "Location",
    "Operation",
    "PredicateProgram",
    "Procedure",
    "Return",
    "Start",
    "Update",
    "Variable",
]
