"""BASL, the specification language of abstractions (Hatcliff et al. 2002; Dwyer et al. 2001).

`parse` reads a file, `check_names` checks what needs no solver, and `lowered`
turns conditions into expressions of the intermediate form. `vexil.abstraction.data` makes tables and checks them.
"""

from __future__ import annotations

from vexil.model.tokens.basl.checks import Note, Row, check_names, expanded
from vexil.model.tokens.basl.lowering import lowered
from vexil.model.tokens.basl.parser import parse
from vexil.model.tokens.basl.tree import Abstraction, ArrayAbstraction, Binding, ClassAbstraction, Division, Name, Unit

__all__ = [
    "Abstraction",
    "ArrayAbstraction",
    "Binding",
    "ClassAbstraction",
    "Division",
    "Name",
    "Note",
    "Row",
    "Unit",
    "check_names",
    "expanded",
    "lowered",
    "parse",
]
