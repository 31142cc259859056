"""What a fault is: a name, what is patched, and the check that must notice it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import pytest

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]
Change = Callable[[Callable[..., Any]], Callable[..., Any]]
"""Makes the faulty method from the right one."""


class Check(Protocol):
    """What must notice a fault."""

    def accept(self) -> None:
        """Find nothing wrong while no fault is planted; also prepares what the fault must not touch."""

    def notice(self) -> None:
        """Fail unless the fault, which is planted now, is noticed."""


@dataclass(frozen=True)
class Fault:
    """A fault, and the check that must notice it."""

    name: str
    plant: Plant
    check: Check


def replaced(owner: type, name: str, change: Change) -> Plant:
    """Plant a method that is made from the right one."""
    return lambda patch: patch.setattr(owner, name, change(getattr(owner, name)))


def renamed(**names: str) -> Change:
    """Take one operator for another."""
    return lambda make: lambda self, op, left, right: make(self, names.get(op, op), left, right)
