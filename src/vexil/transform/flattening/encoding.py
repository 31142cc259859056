"""Everything that the parts of a flattening look things up in."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from vexil.analysis import Analyses
from vexil.analysis.chosen_values.sampling import ValueSampling
from vexil.ir import expressions as ir
from vexil.ir.expressions import Element, Field, Place, Variable
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.program import Function, Program
from vexil.ir.types import is_integer
from vexil.model.guarded.expressions import Expr
from vexil.model.guarded.system import Block
from vexil.transform.flattening.body import Endings
from vexil.transform.flattening.holders import Holders
from vexil.transform.flattening.memory_plan import MemoryPlan
from vexil.transform.flattening.objects import Objects
from vexil.transform.flattening.plan import Plan, TemplatePlan
from vexil.transform.flattening.storage import Storage
from vexil.transform.flattening.synchronisation import SynchronisationPlan
from vexil.transform.flattening.values import Values

Bound = tuple[str, int, int]
"""The name, the least and the greatest value of something that is bounded."""


@dataclass(frozen=True)
class Encoding:
    """A program, what was planned for it, and where everything is."""

    program: Program
    analyses: Analyses
    bounds: Bounds
    checks: frozenset[str] | None
    plan: Plan
    values: Values
    objects: Objects
    memory: MemoryPlan
    synchronisation: SynchronisationPlan
    storage: Storage
    endings: Endings
    holders: Holders
    sampling: ValueSampling
    kept: dict[str, Block] = field(default_factory=dict)
    """Statements that many commands have in common, by what they do."""

    @cached_property
    def compiled(self) -> CompiledProgram:
        """The program as the interpreter runs it."""
        return CompiledProgram(self.program, self.bounds)

    def bound(self, place: Place, function: Function | None) -> Bound | None:
        """The bound on what is written to a place, as the interpreter names it."""
        if not self.bounds or not is_integer(place.type):
            return None
        hidden = False
        match place:
            case Variable(name, _, True):
                hidden = self.program.global_variables[name].hidden
            case Variable(name, _, False):
                assert function is not None
                hidden = function.variables[name].hidden
                name = f"{function.name}::{name}"
            case Field(_, class_name, field_name, _):
                name = f"{class_name}::{field_name}"
            case _:
                name = "element" if isinstance(place, Element) else "memory"
        limits = self.bounds.range_of(name, hidden=hidden)
        return None if limits is None else (name, *limits)


@dataclass(frozen=True)
class Scope:
    """Where an expression stands: whose registers are meant (without a thread the moving one's), and its edge.

    ``where`` is the place as losses name it.
    """

    template: TemplatePlan | None
    function: Function | None
    where: str
    thread: Expr | None = None

    @property
    def edge_id(self) -> str:
        """The identity of the edge."""
        return self.where.removeprefix("at ")


class Evaluation(Protocol):
    """A translation of the expressions of one edge."""

    encoding: Encoding
    scope: Scope

    def undefined(self, condition: Expr, kind: str) -> None:
        """The operation that is being evaluated has no value where the condition holds."""

    def end(self, condition: Expr, ending: int) -> None:
        """The run ends where the condition holds."""

    def kept(self, stem: str, value: Expr) -> Expr:
        """A value that is computed once, where that is possible."""

    def value(self, expression: ir.Expr) -> Expr:
        """The value of an expression."""
