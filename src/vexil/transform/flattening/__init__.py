"""Flattening: a program of the intermediate form in, a guarded system with the same steps out.

One edge of one thread is one command, so that searching the system visits the states that the reference interpreter
visits. What has no bound, or no place in a state vector, is refused with `NotFlat`. (Holzmann 2003; Corbett et al. 2000
bound Java programs in the same way.)
"""

from __future__ import annotations

from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.flatten import About, Flattened, Observed, flatten
from vexil.transform.flattening.plan import Defaults

__all__ = ["About", "Defaults", "Flattened", "NotFlat", "Observed", "flatten"]
