"""Random loops of C that search, compare, bound and filter elements of arrays, with what they really do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

LENGTH = 520
WHOLE = 256
KEYS = 3
"""The second input has so many values."""


@dataclass(frozen=True)
class ArraySegments:
    """Two arrays that are filled, one more loop over them, and a claim about an element that is chosen.

    ``body`` is that loop and ``before`` what comes before it, as lines of C and of Python.
    """

    fills: tuple[str, str]
    before: tuple[str, ...]
    start: int
    guard: str
    body: tuple[tuple[str, ...], tuple[str, ...]]
    claim: str

    def text(self) -> str:
        """The program."""
        condition = self.claim.replace(" and ", " && ").replace(" or ", " || ").replace("not ", "!")
        lines = [
            "extern unsigned char __VERIFIER_nondet_uchar(void);",
            "extern void reach_error(void);",
            f"unsigned char a[{LENGTH}], b[{LENGTH}];",
            "int main(void) {",
            "  unsigned char n = __VERIFIER_nondet_uchar(), k = __VERIFIER_nondet_uchar();",
            "  unsigned char key = __VERIFIER_nondet_uchar(), i, j = 0, f = 0, m;",
            f"  if (key >= {KEYS}) return 0;",
            f"  for (i = 0; i < n; i++) {{ a[i] = {self.fills[0]}; b[i] = {self.fills[1]}; }}",
            *(f"  {line};" for line in self.before),
            f"  for (i = {self.start}; {self.guard}; i++) {{",
            *(f"    {line}" for line in self.body[0]),
            "  }",
            f"  if (!({condition})) reach_error();",
            "  return 0;",
            "}",
            "",
        ]
        return "\n".join(lines)

    def is_violated(self) -> bool:
        """Whether some run comes to the claim and breaks it."""
        lines = [
            "def run(n, key):",
            f"  a, b, j, f, m = [0] * {LENGTH}, [0] * {LENGTH}, 0, 0, 0",
            "  for i in range(n):",
            f"    a[i] = ({self.fills[0]}) & 255; b[i] = ({self.fills[1]}) & 255",
            *(f"  {line}" for line in self.before),
            f"  i = {self.start}",
            f"  while {self.guard}:",
            *(f"    {line}" for line in self.body[1]),
            "    i += 1",
            f"  return all({self.claim} for k in range({WHOLE}))",
        ]
        space: dict[str, Any] = {}
        exec(compile("\n".join(lines), "loops", "exec"), space)
        run: Callable[[int, int], bool] = space["run"]
        return not all(run(n, key) for n in range(WHOLE) for key in range(KEYS))


def random_array_segments(random: Random) -> ArraySegments:
    """Two fills and a loop that looks at what they have stored."""
    values = ("i", "i & 7", "i & 1", "key", "3 * i + key", "7", "200 - i", "(i & 15) + key")
    fills = tuple(random.choice(values) for _ in "ab")
    one, other = random.choice(("ab", "ba"))
    limit = random.choice(("k < n", "k < n", "k < n", "k < n", "k <= n", "k < 200"))
    bound = random.choice(("key", "3", "7", "100"))
    order, opposite = random.choice((("<", ">="), (">", "<="), ("==", "!="), ("!=", "=="), (">=", "<")))
    shown = random.choice((opposite, opposite, opposite, order, "<"))
    found = f"{one}[i] {order} {bound}"
    before: tuple[str, ...] = ()
    start, guard = 0, "i < n"
    match random.choice(("search", "flag", "greatest", "clamp", "filter", "compare", "neighbours", "guarded")):
        case "search":
            body = ((f"if ({found}) break;",), (f"if {found}: break",))
            claim = f"not (i >= n and {limit}) or {one}[k] {shown} {bound}"
        case "flag":
            body = ((f"if ({found}) f = 1;",), (f"if {found}: f = 1",))
            claim = f"not ({limit}) or f == 1 or {one}[k] {shown} {bound}"
        case "greatest":
            before, start = (f"m = {one}[0]",), random.choice((0, 1, 1, 2))
            order, shown = random.choice(((">", "<="), (">", "<="), ("<", ">="), (">", "<")))
            body = ((f"if ({one}[i] {order} m) m = {one}[i];",), (f"if {one}[i] {order} m: m = {one}[i]",))
            claim = f"not ({limit}) or {one}[k] {shown} m"
        case "clamp":
            body = ((f"if ({found}) {one}[i] = {bound};",), (f"if {found}: {one}[i] = {bound}",))
            claim = f"not ({limit}) or {one}[k] {random.choice((shown, '<=', '>='))} {bound}"
        case "filter":
            body = (
                (f"if ({found}) {{ {other}[j] = {one}[i]; j++; }}",),
                (f"if {found}: {other}[j] = {one}[i]; j = (j + 1) & 255",),
            )
            claim = f"not (k < {random.choice(('j', 'j', 'j', 'n'))}) or {other}[k] {order} {bound}"
        case "compare":
            body = (("if (a[i] != b[i]) { f = 1; break; }",), ("if a[i] != b[i]: f = 1; break",))
            claim = f"not ({limit}) or f == 1 or a[k] {random.choice(('==', '==', '<='))} b[k]"
        case "neighbours":
            guard = random.choice(("i + 1 < n", "i + 1 < n", "i < n"))
            body = (
                (f"if ({one}[i] > {one}[i + 1]) {{ f = 1; break; }}",),
                (f"if {one}[i] > {one}[i + 1]: f = 1; break",),
            )
            claim = f"not (k + 1 < n) or f == 1 or {one}[k] {random.choice(('<=', '<=', '<'))} {one}[k + 1]"
        case _:
            number, instead = random.sample(("0", "1", "9"), 2)
            body = (
                (f"if ({found}) {other}[i] = {number}; else {other}[i] = {instead};",),
                (f"{other}[i] = {number} if {found} else {instead}",),
            )
            claim = f"not ({limit}) or {one}[k] {shown} {bound} or {other}[k] == {random.choice((number, instead))}"
    return ArraySegments((fills[0], fills[1]), before, start, guard, body, claim)
