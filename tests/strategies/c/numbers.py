"""Random C programs over a few numbers, with inputs, loops and an error that some of them reach."""

from __future__ import annotations

from random import Random

VARIABLES = ("a", "b", "c")
HEADER = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a, b, c;
static int twice(int n) { return n + n; }
int main(void) {
"""


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random

    def value(self) -> str:
        random = self.random
        left = random.choice(VARIABLES)
        match random.randrange(8):
            case 0 | 1:
                return str(random.randrange(-2, 4))
            case 2:
                return left
            case 3:
                return f"twice({left})"
            case 4:
                return f"-{left}"
            case _:
                right = random.choice([random.choice(VARIABLES), str(random.randrange(1, 4))])
                return f"{left} {random.choice('+-*+-')} {right}"

    def condition(self) -> str:
        random = self.random
        left = random.choice(VARIABLES)
        right = random.choice([*VARIABLES, "0", "1", "2", "-1", "3"])
        if random.random() < 0.15:
            return f"{left} % 2 == {random.randrange(2)}"
        return f"{left} {random.choice(['<', '<=', '==', '!=', '>', '>='])} {right}"

    def block(self, depth: int, length: int) -> list[str]:
        lines: list[str] = []
        for _ in range(length):
            match self.random.randrange(9):
                case 0 | 1 | 2 | 3:
                    lines.append(f"{self.random.choice(VARIABLES)} = {self.value()};")
                case 4 | 5 if depth < 2:
                    lines += [f"if ({self.condition()}) {{", *self.block(depth + 1, 1), "} else {"]
                    lines += [*self.block(depth + 1, 1), "}"]
                case 6 if depth < 1:
                    lines += ["for (int i = 0; i < 2; i++) {", *self.block(depth + 1, 2), "}"]
                case 7:
                    lines.append(f"{self.random.choice(VARIABLES)}++;")
                case _:
                    lines.append(f"if ({self.condition()} && {self.condition()}) reach_error();")
        return lines


def random_number_program(random: Random) -> str:
    """The text of a program."""
    writer = _Writer(random)
    lines = ["a = __VERIFIER_nondet_int() % 3;"] if random.random() < 0.6 else []
    lines += writer.block(0, random.randrange(3, 6))
    lines += [f"if ({writer.condition()} && {writer.condition()}) reach_error();", "return 0;"]
    return HEADER + "\n".join(f"  {line}" for line in lines) + "\n}\n"


def random_bindings(random: Random) -> tuple[tuple[str, ...], str]:
    """Selections for some of the variables, and a default for what depends on none."""
    names = ["Signs", "EvenOdd", "Point", "range(0,1)"]
    chosen = random.sample(VARIABLES, random.choice([1, 1, 2, 3]))
    same = random.choice(names)
    bindings = tuple(f"{name}={same if random.random() < 0.5 else random.choice(names)}" for name in chosen)
    return bindings, random.choice(["Int", "Int", "Point"])
