"""Random loops of C that fill, copy and change arrays by counters of eight bits, with what they really do."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from types import CodeType
from typing import Any, NamedTuple

LENGTH = 520
WHOLE = 256


@dataclass(frozen=True)
class Pass:
    """One loop: where the counter begins, its guard and step, and stores, each an array, an index and a value."""

    start: str
    guard: str
    step: int
    stores: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class ArrayLoops:
    """Loops one after another, and a claim about elements at an index k that is chosen; texts are Python, too."""

    passes: tuple[Pass, ...]
    claim: str

    def text(self) -> str:
        """The program."""
        lines = [
            "extern unsigned char __VERIFIER_nondet_uchar(void);",
            "extern void reach_error(void);",
            f"unsigned char a[{LENGTH}], b[{LENGTH}];",
            "int main(void) {",
            "  unsigned char n = __VERIFIER_nondet_uchar(), k = __VERIFIER_nondet_uchar(), i;",
        ]
        for one in self.passes:
            lines.append(f"  for (i = {one.start}; {one.guard}; i += {one.step}) {{")
            lines += [f"    {array}[{index}] = {value};" for array, index, value in one.stores]
            lines.append("  }")
        condition = self.claim.replace(" and ", " && ").replace(" or ", " || ").replace("not ", "!")
        return "\n".join([*lines, f"  if (!({condition})) reach_error();", "  return 0;", "}", ""])

    def is_violated(self) -> bool:
        """Whether some run comes to the claim and breaks it."""
        claim = compile(self.claim, "claim", "eval")
        passes = [_compiled(one) for one in self.passes]
        for n in range(WHOLE):
            state: dict[str, Any] = {"__builtins__": {}, "n": n, "a": [0] * LENGTH, "b": [0] * LENGTH}
            if all(_passed(one, state) for one in passes):
                for k in range(WHOLE):
                    state["k"] = k
                    if not eval(claim, state):
                        return True
        return False


class _Compiled(NamedTuple):
    start: CodeType
    guard: CodeType
    step: int
    stores: list[tuple[str, CodeType, CodeType]]


def _compiled(one: Pass) -> _Compiled:
    def code(text: str) -> CodeType:
        return compile(text, "loop", "eval")

    stores = [(array, code(index), code(value)) for array, index, value in one.stores]
    return _Compiled(code(one.start), code(one.guard), one.step, stores)


def _passed(one: _Compiled, state: dict[str, Any]) -> bool:
    """Execute a loop; say whether it ends."""
    i = eval(one.start, state) % WHOLE
    seen: set[int] = set()
    while True:
        state["i"] = i
        if not eval(one.guard, state):
            return True
        if i in seen:
            return False
        seen.add(i)
        for array, index, value in one.stores:
            state[array][eval(index, state)] = eval(value, state) % WHOLE
        i = (i + one.step) % WHOLE


def random_array_loops(random: Random) -> ArrayLoops:
    """One to three loops over two arrays."""
    held = []
    passes = []
    for _ in range(random.choice((1, 1, 2, 2, 3))):
        stores = []
        for _ in range(random.choice((1, 1, 1, 2))):
            array = random.choice("aab")
            index = random.choice(("i", "i", "i", "i + 3", "2 * i", "n"))
            other = random.choice("ab")
            value = random.choice(
                ("7", "i", "i + 5", "3 * i", "n", f"{other}[i]", f"{other}[i] + 1", f"{array}[{index}] + 2", "i * i")
            )
            stores.append((array, index, value))
            held.append((array, index, value))
        guard = random.choice(("i < n", "i < n", "i < n", "i <= n", "i != n", "i < 200"))
        start = random.choice(("0", "0", "0", "1", "n"))
        passes.append(Pass(start, guard, random.choice((1, 1, 1, 2, 3)), tuple(stores)))
    array, index, value = random.choice(held)
    at, then = index.replace("i", "k"), value.replace("i", "k")
    limit = random.choice(("k < n", "k < n", "k <= n", "k < 200", "k > n"))
    claim = random.choice(
        (
            f"not ({limit}) or {array}[{at}] == (({then}) & 255)",
            f"not ({limit}) or {array}[{at}] == (({then}) & 255)",
            f"not ({limit}) or {array}[k] == {random.choice(('0', '7', 'k', 'b[k]'))}",
            f"{array}[k] != {random.choice(('99', '7'))}",
        )
    )
    return ArrayLoops(tuple(passes), claim)
