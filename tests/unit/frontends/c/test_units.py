"""Several translation units: they agree on what they share, or the place of the disagreement is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.core.context import Context
from vexil.core.errors import SourceError
from vexil.frontends.c import COptions, load
from vexil.ir.program import Program

PAIR = "struct pair { int first, second; };\n"


def linked(folder: Path, *units: str) -> Program:
    paths = []
    for number, text in enumerate(units):
        path = folder / f"unit{number}.c"
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    return load(paths, COptions(), Context())


def test_structures_are_passed_by_value_between_units(tmp_path: Path) -> None:
    """A structure that two units declare alike is one structure to a call."""
    user = PAIR + "int sum(struct pair);\nint main(void) { struct pair p = {1, 2}; return sum(p); }\n"
    program = linked(tmp_path, user, PAIR + "int sum(struct pair p) { return p.first + p.second; }\n")
    assert {"main", "sum"} <= set(program.functions)


@pytest.mark.parametrize(
    ("user", "other"),
    [
        ("extern long y; int main(void) { return y; }", "int y;"),
        ("extern float y; int main(void) { return y; }", "int y = 3;"),
        ("extern char y[]; int main(void) { return y[0]; }", "char *y;"),
        ("extern int *y; int main(void) { return *y; }", "int y[3];"),
        ("extern int y; int main(void) { return y; }", "int y(void) { return 1; }"),
        ("int y(int); int main(void) { return y(1); }", PAIR + "struct pair y(int x) { return (struct pair){x}; }"),
        ("int y(int *); int main(void) { int x; return y(&x); }", "int y(double d) { return d; }"),
    ],
)  # fmt: skip
def test_units_that_disagree_are_refused(tmp_path: Path, user: str, other: str) -> None:
    """A declaration whose type differs from the definition's is named with its place."""
    with pytest.raises(SourceError, match="y is declared here with another type") as refusal:
        linked(tmp_path, user, other)
    assert refusal.value.file.endswith("unit0.c")


def test_two_initial_values_are_refused(tmp_path: Path) -> None:
    """A variable has one initial value in all units together; definitions without one may be repeated."""
    with pytest.raises(SourceError, match="y is defined twice"):
        linked(tmp_path, "int y = 1; int main(void) { return y; }", "int y = 2;")
    linked(tmp_path, "int y; int y; int main(void) { return y; }", "int y = 2;")
