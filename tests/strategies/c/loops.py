"""Random C programs with endless loops over a handful of tiny variables: food for induction.

What loops write they write on some paths only, through pointers, in callees, by copying structures, in inner loops.
They are left by break, return and goto, entered in the middle, and cut by assumptions. Nearly every value is 0 to 3,
so that the reference engine can enumerate the states.
"""

from __future__ import annotations

from random import Random

PRELUDE = """\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
#define ANY __VERIFIER_nondet_bool()
typedef unsigned char byte;
struct two { byte one, other; };
byte a, b = 1, c, *p = &a, cells[2];
struct two s, t = { 1, 2 };
static void set(byte *where, byte what) { *where = what; }
static void raise(void) { if (a < 2) a = a + 1; }
static void roll(byte n) { while (ANY) { b = n; if (b == 3) return; } }
static byte dive(byte n) { if (n == 0) return 0; c = n & 1; return dive((byte)(n - 1)); }
static void check(byte n) { assert(n < 4); c = 0; }
"""


class RandomLoops:
    """Writes one program."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.level = 1
        self.names = 0
        self.loops = 0

    def text(self, size: int) -> str:
        """The program, with about so many statements."""
        self.say(f"byte x = {self.random.randrange(4)}, y = {self.random.randrange(3)}, z;")
        if self.random.random() < 0.8:
            self.say("z = ANY;")
        if self.random.random() < 0.3:
            self.say("p = &x;")
        self.statements(size // 3)
        self.loop(size)
        self.statements(size // 3)
        self.say(f"assert({self.condition()});")
        return PRELUDE + "int main(void)\n{\n" + "\n".join(self.lines) + "\n  return 0;\n}\n"

    def say(self, line: str) -> None:
        """Add a line."""
        self.lines.append("  " * self.level + line)

    def value(self) -> str:
        """A small number."""
        random = self.random
        match random.randrange(9):
            case 0 | 1 | 2:
                return str(random.randrange(4))
            case 3:
                return f"({self.read()} + 1) & 3"
            case 4:
                return f"{self.read()} > {random.randrange(3)} ? {random.randrange(4)} : {self.read()}"
            case 5:
                return f"{self.read()} ^ {random.choice('12')}"
            case _:
                return self.read()

    def read(self) -> str:
        """Something that is read."""
        return self.random.choice(
            ["a", "b", "c", "x", "y", "x", "y", "z", "*p", "cells[x & 1]", "s.one", "t.other", "s.other"]
        )

    def place(self) -> str:
        """Something that is written."""
        return self.random.choice(
            ["a", "b", "c", "x", "y", "x", "y", "z", "*p", "cells[y & 1]", "cells[1]", "s.one", "t.one"]
        )

    def condition(self) -> str:
        """A condition."""
        random = self.random
        match random.randrange(8):
            case 0:
                return "ANY"
            case 1:
                return random.choice(["p == &a", "p != &b", "p != 0"])
            case 2 | 3:
                return f"{self.read()} <= {random.choice('123')}"
            case 4:
                return f"{self.read()} {random.choice(['==', '!=', '<='])} {self.read()}"
            case _:
                return f"{self.read()} {random.choice(['==', '!=', '<', '!='])} {random.randrange(4)}"

    def statements(self, size: int) -> None:
        """Some statements."""
        while size > 0:
            share = self.random.randrange(1, 4)
            size -= share
            if share > 1 and self.level < 4:
                if self.random.random() < 0.4:
                    self.loop(share)
                else:
                    self.block(f"if ({self.condition()})", share)
            else:
                self.simple()

    def block(self, header: str, size: int, end: str = "}") -> None:
        """A block with statements."""
        self.say(header + " {")
        self.level += 1
        self.statements(size)
        self.level -= 1
        self.say(end)

    def loop(self, size: int) -> None:
        """A loop that ends when it likes."""
        random = self.random
        self.loops += 1
        self.names += 1
        name = f"L{self.names}"
        match random.randrange(8):
            case 0 | 1 | 2:
                self.block("while (ANY)", size)
            case 3:
                self.block("do", size, "} while (ANY);")
            case 4:
                self.block(f"while ({self.condition()})", size)
            case 5:
                self.say(f"if ({self.condition()}) goto {name};")
                self.block("while (ANY)", size // 2, f"  {name}:;")
                self.level += 1
                self.statements(size - size // 2)
                self.level -= 1
                self.say("}")
            case 6:
                around, self.loops = self.loops - 1, 0
                self.say(f"if ({self.condition()}) goto {name}b;")
                self.say(f"{name}a:")
                self.simple()
                self.say(f"if (ANY) goto {name}c;")
                self.say(f"{name}b:")
                self.simple()
                self.say(f"if ({self.condition()}) goto {name}a;")
                self.say(f"{name}c:;")
                self.loops = around + 1
            case _:
                self.say("for (;;) {")
                self.level += 1
                self.statements(size)
                self.say(f"if ({self.condition()}) break;")
                self.statements(1)
                self.level -= 1
                self.say("}")
        self.loops -= 1

    def simple(self) -> None:
        """One statement."""
        random, say = self.random, self.say
        match random.randrange(20):
            case 0:
                say(f"p = {random.choice(['&a', '&b', '&cells[0]', '&x', '&s.other', '&t.one'])};")
            case 1:
                say(random.choice(["s = t;", "t = s;", "memset(&s, 0, sizeof s);", "memcpy(cells, &t, 2);"]))
            case 2:
                say(
                    random.choice(
                        [f"set(&{random.choice('abcxy')}, {self.value()});", "raise();", "roll(x);", "check(y);"]
                    )
                )
            case 3:
                say(random.choice(["c = dive(y & 3);", f"roll({random.randrange(4)});", f"check({self.read()});"]))
            case 4 | 5 | 6:
                say(f"assert({self.condition()});")
            case 7 if self.loops:
                say(f"__VERIFIER_assume({self.condition()});")
            case 8 | 9 if self.loops:
                say(f"if ({self.condition()}) {random.choice(['break', 'break', 'continue', 'return 0'])};")
            case 10 if self.loops and random.random() < 0.5:
                say("{ byte *m = malloc(1); if (!m) return 0; *m = x; y = *m & 3; free(m); }")
            case 11 if self.loops:
                say("{ struct two u; if (ANY) u.one = 1; u.other = 2; s = u; }")
            case _:
                say(f"{self.place()} = {self.value()};")


def random_loops(random: Random) -> str:
    """The text of a program of few statements."""
    size = random.randrange(2, 6)
    return RandomLoops(random).text(size)
