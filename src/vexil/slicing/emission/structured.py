"""Slices of C and Java, and what stays of programs in other forms, where single statements are all there is."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath

from vexil.analysis.dependence import EVERYTHING, DependenceGraph, Kind
from vexil.core.source import Span
from vexil.languages.outline import Outline, OutlineBuilder, Piece, Role, Shape
from vexil.slicing.emission.editing import Edit, edits_of
from vexil.slicing.emission.emission import Emission
from vexil.slicing.emission.keeping import Keeping


@dataclass(frozen=True)
class Structure:
    """The outline of a program in C or Java, the numbers of the user's files, and the functions that always stay."""

    graph: DependenceGraph
    outline: Outline
    shown: tuple[int, ...]
    entries: tuple[str, ...]
    kinds: frozenset[Kind] = EVERYTHING

    @cached_property
    def _keeping(self) -> Keeping:
        return Keeping(self.graph, self.outline, self.graph.program.files, self.kinds)

    def silent_at(self, file: str, line: int) -> dict[int, set[int]]:
        """The statements of a line that the program does without, such as what only prints, and what they depend on."""
        found = {}
        for number, piece in enumerate(self.outline.pieces):
            name, at, _ = self.graph.program.files[piece.span.file].position(piece.span.start)
            if at == line and piece.shape is Shape.SIMPLE and ends_with_parts(name, file):
                found[number] = self._keeping.nodes_for(number)
        return {number: nodes for number, nodes in found.items() if nodes}

    def emission(self, criterion: Iterable[int], pieces: Iterable[int] = (), names: Iterable[str] = ()) -> Emission:
        """The slice of a criterion of nodes and of pieces that have none; variables with some names stay."""
        files = self.graph.program.files
        kept = self._keeping.kept(criterion, self.entries, pieces, names)
        edits = tuple(sorted(edits_of(self.outline, kept.pieces, files)))
        return Emission(self.graph.program, self.shown, self.outline, kept.pieces, edits)


def ends_with_parts(path: str, name: str) -> bool:
    """Say whether a path ends with the parts of a name."""
    wanted = PurePath(name).parts
    return PurePath(path).parts[-len(wanted) :] == wanted


def plain_emission(graph: DependenceGraph, kept_nodes: Container[int]) -> Emission:
    """What stays of a program whose statements stand one after the other, each on its own."""
    nodes = graph.nodes
    spans: dict[Span, bool] = {}
    for function in nodes.functions:
        for edge in function.edges:
            if edge.span is not None and edge.span.file < len(graph.program.files):
                stays = nodes.base[function.name] + edge.source in kept_nodes
                spans[edge.span] = spans.get(edge.span, False) or stays
    builder, edits, kept = OutlineBuilder(), list[Edit](), set[int]()
    before = Span(-1, 0, 0)
    for span, stays in sorted(spans.items()):
        if span.file == before.file and span.start < before.end:
            continue
        before = span
        number = builder.add(Piece(span, Shape.SIMPLE, Role.LISTED))
        if stays:
            kept.add(number)
        else:
            edits.append(Edit(span.file, span.start, span.end))
    shown = tuple(range(len(graph.program.files)))
    return Emission(graph.program, shown, builder.build(), frozenset(kept), tuple(edits))
