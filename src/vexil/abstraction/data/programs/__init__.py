"""Abstract programs from programs: tokens for numbers, relations for operators, in the same control flow."""

from vexil.abstraction.data.programs.kinds import WholeCondition
from vexil.abstraction.data.programs.program import ABSTRACTION, abstracted

__all__ = ["ABSTRACTION", "WholeCondition", "abstracted"]
