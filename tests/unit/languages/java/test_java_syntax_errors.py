"""Mistakes in Java's grammar: where they are found and how they are worded, with javac 17 as the oracle."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.unit.frontends.java.java_compiling import compile_together

from vexil.core.errors import SourceError
from vexil.core.source import SourceFile
from vexil.languages.java import read_unit, tree

BODY: list[tuple[str, int, int, str]] = [
    ("int x = 1\n    int y;", 3, 14, "';' expected"),
    ("x + 1;", 3, 7, "not a statement"),
    ("x++.f();", 3, 8, "';' expected"),
    ("f().class = x;", 3, 9, "<identifier> expected"),
    ("this(1) {", 3, 12, "';' expected"),
    ("foo(;", 3, 9, "illegal start of expression"),
    ("foo(1;", 3, 10, "')' expected"),
    ("foo(1,);", 3, 11, "illegal start of expression"),
    ("if (x { }", 3, 10, "')' expected"),
    ("if x) {}", 3, 7, "'(' expected"),
    ("int = 3;", 3, 5, "not a statement"),
    ("int x = ;", 3, 13, "illegal start of expression"),
    ("int x = 08;", 3, 14, "';' expected"),
    ("int x = 3000000000;", 3, 13, "integer number too large"),
    ('String s = "abc;\n    int z;', 3, 16, "unclosed string literal"),
    ("char c = 'ab';", 3, 14, "unclosed character literal"),
    ("char c = '';", 3, 14, "empty character literal"),
    ("char c = '\\q';", 3, 16, "illegal escape character"),
    ("for (int i = 0; i < 3 i++) {}", 3, 26, "';' expected"),
    ("for (int i = 0, i < 3; i++) {}", 3, 22, "';' expected"),
    ("while (true {}", 3, 16, "')' expected"),
    ("do x(); while (x)", 3, 22, "';' expected"),
    ("do x();", 3, 12, "while expected"),
    ("else x();", 3, 5, "'else' without 'if'"),
    ("catch (E e) {}", 3, 5, "'catch' without 'try'"),
    ("finally {}", 3, 5, "'finally' without 'try'"),
    ("try { }", 3, 5, "'try' without 'catch', 'finally' or resource declarations"),
    ("case 1: x();", 3, 5, "orphaned case"),
    ("default: x();", 3, 5, "orphaned default"),
    ("if (a) int y = 3;", 3, 16, "variable declaration not allowed here"),
    ("if (a) class B {}", 3, 12, "class, interface or enum declaration not allowed here"),
    ("while (a) int y = 3, z;", 3, 19, "variable declaration not allowed here"),
    ("for (;;) int q;", 3, 18, "variable declaration not allowed here"),
    ("return", 4, 3, "illegal start of expression"),
    ("return 1 2;", 3, 13, "';' expected"),
    ("switch (x) { x(); }", 3, 18, "case, default, or '}' expected"),
    ("switch (x) { case 1 y(); }", 3, 24, ": or -> expected"),
    ("switch (x) { case 1 -> 5; }", 3, 28, "not a statement"),
    (
        "switch (x) { case 1 -> return; }",
        3,
        28,
        "unexpected statement in case, expected is an expression, a block or a throw statement",
    ),
    ("x;", 3, 5, "not a statement"),
    ("5;", 3, 5, "not a statement"),
    ('"a";', 3, 5, "not a statement"),
    ("new int[];", 3, 14, "array dimension missing"),
    (
        "int[] a = new int[3]{1,2,3};",
        3,
        25,
        "array creation with both dimension expression and initialization is illegal",
    ),
    ("int[] a = new int[;", 3, 23, "illegal start of expression"),
    ("List<String x = null;", 3, 17, "> expected"),
    ("List<> y;", 3, 10, "illegal start of type"),
    ("a < b;", 3, 10, "> expected"),
    ("int enum = 3;", 3, 9, "as of release 5, 'enum' is a keyword, and may not be used as an identifier"),
    ("int assert = 3;", 3, 9, "as of release 1.4, 'assert' is a keyword, and may not be used as an identifier"),
    ("int _ = 3;", 3, 9, "as of release 9, '_' is a keyword, and may not be used as an identifier"),
    ("public int x;", 3, 5, "illegal start of expression"),
    ("int x = int;", 3, 16, "'.class' expected"),
    ("synchronized (x) y();", 3, 21, "'{' expected"),
    ("synchronized x {}", 3, 17, "'(' expected"),
    ("label: int x;", 3, 16, "variable declaration not allowed here"),
    ("int x = (3;", 3, 15, "')' expected"),
    ("{", 5, 2, "reached end of file while parsing"),
    ("}", 5, 1, "class, interface, enum, or record expected"),
    ("x = 1;;} }", 4, 3, "class, interface, enum, or record expected"),
    ("int x = 1__0_;", 3, 17, "illegal underscore"),
    ("int x = 0x;", 3, 13, "hexadecimal numbers must contain at least one hexadecimal digit"),
    ("int x = 0b2;", 3, 13, "binary numbers must contain at least one binary digit"),
    ("double d = 1e;", 3, 16, "malformed floating-point literal"),
    ("double d = 1e400;", 3, 16, "floating-point number too large"),
    ("float f = 1e-50f;", 3, 15, "floating-point number too small"),
    ("int # = 3;", 3, 9, "illegal character: '#'"),
    ('String s = """abc""";', 3, 19, "illegal text block open delimiter sequence, missing line terminator"),
    ('String s = """\n  abc;', 3, 16, "unclosed text block"),
    ("/* abc", 3, 5, "unclosed comment"),
    ("var x = 1, y = 2;", 3, 5, "'var' is not allowed in a compound declaration"),
    ("var x[] = {1};", 3, 5, "'var' is not allowed as an element type of an array"),
    ("var[] x = null;", 3, 5, "'var' is not allowed as an element type of an array"),
    ("Runnable r = (x, int y) -> {};", 3, 18, "invalid lambda parameter declaration"),
    ("Object o = x instanceof;", 3, 28, "illegal start of type"),
    ("Object o = new;", 3, 19, "<identifier> expected"),
    ("Object o = new Foo;", 3, 23, "'(' or '[' expected"),
    ("Object o = new int;", 3, 23, "'[' expected"),
    ("Object o = new int();", 3, 23, "'[' expected"),
    ("Object o = a.;", 3, 18, "<identifier> expected"),
    ("Object o = a..b;", 3, 18, "illegal '.'"),
    ("Object o = super;", 3, 21, "'.' expected"),
    ("Object o = A::;", 3, 19, "<identifier> expected"),
    ("Object o = A.class.;", 3, 24, "<identifier> expected"),
    ("final x = 3;", 3, 12, "<identifier> expected"),
    ("final;", 3, 10, "illegal start of type"),
    ("int a[3];", 3, 11, "']' expected"),
    ("int a[] = {1, 2;", 3, 20, "'}' expected"),
    ("int a, ;", 3, 11, "<identifier> expected"),
    ("try (x) { } catch { }", 3, 22, "'(' expected"),
    ("try (int x) {}", 3, 15, "= expected"),
    (
        "try (f()) {}",
        3,
        11,
        "the try-with-resources resource must either be a variable declaration or an expression denoting a reference "
        "to a final or effectively final variable",
    ),
    ("catch", 3, 10, "'(' expected"),
    ("if (a)", 4, 3, "illegal start of statement"),
    ("while (a)", 4, 3, "illegal start of statement"),
    ("for (int x : y z) {}", 3, 19, "')' expected"),
    ("for (x : y) {}", 3, 10, "bad initializer for for-loop"),
    ("abstract int x;", 3, 14, "class, interface, enum, or record expected"),
    ("int x = 1; // \\u00zz", 3, 23, "illegal unicode escape"),
    ("foo(a b);", 3, 10, "')' expected"),
    ("foo(int x);", 3, 13, "'.class' expected"),
    ("return;}", 5, 1, "class, interface, enum, or record expected"),
    ("switch x { }", 3, 11, "'(' expected"),
    ("switch (x) case 1:", 3, 15, "'{' expected"),
    ("record R(int x) { int y; }", 3, 27, "field declaration must be static"),
    ("record R { }", 3, 5, "'record' is not allowed here"),
    ("enum E { A B }", 3, 15, "',', '}', or ';' expected"),
    ("interface I { int x; }", 3, 24, "= expected"),
    ("interface I { { } }", 3, 19, "initializers not allowed in interfaces"),
    ("class A { B() {} }", 3, 15, "invalid method declaration; return type required"),
]

MEMBER: list[tuple[str, int, int, str]] = [
    ("void f(int @A x) { }", 2, 14, "illegal start of type"),
    ("int f( { }", 2, 10, "illegal start of type"),
    ("int f(int x { }", 2, 14, "',', ')', or '[' expected"),
    ("int f(int x,) { }", 2, 15, "illegal start of type"),
    ("int f(int... x, int y) { }", 2, 16, "varargs parameter must be the last parameter"),
    ("void x;", 2, 9, "'(' expected"),
    ("public public int x;", 2, 10, "repeated modifier"),
    ("return 3;", 2, 3, "illegal start of type"),
    ("int f() { } }", 3, 3, "class, interface, enum, or record expected"),
    ("class B extends A, C { }", 2, 20, "'{' expected"),
    ("enum E { A, B C }", 2, 16, "',', '}', or ';' expected"),
    ("interface I { int x; }", 2, 22, "= expected"),
    ("<T void f() {}", 2, 5, "> expected"),
    ("int f(static int x) {}", 2, 16, "modifier static not allowed here"),
    ("@Foo( int x;", 2, 13, "'.class' expected"),
    ("int[ x;", 2, 7, "']' expected"),
    ("int x[;", 2, 9, "']' expected"),
    ("int x = {1, 2;", 2, 16, "'}' expected"),
    ("List<String x;", 2, 15, "> expected"),
    ("List<List<String> x;", 2, 21, "> expected"),
    ("class var {}", 2, 9, "'var' not allowed here"),
    ("class record {}", 2, 9, "'record' not allowed here"),
    ("record R {}", 2, 3, "'record' is not allowed here"),
    ("record R(int x) { { } }", 2, 21, "instance initializers not allowed in records"),
    ("T(", 3, 11, "',', ')', or '[' expected"),
    ("int f(int x; int y) {}", 2, 14, "',', ')', or '[' expected"),
    ("int f(int x y) {}", 2, 14, "',', ')', or '[' expected"),
    ("void f() { int x = 1; } }", 3, 3, "class, interface, enum, or record expected"),
    ("T this;", 2, 5, "as of release 8, 'this' is allowed as the parameter name for the receiver type only"),
    ("class A", 2, 10, "'{' expected"),
]

RAW: list[tuple[str, int, int, str]] = [
    ("import a;\nclass T {}", 1, 9, "'.' expected"),
    ("import static a;\nclass T{}", 1, 16, "'.' expected"),
    ("class A.B {}", 1, 8, "'{' expected"),
    ("class T<T {}", 1, 10, "> expected"),
    ("record T {}", 1, 1, "record header expected"),
    ("interface T implements A {}", 1, 12, "'{' expected"),
    ("class “T” {}", 1, 7, "illegal character: '\\u201c'"),
]

ACCEPTED = [
    "int x; (x) = 3;",
    "double x = 09.5;",
    "double x = 09e1;",
    "float x = 09f;",
    "int x = 0_7;",
    "int x = 00;",
    "int x = 0_0;",
    "yield(3);",
    "int yield = 3;",
    "yield = 3;",
    "yield++;",
    "yield.x();",
    "int record = 3;",
    "record = 4;",
    "int sealed = 1; sealed++;",
    "var var = 3;",
    "int var = 3; var++;",
    "Object o = new var();",
    "var x;",
    "yield x;",
    "record(x);",
    "for (var x : y) {}",
    "try (var x = y) {}",
    "foo((x, y, z) -> 1);",
    "var<String> x;",
    "x.var y;",
    "java.var y;",
    "int module = 1, open = 2, with = 3, to = 4, requires = 5, exports = 6, opens = 7, uses = 8, provides = 9;",
    "int transitive = 10, when = 11, non = 12;",
    "int.class.foo();",
    "int[].class.foo();",
    "a.b.<T>c();",
    "this.<T>c();",
    "super.<T>c();",
    "new <T>A();",
    "a.new <T>A<>(1) {};",
    "A<B>.C<D> x;",
    "A<B>[] x[] = null;",
    "int a[], b[][] = {{1}};",
    "Object o = A<B>::new;",
    "Object o = A<B>[]::new;",
    "Object o = a[]::new;",
    "Object o = a[].class;",
    "Object o = int[]::clone;",
    "foo(a -> b, (c) -> d, (int e) -> f, () -> {});",
    "foo(a < b, c > d);",
    "foo(a < b, c > (d));",
    "x = a < b ? c : d;",
    "x = (a < b) ? c : d;",
    "x = (a) < b;",
    "x = (a < b);",
    "x = (a < b > c);",
    "x = (A<B>) c;",
    "x = (A<B> & C) c;",
    "x = (A & B) c;",
    "x = (a & b);",
    "x = (a & b) + c;",
    "x = (int[]) y;",
    "x = (a[]) y;",
    "x = (a[0]);",
    "x = (a.b) c;",
    "x = (a.b) - c * d;",
    "x = (a) - c * d;",
    "x = (a)!b;",
    "x = (a)~b;",
    "x = (a)++;",
    "x = -(a) - b * c;",
    'x = (a) "s";',
    "x = (a) switch (b) { default -> 1; };",
    "x = (a) this;",
    "x = (a) super.f();",
    "x = (a) int.class;",
    "x = (a) () -> {};",
    "x = (a) b -> c;",
    "x = (a & b) c -> d;",
    "x = !(a) - b;",
    "x = (@A int) y;",
    "x = (@A B) y;",
    "x = y instanceof @A B;",
    "x = y instanceof final @A B c;",
    "x = y instanceof B c && d;",
    "x = y instanceof B[] c ? d : e;",
    "x = y instanceof B<?> c;",
    "x = !(y instanceof B c);",
    "x = y instanceof B == z;",
    "x = 1 + y instanceof B;",
]


def in_method(code: str) -> str:
    return f"class T {{\n  void f() {{\n    {code}\n  }}\n}}\n"


def in_class(code: str) -> str:
    return f"class T {{\n  {code}\n  int last;\n}}\n"


MISTAKES = [
    *((in_method(code), line, column, message) for code, line, column, message in BODY),
    *((in_class(code), line, column, message) for code, line, column, message in MEMBER),
    *RAW,
]


def read_all(text: str) -> tree.CompilationUnit:
    """Read a file, bodies included."""
    unit = read_unit(SourceFile("T.java", text.encode()), 0)
    for declared in unit.types:
        for member in declared.members:
            if isinstance(member, tree.MethodDeclaration) and member.body is not None:
                member.body.block()
    return unit


@pytest.mark.parametrize(("text", "line", "column", "message"), MISTAKES)
def test_a_mistake_is_reported_at_its_place(text: str, line: int, column: int, message: str) -> None:
    """The first mistake has the line, the column and the words that javac gives it."""
    with pytest.raises(SourceError) as caught:
        read_all(text)
    assert (caught.value.line, caught.value.column, caught.value.message) == (line, column, message)


@pytest.mark.parametrize("code", ACCEPTED)
def test_valid_code_is_accepted(code: str) -> None:
    """What the grammar of Java 17 allows is read."""
    assert read_all(in_method(code)).types[0].name == "T"


def test_calls_of_constructors_come_first() -> None:
    """A call of another constructor is a statement only at the beginning of a constructor (JLS 8.8.7)."""
    with pytest.raises(SourceError, match="call to super must be first statement in constructor"):
        read_all("class T { T() { x(); super(); } }")
    for call in ("this(1);", "super();", "a.super();", "<A>this(1);"):
        assert read_all(f"class T {{ T() {{ {call} }} }}").types


@pytest.mark.parametrize("code", ["f() = 1;", "x = f() = 1;", "a + b = 1;", "1 += x;", "x++ = 1;"])
def test_only_variables_are_assigned(code: str) -> None:
    """A value on the left of an assignment is a mistake (JLS 15.26)."""
    with pytest.raises(SourceError, match="unexpected type"):
        read_all(in_method(code))


@pytest.mark.parametrize("code", ["int x = this(1);", "this(1).f();", "f(super());"])
def test_calls_of_constructors_have_no_value(code: str) -> None:
    """A call of another constructor is no part of an expression (JLS 8.8.7.1)."""
    with pytest.raises(SourceError, match="must be first statement in constructor"):
        read_all(f"class T {{ T() {{ {code} }} }}")


def test_javac_agrees(tmp_path: Path) -> None:
    """javac rejects each of the mistakes in the same line with the same words, and accepts what is accepted here."""
    accepted = "".join(f"  void f{number}() {{ {code}\n }}\n" for number, code in enumerate(ACCEPTED))
    texts = [*(text for text, *_ in MISTAKES), f"class T {{\n{accepted}}}\n"]
    files = []
    for number, text in enumerate(texts):
        file = tmp_path / str(number) / "T.java"
        file.parent.mkdir()
        file.write_text(text, encoding="utf-8")
        files.append(str(file))
    stop = ["-XDshould-stop.ifError=PARSE", "-XDshould-stop.ifNoError=PARSE"]
    said = compile_together(files, tmp_path, "-Xmaxerrs", "10000", *stop)
    first: dict[int, tuple[int, str]] = {}
    for number, line, message in re.findall(r"/(\d+)/T\.java:(\d+): error: (.*)", said):
        first.setdefault(int(number), (int(line), message))
    assert first == {number: (line, message) for number, (_, line, _, message) in enumerate(MISTAKES)}
