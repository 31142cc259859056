"""Text as C's ``printf`` makes it (C11 7.21.6.1), from arguments that somebody else reads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import copysign, isfinite, isnan
from typing import Protocol

from vexil.ir.arithmetic import float_bits

LONGEST_FIELD = 1 << 20
"""No field is wider and no number more precise than this."""

DIRECTIVE = re.compile(
    rb"%(?P<flags>[-+ #0']*+)(?P<width>\*|\d++)?+(?:\.(?P<precision>\*|-?\d*+))?+"
    rb"(?P<length>hh|h|ll|l|q|j|z|t|L)?+(?P<kind>.)",
    re.DOTALL,
)
"""What begins with ``%`` in a format."""


class Unprintable(Exception):  # noqa: N818 - the program may be right, it is the text that cannot be shown
    """Text that cannot be shown, with the reason."""


class Arguments(Protocol):
    """The arguments behind the format, read one after the other as what the format says they are."""

    def integer(self, length: str, signed: bool) -> int:
        """The next integer; the length is the modifier of the conversion."""

    def floating(self, length: str) -> float:
        """The next floating-point number."""

    def address(self) -> int:
        """The next pointer, as a number."""

    def text(self, length: str, most: int | None) -> bytes:
        """What the next pointer points to, up to its end or to a number of characters."""


@dataclass(frozen=True, slots=True)
class Field:
    """Where and how a converted value is put."""

    flags: str
    width: int
    precision: int | None

    def pad(self, text: str | bytes) -> bytes:
        """The text with blanks up to the width."""
        raw = text.encode() if isinstance(text, str) else text
        return raw.ljust(self.width) if "-" in self.flags else raw.rjust(self.width)

    def number(self, sign: str, prefix: str, digits: str, *, zeros: bool) -> bytes:
        """A number with its sign, padded with zeros between sign and digits where the flags say so."""
        if zeros and "0" in self.flags and "-" not in self.flags:
            digits = digits.rjust(self.width - len(sign) - len(prefix), "0")
        return self.pad(sign + prefix + digits)

    def sign(self, negative: bool) -> str:
        """The sign of a signed number."""
        return "-" if negative else "+" if "+" in self.flags else " " if " " in self.flags else ""


def format_text(template: bytes, arguments: Arguments) -> bytes:
    """The text; raises `Unprintable` where the format is none or says something that cannot be done."""
    pieces: list[bytes] = []
    position = 0
    while True:
        start = template.find(b"%", position)
        if start < 0:
            pieces.append(template[position:])
            return b"".join(pieces)
        pieces.append(template[position:start])
        directive = DIRECTIVE.match(template, start)
        if directive is None:
            raise Unprintable(f"the format ends within {_shown(template[start:])}")
        position = directive.end()
        pieces.append(_directive(directive, arguments))


def _shown(text: bytes) -> str:
    return repr(text.decode("utf-8", "replace"))


def _directive(match: re.Match[bytes], arguments: Arguments) -> bytes:
    flags, kind = match["flags"].decode(), match["kind"].decode("latin-1")
    length = (match["length"] or b"").decode()
    width = _count(match["width"] or b"0", arguments)
    if width < 0:
        flags, width = flags + "-", -width
    precision = None if match["precision"] is None else _count(match["precision"] or b"0", arguments)
    if precision is not None and precision < 0:
        precision = None
    if max(width, precision or 0) > LONGEST_FIELD:
        raise Unprintable(f"the field of {_shown(match[0])} is too wide")
    field = Field(flags, width, precision)
    match kind:
        case "%":
            return b"%"
        case "d" | "i":
            value = arguments.integer(length, True)
            return _integer(field, "d", abs(value), field.sign(value < 0))
        case "u" | "o" | "x" | "X":
            return _integer(field, "d" if kind == "u" else kind, arguments.integer(length, False), "")
        case "c" if length in ("", "l"):
            code = arguments.integer("", True) & 0xFF if not length else arguments.integer("", False)
            if length and code > 0x7F:
                raise Unprintable("wide characters are shown only where they are ASCII")
            return field.pad(bytes([code]))
        case "s" if length in ("", "l"):
            return field.pad(arguments.text(length, precision))
        case "p":
            address = arguments.address()
            return _integer(field, "x", address, field.sign(False), "0x") if address else field.pad("(nil)")
        case "f" | "F" | "e" | "E" | "g" | "G" | "a" | "A":
            return _floating(field, kind, arguments.floating(length))
        case "n":
            raise Unprintable("%n writes to memory instead of printing, which is not modelled")
        case "$":
            raise Unprintable(f"arguments by position, as in {_shown(match[0])}, are not shown")
        case _:
            raise Unprintable(f"no conversion is written {_shown(match[0])}")


def _count(text: bytes, arguments: Arguments) -> int:
    if text == b"*":
        return arguments.integer("", True)
    return int(text) if len(text) < 10 and text != b"-" else LONGEST_FIELD + 1


def _integer(field: Field, base: str, value: int, sign: str, prefix: str = "") -> bytes:
    digits = format(value, base)
    if field.precision is not None:
        digits = "" if not value and not field.precision else digits.rjust(field.precision, "0")
    if "#" in field.flags and base == "o" and not digits.startswith("0"):
        digits = "0" + digits
    if "#" in field.flags and base in "xX" and value:
        prefix = "0" + base
    return field.number(sign, prefix, digits, zeros=field.precision is None)


def _floating(field: Field, kind: str, value: float) -> bytes:
    sign = field.sign(not isnan(value) and copysign(1.0, value) < 0)
    if not isfinite(value):
        name = "nan" if isnan(value) else "inf"
        return field.number(sign, "", name.upper() if kind.isupper() else name, zeros=False)
    magnitude = abs(value)
    alternate = "#" if "#" in field.flags else ""
    if kind in "aA":
        digits = hexadecimal(magnitude, field.precision, point=bool(alternate))
        prefix, digits = ("0X", digits.upper()) if kind == "A" else ("0x", digits)
        return field.number(sign, prefix, digits, zeros=True)
    precision = 6 if field.precision is None else field.precision
    return field.number(sign, "", f"%{alternate}.{precision}{kind}" % magnitude, zeros=True)


def hexadecimal(magnitude: float, precision: int | None, *, point: bool) -> str:
    """The digits of ``%a`` for a finite number without sign, rounded half to even."""
    bits = float_bits(magnitude, 64)
    exponent, fraction = bits >> 52, bits & ((1 << 52) - 1)
    significand = fraction | (1 << 52 if exponent else 0)
    power = (exponent or 1) - 1023 if bits else 0
    places = 13
    if precision is None:
        while places and not significand & 0xF:
            significand, places = significand >> 4, places - 1
    elif precision < places:
        cut = 4 * (places - precision)
        rest, half = significand & ((1 << cut) - 1), 1 << (cut - 1)
        significand >>= cut
        if rest > half or (rest == half and significand & 1):
            significand += 1
        places = precision
    digits = format(significand, "x").rjust(places + 1, "0")
    lead, tail = digits[: len(digits) - places], digits[len(digits) - places :]
    if precision is not None:
        tail = tail.ljust(precision, "0")
    return f"{lead}{'.' if tail or point else ''}{tail}p{power:+d}"
