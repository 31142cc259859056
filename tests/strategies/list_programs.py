"""Random programs that build, walk, change and free linked lists, with what they do on small inputs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

Statement = tuple[Any, ...]
"""An operation with its operands; bodies of loops and branches are tuples of statements."""
POINTERS = ("h", "p", "q", "t", "o")
MOST_RUNS = 400
MOST_STEPS = 120
NODES = (0, 1, 2, 3)
NEXT = "pointer_add({0}, 8i64, ptr[ptr[struct[node]]])"


@dataclass(frozen=True)
class ListProgram:
    """Statements over five pointers, a counter *n* and numbers from outside that are 0, 1 or 2."""

    body: tuple[Statement, ...]

    def text(self) -> str:
        """The program in the text form."""
        return _Text().program(self.body)

    def breaks(self) -> list[int] | None:
        """Inputs of a small run that breaks an assertion or does what is not defined, if one is found."""
        pending: list[list[int]] = [[count] for count in NODES]
        for _ in range(MOST_RUNS):
            if not pending:
                return None
            run = _Run(pending.pop())
            if run.is_wrong(self.body):
                return run.inputs
            pending += run.others
        return None


class _Stop(Exception):  # noqa: N818 - the end of a run
    """A run that ends early; it is wrong, or nothing is known of the rest."""

    def __init__(self, *, is_wrong: bool) -> None:
        super().__init__()
        self.is_wrong = is_wrong


class _Run:
    """One run: inputs that are given first, then zeros; ``others`` are the beginnings of other runs."""

    def __init__(self, inputs: list[int]) -> None:
        self.given = len(inputs)
        self.inputs = list(inputs)
        self.others: list[list[int]] = []
        self.position = 1
        self.count = inputs[0]
        self.steps = 0
        self.values: dict[str, int | None] = dict.fromkeys(POINTERS, 0)
        self.nodes: dict[int, list[int | None]] = {}

    def is_wrong(self, body: tuple[Statement, ...]) -> bool:
        try:
            self._all(body)
        except _Stop as stop:
            return stop.is_wrong
        return False

    def _choice(self) -> int:
        if self.position == len(self.inputs):
            self.others += [[*self.inputs, other] for other in (1, 2)]
            self.inputs.append(0)
        self.position += 1
        return self.inputs[self.position - 1]

    def _node(self, name: str) -> list[int | None]:
        number = self.values[name]
        if number is None or number not in self.nodes:
            raise _Stop(is_wrong=True)
        return self.nodes[number]

    def _link(self, name: str) -> int | None:
        link = self._node(name)[1]
        if link is None:
            raise _Stop(is_wrong=True)
        return link

    def _data(self, name: str) -> int:
        data = self._node(name)[0]
        return self._choice() if data is None else data

    def _number(self, what: str) -> int:
        return self._choice() if what == "v" else int(what)

    def _all(self, body: tuple[Statement, ...]) -> None:
        for statement in body:
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise _Stop(is_wrong=False)
            self._one(statement)

    def _one(self, statement: Statement) -> None:
        match statement:
            case ("new", name):
                self.values[name] = number = len(self.nodes) + 1 + 1000 * self.steps
                self.nodes[number] = [None, None]
            case ("set", name, other):
                self.values[name] = 0 if other == "NULL" else self.values[other]
            case ("load", name, other):
                self.values[name] = self._link(other)
            case ("store", name, other):
                self._node(name)[1] = 0 if other == "NULL" else self.values[other]
            case ("data", name, what):
                number = self._number(what)
                self._node(name)[0] = number
            case ("free", name):
                if self.values[name]:
                    self._node(name)
                    del self.nodes[self.values[name] or 0]
            case ("assert", name, operator, limit):
                if not _holds(self._data(name), operator, limit):
                    raise _Stop(is_wrong=True)
            case ("if", condition, yes, no):
                self._all(yes if self._test(condition) else no)
            case ("while", condition, inside):
                while self._test(condition):
                    self._all(inside)
                    self.steps += 1
                    if self.steps > MOST_STEPS:
                        raise _Stop(is_wrong=False)

    def _test(self, condition: Statement) -> bool:
        match condition:
            case ("some", name):
                return self.values[name] != 0
            case ("more",):
                self.count -= 1
                return self.count >= 0
            case ("maybe",):
                return self._choice() == 1
            case ("is", name, operator, limit):
                return _holds(self._data(name), operator, limit)
            case ("same", name, other):
                one, two = self.values[name], self.values[other]
                if any(number and number not in self.nodes for number in (one, two)):
                    raise _Stop(is_wrong=False)
                return one == two
            case _:
                raise AssertionError(condition)


def _holds(value: int, operator: str, limit: int) -> bool:
    return {"==": value == limit, "!=": value != limit, "<=": value <= limit, ">=": value >= limit}[operator]


# --- text ------------------------------------------------------------------------------------------------


class _Text:
    """Writes a program, statement by statement."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.places = 0

    def place(self) -> str:
        self.places += 1
        return f"s{self.places}"

    def edge(self, source: str, operation: str, target: str | None = None) -> str:
        target = target or self.place()
        self.lines.append(f"  {source} -> {target}: {operation}")
        return target

    def program(self, body: tuple[Statement, ...]) -> str:
        start = "s0"
        for name in POINTERS:
            start = self.edge(start, f"{name} := null(ptr[struct[node]])")
        end = self.all(self.edge(start, "n := choose type(i32)"), body)
        self.edge(end, "return", "exit")
        declared = "\n".join(f"  local {name}: ptr[struct[node]]" for name in POINTERS)
        lines = "\n".join(self.lines)
        return f"""struct node size 16 align 8
  member data: i32 at 0
  member next: ptr[struct[node]] at 8
function main()
{declared}
  local n: i32
  local v: i32
{lines}
"""

    def all(self, start: str, body: tuple[Statement, ...]) -> str:
        for statement in body:
            start = self.one(start, statement)
        return start

    def one(self, start: str, statement: Statement) -> str:
        match statement:
            case ("new", name):
                return self.edge(start, f'{name} := new memory(16u64) site "node"')
            case ("set", name, other):
                return self.edge(start, f"{name} := {_pointer(other)}")
            case ("load", name, other):
                return self.edge(start, f"{name} := {_next(other)}")
            case ("store", name, other):
                return self.edge(start, f"{_next(name)} := {_pointer(other)}")
            case ("data", name, "v"):
                chosen = self.edge(start, "v := choose range(0i32, 2i32)")
                return self.edge(chosen, f"deref({name}, i32) := v")
            case ("data", name, what):
                return self.edge(start, f"deref({name}, i32) := {what}i32")
            case ("free", name):
                return self.edge(start, f"release {name}")
            case ("assert", name, operator, limit):
                return self.edge(start, f'check assert deref({name}, i32) {operator} {limit}i32 "claim"')
            case ("if", condition, yes, no):
                first, second = self.branch(start, condition)
                end = self.all(first, yes)
                return self.edge(self.all(second, no), "skip", self.edge(end, "skip"))
            case ("while", condition, inside):
                head = self.edge(start, "skip")
                first, second = self.branch(head, condition)
                self.edge(self.all(first, inside), "skip", head)
                return second
            case _:
                raise AssertionError(statement)

    def branch(self, start: str, condition: Statement) -> tuple[str, str]:
        match condition:
            case ("maybe",):
                start = self.edge(start, "v := choose range(0i32, 2i32)")
                test = "v == 1i32"
            case ("some", name):
                test = f"{name} != null(ptr[struct[node]])"
            case ("more",):
                test = "n > 0i32"
            case ("is", name, operator, limit):
                test = f"deref({name}, i32) {operator} {limit}i32"
            case ("same", name, other):
                test = f"{name} == {other}"
            case _:
                raise AssertionError(condition)
        yes, no = self.edge(start, f"assume {test}"), self.edge(start, f"assume !({test})")
        return (self.edge(yes, "n := n - 1i32") if condition == ("more",) else yes), no


def _pointer(name: str) -> str:
    return "null(ptr[struct[node]])" if name == "NULL" else name


def _next(name: str) -> str:
    return f"deref({NEXT.format(name)}, ptr[struct[node]])"


# --- drawing ---------------------------------------------------------------------------------------------


def random_list_program(random: Random) -> ListProgram:
    """A list that is built, and up to three things that are done to it; half of the programs have a mistake."""
    if random.random() < 0.3:
        return _with_older_object(random)
    phases = [_built(random)]
    phases += [random.choice(_PHASES)(random) for _ in range(random.choice((0, 0, 1, 1, 2)))]
    phases.append(random.choice((_checked, _checked, _searched))(random))
    if random.random() < 0.5:
        phases.append(_freed(random))
    if random.random() < 0.5:
        index = random.randrange(len(phases))
        phases[index] = tuple(_mutated(random, phases[index]))
    return ListProgram(tuple(statement for phase in phases for statement in phase))


def _with_older_object(random: Random) -> ListProgram:
    """A list into which an object that is older than the loop may come, and that object used by its own name."""
    older = (("new", "o"), ("data", "o", "1"), ("store", "o", "NULL"))
    fresh = (("new", "t"), ("data", "t", "1"))
    pushed = (("set", "t", "o"),) if random.random() < 0.5 else fresh
    push = (("if", ("maybe",), pushed, fresh), ("store", "t", "h"), ("set", "h", "t"))
    start = ("set", "h", random.choice(("NULL", "NULL", "o")))
    use = random.choice(
        (
            (("data", "o", "2"),),
            (("free", "o"),),
            (("store", "o", "h"),),
            (("set", "p", "o"), ("store", "p", "NULL")),
            (),
        )
    )
    phases = [older, (start, ("while", ("more",), push)), use, random.choice((_checked, _freed, _searched))(random)]
    return ListProgram(tuple(statement for phase in phases for statement in phase))


def _value(random: Random) -> str:
    return random.choice(("1", "1", "2", "v"))


def _built(random: Random) -> tuple[Statement, ...]:
    value = _value(random)
    front = (("new", "t"), ("data", "t", value), ("store", "t", "h"), ("set", "h", "t"))
    back = (
        ("new", "t"), ("data", "t", value), ("store", "t", "NULL"),
        ("if", ("some", "h"), (("store", "q", "t"),), (("set", "h", "t"),)), ("set", "q", "t"),
    )  # fmt: skip
    loose = (("data", "q", value), ("new", "t"), ("store", "q", "t"), ("load", "q", "q"))
    match random.randrange(4):
        case 0 | 1:
            return (("while", ("more",), front),)
        case 2:
            return (("while", ("more",), back),)
        case _:
            return (
                ("new", "h"), ("set", "q", "h"), ("while", ("more",), loose),
                ("data", "q", value), ("store", "q", "NULL"),
            )  # fmt: skip


def _checked(random: Random) -> tuple[Statement, ...]:
    claim = ("assert", "p", random.choice(("==", "==", "<=", ">=", "!=")), random.choice((1, 1, 2, 0)))
    return (("set", "p", "h"), ("while", ("some", "p"), (claim, ("load", "p", "p"))))


def _changed(random: Random) -> tuple[Statement, ...]:
    return (("set", "p", "h"), ("while", ("some", "p"), (("data", "p", _value(random)), ("load", "p", "p"))))


def _reversed(_: Random) -> tuple[Statement, ...]:
    inside = (("load", "t", "h"), ("store", "h", "p"), ("set", "p", "h"), ("set", "h", "t"))
    return (("set", "p", "NULL"), ("while", ("some", "h"), inside), ("set", "h", "p"))


def _deleted(random: Random) -> tuple[Statement, ...]:
    unlink = ("if", ("some", "q"), (("store", "q", "t"),), (("set", "h", "t"),))
    inside = (
        ("load", "t", "p"),
        ("if", ("is", "p", "==", random.choice((1, 2))), (unlink, ("free", "p")), (("set", "q", "p"),)),
        ("set", "p", "t"),
    )
    return (("set", "q", "NULL"), ("set", "p", "h"), ("while", ("some", "p"), inside))


def _searched(random: Random) -> tuple[Statement, ...]:
    inside = (("if", ("is", "p", "==", random.choice((0, 1, 2))), (("set", "q", "p"),), ()), ("load", "p", "p"))
    behind = ("if", ("some", "q"), (("assert", "q", "<=", random.choice((1, 2))),), ())
    return (("set", "q", "NULL"), ("set", "p", "h"), ("while", ("some", "p"), inside), behind)


def _freed(_: Random) -> tuple[Statement, ...]:
    return (("while", ("some", "h"), (("load", "t", "h"), ("free", "h"), ("set", "h", "t"))),)


def _inserted(random: Random) -> tuple[Statement, ...]:
    inside = (("new", "t"), ("data", "t", _value(random)), ("load", "q", "p"), ("store", "t", "q"), ("store", "p", "t"))
    step = (("set", "p", "q"),) if random.random() < 0.7 else (("load", "p", "p"),)
    return (("set", "p", "h"), ("while", ("some", "p"), (*inside, *step)))


_PHASES = (_checked, _checked, _checked, _changed, _reversed, _deleted, _searched, _freed, _inserted)


def _mutated(random: Random, body: tuple[Statement, ...]) -> Iterator[Statement]:
    """The statements with a mistake in one of them."""
    place = random.randrange(len(body))
    for index, statement in enumerate(body):
        if index != place:
            yield statement
            continue
        inside = [position for position, part in enumerate(statement) if _is_body(part)]
        if inside and random.random() < 0.85:
            chosen = random.choice(inside)
            changed = list(statement)
            changed[chosen] = tuple(_mutated(random, statement[chosen]))
            yield tuple(changed)
        elif random.random() < 0.4:
            pass  # left out
        elif random.random() < 0.25:
            yield statement
            yield statement
        else:
            yield tuple(
                random.choice(POINTERS) if part in POINTERS and random.random() < 0.6 else part for part in statement
            )


def _is_body(part: Any) -> bool:
    return isinstance(part, tuple) and bool(part) and all(isinstance(one, tuple) for one in part)
