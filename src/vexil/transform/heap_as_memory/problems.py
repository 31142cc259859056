"""Why a program has no form in which the heap is memory."""

from __future__ import annotations


class NotSequential(Exception):  # noqa: N818 - an answer, not a mistake of ours
    """The program has something that the form without objects does not have, at an edge or for a declaration."""

    def __init__(self, reason: str, where: str = "") -> None:
        super().__init__(f"{reason} at {where}" if where else reason)
