"""Terms as a script in SMT-LIB 2 (Barrett, Fontaine and Tinelli 2017), to look at or to give to another solver."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vexil.logic.sorts import BOOL, INT, ArraySort, BitsSort, FloatSort, IntSort, Sort
from vexil.logic.terms import Term

LONGEST = 400
"""A part with more characters than this gets a name, even if it is used once: no reader has to nest deeply."""

_COPIED = frozenset({"div", "mod", "fp.fmod"})
"""Operators that SMT-LIB lacks or leaves open; what they stand for mentions its operands more than once."""


def script(demands: Iterable[Term]) -> str:
    """A complete script that asks whether all terms can hold together; shared parts are defined once."""
    wanted = list(dict.fromkeys(demands))
    nodes = _in_order(wanted)
    symbols = [term for term in nodes if term.op == "symbol"]
    lines = [f"(set-logic {_logic(nodes)})"]
    lines.extend(f"(declare-const {_name(term)} {term.sort})" for term in symbols)
    lines.extend(_definitions(nodes, wanted, _prefix(symbols)))
    lines.append("(check-sat)")
    return "\n".join(lines) + "\n"


def _in_order(wanted: list[Term]) -> list[Term]:
    """Every node below the terms, operands first."""
    seen = set(wanted)
    stack = list(wanted)
    while stack:
        for argument in stack.pop().args:
            if argument not in seen:
                seen.add(argument)
                stack.append(argument)
    return sorted(seen, key=lambda term: term.number)


def _definitions(nodes: list[Term], wanted: list[Term], prefix: str) -> list[str]:
    uses = dict.fromkeys(nodes, 0)
    for term in nodes:
        for argument in term.args:
            uses[argument] += 2 if term.op in _COPIED else 1
    lines: list[str] = []
    texts: dict[Term, str] = {}
    for term in nodes:
        text = _text(term, [texts[argument] for argument in term.args])
        if term.args and (uses[term] > 1 or len(text) > LONGEST):
            name = f"{prefix}{term.number}"
            lines.append(f"(define-fun {name} () {term.sort} {text})")
            text = name
        texts[term] = text
    lines.extend(f"(assert {texts[term]})" for term in wanted)
    return lines


def _name(symbol: Term) -> str:
    name = str(symbol.payload)
    if "|" in name or "\\" in name:  # the two characters that quoting does not help; the number keeps names apart
        name = name.replace("|", "!").replace("\\", "!") + f"!{symbol.number}"
    return f"|{name}|"


def _prefix(symbols: list[Term]) -> str:
    """What no symbol's name begins with."""
    prefix = "t"
    while any(_name(symbol)[1:].startswith(prefix) for symbol in symbols):
        prefix += "t"
    return prefix


def _logic(nodes: list[Term]) -> str:
    sorts = set().union(*(_parts(sort) for sort in {term.sort for term in nodes}))
    if IntSort in sorts:
        return "ALL"
    letters = "".join(text for kind, text in ((ArraySort, "A"), (BitsSort, "BV"), (FloatSort, "FP")) if kind in sorts)
    return f"QF_{letters or 'UF'}"


def _parts(sort: Sort) -> set[type]:
    found: set[type] = {type(sort)}
    return found | _parts(sort.index) | _parts(sort.element) if isinstance(sort, ArraySort) else found


def _text(term: Term, args: list[str]) -> str:
    op = term.op
    if op == "const":
        return _constant(term)
    if op == "symbol":
        return _name(term)
    special = _SPECIAL.get(op)
    if special is not None:
        return special(term, args)
    head = f"(_ {op} {' '.join(map(str, term.payload))})" if isinstance(term.payload, tuple) else op
    return f"({head} {' '.join(args)})"


def _constant(term: Term) -> str:
    sort, value = term.sort, term.value
    if sort is BOOL:
        return "true" if value else "false"
    if sort is INT:
        return str(value) if value >= 0 else f"(- {-value})"
    if isinstance(sort, FloatSort):
        return f"({_to_float(sort)} (_ bv{value} {sort.width}))"
    return f"(_ bv{value} {term.width})"


def _to_float(sort: Sort, name: str = "to_fp") -> str:
    assert isinstance(sort, FloatSort)
    return "(_ {} {} {})".format(name, *sort.parts)


def _fmod(term: Term, args: list[str]) -> str:
    """The truncating remainder from IEEE's, which rounds to the nearest: both are exact."""
    left, right = args
    zero = f"({_to_float(term.sort)} (_ bv0 {term.sort.width if isinstance(term.sort, FloatSort) else 0}))"
    nearest = f"(fp.rem (fp.abs {left}) (fp.abs {right}))"
    size = f"(ite (fp.lt r {zero}) (fp.add RNE r (fp.abs {right})) r)"
    return f"(let ((r {nearest})) (let ((m {size})) (ite (fp.isNegative {left}) (fp.neg m) m)))"


def _rounded(term: Term, args: list[str]) -> str:
    return f"({term.op} RNE {' '.join(args)})"


def _truncated(term: Term, args: list[str]) -> str:
    return f"((_ {term.op} {term.width}) RTZ {args[0]})"


_SPECIAL: dict[str, Callable[[Term, list[str]], str]] = {
    "div": lambda _, args: f"(ite (= {args[1]} 0) 0 (div {args[0]} {args[1]}))",
    "mod": lambda _, args: f"(ite (= {args[1]} 0) {args[0]} (mod {args[0]} {args[1]}))",
    "const-array": lambda term, args: f"((as const {term.sort}) {args[0]})",
    "fp.fmod": _fmod,
    "fp.of_bits": lambda term, args: f"({_to_float(term.sort)} {args[0]})",
    "fp.to_fp": lambda term, args: f"({_to_float(term.sort)} RNE {args[0]})",
    "fp.of_sbv": lambda term, args: f"({_to_float(term.sort)} RNE {args[0]})",
    "fp.of_ubv": lambda term, args: f"({_to_float(term.sort, 'to_fp_unsigned')} RNE {args[0]})",
    "fp.to_sbv": _truncated,
    "fp.to_ubv": _truncated,
    **dict.fromkeys(("fp.add", "fp.sub", "fp.mul", "fp.div", "fp.sqrt"), _rounded),
}
