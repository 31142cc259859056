"""Relations between Java types: conversions as javac sees them, bounds, capture and function types."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.unit.frontends.java.java_compiling import compile_together
from tests.unit.frontends.java.java_symbols import symbols_of

from vexil.frontends.java.symbols.symbol_table import SymbolTable
from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.frontends.java.symbols.types import (
    BYTE,
    CHAR,
    DOUBLE,
    INT,
    LONG,
    NULL,
    ArrayType,
    ClassType,
    IntersectionType,
    JavaType,
    TypeVariable,
)

CONVERTED = [
    "byte", "char", "int", "double", "boolean", "Integer", "Character", "Object", "Number", "String",
    "Comparable<Integer>", "Cloneable", "int[]", "Integer[]", "Object[]", "T[]", "List<String>",
    "List<? extends Number>", "List<? super Integer>", "List<?>", "List", "ArrayList<Integer>",
    "Collection<? extends CharSequence>", "Iterable<? extends Comparable<String>>", "List<List<String>>",
    "List<? extends List<?>>", "List<? extends T>", "A", "B", "F", "I", "J", "C", "E", "G<String>", "G<?>", "H",
    "G<String>.In", "G<T>.In", "T", "V", "W", "K<A>", "K<? extends A>", "K<? super B>",
]  # fmt: skip
CLASSES = """import java.util.*;
class A {} class B extends A {} final class F {} interface I {} interface J extends I {} class C implements I {}
enum E { X } record R(int x) {} class G<Q> { class In {} } class H extends G<String> {} class L<Q extends Number> {}
interface K<Z> {}
class Main<T extends Number, U, V extends T, W extends A & I> {
"""


def _fields(types: list[str]) -> str:
    return "\n".join(f"{t} v{number};" for number, t in enumerate(types))


def _field_types(symbols: SymbolTable, count: int) -> list[JavaType]:
    main = symbols.class_named("Main")
    assert main is not None
    return [main.fields[f"v{number}"].type for number in range(count)]


def test_conversions_and_casts_are_allowed_exactly_where_javac_allows_them(tmp_path: Path) -> None:
    """For each pair of types, assignment and cast are accepted or rejected as javac does."""
    source = f"{CLASSES}{_fields(CONVERTED)}"
    lines, tried = f"{source}\nvoid m0() {{".split("\n"), {}
    for i in range(len(CONVERTED)):
        for j, to in enumerate(CONVERTED):
            for text in (f"v{j} = v{i};", f"v{j} = ({to}) v{i};"):
                lines.append(text)
                tried[len(lines)] = (i, j, "(" in text)
        lines.append(f"}} void m{i + 1}() {{")
    (tmp_path / "Main.java").write_text("\n".join([*lines, "}}"]), encoding="utf-8")
    output = compile_together(["Main.java"], tmp_path, "-Xmaxerrs", "100000", "-implicit:none")
    rejected = {int(match[1]) for match in re.finditer(r"^Main\.java:(\d+): error: ", output, re.MULTILINE)}
    assert 500 < len(rejected & tried.keys()) < len(tried) - 500
    symbols = symbols_of(f"{source}\n}}")
    types = _field_types(symbols, len(CONVERTED))
    wrong = []
    for line, (i, j, cast) in tried.items():
        allowed = symbols.types.is_castable if cast else symbols.types.is_loosely_convertible
        if allowed(symbols.types.capture(types[i]), types[j]) == (line in rejected):
            wrong.append((CONVERTED[i], CONVERTED[j], "cast" if cast else "assignment"))
    assert wrong == []


@pytest.fixture(scope="module")
def symbols() -> SymbolTable:
    """The classes of the conversions."""
    return symbols_of(f"{CLASSES}}}")


def _class(symbols: SymbolTable, name: str) -> ClassSymbol:
    found = symbols.class_named(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("types", "expected"),
    [
        (["Circle", "Circle"], "Circle"),
        (["Circle", "Shape<Circle>"], "Shape<Circle>"),
        (["Circle", "Disc"], "Circle"),
        (["Circle", "Square"], "Shape<? extends Shape<?>&Runnable>&Runnable"),
        (["Circle[]", "Square[]"], "Shape<? extends Shape<?>&Runnable>&Runnable[]"),
        (["Box<Circle>", "Box<Disc>"], "Box<? extends Circle>"),
        (["Box<? super Circle>", "Box<? super Disc>"], "Box<? super Disc>"),
        (["Box", "Box<Disc>"], "Box"),
        (["Crate", "Box<Circle>"], "Box<Circle>"),
        (["Crate", "Runnable"], "Object"),
        (["int[]", "Circle[]"], "Cloneable&Serializable"),
    ],
)
def test_least_upper_bounds(types: list[str], expected: str) -> None:
    """The least upper bound has all most specific common supertypes; infinite ones end in a wildcard (JLS 4.10.4)."""
    fields = " ".join(f"{t} v{number};" for number, t in enumerate(types))
    small = symbols_of(
        "interface Shape<X> {} class Circle implements Shape<Circle>, Runnable { public void run() {} } "
        "class Disc extends Circle {} class Square implements Shape<Square>, Runnable { public void run() {} } "
        f"class Box<X> {{}} class Crate extends Box<Circle> {{}} class Main {{ {fields} }}"
    )
    assert str(small.types.lub(_field_types(small, len(types)))) == expected


def test_null_has_no_part_in_bounds(symbols: SymbolTable) -> None:
    """The null type is below everything, and the bound of nothing but null is null."""
    string = symbols.string
    assert symbols.types.lub([NULL, string]) == string
    assert symbols.types.lub([NULL]) == NULL


def test_greatest_lower_bounds_drop_supertypes(symbols: SymbolTable) -> None:
    """An intersection has no part that is a supertype of another one, and classes come first."""
    number, integer = symbols.well_known("java.lang.Number"), symbols.well_known("java.lang.Integer")
    runnable = symbols.well_known("java.lang.Runnable")
    assert symbols.types.glb([number, integer]) == integer
    assert symbols.types.glb([runnable, number]) == IntersectionType((number, runnable))


def test_promotion(symbols: SymbolTable) -> None:
    """Numeric promotion unboxes and widens (JLS 5.6)."""
    types, integer = symbols.types, symbols.well_known("java.lang.Integer")
    assert types.unary_promotion(BYTE) == INT
    assert types.binary_promotion(CHAR, integer) == INT
    assert types.binary_promotion(LONG, INT) == LONG
    assert types.binary_promotion(integer, DOUBLE) == DOUBLE
    assert types.binary_promotion(integer, symbols.string) is None


def test_capture_gives_variables_with_both_bounds(symbols: SymbolTable) -> None:
    """A captured wildcard is a fresh variable below both bounds, or above a lower one."""
    generic = _class(symbols, "L")
    parameter = generic.parameters[0]
    assert [str(bound) for bound in parameter.bounds] == ["Number"]
    small = symbols_of("class L<Q extends Number> {} class Main { L<?> v0; java.util.List<? super Integer> v1; }")
    unbounded, lower = (small.types.capture(t) for t in _field_types(small, 2))
    assert isinstance(unbounded, ClassType)
    assert isinstance(lower, ClassType)
    first, second = unbounded.arguments[0], lower.arguments[0]
    assert isinstance(first, TypeVariable)
    assert isinstance(second, TypeVariable)
    assert [str(bound) for bound in first.bounds] == ["Number"]
    assert str(second.lower) == "Integer"
    assert small.types.is_subtype(small.well_known("java.lang.Integer"), second)
    assert not small.types.is_subtype(small.string, second)
    assert str(small.types.upward(lower)) == "List<? super Integer>"


@pytest.mark.parametrize(
    ("written", "parameters", "result"),
    [
        ("Function<String, Integer>", ["String"], "Integer"),
        ("Function<? super String, ? extends List<?>>", ["String"], "List<?>"),
        ("Function<?, ?>", ["Object"], "Object"),
        ("BinaryOperator<T>", ["T", "T"], "T"),
        ("Comparator<String>", ["String", "String"], "int"),
        ("Runnable", [], "void"),
        ("Function", ["Object"], "Object"),
    ],
)
def test_function_types(written: str, parameters: list[str], result: str) -> None:
    """Wildcards give way to their bounds, inherited abstract methods count, those of Object do not (JLS 9.8, 9.9)."""
    imports = "import java.util.*; import java.util.function.*;"
    small = symbols_of(f"{imports} class Main<T extends Number> {{ {written} v0; }}")
    function = small.types.function_type(_field_types(small, 1)[0])
    assert function is not None
    assert [str(t) for t in function.parameters] == parameters
    assert str(function.result) == result


def test_classes_and_interfaces_with_several_methods_are_not_functional(symbols: SymbolTable) -> None:
    """Neither a class nor an interface with two abstract methods has a function type."""
    for name in ("java.lang.Number", "java.util.Iterator", "java.lang.Object"):
        assert symbols.types.function_type(symbols.well_known(name)) is None


def test_members_seen_through_types() -> None:
    """Types of members are seen with the arguments of the site, erased for a raw one."""
    small = symbols_of("import java.util.*; class Main { HashMap<String, Integer[]> v0; HashMap v1; }")
    full, raw = _field_types(small, 2)
    owner = _class(small, "java.util.Map")
    get = owner.methods["get"][0]
    assert str(small.types.member_type(full, get.result, owner)) == "Integer[]"
    assert str(small.types.member_type(raw, get.result, owner)) == "Object"
    assert small.types.erasure(get.result) == small.object
    assert small.types.erasure(ArrayType(owner.parameters[0])) == ArrayType(small.object)
