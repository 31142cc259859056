"""The values of literals, with the ranges and escapes of JLS 3.10."""

from __future__ import annotations

import re
from fractions import Fraction

UNICODE_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\u+([0-9a-fA-F]{4})")
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "s": " ", '"': '"', "'": "'", "\\": "\\"}
_OCTAL_ESCAPE = re.compile("[0-3][0-7]{0,2}|[4-7][0-7]?")
_STRAY_UNDERSCORE = re.compile(r"^0x_|[.p+-]_|_[.p+-]|_$|^(?!0x).*(?:_[efd]|e_)|p[+-]?[0-9_]*_[fd]$")
_HEXADECIMAL = re.compile(r"0x([0-9a-f]*)(?:\.([0-9a-f]*))?p([+-]?[0-9]+)[fd]?")
_NO_DIGITS = {
    "hexadecimal": "hexadecimal numbers must contain at least one hexadecimal digit",
    "binary": "binary numbers must contain at least one binary digit",
}
TOO_LARGE = "integer number too large"
_STRIPPED = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u2028\u2029"
    "\u205f\u3000"
)
"""White space as `String.strip` has it."""
_WHITE = " \t\f"


class BadLiteral(ValueError):  # noqa: N818 - the word says what the literal is
    """A literal that does not denote a value: the message, and the offset in it."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


def is_floating(text: str) -> bool:
    """Whether a number is a floating-point literal."""
    lower = text.lower()
    if lower.startswith("0x"):
        return "." in lower or "p" in lower
    return not lower.startswith("0b") and ("." in lower or "e" in lower or lower[-1] in "fd")


def integer_value(text: str, *, negated: bool = False) -> tuple[int, bool, bool]:
    """The value of an integer literal, whether it is a ``long``, and whether it is decimal (JLS 3.10.1).

    Hexadecimal, octal and binary literals wrap around to negative values. With *negated* the literal stands below a
    minus sign, where one more is allowed.
    """
    long = text[-1] in "lL"
    digits = text[:-1] if long else text
    base, start = 10, 0
    if len(digits) > 1 and digits[0] == "0":
        marker = digits[1]
        base, start = (16, 2) if marker in "xX" else (2, 2) if marker in "bB" else (8, 1)
    if digits.endswith("_"):
        raise BadLiteral("illegal underscore", len(digits) - 1)
    if base in {2, 16} and digits[start : start + 1] == "_":
        raise BadLiteral("illegal underscore", start)
    plain = digits[start:].replace("_", "")
    if not plain:
        raise BadLiteral(_NO_DIGITS["hexadecimal" if base == 16 else "binary"])
    value = int(plain, base)
    bits = 64 if long else 32
    top = 1 << (bits - 1)
    if base == 10:
        if value > top or (value == top and not negated):
            raise BadLiteral(TOO_LARGE)
    else:
        if value >= 1 << bits:
            raise BadLiteral(TOO_LARGE)
        value -= (value >= top) << bits
    return value, long, base == 10


def float_value(text: str) -> tuple[float, bool]:
    """The value of a floating-point literal, correctly rounded, and whether it is a ``float`` (JLS 3.10.2)."""
    lower = text.lower()
    single = lower[-1] == "f"
    hexadecimal = lower.startswith("0x")
    if "_" in text and (stray := _STRAY_UNDERSCORE.search(lower)) is not None:
        raise BadLiteral("illegal underscore", stray.start() + stray[0].index("_"))
    plain = lower.replace("_", "")
    if hexadecimal:
        match = _HEXADECIMAL.fullmatch(plain)
        if re.match(r"0x\.?[0-9a-f]", plain) is None:
            raise BadLiteral(_NO_DIGITS["hexadecimal"])
        if match is None:
            raise BadLiteral("malformed floating-point literal")
        whole, part, exponent = match[1], match[2] or "", match[3]
        power = max(-10000, min(10000, int(exponent)))
        exact = Fraction(int(whole + part, 16)) * Fraction(2) ** (power - 4 * len(part))
    else:
        if re.search("e[+-]?[fd]?$", plain) is not None:
            raise BadLiteral("malformed floating-point literal")
        exact = _decimal(plain.rstrip("fd"))
    value = _rounded(exact, single)
    if value == float("inf"):
        raise BadLiteral("floating-point number too large")
    if value == 0 and exact != 0:
        raise BadLiteral("floating-point number too small")
    return value, single


def _decimal(text: str) -> Fraction:
    mantissa, _, exponent = text.lower().partition("e")
    power = int(exponent or "0")
    if abs(power) > 5000:  # far beyond what the significant digits of a line can make up for
        power = 5000 if power > 0 else -5000
    whole, _, part = mantissa.partition(".")
    return Fraction(int((whole + part) or "0")) * Fraction(10) ** (power - len(part))


def _rounded(exact: Fraction, single: bool) -> float:
    """The nearest ``float`` or ``double``, ties to even; infinity beyond the largest one."""
    precision, lowest, highest = (24, -149, 128) if single else (53, -1074, 1024)
    if exact == 0:
        return 0.0
    size = exact.numerator.bit_length() - exact.denominator.bit_length()
    unit = max(size - precision, lowest)
    while True:
        scaled = round(exact / Fraction(2) ** unit)
        if scaled.bit_length() <= precision:
            break
        unit += 1
    if scaled and scaled.bit_length() + unit > highest:
        return float("inf")
    return float(Fraction(scaled) * Fraction(2) ** unit)


def character_value(text: str) -> int:
    """The UTF-16 unit that a character literal, with its quotes, denotes (JLS 3.10.4)."""
    inner = text[1:-1]
    if not inner:
        raise BadLiteral("empty character literal")
    value = unescaped(inner, text_block=False, start=1)
    if len(value) != 1 or ord(value) > 0xFFFF:
        raise BadLiteral("unclosed character literal")
    return ord(value)


def string_value(text: str) -> str:
    """The value of a string literal or text block, with its quotes (JLS 3.10.5, 3.10.6)."""
    if text.startswith('"""'):
        return text_block_value(text)
    return joined(unescaped(text[1:-1], text_block=False, start=1))


def text_block_value(text: str) -> str:
    """Strip the incidental white space of a text block, then interpret its escapes (JLS 3.10.6)."""
    inner = text[3:-3].lstrip(_WHITE)
    if inner[:1] not in {"\n", "\r"}:
        offset = len(text) - 3 - len(inner)
        raise BadLiteral("illegal text block open delimiter sequence, missing line terminator", offset)
    inner = UNICODE_ESCAPE.sub(_unit, inner.replace("\r\n", "\n").replace("\r", "\n")[1:])
    lines = inner.split("\n")
    significant = [line for line in lines[:-1] if line.strip(_STRIPPED)] + lines[-1:]
    indent = min(len(line) - len(line.lstrip(_STRIPPED)) for line in significant)
    stripped = [line[indent:].rstrip(_STRIPPED) if line.strip(_STRIPPED) else "" for line in lines]
    return joined(unescaped("\n".join(stripped), text_block=True, start=3))


def _unit(match: re.Match[str]) -> str:
    character = chr(int(match[2], 16))
    if character in "\\\"'\n\r":
        raise BadLiteral(f"a Unicode escape for {character!r} in a literal is not supported", match.start(2))
    return match[1] + character


def unescaped(text: str, *, text_block: bool, start: int) -> str:
    """Replace escape sequences; *start* is where the text begins in its literal."""
    if "\\" not in text:
        return text
    if "\\u" in text:
        text = UNICODE_ESCAPE.sub(_unit, text)
    out: list[str] = []
    position = 0
    while (slash := text.find("\\", position)) >= 0:
        out.append(text[position:slash])
        letter = text[slash + 1 : slash + 2]
        position = slash + 2
        if letter in _ESCAPES:
            out.append(_ESCAPES[letter])
        elif octal := _OCTAL_ESCAPE.match(text, slash + 1):
            out.append(chr(int(octal[0], 8)))
            position = octal.end()
        elif not (text_block and letter == "\n"):
            message = "illegal unicode escape" if letter == "u" else "illegal escape character"
            raise BadLiteral(message, start + slash + 1)
    out.append(text[position:])
    return "".join(out)


def joined(text: str) -> str:
    """Join surrogates written as two escapes into the one character they denote."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text
