"""Random recursive functions that hand pointers around: to globals, to variables of outer activations, to the heap."""

from __future__ import annotations

from random import Random

P = "ptr[i32]"
PLACES = ("g", "h", "x", "deref(p, i32)", "deref(q, i32)", "deref(s, i32)")
POINTERS = ("p", "q", "s", "address(g)", "address(h)", "address(x)", "null(ptr[i32])")
VALUES = ("0i32", "1i32", "n", "g", "h", "x", "r")
POINTS = "same_object({0}, address({1})) && offset_of({0}) == 0i64"
CONDITIONS = (
    "true", "g == 0i32", "h == 0i32", "g <= 1i32 && g >= 0i32", "p == null(ptr[i32])", "p != null(ptr[i32])",
    "same_object(p, address(g))", POINTS.format("p", "g"), POINTS.format("p", "h"),
    f"{POINTS.format('p', 'g')} && g == 0i32", "accessible(p, 4i64)",
    "ite(p == null(ptr[i32]), true, deref(p, i32) == 0i32)",
    "!same_object(p, address(g))", "p == address(g)", "p != address(h)",
)  # fmt: skip
"""Conditions over the globals: what they hold, and where the pointer p points to."""


def random_text(random: Random) -> str:
    """A program whose function f calls itself with a pointer to something; main claims something about its memory.

    Another function, which nobody calls, checks each of the conditions.
    """
    lines = ["global g: i32 addressable", "global h: i32 addressable", f"global p: {P}"]
    lines += [f"function f(n: i32, q: {P}) -> i32", "  local x: i32 addressable", f"  local s: {P}", "  local r: i32"]
    lines += ["  a -> b0: x := 0i32"]
    count = _steps(random, lines, "b", POINTERS)
    lines += [f"  b{count} -> last: assume n <= 0i32", f"  b{count} -> call_: assume !(n <= 0i32)"]
    lines += [f"  call_ -> c0: r := call f(n - 1i32, {random.choice(POINTERS)})"]
    count = _steps(random, lines, "c", POINTERS)
    lines += [f'  c{count} -> last: check assert {_claim(random, "x")} "inside"', "  last -> exit: return r"]
    lines += ["function main()", "  local x: i32 addressable", "  local k: i32", "  local r: i32", f"  local s: {P}"]
    known = ("address(g)", "address(h)", "address(x)", "null(ptr[i32])", "s")
    lines += ["  a -> a1: k := choose range(0i32, 2i32)", '  a1 -> a2: s := new memory(4i64, zeroed) site "m"']
    lines += ["  a2 -> b: x := 0i32", f"  b -> c: p := {random.choice(known)}"]
    lines += [
        f"  c -> d: r := call f(k, {random.choice(known)})",
        f'  d -> e: check assert {_claim(random, "x")} "claim"',
    ]
    lines += ["  e -> exit: return", "function conditions()"]
    lines += [f'  l{number} -> l{number + 1}: check assert {text} ""' for number, text in enumerate(CONDITIONS)]
    return "\n".join([*lines, f"  l{len(CONDITIONS)} -> exit: return"])


def _steps(random: Random, lines: list[str], name: str, pointers: tuple[str, ...]) -> int:
    count = random.randint(0, 2)
    for number in range(count):
        kind = random.randint(0, 5)
        if kind < 2:
            step = f"{random.choice(('p', 's'))} := {random.choice(pointers)}"
        elif kind == 2:
            step = f"r := ite({random.choice('pqs')} == null(ptr[i32]), 0i32, 1i32)"
        else:
            step = f"{random.choice(PLACES)} := {random.choice(VALUES)}"
        lines.append(f"  {name}{number} -> {name}{number + 1}: {step}")
    return count


def _claim(random: Random, local: str) -> str:
    return random.choice((f"{local} == 0i32", "g == 0i32", "h == 0i32", "p == null(ptr[i32])", "p != null(ptr[i32])"))
