"""Which pieces of the sources stay: those that a criterion depends on, and what keeps the text a program.

A piece that stays in part stays whole, and so does everything that this depends on: whatever stays for the sake of the
text becomes part of the criterion, until nothing is added. A jump stays while something that it passes over does
(Agrawal 1994, more coarsely: by where pieces stand, not by where control meets again).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vexil.analysis.dependence import EVERYTHING, DependenceGraph, Kind
from vexil.core.source import SourceFile
from vexil.languages.outline import Leap, Outline, Shape
from vexil.slicing.emission.names import UsedNames

PASSIVE = frozenset({Shape.BLOCK, Shape.FUNCTION, Shape.TYPE, Shape.LABEL, Shape.IMPORT})
"""Pieces that stay because of others: they do nothing, and nothing depends on them."""
LOCAL = frozenset({Shape.DECLARATION, Shape.DECLARATOR, Shape.LABEL, Shape.SIMPLE, Shape.JUMP})


_ASSIGNED = re.compile(r"\b(\w+)\s*=(?!=)")
DECLARING = frozenset({Shape.DECLARATION, Shape.DECLARATOR})


@dataclass(frozen=True, slots=True)
class Kept:
    """The pieces that stay, and the nodes that the program of these pieces consists of."""

    pieces: frozenset[int]
    nodes: frozenset[int]


class Keeping:
    """Finds the pieces that stay."""

    def __init__(
        self,
        graph: DependenceGraph,
        outline: Outline,
        files: Sequence[SourceFile],
        kinds: frozenset[Kind] = EVERYTHING,
    ) -> None:
        self._graph = graph
        self._kinds = kinds
        self._outline = outline
        self._files = files
        self._names = UsedNames(outline, files)
        self._nodes_of: list[set[int]] = [set() for _ in outline.pieces]
        self._pieces_of: dict[int, set[int]] = {}
        self._running: set[int] = set()
        self._functions_of: dict[int, set[str]] = {}
        self._map_nodes()
        self._accessed: list[set[str]] = [set() for _ in outline.pieces]
        self._written: dict[tuple[str, str], set[int]] = {}
        self._map_variables()
        self._declaring: dict[str, list[int]] = {}
        for number, piece in enumerate(outline.pieces):
            for name in piece.names:
                self._declaring.setdefault(name, []).append(number)
        self._kept: set[int] = set()

    def _map_nodes(self) -> None:
        nodes, outline = self._graph.nodes, self._outline
        for function in nodes.functions:
            base = nodes.base[function.name]
            for edge in function.edges:
                piece = outline.at(edge.span) if edge.span is not None else -1
                if piece >= 0:
                    self._nodes_of[piece].add(base + edge.source)
                    self._pieces_of.setdefault(base + edge.source, set()).add(piece)
        for piece, found in enumerate(self._nodes_of):
            if found:
                self._running.update((piece, *outline.ancestors(piece)))
                owner = next((up for up in (piece, *outline.ancestors(piece)) if self._is_code(up)), -1)
                self._functions_of.setdefault(owner, set()).update(nodes.owner(node).name for node in found)

    def _is_code(self, piece: int) -> bool:
        return self._outline.pieces[piece].shape is Shape.FUNCTION

    def _map_variables(self) -> None:
        """Note which variables pieces read and write, and where those of functions are written, as users name them."""
        nodes, accesses = self._graph.nodes, self._graph.steps.cells.accesses
        for function in nodes.functions:
            called = {name: {name, *item.labels} for name, item in function.variables.items() if not item.hidden}
            for edge, access in zip(function.edges, accesses[function.name], strict=True):
                node = nodes.base[function.name] + edge.source
                for register in (*access.registers, *([access.written] if access.written else ())):
                    for piece in self._pieces_of.get(node, ()):
                        self._accessed[piece] |= called.get(register, set())
                for name in called.get(access.written, ()) if access.written else ():
                    self._written.setdefault((function.name, name), set()).add(node)

    def _unread(self) -> set[int]:
        """Where variables are written that a piece that stays names, though its nodes do not: front ends leave out
        what has no effect, such as the arguments of what prints, and the text has it."""
        found: set[int] = set()
        for piece in self._kept:
            if self._outline.pieces[piece].shape in PASSIVE:
                continue
            names = self._names.of_piece[piece] - self._accessed[piece]
            for name in names:
                found |= self._writes(piece, name)
        return found

    def nodes_for(self, piece: int) -> set[int]:
        """What a piece without nodes of its own depends on: writes of what it names, and what it stands beside."""
        written = {node for name in self._names.of_piece[piece] for node in self._writes(piece, name)}
        return {node for node in written | self._beside(piece) if self._graph.is_reachable(node)}

    def _beside(self, piece: int) -> set[int]:
        """The nodes behind a piece, before control can have gone elsewhere, else those in front of it."""
        outline, parent = self._outline, self._outline.pieces[piece].parent
        siblings = list(outline.parts[parent])
        for number in siblings[siblings.index(piece) + 1 :]:
            if self._nodes_of[number]:
                return self._nodes_of[number]
        if outline.pieces[parent].shape is Shape.FUNCTION and self._nodes_of[parent]:
            return self._nodes_of[parent]
        before = [self._nodes_of[number] for number in siblings[: siblings.index(piece)] if self._nodes_of[number]]
        return before[-1] if before else set()

    def _writes(self, piece: int, name: str) -> set[int]:
        """Where the function that a piece stands in writes a variable."""
        function = next((up for up in self._outline.ancestors(piece) if up in self._functions_of), -1)
        return {node for owner in self._functions_of.get(function, ()) for node in self._written.get((owner, name), ())}

    def kept(
        self,
        criterion: Iterable[int],
        entries: Iterable[str] = (),
        asked: Iterable[int] = (),
        names: Iterable[str] = (),
    ) -> Kept:
        """What stays for a criterion of nodes and pieces; entries, labels and globals with some names stay."""
        roots, pieces = set(criterion), self._outline.pieces
        begins = set(asked) | {number for name in names for number in self._called(name)}
        begins |= {
            number
            for name in entries
            for number in self._declaring.get(name, ())
            if pieces[number].shape is Shape.FUNCTION and number in self._running
        }
        while True:
            nodes = self._graph.slice(roots, self._kinds).nodes
            wanted = {piece for node in nodes for piece in self._pieces_of.get(node, ())}
            self._settle(wanted | begins | self._names.immovable)
            own = {node for piece in self._kept if pieces[piece].shape not in PASSIVE for node in self._nodes_of[piece]}
            reached = {node for node in own | self._unread() if self._graph.is_reachable(node)}
            if reached <= nodes:
                return Kept(frozenset(self._kept), nodes)
            roots |= reached

    def _called(self, name: str) -> list[int]:
        """The labels in code that runs, and the variables outside of functions, that have a name."""
        pieces, declaring = self._outline.pieces, self._declaring.get(name, ())
        labels = [number for number in declaring if pieces[number].shape is Shape.LABEL]
        variables = [number for number in declaring if pieces[number].shape in DECLARING]
        return [number for number in labels if any(up in self._running for up in self._outline.ancestors(number))] + [
            number for number in variables if not any(map(self._is_code, self._outline.ancestors(number)))
        ]

    # --- what pieces need --------------------------------------------------------------------------------

    def _settle(self, wanted: set[int]) -> None:
        """Add pieces and whatever they need."""
        self._keep(wanted)
        while True:
            before = len(self._kept)
            self._keep(self._bound())
            self._keep(self._needed_jumps())
            self._keep(self._named())
            self._keep(self._never_assigned())
            if len(self._kept) == before:
                return

    def _keep(self, pieces: Iterable[int]) -> None:
        outline, pending = self._outline, [piece for piece in pieces if piece not in self._kept]
        while pending:
            piece = pending.pop()
            if piece in self._kept:
                continue
            self._kept.add(piece)
            pending.extend(outline.ancestors(piece))
            if outline.pieces[piece].shape is Shape.FUNCTION and piece not in self._running:
                pending.extend(outline.inside(piece))  # it never runs, so nobody knows what depends on what in it

    def _bound(self) -> list[int]:
        return [
            number
            for number, piece in enumerate(self._outline.pieces)
            if piece.bound_to in self._kept and number not in self._kept
        ]

    def _needed_jumps(self) -> list[int]:
        outline = self._outline
        acting = [number for number in self._kept if outline.pieces[number].shape not in PASSIVE]
        return [
            number
            for number, piece in enumerate(outline.pieces)
            if piece.leap is not None and number not in self._kept and self._is_passed_over(number, acting)
        ]

    def _is_passed_over(self, jump: int, acting: Sequence[int]) -> bool:
        """Say whether a jump keeps something from being done that stays: without it, control would go straight on."""
        outline = self._outline
        piece = outline.pieces[jump]
        left = piece.left
        if piece.leap is Leap.ANYWHERE or left < 0:
            left = next((up for up in outline.ancestors(jump) if outline.pieces[up].shape is Shape.FUNCTION), -1)
            area = outline.pieces[left].span if left >= 0 else None
            return area is None or any(area.covers(outline.pieces[other].span) for other in acting)
        start = piece.span.end
        for up in outline.ancestors(jump):
            is_left = up == left
            if outline.pieces[up].shape is Shape.LOOP and not (is_left and piece.leap is Leap.AGAIN):
                start = min(start, outline.pieces[up].span.start)
            if is_left:
                break
        area = outline.pieces[left].span
        for other in acting:
            span = outline.pieces[other].span
            if span.file == area.file and start <= span.start and span.end <= area.end:
                return True
        return False

    def _named(self) -> list[int]:
        """The declarations of names that are used by what stays; those inside of a function are known only there."""
        outline, used_in, everywhere = self._outline, dict[int, set[str]](), set(self._names.always)
        for number in self._kept:
            piece = outline.pieces[number]
            names = self._names.of_piece[number] - set(piece.names)
            if piece.shape is Shape.FUNCTION and (piece.parent < 0 or piece.bound_to >= 0):
                names = names | set(piece.names)  # other declarations of it have attributes, or implement it
            everywhere |= names
            for up in (number, *outline.ancestors(number)):
                if outline.pieces[up].shape is Shape.FUNCTION:
                    used_in.setdefault(up, set()).update(names)
        visible = self._names.expanded(everywhere)
        found = [number for name in visible for number in self._declaring.get(name, ()) if number not in self._kept]
        return [number for number in found if self._is_seen(number, used_in)]

    def _never_assigned(self) -> list[int]:
        """Assignments that no run comes to: a compiler may want that variables which stay have a value."""
        outline = self._outline
        declared = {
            (outline.owner(number), name)
            for number in self._kept
            if outline.pieces[number].shape in DECLARING
            for name in outline.pieces[number].names
        }
        return [
            number
            for number, piece in enumerate(outline.pieces)
            if piece.shape is Shape.SIMPLE
            and number not in self._kept
            and not self._nodes_of[number]
            and any((outline.owner(number), name) in declared for name in self._assigned_names(number))
        ]

    def _assigned_names(self, number: int) -> list[str]:
        span = self._outline.pieces[number].span
        text = self._files[span.file].content[span.start : span.end].decode("utf-8", "replace")
        return _ASSIGNED.findall(text)

    def _is_seen(self, number: int, used_in: dict[int, set[str]]) -> bool:
        outline = self._outline
        owner = outline.owner(number)
        if outline.pieces[number].shape not in LOCAL or owner < 0 or outline.pieces[owner].shape is Shape.TYPE:
            return True
        used = self._names.expanded(used_in.get(owner, ()))
        return not used.isdisjoint(outline.pieces[number].names)
