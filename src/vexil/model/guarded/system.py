"""Guarded systems: a fixed state vector, and commands that threads execute in one step each.

A thread is an instance of a template: it has a program counter and the template's variables. A command belongs to a
location of a template; it is enabled where its guard holds, it may leave values open, and its body computes the next
state from a copy of the current one, statement by statement. This is what native search compiles, what is printed for
Spin and NuSMV, and what a program with threads, heap and locks is flattened into (Holzmann 2003 calls it a system of
asynchronous processes).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from vexil.ir.nodes import node
from vexil.ir.operation_parts import Origin
from vexil.ir.program import Program
from vexil.ir.types import IntegerType
from vexil.model.guarded.expressions import FALSE, TRUE, Expr, Local, Variable

# --- statements ------------------------------------------------------------------------------------------


@node
class Assign:
    """Write a value to an element of a variable; ``thread`` names another thread of the variable's template."""

    variable: Variable
    index: Expr
    value: Expr
    thread: Expr | None = None


@node
class Let:
    """Give a value a name for the rest of the block: it keeps the value when the state changes."""

    name: str
    value: Expr


@node
class If:
    """Execute one of two blocks."""

    condition: Expr
    then: Block
    otherwise: Block = ()


@node
class For:
    """Execute a block for each value of a counter from 0; the block ends no run and moves no control."""

    counter: str
    count: int
    body: Block


@node
class Goto:
    """The thread that moves goes on at a location of its template."""

    location: int


@node
class Leave:
    """End the run in one of the ways that the system lists, from 0; nothing is executed after it."""

    ending: int


Statement = Assign | Let | If | For | Goto | Leave
Block = tuple[Statement, ...]


# --- systems ---------------------------------------------------------------------------------------------


@node
class Choice:
    """A value that a command leaves open: each of 0 … ``count`` - 1 for which ``condition`` holds.

    The condition is over the current state, the choices before, and the value itself. A choice that stems from
    abstraction says so.
    """

    name: str
    count: Expr
    condition: Expr = TRUE
    origin: Origin = Origin.ENVIRONMENT

    def value(self) -> Local:
        """The value that is chosen."""
        return Local(self.name, self.count.type)


@dataclass(frozen=True, slots=True)
class Step:
    """The edges of the program that a command stands for, in the order in which they are executed."""

    function: str
    edges: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """What a thread may do at a location in one step."""

    guard: Expr
    body: Block
    choices: tuple[Choice, ...] = ()
    step: Step | None = None


@dataclass(frozen=True, slots=True)
class Location:
    """A value of the program counter; ``name`` and ``function`` are those of the source program."""

    name: str
    commands: tuple[Command, ...] = ()
    function: str = ""
    number: int = -1
    """The location of the function that a thread is at."""


@dataclass(frozen=True)
class Template:
    """Threads that run the same code, at most ``count``. One whose control is at location 0 does not exist."""

    name: str
    count: int
    variables: tuple[Variable, ...]
    locations: tuple[Location, ...]

    @cached_property
    def counter(self) -> Variable:
        """The program counter."""
        width = max(8, (len(self.locations) - 1).bit_length())
        return Variable("pc", IntegerType(width, False), template=self.name)


class EndKind(Enum):
    """What the end of a run means."""

    VIOLATED = "violated"
    UNDEFINED = "undefined"
    STOPPED = "stopped"
    CUT = "cut"
    """The run does not count; such a state is counted, and not kept."""


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a run ends; ``by_bound`` says that a bound of the search cut it."""

    kind: EndKind
    property: str = ""
    text: str = ""
    by_bound: bool = False


@dataclass(frozen=True)
class GuardedSystem:
    """A closed, bounded system.

    ``first`` is executed once, from a state of initial values, for every combination of its choices; the threads whose
    program counters it sets are those that exist at the beginning. ``alive`` says of a state that the run is not over:
    a state where it holds and no command is enabled is a deadlock. ``atomic`` says of a thread that it is in an atomic
    section: while such a thread can move, only such threads do. ``atoms`` are conditions that properties speak about.

    ``passing`` makes a system with one thread smaller, and is empty in one that nobody reduced: locations at which a
    state with exactly one step need not be kept, because nobody sees that step.
    """

    name: str
    variables: tuple[Variable, ...]
    templates: tuple[Template, ...]
    first: Command
    endings: tuple[Ending, ...] = ()
    alive: Expr = FALSE
    atomic: Mapping[str, Expr] = field(default_factory=dict)
    """By template; a template that is missing has no atomic sections."""
    atoms: tuple[Expr, ...] = ()
    program: Program | None = None
    passing: frozenset[int] = frozenset()

    @cached_property
    def ending(self) -> Variable:
        """The variable that says how the run has ended: 0 while it goes on, else one more than the number of an ending.

        No command is enabled in a state where the run has ended.
        """
        return Variable("ending", IntegerType(8 if len(self.endings) < 255 else 16, False))

    @cached_property
    def template(self) -> Mapping[str, Template]:
        """The templates by name."""
        return {item.name: item for item in self.templates}
