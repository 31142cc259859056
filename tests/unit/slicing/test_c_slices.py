"""Slices of C: what is taken away, what has to stay, and that the rest does what it did."""

from __future__ import annotations

from pathlib import Path

import pytest
from source_slices import printed_by_c, slice_of

from command_line import vexil
from vexil.core.context import Context
from vexil.pipeline.options import LoadOptions
from vexil.pipeline.slice import criterion_slice

JUMPS = """#include <stdio.h>
#define UNLESS(x) if (!(x)) return 1
#define SWAP(a, b) do { int kept_ = (a); (a) = (b); (b) = kept_; } while (0)

struct shape { int kind; int (*area)(struct shape *); int side; };

static int square(struct shape *s) { return s->side * s->side; }
static int triple(struct shape *s) { return 3 * s->side; }
static int (*const table[])(struct shape *) = { square, triple };
static int noise, calls = 0, *where = &calls;
__attribute__((unused)) static const char *text = "int noise; }";

static int find(const int *from, int count, int wanted) {
    int at = 0, looked = 0;
    for (;;) {
        looked++;
        if (at == count)
            return -1;
        if (from[at] == wanted) break;
        at++;
        continue;
    }
    noise += looked;
    return at;
}

int main(void) {
    int values[] = { 4, 8, 15 }, left = 1, right = 2, kind, place;
    struct shape s = { 1, 0, 5 };
    noise = 3; (*where)++; s.area = table[s.kind];
    SWAP(left, right);
    switch (left) {
    case 1: noise = 1; break;
    case 2:
        right += 10;
        if (noise > 5) break;
        /* falls through */
    case 3: right++;
    default: noise = 7;
    }
    kind = 0;
again:
    kind++;
    if (kind < 4) goto again;
    else if (kind == 100) { noise--; } else { noise++; }
    place = find(values, 3, 8);
    UNLESS(place >= 0);
    if (right > 3) if (left > 100) noise = 2; else right++; else right--;
    do noise++; while (noise < 20);
    printf("A %d\\n", right);
    printf("B %d\\n", place);
    printf("C %d\\n", kind);
    printf("D %d\\n", s.area(&s));
    printf("E %d\\n", noise + calls);
    return 0;
}
"""


@pytest.mark.parametrize("letter", "ABCDE")
def test_SLI_10_what_a_line_prints_stays_the_same(letter: str, tmp_path: Path) -> None:
    """The slice of a line that prints compiles with gcc and prints there what the program prints."""
    program, smaller = tmp_path / "jumps.c", tmp_path / "smaller.c"
    program.write_text(JUMPS)
    smaller.write_text(slice_of(program, f'"{letter} '))
    expected = [line for line in printed_by_c(program) if line.startswith(letter)]
    assert [line for line in printed_by_c(smaller) if line.startswith(letter)] == expected != []


def test_what_nothing_names_is_gone(tmp_path: Path) -> None:
    """The slice of a counter has neither the functions nor the variables of the rest."""
    program = tmp_path / "jumps.c"
    program.write_text(JUMPS)
    smaller = slice_of(program, '"C ')
    for name in ("square", "table", "calls", "text"):
        assert name not in smaller.partition("int main")[0].partition("};")[2] + smaller.partition("int main")[2]
    assert "again:\n    kind++;\n    if (kind < 4) goto again;\n" in smaller


def test_jumps_over_what_stays_stay(tmp_path: Path) -> None:
    """A `continue` stays with what it passes over, and goes with it."""
    program = tmp_path / "loop.c"
    program.write_text(
        "int printf(const char *, ...);\nint main(void) {\n  int a = 0, b = 0;\n"
        "  for (int i = 0; i < 9; i++) {\n    if (i == 4) continue;\n    a++;\n"
        "    if (a == 5) continue;\n    b++;\n  }\n"
        '  printf("a %d", a);\n  printf("b %d", b);\n}\n'
    )
    assert slice_of(program, '"a ') == (
        "int printf(const char *, ...);\nint main(void) {\n  int a = 0;\n"
        "  for (int i = 0; i < 9; i++) {\n    if (i == 4) continue;\n    a++;\n  }\n"
        '  printf("a %d", a);\n}\n'
    )
    assert "if (a == 5) continue;" in slice_of(program, '"b ')


def test_an_else_keeps_belonging_to_its_if(tmp_path: Path) -> None:
    """An alternative that goes is replaced where another one would come to belong to its conditional."""
    program = tmp_path / "dangling.c"
    program.write_text(
        "int printf(const char *, ...);\nint main(int argc, char **argv) {\n  int a = 1, b = 1;\n"
        "  if (argc) if (argc > 1) a = 2; else b = 3; else a = 4;\n"
        '  printf("%d", a);\n  printf("%d!", b);\n}\n'
    )
    assert "if (argc) if (argc > 1) a = 2; else { } else a = 4;" in slice_of(program, '"%d"')


def test_the_preprocessor_holds_what_it_cuts(tmp_path: Path) -> None:
    """A statement with one end of a conditional part inside stays; whole ones go with what is in them."""
    program = tmp_path / "cut.c"
    program.write_text(
        "int printf(const char *, ...);\nint main(void) {\n  int a = 1, b = 1;\n#ifndef LESS\n  if (b) {\n#endif\n"
        "    b++;\n  }\n  if (b > 1) {\n#ifdef MORE\n    b = 7;\n#endif\n    b = 8;\n  }\n"
        '  printf("%d", a);\n}\n'
    )
    smaller = slice_of(program, '"%d"')
    assert "#ifndef LESS\n  if (b) {\n#endif\n  }\n" in smaller
    assert "MORE" not in smaller
    (tmp_path / "smaller.c").write_text(smaller)
    assert printed_by_c(tmp_path / "smaller.c") == ["1"]


def test_code_that_the_preprocessor_tears_stays_whole(tmp_path: Path) -> None:
    """Where brackets are not closed as they are opened, nothing of a function is taken away."""
    program = tmp_path / "torn.c"
    text = (
        "int printf(const char *, ...);\nint main(void) {\n  int a = 1, b = 1;\n#ifndef LESS\n  if (b) {\n#else\n  {\n"
        '#endif\n    b++;\n  }\n  printf("%d", a);\n}\n'
    )
    program.write_text(text)
    assert slice_of(program, '"%d"') == text


def test_headers_stay_as_they_are(tmp_path: Path) -> None:
    """What a header declares or defines has its names defined, and the units lose what nobody needs."""
    (tmp_path / "own.h").write_text(
        "extern int shared;\nstatic inline int get(void) { return shared; }\nint off(int);\n"
    )
    (tmp_path / "own.c").write_text(
        '#include "own.h"\nint shared = 4;\nint lost;\nint off(int x) { return x - shared; }\n'
    )
    program = tmp_path / "unit.c"
    program.write_text(
        '#include <stdio.h>\n#include "own.h"\nstatic int more(void) { return 1; }\n'
        'int main(void) {\n  int x = more();\n  shared++;\n  printf("%d", get());\n  printf("%d!", off(x));\n}\n'
    )
    options = LoadOptions((str(program), str(tmp_path / "own.c")))
    emission = criterion_slice(options, ["unit.c:7"], (), Context()).emission
    texts = {Path(emission.file(number).name).name: emission.text(number) for number in emission.shown}
    assert texts == {
        "unit.c": '#include <stdio.h>\n#include "own.h"\nint main(void) {\n  shared++;\n  printf("%d", get());\n}\n',
        "own.c": '#include "own.h"\nint shared = 4;\nint off(int x) { }\n',
    }


@pytest.mark.parametrize(("name", "criterion"), [("lost_update", "assert(counter"), ("bounded_queue", "assert(")])
def test_SLI_10_slices_of_threads_have_the_same_verdict(name: str, criterion: str, tmp_path: Path) -> None:
    """A slice of a program with threads at its assertion is refuted or proved as the program is."""
    program = Path(f"examples/{name}.c")
    smaller = tmp_path / f"{name}.c"
    smaller.write_text(slice_of(program, criterion))
    done = [vexil("check", str(path), "-p", "assert").returncode for path in (program, smaller)]
    assert done[0] == done[1] in (0, 1)


def test_conditions_of_the_preprocessor_stay_balanced(tmp_path: Path) -> None:
    """An `else` that is taken out with the line `#if` behind it leaves that line, so that gcc accepts the rest."""
    program, smaller = tmp_path / "halves.c", tmp_path / "smaller.c"
    program.write_text(
        "int printf(const char *, ...);\nint x, noise;\nint main(void) {\n  if (x == 0)\n    x++;\n  else\n#if 1\n"
        '    noise++;\n#else\n    noise--;\n#endif\n  x = x + 2;\n  printf("x %d\\n", x);\n  return 0;\n}\n'
    )
    smaller.write_text(slice_of(program, '"x '))
    assert "noise++" not in smaller.read_text()
    assert printed_by_c(smaller) == printed_by_c(program) == ["x 3"]
