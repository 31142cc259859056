"""Facts about programs that several stages need: `Program` in, facts out, each said to be *may* or *must*.

`Analyses(program)` holds them all and computes each when it is first asked for. Points-to facts follow Andersen
(1994) with byte offsets, intervals Cousot and Cousot (1977); everything is tested against the reference interpreter.
"""

from vexil.analysis.call_graph import CallGraph
from vexil.analysis.definitions import DefinitionsAndUses, variables_read
from vexil.analysis.effects import Effects
from vexil.analysis.facts import Analyses
from vexil.analysis.graphs import ControlFlow, Loop, components, immediate_dominators, postorder
from vexil.analysis.interval_values import Interval
from vexil.analysis.liveness import Liveness
from vexil.analysis.locations import (
    ABSOLUTE,
    UNKNOWN,
    AbstractLocation,
    AbstractObject,
    AllocatedObject,
    CodeObject,
    GlobalObject,
    LocalObject,
)
from vexil.analysis.points_to import PointsTo
from vexil.analysis.regions import Region
from vexil.analysis.solver import Direction, Problem, solve

__all__ = [
    "ABSOLUTE",
    "UNKNOWN",
    "AbstractLocation",
    "AbstractObject",
    "AllocatedObject",
    "Analyses",
    "CallGraph",
    "CodeObject",
    "ControlFlow",
    "DefinitionsAndUses",
    "Direction",
    "Effects",
    "GlobalObject",
    "Interval",
    "Liveness",
    "LocalObject",
    "Loop",
    "PointsTo",
    "Problem",
    "Region",
    "components",
    "immediate_dominators",
    "postorder",
    "solve",
    "variables_read",
]
