"""Random C programs whose functions have branches, joins and loops over small numbers: food for larger blocks.

Temporaries matter only between two borders; pointers may be null, divisors zero, and runs may be cut or stopped.
"""

from __future__ import annotations

from random import Random

PRELUDE = """\
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
#define ANY __VERIFIER_nondet_bool()
typedef unsigned char byte;
byte a, b = 1, *p = &a;
"""


class _Writer:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._lines: list[str] = []
        self._own: list[str] = []
        self._callees: list[str] = []

    def program(self) -> str:
        for name in ("f", "main")[1 - self._random.randrange(2) :]:
            self._function(name)
        return PRELUDE + "\n".join(self._lines) + "\n"

    def _function(self, name: str) -> None:
        is_main = name == "main"
        self._lines.append("int main(void) {" if is_main else "byte f(byte x) {")
        self._own = ["y", "z"] if is_main else ["x", "y"]
        self._lines.append("byte y = 0, z = 1;" if is_main else "byte y = x;")
        self._block(self._random.randint(3, 6), 2)
        self._lines.append(f"assert({self._condition()} || {self._condition()});")
        self._lines.append("return 0; }" if is_main else f"return {self._value()}; }}")
        self._callees.append(name)

    def _block(self, count: int, depth: int) -> None:
        for _ in range(count):
            self._statement(depth)

    def _statement(self, depth: int) -> None:
        choices = ["assign"] * 5 + ["input", "assert", "assert", "assume", "pointer", "through", "divide", "end"]
        if depth:
            choices += ["when"] * 5 + ["loop", "loop", "switch"]
        if "f" in self._callees:
            choices += ["call", "call"]
        self._write(self._random.choice(choices), depth)

    def _write(self, what: str, depth: int) -> None:
        random, target = self._random, self._variable()
        match what:
            case "assign":
                self._lines.append(f"{target} = {self._value()};")
            case "input":
                self._lines.append(f"{target} = {random.choice(['ANY', '__VERIFIER_nondet_uchar() & 3'])};")
            case "assert":
                self._lines.append(f"assert({self._condition()} || {self._condition()});")
            case "assume":
                self._lines.append(f"__VERIFIER_assume({self._condition()} || {self._condition()});")
            case "pointer":
                self._lines.append(f"p = {random.choice(['&a', '&b', '&b', '0'])};")
            case "through":
                self._lines.append(random.choice([f"if (p) *p = {self._value()};", f"{target} = *p;"]))
            case "divide":
                self._lines.append(f"{target} = {self._variable()} / {random.choice([self._variable(), '2'])};")
            case "end":
                self._lines.append(f"if ({self._condition()}) {random.choice(['exit(0)', 'return 1'])};")
            case "call":
                self._lines.append(f"{target} = f({self._variable()}) & 3;")
            case "when":
                self._lines.append(f"if ({random.choice(['ANY', self._condition(), self._condition()])}) {{")
                self._block(random.randint(1, 3), depth - 1)
                if random.random() < 0.6:
                    self._lines.append("} else {")
                    self._block(random.randint(1, 3), depth - 1)
                self._lines.append("}")
            case "switch":
                self._lines.append(f"switch ({self._variable()}) {{ case 0:")
                self._block(1, 0)
                self._lines.append(f"{random.choice(['', 'break;'])} case 2:")
                self._block(1, 0)
                self._lines.append("break; default: ; }")
            case _:
                self._lines.append(f"while ({random.choice(['ANY', self._condition()])}) {{")
                self._block(random.randint(1, 3), depth - 1)
                self._lines.append("}")

    def _variable(self) -> str:
        return self._random.choice(["a", "b", *self._own, *self._own])

    def _operand(self) -> str:
        return self._random.choice([self._variable(), self._variable(), str(self._random.randrange(4))])

    def _value(self) -> str:
        return f"({self._operand()} {self._random.choice('+-&^*')} {self._operand()}) & 3"

    def _condition(self) -> str:
        return f"{self._variable()} {self._random.choice(['==', '!=', '<', '<='])} {self._operand()}"


def random_blocks(random: Random) -> str:
    """The text of a program."""
    return _Writer(random).program()
