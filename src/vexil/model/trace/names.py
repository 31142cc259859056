"""Names of objects and threads that stay the same throughout a trace.

An object is called by the shortest path that leads to it, from a global or a local variable through fields and
elements, if every part of the path refers to no other object anywhere in the run: so a name never changes its
meaning. All others are called by their class and the number of their creation: ``Buffer#1``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from vexil.model.trace.steps import Place

LONGEST_PATH = 3
"""Fields and elements that a path may have behind its variable."""

Link = tuple[int, str]
"""An object and what follows its name: ``.field`` or ``[index]``."""


class References:
    """To which object each name refers, as long as it is only one."""

    def __init__(self) -> None:
        self._numbers: dict[str | Link, int] = {}

    def note(self, name: str | Link, number: int) -> None:
        """Remember that a name refers to an object; null does not count."""
        if number and self._numbers.setdefault(name, number) != number:
            self._numbers[name] = 0

    def unambiguous(self) -> Iterable[tuple[str | Link, int]]:
        """The names with the only object each of them refers to, in the order they were met."""
        return [(name, number) for name, number in self._numbers.items() if number]

    def __contains__(self, name: str) -> bool:
        return name in self._numbers


@dataclass(frozen=True, slots=True)
class Created:
    """What an object was created as, and where: the class with a number of its own for each instance.

    ``calls`` are those under way when an exception was created, innermost first; ``by_user`` says that a statement of
    the user's created it, and not a library function that it calls.
    """

    name: str
    place: Place | None
    calls: tuple[Place, ...] = ()
    by_user: bool = True


@dataclass(frozen=True)
class Names:
    """Names of objects by their numbers, of locks without object by theirs, and of threads as they are started."""

    paths: Mapping[int, str] = field(default_factory=dict)
    created: Mapping[int, Created] = field(default_factory=dict)
    locks: Mapping[int, str] = field(default_factory=dict)
    threads: Sequence[str] = ("main",)
    hidden_locks: frozenset[int] = frozenset()
    """Numbers of locks that only functions of the library take."""
    fixed: frozenset[str | Link] = frozenset()
    """Globals, fields and elements that refer to one object only, so that reading them tells nothing."""

    def of(self, number: int) -> str | None:
        """The name of an object; nothing when nobody saw how it came about."""
        name = self.paths.get(number)
        if name is None and number in self.created:
            return self.created[number].name
        return name


def paths_of(global_names: References, local_names: References, links: References) -> dict[int, str]:
    """The shortest unambiguous path to each object; of equally short ones globals come first."""
    paths: dict[int, str] = {}
    for name, number in global_names.unambiguous():
        paths.setdefault(number, str(name))
    for name, number in local_names.unambiguous():
        if isinstance(name, str) and name not in global_names:
            paths.setdefault(number, name)
    steps: dict[int, list[tuple[str, int]]] = {}
    for link, number in links.unambiguous():
        if not isinstance(link, str):
            steps.setdefault(link[0], []).append((link[1], number))
    layer = list(paths)
    for _ in range(LONGEST_PATH):
        following = []
        for owner in layer:
            for text, number in steps.get(owner, ()):
                if number not in paths:
                    paths[number] = paths[owner] + text
                    following.append(number)
        layer = following
    return paths


def distinct(bases: Sequence[str]) -> list[str]:
    """Names made from what threads are called: those that are called the same get numbers."""
    counts: dict[str, int] = {}
    for base in bases:
        counts[base] = counts.get(base, 0) + 1
    used: dict[str, int] = {}
    names: list[str] = []
    for base in bases:
        number = used[base] = used.get(base, 0) + 1
        single = counts[base] == 1 or (base == "main" and number == 1)
        names.append(base if single else f"{base}-{number}")
    return names
