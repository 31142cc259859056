"""What writers of small threaded programs in C and Java have in common: statements, nesting, habits of protection.

Most accesses to a variable are protected as it is its habit, most objects are private before they are published, and
most programs break the habit somewhere: what a search takes for granted is right often, and wrong often enough.
"""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random

from strategies.ir.endless import random_property_of_runs

HABIT = 0.85
"""How often a variable is accessed as it should be."""
Maker = Callable[[], None]


class ThreadWriter(ABC):
    """Writes the bodies of threads, one after the other; what occurs in them is declared in the end."""

    GUARDED: tuple[str, ...]
    """Variables that have something that protects them."""
    NUMBERS: tuple[str, ...]
    """Variables that hold numbers."""
    MOST_DEPTH = 2

    def __init__(self, random: Random, *, endless: bool) -> None:
        """With *endless*, threads may go round for ever, and variables take few values."""
        self.random, self.endless = random, endless
        self.lines: list[str] = []
        self.indent = 1
        self.depth = 0
        self.held: list[str] = []
        self.locals: set[str] = set()
        self.makers: Sequence[Maker] = ()
        self.guards: dict[str, str] = {}
        self.mistakes: Sequence[str] = ("",)
        self.numbers: list[str] = []

    # --- choices -----------------------------------------------------------------------------------------

    def rare(self, share: float) -> bool:
        """Say whether something happens that happens so often."""
        return self.random.random() < share

    def one(self, *texts: str) -> str:
        """One of some texts."""
        return self.random.choice(texts)

    def number(self, bound: int = 3) -> str:
        """A small number."""
        return str(self.random.randrange(2 if self.endless else bound))

    def choose_habits(self, themes: Sequence[Sequence[Maker]], others: Sequence[Maker], guards: Sequence[str]) -> None:
        """Choose what this program is about, and what protects which variable: few things, so that threads meet."""
        random = self.random
        theme = random.choice(themes)
        self.makers = [*theme, *theme, *random.sample(others, random.randint(0, 2))]
        chosen = random.sample(guards, random.choice([1, 1, 2]))
        self.guards = {name: random.choice(chosen) for name in self.GUARDED}
        self.mistakes = ["", "", random.choice(guards)]
        self.numbers = random.sample(self.NUMBERS, random.choice([1, 1, 2]))

    # --- text --------------------------------------------------------------------------------------------

    def say(self, *lines: str) -> None:
        """Add lines."""
        self.lines += ["    " * self.indent + line for line in lines]

    def local(self, name: str) -> str:
        """The name of a local variable, which is declared."""
        self.locals.add(name)
        return name

    @contextmanager
    def block(self, head: str, tail: str = "}") -> Iterator[None]:
        """Lines in braces."""
        self.say(f"{head} {{".strip())
        self.indent += 1
        yield
        self.indent -= 1
        self.say(tail)

    def statements(self, count: int) -> None:
        """So many statements."""
        for _ in range(count):
            self.random.choice(self.makers)()

    def inside(self, count: int) -> None:
        """Statements inside of others, not too deep; there is at least something."""
        if self.depth < self.MOST_DEPTH:
            self.depth += 1
            self.statements(count)
            self.depth -= 1

    def written(self, write: Callable[[], None]) -> list[str]:
        """The lines that something writes, apart from all others, with locals and habits of their own."""
        outer, self.lines, self.locals, self.held = self.lines, [], set(), []
        write()
        lines, self.lines = self.lines, outer
        return lines

    def tell(self, name: str) -> None:
        """Show, most often, what the thread has read, in a variable that nobody else writes, or that it is done."""
        if self.endless:
            self.say(*(["done = 1;"] if self.rare(0.7) else []))
        elif "i" in self.locals and self.rare(0.7):
            self.say(f"{name} = i;")

    def variable(self) -> str:
        """A variable that holds a number."""
        return self.random.choice(self.numbers)

    # --- statements --------------------------------------------------------------------------------------

    def _plain(self) -> None:
        """Read or write a variable that holds a number."""
        raise NotImplementedError

    def _check(self, share: float) -> None:
        """Assert something about what was read, so often."""
        if not self.endless and self.rare(share):
            self.say(f"assert({self.local('i')} != {self.number()});")

    def _divide(self) -> None:
        self.say(f"{self.local('j')} = 1 / {self.local('i')};")

    def _when(self) -> None:
        with self.block(f"if ({self.one(self.local('i'), self.variable())} == {self.number(2)})"):
            self._plain()
            self.inside(1)

    def _loop(self) -> None:
        counter = f"r{self.depth}"
        with self.block(f"for (int {counter} = 0; {counter} < 2; {counter}++)"):
            self._plain()
            if self.rare(0.3):
                self.say(f"if ({self.local('i')} == 1) {self.one('break', 'continue')};")
            self.inside(self.random.choice([0, 0, 1]))

    # --- protection --------------------------------------------------------------------------------------

    @contextmanager
    def under(self, guard: str) -> Iterator[None]:
        """Lines that are protected."""
        self.enter(guard)
        self.held.append(guard)
        yield
        self.held.pop()
        self.leave(guard)

    @contextmanager
    def protected(self, name: str) -> Iterator[None]:
        """Lines that access a variable, protected if the habit is kept, by something else, or not at all."""
        guard = self.guards[name] if self.rare(HABIT) else self.random.choice(self.mistakes)
        if not guard or guard in self.held:
            yield
        else:
            with self.under(guard):
                yield

    def enter(self, guard: str) -> None:
        """Write what begins a protected part."""
        raise NotImplementedError

    def leave(self, guard: str) -> None:
        """Write what ends it."""
        raise NotImplementedError


def occurs(name: str, lines: Sequence[str]) -> bool:
    """Say whether a name occurs in lines."""
    return any(re.search(rf"\b{name}\b", line) for line in lines)


def declared(declarations: Mapping[str, str], lines: Sequence[str]) -> dict[str, str]:
    """The declarations of what occurs in lines, or in a declaration behind it."""
    found: dict[str, str] = {}
    for name, text in reversed(declarations.items()):
        if occurs(name, [*lines, *found.values()]):
            found[name] = text
    return dict(reversed(found.items()))


def random_question(random: Random, text: str, atoms: Mapping[str, str]) -> str:
    """A property of the runs of a program, with atoms of which the program has that what is written beside them."""
    known = [atom for atom, needed in atoms.items() if needed in text]
    match random.randrange(6):
        case 5:
            return f"pattern: {{{random.choice(known)}}} responds to {{{random.choice(known)}}} globally"
        case 3 | 4:
            about = [atom for atom in known if "done" in atom] or known
            return f"ltl: {random.choice(['<>', '<>', '[]<>', '<>[]'])}({random.choice(about)})"
    return random_property_of_runs(random, lambda: random.choice(known))
