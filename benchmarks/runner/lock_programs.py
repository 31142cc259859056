"""C programs with any number of locks that have nothing to do with each other."""

from __future__ import annotations

from enum import Enum


class Discipline(Enum):
    """Whether every lock is released only where it is held."""

    KEPT = "kept"
    BROKEN = "broken"


def lock_program(locks: int, discipline: Discipline = Discipline.KEPT) -> str:
    """The text of a program that takes and releases locks in a loop, each of them if an input of its own says so.

    Releasing a lock that is not held is the error; where the discipline is broken, the last lock is never taken. Each
    lock needs two predicates, and no edge is about two locks.
    """
    numbers = range(1, locks + 1)
    taken = numbers if discipline is Discipline.KEPT else numbers[:-1]
    lines = [
        "extern void reach_error(void);",
        "extern int __VERIFIER_nondet_int(void);",
        "int main(void) {",
        *(f"  int wanted{lock} = __VERIFIER_nondet_int(), held{lock};" for lock in numbers),
        "  while (__VERIFIER_nondet_int()) {",
        *(f"    held{lock} = 0;" for lock in numbers),
        *(f"    if (wanted{lock}) held{lock} = 1;" for lock in taken),
        *(f"    if (wanted{lock}) {{ if (held{lock} != 1) reach_error(); held{lock} = 0; }}" for lock in numbers),
        "  }",
        "  return 0;",
        "}",
    ]
    return "\n".join(lines) + "\n"
