"""The words between a solver's process and ours: framed `marshal` data, the same interpreter at both ends.

A request is ``(sorts, nodes, commands)``. Sorts and nodes are numbered in the order they arrive, from 0, and refer
to earlier ones by number. A sort is ``("bool",)``, ``("int",)``, ``("bits", w)``, ``("float", w)`` or
``("array", index, element)``. A node is ``(op, sort, args, payload)``. Commands are ``("push",)``, ``("pop",)``,
``("add", node)``, ``("renew",)`` and, only as the last one, ``("check", nodes, limit, wanted)``, ``("values", nodes)``
or ``("rows", nodes, projected, most, limit)``. The answer is ``(word, reason, values, effort)``, sent only when the
last command asks for one.
"""

from __future__ import annotations

import marshal
from typing import Any, BinaryIO

Node = tuple[str, int, tuple[int, ...], Any]
Command = tuple[Any, ...]
Request = tuple[list[tuple[Any, ...]], list[Node], list[Command]]
Answer = tuple[str, str, list[Any], int]

HEADER = 8


def pack(message: Request | Answer) -> bytes:
    """The bytes of a message, with their number in front."""
    body = marshal.dumps(message)
    return len(body).to_bytes(HEADER, "little") + body


def unpack(body: bytes) -> Any:
    """The message that bytes without the header stand for."""
    return marshal.loads(body)


def receive(stream: BinaryIO) -> Any:
    """Read one message; nothing when the other end is gone."""
    header = stream.read(HEADER)
    if len(header) < HEADER:
        return None
    size = int.from_bytes(header, "little")
    body = stream.read(size)
    return unpack(body) if len(body) == size else None
