"""Random loops over numbers of eight bits whose updates are sums, products and constants, with what they really do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

NAMES = ("x", "y", "z")
WHOLE = 256
State = dict[str, int]


@dataclass(frozen=True)
class CountingLoop:
    """A loop: updates in order, each under a condition; a guard; a claim behind it. All are texts of Python, too."""

    start: tuple[str, ...]
    guard: str
    updates: tuple[tuple[str, str, str], ...]
    claim: str

    def text(self) -> str:
        """The program; n and m are chosen."""
        lines = ["function main()", *(f"  local {name}: u8" for name in (*NAMES, "n", "m"))]
        lines += ["  a0 -> a1: n := choose type(u8)", "  a1 -> a2: m := choose range(0u8, 3u8)"]
        lines += [
            f"  a{number + 2} -> a{number + 3}: {name} := {_vir(value)}"
            for number, (name, value) in enumerate(zip(NAMES, self.start, strict=True))
        ]
        lines += ["  a5 -> h: skip", f"  h -> b0: assume {_vir(self.guard)}", f"  h -> e: assume !({_vir(self.guard)})"]
        for number, (condition, name, value) in enumerate(self.updates):
            lines += [
                f"  b{number} -> c{number}: assume {_vir(condition)}",
                f"  b{number} -> b{number + 1}: assume !({_vir(condition)})",
                f"  c{number} -> b{number + 1}: {name} := {_vir(value)}",
            ]
        lines += [
            f"  b{len(self.updates)} -> h: skip",
            f'  e -> f: check assert {_vir(self.claim)} "claim"',
            "  f -> exit: return",
        ]
        return "\n".join(lines)

    def entries(self) -> Iterator[State]:
        """The states in which the loop is entered."""
        for n in range(WHOLE):
            for m in range(4):
                state: State = {"n": n, "m": m}
                for name, value in zip(NAMES, self.start, strict=True):
                    state[name] = _value(value, state)
                yield state

    def arrivals(self, state: State) -> Iterator[State]:
        """The states at the head, until control leaves in the last one or one would come again."""
        seen: set[tuple[int, ...]] = set()
        while tuple(state.values()) not in seen:
            seen.add(tuple(state.values()))
            yield dict(state)
            if not _holds(self.guard, state):
                return
            state = self.iteration(state)

    def iteration(self, state: State) -> State:
        """The state at the next arrival."""
        state = dict(state)
        for condition, name, value in self.updates:
            if _holds(condition, state):
                state[name] = _value(value, state)
        return state

    def is_violated(self) -> bool:
        """Whether some run leaves the loop in a state that breaks the claim."""
        for entry in self.entries():
            *_, last = self.arrivals(entry)
            if not _holds(self.guard, last) and not _holds(self.claim, last):
                return True
        return False


def _value(text: str, state: State) -> int:
    return int(eval(text, {"__builtins__": {}}, state)) % WHOLE


def _holds(text: str, state: State) -> bool:
    left, operator, right = text.split(" | ")
    one, two = _value(left, state), _value(right, state)
    return {"==": one == two, "!=": one != two, "<": one < two, "<=": one <= two}[operator]


def _vir(text: str) -> str:
    words = [f"{word}u8" if word.isdigit() else word for word in text.replace(" | ", " ").split(" ")]
    return " ".join(words)


def random_counting_loop(random: Random) -> CountingLoop:
    """A loop with one to four updates, most of which have closed forms."""

    def number() -> str:
        return str(random.choice((1, 0, 2, 3, 5, 8, 100, 255)))

    start = tuple(random.choice(("0", number(), "n", "m")) for _ in NAMES)
    guard_name = random.choice(NAMES)
    guard = f"{guard_name} | {random.choice(('<', '!=', '<='))} | {random.choice(('n', number()))}"
    step = f"{guard_name} * {number()} + {number()}" if random.random() < 0.15 else f"{guard_name} + {number()}"
    updates = [("0 | == | 0", guard_name, step)]
    for _ in range(random.randint(0, 3)):
        name, other = random.choice(NAMES), random.choice((*NAMES, "m"))
        value = random.choice(
            (
                f"{name} + {number()}",
                f"{name} + {other}",
                f"{name} + {other} * {number()}",
                f"{name} - {other}",
                f"{name} + {other} * {random.choice(NAMES)}",
                number(),
                other,
                f"{other} + {number()}",
                f"{name} * {number()} + {other}",
                f"{name} * {number()} + {number()}",
                f"{name} * {number()}",
                f"{name} * m + {random.choice((other, number()))}",
            )
        )
        condition = random.choice(("0 | == | 0", "0 | == | 0", f"m | < | {number()}", f"{other} | < | {number()}"))
        updates.insert(random.randint(0, len(updates)), (condition, name, value))
    one, two = random.choice(NAMES), random.choice((*NAMES, "n", "m"))
    claim = random.choice(
        (
            f"{one} | == | {two} + {number()}",
            f"{one} | == | {two} * {number()}",
            f"{one} | <= | {two}",
            f"{one} | != | {number()}",
            f"{one} * 2 | == | {two} * {two} + {two}",
            f"{one} | == | {number()}",
            f"{one} - {two} | != | {number()}",
            f"{one} * {number()} | == | {two} - {number()}",
            f"{one} * 128 | == | {two} * 128",
            f"{one} * 64 | == | 64",
        )
    )
    return CountingLoop(start, guard, tuple(updates), claim)
