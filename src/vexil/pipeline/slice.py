"""Slices as texts: the program, its dependences, a criterion, and an outline of its files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from vexil.analysis.dependence import EVERYTHING, DependenceGraph, Kind
from vexil.analysis.dependence.criteria import Criteria
from vexil.analysis.dependence.queries import Path as DependencePath
from vexil.analysis.dependence.queries import shortest_paths
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.ir.program import Program
from vexil.model.protocols import NotApplicable
from vexil.pipeline.load import load_program
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.resolve import resolve
from vexil.slicing.criterion import Criterion, criterion_of, ends_for
from vexil.slicing.emission.emission import Emission
from vexil.slicing.emission.flowcharts import flowchart_emission
from vexil.slicing.emission.structured import Structure, plain_emission
from vexil.slicing.program import sliced_program
from vexil.slicing.question import kept_by
from vexil.spec.property import Property

LINE = re.compile(r"(?P<file>.+):(?P<line>\d+)")


@dataclass(frozen=True)
class CriterionSlice:
    """A program with its dependences, what matters, and what that depends on.

    ``pieces`` are parts of the criterion that have no nodes: statements whose effects the program does without.
    ``named`` are the words that places and properties are written with: what is declared by them stays.
    """

    graph: DependenceGraph
    criterion: Criterion
    structure: Structure | None = None
    pieces: tuple[int, ...] = ()
    named: frozenset[str] = frozenset()

    @property
    def program(self) -> Program:
        """The program."""
        return self.graph.program

    @cached_property
    def nodes(self) -> frozenset[int]:
        """The nodes of the slice."""
        return self.graph.slice(self.criterion.nodes, self.criterion.kinds).nodes

    @cached_property
    def emission(self) -> Emission:
        """The slice as text."""
        names = {re.split(r"[.:]", name)[-1] for name in (*self.criterion.globals, *self.named)}
        if self.structure is not None:
            return self.structure.emission(self.criterion.nodes, self.pieces, sorted(names))
        if self.program.language == "fcl":
            return flowchart_emission(self.graph, self.criterion.nodes, names, self.criterion.kinds)
        return plain_emission(self.graph, self.nodes)

    def smaller_program(self) -> Program:
        """The slice as a program in the intermediate form; raises `UsageError` where there is none."""
        try:
            return sliced_program(self.graph.steps.facts, kept_by(self.graph, self.criterion)).program
        except NotApplicable as problem:
            raise UsageError(f"there is no smaller program: {problem}", hint="use --emit text") from None

    def stays(self, text: str) -> bool:
        """Say whether something at a place stays in the text."""
        spans = [self.graph.nodes.span(node) for node in Criteria(self.graph).nodes(text)]
        shown = [span for span in spans if span is not None and span.file in self.emission.shown]
        return any(not self.emission.is_removed(span) for span in shown)

    def why(self, text: str) -> DependencePath | None:
        """A shortest way from the criterion to a place; nothing if the criterion does not depend on it."""
        wanted = frozenset(Criteria(self.graph).nodes(text))
        own = wanted.intersection(self.criterion.nodes)
        if own:
            return DependencePath(min(own), ())
        kinds = self.criterion.kinds
        paths = shortest_paths(self.graph, self.criterion.nodes, kinds, wanted.__contains__)
        return paths[0] if paths else None


def criterion_slice(
    options: LoadOptions, places: Sequence[str], properties: Sequence[str], context: Context
) -> CriterionSlice:
    """Read a program and find what some places and a property are about.

    Raises `UsageError` for a criterion that the program does not have, and where there is none.
    """
    resolved = resolve(CheckOptions(options, tuple(properties)))
    if len(resolved.properties) > 1:
        asked = ", ".join(item.text for item in resolved.properties)
        raise UsageError(f"a slice is for one property, and these are several: {asked}", hint="choose one by -p")
    prop = resolved.properties[0] if properties else None
    if not places and prop is None:
        hint = "name a place or a variable with --criterion, or a property with -p"
        raise UsageError("there is no criterion", hint=hint)
    program = load_program(_naming(resolved.load, places), context)
    graph = DependenceGraph(program, ends_for(prop) if prop is not None else None)
    if program.language == "vir":
        graph.steps.locks.require_balance()
    criterion = _of_property(prop, graph) if prop is not None else Criterion((), EVERYTHING)
    structure = _structure(graph, criterion.kinds if not places else EVERYTHING, resolved.load, context)
    return _with_places(CriterionSlice(graph, criterion, structure, (), frozenset(resolved.load.named)), places)


def _of_property(prop: Property, graph: DependenceGraph) -> Criterion:
    try:
        return criterion_of(prop, graph)
    except NotApplicable as problem:
        hint = "name a place or a variable with --criterion"
        raise UsageError(f"{prop.text} is no criterion: {problem}", hint=hint) from None


def _with_places(made: CriterionSlice, places: Sequence[str]) -> CriterionSlice:
    """The slice for places and variables besides."""
    if not places:
        return made
    finder, structure = Criteria(made.graph), made.structure
    nodes, pieces = set(made.criterion.nodes), set(made.pieces)
    for text in places:
        try:
            nodes.update(finder.nodes(text))
        except UsageError:
            match = LINE.fullmatch(text)
            silent = structure.silent_at(match["file"], int(match["line"])) if structure and match else {}
            if not silent:
                raise
            pieces |= silent.keys()
            nodes = nodes.union(*silent.values())
    named = made.named.union(text for text in places if not LINE.fullmatch(text))
    criterion = Criterion(tuple(sorted(nodes)), EVERYTHING, made.criterion.globals)
    return replace(made, criterion=criterion, pieces=tuple(sorted(pieces)), named=named)


def _naming(options: LoadOptions, places: Iterable[str]) -> LoadOptions:
    """Options that have variables read which only the criterion names."""
    names = tuple(text.rpartition(":")[2] for text in places)
    return replace(options, named=(*options.named, *(name for name in names if name.isidentifier())))


def _structure(
    graph: DependenceGraph, kinds: frozenset[Kind], options: LoadOptions, context: Context
) -> Structure | None:
    """The outline of a program in C or Java."""
    files = graph.program.files
    if graph.program.language == "c":
        from vexil.frontends.c.outline import c_outline
        from vexil.pipeline.front_ends import c_options

        shown = tuple(number for number, file in enumerate(files) if file.name in options.inputs)
        outline = c_outline(options.inputs, c_options(options), files, context)
        return Structure(graph, outline, shown, (options.entry or "main",), kinds)
    if graph.program.language == "java":
        from vexil.languages.java import read_unit
        from vexil.languages.java.outline import java_outline

        shown = tuple(number for number, file in enumerate(files) if _is_own(file.name, options.inputs))
        outline = java_outline([read_unit(files[number], number) for number in shown])
        return Structure(graph, outline, shown, ("main",), kinds)
    return None


def _is_own(name: str, inputs: Iterable[str]) -> bool:
    """Say whether a file is an input, or stands in a folder that is one."""
    return any(name == given or Path(name).is_relative_to(given) for given in inputs)
