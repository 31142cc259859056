"""String literals: from their escaped spelling to numbers."""

from __future__ import annotations

import re

_ESCAPES = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27, "\\": 92, "'": 39, '"': 34, "?": 63}
_PART = re.compile(r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]+)|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))|([^\\]+)", re.DOTALL)


def string_values(spelling: str, width: int, length: int) -> tuple[int, ...]:
    """The elements of a string literal that libclang spells in canonical form, padded or cut to *length*."""
    prefix, _, rest = spelling.partition('"')
    body = rest[:-1]
    values: list[int] = []
    for octal, hexadecimal, short, long_, simple, plain in _PART.findall(body):
        if plain:
            if width == 8:
                values.extend(plain.encode("utf-8", "surrogateescape"))
            elif width == 16:
                raw = plain.encode("utf-16-le", "surrogatepass")
                values.extend(int.from_bytes(raw[i : i + 2], "little") for i in range(0, len(raw), 2))
            else:
                values.extend(map(ord, plain))
        elif octal:
            values.append(int(octal, 8))
        elif hexadecimal:
            values.append(int(hexadecimal, 16))
        elif short or long_:
            values.append(int(short or long_, 16))
        else:
            values.append(_ESCAPES.get(simple, ord(simple)))
    del prefix
    values = values[:length] + [0] * (length - len(values))
    return tuple(values)
