"""Names that the source of a program does not have.

Front ends give every local variable a name that no other variable of its function and no global has so far. A global
that is made up afterwards, for a literal or for what a thread knows about itself, must not meet such a name: it has a
mark that no identifier of any source language has, and no temporary is named with such an end.
"""

from __future__ import annotations

_MARK = "#"
ANONYMOUS = f"anonymous{_MARK}"
"""How the names of members and structures begin that have none in C."""
CAPTURED = f"val{_MARK}"
"""How the names of fields and parameters begin that keep a variable of the code around."""
EXCEPTION = "exception"
"""The kind of the check that no exception leaves the entry, in programs whose objects are memory."""
OUTER = f"this{_MARK}outer"
"""The field that refers to the object around."""


_GHOST = "\\"


def ghost(name: str) -> str:
    """The name of a variable that only proofs use: what is remembered of other values, and changes no run."""
    return f"{_GHOST}{name}"


PREFERRED_HEAD = ghost("head")
"""A label of locations that orders of visits take as heads of loops rather than others."""


def is_ghost(name: str) -> bool:
    """Say whether only proofs use a variable."""
    return name.startswith(_GHOST)


def made_up(stem: str, which: int | str) -> str:
    """A name for something that the source does not name, told apart from others with the same stem by *which*."""
    return f"{stem}{_MARK}{which}"
