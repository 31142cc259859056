"""Slices of FCL programs: a conditional that does not matter becomes a jump to where its ways meet again.

From a node outside of a slice at most one node of the slice is reached first (Ball and Horwitz 1993), so that a jump
there does what the conditional did.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from vexil.analysis.dependence import EVERYTHING, DependenceGraph, Kind
from vexil.core.source import Span
from vexil.languages.outline import Outline, OutlineBuilder, Piece, Role, Shape
from vexil.languages.scanning import tokens, words
from vexil.slicing.emission.editing import Edit
from vexil.slicing.emission.emission import Emission

JUMP = re.compile(rb"(if|goto|return)\b")
TARGETS = re.compile(rb"\b(?:goto|then|else)\s+([^\s;]+)")
ANNOTATION = re.compile(rb"\s*\[\s*([^\s\]]+)\s*\]")


@dataclass(frozen=True, slots=True)
class _Statement:
    """A statement of a block with its range, its identifier behind it, its nodes and the place in the function."""

    label: str
    span: Span
    end: int
    annotation: tuple[int, int] | None
    locations: tuple[int, ...]
    jump: str


def flowchart_emission(
    graph: DependenceGraph,
    criterion: Iterable[int],
    names: Iterable[str] = (),
    kinds: frozenset[Kind] = EVERYTHING,
) -> Emission:
    """The slice of a flowchart; parameters with some names stay in any case."""
    return _Flowchart(graph, kinds).emission(set(criterion), frozenset(names))


class _Flowchart:
    def __init__(self, graph: DependenceGraph, kinds: frozenset[Kind]) -> None:
        self._graph = graph
        self._kinds = kinds
        self._program = graph.program
        self._function = graph.program.functions[graph.program.entry]
        self._content = graph.program.files[0].content
        self._blocks = self._read()

    def _read(self) -> dict[str, list[_Statement]]:
        places: dict[Span, list[int]] = {}
        for edge in self._function.edges:
            if edge.span is not None:
                places.setdefault(edge.span, []).append(edge.source)
        blocks: dict[str, list[_Statement]] = {}
        for span, locations in sorted(places.items()):
            label = self._function.locations[min(locations)].name.removesuffix(".chosen").rpartition(".")[0]
            match = ANNOTATION.match(self._content, span.end)
            is_own = match is not None and match[1].decode().rpartition(".")[0] == label
            annotation = match.span(1) if match is not None and is_own else None
            end = match.end() if match is not None and is_own else span.end
            word = JUMP.match(self._content, span.start)
            jump = word[1].decode() if word else ""
            blocks.setdefault(label, []).append(
                _Statement(label, span, end, annotation, tuple(sorted(set(locations))), jump)
            )
        return blocks

    def emission(self, criterion: set[int], names: frozenset[str]) -> Emission:
        """The statements that stay, and the edits."""
        base = self._graph.nodes.base[self._function.name]
        while True:
            kept = {node - base for node in self._graph.slice(criterion, self._kinds).nodes}
            targets = {
                block[-1].span: self._first_kept(block[-1], kept)
                for block in self._blocks.values()
                if block[-1].jump == "if" and not kept.intersection(block[-1].locations)
            }
            unclear = [span for span, found in targets.items() if len(found) > 1]
            if not unclear:
                return self._written(kept, {span: min(found, default=None) for span, found in targets.items()}, names)
            criterion |= {base + edge.source for edge in self._function.edges if edge.span in unclear}

    def _first_kept(self, statement: _Statement, kept: set[int]) -> set[int]:
        """The locations of the slice that are reached first from a conditional that is none."""
        found: set[int] = set()
        pending, visited = list(statement.locations), set(statement.locations)
        while pending:
            for number in self._function.outgoing[pending.pop()]:
                target = self._function.edges[number].target
                if target in kept and self._function.outgoing[target]:
                    found.add(target)
                elif target not in visited:
                    visited.add(target)
                    pending.append(target)
        return found

    # --- texts -------------------------------------------------------------------------------------------

    def _written(self, kept: set[int], targets: dict[Span, int | None], names: frozenset[str]) -> Emission:
        jumps = {span: self._jump(span, target) for span, target in targets.items()}
        reached = self._reached(kept, jumps)
        edits: list[Edit] = []
        used: set[str] = set(names)
        outline, staying = OutlineBuilder(), set[int]()
        parameters = self._parameters(outline)
        for label, block in self._blocks.items():
            count = 0
            for statement in block:
                piece = outline.add(Piece(statement.span, Shape.SIMPLE, Role.LISTED))
                stays = label in reached and (bool(statement.jump) or not kept.isdisjoint(statement.locations))
                if not stays:
                    continue
                staying.add(piece)
                count += 1
                span = statement.span
                if span in jumps:
                    edits.append(Edit(0, span.start, span.end, jumps[span].encode()))
                    staying.discard(piece)
                else:
                    used.update(name for _, name in words(self._content, span.start, span.end))
                if statement.annotation is not None:
                    new = f"{label}.{count}".encode()
                    if self._content[slice(*statement.annotation)] != new:
                        edits.append(Edit(0, *statement.annotation, new))
            edits += self._taken_out(label, block, kept, label in reached)
        built = outline.build()
        edits += self._without_parameters(built, parameters, used)
        staying |= {number for number in parameters if built.pieces[number].names[0] in used}
        return Emission(self._program, (0,), built, frozenset(staying), tuple(sorted(edits)))

    def _jump(self, span: Span, target: int | None) -> str:
        """What stands in place of a conditional: a jump to where its ways meet, or the end."""
        if target is not None:
            return f"goto {self._function.locations[target].name.removesuffix('.chosen').rpartition('.')[0]};"
        first = TARGETS.search(self._content, span.start, span.end)
        pending, visited = [edge.target for edge in self._function.edges if edge.span == span], set[int]()
        while pending:
            location = pending.pop()
            if location == self._function.exit or first is None:
                return "return;"
            if location not in visited:
                visited.add(location)
                pending += [self._function.edges[number].target for number in self._function.outgoing[location]]
        assert first is not None
        return f"goto {first[1].decode()};"

    def _reached(self, kept: set[int], jumps: dict[Span, str]) -> set[str]:
        """The blocks that are needed."""
        first = self._function.locations[self._function.entry].name.rpartition(".")[0]
        pending = [first, *(label for label, block in self._blocks.items() if self._has_kept(block, kept))]
        reached: set[str] = set()
        while pending:
            label = pending.pop()
            if label in reached or label not in self._blocks:
                continue
            reached.add(label)
            span = self._blocks[label][-1].span
            text = jumps[span].encode() if span in jumps else self._content[span.start : span.end]
            pending += [match.decode() for match in TARGETS.findall(text)]
        return reached

    def _has_kept(self, block: list[_Statement], kept: set[int]) -> bool:
        return any(not kept.isdisjoint(statement.locations) for statement in block)

    def _taken_out(self, label: str, block: list[_Statement], kept: set[int], is_reached: bool) -> Iterable[Edit]:
        if not is_reached:
            start = self._label(label, block[0].span.start)
            line = self._content.rfind(b"\n", 0, start) + 1
            start = line if not self._content[line:start].strip() else start
            yield Edit(0, start, self._behind(block[-1].end, is_whole=True))
            return
        is_start = True
        for statement in block:
            if statement.jump or not kept.isdisjoint(statement.locations):
                is_start = False
                continue
            start = statement.span.start
            if is_start:  # what comes next stands behind the label
                following = block[block.index(statement) + 1].span.start
                is_clean = not any(True for _ in tokens(self._content, statement.end, following))
                yield Edit(0, start, following if is_clean else statement.end)
                continue
            line = self._content.rfind(b"\n", 0, start) + 1
            is_alone = not self._content[line:start].strip()
            end = self._behind(statement.end, is_whole=False) if is_alone else statement.end
            yield Edit(0, line if is_alone and end > statement.end else start, end)

    def _label(self, label: str, start: int) -> int:
        """Where the label in front of a statement begins."""
        found = start
        for kind, first, last in tokens(self._content, 0, start):
            if kind == "word" and self._content[first:last] == label.encode():
                found = first
        return found

    def _behind(self, end: int, *, is_whole: bool) -> int:
        """The end of the line that something is the last on; with the blank lines that follow if a block goes."""
        line = self._content.find(b"\n", end)
        line = len(self._content) if line < 0 else line
        if any(True for _ in tokens(self._content, end, line)):
            return end
        line = min(line + 1, len(self._content))
        while is_whole and self._content[line : line + 1] == b"\n":
            line += 1
        return line

    def _parameters(self, outline: OutlineBuilder) -> list[int]:
        """Add the parameters of the program; gives their numbers."""
        opening = next(start for kind, start, _ in tokens(self._content) if self._content[start : start + 1] == b"(")
        closing = self._content.index(b")", opening)
        whole = outline.add(Piece(Span(0, opening, closing + 1), Shape.BLOCK, Role.FIXED))
        return [
            outline.add(
                Piece(
                    Span(0, start, start + len(name.encode())), Shape.DECLARATOR, Role.LISTED, whole, names=(name,)
                )
            )
            for start, name in words(self._content, opening, closing)
        ]  # fmt: skip

    def _without_parameters(self, outline: Outline, parameters: list[int], used: set[str]) -> Iterable[Edit]:
        pieces = [outline.pieces[number] for number in parameters]
        stay = [piece.names[0] in used for piece in pieces]
        first = stay.index(True) if any(stay) else len(pieces)
        if first and pieces:
            end = pieces[first].span.start if first < len(pieces) else pieces[-1].span.end
            yield Edit(0, pieces[0].span.start, end)
        for number in range(first + 1, len(pieces)):
            if not stay[number]:
                yield Edit(0, pieces[number - 1].span.end, pieces[number].span.end)
