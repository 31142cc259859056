"""Integer and character constants in all their spellings (C11 6.4.4)."""

from __future__ import annotations

from strategies.c.checksums.choices import Choices
from strategies.c.checksums.kinds import Kind, Model
from strategies.c.checksums.values import Value

SUFFIXES = {
    "": ("int", "long", "long long"),
    "l": ("long", "long long"),
    "ll": ("long long",),
    "u": ("unsigned", "unsigned long", "unsigned long long"),
    "ul": ("unsigned long", "unsigned long long"),
    "llu": ("unsigned long long",),
}
HEXADECIMAL = SUFFIXES | {
    "": ("int", "unsigned", "long", "unsigned long", "long long", "unsigned long long"),
    "l": ("long", "unsigned long", "long long", "unsigned long long"),
    "ll": ("long long", "unsigned long long"),
}
"""What a hexadecimal or octal constant may be: unsigned without saying so."""

CHARACTERS = (
    ("'a'", 97), ("'0'", 48), ("' '", 32), (r"'\0'", 0), (r"'\n'", 10), (r"'\t'", 9), (r"'\\'", 92), (r"'\''", 39),
    ("'\"'", 34), (r"'\a'", 7), (r"'\x7f'", 127), (r"'\x80'", -128), (r"'\377'", -1), (r"'\12'", 10), ("'~'", 126),
)  # fmt: skip


def interesting(choices: Choices, kind: Kind) -> int:
    """A value of the type: often a small one or one near a border."""
    match choices.below(5):
        case 0:
            value = choices.between(0, 9)
        case 1:
            value = kind.high - choices.below(3)
        case 2:
            value = kind.low + choices.below(3)
        case 3:
            value = (1 << choices.below(kind.bits)) + choices.between(0, 2) - 1
        case _:
            value = choices.below(1 << kind.bits) + kind.low
    return kind.wrap(value)


def types_of(model: Model, base: str, suffix: str) -> list[Kind]:
    """The types that a constant may have, in the order in which they are tried."""
    return [model.by_name[name] for name in (SUFFIXES if base == "d" else HEXADECIMAL)[suffix]]


def spelled(model: Model, value: int, base: str, suffix: str) -> Value:
    """The constant with this spelling, of the first type of the list that holds it."""
    digits = {"d": str(value), "x": hex(value), "X": f"0X{value:X}", "o": f"0{value:o}"}[base]
    kind = next(kind for kind in types_of(model, base, suffix) if value <= kind.high)
    return Value(digits + (suffix.upper() if base == "X" else suffix), kind, value, value)


def constant(model: Model, choices: Choices) -> Value:
    """Any constant: decimal, hexadecimal or octal with any suffix, or a character; possibly negated."""
    if choices.chance(12):
        text, code = choices.pick(CHARACTERS)
        return Value(text, model.int, code, code)
    kind = choices.pick(model.kinds[:-1])
    value = abs(interesting(choices, kind))
    base = choices.pick("dxXo")
    options = [suffix for suffix in SUFFIXES if value <= types_of(model, base, suffix)[-1].high]
    literal = spelled(model, value, base, choices.pick(options))
    if choices.chance(30) and (not literal.kind.signed or literal.low > literal.kind.low):
        return Value(f"(-{literal.text})", literal.kind, *[literal.kind.wrap(-value)] * 2)
    return literal


def of_kind(model: Model, kind: Kind, value: int) -> str:
    """Some constant expression with exactly this value, whatever its type."""
    del model
    if value >= 0:
        return str(value) if value < 1 << 63 else f"{value}u"
    return (
        f"(-{-value})"
        if value > -(1 << 31)
        else f"(-{-value - 1}LL - 1)"
        if kind.bits == 64
        else f"(-{-value - 1} - 1)"
    )
