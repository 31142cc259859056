"""What compiled code calls: the names in an object file that it does not define."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterator

_MAGIC = b"\x7fELF\x02\x01"
"""How object files of 64 bits begin on Linux; others are not looked into."""
_SYMBOLS = 2
"""The type of the section with the symbols."""
_SYMBOL = struct.Struct("<IBBHQQ")
_OF_THE_LINKER = frozenset({"", "_GLOBAL_OFFSET_TABLE_"})


def undefined_names(content: bytes) -> frozenset[str]:
    """The names that an object file uses and does not define; none of a format that is not known."""
    if not content.startswith(_MAGIC):
        return frozenset()
    sections = list(_sections(content))
    names = set()
    for kind, start, size, link in sections:
        if kind == _SYMBOLS:
            _, texts, _, _ = sections[link]
            for name, _, _, section, _, _ in _SYMBOL.iter_unpack(content[start : start + size]):
                if section == 0:
                    first = texts + name
                    names.add(content[first : content.index(b"\0", first)].decode())
    return frozenset(names) - _OF_THE_LINKER


def _sections(content: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Type, start, size and linked section of each section."""
    (start,) = struct.unpack_from("<Q", content, 0x28)
    size, count = struct.unpack_from("<HH", content, 0x3A)
    for place in range(start, start + size * count, size):
        (kind,) = struct.unpack_from("<I", content, place + 4)
        offset, length, link = struct.unpack_from("<QQI", content, place + 0x18)
        yield kind, offset, length, link


def functions_nowhere(content: bytes) -> list[str]:
    """The names that an object file uses and that neither it nor this process defines, sorted."""
    process = ctypes.CDLL(None)
    return sorted(name for name in undefined_names(content) if not hasattr(process, name))
