"""Live registers (*may*): those whose value at a location may still be read before it is overwritten.

A register that is not live is dead: no run from there depends on its value, a *must* fact. Backward, linear in the
edges times the depth of loops.
"""

from __future__ import annotations

from vexil.analysis.definitions import DefinitionsAndUses
from vexil.analysis.graphs import ControlFlow
from vexil.analysis.solver import Direction, Problem, solve


class Liveness:
    """For every location of a function its live registers."""

    def __init__(self, flow: ControlFlow, definitions: DefinitionsAndUses) -> None:
        function = flow.function
        self.function = function
        self._names = tuple(name for name in function.variables if name in definitions.registers)
        bit = {name: 1 << index for index, name in enumerate(self._names)}
        read = [sum(bit[name] for name in names) for names in definitions.reads]
        kept = [~bit[name] if name is not None else -1 for name in definitions.writes]

        def transfer(number: int, live: int) -> int:
            return live & kept[number] | read[number]

        def join(left: int, right: int) -> int:
            return left | right

        # Every location is a start: a register read on a path that never ends is live too.
        start = dict.fromkeys(range(len(function.locations)), 0)
        facts = solve(flow, Problem(Direction.BACKWARD, start, transfer, join))
        self._live = [fact or 0 for fact in facts]

    def live(self, location: int) -> frozenset[str]:
        """The registers that may be read before they are written, from a location on."""
        mask = self._live[location]
        return frozenset(name for index, name in enumerate(self._names) if mask >> index & 1)

    def is_live(self, location: int, register: str) -> bool:
        """Say whether a register may be read before it is written, from a location on."""
        return bool(self._live[location] >> self._names.index(register) & 1)
