"""Random C programs whose functions call each other, share globals and pass pointers: food for abstraction of calls.

Values stay small. Runs may go wrong: assertions are arbitrary, pointers may be null or dangle, memory may be read
before it is written. Recursion goes down with a parameter.
"""

from __future__ import annotations

from random import Random

PRELUDE = """\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#define ANY __VERIFIER_nondet_bool()
typedef unsigned char byte;
struct two { byte one; int other; struct two *next; };
int a, b = 1, result; byte c = 2; extern int open;
int *p = &a, *q = &b, cells[2];
struct two s, t = { 1, 2, &s };
"""


class RandomProcedures:
    """Writes one program."""

    def __init__(self, random: Random, *, plain: bool = False) -> None:
        self.random = random
        self.lines: list[str] = []
        self.plain = plain
        self.functions: list[tuple[str, int]] = []
        self.own: list[str] = []
        self.name = ""
        self.level = 1
        self.pointer = -1

    def text(self) -> str:
        """The program."""
        random = self.random
        names = [f"f{number}" for number in range(random.randrange(1, 4))]
        self.functions = [(name, random.randrange(3)) for name in names]
        heads = "".join(f"int {name}({_parameters(kind)});\n" for name, kind in self.functions)
        bodies = [self.function(name, kind) for name, kind in self.functions]
        table = [random.choice(names) for _ in range(2)]
        same = {kind for name, kind in self.functions if name in table}
        self.pointer = same.pop() if len(same) == 1 else -1
        pointer = f"int (*h)({_parameters(self.pointer)}) = {table[0]};\n" if self.pointer >= 0 else ""
        self.own, self.name, self.lines = ["x", "y", "z"], "main", []
        self.say(f"int x = {random.randrange(3)}, y = {self.input()}, z;")
        if random.random() < 0.5:
            self.say("z = 0;")
        if pointer:
            self.say(f"if ({self.condition()}) h = {table[1]};")
        self.statements(random.randrange(3, 9))
        self.say(f"assert({self.condition()});")
        main = "int main(void) {\n" + "\n".join(self.lines) + "\n  return 0;\n}\n"
        return PRELUDE + heads + pointer + "".join(bodies) + main

    def function(self, name: str, kind: int) -> str:
        """A function that calls others."""
        random = self.random
        self.own = [["n"], ["n", "m"], ["n"]][kind] + ["x"]
        self.name = name
        self.lines = []
        if random.random() < 0.4:
            self.say(f"static int k{random.choice(['', ' = 1'])};")
            self.own.append("k")
        self.say("int x;" if random.random() < 0.2 else f"int x = {self.value()};")
        if kind == 2 and random.random() < 0.7:
            self.say(f"*w = {self.value()};")
        self.say(f"if (n <= 0) return {self.value()};")
        self.statements(random.randrange(1, 6))
        if random.random() < 0.6:
            self.call()
        if random.random() < 0.3:
            self.statements(1)
        self.say(f"return {self.value()};")
        return f"int {name}({_parameters(kind)}) {{\n" + "\n".join(self.lines) + "\n}\n"

    def say(self, line: str) -> None:
        """Add a line."""
        self.lines.append("  " * self.level + line)

    def input(self) -> str:
        """A value from outside."""
        return self.random.choice(["ANY", "__VERIFIER_nondet_uchar() & 3", "__VERIFIER_nondet_int()", "open"])

    def read(self) -> str:
        """Something that is read."""
        shared = ["a", "b", "c", "result"]
        if not self.plain:
            shared += ["*p", "*q", "cells[a & 1]", "s.one", "t.other", "t.next->one"]
        return self.random.choice(self.own * 2 + shared)

    def place(self) -> str:
        """Something that is written."""
        shared = ["a", "b", "c", "result"]
        if not self.plain:
            shared += ["*p", "*q", "cells[b & 1]", "cells[0]", "s.one", "t.other", "t.next->other"]
        own = [name for name in self.own if name != "n" or self.random.random() < 0.5]
        return self.random.choice(own * 2 + shared)

    def value(self) -> str:
        """A number."""
        random = self.random
        match random.randrange(8):
            case 0 | 1:
                return str(random.randrange(-1, 4))
            case 2:
                return f"{self.read()} + {random.choice('12')}"
            case 3:
                return f"{self.read()} - {self.read()}"
            case 4:
                return f"({self.read()} & 3)"
            case 5:
                return self.input() if random.random() < 0.5 else f"(byte){self.read()}"
            case _:
                return self.read()

    def condition(self) -> str:
        """A condition."""
        random = self.random
        match random.randrange(7):
            case 0:
                return "ANY"
            case 1 if not self.plain:
                return random.choice(["p == &a", "p != q", "q == &b", "t.next == &s"])
            case 2:
                return f"{self.read()} {random.choice(['==', '<', '!='])} {self.read()}"
            case _:
                return f"{self.read()} {random.choice(['==', '<', '!=', '>'])} {random.randrange(-1, 4)}"

    def statements(self, size: int) -> None:
        """Some statements."""
        random = self.random
        while size > 0:
            size -= 1
            kind = random.randrange(10)
            if kind == 0 and self.level < 3:
                self.block(f"while ({self.condition()})", 2)
            elif kind in (1, 2) and self.level < 4:
                self.block(f"if ({self.condition()})", 2)
            elif kind in (3, 4):
                self.call()
            else:
                self.simple()

    def block(self, header: str, size: int) -> None:
        """A statement with others in it."""
        self.say(header + " {")
        self.level += 1
        self.statements(size)
        if header.startswith("while") and self.random.random() < 0.5:
            self.say(f"if ({self.condition()}) break;")
        self.level -= 1
        self.say("}")

    def call(self) -> None:
        """A call of some function."""
        random = self.random
        name, kind = random.choice(self.functions)
        if self.name == "main" and self.pointer >= 0 and random.random() < 0.4:
            name, kind = "h", self.pointer
        first = "n - 1" if "n" in self.own else random.choice(["2", "1", "y & 3", "a & 3", "c", "3"])
        given = random.choice(["a", "b", "result", self.value(), self.value()])
        second = [[], [given], [self.target()]][kind]
        arguments = ", ".join([first, *second])
        where = f"{self.place()} = " if random.random() < 0.7 else ""
        self.say(f"{where}{name}({arguments});")

    def target(self) -> str:
        """A pointer to an int."""
        named = ["&a", "&b", "p", "q", "&cells[1]", "&t.other"]
        if self.name == "main":
            named += ["&x", "&y", "&x"]
        return self.random.choice(["&a", "&b", "&a"] if self.plain and self.name != "main" else named)

    def simple(self) -> None:
        """One statement."""
        random, say = self.random, self.say
        match random.randrange(16):
            case 0 if not self.plain:
                say(f"{random.choice('pq')} = {self.target()};")
            case 1 if not self.plain:
                say(random.choice(["s = t;", "t.next = &t;", "t.next = &s;", "memset(&s, 0, sizeof s);", "p = q;"]))
            case 2:
                say(f"assert({self.condition()});")
            case 3:
                say(f"__VERIFIER_assume({self.condition()});")
            case 4 if random.random() < 0.4:
                say(f"if ({self.condition()}) exit({random.randrange(2)});")
            case 5 if self.name != "main":
                say(f"if ({self.condition()}) return {self.value()};")
            case 6 if not self.plain and random.random() < 0.5:
                say(f"{{ int u = {self.value()}; int *r = &u; if ({self.condition()}) p = r; *r += 1; a = u; }}")
            case 7 if not self.plain and random.random() < 0.5:
                say("{ int *m = malloc(4); if (m) { *m = a; b = *m; if (ANY) free(m); if (ANY) q = m; } }")
            case 8:
                say(f"{{ int result = {self.value()}; {{ int x = result; result = x + 1; }} c = result; }}")
            case 9 if self.name == "main":
                say(f"{self.place()} = {self.input()};")
            case _:
                say(f"{self.place()} = {self.value()};")


def _parameters(kind: int) -> str:
    return ["int n", "int n, int m", "int n, int *w"][kind]


def random_procedures(random: Random, *, plain: bool = False) -> str:
    """The text of a program; a plain one has no pointers but those that functions write through."""
    return RandomProcedures(random, plain=plain).text()
