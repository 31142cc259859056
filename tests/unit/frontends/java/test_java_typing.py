"""Typing of Java expressions and statements: conversions, folding, names, captures, patterns and made members."""

from __future__ import annotations

from tests.unit.frontends.java.java_typed import TypedProgram, show

from vexil.frontends.java.typing import tree as typed


def test_operators_promote_their_operands_and_fold_constants() -> None:
    """Operands are converted to one type before an operator works on them, and constants are computed exactly."""
    program = TypedProgram(
        """class Main { static final int K = 3; static final long BIG = 1L << 40; static final String S = "k" + K + 'c';
        void run(byte b, char c, int i, long l, double d, Integer box, boolean t, String s) {
            long sum = i + l; double mixed = c * d; int shift = b << l; int unboxed = box + 1; boolean less = c < d;
            int wrap = Integer.MAX_VALUE + 1; long wide = BIG / 3; byte narrow = (byte) 200; float single = 1 / 3f;
            int saturated = (int) 1e20; int shifted = -1 >>> 28; String text = S + 1.0 + 1e10f + true + null;
            boolean strings = "a" + "b" == "ab"; char letter = 'a' + 1; Byte small = 7;
            String joined = "x" + i + c + 1 + "y";
            int rest = -7 % 3; int half = -7 / 2; int cast = (int) (char) -1; long minimum = -9223372036854775808L;
        } }"""
    )
    assert program.mistakes == []
    assert program.values("run") == {
        "sum": "(<long>i + l)",
        "mixed": "(<double>c * d)",
        "shift": "(<int>b << l)",
        "unboxed": "(box.Integer.intValue()[] + 1:int)",
        "less": "(<double>c < d)",
        "wrap": "-2147483648:int",
        "wide": "366503875925:long",
        "narrow": "-56:byte",
        "single": "0.3333333432674408:float",
        "saturated": "2147483647:int",
        "shifted": "15:int",
        "text": "'k3c1.01.0E10true':String ++ None:<null>",
        "strings": "True:boolean",
        "letter": "98:char",
        "small": "Byte.valueOf(byte)[7:byte]",
        "joined": "'x':String ++ i ++ c ++ 1:int ++ 'y':String",
        "rest": "-1:int",
        "half": "-3:int",
        "cast": "65535:int",
        "minimum": "-9223372036854775808:long",
    }


def test_compound_assignments_write_out_every_conversion() -> None:
    """The old value is unboxed and promoted, the new one narrowed and boxed again (JLS 15.26.2, 15.15.1)."""
    program = TypedProgram(
        """class Main { int f; static char g; void run(byte b, Integer box, String s, int[] a, short h) {
            b += 1.5; box++; s += b; a[b]--; this.f <<= 2L; g *= 2; --h; box += 1; } }"""
    )
    assert program.mistakes == []
    found = [show(one.expression) for one in program.statements("run") if isinstance(one, typed.ExpressionStatement)]
    assert found == [
        "pre b <- <byte>(<double>_ + 1.5:double)",
        "post box <- Integer.valueOf(int)[(_.Integer.intValue()[] + 1:int)]",
        "pre s <- _ ++ b",
        "post a[<int>b] <- (_ - 1:int)",
        "pre this@Main.Main#f <- (_ << 2:long)",
        "pre Main#g <- <char>(<int>_ * 2:int)",
        "pre h <- <short>(<int>_ - 1:int)",
        "pre box <- Integer.valueOf(int)[(_.Integer.intValue()[] + 1:int)]",
    ]


def test_conditional_expressions_have_the_type_that_the_language_says() -> None:
    """Numeric and boolean ones are promoted or unboxed, reference ones take the target's type (JLS 15.25)."""
    program = TypedProgram(
        """import java.util.*; class Main { void run(boolean t, Integer box, short h, List<String> l) {
            int a = t ? 1 : box; Object b = t ? 1 : "x"; long c = t ? h : 5; Object d = t ? 'a' : 1;
            Integer e = t ? null : 2;
            List<String> f = t ? new ArrayList<>() : Collections.emptyList(); double g = t ? box : 1.5;
            boolean h2 = t ? t : false;
            Runnable r = t ? () -> {} : null; } }"""
    )
    assert program.mistakes == []
    assert program.values("run") == {
        "a": "(t ? 1:int : box.Integer.intValue()[]):int",
        "b": "(t ? Integer.valueOf(int)[1:int] : 'x':String):Object",
        "c": "<long>(t ? h : 5:short):short",
        "d": "Character.valueOf(char)[(t ? 97:char : 1:char):char]",
        "e": "(t ? None:<null> : Integer.valueOf(int)[2:int]):Integer",
        "f": "(t ? new ArrayList<String>()[] : Collections.emptyList()[]):List<String>",
        "g": "(t ? <double>box.Integer.intValue()[] : 1.5:double):double",
        "h2": "(t ? t : False:boolean):boolean",
        "r": "(t ? Runnable () -> {} : None:<null>):Runnable",
    }


def test_names_find_locals_fields_and_enclosing_instances() -> None:
    """A name means the innermost declaration, and objects of enclosing classes are written out."""
    program = TypedProgram(
        """class Main { int x; static int s; int m() { return 0; }
        class Inner { int y; class Deep { void run(int y) { int a = x; int b = y; int c = Inner.this.y; int d = m();
            int e = s;
            Inner f = new Inner(); Deep g = new Deep(); Deep h = f.new Deep(); } } }
        static Main make() { return null; } void other() { int a = make().s; int b = this.x; int c = Main.s; } }"""
    )
    assert program.mistakes == []
    assert program.values("run", "Main$Inner$Deep") == {
        "a": "this@Main.Main#x",
        "b": "y",
        "c": "this@Inner.Inner#y",
        "d": "this@Main.Main.m()[]",
        "e": "Main#s",
        "f": "this@Main.new Main.Inner()[]",
        "g": "this@Inner.new Main.Inner.Deep()[]",
        "h": "f.new Main.Inner.Deep()[]",
    }
    assert program.values("other") == {"a": "(Main.make()[], Main#s)", "b": "this@Main.Main#x", "c": "Main#s"}


def test_local_classes_and_lambdas_capture_variables() -> None:
    """Each class between a use and its variable captures it, and so does who creates a local class that captures."""
    program = TypedProgram(
        """class Main { static void run(int a, int b) { final int k = 7; int c = 1;
            class Local { int f = a + k; class In { int g() { return b; } } }
            class Other { Object make() { return new Local(); } }
            Runnable r = () -> { int d = c; Object o = new Object() { int h() { return d; } }; }; } }"""
    )
    assert program.mistakes == []
    captures = {
        symbol.binary_name: [local.name for local in symbol.captures]
        for symbol in program.symbols.classes
        if symbol.captures
    }
    assert captures == {
        "Main$1Local": ["a", "b"],
        "Main$1Local$In": ["b"],
        "Main$1Other": ["a", "b"],
        "Main$1": ["d"],
    }
    body = program.typing.body(program.method("run"))
    assert body is not None
    assert [local.captured for local in body.parameters] == [True, True]
    declared = {one.local.name: one.local for one in body.block.statements if isinstance(one, typed.LocalDeclaration)}
    assert declared["c"].captured
    assert not declared["k"].captured


def test_pattern_variables_are_in_scope_where_they_are_bound() -> None:
    """Conjunctions, negations, early returns and loops decide where a pattern variable can be used (JLS 6.3)."""
    program = TypedProgram(
        """class Main {
        static int early(Object o) { if (!(o instanceof String s)) return 0; return s.length(); }
        static int both(Object o) { return o instanceof String s && s.length() > 1 ? s.length() : 0; }
        static int loop(Object o) { while (!(o instanceof Integer i)) { o = 1; } return i; }
        static boolean either(Object o) { return !(o instanceof String s) || s.isEmpty(); }
        static int wrong(Object o) { if (o instanceof String s || o == null) {
            return s.length(); } return 0; }
        static int late(Object o) { if (o instanceof String s) { }
            return s.length(); } }"""
    )
    assert program.mistakes == [(7, "cannot find symbol"), (9, "cannot find symbol")]


def test_switches_are_kept_with_their_labels_and_endings() -> None:
    """Labels are numbers, strings or names; rules end with a break, values with a yield of the switch's type."""
    program = TypedProgram(
        """class Main { enum E { A, B }
        static int one(char c) { switch (c) { case 'a': case 98: return 1; default: return 0; } }
        static void two(String s) { switch (s) { case "x", "y" -> one('a'); default -> { return; } } }
        static long three(E e) { long l = switch (e) { case A -> 1; case B -> { int z = 2; yield z; } }; return l;
            } }"""
    )
    assert program.mistakes == []
    (first,) = program.statements("one")
    assert isinstance(first, typed.Switch)
    assert [label for case in first.cases for label in case.labels] == [97, 98, None]
    assert show(first.selector) == "<int>c"
    (second,) = program.statements("two")
    assert isinstance(second, typed.Switch)
    assert second.cases[0].labels == ("x", "y")
    assert [type(part).__name__ for part in second.cases[0].body] == ["ExpressionStatement", "Break"]
    assert [type(part).__name__ for part in second.cases[1].body] == ["Block"]
    declaration = program.statements("three")[0]
    assert isinstance(declaration, typed.LocalDeclaration)
    assert isinstance(declaration.initialiser, typed.SwitchValue)
    switch = declaration.initialiser.switch
    assert switch.exhaustive
    assert [case.labels for case in switch.cases] == [("A",), ("B",)]
    value = switch.cases[0].body[0]
    assert isinstance(value, typed.Yield)
    assert show(value.value) == "1:long"


def test_jumps_name_the_statement_they_leave() -> None:
    """A break leaves the labelled statement, a continue goes on with the labelled loop."""
    program = TypedProgram(
        """class Main { static void run(int n) { outer: for (;;) { while (n > 0) { if (n == 1) continue outer;
            if (n == 2) break outer; break; } } } }"""
    )
    assert program.mistakes == []
    (labelled,) = program.statements("run")
    assert isinstance(labelled, typed.Labelled)
    assert isinstance(labelled.body, typed.For)
    assert isinstance(labelled.body.body, typed.Block)
    (inner,) = labelled.body.body.statements
    assert isinstance(inner, typed.While)
    assert isinstance(inner.body, typed.Block)
    first, second, third = inner.body.statements
    assert isinstance(first, typed.If)
    assert isinstance(first.then, typed.Continue)
    assert first.then.target is labelled.body.target
    assert isinstance(second, typed.If)
    assert isinstance(second.then, typed.Break)
    assert second.then.target is labelled.target
    assert isinstance(third, typed.Break)
    assert third.target is inner.target


def test_enums_and_records_have_bodies_for_what_nobody_wrote() -> None:
    """Constants get their name and number, hidden parameters hand them on, records compare components."""
    program = TypedProgram(
        """enum Main { A(1), B(2) { int f() { return 5; } }; final int n; Main(int n) { this.n = n;
            } int f() { return n; } }
        record P(int x, String s, double d) { P { if (x < 0) throw new RuntimeException(); } }"""
    )
    assert program.mistakes == []
    parts = program.typing.static_initialisers(program.symbol("Main")).parts
    found = [f"{one.field.name} = {show(one.value)}" for one in parts if isinstance(one, typed.FieldInitialiser)]
    assert found == [
        "A = new Main(int)['A':String, 0:int, 1:int]",
        "B = new <anonymous Main>(int)['B':String, 1:int, 2:int]",
        "$VALUES = Main[]{Main#A, Main#B}",
    ]
    constructor = program.typing.body(program.method("<init>"))
    assert constructor is not None
    assert [local.name for local in constructor.parameters] == ["$name", "$ordinal", "n"]
    first = constructor.block.statements[0]
    assert isinstance(first, typed.ExpressionStatement)
    assert show(first.expression) == "this@Main.!Enum.<init>(String,int)[$name, $ordinal]"
    (given,) = program.statements("values")
    assert isinstance(given, typed.Return)
    assert given.value is not None
    assert show(given.value) == "(Main[])Main#$VALUES.Object.clone()[]"
    canonical = program.statements("<init>", "P")
    assigned = [show(one.expression) for one in canonical if isinstance(one, typed.ExpressionStatement)]
    assert assigned == [
        "this@P.!Record.<init>()[]",
        "this@P.P#x = x",
        "this@P.P#s = s",
        "this@P.P#d = d",
    ]
    (equals,) = program.statements("equals", "P")
    assert isinstance(equals, typed.Return)
    assert equals.value is not None
    assert show(equals.value) == (
        "(((other instanceof P && (this@P.P#x == (P!)other.P#x))"
        " && Objects.equals(Object,Object)[this@P.P#s, (P!)other.P#s])"
        " && (Double.compare(double,double)[this@P.P#d, (P!)other.P#d] == 0:int))"
    )


def test_constants_of_fields_are_found_across_classes_and_circles() -> None:
    """A constant variable may be built from those of other classes; one that depends on itself is none."""
    program = TypedProgram(
        """class Main { static final int A = Other.B + 1; static final int C = Main.D; static final int D = Main.C;
            final int i = 4;
            static final Integer BOXED = 5; int f() { int x = A; int y = i; int z = BOXED; return x + y + z; } }
        class Other { static final int B = 2 * Third.T; } interface Third { int T = 20; }"""
    )
    assert program.mistakes == []
    fields = program.symbol("Main").fields
    assert {name: field.constant() for name, field in fields.items()} == {
        "A": 41, "C": None, "D": None, "i": 4, "BOXED": None,
    }  # fmt: skip
    assert program.values("f") == {"x": "41:int", "y": "4:int", "z": "Main#BOXED.Integer.intValue()[]"}
