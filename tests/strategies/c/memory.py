"""Random C programs with a few narrow inputs, so that the reference engine can enumerate their runs.

The programs may go wrong: assertions are arbitrary, pointers may dangle or be null, variables may be read before they
are written. With ``endless`` they have loops that go on as long as an input says, over values that stay small.
"""

from __future__ import annotations

from random import Random

PRELUDE = """\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
struct inner { unsigned char c : 3; signed char d : 4; short e; };
struct pair { signed char a; struct inner in; int b; };
union mixed { int i; unsigned char bytes[4]; short half[2]; float f; };
signed char ga = 1; unsigned char gb = 2; int gi = 3; short gs;
int arr[4] = { 1, 2, 3, 4 };
struct pair s0 = { 1, { 2, -3, 4 }, 5 }, s1;
union mixed un;
char text[4] = "ab";
int *gp = &gi;
struct pair *sp = &s0;
static int twice(int n) { return n + n; }
static int step(int n) { ga = (signed char)n; return n - 1; }
static int clear(int n) { if (n > 2) gi = 0; return n & 1; }
static int (*table[3])(int) = { twice, step, clear };
static struct pair swap(struct pair p) { struct pair q = p; q.a = (signed char)p.b; q.b = p.a; return q; }
static void put(int *where, int what) { *where = what; }
static int depth(int n) { if (n <= 0) return 0; gb++; return 1 + depth(n - 1); }
static int sum(const int *from, int count) { int s = 0; for (int i = 0; i < count; i++) s += from[i] & 7; return s; }
"""


class RandomProgram:
    """Writes one program."""

    def __init__(self, random: Random, *, endless: bool = False, wild: bool = True) -> None:
        self.random = random
        self.endless = endless
        self.wild = wild
        self.lines: list[str] = []
        self.level = 1
        self.names = 0
        self.in_loop = 0
        self.ints = ["x", "y", "v", "ga", "gb", "gi", "gs"]
        self.places = ["v", "w", "ga", "gb", "gi", "gs"]

    def text(self, size: int) -> str:
        """The program, with about so many statements."""
        say, random = self.say, self.random
        say("unsigned char x = __VERIFIER_nondet_uchar();")
        say(f"__VERIFIER_assume(x < {random.choice([2, 3, 4])});")
        if random.random() < 0.5:
            say("signed char y = __VERIFIER_nondet_bool();")
        else:
            say("signed char y = __VERIFIER_nondet_char();")
            say("__VERIFIER_assume(y >= -1 && y <= 1);")
        heap = ["malloc(3 * sizeof *h)", "calloc(2, sizeof *h)", "malloc(8)", "calloc(x + 1, sizeof *h)", "0"]
        say(f"int v = {self.literal()}, w, *p = &gi, *h = {random.choice(heap[: 5 if self.wild else 3])};")
        say("float f = x;")
        if not self.wild or self.chance(0.8):
            say("if (!h) return 0;")
        if not self.wild or self.chance(0.6):
            say("memset(h, 0, 8);")
        say(f"p = {self.pointer()};")
        if not self.wild or self.chance(0.7):
            say(f"w = {self.literal()};")
        self.statements(size)
        say(f"assert({self.condition()});")
        if random.random() < 0.5:
            say("free(h);")
        body = "\n".join(self.lines)
        return f"{PRELUDE}int main(void)\n{{\n{body}\n  return 0;\n}}\n"

    def say(self, line: str) -> None:
        """Add a line."""
        self.lines.append("  " * self.level + line)

    def name(self, stem: str) -> str:
        """A name nobody has."""
        self.names += 1
        return f"{stem}{self.names}"

    def chance(self, probability: float) -> bool:
        """True so often."""
        return self.random.random() < probability

    # --- expressions -------------------------------------------------------------------------------------

    def literal(self) -> str:
        """A small constant, sometimes an extreme one."""
        if self.chance(0.05):
            return self.random.choice(["127", "255", "-128", "0x7fffffff", "(-0x7fffffff - 1)", "1 << 15"])
        return str(self.random.randrange(-2, 5))

    def index(self, high: int) -> str:
        """An index of an array, mostly inside."""
        if self.wild and self.chance(0.08):
            return self.random.choice(["x", "y", "v", f"{high}"])
        if self.chance(0.3):
            return str(self.random.randrange(high))
        return f"{self.random.choice(self.ints)} & {high - 1}" if high in (2, 4) else f"x % {high}"

    def leaf(self) -> str:
        """An integer that is read."""
        match self.random.randrange(14):
            case 0 | 1 | 2 | 3:
                return self.random.choice(self.ints)
            case 4:
                return self.literal()
            case 5:
                return f"arr[{self.index(4)}]"
            case 6:
                return "*p"
            case 7:
                return self.random.choice(["s0.a", "s1.b", "s0.in.c", "s1.in.d", "sp->in.e", "sp->b", "s1.in.c"])
            case 8:
                return self.random.choice(["un.i", f"un.bytes[{self.index(4)}]", f"un.half[{self.index(2)}]"])
            case 9:
                return f"text[{self.index(4)}]"
            case 10:
                return f"h[{self.index(2)}]"
            case 11:
                return "w"
            case 12:
                return "(int)f" if self.chance(0.5) else "(int)strlen(text)"
            case _:
                return "*gp"

    def number(self, depth: int) -> str:
        """An integer expression."""
        if depth == 0 or self.chance(0.25):
            return self.leaf()
        random = self.random
        match random.randrange(10):
            case 0 | 1 | 2:
                return f"({self.number(depth - 1)} {random.choice('+-*&|^')} {self.number(depth - 1)})"
            case 3:
                divisor = random.choice(["3", "-2", self.leaf() if self.wild else "5"])
                return f"({self.number(depth - 1)} {random.choice('/%')} {divisor})"
            case 4:
                amount = random.choice(["1", "(x & 7)", "2", "y & 3"] if self.wild else ["1", "(x & 7)"])
                return f"({self.number(depth - 1)} {random.choice(['<<', '>>'])} {amount})"
            case 5:
                kind = random.choice(["signed char", "unsigned char", "short", "unsigned", "long", "_Bool"])
                return f"(int)({kind}){self.number(depth - 1)}"
            case 6:
                return f"({self.condition()} ? {self.number(depth - 1)} : {self.number(depth - 1)})"
            case 7:
                return f"table[{self.index(3)}]({self.leaf()} & 15)"
            case 8:
                return random.choice(
                    ["depth(x)", "sum(arr, x)", "(memcmp(arr, arr + 1, 4) > 0)", '(strcmp(text, "a") > 0)']
                )
            case _:
                return f"-({self.leaf()})"

    def condition(self) -> str:
        """A condition."""
        random = self.random
        match random.randrange(9):
            case 0:
                return f"{self.number(1)} && {self.number(1)} > 0"
            case 1:
                return random.choice(["p == &gi", "p != 0", "p == &arr[1]", "gp == p", "sp == &s1", "h != p"])
            case 2:
                return f"f {random.choice(['<', '>=', '==', '!='])} {random.choice(['1.5f', '0.0f', 'x', 'f * 0.5f'])}"
            case 3:
                return "__VERIFIER_nondet_bool()"
            case _:
                operator = random.choice(["<", "<=", "==", "!=", ">", ">="])
                return f"{self.number(1)} {operator} {self.number(1)}"

    def pointer(self) -> str:
        """A pointer to an int."""
        random = self.random
        named = ["&gi", "&v", f"&arr[{self.index(4)}]", "gp", "&s0.b", "&sp->b", "&arr[1] + (y & 1)"]
        if self.wild and self.chance(0.05):
            named = ["0", "&w", "arr + 4", "&arr[x]"]
        if self.chance(0.3):
            return f"({self.leaf()} > 1 ? {random.choice(named)} : {random.choice(named)})"
        return random.choice(named)

    # --- statements --------------------------------------------------------------------------------------

    def statements(self, size: int) -> None:
        """Some statements."""
        while size > 0:
            share = self.random.randrange(1, 5)
            size -= share
            if share > 1 and self.level < 5:
                self.compound(share)
            else:
                self.simple()

    def block(self, header: str, size: int, end: str = "}") -> None:
        """A block with statements."""
        self.say(header + " {")
        self.level += 1
        self.statements(size)
        self.level -= 1
        self.say(end)

    def compound(self, size: int) -> None:
        """A statement that has others."""
        random = self.random
        match random.randrange(11):
            case 0 | 1:
                self.block(f"if ({self.condition()})", size)
            case 2:
                self.block(f"if ({self.condition()})", size // 2, "} else {")
                self.level += 1
                self.statements(size - size // 2)
                self.level -= 1
                self.say("}")
            case 3:
                self.say(f"switch ({self.number(1)}) {{")
                for value in random.sample(range(-1, 5), 2):
                    self.say(f"case {value}:")
                    self.simple()
                    if self.chance(0.7):
                        self.say("break;")
                if self.chance(0.6):
                    self.say("default:")
                    self.simple()
                self.say("}")
            case 4 | 5:
                counter = self.name("i")
                limit = random.choice(["x", "3", "x + 1", "(y & 1) + 1"])
                self.loop(f"for (int {counter} = 0; {counter} < {limit}; {counter}++)", size, counter)
            case 6:
                self.tangle(size)
            case 7:
                inner = self.name("t")
                self.say("{")
                self.level += 1
                self.say(f"int {inner} = {self.number(1)};")
                self.say(f"p = &{inner};")
                self.statements(size)
                self.level -= 1
                self.say("}")
                if not self.wild or self.chance(0.7):
                    self.say(f"p = {self.pointer()};")
            case 8 if self.endless:
                self.loop("while (__VERIFIER_nondet_bool())", size, None)
            case 9 if self.endless:
                self.block("do", size, "} while (__VERIFIER_nondet_bool());")
            case _:
                self.simple()

    def loop(self, header: str, size: int, counter: str | None) -> None:
        """A loop."""
        self.in_loop += 1
        if counter:
            self.ints.append(counter)
        self.block(header, size)
        if counter:
            self.ints.remove(counter)
        self.in_loop -= 1

    def tangle(self, size: int) -> None:
        """Jumps: forwards out of a block, or a loop that is entered in the middle."""
        one, two, count = self.name("L"), self.name("L"), self.name("c")
        self.say(f"int {count} = 0;")
        self.say(f"if ({self.condition()}) goto {two};")
        self.say(f"{one}: {count}++;")
        self.simple()
        self.say(f"{two}: {count}++;")
        self.simple()
        if self.endless and self.chance(0.6):
            self.say(f"{count} &= 1;")
            self.say(f"if (__VERIFIER_nondet_bool()) goto {self.random.choice([one, two])};")
        else:
            self.say(f"if ({count} < 3 && {self.condition()}) goto {self.random.choice([one, two])};")

    def kept_small(self, value: str) -> str:
        """The value, such that loops do not make it grow."""
        return f"({value}) & {self.random.choice([3, 7])}" if self.endless else value

    def simple(self) -> None:
        """One statement."""
        random, say = self.random, self.say
        match random.randrange(22):
            case 0 | 1 | 2 | 3:
                say(f"{random.choice(self.places)} = {self.kept_small(self.number(2))};")
            case 4:
                say(f"arr[{self.index(4)}] = {self.kept_small(self.number(1))};")
            case 5:
                say(f"*p = {self.kept_small(self.number(1))};")
            case 6:
                say(f"{random.choice(['p', 'p', 'gp'])} = {self.pointer()};")
            case 7:
                place = random.choice(["s0.a", "s1.b", "s0.in.c", "s1.in.d", "sp->in.e", "sp->in.d", "sp->b"])
                say(f"{place} = {self.kept_small(self.number(1))};")
            case 8:
                say(random.choice(["s0 = s1;", "s1 = swap(*sp);", "*sp = s1;", "s0.in = s1.in;", "s1 = s0;"]))
            case 9:
                say(f"sp = {self.leaf()} > 1 ? &s0 : &s1;")
            case 10:
                member = random.choice(["i", "bytes[x & 3]", "half[y & 1]", "bytes[1]"])
                say(f"un.{member} = {self.kept_small(self.leaf())};")
            case 11:
                target = random.choice(["&un", "arr", "&s1.in", "h"])
                say(f"memset({target}, {random.choice(['0', '1', '255', 'x'])}, {random.choice([2, 3, 4])});")
            case 12:
                source, target = random.sample(["arr", "&un", "h", "&gi"], 2)
                say(f"memcpy({target}, {source}, 4);")
            case 13:
                say(f"h[{self.index(2)}] = {self.kept_small(self.number(1))};")
            case 14:
                say(f"put({self.pointer()}, {self.kept_small(self.number(1))});")
            case 15:
                change = random.choice(["f = f * 0.5f + y;", "f = v;", "f = -f;", "un.f = f;", "f = f / 3.0f;"])
                say("f = y;" if self.endless and "* 0.5" in change else change)
            case 16:
                say(random.choice(['strcpy(text, "xy");', "text[x & 3] = 0;", "text[y & 1] = 'q';"]))
            case 17:
                say(f"assert({self.condition()});")
            case 18 if self.wild and not self.endless:
                say(random.choice(["free(h);", "h = realloc(h, 12);", "if (x) { free(h); h = 0; }", "w = *h;"]))
            case 19:
                say(f"__VERIFIER_assume({self.condition()});")
            case 20 if self.in_loop:
                say(f"if ({self.condition()}) {random.choice(['break', 'continue', 'break', 'return 0'])};")
            case _:
                place = random.choice(["v", "ga", "gb", "gs"])
                say(f"{place} {random.choice(['+=', '-=', '^='])} {self.leaf()};")
                if self.endless:
                    say(f"{place} &= 7;")


def random_memory_program(random: Random) -> str:
    """The text of a program with bounded loops, which may go wrong or not."""
    wild, size = random.random() < 0.5, random.randrange(3, 14)
    return RandomProgram(random, wild=wild).text(size)
