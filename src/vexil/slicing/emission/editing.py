"""From the pieces that stay to texts: what is taken out of the files, and how the rest is joined."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vexil.core.source import SourceFile
from vexil.languages.outline import Outline, Piece, Role, Shape
from vexil.languages.scanning import behind_space

_CONDITION = re.compile(rb"[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b")
EMPTY_BLOCK, EMPTY_STATEMENT = b"{ }", b";"


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """The bytes ``start`` to ``end`` of a file become ``replacement``."""

    file: int
    start: int
    end: int
    replacement: bytes = b""


def applied(content: bytes, edits: Sequence[Edit]) -> bytes:
    """A text after edits that do not overlap."""
    parts: list[bytes] = []
    position = 0
    for edit in sorted(edits):
        parts += [content[position : edit.start], edit.replacement]
        position = edit.end
    return b"".join((*parts, content[position:]))


def edits_of(outline: Outline, kept: frozenset[int], files: Sequence[SourceFile]) -> list[Edit]:
    """The edits that leave of some files only the pieces that stay."""
    edits: list[Edit] = []
    for edit in sorted(_Editing(outline, kept, files).edits()):
        if edits and edits[-1].file == edit.file and edits[-1].end == edit.start and not edits[-1].replacement:
            edit = Edit(edit.file, edits.pop().start, edit.end, edit.replacement)
        edits.append(edit)
    return [_balanced(_tidy(edit, files[edit.file].content), files[edit.file].content) for edit in edits]


def _balanced(edit: Edit, content: bytes) -> Edit:
    """Let conditions of the preprocessor stay of which only one side is taken out."""
    begins = edit.start == 0 or content[edit.start - 1 : edit.start] == b"\n"
    lines = content[edit.start : edit.end].split(b"\n")[0 if begins else 1 :]
    directives = [line for line in lines if _CONDITION.match(line)]
    depth = least = 0
    for line in directives:
        word = _CONDITION.match(line)
        assert word is not None
        depth += {b"if": 1, b"en": -1}.get(word[1][:2], 0)
        least = min(least, depth if word[1][:2] != b"el" else depth - 1)
    if depth == 0 <= least:
        return edit
    ends = content[edit.end - 1 : edit.end] == b"\n"
    kept = b"\n".join((b"", *directives) if edit.replacement or not begins else directives)
    return Edit(edit.file, edit.start, edit.end, edit.replacement + kept + b"\n" * ends)


def _tidy(edit: Edit, content: bytes) -> Edit:
    """Let whole lines that are taken out take a blank line with them where two would meet."""
    is_whole = (edit.start == 0 or content[edit.start - 1 : edit.start] == b"\n") and not edit.replacement
    if not is_whole or content[edit.end - 1 : edit.end] != b"\n" or not _is_blank_before(content, edit.start):
        return edit
    following = content[edit.end :].lstrip(b" \t")
    if following.startswith((b"}", b")")) and edit.start > 0:
        before = content.rfind(b"\n", 0, edit.start - 1) + 1
        return Edit(edit.file, before, edit.end)
    return Edit(edit.file, edit.start, _behind_blank_lines(content, edit.end))


class _Editing:
    def __init__(self, outline: Outline, kept: frozenset[int], files: Sequence[SourceFile]) -> None:
        self._outline = outline
        self._kept = kept
        self._files = files

    def edits(self) -> Iterator[Edit]:
        """All edits, in the order of the files; statements that stand side by side on a line go together."""
        run: list[Piece] = []
        for piece in self._listed():
            content = self._files[piece.span.file].content
            if run and not self._stand_together(content, run[-1], piece):
                yield self._taken_out(run[0], run[-1].span.end)
                run = []
            run.append(piece)
        if run:
            yield self._taken_out(run[0], run[-1].span.end)
        yield from self._others()

    def _stand_together(self, content: bytes, before: Piece, piece: Piece) -> bool:
        if before.span.file != piece.span.file or before.parent != piece.parent:
            return False
        between = content[before.span.end : piece.span.start]
        return b"\n" not in between and not between.strip()

    def _listed(self) -> Iterator[Piece]:
        """The pieces that are taken out of lists, in order."""
        pending = list(reversed(self._outline.tops))
        while pending:
            number = pending.pop()
            piece = self._outline.pieces[number]
            if number not in self._kept and piece.role is Role.LISTED:
                if piece.shape is not Shape.DECLARATOR:
                    yield piece
            elif number in self._kept or piece.role is Role.FIXED or self._becomes_empty(piece):
                pending.extend(reversed(self._outline.parts[number]))

    def _others(self) -> Iterator[Edit]:
        pending = list(reversed(self._outline.tops))
        while pending:
            number = pending.pop()
            piece = self._outline.pieces[number]
            parts = self._outline.parts[number]
            goes = number not in self._kept and piece.role is not Role.FIXED
            if goes and piece.role is Role.LISTED:
                continue
            if goes and piece.role is Role.ALTERNATIVE and self._can_lose_alternative(piece.parent):
                then = self._outline.pieces[self._outline.parts[piece.parent][0]]
                yield Edit(piece.span.file, then.span.end, piece.span.end)
            elif goes and piece.shape is not Shape.BLOCK:
                is_labelled = self._outline.pieces[piece.parent].shape is Shape.LABEL
                empty = EMPTY_STATEMENT if is_labelled else EMPTY_BLOCK
                yield Edit(piece.span.file, piece.span.start, piece.span.end, empty)
            elif parts and self._outline.pieces[parts[0]].shape is Shape.DECLARATOR:
                yield from self._declarators(parts)
                pending.extend(part for part in reversed(parts) if part in self._kept)
            else:
                pending.extend(reversed(parts))

    def _becomes_empty(self, piece: Piece) -> bool:
        """Say whether a block that goes leaves its braces behind."""
        is_dropped = piece.role is Role.ALTERNATIVE and self._can_lose_alternative(piece.parent)
        return piece.shape is Shape.BLOCK and not is_dropped

    def _can_lose_alternative(self, branch: int) -> bool:
        """Say whether no other ``else`` would come to belong to a conditional that loses its own."""
        while branch >= 0:
            piece = self._outline.pieces[branch]
            if piece.role is Role.LISTED:
                return True
            if piece.role is not Role.ALTERNATIVE:
                return False
            branch = piece.parent
        return True

    def _declarators(self, parts: Sequence[int]) -> Iterator[Edit]:
        pieces = [(self._outline.pieces[part].span, part in self._kept) for part in parts]
        first = next((position for position, (_, stays) in enumerate(pieces) if stays), 0)
        if first:
            yield Edit(pieces[0][0].file, pieces[0][0].start, pieces[first][0].start)
        for (before, _), (span, stays) in zip(pieces[first:], pieces[first + 1 :], strict=False):
            if not stays:
                yield Edit(span.file, before.end, span.end)

    def _taken_out(self, piece: Piece, end: int) -> Edit:
        """Take pieces out, with the lines that have nothing else; a comment on top of a declaration goes with it."""
        content, start = self._files[piece.span.file].content, piece.span.start
        line = content.rfind(b"\n", 0, start) + 1
        last = content.find(b"\n", end)
        last = len(content) if last < 0 else last
        is_first = not content[line:start].strip()
        is_last = behind_space(content, end) >= last and b"/*" not in content[end:last]
        is_last = is_last or not content[end:last].strip()
        if not is_first or not is_last:
            if is_first and content[end : end + 1] == b" ":
                end += 1
            elif content[start - 1 : start] == b" " and content[end : end + 1] in (b" ", b"\n"):
                start -= 1
            return Edit(piece.span.file, start, end)
        if piece.parent < 0 or piece.shape in (Shape.FUNCTION, Shape.TYPE):
            line = _above_comments(content, line)
        return Edit(piece.span.file, line, min(last + 1, len(content)))


def _above_comments(content: bytes, line: int) -> int:
    """The start of the comments that stand directly above a line."""
    while line > 0:
        before = content.rfind(b"\n", 0, line - 1) + 1
        text = content[before : line - 1].strip()
        if text.startswith(b"//") and before > 0:
            line = before
        elif text.endswith(b"*/"):
            opening = content.rfind(b"/*", 0, line)
            start = content.rfind(b"\n", 0, opening) + 1
            if opening < 0 or content[start:opening].strip() or start == 0:
                return line
            line = start
        else:
            return line
    return line


def _is_blank_before(content: bytes, line: int) -> bool:
    return line == 0 or not content[content.rfind(b"\n", 0, line - 1) + 1 : line].strip()


def _behind_blank_lines(content: bytes, position: int) -> int:
    while position < len(content):
        last = content.find(b"\n", position)
        last = len(content) if last < 0 else last
        if content[position:last].strip():
            return position
        position = last + 1
    return min(position, len(content))
