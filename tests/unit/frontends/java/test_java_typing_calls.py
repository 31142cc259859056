"""Overload resolution, inference, lambdas and method references of Java."""

from __future__ import annotations

from tests.unit.frontends.java.java_typed import TypedProgram, show

from vexil.frontends.java.typing import tree as typed

OVERLOADS = """
class Main {
    static class A {} static class B extends A {}
    static void p(Object o) {} static void p(A a) {} static void p(B b) {} static void p(int i) {} static void p(long
            l) {}
    static void p(double d) {} static void p(Integer i) {} static void p(String s) {} static void p(Object... os) {}
    static int q(long a) { return 1; } static int q(Integer a) { return 2; } static int q(Object... a) { return 3; }
    static int w(int... a) { return 1; } static int w(int a, int... b) { return 2; }
    static int pick(byte b) { return 0; } static int pick(Object o) { return 1; }
    int run(byte b, char c, float f, A a, Integer box) {
        int x1 = q(1); int x2 = q(box); int x3 = q(c); int x4 = q("s"); int x5 = q(); int x6 = pick(1); int x7 = w();
            return 0;
    }
}
"""


def test_the_most_specific_applicable_method_is_chosen_in_three_phases() -> None:
    """Without boxing comes before boxing, boxing before variable arity, subtypes before supertypes (JLS 15.12.2)."""
    program = TypedProgram(OVERLOADS)
    assert program.mistakes == []
    assert program.values("run") == {
        "x1": "Main.q(long)[1:long]",
        "x2": "Main.q(Integer)[box]",
        "x3": "Main.q(long)[<long>c]",
        "x4": "Main.q(Object[])[Object[]{'s':String}]",
        "x5": "Main.q(Object[])[Object[]{}]",
        "x6": "Main.pick(Object)[Integer.valueOf(int)[1:int]]",
        "x7": "Main.w(int[])[int[]{}]",
    }


def test_type_arguments_are_inferred_from_arguments_lambdas_and_targets() -> None:
    """Nested generic calls, diamonds and lambdas share one solution; results are cast where erasure is weaker."""
    program = TypedProgram(
        """import java.util.*; import java.util.function.*; class Main {
        static <T> T id(T t) { return t; } static <A, B> List<B> map(List<A> l, Function<? super A, ? extends B> f) {
            return null; }
        static <T extends Comparable<T>> T max(List<? extends T> l) { return null;
            } static <T> List<T> none() { return null; }
        static <T> T call(Supplier<T> s) { return s.get(); }
        void run(List<? extends Number> wild, Map<String, List<Integer>> m) {
            String a = id("x"); int b = id(3); List<String> c = none();
            List<Integer> d = map(Arrays.asList("a", "b"), s -> s.length());
            int e = max(Arrays.asList(1, 2)); Number f = wild.get(0); Map<String, List<Integer>> g = new HashMap<>(m);
            int h = m.get("k").get(0) + 1; Object i = id(id(none())); String j = call(() -> call(() -> "deep"));
            List<Object> k = map(none(), x -> x); Comparator<String> l = Comparator.comparing(String::length);
        } }"""
    )
    assert program.mistakes == []
    values = program.values("run")
    assert values["a"] == "(String)Main.id(T)['x':String]"
    assert values["b"] == "(Integer)Main.id(T)[Integer.valueOf(int)[3:int]].Integer.intValue()[]"
    assert values["d"] == (
        "Main.map(List<A>,Function<? super A,? extends B>)[Arrays.asList(T[])[String[]{'a':String, 'b':String}], "
        "Function<String,Integer> (String s) -> {return Integer.valueOf(int)[s.String.length()[]]}]"
    )
    assert values["e"].startswith("(Integer)Main.max(List<? extends T>)[Arrays.asList(T[])[Integer[]{")
    assert values["f"] == "(CAP#1)wild.List.get(int)[0:int]"
    assert values["g"].startswith("new HashMap<String,List<Integer>>(")
    assert values["h"].startswith("((Integer)(List<Integer>)m.Map.get(Object)['k':String].List.get(int)[0:int]")
    assert "return 'deep':String" in values["j"]
    assert values["l"] == (
        "Comparator.comparing(Function<? super T,? extends U>)[Function<String,Integer> (String p0) -> "
        "{return Integer.valueOf(int)[p0.String.length()[]]}]"
    )


def test_method_references_become_lambdas_that_call_the_method() -> None:
    """Static, bound, unbound, constructor, array and super references call what they name (JLS 15.13)."""
    program = TypedProgram(
        """import java.util.*; import java.util.function.*; class Main { int n; Main(int n) { this.n = n;
            } int get() { return n; }
        static Main make() { return null; }
        void run(Main other) { IntBinaryOperator a = Math::max; Supplier<Integer> b = other::get;
            ToIntFunction<Main> c = Main::get;
            IntFunction<Main> d = Main::new; IntFunction<int[]> e = int[]::new; Supplier<String> f = super::toString;
            Supplier<List<String>> g = ArrayList::new; IntSupplier h = this::get; Runnable i = make()::get; } }"""
    )
    assert program.mistakes == []
    assert program.values("run") == {
        "a": "IntBinaryOperator (int p0, int p1) -> {return Math.max(int,int)[p0, p1]}",
        "b": "Supplier<Integer> () -> {return Integer.valueOf(int)[receiver.Main.get()[]]}",
        "c": "ToIntFunction<Main> (Main p0) -> {return p0.Main.get()[]}",
        "d": "IntFunction<Main> (int p0) -> {return new Main(int)[p0]}",
        "e": "IntFunction<int[]> (int p0) -> {return new int[](p0)}",
        "f": "Supplier<String> () -> {return this@Main.!Object.toString()[]}",
        "g": "Supplier<List<String>> () -> {return new ArrayList<String>()[]}",
        "h": "IntSupplier () -> {return this@Main.Main.get()[]}",
        "i": "Runnable () -> {receiver.Main.get()[]}",
    }


def test_lambdas_choose_between_functional_interfaces_by_their_shape() -> None:
    """Void bodies mean a Runnable, values a Supplier, and arity decides among the others (JLS 15.12.2.1, 15.12.2.5)."""
    program = TypedProgram(
        """import java.util.function.*; class Main { static void nothing() {} static int number() { return 1; }
        static int o(Runnable r) { return 1; } static <T> int o(Supplier<T> s) { return 2; }
        static <A, B> int o(Function<A, B> f) { return 3; }
        void run() { int a = o(() -> {}); int b = o(() -> 1); int c = o(() -> nothing()); int d = o(() -> number());
            int e = o(x -> x); int f = o(() -> { throw new RuntimeException(); }); int g = o(() -> { return 1; });
            } }"""
    )
    assert program.mistakes == []
    chosen = {name: text.partition("[")[0] for name, text in program.values("run").items()}
    assert chosen == {
        "a": "Main.o(Runnable)",
        "b": "Main.o(Supplier<T>)",
        "c": "Main.o(Runnable)",
        "d": "Main.o(Supplier<T>)",
        "e": "Main.o(Function<A,B>)",
        "f": "Main.o(Supplier<T>)",
        "g": "Main.o(Supplier<T>)",
    }


def test_super_calls_pass_enclosing_instances() -> None:
    """The constructor of an inner superclass gets the enclosing instance, explicit or implied (JLS 8.8.7.1)."""
    program = TypedProgram(
        """class Main { class In { In(int n) {} } class Sub extends In { Sub() { super(1); } }
        static class Free extends Main.In { Free(Main m) { m.super(2); } } Object anonymous() { return new In(3) { };
            } }"""
    )
    assert program.mistakes == []
    calls = []
    for owner in ("Main$Sub", "Main$Free", "Main$1"):
        statement = program.statements("<init>", owner)[0]
        assert isinstance(statement, typed.ExpressionStatement)
        calls.append(show(statement.expression))
    assert calls == [
        "this@Main.this@Sub.!In.<init>(int)[1:int]",
        "m.this@Free.!In.<init>(int)[2:int]",
        "this@Main.this@.!In.<init>(int)[n]",
    ]
