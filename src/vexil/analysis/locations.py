"""Abstract objects and locations: what pointers, references and threads may be about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class GlobalObject:
    """The memory of an addressable global; of all threads' copies when it is per thread."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, order=True)
class LocalObject:
    """The memory of an addressable parameter or local variable, in all activations of its function."""

    function: str
    name: str

    def __str__(self) -> str:
        return f"{self.function}::{self.name}"


@dataclass(frozen=True, slots=True, order=True)
class AllocatedObject:
    """Every object that one edge allocates; ``class_name`` is set for instances, ``element`` for array objects."""

    edge: str
    site: str
    class_name: str | None = None
    element: str | None = None

    def __str__(self) -> str:
        return f"{self.edge} ({self.site})" if self.site else self.edge


@dataclass(frozen=True, slots=True, order=True)
class CodeObject:
    """A function."""

    function: str

    def __str__(self) -> str:
        return self.function


@dataclass(frozen=True, slots=True, order=True)
class ThreadObject:
    """Every thread that one edge starts; the first thread when ``edge`` is empty."""

    edge: str

    def __str__(self) -> str:
        return f"thread {self.edge}" if self.edge else "first thread"


@dataclass(frozen=True, slots=True, order=True)
class ResultObject:
    """A structure or array on its way: the result of a function, or what one edge copies."""

    name: str

    def __str__(self) -> str:
        return f"value of {self.name}"


@dataclass(frozen=True, slots=True, order=True)
class UnknownObject:
    """What an address made from a number may be about: any exposed object, or none."""

    def __str__(self) -> str:
        return "unknown"


@dataclass(frozen=True, slots=True, order=True)
class AbsoluteObject:
    """What an absolute address other than null is about: no object of the program."""

    def __str__(self) -> str:
        return "absolute"


AbstractObject = (
    GlobalObject
    | LocalObject
    | AllocatedObject
    | CodeObject
    | ThreadObject
    | ResultObject
    | UnknownObject
    | AbsoluteObject
)


@dataclass(frozen=True, slots=True)
class AbstractLocation:
    """Byte offsets in an object: ``offset`` exactly if ``stride`` is 0, else everything congruent to it modulo it."""

    object: AbstractObject
    offset: int = 0
    stride: int = 0

    def covers(self, offset: int) -> bool:
        """Say whether a byte offset is one of those meant."""
        return offset == self.offset if self.stride == 0 else (offset - self.offset) % self.stride == 0

    def __str__(self) -> str:
        step = f" mod {self.stride}" if self.stride else ""
        return f"{self.object}+{self.offset}{step}"

    @property
    def sort_key(self) -> tuple[str, str, int, int]:
        """A total order over locations of all kinds of objects."""
        return (type(self.object).__name__, str(self.object), self.offset, self.stride)


UNKNOWN = AbstractLocation(UnknownObject())
"""An address made from a number: it may point anywhere into any exposed object, or nowhere."""
ABSOLUTE = AbstractLocation(AbsoluteObject())
"""An absolute address other than null."""


def in_memory(locations: Iterable[AbstractLocation]) -> tuple[AbstractLocation, ...]:
    """The locations that are in objects of the program's memory, in a fixed order."""
    elsewhere = UnknownObject | AbsoluteObject | CodeObject | ThreadObject
    inside = [location for location in locations if not isinstance(location.object, elsewhere)]
    return tuple(sorted(inside, key=lambda location: location.sort_key))
