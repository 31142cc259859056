"""Candidate predicates for loops on which weakest preconditions diverge.

Some come from a proof about the program read over the mathematical integers, some from the shape of loops. None has to
hold: they are predicates of an abstraction that is precise to the bit.
"""

from __future__ import annotations

from vexil.refinement.candidates.closed_forms import ClosedForms, closed_form_candidates
from vexil.refinement.candidates.spacer import spacer_candidates
from vexil.refinement.candidates.templates import template_candidates

__all__ = ["ClosedForms", "closed_form_candidates", "spacer_candidates", "template_candidates"]
