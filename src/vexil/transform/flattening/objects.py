"""Which objects there may be: a pool of numbers for each allocation site, in an order that keeps classes together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from vexil.analysis import Analyses
from vexil.ir.expressions import Const, Expr
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.interpreter.classes import ClassTables
from vexil.ir.interpreter.storage import element_family
from vexil.ir.operation_parts import NewArray, NewObject
from vexil.ir.operations import Allocate, Throw
from vexil.ir.program import Function, Program
from vexil.ir.types import ArrayReferenceType, ReferenceType, Type
from vexil.transform.flattening.plan import Defaults, Plan

MOST_DERIVED = 16
"""No more objects of one site than this are planned for because the program may create so many."""

MOST_ELEMENTS = 64
"""No more elements of an array than this are planned for because the program may ask for so many."""

Span = tuple[int, int]
"""Numbers of objects from the first to before the second."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The objects of one kind that one allocation site may have at a time."""

    site: str
    kind: Type
    """``ref[C]`` for instances of C itself, ``array[E]`` for array objects."""
    first: int
    count: int
    length: int = 0
    """The most elements of an array object."""
    may_be_full: bool = True
    """Whether objects may have to be forgotten to make room for others."""

    @property
    def end(self) -> int:
        """The number after the last object."""
        return self.first + self.count


class Objects:
    """The pools of a program; object 0 is null."""

    def __init__(self, program: Program, analyses: Analyses, plan: Plan, bounds: Bounds, defaults: Defaults) -> None:
        self.program = program
        self.classes = ClassTables(program)
        self._bounds = bounds
        self._defaults = defaults
        self._analyses = analyses
        running = {name for template in plan.templates for name in template.functions}
        thrown = self._thrown(running)
        wanted: dict[tuple[str, Type], list[tuple[Function, int]]] = {}
        lengths: dict[tuple[str, Type], int] = {}
        for name in sorted(running):
            function = program.functions[name]
            for number, edge in enumerate(function.edges):
                match edge.operation:
                    case Allocate(_, NewObject(class_name), site):
                        wanted.setdefault((site, ReferenceType(class_name)), []).append((function, number))
                    case Allocate(_, NewArray(element, length), site):
                        key = (site, ArrayReferenceType(element))
                        wanted.setdefault(key, []).append((function, number))
                        most = self._most_elements(function.name, edge.source, length)
                        limit = bounds.array_length
                        lengths[key] = max(lengths.get(key, 0), most if limit is None else min(most, limit))
                    case _:
                        pass
        pools: list[Pool] = []
        following = 1
        order = {name: rank for rank, name in enumerate(self._preorder())}
        for site, kind in sorted(wanted, key=lambda key: (*_rank(key[1], order), key[0])):
            edges = wanted[site, kind]
            limit = bounds.sites.get(site, bounds.instances)
            count = defaults.instances if limit is None else max(1, limit)
            times = [plan.executions.of_edge(function.edge_id(number)) for function, number in edges]
            total = None if None in times else max(1, sum(times_of or 0 for times_of in times))
            if total is not None:
                count = min(count, total) if limit is not None or total > MOST_DERIVED else total
            if limit is None and isinstance(kind, ReferenceType) and kind.class_name in thrown:
                count = min(count, defaults.thrown)
            pools.append(Pool(site, kind, following, count, lengths.get((site, kind), 0), may_be_full=count != total))
            following += count
        self.forgetting = defaults.forgetting
        self.pools = tuple(pools)
        self.count = following - 1

    @property
    def longest(self) -> int:
        """The most elements of an array whose length is computed."""
        limit = self._bounds.array_length
        return self._defaults.array_length if limit is None else limit

    def _most_elements(self, function: str, location: int, length: Expr) -> int:
        """The most elements of the arrays that one edge creates: as many as are asked for, unless that may be many."""
        if isinstance(length, Const):
            return max(0, int(length.value))
        interval = self._analyses.intervals.value(function, location, length)
        if interval is not None and interval.high is not None and interval.high <= MOST_ELEMENTS:
            return max(0, interval.high)
        return self.longest

    def _thrown(self, running: Iterable[str]) -> frozenset[str]:
        """The classes whose instances are there to be thrown: soon nothing reaches most of them."""
        thrown: set[str] = set()
        for name in running:
            for edge in self.program.functions[name].edges:
                if isinstance(edge.operation, Throw) and isinstance(edge.operation.value.type, ReferenceType):
                    thrown.add(edge.operation.value.type.class_name)
        return frozenset(
            below for name in thrown if not self.classes.is_root(name) for below in self.classes.subclasses[name]
        )

    def limit(self, site: str) -> int | None:
        """The bound that the user gave on the live instances of a site."""
        return self._bounds.sites.get(site, self._bounds.instances)

    def _preorder(self) -> list[str]:
        children: dict[str | None, list[str]] = {}
        for name in sorted(self.program.classes, reverse=True):
            parent = self.program.classes[name].superclass
            children.setdefault(parent if parent in self.program.classes else None, []).append(name)
        order: list[str] = []
        pending = list(children.get(None, ()))
        while pending:
            name = pending.pop()
            order.append(name)
            pending.extend(children.get(name, ()))
        return order

    # --- what an object is -------------------------------------------------------------------------------

    @cached_property
    def _array_pools(self) -> list[Pool]:
        return [pool for pool in self.pools if isinstance(pool.kind, ArrayReferenceType)]

    def instances(self, class_name: str) -> Span:
        """The objects that have the fields a class declares."""
        below = self.classes.subclasses[class_name]
        return _hull(
            pool for pool in self.pools if isinstance(pool.kind, ReferenceType) and pool.kind.class_name in below
        )

    def arrays(self, element: Type) -> Span:
        """The array objects whose elements are stored like those of a type."""
        family = element_family(element)
        return _hull(pool for pool in self._array_pools if element_family(_element(pool)) == family)

    def stride(self, element: Type) -> int:
        """How many elements each array object of a family has room for."""
        family = element_family(element)
        return max((pool.length for pool in self._array_pools if element_family(_element(pool)) == family), default=0)

    @cached_property
    def all_arrays(self) -> Span:
        """All array objects."""
        return _hull(self._array_pools)

    def of_type(self, tested: Type) -> list[Span]:
        """The objects of a type, as few spans as there are."""
        spans: list[Span] = []
        for pool in self.pools:
            if self._is(pool.kind, tested):
                if spans and spans[-1][1] == pool.first:
                    spans[-1] = (spans[-1][0], pool.end)
                else:
                    spans.append((pool.first, pool.end))
        return spans

    def _is(self, kind: Type, wanted: Type) -> bool:
        while isinstance(kind, ArrayReferenceType) and isinstance(wanted, ArrayReferenceType):
            kind, wanted = kind.element, wanted.element
        match kind, wanted:
            case ReferenceType(name), ReferenceType(ancestor):
                return ancestor in self.classes.ancestors[name]
            case ArrayReferenceType(), ReferenceType(name):
                return self.classes.is_root(name)
            case _:
                return kind == wanted

    def class_of(self, pool: Pool) -> str | None:
        """The class whose methods the objects of a pool have."""
        return pool.kind.class_name if isinstance(pool.kind, ReferenceType) else self.classes.root


def _element(pool: Pool) -> Type:
    assert isinstance(pool.kind, ArrayReferenceType)
    return pool.kind.element


def _rank(kind: Type, order: dict[str, int]) -> tuple[int, int, str, str]:
    match kind:
        case ReferenceType(name):
            return (0, order[name], "", "")
        case ArrayReferenceType(element):
            return (1, 0, element_family(element), str(element))
        case _:
            return (2, 0, "", str(kind))


def _hull(pools: Iterable[Pool]) -> Span:
    listed = list(pools)
    return (listed[0].first, listed[-1].end) if listed else (1, 1)
