"""Cells: the pieces of shared storage that accesses tell apart, and which of them every operation reads and writes.

A cell is a global register, a class of overlapping offsets of an object in memory, a field of an object, or all the
elements of an array object; objects are those of the points-to facts. What threads, locks and lifetimes are asked for
is in cells, too. Sets of cells are numbers, a bit for each. Reads and writes are *may* facts; `Access.certain`, what is
written whatever happens, is a *must* fact.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vexil.analysis.dependence.accesses import THREADS, AccessCollector, Key, Part, Pieces
from vexil.analysis.facts import Analyses
from vexil.analysis.locations import AbstractObject, GlobalObject, LocalObject
from vexil.analysis.points_to_memory import overlaps
from vexil.core.graphs import UnionFind
from vexil.ir.expressions import Expr
from vexil.ir.program import Function

__all__ = ["THREADS", "Access", "Cells"]

MOST_CLASSES = 48
"""An object that is accessed in more ways has one cell."""
_NO_REGISTERS: frozenset[str] = frozenset()


@dataclass(slots=True)
class Access:
    """What one edge reads and writes itself: local registers by name, cells as bits.

    Of a call or start, ``arguments`` has what each argument reads, and ``own_…`` what is read besides.
    """

    registers: frozenset[str] = frozenset()
    reads: int = 0
    written: str | None = None
    writes: int = 0
    certain: int = 0
    arguments: tuple[tuple[frozenset[str], int], ...] = ()
    own_registers: frozenset[str] = frozenset()
    own_reads: int = 0


NOTHING = Access()


class Cells:
    """The cells of a program, and the accesses of every edge of a function that may run."""

    def __init__(self, facts: Analyses, functions: Iterable[Function]) -> None:
        self._collector = collector = AccessCollector(facts, functions)
        self._classes = {name: _classes(list(ways)) for name, ways in collector.ways.items()}
        self.names: list[str] = []
        self.objects: list[AbstractObject | None] = []
        """By number of a cell the object that it is part of."""
        self._numbers: dict[Key, int] = {}
        self._by_object: dict[AbstractObject, int] = {}
        for name, ways in collector.ways.items():
            for way in ways:
                self._number((name, ("bytes", *way)))
        self._number_pieces(collector)
        self._keys = collector.keys
        self._cells = [self._cells_of(key) for key in collector.keys]
        """By number of a piece the cells that it is in."""
        self.accesses: dict[str, tuple[Access, ...]] = {
            name: tuple([self._access(item) for item in pieces]) for name, pieces in collector.pieces.items()
        }
        collector.pieces.clear()

    # --- asking ------------------------------------------------------------------------------------------

    def name(self, cell: int) -> str:
        """What people call a cell."""
        return self.names[cell]

    def of_object(self, name: AbstractObject) -> int:
        """All cells of an object."""
        return self._by_object.get(name, 0)

    def of_register(self, name: str) -> int:
        """The cell of a global register; nothing if nobody uses it."""
        number = self._numbers.get((name, ("register",)))
        return 0 if number is None else 1 << number

    def of_field(self, name: str) -> int:
        """The cells of a field of all objects, by its name or with that of its class in front."""
        owner, _, plain = name.rpartition(".")
        found = 0
        for (_, part), number in self._numbers.items():
            if part[:1] == ("field",) and part[2] == plain and f".{part[1]}".endswith(f".{owner}" if owner else ""):
                found |= 1 << number
        return found

    def of_variable(self, function: str | None, name: str) -> int:
        """The cells of a variable in memory, of a function or global."""
        return self.of_object(GlobalObject(name) if function is None else LocalObject(function, name))

    def read_by(self, function: str, expression: Expr) -> int:
        """The cells that an expression in a function reads, as far as anybody accesses them."""
        found = 0
        for owner, part in self._collector.read_by(function, expression):
            if part[:1] == ("bytes",) and not isinstance(owner, str):
                found |= self._by_object.get(owner, 0)
            elif (owner, part) in self._numbers:
                found |= 1 << self._numbers[owner, part]
        return found

    # --- numbering ---------------------------------------------------------------------------------------

    def _number_pieces(self, collector: AccessCollector) -> None:
        seen: set[int] = set()
        for pieces in collector.pieces.values():
            for item in pieces:
                for piece in (*item.reads, *item.writes, *(piece for _, read in item.arguments for piece in read)):
                    if piece not in seen:
                        seen.add(piece)
                        if collector.keys[piece][1] != ("all",):
                            self._number(collector.keys[piece])

    def _normal(self, key: Key) -> Key:
        owner, part = key
        if part[:1] == ("bytes",) and not isinstance(owner, str):
            return owner, ("class", self._classes[owner][part[1:]])  # type: ignore[index]
        return key

    def _number(self, key: Key) -> int:
        key = self._normal(key)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.names)
            owner, part = key
            self.names.append(_described(owner, part))
            self.objects.append(None if isinstance(owner, str) else owner)
            if not isinstance(owner, str):
                self._by_object[owner] = self._by_object.get(owner, 0) | 1 << number
        return number

    def _cells_of(self, key: Key) -> int:
        owner, part = key
        if part == ("all",) and not isinstance(owner, str):
            return self._by_object.get(owner, 0)
        return 1 << self._number(key)

    def _bits(self, pieces: list[int]) -> int:
        found = 0
        for piece in pieces:
            found |= self._cells[piece]
        return found

    def _access(self, item: Pieces) -> Access:
        registers = frozenset(item.registers) if item.registers else _NO_REGISTERS
        if not (item.reads or item.writes or item.arguments):
            return Access(registers, 0, item.written) if registers or item.written else NOTHING
        certain = 0
        if item.certain is not None and self._is_whole(self._keys[item.certain]):
            certain = self._cells[item.certain]
        arguments = tuple([(names, self._bits(pieces)) for names, pieces in item.arguments])
        reads, writes, own = self._bits(item.reads), self._bits(item.writes), self._bits(item.own_reads)
        return Access(registers, reads, item.written, writes, certain, arguments, frozenset(item.own_registers), own)

    def _is_whole(self, key: Key) -> bool:
        """Say whether a write to a piece of storage overwrites all of its cell."""
        owner, part = key
        if part == ("register",):
            return True
        if isinstance(owner, str) or part[0] != "bytes":
            return False
        mine = self._classes[owner]
        return sum(number == mine[part[1:]] for number in mine.values()) == 1  # type: ignore[index]


def _classes(ways: list[tuple[int, int, int]]) -> dict[tuple[int, int, int], int]:
    """Number the classes of ways to access an object that may share a byte, one after the other."""
    if len(ways) > MOST_CLASSES:
        return dict.fromkeys(ways, 0)
    joined = UnionFind[tuple[int, int, int]]()
    for index, one in enumerate(ways):
        joined.find(one)
        for other in ways[index + 1 :]:
            if overlaps(one[:2], one[2], other[:2], other[2]):
                joined.join(one, other)
    return {way: ways.index(joined.find(way)) for way in ways}


def _described(owner: AbstractObject | str, part: Part) -> str:
    if isinstance(owner, str):
        return owner
    match part:
        case ("field", _, name):
            return f"{owner}.{name}"
        case ("elements",):
            return f"{owner}[…]"
        case ("life",):
            return f"the life of {owner}"
        case _:
            return str(owner)
