"""Random C programs that print: every `printf` has a number, so that one can be told from the others.

They have all statements that jump, functions with effects and results, and globals; every loop ends.
"""

from __future__ import annotations

from random import Random

GLOBALS = ("g0", "g1", "g2")


class _Writer:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._lines: list[str] = []
        self._fresh = 0
        self._prints = 0
        self._variables: list[str] = []
        self._callees: list[str] = []
        self._result = "int"

    def program(self) -> str:
        values = ", ".join(f"{name} = {self._random.randrange(5)}" for name in GLOBALS)
        self._lines += ["#include <stdio.h>", f"static int {values};", "static int ticks;"]
        for name in ("f0", "f1"):
            self._function(f"static int {name}(int a, int b)", ["a", "b", "x", "y"], "int x = a, y = 2;")
            self._callees.append(name)
        self._result = "void"
        self._function("void proc(int q)", ["q"], "")
        self._result = "int"
        self._function("int main(void)", ["u", "v", "w"], "int u = 1, v = 2, w = 3;", is_main=True)
        return "\n".join(self._lines) + "\n"

    def _function(self, head: str, own: list[str], declared: str, *, is_main: bool = False) -> None:
        self._variables = [*own, *GLOBALS]
        self._lines.append(f"{head} {{")
        self._lines += [f"    {declared}"] if declared else []
        for _ in range(self._random.randint(3, 6) if is_main else self._random.randint(1, 4)):
            self._statement(1, 0 if is_main else 1, in_loop=False)
        if is_main:
            self._lines.append("    proc(u);")
            self._print(1)
        self._lines += [f"    return {self._value()};"] if self._result == "int" else []
        self._lines.append("}")

    def _name(self, prefix: str) -> str:
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    def _value(self, depth: int = 0) -> str:
        random = self._random
        match random.randrange(2 if depth > 1 else 4):
            case 0:
                return random.choice(self._variables)
            case 1:
                return str(random.randrange(7))
            case 2:
                return f"({self._value(depth + 1)} {random.choice('+-')} {self._value(depth + 1)}) % 97"
            case _:
                return f"({self._value(depth + 1)} & {random.randrange(16)})"

    def _condition(self) -> str:
        return f"{self._value()} {self._random.choice(['<', '>', '==', '!='])} {self._value()}"

    def _assignment(self) -> str:
        return f"{self._random.choice(self._variables)} {self._random.choice(['=', '+=', '-='])} {self._value()};"

    def _jump(self, *, in_loop: bool) -> str:
        leaves = "return;" if self._result == "void" else f"return {self._value()};"
        return self._random.choice(["break;", "continue;", leaves] if in_loop else [leaves])

    def _print(self, indent: int) -> None:
        one, other = (self._random.choice(self._variables) for _ in range(2))
        self._lines.append(f'{"    " * indent}printf("@{self._prints} %d %d\\n", {one}, {other});')
        self._prints += 1

    def _block(self, indent: int, depth: int, *, in_loop: bool) -> None:
        for _ in range(self._random.randint(1, 4)):
            self._statement(indent, depth, in_loop=in_loop)

    def _statement(self, indent: int, depth: int, *, in_loop: bool) -> None:
        random, space = self._random, "    " * indent
        choices = ["assign"] * 4 + ["declare", "print", "call", "guard", "single", "jump over"]
        choices += ["when"] * 2 + ["loop"] * 2 + ["switch", "block"] if depth < 3 else []
        match random.choice(choices):
            case "declare":
                name = self._name("t")
                self._lines += [
                    f"{space}int {name} = {self._value()};",
                    f"{space}{random.choice(self._variables)} += {name};",
                ]
            case "print":
                self._print(indent)
            case "call" if self._callees:
                call = f"{random.choice(self._callees)}({self._value()}, {self._value()});"
                self._lines.append(space + random.choice([f"{random.choice(self._variables)} = {call}", call]))
            case "guard":
                self._lines.append(f"{space}if ({self._condition()}) {self._jump(in_loop=in_loop)}")
            case "single":
                self._lines += [f"{space}if ({self._condition()})", f"{space}    {self._assignment()}"]
                if random.random() < 0.5:
                    self._lines += [f"{space}else", f"{space}    {self._assignment()}"]
            case "jump over":
                label = self._name("L")
                self._lines.append(f"{space}if ({self._condition()}) goto {label};")
                self._lines += [space + self._assignment() for _ in range(random.randint(1, 3))]
                self._lines.append(f"{space}{label}: {self._assignment()}")
            case "when":
                self._lines.append(f"{space}if ({self._condition()}) {{")
                self._block(indent + 1, depth + 1, in_loop=in_loop)
                if random.random() < 0.5:
                    self._lines.append(f"{space}}} else {{")
                    self._block(indent + 1, depth + 1, in_loop=in_loop)
                self._lines.append(f"{space}}}")
            case "loop":
                self._loop(indent, depth)
            case "switch":
                self._switch(indent)
            case "block":
                self._lines.append(f"{space}{{")
                self._block(indent + 1, depth + 1, in_loop=in_loop)
                self._lines.append(f"{space}}}")
            case _:
                self._lines.append(space + self._assignment())

    def _loop(self, indent: int, depth: int) -> None:
        space, name, times = "    " * indent, self._name("i"), self._random.randint(1, 4)
        heads = [
            ([f"for (int {name} = 0; {name} < {times}; {name}++) {{"], "}"),
            ([f"int {name} = {times};", f"while ({name}-- > 0 && ticks++ < 1000) {{"], "}"),
            ([f"int {name} = 0;", "do {"], f"}} while (++{name} < {times});"),
        ]
        opening, closing = self._random.choice(heads)
        self._lines += [space + line for line in opening]
        self._block(indent + 1, depth + 1, in_loop=True)
        self._lines.append(space + closing)

    def _switch(self, indent: int) -> None:
        space = "    " * indent
        self._lines.append(f"{space}switch ({self._value()}) {{")
        for number in range(self._random.randint(1, 3)):
            self._lines += [f"{space}case {number}:", f"{space}    {self._assignment()}"]
            self._lines += [f"{space}    break;"] if self._random.random() < 0.7 else []
        self._lines += [f"{space}default:", f"{space}    {self._assignment()}", f"{space}}}"]


def random_printing_program(random: Random) -> str:
    """A program; every line that prints begins with ``printf("@`` and its number."""
    return _Writer(random).program()
