"""Guarded systems: bounded, flat, and ready to be compiled or printed."""

from __future__ import annotations

from vexil.model.guarded.system import (
    Assign,
    Block,
    Choice,
    Command,
    Ending,
    EndKind,
    For,
    Goto,
    GuardedSystem,
    If,
    Leave,
    Let,
    Location,
    Statement,
    Template,
)

__all__ = [
    "Assign",
    "Block",
    "Choice",
    "Command",
    "EndKind",
    "Ending",
    "For",
    "Goto",
    "GuardedSystem",
    "If",
    "Leave",
    "Let",
    "Location",
    "Statement",
    "Template",
]
