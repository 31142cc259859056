"""Why a program has no flat form."""

from __future__ import annotations

from vexil.ir.program import Program
from vexil.model.trace.places import text_of_edge


class NotFlat(Exception):  # noqa: N818 - it says what the program is, nothing is wrong
    """Something that has no bound or no place in a guarded system; another engine may still take the program.

    ``what`` names the variable, site or construct, ``where`` the function or edge, ``option`` what would bound it.
    """

    def __init__(self, what: str, reason: str, *, where: str = "", option: str = "") -> None:
        super().__init__(f"{what}{f' at {where}' if where else ''}: {reason}")
        self.what = what
        self.reason = reason
        self.where = where
        self.option = option

    @property
    def hint(self) -> str:
        """What to do about it, if anything."""
        return f"bound it with {self.option}" if self.option else ""


def no_flat_form(program: Program, refused: NotFlat) -> str:
    """Why a program has no flat form, with the statement in place of an edge."""
    where = text_of_edge(program, refused.where)
    return f"the program has no flat form: {refused.what}{f' at {where}' if where else ''}: {refused.reason}"
