"""Random loops of C whose pointers walk through arrays and strings, with what they really do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

LENGTH = 520
WHOLE = 256
KEYS = 3
"""The second input has so many values."""

Lines = tuple[str, ...]


@dataclass(frozen=True)
class PointerLoops:
    """Two arrays that are filled, one or two loops with pointers, and a claim about an element that is chosen.

    ``fills`` are what the arrays begin with; ``loops`` are lines of C and of Python, in which pointers are indices.
    """

    fills: tuple[str, str]
    end: str
    loops: tuple[tuple[Lines, Lines], ...]
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
            "  unsigned char key = __VERIFIER_nondet_uchar(), i, *p, *q;",
            "  long j = 0;",
            f"  if (key >= {KEYS}) return 0;",
            f"  for (i = 0; i < n; i++) {{ a[i] = {self.fills[0]}; b[i] = {self.fills[1]}; }}",
            f"  a[n] = {self.end};",
            *(f"  {line}" for loop, _ in self.loops for line in loop),
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
            f"  a, b, j, p, q = [0] * {LENGTH}, [0] * {LENGTH}, 0, 0, 0",
            "  for i in range(n):",
            f"    a[i] = ({self.fills[0]}) & 255; b[i] = ({self.fills[1]}) & 255",
            f"  a[n] = ({self.end}) & 255",
            *(f"  {line}" for _, loop in self.loops for line in loop),
            f"  return all({self.claim} for k in range({WHOLE}))",
        ]
        space: dict[str, Any] = {}
        exec(compile("\n".join(lines), "loops", "exec"), space)
        run: Callable[[int, int], bool] = space["run"]
        return not all(run(n, key) for n in range(WHOLE) for key in range(KEYS))


def random_pointer_loops(random: Random) -> PointerLoops:
    """Loops over an array, and a claim about what they leave."""
    values = ("i", "i & 7", "(i & 7) + 1", "1", "key", "key + 1", "7", "200 - i")
    fills = (random.choice(values), random.choice(values))
    loops: list[tuple[Lines, Lines]] = []
    claims: tuple[str, ...] = ()
    for _ in range(random.choice((1, 1, 2))):
        loop, *rest = _loop(random)
        claims += tuple(str(one) for one in rest)
        loops.append(loop)
    end = random.choice(("0", "0", "0", "key"))
    return PointerLoops(fills, end, tuple(loops), random.choice(claims))


def _loop(random: Random) -> tuple[Any, ...]:
    """A loop, and claims about what it leaves, some of which are wrong."""
    value = random.choice(("3", "key", "0"))
    limit = random.choice(("k < n", "k < n", "k < n", "k <= n"))
    shift = random.choice((0, 0, 0, 1))
    match random.choice(
        ("fill", "down", "copy", "string copy", "length", "length", "filter", "find", "ends", "clamp", "order")
    ):
        case "fill":
            step = random.choice((1, 1, 2))
            loop = (
                (f"for (p = a + {shift}; p < a + n; p += {step}) *p = {value};",),
                (f"for p in range({shift}, n, {step}): a[p] = {value}",),
            )
            aligned = f" and (k - {shift}) % {step} == 0" if step > 1 else ""
            return (
                loop,
                f"not ({limit} and k >= {shift}{aligned}) or a[k] == {value}",
                f"not ({limit}) or a[k] == {value}",
            )
        case "down":
            loop = (
                (f"p = a + n; while (p > a + {shift}) *--p = {value};",),
                (f"for p in range(n - 1, {shift} - 1, -1): a[p] = {value}",),
            )
            return loop, f"not ({limit} and k >= {shift}) or a[k] == {value}", f"not ({limit}) or a[k] == {value}"
        case "copy":
            how = random.choice(("*q++ = *p++;", "{ *q = *p; q++; p++; }"))
            loop = (
                (f"p = a; q = b + {shift}; while (p < a + n) {how}",),
                (f"for p in range(n): b[p + {shift}] = a[p]",),
            )
            return loop, f"not ({limit}) or b[k + {shift}] == a[k]", f"not ({limit}) or b[k] == a[k]"
        case "string copy":
            loop = (
                ("p = a; q = b; while ((*q++ = *p++)) ;", "j = q - b;"),
                ("p = 0", "while True:", "  b[p] = a[p]; p += 1", "  if not b[p - 1]: break", "j = p"),
            )
            return (
                loop,
                "not (k < j) or b[k] == a[k]",
                "j >= 1 and j <= n + 1",
                "b[j - 1] == 0",
                "not (k + 1 < j) or b[k] != 0",
                "j <= n",
            )
        case "length":
            how = random.choice(("while (*p) p++;", "while (*p != 0) ++p;"))
            loop = ((f"p = a; {how}", "j = p - a;"), ("p = 0", "while a[p]: p += 1", "j = p"))
            return loop, "j <= n", "a[j] == 0", "not (k < j) or a[k] != 0", "j == n", "j < n", "j >= 0 and j <= 519"
        case "filter":
            order = random.choice(("!=", ">", "<"))
            loop = (
                (f"q = b; for (p = a; p < a + n; p++) if (*p {order} key) *q++ = *p;", "j = q - b;"),
                ("q = 0", "for p in range(n):", f"  if a[p] {order} key: b[q] = a[p]; q += 1", "j = q"),
            )
            return loop, f"not (k < j) or b[k] {order} key", "j <= n", "j == n", f"not (k <= j) or b[k] {order} key"
        case "find":
            loop = (
                ("for (p = a; p < a + n; p++) if (*p == key) break;", "j = p - a;"),
                ("p = 0", "while p < n and a[p] != key: p += 1", "j = p"),
            )
            return (
                loop,
                "not (k < j) or a[k] != key",
                "j <= n",
                "not (j < n) or a[j] == key",
                "j < n",
                "not (k <= j) or a[k] != key",
            )
        case "ends":
            loop = (
                (f"p = a; q = a + n; while (p < q) {{ *p++ = {value}; *--q = {value}; }}",),
                ("p = 0; q = n", f"while p < q: a[p] = {value}; p += 1; q -= 1; a[q] = {value}"),
            )
            return loop, f"not ({limit}) or a[k] == {value}", f"not (k <= n) or a[k] == {value}"
        case "clamp":
            loop = (
                ("for (p = a; *p; p++) if (*p > 5) *p = 5;", "j = p - a;"),
                ("p = 0", "while a[p]:", "  if a[p] > 5: a[p] = 5", "  p += 1", "j = p"),
            )
            return loop, "not (k < j) or a[k] <= 5", "a[j] == 0", "j <= n", "not (k < j) or a[k] < 5"
        case _:
            loop = (
                ("for (p = a + 1; p < a + n; p++) if (*p < *(p - 1)) *p = *(p - 1);",),
                ("for p in range(1, n): a[p] = max(a[p], a[p - 1])",),
            )
            return (
                loop,
                "not (k + 1 < n) or a[k] <= a[k + 1]",
                "not (k < n) or a[0] <= a[k]",
                "not (k < n) or a[k] <= 7",
            )
