"""Arrays inside of objects have the bounds they are declared with, unless whole objects are asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.core.context import Context
from vexil.languages.options import COptions
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import Report, check

RECORD = "struct s { int k; char a[4]; int x; } s;\n"
BEYOND = {
    "a member": RECORD + "int main(void) { return s.a[4]; }",
    "before a member": RECORD + "int f(struct s *p, int i) { return p->a[i]; } int main(void) { return f(&s, -1); }",
    "an open index": RECORD
    + "extern int in(void); int main(void) { int i = in(); return i > 3 && i < 5 ? s.a[i] : 0; }",
    "written": RECORD + "int main(void) { int i = 3; i++; s.a[i++] = 1; return 0; }",
    "a sum": RECORD + "int main(void) { return *(s.a + 4); }",
    "a subscript of a sum": RECORD + "int main(void) { return (s.a + 2)[2]; }",
    "a row": "int m[2][3]; int main(void) { return m[0][3]; }",
    "a row of a member": "struct s { int m[2][2]; int x; } s; int main(void) { return s.m[2][0]; }",
    "through a pointer to rows": "int m[2][3]; int main(void) { int (*p)[3] = m; return p[0][3]; }",
    "a union's member": "union { char b[4]; long x; } u; int main(void) { u.x = 5; return u.b[4]; }",
    "an end that is followed": "struct in { int n; char a[1]; }; struct { struct in i; int after; } s;\n"
    "int main(void) { return s.i.a[1]; }",
}


def checked(folder: Path, text: str, *properties: str, bounds: str | None = None) -> Report:
    path = folder / "program.c"
    path.write_text(text)
    load = LoadOptions((str(path),), c=COptions(array_bounds=bounds))
    return check(CheckOptions(load, properties), Context())


@pytest.mark.parametrize("case", BEYOND)
def test_an_element_beyond_its_array_is_a_violation(case: str, tmp_path: Path) -> None:
    """Other members and rows of the same object are no place for it."""
    (verdict,) = checked(tmp_path, BEYOND[case], "memsafety").verdicts
    assert verdict.status.value == "refuted", verdict.reason


def test_whole_objects_can_be_asked_about(tmp_path: Path) -> None:
    """`--bounds object` accepts what stays inside of the object, and the verdict says so."""
    (verdict,) = checked(tmp_path, BEYOND["a member"], "memsafety", bounds="object").verdicts
    assert verdict.status.value == "proved", verdict.reason
    (found,) = [item.statement for item in verdict.assumptions if item.kind == "array-bounds"]
    assert "whole objects" in found


@pytest.mark.parametrize(("bounds", "expected"), [(None, "proved"), ("declared", "refuted")])
def test_property_files_ask_about_whole_objects(bounds: str | None, expected: str, tmp_path: Path) -> None:
    """`valid-deref` means the object, as in the competition, unless the user says otherwise."""
    prp = tmp_path / "memory.prp"
    prp.write_text(
        "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n"
        "CHECK( init(main()), LTL(G valid-memtrack) )\n"
    )
    report = checked(tmp_path, BEYOND["a row"], str(prp), bounds=bounds)
    (verdict,) = [item for item in report.verdicts if item.property.id == "memsafety"]
    assert verdict.status.value == expected, verdict.reason
