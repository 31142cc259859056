"""Data dependence: which writes of the same thread a read may see.

Within a function definitions are followed along paths, for its registers and for the cells that it reads: a write that
certainly happens ends those before it. A call may write whatever the functions write that it may run. What a cell holds
when a function is entered may come from every write of its thread. A *may* fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from vexil.analysis.dependence.cells import Access, Cells
from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.dependence.parallel import Parallel
from vexil.analysis.facts import Analyses
from vexil.analysis.graphs import ControlFlow
from vexil.analysis.locations import LocalObject
from vexil.analysis.solver import Worklist
from vexil.ir.operations import Call, Catch
from vexil.ir.program import Function


class How(Enum):
    """How a definition comes about."""

    WRITE = "write"
    """The statement itself writes; for a call, its result or exception."""
    CALL = "call"
    """A function that the statement calls may write."""
    ENTRY = "entry"
    """It has the value when the function is entered."""


Variable = str | int
"""A register of the function by its name, or a cell by its number."""


class Use(NamedTuple):
    """A definition that a read may see: the location that defines (that of the entry is behind the last)."""

    source: int
    variable: Variable
    how: How


def cells_in(bits: int) -> list[int]:
    """The numbers of the cells in a set."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


class Modifications:
    """Which cells functions write, with everything that they call."""

    def __init__(self, facts: Analyses, nodes: Nodes, cells: Cells) -> None:
        self._facts = facts
        self._nodes = nodes
        self._cells = cells

    @cached_property
    def of_function(self) -> dict[str, int]:
        """By function the cells it may write, called functions included."""
        found: dict[str, int] = {}
        graph = self._facts.call_graph
        for group in graph.components:
            written = 0
            for name in group:
                for access in self._cells.accesses.get(name, ()):
                    written |= access.writes
                for callee in graph.callees[name]:
                    written |= found.get(callee, 0)
            found.update(dict.fromkeys(group, written))
        return found

    @cached_property
    def writers(self) -> dict[int, list[tuple[str, int]]]:
        """By cell the functions and locations that may write it themselves, each once, in order."""
        found: dict[int, list[tuple[str, int]]] = {}
        for cell, functions in self.nodes_of.items():
            found[cell] = [(name, self._nodes.location(node)) for name, nodes in functions.items() for node in nodes]
        return found

    @cached_property
    def nodes_of(self) -> dict[int, dict[str, list[int]]]:
        """By cell and by function the nodes of the function that may write it themselves, each once, in order."""
        found: dict[int, dict[str, dict[int, None]]] = {}
        for name, accesses in self._cells.accesses.items():
            edges, base = self._facts.program.functions[name].edges, self._nodes.base[name]
            for number, access in enumerate(accesses):
                if access.writes:
                    node = base + edges[number].source
                    for cell in cells_in(access.writes):
                        found.setdefault(cell, {}).setdefault(name, {})[node] = None
        return {cell: {name: list(nodes) for name, nodes in places.items()} for cell, places in found.items()}


class ReachingDefinitions:
    """The definitions that the reads of one function may see."""

    def __init__(
        self, function: Function, flow: ControlFlow, accesses: Sequence[Access], called: Sequence[int]
    ) -> None:
        self.function = function
        self._flow = flow
        self._accesses = accesses
        self._called = called
        """By edge the cells that a function called there may write."""
        self.entry = len(function.locations)
        self._number()
        self._solve()

    def _number(self) -> None:
        registers: set[str] = set()
        read = 0
        for access in self._accesses:
            registers |= access.registers
            read |= access.reads
        self._read_cells = read
        variables: list[Variable] = [*sorted(registers), *cells_in(read)]
        self._index = {variable: index for index, variable in enumerate(variables)}
        sources: list[dict[tuple[int, How], None]] = [{(self.entry, How.ENTRY): None} for _ in variables]
        edges = self.function.edges
        self._defines: list[list[tuple[int, tuple[int, How], bool]]] = []
        for number, access in enumerate(self._accesses):
            source = edges[number].source
            items = [(index, (source, How.WRITE), is_certain) for index, is_certain in self._written(access)]
            items += [(self._index[cell], (source, How.CALL), False) for cell in cells_in(self._called[number] & read)]
            for index, definition, _ in items:
                sources[index][definition] = None
            self._defines.append(items)
        self._base: list[int] = []
        self._definitions: list[tuple[int, How]] = []
        for found in sources:
            self._base.append(len(self._definitions))
            self._definitions += found
        self._base.append(len(self._definitions))
        self._position = [{definition: place for place, definition in enumerate(found)} for found in sources]

    def _written(self, access: Access) -> Iterator[tuple[int, bool]]:
        if access.written is not None and access.written in self._index:
            yield self._index[access.written], True
        for cell in cells_in(access.writes & self._read_cells):
            yield self._index[cell], bool(access.certain >> cell & 1)

    def _effect(self, number: int) -> tuple[int, int]:
        """What an edge keeps and adds, as sets of definitions."""
        kept, added = -1, 0
        for index, definition, is_certain in self._defines[number]:
            if is_certain:
                kept = self._others[index] if kept == -1 else kept & self._others[index]
            added |= 1 << self._base[index] + self._position[index][definition]
        return kept, added

    @cached_property
    def _others(self) -> list[int]:
        """By variable the definitions of all others, one number for all effects that keep them."""
        pairs = zip(self._base, self._base[1:], strict=False)
        return [~(((1 << end - start) - 1) << start) for start, end in pairs]

    def _solve(self) -> None:
        function, flow = self.function, self._flow
        outgoing = function.outgoing
        order = flow.reverse_postorder
        heads = {function.entry}
        for location in order:
            into = flow.incoming[location]
            if len(into) != 1 or len(outgoing[flow.sources[into[0]]]) != 1:
                heads.add(location)
        self._heads = [location for location in order if location in heads]
        chains: dict[int, list[int]] = {}
        for head in self._heads:
            chain, current = [head], head
            while len(outgoing[current]) == 1:
                following = flow.targets[outgoing[current][0]]
                if following in heads:
                    break
                chain.append(following)
                current = following
            chains[head] = chain
        self._chains = chains
        effects = {
            number: self._effect(number) for location in order for number in outgoing[location] if self._defines[number]
        }
        self._effects = effects
        whole: dict[int, tuple[int, int]] = {}
        for head, chain in chains.items():
            kept, added = -1, 0
            for location in chain[:-1]:
                effect = effects.get(outgoing[location][0])
                if effect is not None:
                    kept, added = kept & effect[0], added & effect[0] | effect[1]
            whole[head] = kept, added
        first = 0
        for base in self._base[:-1]:
            first |= 1 << base  # the first definition of every variable is that of the entry
        self._before: dict[int, int] = {function.entry: first}
        before = self._before
        work = Worklist(flow.bodies_first, [function.entry])
        while work:
            head = work.take()
            kept, added = whole[head]
            at_end = before[head] & kept | added
            for number in outgoing[chains[head][-1]]:
                effect = effects.get(number)
                after = at_end if effect is None else at_end & effect[0] | effect[1]
                target = flow.targets[number]
                old = before.get(target)
                new = after if old is None else old | after
                if new != old:
                    before[target] = new
                    work.add(target)

    def _states(self) -> Iterator[tuple[int, int]]:
        """Every location that can be reached with the definitions that reach it."""
        outgoing = self.function.outgoing
        for head in self._heads:
            if head not in self._before:
                continue
            state = self._before[head]
            for location in self._chains[head]:
                yield location, state
                if len(outgoing[location]) == 1:
                    effect = self._effects.get(outgoing[location][0])
                    if effect is not None:
                        state = state & effect[0] | effect[1]

    def _seen(self, state: int, registers: frozenset[str], cells: int) -> tuple[Use, ...]:
        found = []
        variables: list[Variable] = [*sorted(registers), *cells_in(cells)]
        for variable in variables:
            index = self._index[variable]
            base, count = self._base[index], self._base[index + 1] - self._base[index]
            mine = state >> base & (1 << count) - 1
            for place in cells_in(mine):
                source, how = self._definitions[base + place]
                found.append(Use(source, variable, how))
        return tuple(found)

    @cached_property
    def uses(self) -> list[tuple[Use, ...]]:
        """For every location the definitions that what leaves it may see; arguments of calls are left out."""
        return self._all[0]

    @cached_property
    def arguments(self) -> dict[int, tuple[tuple[Use, ...], ...]]:
        """By edge of a call or start the definitions that each of its arguments may see."""
        return self._all[1]

    @cached_property
    def _all(self) -> tuple[list[tuple[Use, ...]], dict[int, tuple[tuple[Use, ...], ...]]]:
        uses: list[tuple[Use, ...]] = [()] * len(self.function.locations)
        arguments: dict[int, tuple[tuple[Use, ...], ...]] = {}
        for location, state in self._states():
            found: dict[Use, None] = {}
            for number in self.function.outgoing[location]:
                access = self._accesses[number]
                if access.arguments:
                    arguments[number] = tuple(self._seen(state, *argument) for argument in access.arguments)
                    found.update(dict.fromkeys(self._seen(state, access.own_registers, access.own_reads)))
                elif access.registers or access.reads:
                    found.update(dict.fromkeys(self._seen(state, access.registers, access.reads)))
            uses[location] = tuple(found)
        return uses, arguments


class DataDependences:
    """The reaching definitions of all functions, each computed when it is first asked for."""

    def __init__(self, facts: Analyses, nodes: Nodes, cells: Cells, parallel: Parallel) -> None:
        self._facts = facts
        self._nodes = nodes
        self.cells = cells
        self._parallel = parallel
        self.modifications = Modifications(facts, nodes, cells)
        self._known: dict[str, ReachingDefinitions] = {}

    def of(self, function: Function) -> ReachingDefinitions:
        """The definitions that the reads of a function may see."""
        found = self._known.get(function.name)
        if found is None:
            flow = self._facts.control_flow(function.name)
            accesses = self.cells.accesses[function.name]
            found = ReachingDefinitions(function, flow, accesses, self._called(function))
            self._known[function.name] = found
        return found

    def callees(self, function: Function, location: int) -> tuple[str, ...]:
        """The functions that a call at a location may run."""
        return self._facts.call_graph.calls_at[function.name].get(location, ())

    def _called(self, function: Function) -> list[int]:
        written = self.modifications.of_function
        called = [0] * len(function.edges)
        for number in self._nodes.numbers(function, Call, Catch):
            for callee in self.callees(function, function.edges[number].source):
                called[number] |= written[callee]
        return called

    # --- beyond a function -------------------------------------------------------------------------------

    def writers(self, function: str, cell: int) -> list[int]:
        """The nodes that may write a cell in a function itself."""
        return self.modifications.nodes_of.get(cell, {}).get(function, [])

    def writing(self, functions: Iterable[str], cell: int) -> list[str]:
        """Those of some functions that may write a cell, called ones included."""
        written = self.modifications.of_function
        return [name for name in functions if written[name] >> cell & 1]

    def threads_before(self, function: str, cell: int) -> int:
        """The threads, a bit for each, whose writes a cell may hold when a function is entered in the same thread.

        None for a function that only begins threads, and for the memory of its own variables.
        """
        owner = self.cells.objects[cell]
        is_own = isinstance(owner, LocalObject) and owner.function == function
        if is_own and function not in self._facts.call_graph.recursive:
            return 0
        return self._parallel.threads_of[function] if self._facts.call_graph.call_sites[function] else 0

    def first(self, cell: int) -> int:
        """The entry that gives a cell its first value."""
        owner = self.cells.objects[cell]
        return self._nodes.entry(owner.function if isinstance(owner, LocalObject) else self._facts.program.entry)

    def writing_before(self, threads: int, cell: int) -> list[str]:
        """The functions in which some threads may have written a cell themselves."""
        running = self._parallel.threads_of
        return [name for name in self.modifications.nodes_of.get(cell, {}) if running[name] & threads]
