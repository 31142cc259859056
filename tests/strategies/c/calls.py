"""Random small C programs with calls: results, writes through pointers, recursion of small depth, inputs, arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

HEAD = """#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
"""
COMPARISONS = ("==", "!=", "<", "<=")


@dataclass(frozen=True)
class Function:
    """A function that statements may call; a recursive one has its depth as its first argument."""

    name: str
    is_recursive: bool


@dataclass
class Calls:
    """Makes one program."""

    random: Random
    lines: list[str] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    loops: int = 0

    def text(self) -> str:
        """The program: globals, two or three functions, and a main function with a claim at its end."""
        random = self.random
        self.lines = [f"int g = {random.randrange(3)}, h;", f"int row[2] = {{{random.randrange(3)}, 1}};"]
        if random.random() < 0.5:
            self.lines.append(f"int *where = &{random.choice(('g', 'h', 'row[1]'))};")
        self._pointer = "where" if len(self.lines) == 3 else "&g"
        for number in range(random.choice((1, 2, 2))):
            self._function(f"f{number}")
        self.lines += [
            "int main(void)",
            "{",
            f"  int x = {self._input()}, y = {random.randrange(3)};",
            "  int *p = &y;",
        ]
        self._block(["x", "y", "*p", "g", "h", "row[x & 1]"], random.choice((2, 3, 4)), "  ", 2)
        self.lines += [f"  assert({self._condition(['x', 'y', 'g', 'h', 'row[0]'])});", "  return 0;", "}"]
        return HEAD + "\n".join(self.lines) + "\n"

    def _function(self, name: str) -> None:
        random = self.random
        is_recursive = random.random() < 0.5
        self.lines += [f"static int {name}(int n, int *p)", "{"]
        places = ["n", "*p", "g", "h", "row[n & 1]"]
        if random.random() < 0.3:
            self.lines.append(f"  static int kept = {random.randrange(2)};")
            places.append("kept")
        if random.random() < 0.5:
            self.lines.append(f"  int t = {random.choice(('n', '*p', 'g', '1'))};")
            places.append("t")
        changed = [place for place in places if place != "n" or not is_recursive]
        self._block(changed, random.choice((1, 2)), "  ", 1)
        if is_recursive:
            result = random.choice((*changed, "(void)0, h"))
            target = "" if "void" in result else f"{result} = "
            pointer = random.choice(("p", "&g", "&h"))
            self.lines.append(f"  if (n > 0) {target}{name}(n - 1, {pointer}) & 3;")
            self._block(changed, 1, "  ", 1)
        self.lines += [f"  return ({self._expression(places)}) & 3;", "}"]
        self.functions.append(Function(name, is_recursive))

    # --- statements --------------------------------------------------------------------------------------

    def _block(self, places: list[str], count: int, indent: str, depth: int) -> None:
        for _ in range(count):
            self._statement(places, indent, depth)

    def _statement(self, places: list[str], indent: str, depth: int) -> None:
        random = self.random
        kind = random.choice(("assign", "assign", "call", "call", "if", "loop", "point", "leave"))
        if kind == "call" and self.functions:
            called = random.choice(self.functions)
            first = f"({self._expression(places)}) & {1 if called.is_recursive else 3}"
            own = ["p"] + (["&x", "&y"] if "x" in places else []) + ["&g", "&row[1]", self._pointer]
            self.lines.append(f"{indent}{random.choice(places)} = {called.name}({first}, {random.choice(own)});")
        elif kind == "if" and depth:
            self.lines.append(f"{indent}if ({self._condition(places)}) {{")
            self._block(places, 1, indent + "  ", depth - 1)
            self.lines.append(f"{indent}}} else {{")
            self._block(places, 1, indent + "  ", depth - 1)
            self.lines.append(f"{indent}}}")
        elif kind == "loop" and depth:
            self.loops += 1
            self.lines.append(f"{indent}while (__VERIFIER_nondet_bool()) {{")
            self._block(places, 1, indent + "  ", depth - 1)
            self.lines.append(f"{indent}}}")
        elif kind == "point":
            own = ["&x", "&y", "&g", "&h"] if "x" in places else ["&g", "&h"]
            self.lines.append(f"{indent}if ({self._condition(places)}) p = {random.choice(own)};")
        elif kind == "leave" and depth:
            self.lines.append(f"{indent}if ({self._condition(places)}) exit(0);")
        else:
            self.lines.append(f"{indent}{random.choice(places)} = ({self._expression(places)}) & 3;")

    # --- expressions -------------------------------------------------------------------------------------

    def _input(self) -> str:
        return "__VERIFIER_nondet_bool()" if self.random.random() < 0.7 else "__VERIFIER_nondet_bool() ? 2 : 0"

    def _expression(self, places: list[str]) -> str:
        random = self.random
        one = random.choice(places)
        other = random.choice((*places, "1", "2"))
        return random.choice((one, f"{one} + {other}", f"{one} - {other}", f"{one} ^ {other}", other))

    def _condition(self, places: list[str]) -> str:
        random = self.random
        other = random.choice((*places, "0", "1", "3"))
        return f"{self._expression(places)} {random.choice(COMPARISONS)} {other}"


def random_calls(random: Random) -> str:
    """A program."""
    return Calls(random).text()
