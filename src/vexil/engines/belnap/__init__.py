"""Four-valued model checking of predicate programs (Gurfinkel and Chechik 2006).

In comes a flat predicate program (`vexil.model.boolean_program.inline`) and a formula of CTL or the mu-calculus; out
comes true, false, or *neither*, which is explained by steps that the abstraction does not know enough about.
"""

from vexil.engines.belnap.atoms import meaning_of_atoms
from vexil.engines.belnap.check import Result, check, formula_of
from vexil.engines.belnap.encoding import Truth
from vexil.engines.belnap.relation import Options, Relation
from vexil.engines.belnap.values import Belnap

__all__ = ["Belnap", "Options", "Relation", "Result", "Truth", "check", "formula_of", "meaning_of_atoms"]
