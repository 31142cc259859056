"""Tests that Vexil writes make the compiled program take the violating run."""

from __future__ import annotations

import csv
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from tests.tools import lack, require_tool, tasks_folder

from vexil.cli.check import run_check
from vexil.cli.exit_codes import ExitCode
from vexil.cli.requests import CheckRequest

REACHED, ABORTED = 17, -6
COMMAND = re.compile(r"^ \*   (gcc .*)\n \*   (\./.*)$", re.MULTILINE)
INPUTS = """
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
_Bool __VERIFIER_nondet_bool(void);
void *__VERIFIER_nondet_pointer(void);
void __VERIFIER_assume(int);
void reach_error(void);
"""


def emitted(folder: Path, sources: dict[str, str], prop: str, **options: object) -> str:
    """The test that Vexil writes for a program, which it must refute."""
    for name, text in sources.items():
        (folder / name).write_text(text, encoding="utf-8")
    inputs = tuple(str(folder / name) for name in sources if name.endswith(".c"))
    request = CheckRequest(
        inputs=inputs,
        properties=(prop,),
        emit_test=str(folder / "written.c"),
        **options,  # type: ignore[arg-type]
    )
    assert run_check(request) is ExitCode.REFUTED
    return (folder / "written.c").read_text(encoding="utf-8")


def compiled(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Do what the first lines of a test say; a compiler without 32-bit libraries skips the test."""
    require_tool("gcc")
    found = COMMAND.search(text)
    assert found is not None, text
    compiling = subprocess.run(shlex.split(found[1]), cwd=folder, capture_output=True, text=True, check=False)
    if "-m32" in found[1] and re.search(r"skipping incompatible|cannot find -lgcc|bits/", compiling.stderr):
        lack("gcc cannot compile for 32 bits")
    assert compiling.returncode == 0, compiling.stderr
    return subprocess.run(shlex.split(found[2]), cwd=folder, capture_output=True, text=True, timeout=20, check=False)


def status_of(folder: Path, program: str, prop: str = "unreach", **options: object) -> int:
    """The status of a program that is run with its test; everything in it must be forced."""
    text = emitted(folder, {"program.c": program}, prop, **options)
    assert "cannot be forced" not in text
    return compiled(text, folder).returncode


EXTREMES = [
    ("char", "char", "== -128"),
    ("unsigned char", "uchar", "== 255"),
    ("short", "short", "== -32768"),
    ("unsigned short", "ushort", "== 65535"),
    ("int", "int", "== -2147483647 - 1"),
    ("unsigned", "uint", "== 4294967295u"),
    ("long", "long", "== -__LONG_MAX__ - 1"),
    ("unsigned long", "ulong", "== (unsigned long)-1"),
    ("long long", "longlong", "== -__LONG_LONG_MAX__ - 1"),
    ("unsigned long long", "ulonglong", "== 18446744073709551615ull"),
    ("float", "float", "== 0x1.fffffep-127f"),
    ("double", "double", "== 0.1"),
    ("double", "double", "== -1.0 / 0.0"),
    ("_Bool", "bool", "== 1"),
    ("void *", "pointer", "!= 0"),
]


@pytest.mark.parametrize("model", ["LP64", "ILP32"])
def test_every_type_of_input_is_exact(tmp_path: Path, model: str) -> None:
    """The extreme values of every type, and what is special among floats, arrive at the program bit by bit."""
    lines = [
        f"  {kind} v{number} = __VERIFIER_nondet_{name}(); __VERIFIER_assume(v{number} {condition});"
        for number, (kind, name, condition) in enumerate(EXTREMES)
    ]
    special = """
  double nan = __VERIFIER_nondet_double(); __VERIFIER_assume(nan != nan);
  float zero = __VERIFIER_nondet_float(); __VERIFIER_assume(zero == 0 && 1 / zero < 0);
  reach_error();
"""
    program = INPUTS + "int main(void) {\n" + "\n".join(lines) + special + "}\n"
    assert status_of(tmp_path, program, data_model=model) == REACHED


def test_wide_integers_are_exact(tmp_path: Path) -> None:
    """An input of 128 bits arrives whole."""
    program = """
__int128 __VERIFIER_nondet_int128(void);
void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int128() == -((__int128)0x123456789abcdefLL << 60) - 5) reach_error();
}
"""
    assert status_of(tmp_path, program) == REACHED


def test_inputs_come_in_the_order_of_the_run(tmp_path: Path) -> None:
    """Several functions that are called in turn, in loops and in recursion, give each call its own value."""
    program = (
        INPUTS
        + """
extern int sensor(int channel);
#define NEXT __VERIFIER_nondet_int()
static int walk(int depth) {
  if (depth == 0) return NEXT == 4;
  return __VERIFIER_nondet_uchar() == depth && walk(depth - 1);
}
int main(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    int v = NEXT;
    unsigned char k = __VERIFIER_nondet_uchar();
    if (v != i * 3 || k != i + 200) return 0;
    sum += v + k;
    if (sensor(i) != i - 2) return __VERIFIER_nondet_short();
  }
  if (walk(3) && sum == 824) reach_error();
  return 0;
}
"""
    )
    assert status_of(tmp_path, program) == REACHED


ENVIRONMENT = """
struct point { short x; long long y; int *deep; unsigned low : 3, high : 9; };
struct small { float a, b; };
extern int limit;
extern struct point origin;
int read_value(int *out, const char *name);
struct point *find(int key);
void fill(void *buffer, unsigned n);
double measure(struct point *p);
struct point make(struct point from);
struct small scaled(struct small by, int n);
int scan(const char *format, ...);
void reach_error(void);

int main(void) {
  int v = 0, w = 0, c = 0, s = 0;
  struct point b = {0, 0, &c, 0, 0};
  if (read_value(&v, "a") != 7 || v != 9) return 0;
  if (read_value(&v, "b") != -7 || v != -9) return 0;
  struct point *p = find(v);
  if (!p || p->x != 3 || p->y != 1LL << 40 || p->high != 300) return 0;
  if (find(w)) return 0;
  fill(&w, 4);
  if (w != 12345) return 0;
  if (measure(&b) != 0.1 || c != 77 || b.y != -2 || b.low != 5) return 0;
  struct point m = make(b);
  if (m.x != 6) return 0;
  struct small f = {1, 2};
  f = scaled(f, 3);
  if (f.a != 0.5f || f.b != -3.0f) return 0;
  if (scan("%d %d", &w, &s) != 2 || s != 41) return 0;
  if (limit == 8 && origin.x == -4 && origin.low == 6) reach_error();
  return 0;
}
"""


@pytest.mark.parametrize("model", ["LP64", "ILP32"])
def test_functions_and_variables_without_a_definition(tmp_path: Path, model: str) -> None:
    """What functions return and write, one and two pointers deep, and what undefined variables hold, is forced."""
    assert status_of(tmp_path, ENVIRONMENT, data_model=model, environment="types") == REACHED


def test_what_functions_without_a_definition_reach(tmp_path: Path) -> None:
    """Variables of the program are written by name, and what void pointers point to through the argument."""
    program = """
void reach_error(void);
extern int receive(void *place, int size);
extern struct pair { int first, second; } *find(void);
extern int mode;
int counter;
int main(void) {
  int number = 1;
  void *place = &number;
  counter = 2;
  mode = 3;
  int got = receive(place, sizeof number);
  struct pair *pair = find();
  if (pair && pair->second == 9 && number == 41 && counter == 77 && mode == 5 && got == 6) reach_error();
  return 0;
}
"""
    text = emitted(tmp_path, {"program.c": program}, "unreach")
    assert compiled(text, tmp_path).returncode == REACHED


def test_programs_of_several_files(tmp_path: Path) -> None:
    """The test is compiled with all files of the program, and with the options they were read with."""
    sources = {
        "one.c": '#include "shared.h"\nint main(void) { if (twice(LEVEL) == 8) reach_error(); return 0; }\n',
        "two.c": '#include "shared.h"\nint twice(int n) { return n * __VERIFIER_nondet_int(); }\n',
        "shared.h": INPUTS + "int twice(int n);\n",
    }
    text = emitted(
        tmp_path, sources, "unreach", definitions=("-DLEVEL=4",), include_folders=(str(tmp_path),), standard="gnu11"
    )
    assert compiled(text, tmp_path).returncode == REACHED


def test_library_functions_that_return_what_was_chosen(tmp_path: Path) -> None:
    """Random numbers and characters of the input are replaced; what prints is left to the library."""
    program = """
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int first = rand(), c = getchar();
  printf("%d\\n", abs(c));
  assert(!(first == 12345 && c == 'x' && rand() == 6));
  return 0;
}
"""
    text = emitted(tmp_path, {"program.c": program}, "assert")
    done = compiled(text, tmp_path)
    assert done.returncode == ABORTED
    assert "Assertion" in done.stderr


def test_threads_and_mathematics_are_linked(tmp_path: Path) -> None:
    """The command names the libraries that the program needs; the order of threads is left open and said to be."""
    program = """
#include <math.h>
#include <pthread.h>
void reach_error(void);
_Bool __VERIFIER_nondet_bool(void);
static int ready;
static void *set(void *unused) { ready = 1; return unused; }
int main(void) {
  pthread_t other;
  _Bool one = __VERIFIER_nondet_bool();
  pthread_create(&other, 0, set, 0);
  pthread_join(other, 0);
  if (ready && one && floor(one / 2.0) == 0.0) reach_error();
  return 0;
}
"""
    text = emitted(tmp_path, {"program.c": program}, "unreach")
    assert "the threads move in an order" in text
    assert compiled(text, tmp_path).returncode == REACHED


def test_another_entry_and_settings(tmp_path: Path) -> None:
    """Parameters of another entry than main, and variables that --set changes, have the values of the run."""
    program = """
void reach_error(void);
int count = 4;
void enter(unsigned char n, double d, char *p) {
  if (n == 7 && d == 2.5 && !p && count == 9) reach_error();
}
int main(void) { return 3; }
"""
    assert status_of(tmp_path, program, main="enter", settings=("count=0..20",)) == REACHED


def test_arguments_are_in_the_command(tmp_path: Path) -> None:
    """A program that was checked with arguments is run with them."""
    program = """
void reach_error(void);
int main(int argc, char **argv) { if (argc == 3 && argv[2][1] == ' ') reach_error(); return 0; }
"""
    assert status_of(tmp_path, program, arguments=("first", "b c")) == REACHED


@pytest.mark.parametrize(
    ("prop", "program", "report"),
    [
        (
            "overflow",
            "int __VERIFIER_nondet_int(void);\nint main(void) { int a = __VERIFIER_nondet_int(); a = -a; return 0; }",
            "cannot be represented",
        ),
        (
            "division",
            "int __VERIFIER_nondet_int(void);\nint main(void) { int a = __VERIFIER_nondet_int(); return 8 % (a - 3); }",
            "division by zero",
        ),
        (
            "memsafety",
            "#include <stdlib.h>\nunsigned char __VERIFIER_nondet_uchar(void);\n"
            "int main(void) { char *a = malloc(10); a[__VERIFIER_nondet_uchar() & 15] = 1; free(a); return 0; }",
            "heap-buffer-overflow",
        ),
        (
            "memtrack",
            "#include <stdlib.h>\n_Bool __VERIFIER_nondet_bool(void);\nchar *kept;\n"
            "int main(void) { kept = malloc(9); if (__VERIFIER_nondet_bool()) kept = 0; return 0; }",
            "9 byte\\(s\\) leaked",
        ),
    ],
)
def test_sanitizers_report_other_violations(tmp_path: Path, prop: str, program: str, report: str) -> None:
    """The command that stands in the file makes the compiler's run-time check report the violation."""
    done = compiled(emitted(tmp_path, {"program.c": program}, prop), tmp_path)
    assert done.returncode != 0
    if not re.search("LeakSanitizer has encountered a fatal error", done.stderr):
        assert re.search(report, done.stderr), done.stderr


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("int x; if (x == 42) reach_error();", r"the uninitialised variable x at .*program.c:\d+ .* has the value 42"),
        (
            "char line[9]; if (fgets(line, 9, stdin) && line[0] == 'q') reach_error();",
            "what fgets of the C library does",
        ),
        ("if (__VERIFIER_nondet_int() - __VERIFIER_nondet_int() == 9) reach_error();", "from left to right"),
    ],
)
def test_what_cannot_be_forced_is_said(
    tmp_path: Path, body: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What no other file decides is listed in the test and among the messages."""
    includes = "#include <stdio.h>" if "fgets" in body else ""
    text = emitted(tmp_path, {"program.c": f"{includes}{INPUTS}int main(void) {{ {body} return 0; }}"}, "unreach")
    introduction = text.partition("*/")[0]
    assert "cannot be forced" in introduction
    assert re.search(sentence, introduction)
    assert re.search(f"the test cannot force this: .*{sentence}", capsys.readouterr().err)


def test_nothing_is_written_without_a_violation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A proved property gives no test, and a message says so."""
    (tmp_path / "program.c").write_text("void reach_error(void);\nint main(void) { return 0; }\n")
    request = CheckRequest(
        inputs=(str(tmp_path / "program.c"),), properties=("unreach",), emit_test=str(tmp_path / "written.c")
    )
    assert run_check(request) is ExitCode.PROVED
    assert not (tmp_path / "written.c").exists()
    assert "no test was written: nothing is refuted" in capsys.readouterr().err


def test_other_languages_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A test in C for a program in another language is a mistake that is noticed before anything is checked."""
    request = CheckRequest(inputs=("examples/power.fcl",), emit_test=str(tmp_path / "written.c"))
    assert run_check(request) is ExitCode.REFUSED
    assert "--emit-test writes tests for C" in capsys.readouterr().err


def violated_tasks(category: str) -> list[str]:
    """The tasks of a category whose error function is reached, in the order of their table."""
    with (tasks_folder() / "tasks.csv").open(encoding="utf-8") as file:
        return [
            row["path"]
            for row in csv.DictReader(file)
            if (row["category"], row["property"], row["expected"]) == (category, "unreach-call", "false")
        ]


@pytest.mark.parametrize("category", ["c/loops", "c/locks"])
def test_tests_of_real_tasks_reach_the_error(tmp_path: Path, category: str) -> None:
    """Of the first four violated tasks of a category at least two are refuted soon, with tests that do it again.

    Every test with nothing left open ends as the error function does.
    """
    endings: dict[str, int] = {}
    for number, task in enumerate(violated_tasks(category)[:4]):
        source = tasks_folder() / task
        folder = tmp_path / str(number)
        folder.mkdir()
        name = f"task{source.suffix}"
        (folder / name).write_bytes(source.read_bytes())
        request = CheckRequest(
            inputs=(str(folder / name),),
            properties=("unreach",),
            data_model="ILP32",
            time_limit=8.0,
            emit_test=str(folder / "written.c"),
        )
        if run_check(request) is ExitCode.REFUTED:
            text = (folder / "written.c").read_text(encoding="utf-8")
            if "cannot be forced" not in text:
                endings[task] = compiled(text, folder).returncode
    assert set(endings.values()) <= {REACHED, ABORTED}, endings
    assert len(endings) >= 2, endings
