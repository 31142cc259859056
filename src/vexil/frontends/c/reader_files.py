"""The files of all units, and offsets from libclang's location codes."""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_right
from ctypes import c_uint, c_void_p
from typing import Any

from vexil.frontends.c.clang_library import Location, Range, text_of

MACRO = 1 << 31
WORD = re.compile(rb"\w+")


class Files:
    """Numbers files and turns codes into offsets; each unit has a source manager with codes of its own."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._managers: dict[Any, tuple[list[int], list[tuple[int, int, int]]]] = {}
        self._contents: dict[int, bytes] = {}

    def place(self, first: Any, second: Any, code: int) -> tuple[int, int]:
        """File number and offset of a location; (-1, 0) when it has none."""
        if not code & MACRO:
            starts, ranges = self._managers.setdefault(first, ([], []))
            slot = bisect_right(starts, code) - 1
            if slot >= 0:
                start, end, file = ranges[slot]
                if start <= code <= end:
                    return file, code - start
        return self._ask(first, second, code)

    def range(self, extent: Range) -> tuple[int, int, int]:
        """File number, start and end of a range; it is empty when its ends lie in different files."""
        file, start = self.place(extent.first, extent.second, extent.begin)
        last, end = self.place(extent.first, extent.second, extent.end)
        if last != file or end < start:
            end = start
        if file >= 0 and extent.end & MACRO:
            end = self._with_name(file, end)
        if file >= 0 and extent.begin & MACRO:
            end = self._trimmed(file, start, end)
        return file, start, end

    def _with_name(self, file: int, end: int) -> int:
        """The end of a range that ends in a macro: libclang stops before the macro's name."""
        content = self.content(file)
        name = WORD.match(content, end)
        if name is None or WORD.match(content, max(0, end - 1), end):
            return end
        return name.end()

    def _trimmed(self, file: int, start: int, end: int) -> int:
        """The end of what a macro's name stands for: libclang goes on to the end of a macro around it."""
        text = self.content(file)[start:end]
        if text.count(b")") > text.count(b"("):
            name = WORD.match(self.content(file), start)
            return name.end() if name else start
        return end

    def _ask(self, first: Any, second: Any, code: int) -> tuple[int, int]:
        name, _, _, offset = self.position(Location(first, second, code))
        if not name:
            return -1, 0
        file = self._numbers.get(name)
        if file is None:
            file = self._numbers[name] = len(self.names)
            self.names.append(name)
        if not code & MACRO:
            start = code - offset
            starts, ranges = self._managers[first]
            slot = bisect_right(starts, start)
            starts.insert(slot, start)
            ranges.insert(slot, (start, start + len(self.content(file)), file))
        return file, offset

    def position(self, where: Location) -> tuple[str, int, int, int]:
        """File name (empty when there is none), line, column and offset of a location."""
        handle, line, column, offset = c_void_p(), c_uint(), c_uint(), c_uint()
        self._library.clang_getFileLocation(
            where, ctypes.byref(handle), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset)
        )
        name = text_of(self._library, self._library.clang_getFileName(handle)) if handle.value else ""
        return name, line.value, column.value, offset.value

    def content(self, file: int) -> bytes:
        """The bytes of a file."""
        if file not in self._contents:
            from pathlib import Path

            self._contents[file] = Path(self.names[file]).read_bytes()
        return self._contents[file]

    def text(self, extent: Range) -> str:
        """The text of a range."""
        file, start, end = self.range(extent)
        return self.content(file)[start:end].decode("utf-8", "replace") if file >= 0 else ""
