"""Interned terms: equality is identity, and every constructor simplifies.

A `Terms` factory holds the table; nothing is global, and terms of two factories must not be mixed. Operators are
named as in SMT-LIB. Constructors remember what they were asked, so a rewriting that was done once costs one look-up
afterwards, and walking down a term that is shared a thousand times stays linear.
"""

from __future__ import annotations

from operator import attrgetter

from vexil.logic.sorts import BOOL, INT, BitsSort, Sort

DEEPEST = 120
"""A rewriting that goes down a term stops after so many steps, and leaves the rest as it is."""

Payload = int | str | tuple[int, ...] | bool | None

LARGEST_TREE = 64
"""Operators are moved into selections among at most this many constants."""


class Term:
    """A node; compare with ``is``. ``payload`` is a constant's value, a symbol's name, or an operator's indices.

    ``symbols`` has bit *n* for symbol number *n*. ``leaves`` is the number of constants that a tree of ``ite``
    selects among (1 for a constant), or 0 when the term is nothing of that kind or too large.
    """

    __slots__ = ("args", "leaves", "number", "op", "payload", "sort", "symbols")

    def __init__(
        self, op: str, args: tuple[Term, ...], payload: Payload, sort: Sort, number: int, symbols: int, leaves: int
    ) -> None:
        self.op = op
        self.args = args
        self.payload = payload
        self.sort = sort
        self.number = number
        self.symbols = symbols
        self.leaves = leaves

    @property
    def is_const(self) -> bool:
        """Say whether the term is a constant."""
        return self.op == "const"

    @property
    def value(self) -> int:
        """The value of a constant: a bit-vector or a float's representation without sign, an integer, 0 or 1."""
        payload = self.payload
        if self.op != "const" or not isinstance(payload, int):
            raise TypeError(f"{self} is no constant")
        return payload

    @property
    def width(self) -> int:
        """The width of a bit-vector."""
        sort = self.sort
        if not isinstance(sort, BitsSort):
            raise TypeError(f"{self} is no bit-vector")
        return sort.width

    def __repr__(self) -> str:
        return print_term(self, limit=200)


arguments = attrgetter("args")
"""The operands of a term, for walks of `core/dag.py`."""


class TermTable:
    """The table of one factory: makes nodes and gives each its number."""

    def __init__(self) -> None:
        self._memo: dict[tuple[object, ...], Term] = {}
        self._symbols: dict[str, Term] = {}
        self.symbol_list: list[Term] = []
        self._count = 0
        self._depth = 0
        self.true = self._node("const", (), True, BOOL)
        self.false = self._node("const", (), False, BOOL)

    def __len__(self) -> int:
        """How many nodes were made."""
        return self._count

    def _node(self, op: str, args: tuple[Term, ...], payload: Payload, sort: Sort) -> Term:
        """The node itself, whatever rewriting would say of it."""
        key = (op, args, payload, sort)
        term = self._memo.get(key)
        if term is None:
            symbols = 0
            for argument in args:
                symbols |= argument.symbols
            if op == "const":
                leaves = 1
            elif op == "ite":
                left, right = args[1].leaves, args[2].leaves
                leaves = left + right if left and right and left + right <= LARGEST_TREE else 0
            else:
                leaves = 0
            term = self._memo[key] = Term(op, args, payload, sort, self._count, symbols, leaves)
            self._count += 1
        return term

    def symbol(self, name: str, sort: Sort) -> Term:
        """The symbol of this name; asking for it again with another sort is a mistake."""
        term = self._symbols.get(name)
        if term is None:
            term = Term("symbol", (), name, sort, self._count, 1 << len(self.symbol_list), 0)
            self._count += 1
            self._symbols[name] = term
            self.symbol_list.append(term)
        elif term.sort != sort:
            raise TypeError(f"symbol {name} has sort {term.sort}, not {sort}")
        return term

    def fresh(self, name: str, sort: Sort) -> Term:
        """A symbol that did not exist: the name, with a number behind it when it is taken."""
        candidate, number = name, 1
        while candidate in self._symbols:
            number += 1
            candidate = f"{name}!{number}"
        return self.symbol(candidate, sort)

    def symbols_of(self, term: Term) -> list[Term]:
        """The symbols that occur in a term, in the order they were made."""
        return self.symbols_in(term.symbols)

    def symbols_in(self, mask: int) -> list[Term]:
        """The symbols whose bits are set, as in ``Term.symbols``."""
        symbols = []
        while mask:
            low = mask & -mask
            symbols.append(self.symbol_list[low.bit_length() - 1])
            mask ^= low
        return symbols


def print_term(term: Term, limit: int | None = None) -> str:
    """The term in SMT-LIB's notation, shared parts written out; cut after *limit* characters."""
    parts: list[str] = []
    length = 0
    stack: list[Term | str] = [term]
    while stack:
        current = stack.pop()
        text = current if isinstance(current, str) else _head(current)
        if isinstance(current, Term) and current.args:
            stack.append(")")
            for argument in reversed(current.args):
                stack.extend((argument, " "))
            text = "(" + text
        parts.append(text)
        length += len(text)
        if limit is not None and length > limit:
            return "".join(parts) + " …"
    return "".join(parts)


def _head(term: Term) -> str:
    if term.op == "symbol":
        return f"|{term.payload}|"
    if term.op != "const":
        return f"(_ {term.op} {' '.join(map(str, term.payload))})" if isinstance(term.payload, tuple) else term.op
    if term.sort is BOOL:
        return "true" if term.payload else "false"
    if term.sort is INT:
        return str(term.payload) if term.value >= 0 else f"(- {-term.value})"
    if isinstance(term.sort, BitsSort):
        return f"(_ bv{term.payload} {term.sort.width})"
    return f"((_ float {term.sort}) {term.payload})"
