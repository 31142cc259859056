"""Places and variables as users write them, as nodes of the dependence graph.

A place is a label (``loop.1``), ``function:label``, ``file.c:20``, a variable or field (``x``, ``f::x``, ``C.x``: every
write of it), or ``file.c:20:x``: the statements of the line that use the variable, else the writes of it. Raises
`UsageError` for what the program does not have, and for code that is never reached.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from vexil.analysis.dependence.data import cells_in
from vexil.analysis.dependence.graph import DependenceGraph
from vexil.analysis.places import Places, offered_labels
from vexil.core.errors import UsageError
from vexil.core.wording import did_you_mean
from vexil.ir.expressions import Variable
from vexil.spec.names import LocalName, Names, SeveralMeanings

_LINE = re.compile(r"(?P<file>.+):(?P<line>\d+)(?::(?P<variable>[^:].*))?")


class Criteria:
    """Finds nodes by what users call them."""

    def __init__(self, graph: DependenceGraph) -> None:
        self._graph = graph
        self._program = graph.program
        self._nodes = graph.nodes
        self._names = Names(graph.program)
        self._places = Places(graph.program)

    def nodes(self, text: str) -> list[int]:
        """The nodes that a text means, all of which can be reached, sorted."""
        found = self._line(text)
        if found is None:
            found = self._places.labelled(text)
        if found is None:
            found = self._variable(text)
        if found is None:
            raise self._unknown(text)
        return self._reachable(text, found)

    def _reachable(self, text: str, found: Iterable[tuple[str, int]]) -> list[int]:
        base = self._nodes.base
        running = [(function, location) for function, location in found if function in base]
        nodes = sorted({base[function] + location for function, location in running})
        reached = [node for node in nodes if self._graph.is_reachable(node)]
        if not reached:
            raise UsageError(f"{text!r} is never reached", hint="choose a place that the program can come to")
        return reached

    # --- lines -------------------------------------------------------------------------------------------

    def _line(self, text: str) -> list[tuple[str, int]] | None:
        match = _LINE.fullmatch(text)
        if match is None:
            return None
        found = self._places.at_line(match["file"], int(match["line"]))
        if found is None:
            return None
        name = match["variable"]
        return found if name is None else self._using(found, name, text)

    def _using(self, places: list[tuple[str, int]], name: str, text: str) -> list[tuple[str, int]]:
        """Those of some places that read or write a variable; all writes of it if none does."""
        functions = list(dict.fromkeys(function for function, _ in places))
        for function in functions:
            owner = self._program.functions[function]
            local = next((item.name for item in owner.variables.values() if name in (item.name, *item.labels)), None)
            meaning = LocalName(function, local) if local is not None else self._meaning(name)
            if meaning is None:
                continue
            writes, uses = self._accesses(meaning)
            here = [place for place in places if place in writes or place in uses]
            return here or self._defined(meaning, writes)
        raise self._unknown(name, text)

    # --- variables ---------------------------------------------------------------------------------------

    def _meaning(self, name: str) -> Variable | LocalName | None:
        try:
            return self._names.variable(name)
        except SeveralMeanings as error:
            raise UsageError(str(error), hint=error.hint) from None

    def _variable(self, text: str) -> list[tuple[str, int]] | None:
        meaning = self._meaning(text)
        meanings: list[Variable | LocalName] = [] if meaning is None else [meaning]
        fields = self._graph.steps.cells.of_field(text) if meaning is None else 0
        if fields:
            return self._touching(fields)[0] or None
        if meaning is None:  # a variable of functions, without saying of which
            meanings = [
                LocalName(function.name, item.name)
                for function in self._nodes.functions
                for item in function.variables.values()
                if text in (item.name, *item.labels) and not item.hidden
            ]
        found = [place for item in meanings for place in self._defined(item, self._accesses(item)[0])]
        return found or None

    def _defined(self, meaning: Variable | LocalName, writes: list[tuple[str, int]]) -> list[tuple[str, int]]:
        """The writes of a variable; without any, where it has its first value."""
        if writes:
            return writes
        function = meaning.function if isinstance(meaning, LocalName) else self._program.entry
        return [(function, len(self._program.functions[function].locations))]

    def _accesses(self, meaning: Variable | LocalName) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """Where a variable may be written, and where it may be read."""
        cells = self._graph.steps.cells
        register, bits = None, 0
        if isinstance(meaning, LocalName):
            declaration = self._program.functions[meaning.function].variables[meaning.name]
            register = None if declaration.addressable else meaning.name
            bits = cells.of_variable(meaning.function, meaning.name) if declaration.addressable else 0
        else:
            is_memory = self._program.global_variables[meaning.name].addressable
            bits = cells.of_variable(None, meaning.name) if is_memory else cells.of_register(meaning.name)
        if register is None:
            return self._touching(bits)
        assert isinstance(meaning, LocalName)
        edges = self._program.functions[meaning.function].edges
        steps = list(zip(edges, cells.accesses.get(meaning.function, ()), strict=False))
        writes = [(meaning.function, edge.source) for edge, access in steps if access.written == register]
        return writes, [(meaning.function, edge.source) for edge, access in steps if register in access.registers]

    def _touching(self, bits: int) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """Where cells may be written, and where they may be read."""
        writes: list[tuple[str, int]] = []
        reads: list[tuple[str, int]] = []
        for name, accesses in self._graph.steps.cells.accesses.items():
            for edge, access in zip(self._program.functions[name].edges, accesses, strict=True):
                if access.writes & bits:
                    writes.append((name, edge.source))
                if access.reads & bits:
                    reads.append((name, edge.source))
        return writes, reads

    def _unknown(self, name: str, text: str = "") -> UsageError:
        entry = self._program.functions[self._program.entry]
        names = [*offered_labels(entry), *self._program.global_variables]
        there = "write a label, FUNCTION:LABEL, FILE:LINE, or a variable; the program has: " + ", ".join(names[:16])
        hint = did_you_mean(name, names) or self._proposal(name) or there
        where = f" in {text!r}" if text else ""
        return UsageError(f"unknown place or variable {name!r}{where}", hint=hint)

    def _proposal(self, name: str) -> str:
        proposed = self._names.proposal(name)
        return "" if proposed.startswith("the program has") else proposed

    # --- the other way -----------------------------------------------------------------------------------

    def variables_read(self, node: int) -> list[str]:
        """The variables that a node reads, as users call them; what nobody wrote is followed to what it is made of."""
        graph, nodes = self._graph, self._nodes
        found: dict[str, None] = {}
        pending, visited = [node], {node}
        while pending:
            current = pending.pop()
            function = nodes.owner(current)
            accesses = graph.steps.cells.accesses[function.name]
            hidden = False
            for number in function.outgoing[nodes.location(current)] if nodes.is_location(current) else ():
                for register in sorted(accesses[number].registers):
                    declaration = function.variables[register]
                    hidden = hidden or declaration.hidden
                    if not declaration.hidden:
                        found[(declaration.labels or (declaration.name,))[0]] = None
                for cell in cells_in(accesses[number].reads):
                    found[graph.steps.cells.name(cell)] = None
            if hidden and nodes.is_location(current):
                for use in graph.steps.data.of(function).uses[nodes.location(current)]:
                    source = nodes.base[function.name] + use.source
                    is_hidden = isinstance(use.variable, str) and function.variables[use.variable].hidden
                    if is_hidden and source not in visited:
                        visited.add(source)
                        pending.append(source)
        return sorted(found)
