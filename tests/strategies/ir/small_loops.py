"""Random loops over two integers of eight bits, with inputs, and an exhaustive search for runs that never end.

The search shares nothing with Vexil: edges have their meaning as functions of two numbers, written beside their text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

State = tuple[int, int]
Step = Callable[[int, int], list[State]]
MOST_STATES = 400_000


@dataclass
class SmallLoops:
    """A program as text, and its edges as functions; an edge that is not taken gives nothing."""

    width: int
    signed: bool
    lines: list[str] = field(default_factory=list)
    edges: dict[int, list[tuple[int, Step]]] = field(default_factory=dict)
    places: int = 0

    @property
    def kind(self) -> str:
        """The name of the type."""
        return f"{'i' if self.signed else 'u'}{self.width}"

    @property
    def text(self) -> str:
        """The whole program."""
        head = ["vir 1", "function main()", f"  local x: {self.kind}", f"  local y: {self.kind}"]
        return "\n".join([*head, *self.lines, ""])

    def wrap(self, number: int) -> int:
        """A number as one of the type."""
        number &= (1 << self.width) - 1
        return number - (1 << self.width) if self.signed and number >> (self.width - 1) else number

    def numbers(self) -> range:
        """All numbers of the type."""
        half = 1 << (self.width - 1)
        return range(-half, half) if self.signed else range(2 * half)

    def place(self) -> int:
        """A new location."""
        self.places += 1
        return self.places - 1

    def edge(self, source: int, target: int, text: str, step: Step) -> None:
        """An edge with its text and its meaning."""
        self.lines.append(f"  p{source} -> p{target}: {text}")
        self.edges.setdefault(source, []).append((target, step))

    def has_endless_run(self) -> bool | None:
        """Whether some run goes on for ever, by looking at all states; nothing if they are too many."""
        grey, black = 1, 2
        colours: dict[tuple[int, int, int], int] = {}
        start = (0, 0, 0)
        stack = [(start, self._successors(start))]
        colours[start] = grey
        while stack:
            state, following = stack[-1]
            successor = next(following, None)
            if successor is None:
                colours[state] = black
                stack.pop()
            elif colours.get(successor) == grey:
                return True
            elif successor not in colours:
                if len(colours) > MOST_STATES:
                    return None
                colours[successor] = grey
                stack.append((successor, self._successors(successor)))
        return False

    def _successors(self, state: tuple[int, int, int]) -> Iterator[tuple[int, int, int]]:
        place, x, y = state
        for target, step in self.edges.get(place, ()):
            for following in step(x, y):
                yield (target, *following)


def random_loops(random: Random, widths: tuple[int, ...] = (8, 8, 5), *, restarts: bool = False) -> SmallLoops:
    """One or two loops, perhaps in each other, behind inputs for both variables; with *restarts*, then all again."""
    made = SmallLoops(random.choice(widths), random.random() < 0.5)
    first, second = made.place(), made.place()
    body = made.place()
    made.edge(first, second, f"x := choose type({made.kind})", lambda _, y: [(x, y) for x in made.numbers()])
    low = random.randrange(5)
    made.edge(
        second, body, f"y := choose range({low}{made.kind}, {low + 5}{made.kind})",
        lambda x, _: [(x, y) for y in range(low, low + 6)],
    )  # fmt: skip
    end = _loop(made, random, body, 2)
    if random.random() < 0.3:
        end = _loop(made, random, end, 1)
    if restarts:
        made.edge(end, first, "skip", lambda x, y: [(x, y)])
    else:
        made.lines.append(f"  p{end} -> exit: return")
    return made


def _loop(made: SmallLoops, random: Random, head: int, depth: int) -> int:
    inside, behind = made.place(), made.place()
    _branch(made, random, head, inside, behind)
    last = _block(made, random, inside, depth)
    made.edge(last, head, "skip", lambda x, y: [(x, y)])
    return behind


def _branch(made: SmallLoops, random: Random, place: int, yes: int, no: int) -> None:
    text, holds = _condition(made, random)
    made.edge(place, yes, f"assume {text}", lambda x, y: [(x, y)] if holds(x, y) else [])
    made.edge(place, no, f"assume !({text})", lambda x, y: [] if holds(x, y) else [(x, y)])


def _block(made: SmallLoops, random: Random, place: int, depth: int) -> int:
    for _ in range(random.randint(1, 2)):
        kind = random.randrange(6)
        if kind == 5 and depth > 1:
            place = _loop(made, random, place, depth - 1)
        elif kind == 4 and depth > 0:
            yes, no, joined = made.place(), made.place(), made.place()
            _branch(made, random, place, yes, no)
            for side in (yes, no):
                last = _block(made, random, side, 0)
                made.edge(last, joined, "skip", lambda x, y: [(x, y)])
            place = joined
        else:
            following = made.place()
            _assign(made, random, place, following)
            place = following
    return place


def _assign(made: SmallLoops, random: Random, place: int, following: int) -> None:
    is_x = random.random() < 0.6
    name = "x" if is_x else "y"

    def put(x: int, y: int, value: int) -> State:
        return (made.wrap(value), y) if is_x else (x, made.wrap(value))

    if random.random() < 0.15:
        low = random.randrange(4)
        text = f"{name} := choose range({low}{made.kind}, {low + 2}{made.kind})"
        made.edge(place, following, text, lambda x, y: [put(x, y, value) for value in range(low, low + 3)])
        return
    text, value = _value(made, random)
    made.edge(place, following, f"{name} := {text}", lambda x, y: [put(x, y, value(x, y))])


def _value(made: SmallLoops, random: Random) -> tuple[str, Callable[[int, int], int]]:
    number = random.randint(1, 4)
    literal = f"{number}{made.kind}"
    if random.random() < 0.4:  # what loops do that end
        return random.choice([(f"x - {literal}", lambda x, _: x - number), (f"y - {literal}", lambda _, y: y - number)])
    return random.choice(
        [
            (f"x - {literal}", lambda x, _: x - number),
            (f"x + {literal}", lambda x, _: x + number),
            (f"y - {literal}", lambda _, y: y - number),
            (f"y + {literal}", lambda _, y: y + number),
            ("x - y", lambda x, y: x - y),
            ("y - x", lambda x, y: y - x),
            ("x + y", lambda x, y: x + y),
            (literal, lambda *_: number),
            (f"x & {literal}", lambda x, _: x & number),
            ("x * 2" + made.kind, lambda x, _: x * 2),
            ("neg(x)", lambda x, _: -x),
        ]
    )


def _condition(made: SmallLoops, random: Random) -> tuple[str, Callable[[int, int], bool]]:
    number = random.randint(0, 6)
    literal = f"{number}{made.kind}"
    return random.choice(
        [
            (f"x > {literal}", lambda x, _: x > number),
            (f"x < {literal}", lambda x, _: x < number),
            (f"x != {literal}", lambda x, _: x != number),
            (f"x >= {literal}", lambda x, _: x >= number),
            ("x < y", lambda x, y: x < y),
            ("x > y", lambda x, y: x > y),
            ("x != y", lambda x, y: x != y),
            ("x <= y", lambda x, y: x <= y),
            (f"y > {literal}", lambda _, y: y > number),
            (f"x > {literal} && y > {literal}", lambda x, y: x > number and y > number),
            (f"x > {literal} || y > {literal}", lambda x, y: x > number or y > number),
            (f"x + 1{made.kind} > x", lambda x, _: made.wrap(x + 1) > x),
            (f"(x & 1{made.kind}) == 0{made.kind}", lambda x, _: x & 1 == 0),
        ]
    )
