"""How Java programs are read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Texts:
    """Which texts are made because something reads them.

    ``messages`` are those of exceptions and the names of threads, ``contents`` the characters of strings that are put
    together; without them a string is an object and nothing else.
    """

    messages: bool
    contents: bool


@dataclass(frozen=True)
class JavaOptions:
    """The class to start, its arguments, and what is modelled how."""

    main: str | None = None
    """The class whose ``main`` runs, if there are several."""
    arguments: tuple[str, ...] = ()
    output: bool = False
    """Whether somebody wants to see what is printed; otherwise text that is only printed is not made."""
    atomic_statements: bool = False
    """Whether a statement without calls is one step, whatever it reads and writes."""
    longest_string: int = 8
    """The greatest length of strings from outside."""
    stubs: tuple[str, ...] = ()
    """Packages whose classes are made up."""
