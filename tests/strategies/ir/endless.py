"""Random programs whose threads go round for ever, wait for each other and come to an end; and formulas about them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text import load

HEADER = """vir 1
class Node
  field v: i32
global l: lock = literal(1, lock)
global k: lock = literal(2, lock)
global n: i32
global m: i32
global g: ref[Node]
global a: i32 addressable
function helper(v: i32) -> i32 entry p0 exit exit
  p0 -> p1: v := 1i32 - v
  p1 -> exit: return v
"""
LOCALS = ("i: i32", "c: bool", "x: ref[Node]")
WORKERS = ("worker", "other")


class _Function:
    """Writes one function; locks and sections are left as they were entered."""

    def __init__(self, random: Random, name: str) -> None:
        self.random, self.name = random, name
        self.lines: list[str] = []
        self.place = 0

    def edge(self, target: int | str, operation: str) -> None:
        self.lines.append(f"  p{self.place} -> {target if isinstance(target, str) else f'p{target}'}: {operation}")

    def step(self, *operations: str) -> None:
        for operation in operations:
            self.edge(self.place + 1, operation)
            self.place += 1

    def block(self, depth: int) -> None:
        """Do something, possibly under a lock or in an atomic section."""
        random = self.random
        shared, value, lock = random.choice("nm"), random.randrange(2), random.choice("lk")
        kinds = ["own", "own", "write", "write", "read", "spin", "back", "call", "choose", "node", "cell"]
        kinds += ["lock", "lock", "atomic", "wait", "notify", "restrict"] if depth else []
        match random.choice(kinds):
            case "own":
                self.step(random.choice(["i := 1i32 - i", "c := !c", "i := 0i32"]))
            case "write":
                self.step(f"{shared} := {random.choice([f'{value}i32', 'i', f'1i32 - {shared}'])}")
            case "read":
                self.step(f"i := {shared}")
            case "spin":
                self.edge(self.place, f"assume {shared} == {value}i32")
                self.step(f"assume !({shared} == {value}i32)")
            case "back":
                condition = random.choice([f"{shared} == {value}i32", f"i == {value}i32", "c"])
                self.edge(random.randrange(self.place + 1) if depth else self.place, f"assume {condition}")
                self.step(f"assume !({condition})")
            case "call":
                self.step("i := call helper(i)")
            case "choose":
                self.step("c := choose type(bool) by environment")
            case "node":
                self.step(random.choice(['x := new Node site "a"', "g := x", "x := g"]))
                self.edge(self.place + 2, "assume x == null(ref[Node])")
                self.step("assume !(x == null(ref[Node]))", f"field(x, Node, v) := {value}i32")
            case "cell":
                self.step(random.choice([f"a := {value}i32", "i := a"]))
            case "lock":
                self.step(f"lock {lock}")
                self.inner(depth)
                self.step(f"unlock {lock}")
            case "atomic":
                self.step("begin atomic")
                self.inner(depth)
                self.step("end atomic")
            case "wait":
                self.step(f"lock {lock}", f"wait {lock} on {lock}{random.choice(['', ' timed'])}", f"unlock {lock}")
            case "notify":
                self.step(f"lock {lock}", random.choice([f"notify {lock}", f"notify all {lock}"]), f"unlock {lock}")
            case "restrict":
                if random.random() < 0.3:
                    self.step(f"restrict {shared} == {value}i32")

    def inner(self, depth: int) -> None:
        for _ in range(self.random.randrange(1, 3)):
            self.block(0 if depth < 2 or self.random.random() < 0.7 else depth - 1)

    def text(self) -> str:
        """The function, which comes back to an earlier place or to its end."""
        if self.place and self.random.random() < 0.5:
            self.edge(self.random.randrange(self.place), "skip")
        else:
            self.edge("exit", "return")
        head = [f"function {self.name}() entry p0 exit exit", *(f"  local {item}" for item in LOCALS)]
        return "\n".join([*head, *self.lines])


def random_endless_text(random: Random) -> str:
    """The text of a program; most are small."""
    functions = [_Function(random, name) for name in (*WORKERS, "main")]
    for function, most in zip(functions, (4, 4, 2), strict=True):
        for _ in range(random.randrange(most)):
            function.block(2)
    main = functions[2]
    for _ in range(random.randrange(1, 3)):
        daemon = " daemon true" if random.random() < 0.25 else ""
        main.step(f"start {random.choice(WORKERS)}(){daemon}")
    for _ in range(random.randrange(2)):
        main.block(1)
    return "\n".join((HEADER, *(function.text() for function in functions)))


def random_endless(random: Random) -> Program:
    """A program with threads of which some may go on for ever."""
    return load(SourceFile("endless.vir", random_endless_text(random).encode()))


def random_question(random: Random, program: Program) -> str:
    """The text of a property of its runs."""
    return random_property_of_runs(random, lambda: _atom(random, program))


def random_property_of_runs(random: Random, atom: Callable[[], str]) -> str:
    """The text of a property of runs, about atoms that are drawn one by one."""
    if random.random() < 0.2:
        return "termination"
    return "ltl: " + _formula(random, atom, random.randint(1, 3), with_next=random.random() < 0.15)


def _formula(random: Random, atom: Callable[[], str], depth: int, *, with_next: bool) -> str:
    if depth == 0:
        return f"({atom()})"

    def part() -> str:
        return _formula(random, atom, random.randrange(depth), with_next=with_next)

    match random.choice(["!", "[]", "<>", "[]", "<>", "[]<>", "U", "&&", "||", "->", *(["X"] if with_next else [])]):
        case ("!" | "[]" | "<>" | "[]<>" | "X") as operator:
            return f"{operator}({part()})"
        case operator:
            return f"(({part()}) {operator} ({part()}))"


def _atom(random: Random, program: Program) -> str:
    function = program.functions[random.choice([*WORKERS, "main", "helper"])]
    place = f"{function.name}::{random.choice(function.locations).name}"
    values = ["n == 0", "n == 1", "m == 1", "n == m", "a == 1", "g.v == 1", "main::i == 1", "main::x.v == 0"]
    calls = ["call(helper)", "return(helper)", "call(worker)", "worker::i == 1", "helper::v == 1", "other::c"]
    return random.choice([*values, *calls, *[f"at({place})"] * 5, f"count({place}) > 1", f"at(2, {place})"])
