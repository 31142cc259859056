"""Bodies of commands, written from top to bottom: what fails on the way ends the run, and the rest goes on."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.model.guarded.expressions import Const, Expr, Local, is_const
from vexil.model.guarded.system import Block, Ending, EndKind, If, Leave, Let, Statement


@dataclass(frozen=True, slots=True)
class Fail:
    """The run ends here where the condition holds."""

    condition: Expr
    ending: int


class Endings:
    """The ways in which runs of a system end, each once."""

    def __init__(self) -> None:
        self._numbers: dict[Ending, int] = {}

    def add(self, ending: Ending) -> int:
        """The number of an ending."""
        return self._numbers.setdefault(ending, len(self._numbers))

    def undefined(self, kind: str, where: str) -> int:
        """An operation outside its domain; the text is the one by which losses are counted."""
        return self.add(Ending(EndKind.UNDEFINED, kind, f"{kind} {where}"))

    def over_bound(self, reason: str) -> int:
        """A bound of the search is exceeded."""
        return self.add(Ending(EndKind.CUT, "", reason, by_bound=True))

    def restriction(self) -> int:
        """A restriction does not hold."""
        return self.add(Ending(EndKind.CUT, "", "restriction"))

    def violated(self, kind: str, message: str) -> int:
        """A check fails."""
        return self.add(Ending(EndKind.VIOLATED, kind, message))

    def stopped(self, status: str, caveat: str = "") -> int:
        """The program ends itself; the edge is named if it has a *caveat*, so that a search tells whether it is met."""
        return self.add(Ending(EndKind.STOPPED, caveat, status))

    @property
    def all(self) -> tuple[Ending, ...]:
        """The endings in order of their numbers."""
        return tuple(self._numbers)


class Names:
    """Names for values inside one command."""

    def __init__(self) -> None:
        self._count = 0

    def fresh(self, stem: str) -> str:
        """A name that was not used before."""
        self._count += 1
        return f"{stem}{self._count}"


class Body:
    """Collects statements; `block` gives them with everything after a failure inside its other branch."""

    def __init__(self, names: Names | None = None) -> None:
        self.names = names or Names()
        self._items: list[Statement | Fail] = []

    def emit(self, *statements: Statement) -> None:
        """Add statements."""
        self._items.extend(statements)

    def fail(self, condition: Expr, ending: int) -> None:
        """End the run where the condition holds."""
        if not is_const(condition, 0):
            self._items.append(Fail(condition, ending))

    def let(self, stem: str, value: Expr) -> Expr:
        """Keep a value as it is now."""
        if isinstance(value, Const | Local):
            return value
        name = self.names.fresh(stem)
        self._items.append(Let(name, value))
        return Local(name, value.type)

    def branch(self) -> Body:
        """A body for one side of a case distinction."""
        return Body(self.names)

    def cases(self, cases: list[tuple[Expr, Body]], otherwise: Body | None = None) -> None:
        """Do what belongs to the first condition that holds; nothing may follow if a body may end the run."""
        rest: Block = () if otherwise is None else otherwise.block()
        if otherwise is None and cases and is_const(cases[-1][0], 1):
            rest = cases[-1][1].block()
            cases = cases[:-1]
        for condition, body in reversed(cases):
            if is_const(condition, 1):
                rest = body.block()
            elif not is_const(condition, 0):
                rest = (If(condition, body.block(), rest),)
        self.emit(*rest)

    def block(self) -> Block:
        """The statements."""
        rest: list[Statement] = []
        for item in reversed(self._items):
            if isinstance(item, Fail):
                leave = Leave(item.ending)
                rest = [leave] if is_const(item.condition, 1) else [If(item.condition, (leave,), tuple(reversed(rest)))]
            else:
                rest.append(item)
        return tuple(reversed(rest))
