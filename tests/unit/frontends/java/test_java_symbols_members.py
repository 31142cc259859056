"""Members of Java classes: what is inherited, implied and accessible, and which signatures need bridges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.unit.frontends.java.java_symbols import enter, symbols_of

from vexil.frontends.java.symbols.symbol_table import SymbolTable
from vexil.frontends.java.symbols.symbols import ClassSymbol, InitialiserOwner, MethodSymbol
from vexil.frontends.java.symbols.types import ClassType
from vexil.languages.java import tree as syntax

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable


@dataclass(frozen=True, slots=True)
class Bridge:
    """A call by the erased signature of ``overridden`` on an instance of the class runs ``implementation``."""

    signature: str
    overridden: MethodSymbol
    implementation: MethodSymbol


def bridges(symbols: SymbolTable, symbol: ClassSymbol) -> list[Bridge]:
    """The overridden methods whose erased parameter types differ from those of what overrides them in the class.

    Inherited pairs are included, so that each class says by itself how calls on its instances are dispatched; abstract
    methods without an implementation are not.
    """
    types, found = symbols.types, dict[str, Bridge]()
    for owner in types.closure(symbol):
        for declared in owner.methods.values():
            for method in declared:
                if method.static or method.constructor or "private" in method.flags or not method.parameters:
                    continue
                implementation = symbols.members.implementation(method, symbol)
                if implementation is None or implementation is method:
                    continue
                signature = types.erased_signature(method)
                if signature != types.erased_signature(implementation):
                    found.setdefault(signature, Bridge(signature, method, implementation))
    return list(found.values())


def _class(symbols: SymbolTable, name: str) -> ClassSymbol:
    found = symbols.class_named(name)
    assert found is not None
    return found


def _found(symbols: SymbolTable, name: str, method: str) -> list[str]:
    found = symbols.members.find_methods(_class(symbols, name).this_type, method)
    return [f"{m.owner.name}.{symbols.types.method_text(m)}" for m, _ in found]


def _shown(method: MethodSymbol) -> str:
    return f"{' '.join(sorted(method.flags))} {method.result} {method.name}({', '.join(map(str, method.parameters))})"


def test_overridden_methods_are_left_out() -> None:
    """Lookup finds the overriding method once, inherited overloads, and the methods of Object in interfaces."""
    symbols = symbols_of(
        "interface I { void m(); default void d() {} int hashCode(); } abstract class A { void m(int x) {} "
        "private void p() {} static void s() {} public void d() {} } abstract class B extends A implements I { "
        "public void m() {} void m(String s) {} } abstract class C extends B { void m(int y) {} "
        "private void p(int x) {} static void s() {} }"
    )
    assert _found(symbols, "C", "m") == ["C.m(int)", "B.m()", "B.m(String)"]
    assert _found(symbols, "C", "d") == ["A.d()"]
    assert _found(symbols, "C", "p") == ["C.p(int)"]
    assert _found(symbols, "C", "s") == ["C.s()"]
    assert _found(symbols, "I", "toString") == ["Object.toString()"]
    assert _found(symbols, "I", "hashCode") == ["I.hashCode()"]
    assert _found(symbols, "I", "clone") == []


def test_generic_methods_override_what_they_instantiate() -> None:
    """A method overrides one whose parameter is its type argument, and is found once."""
    symbols = symbols_of(
        "interface Source<T> { T next(T last); <U extends T> U as(U u); } "
        "class Words implements Source<String> { public String next(String s) { return s; } "
        "public <V extends String> V as(V v) { return v; } } class Main<Q> { Source<Q> source; }"
    )
    assert _found(symbols, "Words", "next") == ["Words.next(String)"]
    assert _found(symbols, "Words", "as") == ["Words.<V>as(V)"]
    field = symbols.members.find_field(_class(symbols, "Main").this_type, "source")
    assert field is not None
    method, site = symbols.members.find_methods(field.type, "next")[0]
    assert str(site) == "Source<Q>"
    assert str(symbols.types.member_type(site, method.result, method.owner)) == "Q"


def test_fields_are_hidden_and_ambiguous_as_declared() -> None:
    """A field hides those of supertypes; two inherited ones are ambiguous."""
    symbols = symbols_of(
        "interface I { int N = 1; int K = 2; } interface J { int N = 2; } class A<T> { T t; int K; } "
        "class B extends A<String> implements I, J { } class C extends B { int K; }"
    )
    b, c = _class(symbols, "B").this_type, _class(symbols, "C").this_type
    found = symbols.members.find_field(b, "t")
    assert found is not None
    assert (str(found.type), found.other) == ("String", None)
    ambiguous = symbols.members.find_field(b, "N")
    assert ambiguous is not None
    assert ambiguous.other is not None
    hiding = symbols.members.find_field(c, "K")
    assert hiding is not None
    assert (hiding.field.owner.name, hiding.other) == ("C", None)
    assert symbols.members.find_field(c, "missing") is None


def test_members_that_the_compiler_makes() -> None:
    """Default constructors, members of enums and records and flags of interfaces are entered."""
    symbols = symbols_of(
        "public enum Main { A, B { } ; } class Plain {} record Pair<T>(T left, int... right) "
        "{ public int hashCode() { return 1; } } record Short(int x) { Short { } } "
        "interface I { int N = 1; void m(); default void d() {} static void s() {} private void p() {} class C {} }"
    )
    main = _class(symbols, "Main")
    assert [_shown(method) for method in main.methods["values"] + main.methods["valueOf"] + main.methods["<init>"]] == [
        "public static Main[] values()",
        "public static Main valueOf(String)",
        "private void <init>()",
    ]
    assert [f.enum_constant is not None and f.static and f.final for f in main.fields.values()] == [True, True]
    assert str(main.superclass) == "Enum<Main>"
    assert [_shown(method) for method in _class(symbols, "Plain").methods["<init>"]] == [" void <init>()"]
    pair = _class(symbols, "Pair")
    assert [_shown(method) for methods in pair.methods.values() for method in methods] == [
        "public int hashCode()",
        " void <init>(T, int[])",
        "public T left()",
        "public int[] right()",
        "final public String toString()",
        "final public boolean equals(Object)",
    ]
    assert pair.methods["<init>"][0].varargs
    compact = _class(symbols, "Short").methods["<init>"]
    assert [(method.declaration is not None, method.parameter_names) for method in compact] == [(True, ("x",))]
    interface = _class(symbols, "I")
    assert {name: sorted(methods[0].flags) for name, methods in interface.methods.items()} == {
        "m": ["abstract", "public"],
        "d": ["default", "public"],
        "s": ["public", "static"],
        "p": ["private"],
    }
    assert sorted(interface.fields["N"].flags) == ["final", "public", "static"]
    assert sorted(interface.classes["C"].flags) == ["public", "static"]
    assert not interface.classes["C"].has_outer_instance


def test_accessibility_across_packages_and_nests() -> None:
    """Private is for the nest, nothing for the package, protected also for subclasses through themselves (JLS 6.6)."""
    symbols, found = enter(
        "package p; public class A { private int a; int b; protected int c; public int d; protected static int e; "
        "class N { private int x; } }",
        "package q; public class B extends p.A { class M {} } class D {} ",
        names=("A.java", "B.java"),
    )
    assert found == []
    a, b, d, inner, m = (_class(symbols, name) for name in ("p.A", "q.B", "q.D", "p.A.N", "q.B.M"))

    def seen(name: str, from_class: ClassSymbol, site: ClassSymbol) -> bool:
        return symbols.members.is_accessible(a.fields[name], from_class, site.this_type)

    assert [seen(name, inner, a) for name in "abcde"] == [True, True, True, True, True]
    assert [seen(name, inner, b) for name in "abc"] == [False, True, True]
    assert [seen(name, b, b) for name in "abcde"] == [False, False, True, True, True]
    assert [seen(name, b, a) for name in "abcde"] == [False, False, False, True, True]
    assert [seen(name, m, b) for name in "abcde"] == [False, False, True, True, True]
    assert [seen(name, d, b) for name in "abcde"] == [False, False, False, True, False]
    assert symbols.members.is_accessible(inner.fields["x"], a, inner.this_type)
    assert not symbols.members.is_accessible(inner, d, None)


def test_bridges_lead_to_what_overrides() -> None:
    """A signature of an overridden method with another erasure is answered, also by an inherited implementation."""
    symbols = symbols_of(
        "interface Sink<T> { void put(T t); } interface Texts extends Sink<String> { void put(String s); } "
        "class Base { public void put(Integer i) {} } class Numbers extends Base implements Sink<Integer> {} "
        "abstract class Open<T extends Number> implements Sink<T> {} class Closed extends Open<Integer> "
        "{ public void put(Integer i) {} } class Words implements Texts { public void put(String s) {} } "
        "class Id implements Comparable<Id> { public int compareTo(Id o) { return 0; } } class Sub extends Id {}"
    )

    def of(name: str) -> list[tuple[str, str]]:
        found = bridges(symbols, _class(symbols, name))
        return [
            (b.signature, f"{b.implementation.owner.name}.{symbols.types.erased_signature(b.implementation)}")
            for b in found
        ]

    assert of("Numbers") == [("put(java.lang.Object)", "Base.put(java.lang.Integer)")]
    assert of("Closed") == [("put(java.lang.Object)", "Closed.put(java.lang.Integer)")]
    assert of("Words") == [("put(java.lang.Object)", "Words.put(java.lang.String)")]
    assert of("Sub") == [("compareTo(java.lang.Object)", "Id.compareTo(Id)")]
    assert of("Base") == []


def test_classes_inside_of_code_are_counted_by_enclosing_class() -> None:
    """Local and anonymous classes have the binary names that javac gives, and entering one again keeps its name."""
    symbols = symbols_of(
        "class Main { void m() { class L { int x; class In {} } Object o = new Object() { int y; }; } }"
    )
    main = _class(symbols, "Main")
    method = main.methods["m"][0]
    assert method.declaration is not None
    assert method.declaration.body is not None
    local, variables = method.declaration.body.block().statements
    assert isinstance(local, syntax.LocalClass)
    assert isinstance(variables, syntax.LocalVariables)
    creation = variables.declarators[0].initialiser
    assert isinstance(creation, syntax.New)
    assert creation.body is not None
    scope = symbols.method_scope(method)
    first = symbols.enter_local(local.declaration, main, method, scope, static_context=False)
    again = symbols.enter_local(local.declaration, main, method, scope, static_context=False)
    assert (first.binary_name, again.binary_name) == ("Main$1L", "Main$1L")
    assert _class(symbols, "Main$1L") is again
    assert [c.binary_name for c in symbols.classes] == ["Main", "Main$1L", "Main$1L$In"]
    assert symbols.find_type("L", scope.with_class(again)) is again
    constructor = symbols.object.symbol.methods["<init>"][0]
    anonymous = symbols.enter_anonymous(
        creation.body, symbols.object, constructor, again, InitialiserOwner(again, False), scope, static_context=False
    )
    assert anonymous.binary_name == "Main$1L$1"
    assert anonymous.has_outer_instance
    assert (list(anonymous.fields), anonymous.superclass) == (["y"], symbols.object)
    assert symbols.diagnostics.in_order() == []


def test_library_classes_are_read_when_they_are_needed() -> None:
    """A class of the library is known by qualified and binary name, and others are not read for it."""
    symbols = symbols_of("class Main { }")
    assert symbols.class_named("java.util.Map$Entry") is symbols.class_named("java.util.Map.Entry")
    entry = _class(symbols, "java.util.Map.Entry")
    assert entry.library
    assert entry.outer is symbols.class_named("java.util.Map")
    assert symbols.class_named("java.util.Nothing") is None
    assert [name for name in ("java.lang.StringBuilder", "java.util.HashMap") if symbols.is_entered(name)] == []


def test_names_mean_the_nearest_class() -> None:
    """Member classes, inherited ones, type parameters, the file, imports and java.lang are asked in order."""
    symbols = symbols_of(
        "import java.util.List; class Base { static class Map {} static class List {} } "
        "class Main<String> extends Base { Map a; List b; String c; Integer d; Main e; Inner.Deep f; "
        "class Inner { class Deep { Inner g; } class Integer {} Integer h; } }"
    )
    main = _class(symbols, "Main")
    assert {name: str(field.type) for name, field in main.fields.items()} == {
        "a": "Map", "b": "List", "c": "String", "d": "Integer", "e": "Main", "f": "Main<String>.Inner.Deep",
    }  # fmt: skip
    owners = [t.symbol.qualified_name for f in main.fields.values() if isinstance(t := f.type, ClassType)]
    assert owners == ["Base.Map", "Base.List", "java.lang.Integer", "Main", "Main.Inner.Deep"]
    inner = main.classes["Inner"]
    assert str(inner.fields["h"].type) == "Main<String>.Inner.Integer"


def test_long_chains_of_classes() -> None:
    """A long chain of superclasses is entered without recursion."""
    depth = 150
    classes = " ".join(f"class C{n} extends C{n + 1} {{ void m() {{}} }}" for n in range(depth))
    symbols = symbols_of(f"{classes} class C{depth} {{ void m() {{}} }}")
    assert _found(symbols, "C0", "m") == ["C0.m()"]
    assert symbols.types.is_subclass(_class(symbols, "C0"), _class(symbols, f"C{depth}"))
