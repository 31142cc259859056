"""Slices as texts: the program, its dependences, a criterion, and an outline of its files."""

from __future__ import annotations

import re
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
from vexil.slicing.emission.structured import Structure, plain_emission

LINE = re.compile(r"(?P<file>.+):(?P<line>\d+)")


@dataclass(frozen=True)
class Sliced:
    """A program with its dependences, a criterion as it was written and as nodes, and what it depends on.

    ``pieces`` are parts of the criterion that have no nodes: statements whose effects the program does without.
    """

    graph: DependenceGraph
    written: tuple[str, ...]
    criterion: tuple[int, ...]
    structure: Structure | None = None
    pieces: tuple[int, ...] = ()

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
        if self.structure is not None:
            return self.structure.emission(self.criterion, self.pieces)
        if self.program.language == "fcl":
            return flowchart_emission(self.graph, self.criterion, self.written)
        return plain_emission(self.graph, self.criterion)

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
    structure = _structure(graph, options, context)
    finder = Criteria(graph)
    nodes: set[int] = set()
    pieces: set[int] = set()
    for text in criteria:
        try:
            nodes.update(finder.nodes(text))
        except UsageError:
            match = LINE.fullmatch(text)
            silent = structure.silent_at(match["file"], int(match["line"])) if structure and match else {}
            if not silent:
                raise
            pieces |= silent.keys()
            nodes = nodes.union(*silent.values())
    return Sliced(graph, tuple(criteria), tuple(sorted(nodes)), structure, tuple(sorted(pieces)))


def _naming(options: LoadOptions, criteria: Iterable[str]) -> LoadOptions:
    """Options that have variables read which only the criterion names."""
    names = tuple(text.rpartition(":")[2] for text in criteria)
    return replace(options, named=(*options.named, *(name for name in names if name.isidentifier())))


def _structure(graph: DependenceGraph, options: LoadOptions, context: Context) -> Structure | None:
    """The outline of a program in C or Java."""
    files = graph.program.files
    if graph.program.language == "c":
        from vexil.frontends.c.outline import c_outline
        from vexil.pipeline.front_ends import c_options

        shown = tuple(number for number, file in enumerate(files) if file.name in options.inputs)
        outline = c_outline(options.inputs, c_options(options), files, context)
        return Structure(graph, outline, shown, (options.entry or "main",))
    if graph.program.language == "java":
        from vexil.languages.java import read_unit
        from vexil.languages.java.outline import java_outline

        shown = tuple(number for number, file in enumerate(files) if _is_own(file.name, options.inputs))
        outline = java_outline([read_unit(files[number], number) for number in shown])
        return Structure(graph, outline, shown, ("main",))
    return None


def _is_own(name: str, inputs: Iterable[str]) -> bool:
    """Say whether a file is an input, or stands in a folder that is one."""
    return any(name == given or Path(name).is_relative_to(given) for given in inputs)
