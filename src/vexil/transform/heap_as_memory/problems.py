"""Why a program has no form in which the heap is memory."""

from __future__ import annotations

from vexil.model.protocols import NotApplicable


class NotSequential(NotApplicable):
    """The program has something that the form without objects does not have, at an edge or for a declaration."""

    def __init__(self, reason: str, where: str = "") -> None:
        super().__init__(f"{reason} at {where}" if where else reason)
