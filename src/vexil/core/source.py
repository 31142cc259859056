"""Source files and byte ranges in them.

A span is a byte range with the number of its file; a *place* is the same thing turned into what people
read: file name, line, column and the text itself. Line markers (``# 12 "name.c"``) are honoured by files
that carry them.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from vexil.core.errors import SourceError, UsageError
from vexil.core.wording import did_you_mean

EXCERPT_LENGTH = 60


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The bytes ``start`` (inclusive) to ``end`` (exclusive) of file number ``file``."""

    file: int
    start: int
    end: int

    def covers(self, other: Span) -> bool:
        """Say whether *other* lies within this span."""
        return self.file == other.file and self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class LineMarker:
    """From byte ``offset`` on, lines are counted from ``line`` in the file called ``name``."""

    offset: int
    line: int
    name: str


@dataclass(frozen=True)
class SourceFile:
    """One file as it was read, with what is needed to turn byte offsets into lines and columns."""

    name: str
    content: bytes
    markers: tuple[LineMarker, ...] = ()

    @cached_property
    def text(self) -> str:
        """The content as text; raises `SourceError` at the first byte that is not UTF-8."""
        try:
            return self.content.decode("utf-8")
        except UnicodeDecodeError as error:
            offset = error.start
        line, column = self._physical(offset)
        raise SourceError(
            f"byte 0x{self.content[offset]:02x} is not UTF-8 text",
            file=self.name, line=line, column=column, expected="a text file",
        )  # fmt: skip

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the content, in hexadecimal digits."""
        return hashlib.sha256(self.content).hexdigest()

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        position = self.content.find(b"\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.content.find(b"\n", position + 1)
        return starts

    @cached_property
    def _wide_characters(self) -> list[tuple[int, int]]:
        """For every non-ASCII character: its index in the text and the extra bytes up to and including it."""
        wide: list[tuple[int, int]] = []
        extra = 0
        if not self.content.isascii():
            for index, character in enumerate(self.text):
                if character > "\x7f":
                    extra += len(character.encode()) - 1
                    wide.append((index, extra))
        return wide

    def byte_offset(self, index: int) -> int:
        """Turn an index into `text` into an offset into `content`."""
        wide = self._wide_characters
        if not wide:
            return index
        before = bisect_right(wide, (index - 1, len(self.content)))
        return index + (wide[before - 1][1] if before else 0)

    def _physical(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._line_starts, offset)
        start = self._line_starts[line - 1]
        return line, len(self.content[start:offset].decode("utf-8", "replace")) + 1

    def position(self, offset: int) -> tuple[str, int, int]:
        """The presumed file name, line and column (both from 1) of a byte offset."""
        line, column = self._physical(offset)
        marker_index = bisect_right([marker.offset for marker in self.markers], offset) if self.markers else 0
        if not marker_index:
            return self.name, line, column
        marker = self.markers[marker_index - 1]
        return marker.name, marker.line + line - self._physical(marker.offset)[0], column

    def excerpt(self, start: int, end: int) -> str:
        """The text of a byte range, shortened to one line that fits a message."""
        raw = self.content[start : min(end, start + 4 * EXCERPT_LENGTH)].decode("utf-8", "replace")
        line = " ".join(raw.split())
        return line if len(line) <= EXCERPT_LENGTH else line[: EXCERPT_LENGTH - 1] + "…"

    def error(self, message: str, start: int, end: int, *, expected: str = "", hint: str = "") -> SourceError:
        """A `SourceError` about the byte range, ready to be raised."""
        name, line, column = self.position(start)
        excerpt = self.excerpt(start, end) or "end of file"
        return SourceError(message, file=name, line=line, column=column, found=excerpt, expected=expected, hint=hint)


@dataclass(frozen=True)
class AbsentFile(SourceFile):
    """A file known by name and digest only: its content is empty, and offsets in it have no line (line 0)."""

    recorded_digest: str = ""

    @property
    def digest(self) -> str:
        """The SHA-256 that was recorded."""
        return self.recorded_digest

    def position(self, offset: int) -> tuple[str, int, int]:
        """The file name; line and column are 0, which no place has."""
        return self.name, 0, 0


def read_source(path: str | Path, *, name: str | None = None) -> SourceFile:
    """Read a file; raises `UsageError` with the system's reason when it cannot be read."""
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        hint = did_you_mean(str(path), _neighbours(path), "check the path and its permissions")
        raise UsageError(f"cannot read {str(path)!r}: {reason}", hint=hint) from None
    return SourceFile(name or str(path), content)


def _neighbours(path: str | Path) -> list[str]:
    """The files and folders that are where one is missing."""
    try:
        folder = Path(path).parent
        return [] if Path(path).exists() else [str(folder / entry.name) for entry in folder.iterdir()]
    except (OSError, ValueError):
        return []
