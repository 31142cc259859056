"""Memory that must have been written where it is read."""

from __future__ import annotations

from vexil.certify.invariant.blocks import width_of
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.memory import Memory
from vexil.certify.invariant.terms import Term
from vexil.certify.invariant.values import Value


class WrittenMemory(Memory):
    """Loads and stores; that what is loaded was written is required, because an existential step has to be real."""

    def load(self, where: Where, pointer: Value, storage: str) -> Value:
        """Read a scalar."""
        result: Value = None
        for condition, block, _, offset in self.within(where, pointer, width_of(storage)):
            here = where.under(condition)
            if isinstance(offset, Term):
                value, written = self._read_somewhere(here, block, offset, storage)
            else:
                value, written = self.blocks.read(block, offset, storage, here.require)
            here.require(written, "uninitialised-read")
            result = value if result is None else self.blocks.choose(condition, value, result, storage)
        return self.blocks.zero(storage) if result is None else result
