"""The source map of Java programs: values that are kept in hidden variables on their way still have their text."""

from __future__ import annotations

from pathlib import Path

from tests.java_programs import load_java

from vexil.ir.operations import Call, Return
from vexil.ir.sourcemap import occurrences_of

KEPT = """class Main {
    static int both(int a, int b) {
        return a;
    }

    static synchronized int held(int n) {
        return n + 1;
    }

    public static void main(String[] args) {
        int x = args.length;
        both(x, x++);
        held(x);
    }
}
"""


def test_values_that_are_kept_have_their_places(tmp_path: Path) -> None:
    """An argument that a later one could change, and a result that a monitor is released behind, have spans."""
    file = tmp_path / "Main.java"
    file.write_text(KEPT, encoding="utf-8")
    program = load_java(file)
    found: list[tuple[str, str]] = []
    for name, function in program.functions.items():
        for number, edge in enumerate(function.edges):
            if isinstance(edge.operation, Call | Return):
                for position, _ in occurrences_of(edge.operation):
                    span = program.source_map.occurrence(name, number, position)
                    if span is not None:
                        text = KEPT.encode()[span.start : span.end].decode()
                        found.append((type(edge.operation).__name__, text))
    assert ("Call", "x") in found
    assert ("Call", "x++") in found
    assert ("Return", "n + 1") in found
