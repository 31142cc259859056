"""Where pointers to an object may be: what has to be looked through when the object dies."""

from __future__ import annotations

from vexil.analysis import AbstractLocation, AbstractObject, Analyses
from vexil.ir.expressions import Variable as IrVariable
from vexil.ir.program import Program
from vexil.ir.types import PointerType
from vexil.model.guarded.expressions import Variable
from vexil.transform.flattening.memory_plan import MemoryPlan
from vexil.transform.flattening.storage import Storage


class Holders:
    """The variables of the state that may hold pointers, by what these may be to (*may*)."""

    def __init__(self, program: Program, analyses: Analyses, memory: MemoryPlan, storage: Storage) -> None:
        self._holders: dict[AbstractObject, dict[Variable, None]] = {}
        points_to = analyses.points_to
        for name, held in storage.globals.items():
            if isinstance(held.type, PointerType):
                self._add(points_to.targets_of(None, IrVariable(name, held.type, True)), held.variable)
        for (_, name), held in storage.own.items():
            if isinstance(held.type, PointerType):
                self._add(points_to.targets_of(None, IrVariable(name, held.type, True)), held.variable)
        for (_, function, name), held in storage.locals.items():
            if isinstance(held.type, PointerType):
                self._add(points_to.targets_of(function, IrVariable(name, held.type, False)), held.variable)
        for item in memory.objects:
            for storage_kind, offsets in item.cells.items():
                if storage_kind[0] == "p":
                    array = storage.shared[f"memory {storage_kind}"]
                    for offset in offsets:
                        self._add(points_to.contents_of(AbstractLocation(item.name, offset)), array)
        for (class_name, name), held in storage.fields.items():
            if isinstance(held.type, PointerType):
                for owner in points_to.objects:
                    self._add(points_to.part_of(owner, (class_name, name)), held.variable)

    def _add(self, targets: frozenset[AbstractLocation], variable: Variable) -> None:
        for location in sorted(targets, key=lambda item: item.sort_key):
            self._holders.setdefault(location.object, {})[variable] = None

    def of(self, name: AbstractObject) -> list[Variable]:
        """The variables that may hold a pointer to an object."""
        return list(self._holders.get(name, ()))
