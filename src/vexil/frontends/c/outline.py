"""The outline of C files, from libclang's tree: which declarations and statements stand where.

A statement that a macro writes, or one whose range is not what it seems, is one piece with everything in it. Headers
stay as they are: a function in one is a single piece that is never taken away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from vexil.core.context import Context
from vexil.core.source import SourceFile, Span
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.tree import Tree, read_tree
from vexil.frontends.c.units import request
from vexil.languages.options import COptions
from vexil.languages.outline import Leap, Outline, OutlineBuilder, Piece, Role, Shape
from vexil.languages.scanning import behind_space, is_balanced, next_mark

WORDS = {
    Kind.IF: b"if", Kind.SWITCH: b"switch", Kind.WHILE: b"while", Kind.DO: b"do", Kind.FOR: b"for", Kind.GOTO: b"goto",
    Kind.INDIRECT_GOTO: b"goto", Kind.CONTINUE: b"continue", Kind.BREAK: b"break", Kind.RETURN: b"return",
    Kind.BLOCK: b"{", Kind.CASE: b"case", Kind.DEFAULT: b"default", Kind.NULL: b";",
}  # fmt: skip
"""How statements begin that no macro wrote."""
JUMPS = frozenset({Kind.GOTO, Kind.INDIRECT_GOTO, Kind.CONTINUE, Kind.BREAK, Kind.RETURN})
CLOSED = frozenset({Kind.BLOCK, Kind.IF, Kind.SWITCH, Kind.WHILE, Kind.FOR, Kind.LABEL, Kind.CASE, Kind.DEFAULT})
"""Statements without a semicolon of their own."""


CONSTANT_RESULT = re.compile(rb"return\s*\(?\s*(?:-?\s*\d+[uUlL]*|NULL|EXIT_SUCCESS|EXIT_FAILURE)\s*\)?\s*;")
NAMED_RESULT = re.compile(rb"return\s+\w+\s*;")


class _UnclearError(Exception):
    """The text of a piece is not what its range says."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where statements stand: their function, and what jumps leave."""

    function: int
    breaks: int = -1
    continues: int = -1
    switch: int = -1


def c_outline(paths: Sequence[str], options: COptions, files: Sequence[SourceFile], context: Context) -> Outline:
    """The outline of units that were read before, whose files are numbered as in *files*."""
    tree = read_tree({**request(paths, options, [options.entry]), "outline": True}, context)
    return _Outliner(tree, files, frozenset(paths)).outline()


class _Outliner:
    def __init__(self, tree: Tree, files: Sequence[SourceFile], units: frozenset[str]) -> None:
        self._tree = tree
        self._files = files
        self._units = units
        numbers = {file.name: number for number, file in enumerate(files)}
        self._numbers = {old: numbers.get(name, -1) for old, name in enumerate(tree.files)}
        self._builder = OutlineBuilder()
        self._trees = {self._place(node): node for _, node in tree.functions}

    def _place(self, node: int) -> tuple[int, int]:
        return self._numbers.get(self._tree.file_numbers[node], -1), self._tree.starts[node]

    def outline(self) -> Outline:
        """All pieces."""
        entries = sorted(
            {
                (self._numbers.get(file, -1), start, end, offset, name, is_function, has_body)
                for name, offset, is_function, has_body, file, start, end in self._tree.outside_functions
            }
        )
        for (file, start), group in groupby(entries, key=lambda entry: entry[:2]):
            if file < 0:
                continue
            listed = sorted(group, key=lambda entry: entry[3])
            end = max(entry[2] for entry in listed)
            if listed[0][-1]:
                self._function(Span(file, start, end), listed[0][4])
            elif self._files[file].name in self._units:
                names = [(entry[4], entry[3], entry[2]) for entry in listed]
                self._variables(
                    Span(file, start, end), names, -1, Role.LISTED, can_be_split=not any(e[5] for e in listed)
                )
        return self._builder.build()

    def _content(self, span: Span) -> bytes:
        return self._files[span.file].content

    def _function(self, span: Span, name: str) -> None:
        content = self._content(span)
        if self._files[span.file].name not in self._units or content[span.end - 1 : span.end] != b"}":
            self._builder.add(Piece(span, Shape.SIMPLE, Role.FIXED))
            return
        number = self._builder.add(Piece(span, Shape.FUNCTION, Role.LISTED, names=(name,)))
        node = self._trees.get((span.file, span.start))
        body = self._tree.children(node)[-1] if node is not None and self._tree.sizes[node] > 1 else None
        if body is None or self._tree.kinds[body] != Kind.BLOCK:
            return
        count = self._builder.count
        try:
            self._listed(self._tree.children(body), number, self._span(body), _Place(number))
            self._fix_result(body)
        except _UnclearError:
            self._builder.forget(count)
            whole = Span(span.file, self._tree.starts[body], self._tree.ends[body])
            self._builder.add(Piece(whole, Shape.SIMPLE, Role.FIXED, number, bound_to=number))

    def _fix_result(self, body: int) -> None:
        """Let a constant that a function ends with stand: taking it away wins nothing, and compilers would warn."""
        last = self._builder.count - 1
        piece, children = self._builder.piece(last), self._tree.children(body)
        if not children or self._tree.kinds[children[-1]] != Kind.RETURN or piece.role is not Role.LISTED:
            return
        node = children[-1]
        text = self._content(piece.span)[piece.span.start : piece.span.end]
        inside = range(node, node + self._tree.sizes[node])
        names = [self._tree.extra[inner] for inner in inside if self._tree.kinds[inner] == Kind.DECL_REF]
        are_parameters = all(self._tree.declarations[name].kind == Kind.PARAMETER for name in names)
        if CONSTANT_RESULT.fullmatch(text) or (NAMED_RESULT.fullmatch(text) and names and are_parameters):
            self._builder.replace(last, replace(piece, role=Role.FIXED))

    # --- declarations ------------------------------------------------------------------------------------

    def _variables(
        self,
        span: Span,
        names: list[tuple[str, int, int]],
        parent: int,
        role: Role,
        *,
        can_be_split: bool,
        stays: int = -1,
    ) -> None:
        """A declaration of variables: their names, with the offset of the name and the end of the declarator."""
        content = self._content(span)
        semicolon = span.end - 1 if content[span.end - 1 : span.end] == b";" else next_mark(content, span.end, b";{")
        if semicolon < 0 or content[semicolon : semicolon + 1] != b";":
            if parent >= 0:
                raise _UnclearError("a declaration should end with a semicolon")
            return
        whole = Span(span.file, span.start, semicolon + 1)
        declares_type = not names or b"{" in content[span.start : names[0][1]]
        if declares_type and parent < 0:
            return
        pieces = self._declarators(content, names, semicolon, span.start) if can_be_split and not declares_type else []
        number = self._builder.add(
            Piece(
                whole, Shape.DECLARATION, role, parent,
                names=() if pieces else tuple(name for name, _, _ in names), bound_to=stays if declares_type else -1,
            )
        )  # fmt: skip
        for name, start, end in pieces:
            self._builder.add(Piece(Span(span.file, start, end), Shape.DECLARATOR, Role.LISTED, number, names=(name,)))

    def _declarators(
        self, content: bytes, names: list[tuple[str, int, int]], semicolon: int, start: int
    ) -> list[tuple[str, int, int]]:
        """The declarators of several variables; none if they cannot be told apart."""
        if len(names) < 2 or any(mark in content[start : names[0][1]] for mark in (b"*", b"(", b"[")):
            return []
        pieces: list[tuple[str, int, int]] = []
        begin = names[0][1]
        for number, (name, offset, _) in enumerate(names):
            comma = next_mark(content, offset + len(name), b",;")
            is_last = number == len(names) - 1
            if comma < 0 or (comma == semicolon) != is_last or not begin <= offset:
                return []
            pieces.append((name, begin, _trimmed(content, begin, comma)))
            begin = behind_space(content, comma + 1)
        return pieces

    # --- statements --------------------------------------------------------------------------------------

    def _span(self, node: int) -> Span:
        """The range of a statement with its semicolon; raises `_UnclearError` when it is not where it should be."""
        tree, kind = self._tree, self._tree.kinds[node]
        file, start, end = self._numbers.get(tree.file_numbers[node], -1), tree.starts[node], tree.ends[node]
        if file < 0:
            raise _UnclearError("a statement should stand in a file of the program")
        content = self._files[file].content
        if kind in CLOSED:
            if kind != Kind.BLOCK and not self._is_written(node):
                end = self._semicolon(content, end)
            elif kind != Kind.BLOCK:
                end = max(end, self._span(tree.children(node)[-1]).end)
        elif kind not in (Kind.NULL, Kind.DECLARATION):
            end = self._semicolon(content, end)
        if end <= start or not is_balanced(content, start, end):
            raise _UnclearError("the brackets of a statement should be balanced")
        return Span(file, start, end)

    def _semicolon(self, content: bytes, end: int) -> int:
        behind = behind_space(content, end)
        return behind + 1 if content[behind : behind + 1] == b";" else end

    def _is_written(self, node: int) -> bool:
        """Say whether a statement begins as the user would write it, so that no macro stands for it."""
        tree, kind = self._tree, self._tree.kinds[node]
        file, start = self._place(node)
        if kind == Kind.LABEL:
            word = str(tree.extra.get(node, "")).encode()
        else:
            word = WORDS.get(Kind(kind), b"") if kind in WORDS else b""
        text = self._files[file].content[start : start + len(word) + 1] if file >= 0 else b""
        return text.startswith(word) and (not word[-1:].isalpha() or not text[len(word) :].isalnum())

    def _listed(self, nodes: Iterable[int], parent: int, around: Span, place: _Place) -> None:
        """Statements of a block; what shares a range with another, because one macro wrote both, is one piece."""
        for span, group in self._apart(nodes):
            if not around.covers(span):
                raise _UnclearError("a statement should stand inside of its block")
            if len(group) == 1:
                self._statement(group[0], span, parent, Role.LISTED, place)
            else:
                self._opaque(group, span, parent, Role.LISTED)

    def _apart(self, nodes: Iterable[int]) -> Iterator[tuple[Span, list[int]]]:
        current: tuple[Span, list[int]] | None = None
        for node in nodes:
            span = self._span(node)
            if current is not None and span.file == current[0].file and span.start < current[0].end:
                if span.start < current[0].start:
                    raise _UnclearError("statements should follow each other")
                whole = Span(span.file, current[0].start, max(span.end, current[0].end))
                current = (whole, [*current[1], node])
                continue
            if current is not None:
                yield current
            current = (span, [node])
        if current is not None:
            yield current

    def _opaque(self, nodes: Iterable[int], span: Span, parent: int, role: Role, bound_to: int = -1) -> None:
        tree = self._tree
        kinds = {kind for node in nodes for kind in tree.kinds[node : node + tree.sizes[node]]}
        names = tuple(
            tree.declarations[tree.extra[inner]].name if tree.kinds[inner] == Kind.VAR_DECL else str(tree.extra[inner])
            for node in nodes
            for inner in range(node, node + tree.sizes[node])
            if tree.kinds[inner] in (Kind.VAR_DECL, Kind.LABEL)
        )
        leap = Leap.ANYWHERE if kinds & JUMPS else None
        shape = Shape.JUMP if leap else Shape.SIMPLE
        self._builder.add(Piece(span, shape, role, parent, names=names, leap=leap, bound_to=bound_to))

    def _statement(self, node: int, span: Span, parent: int, role: Role, place: _Place) -> None:
        tree, kind = self._tree, self._tree.kinds[node]
        if not self._is_written(node):
            self._opaque([node], span, parent, role)
            return
        children = tree.children(node)
        if kind == Kind.BLOCK:
            number = self._builder.add(Piece(span, Shape.BLOCK, role, parent))
            self._listed(children, number, span, place)
        elif kind == Kind.DECLARATION:
            self._declaration(node, span, parent, role, place)
        elif kind in JUMPS:
            self._builder.add(self._jump(node, Piece(span, Shape.JUMP, role, parent), place))
        elif kind in (Kind.LABEL, Kind.CASE, Kind.DEFAULT):
            names = (str(tree.extra[node]),) if kind == Kind.LABEL else ()
            bound_to = -1 if kind == Kind.LABEL else place.switch
            number = self._builder.add(Piece(span, Shape.LABEL, role, parent, names, bound_to=bound_to))
            self._part(children[-1], number, Role.BODY, span, place)
        elif kind == Kind.IF:
            number = self._builder.add(Piece(span, Shape.BRANCH, role, parent))
            self._part(children[1], number, Role.BODY, span, place)
            for otherwise in children[2:]:
                self._part(otherwise, number, Role.ALTERNATIVE, span, place)
        elif kind == Kind.SWITCH:
            number = self._builder.add(Piece(span, Shape.BRANCH, role, parent))
            self._part(children[-1], number, Role.BODY, span, replace(place, breaks=number, switch=number))
        elif kind in (Kind.WHILE, Kind.FOR, Kind.DO):
            number = self._builder.add(Piece(span, Shape.LOOP, role, parent))
            body = children[0] if kind == Kind.DO else children[-1]
            self._part(body, number, Role.BODY, span, replace(place, breaks=number, continues=number))
        else:
            self._opaque([node], span, parent, role)

    def _part(self, node: int, parent: int, role: Role, around: Span, place: _Place) -> None:
        span = self._span(node)
        if not around.covers(span) or span.start <= around.start:
            raise _UnclearError("a statement should stand inside of the one that it is a part of")
        self._statement(node, span, parent, role, place)

    def _jump(self, node: int, piece: Piece, place: _Place) -> Piece:
        match self._tree.kinds[node]:
            case Kind.RETURN:
                return replace(piece, leap=Leap.BEHIND, left=place.function)
            case Kind.BREAK:
                return replace(piece, leap=Leap.BEHIND, left=place.breaks)
            case Kind.CONTINUE:
                return replace(piece, leap=Leap.AGAIN, left=place.continues)
            case _:
                return replace(piece, leap=Leap.ANYWHERE)

    def _declaration(self, node: int, span: Span, parent: int, role: Role, place: _Place) -> None:
        tree = self._tree
        variables = [child for child in tree.children(node) if tree.kinds[child] == Kind.VAR_DECL]
        declared = [tree.declarations[tree.extra[child]] for child in variables]
        names = [(item.name, item.offset, tree.ends[child]) for item, child in zip(declared, variables, strict=True)]
        if any(not span.start <= offset < span.end for _, offset, _ in names):
            self._opaque([node], span, parent, role)
            return
        only_variables = len(variables) == len(tree.children(node))
        self._variables(span, names, parent, role, can_be_split=only_variables, stays=place.function)


def _trimmed(content: bytes, start: int, end: int) -> int:
    """The end of a range without the space before it."""
    while end > start and content[end - 1 : end].isspace():
        end -= 1
    return end
