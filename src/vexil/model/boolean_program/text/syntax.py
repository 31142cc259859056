"""Boolean programs as they are written: procedures whose bodies are flat lists of statements.

A structured statement is a pair of marks around what it contains, so that no walk has to be recursive. Expressions are
surface trees; what their names mean is found out when a program is lowered.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from vexil.core.source import SourceFile
from vexil.core.surface import Surface

Range = tuple[int, int]
"""Where something is written: indices of characters."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name and its place."""

    text: str
    range: Range


@dataclass(frozen=True, slots=True)
class Declaration:
    """A variable; ``text`` is what it stands for."""

    name: Name
    text: str = ""


@dataclass(frozen=True, slots=True)
class AnyValues:
    """``any(p, q where φ must ψ)``: what the environment sets."""

    names: tuple[Name, ...]
    possible: Surface | None
    definite: Surface | None


@dataclass(frozen=True, slots=True)
class Assign:
    """``x, y := e1, e2 with any(…) constrain φ``; without targets it is ``skip``."""

    targets: tuple[Name, ...] = ()
    values: tuple[Surface, ...] = ()
    chosen: AnyValues | None = None
    constraint: Surface | None = None


@dataclass(frozen=True, slots=True)
class Assume:
    """``assume(e)``."""

    condition: Surface


@dataclass(frozen=True, slots=True)
class Assert:
    """``assert(e)``, or ``check property(e) "message"``."""

    condition: Surface
    property: str = "assert"
    message: str = ""


@dataclass(frozen=True, slots=True)
class Invoke:
    """``x, _ := f(e)``, or the start of a thread."""

    procedure: Name
    arguments: tuple[Surface, ...]
    results: tuple[Name, ...] | None = None
    in_thread: bool = False


@dataclass(frozen=True, slots=True)
class Atomic:
    """``atomic_begin`` or ``atomic_end``."""

    begins: bool


@dataclass(frozen=True, slots=True)
class Fork:
    """``start_thread goto l``: a thread with copies of the locals begins at a label."""

    label: Name


class EndThread:
    """``end_thread``: what the outermost procedure of a thread returns with."""


@dataclass(frozen=True, slots=True)
class Return:
    """``return e1, e2``."""

    values: tuple[Surface, ...]


@dataclass(frozen=True, slots=True)
class Goto:
    """``goto l1, l2``: the environment chooses."""

    labels: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Select:
    """``select { (g1) goto l1; (g2) goto l2; }``: a branch whose arms have conditions of their own."""

    arms: tuple[tuple[Surface, Name], ...]


Simple = Assign | Assume | Assert | Return


@dataclass(frozen=True, slots=True)
class Alternatives:
    """``choice { statement goto l1; … }``: alternatives of the environment, each with one step."""

    arms: tuple[tuple[Simple, Name | None, Range], ...]


@dataclass(frozen=True, slots=True)
class If:
    """The beginning of a conditional."""

    condition: Surface


@dataclass(frozen=True, slots=True)
class While:
    """The beginning of a loop."""

    condition: Surface


class Mark(Enum):
    """The beginning of the second part of a conditional, and the ends of conditionals and loops."""

    ELSE = "else"
    END_IF = "fi"
    END_WHILE = "od"


Statement = (
    Assign
    | Assume
    | Assert
    | Invoke
    | Fork
    | Atomic
    | EndThread
    | Return
    | Goto
    | Select
    | Alternatives
    | If
    | While
    | Mark
)


@dataclass(frozen=True, slots=True)
class Item:
    """A statement with its labels and its place; for ``if`` and ``while`` the place is that of the condition."""

    statement: Statement
    labels: tuple[Name, ...]
    range: Range


@dataclass(slots=True)
class Body:
    """What the text of one procedure says."""

    name: Name
    results: int
    formals: list[Declaration] = field(default_factory=list)
    locals: list[Declaration] = field(default_factory=list)
    enforced: list[Surface] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    exit: tuple[Name, ...] = ()
    end: Range = (0, 0)


@dataclass(slots=True)
class Source:
    """What the text of a program says."""

    file: SourceFile
    globals: list[Declaration] = field(default_factory=list)
    enforced: list[Surface] = field(default_factory=list)
    procedures: list[Body] = field(default_factory=list)
