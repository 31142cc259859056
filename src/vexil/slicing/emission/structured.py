"""Slices of C and Java, and what stays of programs in other forms, where single statements are all there is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vexil.analysis.dependence import DependenceGraph
from vexil.core.source import Span
from vexil.languages.outline import Outline, OutlineBuilder, Piece, Role, Shape
from vexil.slicing.emission.editing import Edit, edits_of
from vexil.slicing.emission.emission import Emission
from vexil.slicing.emission.keeping import Keeping


def structured_emission(
    graph: DependenceGraph, criterion: Iterable[int], outline: Outline, shown: Sequence[int], entries: Iterable[str]
) -> Emission:
    """The slice of a program with an outline; some functions stay whatever happens in them."""
    files = graph.program.files
    kept = Keeping(graph, outline, files).kept(criterion, entries)
    edits = tuple(sorted(edits_of(outline, kept.pieces, files)))
    return Emission(graph.program, tuple(shown), outline, kept.pieces, edits)


def plain_emission(graph: DependenceGraph, criterion: Iterable[int]) -> Emission:
    """What stays of a program whose statements stand one after the other, each on its own."""
    nodes, kept_nodes = graph.nodes, graph.slice(criterion).nodes
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
