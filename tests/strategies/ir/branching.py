"""Random small programs with branches and choices, and CTL formulas about them."""

from __future__ import annotations

from random import Random

from strategies.formulas import ctl_text
from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text import load

TOP = 3


def program_text(random: Random, *, calls: bool, memory: bool = False) -> str:
    """A program of few locations over two globals, some of whose values and steps are open.

    With *memory* variables are in memory and there is a pointer to one of them; such a program does not end.
    """
    count = random.randint(3, 5)
    where = " addressable" if memory else ""
    lines = [f"global a: u8{where} in range(0u8, {random.randint(0, 2)}u8)"]
    lines += [f"global b: u8{where} = {random.randint(0, TOP)}u8", *(["global p: ptr[u8] = address(a)"] * memory)]
    if calls:
        lines += [f"function f(x: u8{where}) -> u8", "  local y: u8", "  f0 -> f1: y := (y + x + 1u8) & 3u8"]
        lines += [f"  f1 -> f2: {_assignment(random)}", "  f2 -> exit: return (y + b) & 3u8"]
    lines.append("function main()")
    if memory:
        lines += ["  local c: u8 addressable", "  first -> l0: c := 2u8"]
    for number in range(count):
        ways = [random.randrange(count) for _ in range(2)]
        place = f"  l{number} -> "
        kinds = ["step", "step", "branch", "choice", "choose", "end", "call" if calls else "branch"]
        match random.choice([*kinds, *(["point", "through", "through"] * memory)]):
            case "point":
                lines.append(f"{place}l{ways[0]}: p := address({random.choice('abc')})")
            case "through":
                read = random.choice(["a", "b", "c", "deref(p, u8)"])
                write = random.choice(["c", "deref(p, u8)", "deref(p, u8)"])
                lines.append(f"{place}l{ways[0]}: {write} := ({read} + 1u8) & {TOP}u8")
            case "end" if memory:
                lines.append(f"{place}l{number}: skip")
            case "step":
                lines.append(f"{place}l{ways[0]}: {_assignment(random)}")
            case "branch":
                test = random.choice(["a == b", "a < b", f"a == {random.randint(0, TOP)}u8", "b > 1u8"])
                lines += [f"{place}l{ways[0]}: assume {test}", f"{place}l{ways[1]}: assume !({test})"]
            case "choice":
                lines += [f"{place}l{ways[0]}: {_assignment(random)}", f"{place}l{ways[1]}: {_assignment(random)}"]
            case "choose":
                low = random.randint(0, TOP)
                lines.append(f"{place}l{ways[0]}: {random.choice('ab')} := choose range({low}u8, {TOP}u8)")
            case "call":
                lines.append(f"{place}l{ways[0]}: {random.choice('ab')} := call f({random.choice('ab')})")
            case _:
                lines.append(f"{place}exit: return")
    return "\n".join(["vir 1", *lines])


def _assignment(random: Random) -> str:
    left, right = random.choice("ab"), random.choice(["a", "b", "1u8", "2u8"])
    return f"{random.choice('ab')} := ({left} {random.choice('+-^')} {right}) & {TOP}u8"


def program_of(text: str) -> Program:
    """The program of a text."""
    return load(SourceFile("random.vir", text.encode()))


def branching_ctl(random: Random, depth: int, *, steps: bool) -> str:
    """A CTL formula over variables and locations; one that counts steps only where that is allowed."""

    def atom() -> str:
        atoms = [f"a == {random.randint(0, TOP)}", f"b <= {random.randint(0, TOP)}", f"at(l{random.randint(0, 2)})"]
        return random.choice([*atoms, "a < b"])

    return ctl_text(random, depth, atom, steps=steps)
