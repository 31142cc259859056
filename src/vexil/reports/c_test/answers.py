"""What the environment of a C program did in a run: the answers of its functions, call by call, and what stays open."""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.ir.types import Type


@dataclass(frozen=True, slots=True)
class Write:
    """A value that a function wrote to memory.

    ``root`` is the pointer it started from: the number of a parameter, counted from 1, or 0 for the result. ``path``
    has the byte offsets of the pointers that were followed from there, ``offset`` that of the value behind the last of
    them. A bit-field has its first bit and its width in the unit of type ``kind``. All values here are integers: those
    of floats are their bits, those of pointers addresses. With ``variable`` it is written to the variable of that name,
    with ``given`` to what an argument of an earlier call pointed to: the function, which call, which argument.
    """

    root: int
    path: tuple[int, ...]
    offset: int
    kind: Type
    value: int
    bits: tuple[int, int] | None = None
    variable: str = ""
    given: tuple[str, int, int] | None = None


@dataclass(slots=True)
class Answer:
    """What one call gave back: a value, or an object of its own of so many bytes; and what it wrote."""

    value: int = 0
    new_object: int | None = None
    writes: list[Write] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Signature:
    """The result and the parameters of a function; the types are those of the intermediate form."""

    result: Type | None
    parameters: tuple[Type, ...] = ()


@dataclass
class Recording:
    """Everything a run took from outside.

    ``answers`` has the calls of every function in their order; ``variables`` the contents of those that are defined
    nowhere, and ``settings`` the values that the user chose for others. ``open`` says what no test can force.
    """

    signatures: dict[str, Signature] = field(default_factory=dict)
    answers: dict[str, list[Answer]] = field(default_factory=dict)
    variables: dict[str, tuple[Type, list[Write]]] = field(default_factory=dict)
    settings: dict[str, tuple[Type, int]] = field(default_factory=dict)
    arguments: list[tuple[Type, int]] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def leave_open(self, sentence: str) -> None:
        """Say once what cannot be forced."""
        if sentence not in self.open:
            self.open.append(sentence)
