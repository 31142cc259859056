"""Random small C programs that are state machines: inputs move them, in functions, loops and recursion."""

from __future__ import annotations

from random import Random

HEAD = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nextern _Bool __VERIFIER_nondet_bool(void);\n"
LAST = 3
"""States are the numbers up to this."""


class Machine:
    """Writes one program."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._lines: list[str] = []

    def text(self) -> str:
        """A machine with two registers, what makes its steps, and a claim about its state."""
        random = self._random
        self._lines = [f"static int s = {random.choice(('0', '1'))}, t;"]
        kind = random.choice(("call", "call", "result", "recursion", "recursion", "plain"))
        rounds = "while (1)" if random.random() < 0.6 else "while (__VERIFIER_nondet_bool())"
        claim = f"assert({random.choice(('s', 's', 't'))} != {random.randint(1, LAST)});"
        match kind:
            case "call":
                self._lines.append("static void step(int in) {")
                self._moves(["in"], 2)
                self._lines += ["}", "int main(void) {", f"  {rounds} {{ step({self._input()}); {claim} }}"]
            case "result":
                self._lines.append("static int step(int in, int old) {")
                self._moves(["in", "old"], 2)
                self._lines += [f"  return {random.choice(('in', 'old', 's', 't'))};", "}", "int main(void) {"]
                self._lines += ["  int r = 0;", f"  {rounds} {{ r = step({self._input()}, r); {claim} }}"]
                self._lines += ["  assert(r != 2);"] if random.random() < 0.5 else []
            case "recursion":
                self._lines.append("static void step(int in) {")
                self._moves(["in"], 1)
                self._lines += [f"  if (in == {random.randint(0, 2)}) step({self._input()});"]
                if random.random() < 0.5:
                    self._lines.append(f"  {claim}")
                self._moves(["in"], 1)
                self._lines += ["}", "int main(void) {", f"  step({self._input()});", f"  {claim}"]
            case _:
                self._lines += ["int main(void) {", "  int in = 0;", f"  {rounds} {{ in = {self._input()};"]
                self._moves(["in"], 2)
                self._lines.append(f"  {claim} }}")
        return HEAD + "\n".join([*self._lines, "  return 0;", "}"]) + "\n"

    def _input(self) -> str:
        return self._random.choice(("__VERIFIER_nondet_int()", "__VERIFIER_nondet_int()", "__VERIFIER_nondet_bool()"))

    def _moves(self, seen: list[str], count: int) -> None:
        random = self._random
        for _ in range(count):
            asked = f"s == {random.randint(0, LAST)}" if random.random() < 0.8 else "s == t"
            first = f"if ({self._condition(seen)}) {self._move(seen)}"
            other = f" else {self._move(seen)}" if random.random() < 0.5 else ""
            self._lines.append(f"  if ({asked}) {{ {first}{other} }} else {{ {self._move(seen)} }}")

    def _condition(self, seen: list[str]) -> str:
        random = self._random
        return f"{random.choice(seen)} {random.choice(('==', '==', '<', '!='))} {random.choice((0, 1, 2, 17))}"

    def _move(self, seen: list[str]) -> str:
        random = self._random
        target = random.choice(("s", "s", "t"))
        value = random.choice((*map(str, range(LAST + 1)), "s", "t", random.choice(seen)))
        return f"{target} = {value};" if value != target else ";"


def random_machine(random: Random) -> str:
    """A program."""
    return Machine(random).text()
