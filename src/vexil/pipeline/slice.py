"""Slices as texts: the program, its dependences, a criterion, and an outline of its files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from vexil.analysis.dependence import EVERYTHING, DependenceGraph
from vexil.analysis.dependence.criteria import Criteria
from vexil.analysis.dependence.queries import Path as DependencePath
from vexil.analysis.dependence.queries import shortest_paths
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.ir.program import Program
from vexil.pipeline.load import load_program
from vexil.pipeline.options import LoadOptions
from vexil.slicing.emission.emission import Emission
from vexil.slicing.emission.flowcharts import flowchart_emission
from vexil.slicing.emission.structured import plain_emission, structured_emission


@dataclass(frozen=True)
class Sliced:
    """A program with its dependences, a criterion of nodes as it was written, and what the criterion depends on."""

    options: LoadOptions
    graph: DependenceGraph
    written: tuple[str, ...]
    criterion: tuple[int, ...]
    context: Context

    @property
    def program(self) -> Program:
        """The program."""
        return self.graph.program

    @cached_property
    def nodes(self) -> frozenset[int]:
        """The nodes of the slice."""
        return self.graph.slice(self.criterion).nodes

    @cached_property
    def emission(self) -> Emission:
        """The slice as text."""
        match self.program.language:
            case "c" | "java":
                return self._structured()
            case "fcl":
                return flowchart_emission(self.graph, self.criterion, self.written)
            case _:
                return plain_emission(self.graph, self.criterion)

    def _structured(self) -> Emission:
        files = self.program.files
        if self.program.language == "c":
            from vexil.frontends.c.outline import c_outline
            from vexil.pipeline.front_ends import c_options

            shown = [number for number, file in enumerate(files) if file.name in self.options.inputs]
            outline = c_outline(self.options.inputs, c_options(self.options), files, self.context)
            return structured_emission(self.graph, self.criterion, outline, shown, [self.options.entry or "main"])
        from vexil.languages.java import read_unit
        from vexil.languages.java.outline import java_outline

        shown = [number for number, file in enumerate(files) if self._is_own(file.name)]
        outline = java_outline([read_unit(files[number], number) for number in shown])
        return structured_emission(self.graph, self.criterion, outline, shown, ["main"])

    def _is_own(self, name: str) -> bool:
        """Say whether a file is an input, or stands in a folder that is one."""
        return any(name == given or Path(name).is_relative_to(given) for given in self.options.inputs)

    def smaller_program(self) -> Program:
        """The slice as a program in the intermediate form."""
        raise UsageError("slices cannot be written in the intermediate form yet", hint="use --emit text")

    def why(self, text: str) -> DependencePath | None:
        """A shortest way from the criterion to a place; nothing if the criterion does not depend on it."""
        wanted = frozenset(Criteria(self.graph).nodes(text))
        if wanted & frozenset(self.criterion):
            return DependencePath(min(wanted & frozenset(self.criterion)), ())
        paths = shortest_paths(self.graph, self.criterion, EVERYTHING, wanted.__contains__)
        return paths[0] if paths else None


def sliced(options: LoadOptions, criteria: Sequence[str], context: Context) -> Sliced:
    """Read a program and find the nodes of a criterion; raises `UsageError` for a criterion that it does not have."""
    if not criteria:
        raise UsageError("there is no criterion", hint="name a place or a variable with --criterion")
    program = load_program(_naming(options, criteria), context)
    graph = DependenceGraph(program)
    if program.language == "vir":
        graph.steps.locks.require_balance()
    finder = Criteria(graph)
    nodes = sorted({node for text in criteria for node in finder.nodes(text)})
    return Sliced(options, graph, tuple(criteria), tuple(nodes), context)


def _naming(options: LoadOptions, criteria: Iterable[str]) -> LoadOptions:
    """Options that have variables read which only the criterion names."""
    names = tuple(text.rpartition(":")[2] for text in criteria)
    return replace(options, named=(*options.named, *(name for name in names if name.isidentifier())))
