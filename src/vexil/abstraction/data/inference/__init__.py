"""Abstract type inference (Hatcliff et al. 2002, section 5): from a few selections to a type for everything.

`generation` reads constraints off a program, `classes` and `solving` find their least solution, `conflicts` explains
why there is none, `names` finds what users select, and `interactive` is all of it in one object.
"""

from vexil.abstraction.data.inference.conflicts import TypeConflict
from vexil.abstraction.data.inference.interactive import Inference
from vexil.abstraction.data.inference.lattice import Lattice
from vexil.abstraction.data.inference.names import find_array, find_slots

__all__ = ["Inference", "Lattice", "TypeConflict", "find_array", "find_slots"]
