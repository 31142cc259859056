"""The nodes of the dependence graph, as numbers: locations with what leaves them, and two more for each function.

The *entry* of a function gives its parameters and everything that is not yet written their values. Its *completion*
stands for whether the function comes to its end: what may end or delay it is what its completion depends on. Only
functions that may run have nodes.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from vexil.core.source import Span
from vexil.ir.operations import Operation
from vexil.ir.program import Edge, Function, LocationKind, Program


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node stands: its name, and file, line and text of its statement where the user wrote one."""

    name: str
    file: str = ""
    line: int = 0
    text: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.file else ""
        return " ".join(part for part in (where, f"[{self.name}]") if part)


class Nodes:
    """Numbers nodes: those of one function stand together, its locations first."""

    def __init__(self, program: Program, running: Iterable[str]) -> None:
        self.program = program
        wanted = frozenset(running)
        self.functions: tuple[Function, ...] = tuple(
            function for name, function in program.functions.items() if name in wanted
        )
        self.base: dict[str, int] = {}
        owners, locations = array("l"), array("l")
        for number, function in enumerate(self.functions):
            size = len(function.locations) + 2
            self.base[function.name] = len(owners)
            owners.extend([number] * size)
            locations.extend(range(size))
        self._owners, self._locations = owners, locations
        self.count = len(owners)
        self._numbers: dict[str, dict[type, list[int]]] = {}

    def node(self, function: str, location: int) -> int:
        """The node of a location."""
        return self.base[function] + location

    def entry(self, function: str) -> int:
        """The entry of a function."""
        return self.base[function] + len(self.program.functions[function].locations)

    def completion(self, function: str) -> int:
        """The completion of a function."""
        return self.entry(function) + 1

    def owner(self, node: int) -> Function:
        """The function of a node."""
        return self.functions[self._owners[node]]

    def location(self, node: int) -> int:
        """The location of a node; for entries and completions the numbers behind the last one."""
        return self._locations[node]

    def is_location(self, node: int) -> bool:
        """Say whether a node is a location, and no entry or completion."""
        return self.location(node) < len(self.owner(node).locations)

    def is_entry(self, node: int) -> bool:
        """Say whether a node is the entry of a function."""
        return self.location(node) == len(self.owner(node).locations)

    def edges(self, node: int) -> Sequence[Edge]:
        """What leaves a location; nothing for entries and completions."""
        function, location = self.owner(node), self.location(node)
        if location >= len(function.locations):
            return ()
        return [function.edges[number] for number in function.outgoing[location]]

    def numbers(self, function: Function, *kinds: type) -> list[int]:
        """The numbers of the edges of a function with operations of some classes, sorted."""
        found = self._numbers.get(function.name)
        if found is None:
            found = self._numbers[function.name] = {}
            for number, edge in enumerate(function.edges):
                found.setdefault(type(edge.operation), []).append(number)
        lists = [found[kind] for kind in kinds if kind in found]
        return lists[0] if len(lists) == 1 else sorted(number for numbers in lists for number in numbers)

    def operations(self, node: int) -> tuple[Operation, ...]:
        """The operations that leave a location."""
        return tuple(edge.operation for edge in self.edges(node))

    def is_conditional(self, node: int) -> bool:
        """Say whether the program decides at a node where control goes."""
        function, location = self.owner(node), self.location(node)
        if location >= len(function.locations) or len(function.outgoing[location]) < 2:
            return False
        return function.locations[location].kind is LocationKind.BRANCH

    # --- names and places --------------------------------------------------------------------------------

    @cached_property
    def _has_one_function(self) -> bool:
        return len(self.functions) == 1

    def name(self, node: int) -> str:
        """What a node is called: ``function:location``, or the location alone where there is one function."""
        function, location = self.owner(node), self.location(node)
        names = [item.name for item in function.locations[location : location + 1]]
        names = names or [("(entry)", "(completion)")[location - len(function.locations)]]
        return names[0] if self._has_one_function else f"{function.name}:{names[0]}"

    def span(self, node: int) -> Span | None:
        """Where the statement of a node stands, if the user wrote it; that of the function for an entry."""
        if not self.is_location(node):
            return self.program.source_map.declarations.get(self.owner(node).name)
        return next((edge.span for edge in self.edges(node) if edge.span is not None), None)

    def place(self, node: int) -> Place:
        """Where a node stands."""
        name, span = self.name(node), self.span(node)
        if span is None or span.file >= len(self.program.files):
            return Place(name)
        file = self.program.files[span.file]
        path, line, _ = file.position(span.start)
        return Place(name, path, line, file.excerpt(span.start, span.end) if line else "")
