"""Proofs of branching properties, checked claim by claim with a second solver.

In comes a formula of the mu-calculus in positive normal form and, for its closed parts, claims: at a location, in every
state in which a fact holds, the part holds. The program is the one without calls; a step is one of its edges, and an
exit repeats itself for ever. Every claim is proved from the claims it may rest on by executing each edge once from any
state at all, with the translation of `vexil.certify.invariant`; in a least fixed point those are claims of earlier
layers (Kozen 1983). What an edge leaves open is quantified: universally under ``[]``, existentially under ``<>``.
"""

from __future__ import annotations

from vexil.certify.branching.check import check_tree

__all__ = ["check_tree"]
