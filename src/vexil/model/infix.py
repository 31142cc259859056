"""Terms as people read them: infix, with the names of the source."""

from __future__ import annotations

from vexil.core.dag import bottom_up
from vexil.logic.sorts import BOOL, BitsSort
from vexil.logic.space import Space
from vexil.logic.terms import Term
from vexil.model.places_text import parts_of, place_text

LONGEST = 120
"""Characters; what is longer is cut."""

_INFIX = {
    "bvadd": "+", "bvsub": "-", "bvmul": "*", "bvsdiv": "/", "bvudiv": "/", "bvsrem": "%", "bvurem": "%",
    "bvand": "&", "bvor": "|", "bvxor": "^", "bvshl": "<<", "bvlshr": ">>", "bvashr": ">>",
    "bvslt": "<", "bvsle": "<=", "bvult": "<", "bvule": "<=", "=": "==", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
    "+": "+", "-": "-", "*": "*", "div": "/", "mod": "%", "and": "&&", "or": "||", "fp.lt": "<", "fp.leq": "<=",
    "fp.eq": "==", "fp.add": "+", "fp.sub": "-", "fp.mul": "*", "fp.div": "/", "xor": "!=",
    "distinct": "!=", "=>": "=>",
}  # fmt: skip
_OPPOSITE = {"<": ">=", "<=": ">", "==": "!="}
_PREFIX = {"bvneg": "-", "fp.neg": "-", "bvnot": "~"}
_SILENT = frozenset({"zero_extend", "sign_extend", "concat"})


def infix(space: Space, term: Term, longest: int = LONGEST) -> str:
    """A term as an expression that a reader of the source recognises; different terms may read the same."""

    def text(node: Term, parts: tuple[str, ...]) -> str:
        whole = _text(space, node, parts)
        return whole if len(whole) <= longest else whole[: longest - 1] + "…"

    return bottom_up(term, text, lambda node: parts_of(space, node))


def _text(space: Space, term: Term, parts: tuple[str, ...]) -> str:
    place = place_text(space, term, parts)
    if place is not None:
        return place
    match term.op:
        case "symbol":
            return _symbol(space, str(term.payload))
        case "const" if term.sort is BOOL:
            return "true" if term.payload else "false"
        case "const" if isinstance(term.sort, BitsSort):
            return _number(space, term.value, term.sort.width)
        case "const":
            return str(term.payload)
        case "not":
            inner = term.args[0]
            opposite = _OPPOSITE.get(_INFIX.get(inner.op, ""))
            if opposite is not None and len(inner.args) == 2:
                left, right = (_inner(argument, infix(space, argument)) for argument in inner.args)
                return f"{left} {opposite} {right}"
            return f"!({parts[0]})" if inner.args else f"!{parts[0]}"
        case "ite":
            return f"({parts[0]} ? {parts[1]} : {parts[2]})"
        case "select":
            return f"{parts[0].rpartition('.')[2]}({parts[1]})"
        case operator if operator in _INFIX:
            shown = [_inner(argument, part) for argument, part in zip(term.args, parts, strict=True)]
            return f" {_INFIX[operator]} ".join(shown)
        case "extract" if isinstance(term.payload, tuple):
            return f"{_inner(term.args[0], parts[0])}[{term.payload[0]}:{term.payload[1]}]"
        case operator if operator in _PREFIX and len(parts) == 1:
            return f"{_PREFIX[operator]}{_inner(term.args[0], parts[0])}"
        case operator if operator in _SILENT and len(parts) == 1:
            return parts[0]
        case operator:
            return f"{operator}({', '.join(parts)})"


def _symbol(space: Space, name: str) -> str:
    short = name.rpartition("::")[2]
    if name.endswith("::(result)"):
        return "return"
    text, mark, number = short.rpartition("$")
    if mark and " " in text:  # a hidden variable is called what it was computed from
        short = f"({text})${number}"
    return name if short in space.ambiguous_names else short


def _inner(term: Term, text: str) -> str:
    while term.op in _SILENT and len(term.args) == 1:
        term = term.args[0]
    return f"({text})" if term.op in _INFIX and term.args else text


def _number(space: Space, value: int, width: int) -> str:
    if width > 64:
        number, offset = space.pointers.split(value)
        name = space.object_name(number)
        if number == 0:
            return "NULL" if offset == 0 else hex(offset)
        return f"&{name.rpartition('::')[2]}" + (f"+{offset}" if offset else "")
    return str(value - (1 << width) if width > 1 and value >> (width - 1) else value)
