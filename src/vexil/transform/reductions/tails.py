"""The ends of a command's body: where control is there, and what is known of the variables of the moving thread.

Variables are bits of a number, in an order that the caller chooses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from vexil.model.guarded.expressions import Apply, Const, Expr, Local, Read, Self, Variable, is_const
from vexil.model.guarded.system import Assign, Block, Command, Goto, If, Leave, Statement, Template
from vexil.model.guarded.walks import conditions, nested, parts, reads

Bits = Mapping[Variable, int]
"""The variables that are followed, each with its bit."""
Named = tuple[str, object]
"""A thread that is named by an expression; the same expression at two places names the same thread."""


@dataclass
class Tail:
    """A block that nothing follows; ``parent`` is the one that it is a branch of."""

    block: Block
    parent: int = -1
    places: frozenset[int] = frozenset()
    """Where control may be at its end."""
    killed: int = 0
    """The variables that are written on every way to its end."""
    written: int = 0
    zero: int = 0
    """The variables that are 0 at its end because 0 was written to them."""
    given: frozenset[tuple[Variable, Named]] = frozenset()
    """The variables of named threads that something else than 0 is written to."""
    sent: Mapping[tuple[str, Named], int | None] = field(default_factory=dict)
    """Where named threads, by template, are sent to; nowhere in particular where it is computed."""
    is_split: bool = False

    @property
    def ending(self) -> int | None:
        """The way in which the run ends at its end."""
        last = self.block[-1] if self.block else None
        return last.ending if isinstance(last, Leave) else None


@dataclass
class Tails:
    """All ends of a body, parents before their branches, and the variables that are read before they are written."""

    all: list[Tail]
    read: int
    moved: set[tuple[str, int | None]] = field(default_factory=set)
    """Templates of named threads that are sent somewhere, and where to."""

    @property
    def ends(self) -> list[Tail]:
        """The ends themselves."""
        return [tail for tail in self.all if not tail.is_split]


def tails_of(command: Command, source: int, bits: Bits, template: Template | None) -> Tails:
    """The ends of the body of a command at a location of a template."""
    tails = Tails([], _read(conditions(command), bits))
    pending = [Tail(command.body, places=frozenset({source}))]
    while pending:
        tail = pending.pop()
        position = len(tails.all)
        tails.all.append(tail)
        last = tail.block[-1] if tail.block else None
        for statement in tail.block if not isinstance(last, If) else tail.block[:-1]:
            tails.read |= _read(parts(statement), bits) & ~tail.killed
            _follow(tail, statement, bits, template, tails)
        if isinstance(last, If):
            tail.is_split = True
            tails.read |= _read(parts(last), bits) & ~tail.killed
            state = (tail.places, tail.killed, tail.written, tail.zero, tail.given)
            pending += [Tail(block, position, *state, dict(tail.sent)) for block in (last.otherwise, last.then)]
    return tails


def _read(expressions: Iterable[Expr], bits: Bits) -> int:
    total = 0
    for item in reads(expressions):
        if len(item.operands) == 1:
            total |= bits.get(item.variable, 0)
    return total


def _follow(tail: Tail, statement: Statement, bits: Bits, template: Template | None, tails: Tails) -> None:
    match statement:
        case Goto(location):
            tail.places = frozenset({location})
        case Assign(variable, _, value, None):
            if template is not None and variable == template.counter:
                tail.places = _places(template, value)
            bit = bits.get(variable, 0)
            tail.killed |= bit
            tail.written |= bit
            tail.zero = tail.zero | bit if is_const(value, 0) else tail.zero & ~bit
        case Assign(variable, _, value, thread):
            assert thread is not None
            _give(tail, variable, value, thread)
            if variable.name == "pc" and variable.template is not None:
                target = value.value if isinstance(value, Const) else None
                tail.sent = {**tail.sent, (variable.template, named(thread)): target}
                tails.moved.add((variable.template, target))
        case _:
            _follow_inside(tail, statement, bits, template, tails)


def _follow_inside(tail: Tail, statement: Statement, bits: Bits, template: Template | None, tails: Tails) -> None:
    """What may happen in a statement that has blocks inside, and may not."""
    for inner in nested([statement]):
        tails.read |= _read(parts(inner), bits) & ~tail.killed
        match inner:
            case Goto(location):
                tail.places |= {location}
            case Assign(variable, _, value, None):
                if template is not None and variable == template.counter:
                    tail.places |= _places(template, value)
                bit = bits.get(variable, 0)
                tail.written |= bit
                tail.zero &= ~bit
            case Assign(variable, _, value, thread):
                assert thread is not None
                _give(tail, variable, value, thread)
                if variable.name == "pc" and variable.template is not None:
                    tails.moved.add((variable.template, value.value if isinstance(value, Const) else None))
            case _:
                pass


def _places(template: Template, value: Expr) -> frozenset[int]:
    """Where a thread may be whose counter gets a value."""
    return frozenset({value.value} if isinstance(value, Const) else range(len(template.locations)))


def _give(tail: Tail, variable: Variable, value: Expr, thread: Expr) -> None:
    if not is_const(value, 0):
        tail.given |= {(variable, named(thread))}


def named(thread: Expr) -> Named:
    """The thread that an expression names."""
    match thread:
        case Const(value, _):
            return ("number", value)
        case Local(name, _):
            return ("local", name)
        case Self():
            return ("self", None)
        case Read() | Apply():
            return ("computed", thread)
