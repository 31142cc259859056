"""Whole programs: a small world of classes, methods that call each other downwards, and ``main``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from strategies.java.scopes import TYPES, Name, Scope
from strategies.java.statements import Statements

MOST_OBSERVATIONS = 300
MAKING = ("A", "Object", "Object[]")
"""Types whose literals may run code, which must not happen while the main class is initialised."""
WORLD = """
    static class Enough extends Error { }
    static class X1 extends RuntimeException { int code; X1(int code) { this.code = code; } }
    static class X2 extends X1 { X2(int code) { super(code + 1); } }
    static class K implements AutoCloseable { int n; K(int n) { this.n = n; o(n); }
        public void close() { o(n + 50); if (n == 2) throw new X1(9); } }
    enum E1 { X, Y { int n(int p) { return super.n(p) + 1; } }, Z, W; int n(int p) { return p + ordinal(); } }
    record R(int a, String s) { R { a += 1; } int t(int p) { return s == null ? a + p : s.length(); } }
    interface I { default int w(Integer p) { return p + m(1); } int m(int p); }
    interface J<T> { T id(T p); }
    static void o(boolean v) { o(v ? 1 : 0); }
    static void o(float v) { o((double) v); }
    static void o(double v) { o(v != v ? 77 : (long) v); o((long) ((v % 1.0) * 4096.0)); }
    static void o(Integer v) { o(v == null ? -99 : v.intValue()); }
    static void o(Long v) { o(v == null ? -98 : v.longValue()); }
    static void o(String v) { if (v == null) { o(-97); return; } int h = 7;
        for (int i = 0; i < v.length(); i++) h = h * 31 + v.charAt(i); o(h); }
    static void o(int[] v) { if (v == null) { o(-96); return; }
        long h = v.length; for (int i : v) h = h * 31 + i; o(h); }
    static void o(Object[] v) { o(v == null ? -95 : v.length); }
    static void o(Object v) { o(h(v)); }
    static void o(A v) { o(g(v)); }
    static void o(Throwable v) { o(v instanceof X2 ? 11 : v instanceof X1 ? 12 : v instanceof ArithmeticException ? 13
        : v instanceof NullPointerException ? 14 : v instanceof ClassCastException ? 15
        : v instanceof ArrayIndexOutOfBoundsException ? 16 : v instanceof NegativeArraySizeException ? 17
        : v instanceof ArrayStoreException ? 18 : v instanceof IllegalStateException ? 19
        : v instanceof Enough ? 20 : v instanceof ExceptionInInitializerError ? 21 : v instanceof Error ? 22 : 23); }
    static int h(Object v) {
        if (v == null) return -94; if (v instanceof Integer i) return i;
        if (v instanceof String s) return 100 + s.length();
        if (v instanceof A a) return g(a); if (v instanceof int[] l) return 200 + l.length;
        if (v instanceof Character c) return c + 300; if (v instanceof Object[] l) return 400 + l.length;
        if (v instanceof Long l) return (int) (l + 500); if (v instanceof E1 e) return 600 + e.ordinal();
        return v instanceof Boolean b && b ? 1 : 0; }
    static int g(A a) {
        return a == null ? -93 : a instanceof C ? 3 + a.x : a instanceof B b ? 200 + b.x + ((A) b).x : a.x; }
    static int u(Integer v) { return v; }
    static String t(String v) { return v.length() > 12 ? v.substring(0, 12) : v; }
    static <T> T k(T v) { if (fuel++ > 4000) throw new Enough(); return v; }
    static int f(IntUnaryOperator f, int p) { return f.applyAsInt(p); }
    static int v(int a, int... more) { int s = a; for (int i : more) s = s * 3 + i; return s; }
    static E1 q(int p) { return p % 5 == 4 ? null : E1.values()[(p % 5 + 5) % 5 % 4]; }
"""


@dataclass(frozen=True, slots=True)
class RandomProgram:
    """A program as text, with observations that are printed or asserted."""

    name: str
    body: str

    def program(self, expected: Sequence[int] | None) -> str:
        """The program that prints what it observes, or asserts that it is what is expected."""
        if expected is None:
            sink = "static void o(long v) { if (seen++ >= %d) throw new Enough(); System.out.println(v); }"
            tables = ""
        else:
            sink = "static void o(long v) { if (seen++ >= %d) throw new Enough(); assert v == e(seen - 1); }"
            half = [f"{value}L" for value in expected]
            tables = (
                f"static final long[] EXPECTED = {{{', '.join(half)}}};"
                " static long e(int at) { return EXPECTED[at]; }"
            )
        ending = "" if expected is None else f" assert seen >= {len(expected)};"
        return (
            "import java.util.function.*;\n"
            f"public class {self.name} {{\n    static int fuel, seen;\n    {sink % MOST_OBSERVATIONS} {tables}\n"
            f"{self.body.replace('/*end*/', ending)}\n}}\n"
        )


class Generator(Statements):
    """Makes a program."""

    def __init__(self, random: Random, name: str = "Program") -> None:
        super().__init__(random)
        self._name = name

    def program(self) -> RandomProgram:
        """The program."""
        statics, names = self._statics()
        parts = [WORLD, statics]
        parts += [
            f"    static {kind} e(int n, {kind} v) {{ o(n); if (fuel++ > 4000) throw new Enough(); return v; }}"
            for kind in TYPES
        ]
        parts += [self._method(number, names) for number in range(self.random.randrange(2, 5))]
        parts.append(self._classes(names))
        main = Scope([*names], result="void")
        body = "\n        ".join(f"try {self.block(main, 3)} catch (RuntimeException z) {{ o(z); }}" for _ in range(4))
        parts.append(
            f"    static void run() {{\n        {body}\n    }}\n"
            "    public static void main(String[] args) {"
            " try { run(); } catch (Enough z) { } catch (Throwable z) { o(z); } /*end*/ }"
        )
        return RandomProgram(self._name, "\n".join(parts))

    def _statics(self) -> tuple[str, list[Name]]:
        """Static fields of the main class and of one that is initialised late."""
        lines, names = [], []
        for kind in TYPES:
            name = f"s{TYPES.index(kind)}"
            first = (
                f" = {self.expression(Scope(), kind, 0)}" if self.random.random() < 0.5 and kind not in MAKING else ""
            )
            lines.append(f"    static {kind} {name}{first};")
            names.append(Name(name, kind))
        late = self.expression(Scope(), "int", 3)
        lines.append(f"    static class Late {{ static int a = {late}; static int b = a + 1; static {{ o(a); }} }}")
        lines.append("    static class Later extends Late { static int c = e(900, 5); static int d() { return c++; } }")
        names += [Name("Late.a", "int"), Name("Later.b", "int"), Name("Later.c", "int")]
        self.calls.append(("Later.d", "int", ()))
        return "\n".join(lines), names

    def _method(self, number: int, names: list[Name]) -> str:
        kind = self.random.choice(TYPES)
        parameters = tuple(self.random.choice(TYPES) for _ in range(self.random.randrange(3)))
        scope = Scope([*names, *(Name(f"p{i}", one, self.random.random() < 0.5) for i, one in enumerate(parameters))])
        scope.result = kind
        body = "\n        ".join(self.statement(scope) for _ in range(self.random.randrange(2, 5)))
        value = self.expression(scope, kind, 2)
        declared = ", ".join(f"{one} p{i}" for i, one in enumerate(parameters))
        limit = "if (fuel++ > 300) throw new Enough();"
        text = f"    static {kind} m{number}({declared}) {{ {limit}\n        {body}\n        return {value};\n    }}"
        self.calls.append((f"m{number}", kind, parameters))
        return text

    def _classes(self, names: list[Name]) -> str:
        """Three classes that override, hide and call each other while they are being constructed."""
        text = ""
        calls, self.calls = self.calls, []
        for name, above in (("A", ""), ("B", "A"), ("C", "B")):
            scope = Scope([*names, Name("this.x", "int"), Name("this.y", "int"), Name("p", "int", False)])
            if above:
                scope.names += [Name("super.x", "int"), Name("((A) this).x", "int")]
            first, second, late = (self.expression(Scope([*names]), "int", 2) for _ in range(3))
            value = self.expression(scope, "int", 2)
            fields = f"int x = {first};" if name != "C" else ""
            limit = "{ if (fuel++ > 300) throw new Enough(); }" if name == "A" else ""
            own = "int y; A next() { return y > 3 ? null : this; }" if name == "A" else ""
            heads = f" extends {above}" if above else " implements I, J<Integer>"
            called = f"super({self.expression(Scope([*names, Name('p', 'int', False)]), 'int', 2)});" if above else ""
            generic = "public Integer id(Integer p) { return p == null ? 4 : p + y; }" if name != "B" else ""
            text += f"""
    static class {name}{heads} {{ {limit} {fields} {own} {{ {"y += 1;" if above else "y = 2;"} o(y); }}
        {name}(int p) {{ {called} o(m(p)); {self.random.choice(("x", "y"))} += {late}; }}
        {name}() {{ this({second}); }}
        public int m(int p) {{ if (fuel++ > 300) return 1; return {value}; }}
        int sup(int p) {{ return {"super.m(p) + super.x" if above else "m(p)"}; }} {generic}
        static {{ o({ord(name)}); }} }}"""
        self.calls = calls
        return text
