"""Any value of a type, and any contents of a global in memory.

Contents that are not known are shown by the type of the global: a cell for every scalar, written, with any value. A
real state may have written other cells there. It is among those that are shown when everything has been written, what
the type calls a pointer or float was written as one, and nothing else as a pointer: `Arbitrary.fits` requires this, and
it is required wherever a real state is exchanged for an arbitrary one.
"""

from __future__ import annotations

from collections.abc import Iterator

from vexil.certify.invariant.blocks import UNSUPPORTED, Block, Blocks, Cell, width_of
from vexil.certify.invariant.effects import EffectsOfCalls
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.havoc import Havoc, Targets
from vexil.certify.invariant.ledger import Ledger, Where
from vexil.certify.invariant.numbers import less, sort_of
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import BOOL
from vexil.certify.invariant.values import ELSEWHERE, Value
from vexil.ir.types import BlockType, PointerType, StructType, TokenType, Type, is_aggregate

MOST_CELLS = 2048
"""Globals with more scalars than this are refused."""
MISFIT = UNSUPPORTED + "the contents of a global do not fit its type where a contract is used,"
Layout = tuple[tuple[int, str], ...]
"""Offsets and storage codes of scalars, in order."""


class Arbitrary:
    """Makes values and contents about which nothing is known."""

    def __init__(
        self, evaluator: Evaluator, ledger: Ledger, blocks: Blocks, havoc: Havoc, effects: EffectsOfCalls
    ) -> None:
        self._evaluator = evaluator
        self._ledger = ledger
        self._blocks = blocks
        self._havoc = havoc
        self._effects = effects
        self._layouts: dict[Type, Layout] = {}

    def value(self, state: State, kind: Type, name: str) -> Value:
        """Any value of a scalar type."""
        if is_aggregate(kind):
            raise Unsupported("contracts of functions that take or return structures")
        if isinstance(kind, PointerType):
            return self._pointer(state)
        terms = self._evaluator.terms
        value = terms.fresh(sort_of(kind), name)
        if isinstance(kind, TokenType):
            count = len(self._evaluator.program.token_sets[kind.name].tokens)
            self._ledger.assume(state, less(terms, value, count - 1, kind, or_equal=True))
        return value

    def _pointer(self, state: State) -> Value:
        """Any pointer: a number, a function, an object of the state, or one that the state does not show."""
        targets: Targets = dict.fromkeys((0, ELSEWHERE, *state.objects))
        targets.update((self._evaluator.codes[name], None) for name in self._effects.code)
        return self._havoc.any_pointer(targets)

    # --- globals in memory -------------------------------------------------------------------------------

    def contents(self, state: State, block: Block, name: str, *, written: bool = True) -> Block:
        """A block like another one, with any contents; bytes between scalars are as if they were never written.

        Unless it is *written*, any other byte may be so too.
        """
        content = Block(block.size, zeroed=block.fill == 0, origin=block.origin, kind=block.kind)
        content.alive = block.alive
        covered = 0
        for offset, storage in self._layout(block):
            content.cells.update(_never_written(covered, offset))
            if storage[0] == "p":
                value = self._pointer(state)
            else:
                value = self._evaluator.terms.fresh(self._blocks.sort(storage), name)
            content.cells[offset] = (storage, value, written or self._evaluator.terms.fresh(BOOL, "written"))
            covered = offset + width_of(storage)
        content.cells.update(_never_written(covered, block.size))
        return content

    def fits(self, where: Where, block: Block, *, written: bool = True) -> None:
        """Require that the contents of a block are among those that `contents` shows."""
        for offset, storage in self._layout(block):
            cell = block.cells.get(offset)
            if cell is not None and cell[0] == storage:
                where.require(cell[2] if written else True, MISFIT)
                continue
            storages = [block.cells[at][0] for at in self._blocks.overlapping(block, offset, width_of(storage))]
            if storages and (storage[0] != "u" or any(code[0] not in "uf" for code in storages)):
                where.require(False, MISFIT)
            elif written:
                where.require(self._blocks.read(block, offset, storage, where.require)[1], MISFIT)

    def _layout(self, block: Block) -> Layout:
        kind = block.kind
        if kind is None:
            raise Unsupported("globals without a type in memory")
        if kind not in self._layouts:
            layout: dict[int, str] = {}
            for offset, storage in self._scalars(kind):
                if len(layout) == MOST_CELLS:
                    raise Unsupported(f"contracts where a global has more than {MOST_CELLS} scalars")
                layout[offset] = storage
            self._layouts[kind] = tuple(sorted(layout.items()))
        return self._layouts[kind]

    def _scalars(self, kind: Type) -> Iterator[tuple[int, str]]:
        """The scalars of a type; memory that is used in several ways is shown as bytes."""
        program = self._evaluator.program
        pending = [(kind, 0, False)]
        while pending:
            current, start, mixed = pending.pop()
            match current:
                case BlockType(element, length):
                    if length is None:
                        raise Unsupported("globals without a size")
                    step = self._evaluator.size_of(element)
                    pending.extend(
                        (element, start + index * step, mixed) for index in range(min(length, MOST_CELLS + 1))
                    )
                case StructType(name):
                    declared = program.structs[name]
                    mixed |= declared.union or any(member.bit_width is not None for member in declared.members)
                    if mixed:
                        yield from ((start + index, "u1") for index in range(declared.size))
                    pending.extend((member.type, start + member.offset, mixed) for member in declared.members)
                case _ if mixed:
                    if isinstance(current, PointerType):
                        raise Unsupported("globals with pointers in unions or beside bit-fields")
                case _:
                    yield start, self._evaluator.storage(current)


def _never_written(start: int, end: int) -> dict[int, Cell]:
    """Cells for the bytes of a range."""
    return dict.fromkeys(range(start, end), ("u1", 0, False))
