"""Decision diagrams (BDDs) of predicate programs: expressions as pairs, edges as images and pre-images."""

from vexil.engines.diagrams.conjunction import Conjunction
from vexil.engines.diagrams.manager import Diagram, Manager
from vexil.engines.diagrams.program import Diagrams
from vexil.engines.diagrams.steps import Pair, Step

__all__ = ["Conjunction", "Diagram", "Diagrams", "Manager", "Pair", "Step"]
