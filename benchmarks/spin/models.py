"""The models that both search: systems that are written as such, and programs with locks, which are flattened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from explicit_models import BYTE, assign, buffer, byte, peterson, philosophers, plus, started

from vexil.core.source import SourceFile
from vexil.ir.expressions import Operator
from vexil.ir.program import Program
from vexil.ir.text.parser_program import load
from vexil.ir.types import IntegerType
from vexil.model.guarded import Assign, Choice, Command, For, Goto, GuardedSystem, If, Let, Location, Template
from vexil.model.guarded.expressions import TRUE, Expr, Local, Self, Variable, apply, cast, equal, number, read
from vexil.transform.flattening import flatten

from . import programs

WORD = IntegerType(32, True)


@dataclass(frozen=True, slots=True)
class Model:
    """A model in two sizes: one for measuring, and a small one for trying things out."""

    make: Callable[..., GuardedSystem | Program]
    full: tuple[int, ...]
    quick: tuple[int, ...]
    has_locks: bool = False
    by_hand: str = ""
    """The file with the same model as one would write it for Spin."""

    def made(self, *, quick: bool) -> GuardedSystem | Program:
        """The system or program of one size."""
        return self.make(*(self.quick if quick else self.full))

    def system(self, *, quick: bool) -> GuardedSystem:
        """The system of one size, with all checks where it is the flat form of a program."""
        found = self.made(quick=quick)
        return flatten(found).system if isinstance(found, Program) else found


def program_of(text: Callable[..., str], *sizes: int) -> Program:
    """A program of one size."""
    return load(SourceFile(f"{text.__name__}.vir", text(*sizes).encode()))


def election(count: int) -> GuardedSystem:
    """Leader election in a ring (Chang and Roberts 1979), numbered so that messages travel far."""
    channel = Variable("channel", BYTE, count * count)
    filled, leaders = Variable("filled", BYTE, count), Variable("leaders", BYTE)
    identity = Variable("identity", BYTE, count, tuple(range(count, 0, -1)), constant=True)
    right = apply(Operator.REMAINDER, plus(Self(), number(1)), number(count))
    own, message = read(identity, Self()), Local("message", BYTE)

    def send(value: Expr) -> tuple[Assign, Assign]:
        slot = plus(apply(Operator.MULTIPLY, right, number(count)), cast(read(filled, right), WORD))
        return assign(channel, value, slot), assign(filled, plus(read(filled, right), byte(1)), right)

    base, turn = apply(Operator.MULTIPLY, Self(), number(count)), Local("i", WORD)
    shift = assign(channel, read(channel, plus(base, plus(turn, number(1)))), plus(base, turn))
    receive = Command(
        apply(Operator.GREATER, read(filled, Self()), byte(0)),
        (
            Let("message", read(channel, base)),
            For("i", count - 1, (shift,)),
            assign(channel, byte(0), plus(base, number(count - 1))),
            assign(filled, apply(Operator.SUBTRACT, read(filled, Self()), byte(1)), Self()),
            If(
                apply(Operator.GREATER, message, own),
                send(message),
                (If(equal(message, own), (assign(leaders, plus(read(leaders), byte(1))), Goto(3))),),
            ),
        ),
    )
    begin = Command(TRUE, (*send(own), Goto(2)))
    places = (Location("none"), Location("begins", (begin,)), Location("listens", (receive,)), Location("leads"))
    node = Template("node", count, (), places)
    variables = (channel, filled, leaders, identity)
    return GuardedSystem(f"election {count}", variables, (node,), started(node), alive=equal(read(leaders), byte(0)))


def sorter(width: int, shuffled: int) -> GuardedSystem:
    """Words that are sorted by exchanging neighbours in any order: more than 40 bytes of state."""
    words = Variable("words", WORD, width, tuple(range(shuffled, 0, -1)) + tuple(range(shuffled + 1, width + 1)))
    place = Local("place", WORD)
    after = plus(place, number(1))
    choice = Choice("place", number(width - 1), apply(Operator.GREATER, read(words, place), read(words, after)))
    exchange = (
        Let("kept", read(words, place)),
        assign(words, read(words, after), place),
        assign(words, Local("kept", WORD), after),
    )
    places = (Location("none"), Location("sorts", (Command(TRUE, exchange, (choice,)),)))
    template = Template("exchange", 1, (), places)
    return GuardedSystem(f"sorter {width}", (words,), (template,), started(template))


MODELS = {
    "peterson": Model(peterson, (4, 4), (3, 2), by_hand="peterson.pml"),
    "philosophers": Model(philosophers, (8, 2), (4, 2), by_hand="philosophers.pml"),
    "buffer": Model(buffer, (2, 2, 2, 4), (1, 1, 1, 2)),
    "election": Model(election, (12,), (5,)),
    "sorter": Model(sorter, (12, 10), (12, 5)),
    "accounts": Model(partial(program_of, programs.accounts), (5, 2), (2, 2), has_locks=True),
    "queue": Model(partial(program_of, programs.queue), (2, 2, 4), (1, 1, 2), has_locks=True),
    "readers-writers": Model(partial(program_of, programs.readers_writers), (2, 2, 3), (1, 1, 1), has_locks=True),
    "forks": Model(partial(program_of, programs.table), (5, 2), (3, 1), has_locks=True),
}
"""By name; those with locks are programs, and show what a reduction makes of locks."""
