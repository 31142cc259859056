"""Random loops and calls over two integers of eight bits, with inputs, and an exhaustive search for runs without end.

The search shares nothing with Vexil: edges have their meaning as functions of two numbers, written beside their text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

State = tuple[int, int]
Step = Callable[[int, int], list[State]]
MOST_STATES = 400_000


Node = tuple[int, int, int]


@dataclass(frozen=True)
class SmallCall:
    """A call: where it returns to, the entry that is called, its argument, and the state with the result."""

    target: int
    entry: int
    argument: Callable[[int, int], int]
    resumed: Callable[[int, int, int], State]


@dataclass
class SmallLoops:
    """A program as text, and its edges as functions; an edge that is not taken gives nothing.

    Besides main there may be functions of one parameter ``x`` and one variable ``y``, which is 0 at entry.
    """

    width: int
    signed: bool
    lines: list[str] = field(default_factory=list)
    edges: dict[int, list[tuple[int, Step]]] = field(default_factory=dict)
    places: int = 0
    functions: list[str] = field(default_factory=list)
    calls: dict[int, SmallCall] = field(default_factory=dict)
    returns: dict[int, Callable[[int, int], int]] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The name of the type."""
        return f"{'i' if self.signed else 'u'}{self.width}"

    @property
    def text(self) -> str:
        """The whole program."""
        head = ["vir 1", "function main()", f"  local x: {self.kind}", f"  local y: {self.kind}"]
        return "\n".join([*head, *self.lines, *self.functions, ""])

    def __str__(self) -> str:
        return self.text

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
        """Whether some run goes on for ever, by looking at all states; nothing if they are too many.

        A run without end is an endless way through states, where a call leads to its entry, if it never returns, or to
        the states behind it.
        """
        results = self._results()
        if results is None:
            return None
        grey, black = 1, 2
        colours: dict[Node, int] = {}
        start = (0, 0, 0)
        stack = [(start, self._successors(start, results))]
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
                stack.append((successor, self._successors(successor, results)))
        return False

    def _results(self) -> dict[Node, set[int]] | None:
        """What calls may return, by the state at their entry; nothing if there are too many states."""
        results: dict[Node, set[int]] = {}
        if not self.calls:
            return results
        start = (0, 0, 0)
        waiting: dict[Node, set[tuple[Node, Node]]] = {}
        seen = {(start, start)}
        pending = [(start, start)]

        def reach(entry: Node, state: Node) -> None:
            if (entry, state) not in seen:
                seen.add((entry, state))
                pending.append((entry, state))

        while pending:
            if len(seen) > MOST_STATES:
                return None
            entry, (place, x, y) = pending.pop()
            for target, step in self.edges.get(place, ()):
                for following in step(x, y):
                    reach(entry, (target, *following))
            call = self.calls.get(place)
            if call is not None:
                inner = (call.entry, self.wrap(call.argument(x, y)), 0)
                waiting.setdefault(inner, set()).add((entry, (place, x, y)))
                reach(inner, inner)
                for value in results.get(inner, ()):
                    reach(entry, (call.target, *call.resumed(x, y, value)))
            if place in self.returns:
                value = self.wrap(self.returns[place](x, y))
                if value not in results.setdefault(entry, set()):
                    results[entry].add(value)
                    for outer, (source, outer_x, outer_y) in waiting.get(entry, set()):
                        made = self.calls[source]
                        reach(outer, (made.target, *made.resumed(outer_x, outer_y, value)))
        return results

    def _successors(self, state: Node, results: dict[Node, set[int]]) -> Iterator[Node]:
        place, x, y = state
        for target, step in self.edges.get(place, ()):
            for following in step(x, y):
                yield (target, *following)
        call = self.calls.get(place)
        if call is not None:
            inner = (call.entry, self.wrap(call.argument(x, y)), 0)
            yield inner
            for value in sorted(results.get(inner, ())):
                yield (call.target, *call.resumed(x, y, value))


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


def random_calls(random: Random) -> SmallLoops:
    """One or two functions that call themselves or each other, perhaps in loops, and a main function that calls one."""
    made = SmallLoops(8, random.random() < 0.5)
    first, second, behind, end = (made.place() for _ in range(4))
    made.edge(first, second, f"x := choose type({made.kind})", lambda _, y: [(x, y) for x in made.numbers()])
    names = ("f", "g")[: random.randint(1, 2)]
    entries = {name: made.place() for name in names}
    _call(made, second, behind, "f", entries["f"], ("x", lambda x, _: x), is_x=random.random() < 0.5)
    if random.random() < 0.3:
        place = _loop(made, random, behind, 1)
        made.edge(place, end, "skip", lambda x, y: [(x, y)])
    else:
        made.edge(behind, end, "skip", lambda x, y: [(x, y)])
    made.lines.append(f"  p{end} -> exit: return")
    main = made.lines
    for name in names:
        made.lines = [f"function {name}(x: {made.kind}) -> {made.kind}", f"  local y: {made.kind}"]
        _function(made, random, entries, name)
        made.functions += made.lines
    made.lines = main
    return made


def _function(made: SmallLoops, random: Random, entries: dict[str, int], name: str) -> None:
    """A function that returns under a condition, and else calls, once or twice."""
    leave, goes_on = made.place(), made.place()
    _branch(made, random, entries[name], leave, goes_on)
    place = _block(made, random, goes_on, 0) if random.random() < 0.4 else goes_on
    for _ in range(1 if random.random() < 0.8 else 2):
        callee = random.choice(sorted(entries))
        after = made.place()
        _call(made, place, after, callee, entries[callee], _value(made, random), is_x=random.random() < 0.3)
        place = after
        if random.random() < 0.2:
            place = _loop(made, random, place, 0)
    for end in (leave, place):
        text, value = random.choice([("x", lambda x, _: x), ("y", lambda _, y: y), _value(made, random)])
        made.returns[end] = value
        made.lines.append(f"  p{end} -> exit: return {text}")


def _call(
    made: SmallLoops, place: int, target: int, name: str, entry: int,
    argument: tuple[str, Callable[[int, int], int]], *, is_x: bool,
) -> None:  # fmt: skip
    text, value = argument
    made.lines.append(f"  p{place} -> p{target}: {'x' if is_x else 'y'} := call {name}({text})")
    made.calls[place] = SmallCall(target, entry, value, lambda x, y, result: (result, y) if is_x else (x, result))


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
