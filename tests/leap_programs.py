"""The programs of Ball, Kupferman and Sagiv (2007), and others that show what leaps need, as C, FCL and ``.vir``."""

from __future__ import annotations

HEADER = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
"""


def simple_c(least: int, most: int | None = None) -> str:
    """Figure 1, with a number of rounds from outside; the loops stand in lines 8, 10 and 12, the assertion behind."""
    return f"""{HEADER}int main(void) {{
  int n = __VERIFIER_nondet_int();
  if (n < {least}{"" if most is None else f" || n > {most}"}) return 0;
  int x = 0;
  while (x < n)
    x = x + 1;
  while (x < 2 * n)
    x = x + 2;
  while (x < 3 * n)
    x = x + 3;
  assert(0);
}}
"""


SIMPLE_FCL = """(n)
(init)
init:  x := 0;
       goto one;
one:   if <(x, n) then body1 else two;
body1: x := +(x, 1);
       goto one;
two:   if <(x, *(2, n)) then body2 else three;
body2: x := +(x, 2);
       goto two;
three: if <(x, *(3, n)) then body3 else end;
body3: x := +(x, 3);
       goto three;
end:   return;
"""

LESS_SIMPLE_C = f"""{HEADER}int main(void) {{
  int n = __VERIFIER_nondet_int();
  if (n < 2) return 0;
  int x = 0, y = 0;
  x = 1;
  if (__VERIFIER_nondet_bool()) y = 1;
  while (x < n) {{
    if (x >= y + 2) y = x;
    else if (__VERIFIER_nondet_bool()) x = x + 1;
    else y = x + 1;
  }}
  if (x >= y) assert(0);
}}
"""
"""Figure 6; the loop stands in line 10, the choice in line 12."""

LESS_SIMPLE_VIR = """vir 1
global n: int in range(2, 1000)
global x: int
global y: int
function main()
  start -> fork: x := 1
  fork -> loop: y := 1
  fork -> loop: skip
  loop -> inside: assume x < n
  loop -> behind: assume !(x < n)
  inside -> far: assume x >= y + 2
  inside -> near: assume !(x >= y + 2)
  far -> loop: y := x
  near -> loop: x := x + 1
  near -> loop: y := x + 1
  behind -> wrong: assume x >= y
  behind -> right: assume !(x >= y)
  wrong -> right: check assert false "wanted"
  right -> exit: return
"""
"""Figure 6 with alternatives of a choice in place of inputs."""

NESTED_C = f"""{HEADER}int main(void) {{
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  int y = 0, x = 0;
  while (x < n) {{
    x = x + 1;
    y = 0;
    while (y < n)
      y = y + 1;
  }}
  if (y == n) assert(0);
}}
"""
"""The nested loops of section 3: the outer one in line 8, the inner one in line 11."""

NESTED_FCL = """(n)
(init)
init:  x := 0;
       y := 0;
       goto outer;
outer: if <(x, n) then first else test;
first: x := +(x, 1);
       y := 0;
       goto inner;
inner: if <(y, n) then body else outer;
body:  y := +(y, 1);
       goto inner;
test:  if =(y, n) then bad else end;
bad:   return;
end:   return;
"""

NESTED_DATA_FCL = """(n)
(init)
init:  x := 0;
       y := 0;
       goto head;
head:  if <(y, n) then more else full;
more:  y := +(y, 1);
       goto head;
full:  if <(x, n) then next else bad;
next:  x := +(x, 1);
       y := 0;
       goto head;
bad:   return;
"""
"""The data alone: one control point, at which y goes up to n, and then x by one."""


def jump_c(n: int, kind: str = "int") -> str:
    """Figure 8 with a number to go beyond; the loop stands in line 7, the choice in line 8."""
    return f"""{HEADER}int main(void) {{
  {kind} n = {n};
  {kind} x = 0;
  while (x < n) {{
    if (x % 2 == 1) {{ if (__VERIFIER_nondet_bool()) x = x - 1; else x = x - 3; }}
    else if (x % 4 == 0) x = x + 5;
    else x = x + 1;
  }}
  assert(0);
}}
"""


def jump_vir(n: int) -> str:
    """Figure 8 with alternatives of a choice."""
    return f"""vir 1
global x: i32
function main()
  start -> loop: x := 0i32
  loop -> inside: assume x < {n}i32
  loop -> behind: assume !(x < {n}i32)
  inside -> odd: assume (x & 1i32) == 1i32
  inside -> even: assume !((x & 1i32) == 1i32)
  odd -> loop: x := x - 1i32
  odd -> loop: x := x - 3i32
  even -> four: assume (x & 3i32) == 0i32
  even -> two: assume !((x & 3i32) == 0i32)
  four -> loop: x := x + 5i32
  two -> loop: x := x + 1i32
  behind -> after: check assert false "wanted"
  after -> exit: return
"""


ALTERNATE_C = f"""{HEADER}int main(void) {{
  int n = __VERIFIER_nondet_int();
  if (n < 1) return 0;
  int x = 0, y = 0;
  while (x < n) {{
    if (__VERIFIER_nondet_bool()) {{ x = x + y; y = 0; }}
    else y = 1;
  }}
  assert(0);
}}
"""
"""Neither alternative alone gets anywhere; the loop stands in line 8, the choice in line 9."""

ALTERNATE_VIR = """vir 1
global n: int in range(1, 1000)
global x: int
global y: int
function main()
  start -> loop: y := 0
  loop -> pick: assume x < n
  loop -> behind: assume !(x < n)
  pick -> add: skip
  pick -> loop: y := 1
  add -> clear: x := x + y
  clear -> loop: y := 0
  behind -> after: check assert false "wanted"
  after -> exit: return
"""

STUCK_C = f"""{HEADER}int main(void) {{
  int x = 0;
  while (x < 2)
    x = 1;
  assert(0);
}}
"""
"""The loop, in line 6, never ends."""

STUCK_FCL = """()
(init)
init: x := 0;
      goto head;
head: if <(x, 2) then body else end;
body: x := 1;
      goto head;
end:  return;
"""

ENDLESS_FCL = """(x y)
(init)
init: if <=(0, x) then more else halted;
more: if <(0, y) then head else halted;
head: if =(y, 0) then down else again;
again: goto head;
down: x := -(x, 1);
      goto head;
halted: return;
"""
"""Section 3, on finiteness: with y above 0 nothing ever changes, and with y = 0 nobody knows where x came from."""

HIDDEN_FCL = """(n)
(init)
init: x := 1;
      goto head;
head: if <=(x, n) then body else end;
body: x := +(x, 1);
      y := *(y, 3);
      goto head;
end:  return;
"""
"""A loop over x that also changes y, which decides nothing."""

COUNT_C = f"""{HEADER}void count(int x, int n) {{
  if (x < n)
    count(x + 1, n);
  else
    assert(0);
}}
int main(void) {{
  int n = __VERIFIER_nondet_int();
  if (n < 1) return 0;
  count(0, n);
}}
"""
"""A function that calls itself."""

MUTUAL_C = f"""{HEADER}void odd(int x, int n);
void even(int x, int n) {{
  if (x < n)
    odd(x + 1, n);
  else
    assert(0);
}}
void odd(int x, int n) {{
  if (x < n)
    even(x + 1, n);
  else
    assert(0);
}}
int main(void) {{
  int n = __VERIFIER_nondet_int();
  if (n < 1) return 0;
  even(0, n);
}}
"""
"""Two functions that call each other."""

GAP_FCL = """(n)
(init)
init: x := 0;
      goto head;
head: if <(x, n) then body else end;
body: if =(x, 0) then jump else step;
jump: x := 5;
      goto head;
step: x := +(x, 1);
      goto head;
end:  return;
"""
"""From 0 the loop goes to 5, and then one by one."""

LEARNED_VIR = """vir 1
global x: i32 in range(0i32, 5i32)
global y: i32 in range(1i32, 5i32)
function main()
  start -> head: skip
  head -> zero: assume y == 0i32
  head -> again: assume !(y == 0i32)
  again -> head: skip
  zero -> test: x := x - 1i32
  test -> head: check assert x >= 0i32 "wanted"
"""
"""Nothing ever happens, because y is above 0 in every run."""


# --- the same with integers of four bits ------------------------------------------------------------------


def _narrow(body: str) -> str:
    """A program over unsigned integers of four bits, which wrap around."""
    return f"""vir 1
global x: u4
global y: u4
function main()
{body}  behind -> after: check assert false "wanted"
  after -> exit: return
"""


def narrow_simple(n: int) -> str:
    """Three loops up to n, 2n and 3n, as far as there are such numbers; the second may miss its end for ever."""
    loops = "".join(
        f"""  one{number} -> body{number}: assume x {compared} {number}u4 * {n}u4
  one{number} -> {target}: assume !(x {compared} {number}u4 * {n}u4)
  body{number} -> one{number}: x := x + {number}u4
"""
        for number, target, compared in ((1, "one2", "<"), (2, "one3", "!="), (3, "behind", "<"))
    )
    return _narrow(f"  start -> one1: x := 0u4\n{loops}")


def narrow_less_simple(n: int) -> str:
    """The loop with two alternatives, and a branch behind it."""
    return _narrow(
        f"""  start -> loop: x := 1u4
  loop -> inside: assume x < {n}u4
  loop -> test: assume !(x < {n}u4)
  inside -> far: assume x >= y + 2u4
  inside -> near: assume !(x >= y + 2u4)
  far -> loop: y := x
  near -> loop: x := x + 1u4
  near -> loop: y := x + 1u4
  test -> behind: assume x >= y
  test -> right: assume !(x >= y)
  right -> exit: return
""",
    )


def narrow_nested(n: int) -> str:
    """Nested loops; the inner one goes by two, and misses an odd n."""
    return _narrow(
        f"""  start -> outer: x := 0u4
  outer -> first: assume x < {n}u4
  outer -> test: assume !(x < {n}u4)
  first -> second: x := x + 1u4
  second -> inner: y := 0u4
  inner -> more: assume y != {n}u4
  inner -> outer: assume !(y != {n}u4)
  more -> inner: y := y + 2u4
  test -> behind: assume y == {n}u4
  test -> right: assume !(y == {n}u4)
  right -> exit: return
""",
    )


def narrow_jump(n: int) -> str:
    """Jumps with the wrong alternative alone, which come to few of the numbers."""
    return _narrow(
        f"""  start -> loop: x := 0u4
  loop -> inside: assume x != {n}u4
  loop -> behind: assume !(x != {n}u4)
  inside -> odd: assume (x & 1u4) == 1u4
  inside -> even: assume !((x & 1u4) == 1u4)
  odd -> loop: x := x - 3u4
  even -> four: assume (x & 3u4) == 0u4
  even -> two: assume !((x & 3u4) == 0u4)
  four -> loop: x := x + 5u4
  two -> loop: x := x + 1u4
""",
    )


def narrow_alternate(n: int) -> str:
    """Alternatives that lead on in turns only, by two."""
    return _narrow(
        f"""  start -> loop: y := 0u4
  loop -> pick: assume x != {n}u4
  loop -> behind: assume !(x != {n}u4)
  pick -> add: skip
  pick -> loop: y := 2u4
  add -> clear: x := x + y
  clear -> loop: y := 0u4
""",
    )
