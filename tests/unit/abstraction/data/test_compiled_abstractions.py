"""Abstractions compile to classes of Java that agree with their tables."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from shared_library import basl, machine, new_library

from tools import require_tool
from vexil.abstraction.data.java_class import class_name, java_class
from vexil.core.errors import UsageError
from vexil.ir.expressions import Operator
from vexil.ir.types import F64, I16, I32, I64, U32
from vexil.model.tokens.abstract_type import OPERATIONS, TESTS, UNARY, AbstractType

CHOOSE = """public final class Choose {
    static int last = 0;
    static boolean answer = false;
    public static int among(int mask) { last = mask; return Integer.highestOneBit(mask); }
    public static boolean any() { last = 3; return answer; }
}
"""
OWN = """abstraction Odd abstracts long begin TOKENS = {LOW, HIGH, BOTH}; DIVISION = euclid;
  abstract(n) begin n % 5 <= 2 && (n >>> 60) < 3 -> LOW; n > 1L << 40 ? true : n == -3 -> {HIGH, BOTH}; _ -> BOTH; end
end
"""


def kinds() -> list[AbstractType]:
    """Abstractions of several families and types, and one of a user with overlapping tokens."""
    own = new_library()
    own.load(basl(OWN))
    named = [("Signs", I32), ("EvenOdd", I32), ("range(-1,1)", I16), ("set{3,5}", I32)]
    return [*(machine(name, kind) for name, kind in named), own.abstract_type("Odd", I64), machine("Signs", F64)]


def body(text: str, method: str) -> str:
    """The body of a method, without line breaks and indentation."""
    found = re.search(rf"public static \w+ {method}\([^)]*\) {{\n(.*?)\n    }}", text, re.DOTALL)
    assert found is not None
    return " ".join(found[1].split())


def test_BAS_07_even_odd_has_the_published_form() -> None:
    """The abstraction function, * and > of EvenOdd are the published methods, with one encoding throughout."""
    text = java_class(machine("EvenOdd"))
    assert "public static final int EVEN = 1 << 0;" in text
    assert "public static final int ODD = 1 << 1;" in text
    expected = "if (n % 2 == 0) return EVEN; if (n % 2 != 0) return ODD; throw new RuntimeException();"
    assert body(text, "abs") == expected
    assert body(text, "mul") == "if (arg1 == ODD && arg2 == ODD) return ODD; return EVEN;"
    assert body(text, "gt") == "return Choose.any();"


def test_BAS_07_masks_of_signs() -> None:
    """Choices are among masks of the same encoding as tokens."""
    text = java_class(machine("Signs"))
    assert "return Choose.among(NEG | ZERO | POS);" in text
    assert body(text, "sub").startswith("if (arg1 == NEG && arg2 == NEG) return Choose.among(NEG | ZERO | POS);")


def test_BAS_07_what_java_lacks_is_refused() -> None:
    """A class for numbers without sign of 32 bits would compute something else, so there is none."""
    with pytest.raises(UsageError, match="Java has no type for u32"):
        java_class(machine("Signs", U32))


def test_BAS_07_names_are_identifiers() -> None:
    """Instances of families are classes, too."""
    names = [class_name(kind) for kind in kinds()]
    assert names == ["Signs", "EvenOdd", "Range_m1_1_i16", "Set_3_5", "Odd", "Signs_f64"]


def driver(found: list[AbstractType]) -> Iterator[str]:
    """A program that prints every result of every method."""
    yield "public class Driver { public static void main(String[] none) {"
    for kind in found:
        yield f"  {class_name(kind)}Part.run();"
    yield "} }"
    for kind in found:
        name = class_name(kind)
        yield f"class {name}Part {{ static void run() {{ StringBuilder out = new StringBuilder();"
        end = 1 << len(kind.tokens)
        yield f"  for (int a = 1; a < {end}; a <<= 1) for (int b = 1; b < {end}; b <<= 1) {{"
        for operator in (*kind.operations, *kind.tests):
            method = OPERATIONS.get(operator) or TESTS[operator]
            arguments = "a" if operator in UNARY else "a, b"
            yield f"    out.append({name}.{method}Mask({arguments})).append(' ');"
            yield "    Choose.last = 0;"
            yield f"    try {{ {name}.{method}({arguments}); out.append(Choose.last); }}"
            yield "    catch (ArithmeticException wrong) { out.append('!'); } out.append(' ');"
            sets = arguments.replace("a", "a | 1").replace("b", "b | 2")
            yield f"    out.append({name}.{method}Sets({sets})).append(' ');"
        yield "  }"
        for number in SAMPLES[str(kind.concrete)]:
            yield f"  out.append({name}.absMask({number})).append(' ');"
        yield f"  out.append({name}.name(1)).append({name}.name(3)).append({name}.isSingle(2));"
        yield "  System.out.println(out); } }"


SAMPLES = {
    "i32": ("-7", "-1", "0", "1", "2", "3", "5", "2147483647"),
    "i16": ("(short) -7", "(short) -1", "(short) 0", "(short) 1", "(short) 2"),
    "i64": ("-7L", "-3L", "0L", "1L", "2L", "1099511627777L", "-9223372036854775807L"),
    "f64": ("-0.5", "-0.0", "0.0", "7.5", "1.0 / 0.0", "0.0 / 0.0"),
}
VALUES = {
    "i32": (-7, -1, 0, 1, 2, 3, 5, 2147483647),
    "i16": (-7, -1, 0, 1, 2),
    "i64": (-7, -3, 0, 1, 2, 1099511627777, -9223372036854775807),
    "f64": (-0.5, -0.0, 0.0, 7.5, float("inf"), float("nan")),
}


def expected(kind: AbstractType) -> Iterator[str]:
    """What the driver prints, from the tables."""
    from vexil.abstraction.data.sampling import Members
    from vexil.abstraction.data.table_builder import definition_of

    count = len(kind.tokens)
    for one in range(count):
        for two in range(count):
            for operator in (*kind.operations, *kind.tests):
                table = kind.table(operator)
                row = (one,) if operator in UNARY else (one, two)
                mask = sum(1 << result for result in table.rows[row])
                yield str(mask)
                yield "!" if mask == 0 else str(_asked(kind, operator, row, mask))
                left, right = {one, 0}, {two, 1}
                sets = table.of_sets(left) if operator in UNARY else table.of_sets(left, right)
                yield str(sum(1 << result for result in sets))
    mask_of = Members(definition_of(kind)).mask
    yield from (str(mask_of(value)) for value in VALUES[str(kind.concrete)])
    both = f"{{{kind.tokens[0]}, {kind.tokens[1]}}}"
    yield f"{kind.tokens[0]}{both}{'true' if 1 in kind.single else 'false'}"


def _asked(kind: AbstractType, operator: Operator, row: tuple[int, ...], mask: int) -> int:
    """The mask of the last choice: none for one result, unless it is first chosen whether the operator fails."""
    if mask.bit_count() > 1:
        return mask
    is_division = operator in (Operator.DIVIDE, Operator.REMAINDER)
    return 3 if is_division and row in kind.table(operator).partial else 0


def test_BAS_07_compiled_classes_agree_with_the_tables(tmp_path: Path) -> None:
    """javac takes the classes, and in the JVM every method gives what the tables say, for all tokens."""
    javac, java = require_tool("javac"), require_tool("java")
    found = kinds()
    (tmp_path / "Choose.java").write_text(CHOOSE)
    (tmp_path / "Driver.java").write_text("\n".join(driver(found)))
    for kind in found:
        (tmp_path / f"{class_name(kind)}.java").write_text(java_class(kind))
    files = sorted(map(str, tmp_path.glob("*.java")))
    quick = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Xshare:auto"]
    compiled = subprocess.run([javac, *quick, "-d", str(tmp_path), *files], capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr
    run = [java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", str(tmp_path), "Driver"]
    printed = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()
    for kind, line in zip(found, printed, strict=True):
        assert line == " ".join(expected(kind)), kind.name
