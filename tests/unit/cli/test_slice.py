"""``vexil slice``: what matters to a criterion, on the command line."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from command_line import vexil
from tools import require_tool
from vexil.cli.slice import text_lines
from vexil.core.context import Context
from vexil.pipeline.options import LoadOptions
from vexil.pipeline.slice import criterion_slice

POWER = "examples/power.fcl"
CRITERION = ("--criterion", "init.1", "--criterion", "end.1", "--criterion", "m", "--criterion", "result")

UNREACHED = """vir 1
global x: i32
function main()
  m1 -> m2: x := 1i32
  m2 -> exit: return
  dead -> m2: x := 2i32
"""

UNBALANCED = """vir 1
class C
global c: ref[C]
global x: i32
function main()
  m1 -> m2: c := new C
  m2 -> m3: lock c
  m3 -> exit: return
"""

SUMS = """#include <stdio.h>

/* Counts calls. */
static int calls, depth = 3;

static int add(int a, int b) {
    calls++;
    return a + b;
}

int spare(void) { return 0; }

int main(void) {
    int sum = 0, product = 1;
    for (int i = 1; i < 5; i++) {
        sum = add(sum, i);
        product *= i;
    }
    printf("%d\\n", product);
    printf("%d\\n", sum);
    return 0;
}
"""


def with_dbg(folder: Path) -> Path:
    """The power program with another statement in its loop."""
    text = Path(POWER).read_text().replace("      n := -(n, 1);                    [loop.2]\n", "")
    text = text.replace(
        "      goto test;                       [loop.3]\n",
        "      dbg := +(dbg, 1);                [loop.2]\n"
        "      n := -(n, 1);                    [loop.3]\n"
        "      goto test;                       [loop.4]\n",
    )
    path = folder / "power_dbg.fcl"
    path.write_text(text)
    return path


def test_SLI_10_of_power_nothing_is_removed() -> None:
    """With the criterion {init.1, end.1, m, result} the slice is the program, and it says why."""
    done = vexil("slice", POWER, *CRITERION, "--emit", "fcl")
    assert (done.returncode, done.stdout) == (0, Path(POWER).read_text())
    told = vexil("slice", POWER, *CRITERION).stdout.splitlines()
    assert told[-2] == "kept: 7 of 7 statements, 9 of 9 lines, 3 of 3 variables"
    assert told[-1].startswith("everything is kept, most by these dependences: ")


def test_SLI_10_exactly_the_node_of_dbg_and_dbg_disappear(tmp_path: Path) -> None:
    """Of power with `dbg := +(dbg,1)` in its loop that statement and the variable go, and the rest is power."""
    path = with_dbg(tmp_path)
    done = vexil("slice", str(path), *CRITERION, "--emit", "fcl")
    assert done.returncode == 0
    assert done.stdout == Path(POWER).read_text()
    marked = vexil("slice", str(path), *CRITERION).stdout.splitlines()
    assert [line for line in marked if line.startswith("- ")] == ["-       dbg := +(dbg, 1);                [loop.2]"]
    assert marked[-1] == "kept: 7 of 8 statements, 9 of 10 lines, 3 of 4 variables"


def test_SLI_10_slices_have_the_same_answers(tmp_path: Path) -> None:
    """What is asked about the criterion has the same verdict for the slice."""
    path, smaller = with_dbg(tmp_path), tmp_path / "smaller.fcl"
    assert vexil("slice", str(path), *CRITERION, "--emit", "fcl", "--output", str(smaller)).returncode == 0
    for asked in ("ltl: [] <(result, 8)", "ltl: []([end] => result == 8)", "termination"):
        words = ("--set", "m=2", "--set", "n=3", "-p", asked)
        both = [vexil("check", str(file), *words).returncode for file in (path, smaller)]
        assert both[0] == both[1]


@pytest.mark.parametrize(
    ("criteria", "message"),
    [
        ((), "error: there is no criterion"),
        (("loop.7",), "error: unknown place or variable 'loop.7'"),
        (("nobody",), "error: unknown place or variable 'nobody'"),
        (("power.fcl:2",), "error: there is no statement at power.fcl:2"),
        (("power.fcl:15:nobody",), "error: unknown place or variable 'nobody' in 'power.fcl:15:nobody'"),
    ],
)
def test_SLI_10_criteria_that_mean_nothing_are_refused(criteria: tuple[str, ...], message: str) -> None:
    """SLI-10 rejects an unknown node or variable and an empty criterion, in one message."""
    done = vexil("slice", POWER, *(word for text in criteria for word in ("--criterion", text)))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[0] == message


def test_SLI_10_code_that_is_never_reached_is_refused(tmp_path: Path) -> None:
    """A place that no run comes to is no criterion."""
    path = tmp_path / "unreached.vir"
    path.write_text(UNREACHED)
    done = vexil("slice", str(path), "--criterion", "dead")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'dead' is never reached" in done.stderr


def test_monitors_that_are_not_balanced_are_refused(tmp_path: Path) -> None:
    """In a `.vir` program a monitor that is not left has no critical section that could be kept."""
    path = tmp_path / "unbalanced.vir"
    path.write_text(UNBALANCED)
    done = vexil("slice", str(path), "--criterion", "c")
    assert done.returncode == 2
    assert "m2" in done.stderr


def test_SLI_10_marks_in_the_margin(tmp_path: Path) -> None:
    """Lines that stay have a plus, those that go a minus, others nothing; the end says how much stays."""
    path = tmp_path / "sums.c"
    path.write_text(SUMS)
    lines = vexil("slice", str(path), "--criterion", "sums.c:20").stdout.splitlines()
    assert "".join(line[:1] or " " for line in lines[:-1]) == "   - +-+  - ++++- -++ "
    assert [line for line in lines if line.startswith("-")] == [
        "- static int calls, depth = 3;",
        "-     calls++;",
        "- int spare(void) { return 0; }",
        "-         product *= i;",
        '-     printf("%d\\n", product);',
    ]
    assert lines[-1] == "kept: 5 of 9 statements, 2 of 3 functions, 12 of 17 lines, 4 of 6 variables"


def test_SLI_10_a_slice_of_c_compiles_and_runs(tmp_path: Path) -> None:
    """The slice is the text of what stays; unused variables and functions are gone, and it prints what it did."""
    path, smaller = tmp_path / "sums.c", tmp_path / "smaller.c"
    path.write_text(SUMS)
    done = vexil("slice", str(path), "--criterion", "sums.c:20", "--emit", "c", "--output", str(smaller))
    assert (done.returncode, done.stdout) == (0, "")
    assert (
        smaller.read_text()
        == """#include <stdio.h>

static int add(int a, int b) {
    return a + b;
}

int main(void) {
    int sum = 0;
    for (int i = 1; i < 5; i++) {
        sum = add(sum, i);
    }
    printf("%d\\n", sum);
    return 0;
}
"""
    )
    made = str(tmp_path / "made")
    subprocess.run([require_tool("gcc"), "-Wall", "-Werror", "-o", made, str(smaller)], check=True)
    assert subprocess.run([made], capture_output=True, text=True, check=True).stdout == "10\n"


def test_a_chain_tells_why_something_stays(tmp_path: Path) -> None:
    """`--why` gives a shortest chain of dependences in lines of the source, or says that there is none."""
    path = tmp_path / "sums.c"
    path.write_text(SUMS)
    told = vexil("slice", str(path), "--criterion", "sums.c:20", "--why", "sums.c:15").stdout.splitlines()
    assert told[0].startswith(f"{path}:20 [")
    assert told[-1].startswith(f"{path}:15 [")
    assert [line for line in told if line.startswith("  ")] != []
    told = vexil("slice", str(path), "--criterion", "sums.c:20", "--why", "sums.c:8").stdout.splitlines()
    places = [line.partition(" [")[0] for line in told if not line.startswith(" ")]
    assert places == [f"{path}:{line}" for line in (20, 16, 8)]
    assert told[1].startswith("  data (sum): ")
    done = vexil("slice", str(path), "--criterion", "sums.c:20", "--why", "sums.c:17")
    assert done.stdout == "sums.c:17 is not kept\nthe criterion does not depend on it\n"
    done = vexil("slice", str(path), "--criterion", "sums.c:20", "--why", "sums.c:21")
    assert done.stdout == "sums.c:21 stays with what it is a part of\nthe criterion does not depend on it\n"
    done = vexil("slice", str(path), "--criterion", "sums.c:20", "--why", "sums.c:20")
    assert done.stdout == "sums.c:20 is part of the criterion\n"


def test_colours_of_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal lines that stay are bold and those that go dim, without marks."""
    path = tmp_path / "sums.c"
    path.write_text(SUMS)
    made = criterion_slice(LoadOptions((str(path),)), ("sums.c:20",), (), Context())
    monkeypatch.setattr("vexil.cli.console.has_colours", lambda: True)
    lines = list(text_lines(made, colours=True))
    assert lines[3] == "\x1b[2mstatic int calls, depth = 3;\x1b[0m"
    assert lines[7] == "\x1b[1m    return a + b;\x1b[0m"
    assert lines[8] == "}"


def test_kept_nodes_for_programs_and_graphviz() -> None:
    """JSON and dot have the nodes that are kept with their places, and the dependences among them."""
    answer = json.loads(vexil("slice", POWER, "--criterion", "n", "--emit", "json").stdout)
    assert [item["node"] for item in answer["criterion"]] == ["loop.2"]
    assert [(item["node"], item["line"]) for item in answer["kept"]] == [("test.1", 13), ("loop.2", 16)]
    assert answer["sizes"]["variables"] == {"before": 3, "after": 1}
    steps = {(item["dependent"], item["on"], item["kind"]) for item in answer["dependences"]}
    assert ("loop.2", "test.1", "control") in steps
    assert (
        '"loop.2" -> "test.1" [label="control"];' in vexil("slice", POWER, "--criterion", "n", "--emit", "dot").stdout
    )


def test_other_languages_and_forms_are_refused(tmp_path: Path) -> None:
    """A slice is written in the program's own language; several files need a folder."""
    done = vexil("slice", POWER, "--criterion", "n", "--emit", "c")
    assert done.returncode == 2
    assert "the program is fcl, and a slice of it cannot be written as c" in done.stderr
    for name in ("one", "two"):
        main = "int two(void); int main(void) { return two(); }" if name == "one" else "int two(void) { return 2; }"
        (tmp_path / f"{name}.c").write_text(main)
    words = (str(tmp_path / "one.c"), str(tmp_path / "two.c"), "--criterion", "one.c:1", "--emit", "c")
    done = vexil("slice", *words)
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "error: the slice is 2 files")
    done = vexil("slice", *words, "--output", str(tmp_path / "folder"))
    assert done.returncode == 0
    assert sorted(path.name for path in (tmp_path / "folder").iterdir()) == ["one.c", "two.c"]
