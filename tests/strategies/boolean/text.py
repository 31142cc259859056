"""Random small Boolean programs, as text: procedures, recursion, loops, jumps, choices, constraints."""

from __future__ import annotations

from functools import partial
from random import Random

from strategies.source import drawn

GLOBALS = ("g", "h")


class Writer:
    """Writes one program; ``depth`` bounds how deeply statements and expressions are nested."""

    def __init__(self, random: Random, *, recursive: bool) -> None:
        self.random = random
        self.recursive = recursive
        self.labels = 0
        self.procedures = {"p": (1, 1), "q": (0, 2), "main": (0, 0)}

    def program(self) -> str:
        parts = [f"decl {', '.join(GLOBALS)};", *map(self.procedure, ("q", "p", "main"))]
        return "\n".join(parts) + "\n"

    def procedure(self, name: str) -> str:
        formals, results = self.procedures[name]
        names = [*GLOBALS, *["a", "b"][:formals], "x"]
        # a local may hide a global
        hiding = self.random.random() < 0.15
        local = "x, h" if hiding else "x"
        enforce = ""
        if self.random.random() < 0.2:
            enforce = f"  enforce {self.definite(names, 1)};\n"
        body = "".join(self.statement(name, names, 2) for _ in range(self.random.randint(1, 3)))
        values = ", ".join(self.expression(names, 1) for _ in range(results))
        head = {0: "void", 1: "bool"}.get(results, f"bool<{results}>")
        return (
            f"{head} {name}({', '.join(['a', 'b'][:formals])}) begin\n  decl {local};\n{enforce}{body}"
            f"  return{' ' + values if values else ''};\nend"
        )

    def definite(self, names: list[str], depth: int) -> str:
        if depth == 0 or self.random.random() < 0.3:
            return self.random.choice([*names, *names, "T", "F"])
        kind = self.random.randrange(4)
        left, right = self.definite(names, depth - 1), self.definite(names, depth - 1)
        return [f"!({left})", f"({left} & {right})", f"({left} | {right})", f"({left} = {right})"][kind]

    def expression(self, names: list[str], depth: int) -> str:
        chance = self.random.random()
        if chance < 0.2:
            return "*"
        if chance < 0.35:
            first, second = self.random.choice(names), self.definite(names, 1)
            return f"schoose[{first} & {second}, !({second})]"
        if chance < 0.45:
            return f"({self.definite(names, 1)} {self.random.choice('&|=')} *)"
        return self.definite(names, depth)

    def statement(self, procedure: str, names: list[str], depth: int) -> str:
        choices = [self.assignment] * 6 + [self.check] + [self.call] * 3 + [self.assume, self.environment]
        if depth > 0:
            choices += [self.conditional, self.loop, self.jump, self.select, self.alternatives]
        return self.random.choice(choices)(procedure, names, depth)

    def assignment(self, procedure: str, names: list[str], depth: int) -> str:
        targets = self.random.sample(names, self.random.randint(1, 2))
        values = [self.expression(names, 1) for _ in targets]
        constraint = ""
        if self.random.random() < 0.2:
            constraint = f" constrain 'g | {self.definite(names, 1)} | '{targets[0]}"
        return f"  {', '.join(targets)} := {', '.join(values)}{constraint};\n"

    def check(self, procedure: str, names: list[str], depth: int) -> str:
        return f"  assert({self.expression(names, 2)});\n"

    def assume(self, procedure: str, names: list[str], depth: int) -> str:
        return f"  assume({self.expression(names, 1)});\n"

    def call(self, procedure: str, names: list[str], depth: int) -> str:
        order = ["q", "p", "main"]
        callees = ["q", "p"] if self.recursive else order[: order.index(procedure)]
        if not callees:
            return "  skip;\n"
        callee = self.random.choice(callees)
        formals, results = self.procedures[callee]
        arguments = ", ".join(self.expression(names, 1) for _ in range(formals))
        targets = self.random.sample(names, results)
        if results and self.random.random() < 0.3:
            targets[0] = "_"
        return f"  {', '.join(targets)} := {callee}({arguments});\n"

    def environment(self, procedure: str, names: list[str], depth: int) -> str:
        chosen = self.random.sample(names, 2)
        where = f"'{chosen[0]} | {self.definite(names, 1)} | '{chosen[1]}"
        other = next(name for name in names if name not in chosen)
        start = self.random.choice(["", f"{other} := {self.expression(names, 1)} with "])
        return f"  {start}any({', '.join(chosen)} where {where} must F);\n"

    def fresh(self) -> str:
        self.labels += 1
        return f"L{self.labels}"

    def select(self, procedure: str, names: list[str], depth: int) -> str:
        first, second = self.fresh(), self.fresh()
        arms = "".join(f"({self.expression(names, 1)}) goto {label}; " for label in (first, second, first))
        inner = self.statement(procedure, names, depth - 1)
        return f"  select {{ {arms}}}\n  {first}: skip;\n{inner}  {second}: skip;\n"

    def alternatives(self, procedure: str, names: list[str], depth: int) -> str:
        first, second = self.fresh(), self.fresh()
        arms = ""
        for label in (first, second):
            statement = self.random.choice([self.assignment, self.assume, self.check])(procedure, names, 0)
            arms += f"{statement.strip()} goto {label}; "
        inner = self.statement(procedure, names, depth - 1)
        return f"  choice {{ {arms}skip; goto {second}; }}\n  {first}: skip;\n{inner}  {second}: skip;\n"

    def conditional(self, procedure: str, names: list[str], depth: int) -> str:
        condition = self.expression(names, 1)
        then = self.statement(procedure, names, depth - 1)
        otherwise = self.statement(procedure, names, depth - 1)
        return f"  if ({condition}) then\n  {then}  else\n  {otherwise}  fi;\n"

    def loop(self, procedure: str, names: list[str], depth: int) -> str:
        return f"  while ({self.expression(names, 1)}) do\n  {self.statement(procedure, names, depth - 1)}  od;\n"

    def jump(self, procedure: str, names: list[str], depth: int) -> str:
        self.labels += 2
        first, second = f"L{self.labels - 1}", f"L{self.labels}"
        inner = self.statement(procedure, names, depth - 1)
        return f"  {first}:\n  goto {second}, {first}_;\n  {first}_: {inner.strip()}\n  {second}: skip;\n"


def program_text(random: Random, *, recursive: bool) -> str:
    """The text of a random program."""
    return Writer(random, recursive=recursive).program()


RECURSIVE = drawn(partial(program_text, recursive=True))
FLAT = drawn(partial(program_text, recursive=False))
TEXTS = FLAT | RECURSIVE
