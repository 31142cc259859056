"""Random sequential C programs with two small inputs: arithmetic, arrays, structures, pointers, strings, the heap."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from strategies.statements import Drawer

MOST = 4
"""Inputs are between -3 and this."""
HEAD = """#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#define LEAST (-3)
#define MOST 4
extern int __VERIFIER_nondet_int(void);
struct record { int first; int numbers[3]; unsigned char bytes[4]; short last; };
union word { unsigned whole; unsigned char parts[4]; short halves[2]; };
static int table[5] = {3, 1, 4, 1, 5};
static int total;
static int choose(int left, int right) { return left < right ? left : right - 1; }
static int walk(const int *from, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += from[i];
  return sum;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < LEAST || x > MOST || y < LEAST || y > MOST) return 0;
  int a = x, b = 2, c = y;
  unsigned u = 7;
  unsigned char k = 200;
  long w = 1;
  int array[4] = {1, 2, 3, 4};
  struct record r = {1, {2, 3, 4}, {5, 6, 7, 8}, 9};
  struct record *q = &r;
  union word v;
  v.whole = 0x01020304u;
  char text[8] = "abc";
  int *p = array;
  int *heap = malloc(4 * sizeof *heap);
  for (int i = 0; i < 4; i++) heap[i] = i;
"""
TAIL = """  free(heap);
  return 0;
}
"""


class _Drawer(Drawer):
    MOST_UNITS = 9

    def _number(self) -> str:
        if self._rare(0.04):
            return self._one("INT_MAX", "INT_MIN", "65536", "46341")
        return str(self._random.randrange(-3, 9))

    def _index(self, length: int) -> str:
        """An index that is right, or seldom one that may be wrong."""
        if self._rare(0.12):
            return self._one("x", "y", "a", f"x + {self._random.randrange(3)}", "choose(x, y)", str(length))
        inner = self._one("x", "y", "a", "u", "k", "(int)w")
        if length == 4 and self._rare(0.6):
            return f"({inner}) & 3"
        return self._one(str(self._random.randrange(length)), f"(unsigned)({inner}) % {length}u")

    def _place(self) -> str:
        kind = self._random.randrange(14)
        if kind < 5:
            return self._one("a", "b", "c", "total")
        if kind < 7:
            return f"array[{self._index(4)}]"
        if kind == 7:
            return f"r.numbers[{self._index(3)}]"
        if kind == 8:
            return f"q->numbers[{self._index(3)}]"
        if kind == 9:
            return f"heap[{self._index(4)}]"
        if kind == 10:
            return f"p[{self._index(4) if self._rare(0.3) else 0}]"
        return self._one("r.first", "r.last", "q->first", f"r.bytes[{self._index(4)}]", f"table[{self._index(5)}]")

    def _value(self, depth: int = 2) -> str:
        kind = self._random.randrange(12)
        if depth == 0 or kind < 3:
            return self._one("x", "y", "a", "b", "c", self._number(), self._place())
        left, right = self._value(depth - 1), self._value(depth - 1)
        if kind < 6:
            return f"({left} {self._one('+', '-', '*')} {right})"
        if kind == 6:
            divisor = right if self._rare(0.3) else f"({right} & 7 | 1)"
            return f"({left} {self._one('/', '%')} {divisor})"
        if kind == 7:
            return f"({left} {self._one('&', '|', '^')} {right})"
        if kind == 8:
            return self._one(f"choose({left}, {right})", f"({left} < {right} ? {left} : {right})", f"abs({left} & 255)")
        if kind == 9:
            return self._one(f"(int)(unsigned char)({left})", f"(int)(short)({left})", f"(int)(u >> ({left} & 15))")
        if kind == 10:
            return self._one("(int)strlen(text)", f"v.parts[{self._index(4)}]", "v.halves[1]", "walk(array, 4)", "k")
        return f"({left} {self._one('<', '<=', '==', '!=')} {right})"

    def _assertion(self) -> str:
        return self._one(
            f"assert((({self._value(1)}) & 7) <= {self._one('7', '7', '7', '6')});",
            f"assert({self._one('x', 'y')} * {self._one('x', 'y')} <= {self._one('16', '12', '20')});",
            f"assert({self._one('a', 'b', 'c', 'total')} != {self._random.randrange(20, 60)});",
            f"assert(strlen(text) < {self._one('8', '8', '4')});",
            f"assert(v.whole != {self._random.randrange(1 << 16)}u);",
            f"assert(x < {MOST} || y < {MOST} || {self._condition()});",
        )

    def _simple(self) -> str:
        kind = self._random.randrange(14)
        if kind < 5:
            return f"{self._place()} = {self._value()};"
        if kind == 5:
            return self._one(
                f"u = (unsigned){self._value(1)} * 3u;", f"k = {self._value(1)};", f"w = w * 2 + {self._value(1)};"
            )
        if kind == 6:
            return self._one("p = array;", "p = heap;", f"p = array + {self._random.randrange(4)};", "p = &a;")
        if kind == 7:
            return f"v.{self._one('whole', f'parts[{self._index(4)}]', 'halves[0]')} = {self._value(1)};"
        if kind == 8:
            count = 5 if self._rare(0.1) else self._random.randrange(1, 5)
            return self._one(
                f"memcpy(array, table, {count} * sizeof(int));",
                f"memmove(array, array + 1, {min(count, 3)} * sizeof(int));",
            )
        if kind == 9:
            word = "z" * self._random.randrange(0, 9 if self._rare(0.1) else 8)
            return self._one(
                f'strcpy(text, "{word}");', f"memset(text, 'y', {min(len(word), 7)});", f"text[{self._index(4)}] = 0;"
            )
        if kind == 10:
            return self._assertion()
        if kind == 11:
            return self._one(
                "a++;", "--b;", "c += total;", "total *= 2;", f"a <<= {self._one('0', '1')} & (a > 0 && a < 999);"
            )
        if kind == 12 and self._rare(0.15):
            return self._one(
                "if (x == 3) q = 0;",
                "if (y == -2) p = 0;",
                "if (x == y + 5) { free(heap); heap = malloc(16); heap[0] = heap[1] = heap[2] = heap[3] = 0; }",
            )
        return f"if ({self._condition()}) {self._place()} = {self._value(1)};"


def random_input_program(random: Random) -> str:
    """The text of a program."""
    return program_of(_Drawer(random).units())


def program_of(statements: Sequence[str]) -> str:
    """The program with these statements."""
    return HEAD + "".join(f"  {statement}\n" for statement in statements) + TAIL
