"""Random threads that share numbers, an array and locks, with inputs of few values and an assertion: no objects."""

from __future__ import annotations

from random import Random

from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text import load

LOCKS = ("literal(1, lock)", "literal(2, lock)")
SHARED = ("x", "y", "z")


class _Function:
    """The edges of one function as text."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: list[str] = []
        self.count = 0
        self.here = "n0"

    def fresh(self) -> str:
        self.count += 1
        return f"n{self.count}"

    def do(self, operation: str) -> None:
        """Add an edge."""
        target = self.fresh()
        self.lines.append(f"  {self.here} -> {target}: {operation}")
        self.here = target

    def text(self, locals_: str) -> str:
        """The whole function."""
        return "\n".join([f"function {self.name}()", locals_, *self.lines, f"  {self.here} -> exit: return"])


class Orders:
    """Makes one program."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.depth = 0
        self.held: set[str] = set()
        self.atomic = False
        every = [self._read, self._write, self._add, self._add, self._lock, self._lock, self._section, self._when,
                 self._choose, self._restrict, self._check, self._element, self._wait, self._notify, self._loop,
                 self._reread, self._pointer]  # fmt: skip
        self.makers = random.sample(every, random.randint(3, 7))

    def program(self) -> Program:
        """A main function that starts two or three workers, goes on, joins some, and asserts something."""
        random = self.random
        functions = []
        for index in range(random.choice([1, 2, 2])):
            worker = _Function(f"worker{index}")
            self._statements(worker, random.randint(1, 3))
            functions.append(worker)
        main = _Function("main")
        main.do("x := choose range(0i32, 2i32)")
        handles = []
        for index in range(random.choice([1, 2, 2])):
            handles.append(f"t{index}")
            main.do(f"t{index} := start {random.choice(functions).name}()")
            if random.random() < 0.3:
                self._statements(main, 1)
        self._statements(main, random.randint(0, 2))
        for handle in handles:
            if random.random() < 0.8:
                main.do(f"join {handle}")
        main.do(f"i := {random.choice(SHARED)}")
        main.do(f"j := {random.choice(SHARED)}")
        main.do(f'check assert {self._condition(2)} "the end"')
        locals_ = "  local i: i32\n  local j: i32\n  local k: i32"
        threads = "".join(f"\n  local t{index}: thread" for index in range(len(handles)))
        parts = [
            "vir 1",
            *(f"global {name}: i32" for name in SHARED),
            "global own: i32 per thread",
            "global array: block[i32][3] addressable",
            "global place: ptr[i32]",
            *(function.text(locals_) for function in functions),
            main.text(locals_ + threads),
        ]
        return load(SourceFile("orders.vir", ("\n".join(parts) + "\n").encode()))

    def _statements(self, body: _Function, count: int) -> None:
        for _ in range(count):
            self.random.choice(self.makers)(body)

    def _inside(self, body: _Function, count: int) -> None:
        if self.depth < 2:
            self.depth += 1
            self._statements(body, count)
            self.depth -= 1

    def _condition(self, least: int) -> str:
        left = self.random.choice(["i", "j", "i + j"])
        operator = self.random.choice(["==", "!=", "!=", "<"])
        return f"{left} {operator} {self.random.randrange(least, least + 4) if operator != '==' else 0}i32"

    def _local(self) -> str:
        return self.random.choice(["i", "j"])

    def _read(self, body: _Function) -> None:
        body.do(f"{self._local()} := {self.random.choice(SHARED)}")

    def _reread(self, body: _Function) -> None:
        variable = self.random.choice(SHARED)
        body.do(f"i := {variable}")
        body.do(f"j := {variable}")

    def _write(self, body: _Function) -> None:
        value = self.random.choice(["0i32", "1i32", "2i32", "i", "own"])
        if value == "own":
            body.do(f"own := own + {self._local()}")
        body.do(f"{self.random.choice(SHARED)} := {value}")

    def _add(self, body: _Function) -> None:
        variable, local = self.random.choice(SHARED), self._local()
        body.do(f"{local} := {variable}")
        body.do(f"{variable} := ({local} + 1i32) % 4i32")

    def _lock(self, body: _Function) -> None:
        lock = self.random.choice(LOCKS)
        if lock in self.held or self.atomic:
            return
        body.do(f'lock {lock} pair "l"')
        self.held.add(lock)
        self._inside(body, self.random.randint(1, 2))
        self.held.discard(lock)
        if self.random.random() < 0.95:
            body.do(f'unlock {lock} pair "l"')

    def _section(self, body: _Function) -> None:
        if self.atomic:
            return
        self.atomic = True
        body.do("begin atomic")
        self._inside(body, self.random.randint(1, 3))
        body.do("end atomic")
        self.atomic = False

    def _when(self, body: _Function) -> None:
        condition = self._condition(0)
        yes, no, end = body.fresh(), body.fresh(), body.fresh()
        body.lines += [f"  {body.here} -> {yes}: assume {condition}", f"  {body.here} -> {no}: assume !({condition})"]
        for start in (yes, no):
            body.here = start
            if start == yes or self.random.random() < 0.4:
                self._inside(body, 1)
            body.lines.append(f"  {body.here} -> {end}: skip")
        body.here = end

    def _loop(self, body: _Function) -> None:
        body.do("k := 0i32")
        head, inside, end = body.here, body.fresh(), body.fresh()
        limit = self.random.choice(["2i32", "(i & 1i32)"])
        body.lines += [f"  {head} -> {inside}: assume k < {limit}", f"  {head} -> {end}: assume !(k < {limit})"]
        body.here = inside
        makers, self.makers = self.makers, [self._add, self._read, self._write]
        self._inside(body, 1)
        self.makers = makers
        body.lines.append(f"  {body.here} -> {head}: k := k + 1i32")
        body.here = end

    def _choose(self, body: _Function) -> None:
        body.do(f"{self._local()} := choose range(0i32, {self.random.randint(1, 2)}i32)")

    def _restrict(self, body: _Function) -> None:
        body.do(f"restrict {self._condition(1)}")

    def _check(self, body: _Function) -> None:
        body.do(f'check assert {self._condition(2)} "inside"')

    def _element(self, body: _Function) -> None:
        index = self.random.choice(["0i64", "1i64", "cast(i & 1i32, i64)", "cast(j & 1i32, i64)"])
        place = f"deref(pointer_add(address(array, ptr[i32]), {index} * 4i64), i32)"
        body.do(self.random.choice([f"{place} := {self._local()}", f"{self._local()} := {place}"]))

    def _pointer(self, body: _Function) -> None:
        """Publish a pointer, or follow the one that was published."""
        if self.random.random() < 0.5:
            offset = self.random.choice([0, 4])
            body.do(f"place := pointer_add(address(array, ptr[i32]), {offset}i64)")
            return
        yes, end = body.fresh(), body.fresh()
        body.do("i := cast(place != null(ptr[i32]), i32)")
        body.lines += [f"  {body.here} -> {yes}: assume i == 1i32", f"  {body.here} -> {end}: assume !(i == 1i32)"]
        body.lines.append(f"  {yes} -> {end}: deref(place, i32) := j")
        body.here = end

    def _wait(self, body: _Function) -> None:
        lock = self.random.choice(LOCKS)
        if lock in self.held or self.held or self.atomic:
            return
        timed = self.random.choice(["", " timed"])
        body.do(f'lock {lock} pair "w"')
        body.do(f"{self._local()} := wait {lock} on {lock}{timed}")
        body.do(f'unlock {lock} pair "w"')

    def _notify(self, body: _Function) -> None:
        body.do(f"notify{self.random.choice(['', ' all'])} {self.random.choice(LOCKS)}")


def random_orders(random: Random) -> Program:
    """A program whose verdict is known when all of its states are looked at."""
    return Orders(random).program()
