"""Names of tokens: identifiers of Java, so that compiled classes can have them as constants."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.core.errors import UsageError
from vexil.model.tokens.abstract_type import AbstractType

_WORDS = (
    "ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "ELEVEN", "TWELVE",
)  # fmt: skip


def word(value: int) -> str:
    """The token of one number: ``ONE``, ``MINUS_ONE``, ``N13``, ``MINUS_13``."""
    if value < 0:
        return f"MINUS_{_WORDS[-value] if -value < len(_WORDS) else -value}"
    return _WORDS[value] if value < len(_WORDS) else f"N{value}"


def bound(side: str, value: int) -> str:
    """The token of all numbers on one side of a bound: ``BELOW0``, ``ABOVE_MINUS4``."""
    return f"{side}_MINUS{-value}" if value < 0 else f"{side}{value}"


def aliases(kind: AbstractType) -> Mapping[str, int]:
    """Other words for its tokens, in capitals: those of the papers and of the tools that came with them."""
    found: dict[str, int] = {}
    for number, token in enumerate(kind.tokens):
        value = kind.single.get(number)
        words = list(_OTHER_WORDS.get(token, ()))
        if isinstance(value, int):
            words += [word(value), f"R{value}" if value >= 0 else f"R_{-value}"]
        if kind.family.startswith("modulo") and token[0] == "M":
            rest = int(token[1:])
            words += [f"MOD_{word(rest)}", f"MOD_{rest}", f"MOD{rest}"]
        if token.startswith(("BELOW", "ABOVE")):
            side, rest_of_name = token[:5], token[5:]
            words.append(("LT" if side == "BELOW" else "GT") + rest_of_name)
            if rest_of_name.isdecimal():
                words.append(side + word(int(rest_of_name)))
        for other in words:
            found.setdefault(other, number)
    return {other: number for other, number in found.items() if other not in kind.tokens}


_OTHER_WORDS = {
    "NEG": ("BELOW0", "LT0", "BELOWZERO", "NEGATIVE"),
    "POS": ("ABOVE0", "GT0", "ABOVEZERO", "POSITIVE"),
    "BELOW0": ("NEG",),
    "ABOVE0": ("POS",),
    "UNKNOWN": ("POINT",),
    "OTHER": ("REST",),
    "EVEN": ("M0", "MOD_ZERO"),
    "ODD": ("M1", "MOD_ONE"),
    "M0": (),
}


def token_number(kind: AbstractType, name: str) -> int:
    """The token of a name or of one of its aliases, whatever the case; raises `UsageError`."""
    if name in kind.tokens:
        return kind.tokens.index(name)
    wanted = name.upper()
    capitals = [token.upper() for token in kind.tokens]
    if capitals.count(wanted) == 1:
        return capitals.index(wanted)
    found = aliases(kind).get(wanted)
    if found is None:
        raise UsageError(f"{kind.name} has no token {name!r}", hint=f"its tokens are {', '.join(kind.tokens)}")
    return found
