"""Faults to plant in the reasoning behind proofs, each with a program that it makes the engine prove wrongly.

A fault is a mistake that a programmer could make: a rewriting rule that forgets overflow, a sign that is lost, a case
that is not considered. Planting goes through ``pytest.MonkeyPatch``, which takes everything back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

Patch = pytest.MonkeyPatch
Change = Callable[[Callable[..., Any]], Callable[..., Any]]
"""Makes the faulty method from the right one."""

PRELUDE = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern signed char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint(), v = __VERIFIER_nondet_uint();
"""


@dataclass(frozen=True)
class Fault:
    """A fault, the body of a program that is wrong, and the same with the mistake mended.

    ``contradicted`` says that the checker shows a run that breaks the property; else it only refuses the evidence.
    ``refuted`` says that the sound engine finds that run; else it gives up, as for an operation that is not defined.
    """

    name: str
    plant: Callable[[Patch], None]
    wrong: str
    right: str
    prop: str = "assert"
    contradicted: bool = True
    refuted: bool = True

    @property
    def wrong_program(self) -> str:
        """The program that the fault makes the engine prove."""
        return f"{PRELUDE}  {self.wrong}\n  return 0;\n}}\n"

    @property
    def right_program(self) -> str:
        """The program that can be proved."""
        return f"{PRELUDE}  {self.right}\n  return 0;\n}}\n"


def replaced(owner: type, name: str, change: Change) -> Callable[[Patch], None]:
    """Plant a method that is made from the right one."""
    return lambda patch: patch.setattr(owner, name, change(getattr(owner, name)))


def renamed(**names: str) -> Change:
    """Take one operator for another."""
    return lambda make: lambda self, op, left, right: make(self, names.get(op, op), left, right)
