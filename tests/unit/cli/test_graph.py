"""``vexil graph``: queries of the dependence graph on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import vexil

POWER = "examples/power.fcl"

UNREACHED = """vir 1
global x: i32
function never()
  n1 -> exit: return
function main()
  m1 -> m2: x := 1i32
  m2 -> exit: return
  dead -> m2: x := 2i32
"""


def test_SLI_11_controlling_conditionals_of_power() -> None:
    """From loop.1 over data and control there is one conditional, test.1, which looks at n."""
    done = vexil(
        "graph", POWER, "--root", "loop.1", "--kinds", "data,control", "--to", "conditionals", "--format", "json"
    )
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert [(item["node"], item["variables"]) for item in answer["targets"]] == [("test.1", ["n"])]
    (step,) = answer["targets"][0]["path"]
    assert (step["dependent"]["line"], step["on"]["line"], step["kind"]) == (15, 13, "control")
    assert step["reason"]


def test_SLI_11_paths_are_told_in_lines_of_the_source() -> None:
    """The text shows the statement of every place, and each dependence with its reason."""
    done = vexil("graph", POWER, "--root", "result", "--kinds", "data,control", "--to", "conditionals")
    assert done.stdout.splitlines() == [
        "root examples/power.fcl:10 [init.1]: result := 1;",
        "root examples/power.fcl:15 [loop.1]: result := *(result, m);",
        "",
        "examples/power.fcl:13 [test.1]: if <(n, 1) then end else loop;",
        "  decides by n",
        "  loop.1 -> test.1: control: it decides where control goes",
    ]


def test_SLI_11_paths_as_a_graph() -> None:
    """For Graphviz there is a node for every place on a path and an edge for every dependence."""
    done = vexil("graph", POWER, "--root", "end", "--kinds", "divergence,data", "--format", "dot")
    assert done.returncode == 0
    assert '"end.1" -> "test.1" [label="divergence"];' in done.stdout
    assert '"test.1" -> "loop.2" [label="data n"];' in done.stdout


@pytest.mark.parametrize(
    ("root", "node"),
    [
        ("loop.2", "loop.2"),
        ("loop", "loop.1"),
        ("main:loop.2", "loop.2"),
        ("power.fcl:16", "loop.2"),
        ("examples/power.fcl:16", "loop.2"),
        ("n", "loop.2"),
        ("power.fcl:13:n", "test.1"),
        ("power.fcl:19:n", "loop.2"),
    ],
)
def test_SLI_11_places_can_be_written_in_many_ways(root: str, node: str) -> None:
    """Labels, functions with labels, lines, variables, and variables at lines."""
    answer = json.loads(vexil("graph", POWER, "--root", root, "--format", "json").stdout)
    assert [item["node"] for item in answer["roots"]] == [node]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--root", "loop.7"), "unknown place or variable 'loop.7'"),
        (("--root", "main:loop.7"), "unknown place 'main:loop.7'"),
        (("--root", "power.fcl:3"), "there is no statement at power.fcl:3"),
        (("--root", "power.fcl:13:q"), "unknown place or variable 'q' in 'power.fcl:13:q'"),
        (("--root", "loop.1", "--kinds", "data,contrl"), "unknown kind of dependence 'contrl'"),
        (("--root", "loop.1", "--to", "nowhere"), "unknown place or variable 'nowhere'"),
        (("--kinds", "data"), "there is no root to start from"),
    ],
)
def test_SLI_11_what_is_not_there_is_refused(words: tuple[str, ...], message: str) -> None:
    """Unknown places, variables and kinds, and no root at all, are one message each."""
    done = vexil("graph", POWER, *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"error: {message}")


@pytest.mark.parametrize("root", ["dead", "never:n1"])
def test_SLI_11_a_root_that_is_never_reached_is_refused(root: str, tmp_path: Path) -> None:
    """Code that control cannot come to, and functions that nobody calls, are no criterion."""
    path = tmp_path / "unreached.vir"
    path.write_text(UNREACHED, encoding="utf-8")
    done = vexil("graph", str(path), "--root", root)
    assert done.returncode == 2
    assert "is never reached" in done.stderr


def test_SLI_06_an_unbalanced_monitor_is_refused_with_its_place(tmp_path: Path) -> None:
    """A monitor that is entered and not left is one message, with the line."""
    path = tmp_path / "unbalanced.vir"
    text = UNREACHED.replace("m1 -> m2: x := 1i32", 'm1 -> m2: lock literal(1, lock) pair "p" reentrant')
    path.write_text(text, encoding="utf-8")
    done = vexil("graph", str(path), "--root", "main:m2")
    assert done.returncode == 2
    assert f"{path}:6:" in done.stderr
    assert "unbalanced monitor" in done.stderr


def test_locks_of_c_need_not_be_paired() -> None:
    """The locks of pthreads are in functions of their own, and never a reason to refuse."""
    done = vexil("graph", "examples/bounded_queue.c", "--root", "main:n13")
    assert done.returncode == 0


def test_SLI_12_advice_tells_what_controls_the_property() -> None:
    """The conditionals that control the variables of the property are told with what they look at."""
    done = vexil("advise", POWER, "-p", "ltl: []([end] => result % 2 != 0)")
    assert done.stdout.splitlines()[-2:] == [
        "  conditionals that control it, innermost first:",
        "      examples/power.fcl:13 [test.1] by n: if <(n, 1) then end else loop;",
    ]


def test_SLI_11_fields_of_java_are_variables() -> None:
    """A field is written where objects are made and where it is assigned, and its increment reads other threads."""
    words = ("--root", "Counter.count", "--kinds", "interference", "--format", "json")
    answer = json.loads(vexil("graph", "examples/java/LostUpdate.java", *words).stdout)
    assert 11 in {item["line"] for item in answer["roots"]}
