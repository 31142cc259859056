"""Statements that dialects of Boolean programs have, through the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import vexil

PROGRAM = """decl g;
void main() begin
  decl x;
  x := T;
  {statement}
  assert(x);
end
"""


@pytest.mark.parametrize(("statement", "code"), [("skip;", 0), ("dead x;", 1), ("dead g;", 0), ("dead g, x;", 1)])
def test_what_is_dead_is_unknown(statement: str, code: int, tmp_path: Path) -> None:
    """A variable that is dead has any value, and the others keep theirs."""
    path = tmp_path / "dead.bp"
    path.write_text(PROGRAM.replace("{statement}", statement), encoding="utf-8")
    assert vexil("check", str(path), "-p", "assert").returncode == code


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("sync;", "'sync' is not read: what a thread waits for"),
        ("sync x;", "'sync' is not read: what a thread waits for"),
        ("abortif x;", "'abortif' is not read: what ends a search"),
    ],
)
def test_what_has_no_meaning_is_refused_by_its_name(statement: str, message: str, tmp_path: Path) -> None:
    """Statements of other tools are refused at their place with the reason, and not as assignments."""
    path = tmp_path / "threads.bp"
    path.write_text(PROGRAM.replace("{statement}", statement), encoding="utf-8")
    done = vexil("check", str(path), "-p", "assert")
    assert done.returncode == 2
    assert "threads.bp:5:" in done.stderr
    assert message in done.stderr


@pytest.mark.parametrize(
    "statement",
    [
        "atomic_begin; atomic_end;",
        "print(x, g);",
        "if * then goto 7; fi; 7: skip;",
        "assert(x <> !x);",
        "goto 8, 9; 8: 9: skip;",
    ],
)
def test_what_other_tools_write_is_read(statement: str, tmp_path: Path) -> None:
    """Sections without threads, output, numbers as labels and other operators change nothing here."""
    path = tmp_path / "other.bp"
    text = PROGRAM.replace("{statement}", statement).replace("void main", "dfs void main")
    path.write_text(text, encoding="utf-8")
    again = tmp_path / "again.bp"
    assert vexil("check", str(path), "-p", "assert").returncode == 0
    again.write_text(vexil("show", str(path), "--as", "bp").stdout, encoding="utf-8")
    assert vexil("check", str(again), "-p", "assert").returncode == 0


THREADS = """decl g;
void worker() begin
  {begin}
  g := T;
  g := F;
  {end}
  {last}
end
void main() begin
  g := F;
  start_thread worker();
  assert(!g);
end
"""


@pytest.mark.parametrize(("begin", "end", "code"), [("atomic_begin;", "atomic_end;", 0), ("skip;", "skip;", 1)])
def test_nobody_looks_into_an_atomic_section(begin: str, end: str, code: int, tmp_path: Path) -> None:
    """What is not so at its end is not seen by other threads, and is without a section."""
    path = tmp_path / "sections.bp"
    text = THREADS.replace("{begin}", begin).replace("{end}", end).replace("{last}", "end_thread;")
    path.write_text(text, encoding="utf-8")
    assert vexil("check", str(path), "-p", "assert").returncode == code
    again = tmp_path / "again.bp"
    again.write_text(vexil("show", str(path), "--as", "bp").stdout, encoding="utf-8")
    assert vexil("check", str(again), "-p", "assert").returncode == code


def test_a_thread_ends_in_its_own_procedure(tmp_path: Path) -> None:
    """Behind ``end_thread`` nothing happens; in a procedure that is also called it would end its caller, too."""
    path = tmp_path / "ends.bp"
    path.write_text("void main() begin\n  end_thread;\n  assert(F);\nend\n", encoding="utf-8")
    assert vexil("check", str(path), "-p", "assert").returncode == 0
    path.write_text("void f() begin\n  end_thread;\nend\nvoid main() begin f(); end\n", encoding="utf-8")
    done = vexil("check", str(path), "-p", "assert")
    assert done.returncode == 2
    assert "ends.bp:2:3: error: 'end_thread' is not read in f, which is also called" in done.stderr


CALLS = """decl g;
void main() begin
  decl x;
  x := *;
  g := F;
  x := f(x, *);
  if (*) then skip; fi
end
bool f(a, b) begin
  if (b & !a) then h(); fi
  return *;
end
void h() begin
  ERR: skip;
end
"""


def trace_of(path: Path) -> list[str]:
    return vexil("check", str(path), "-l", "ERR", "-p", "unreach").stdout.splitlines()


def test_BEB_03_a_shortest_trace_with_calls_and_values(tmp_path: Path) -> None:
    """Each step has its line, each unknown value the one that was taken, and the end its stack of calls."""
    path = tmp_path / "calls.bp"
    path.write_text(CALLS, encoding="utf-8")
    lines = trace_of(path)
    steps = [line for line in lines if line[:6].strip().isdigit()]
    assert [line.split(".bp:")[1].split()[0] for line in steps] == ["4", "5", "6", "10", "10", "14"]
    assert steps[0].endswith("x := *  → x = false")
    assert steps[2].endswith("x := f(x, *)  → a = false, b = true")
    assert steps[3].endswith("if (b & !a)  → true")
    stack = [line.strip() for line in lines if "called at" in line]
    assert [line.split(".bp:")[1] for line in stack] == ["10  h(), in f", "6  x := f(x, *), in main"]


def test_BEB_03_the_calls_are_in_the_json_result(tmp_path: Path) -> None:
    """Innermost first, as places."""
    path = tmp_path / "calls.bp"
    path.write_text(CALLS, encoding="utf-8")
    done = vexil("check", str(path), "-l", "ERR", "-p", "unreach", "--format", "json")
    (answer,) = json.loads(done.stdout)["properties"]
    assert [(call["function"], call["line"]) for call in answer["trace"]["calls"]] == [("f", 10), ("main", 6)]


@pytest.mark.parametrize(
    ("statement", "taken"),
    [
        ("x := *; assert(x);", "x := *  → x = false"),
        ("x, g := schoose[g, !g], F; x := *; assert(x);", "→ x = "),
        ("while (*) do skip; od; assert(F);", "while (*)  → false"),
        ("assert(*);", "assert(*)  → false"),
        ("any(x where !'x | g); assert(x);", "→ x = false"),
        ("x := any_value(); assert(x);", "return *  → result = false"),
        ("x, g := two_values(); assert(x);", "return *, *  → result 1 = false, result 2 = "),
    ],
)
def test_BEB_03_every_value_taken_is_told(statement: str, taken: str, tmp_path: Path) -> None:
    """Unknown values are told where they are taken, also when a variable had the same value before."""
    path = tmp_path / "values.bp"
    more = "bool any_value() begin return *; end\nbool<2> two_values() begin return *, *; end\n"
    path.write_text(more + PROGRAM.replace("{statement}", statement), encoding="utf-8")
    done = vexil("check", str(path), "-p", "assert")
    assert done.returncode == 1
    assert taken in done.stdout


def test_BEB_03_valuations_and_invariants() -> None:
    """Three valuations at the label of the list partition and twelve at the head of its loop, as disjunctions."""
    done = vexil("show", "tests/programs/bp/list_partition.bp", "--as", "valuations")
    lines = [line.split(": ", 1) for line in done.stdout.splitlines()]
    (head,) = (text for place, text in lines if place.startswith("main, Head, loop "))
    assert head == "12 valuations: {prev==NULL} || !{prev->val>v}"
    (label,) = (text for place, text in lines if place.startswith("main, L "))
    assert label == (
        "3 valuations: !{curr==NULL} && {prev==NULL} && {curr->val>v} || "
        "!{curr==NULL} && {curr->val>v} && !{prev->val>v}"
    )


@pytest.mark.parametrize(
    ("statements", "code", "words"),
    [
        ("if (*) then assume(false); E: skip; fi", 0, ""),
        ("assume(false); E: skip;", 3, "every run is cut by a restriction"),
        ("a := unknown(); enforce a; if (!a) then E: skip; fi", 0, ""),
        ("enforce a; if (!a) then E: skip; fi", 0, ""),
        ("a := unknown(); if (!a) then E: skip; fi", 1, ""),
        ("enforce a & !a; E: skip;", 3, "no reachable state"),
    ],
)
def test_BEB_04_assumptions_and_what_is_enforced(statements: str, code: int, words: str, tmp_path: Path) -> None:
    """Runs that break an assumption are none; what is enforced filters initial states, too, and may leave none."""
    path = tmp_path / "enforced.bp"
    path.write_text(f"void main() begin decl a; {statements} end\n", encoding="utf-8")
    done = vexil("check", str(path), "-l", "E", "-p", "unreach")
    assert done.returncode == code, done.stdout
    assert words in done.stdout
    found = vexil("show", str(path), "--as", "valuations").stdout
    assert ("0 valuations: never reached" in found) == (code != 1)


FORKED = """decl g;
void main() begin
  decl x;
  g, x := F, T;
  start_thread goto l;
  x := F;
  assert(!x | g);
  goto m;
l: assert({x});
m: skip;
end
"""


@pytest.mark.parametrize(("claim", "code"), [("x", 0), ("!x", 1)])
def test_a_thread_begins_at_a_label(claim: str, code: int, tmp_path: Path) -> None:
    """``start_thread goto`` copies the locals: what one thread sets the other does not see."""
    path = tmp_path / "forked.bp"
    path.write_text(FORKED.replace("{x}", claim), encoding="utf-8")
    done = vexil("check", str(path), "-p", "assert")
    assert done.returncode == code, done.stdout + done.stderr


BROADCAST = """decl g;
void work() begin
  decl mine;
  mine := F;
  atomic_begin;
  g, mine{target} := T, T{value};
  assert(mine);
  atomic_end;
  assert({claim});
end
void main() begin
  g := F;
  start_thread work();
  start_thread work();
end
"""


@pytest.mark.parametrize(
    ("target", "value", "claim", "code"),
    [
        ("", "", "mine", 0),
        (", mine$", ", F", "mine", 1),
        (", mine$", ", mine$", "mine", 0),
        (", mine$", ", * constrain 'mine$ | !mine$", "mine", 0),
        (", mine$", ", * constrain g => !'mine$", "mine", 1),
        (", mine$", ", * constrain !g => 'mine$", "mine", 1),
    ],
)
def test_an_assignment_reaches_other_threads(target: str, value: str, claim: str, code: int, tmp_path: Path) -> None:
    """``x$`` is a variable of every other thread; values and constraints are about one of them at a time."""
    path = tmp_path / "broadcast.bp"
    text = BROADCAST.replace("{target}", target).replace("{value}", value).replace("{claim}", claim)
    path.write_text(text, encoding="utf-8")
    done = vexil("check", str(path), "-p", "assert")
    assert done.returncode == code, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("mine, mine$", "mine, yours$", "variable 'yours$' is not declared"),
        ("assert(mine);", "assert(mine$);", "variable 'mine$' is not declared"),
        ("assert(mine);", "mine, mine$ := F, F;", "two broadcasts in one atomic section of work"),
        ("start_thread work();", "work();", "a program with broadcasts in which main calls work"),
    ],
)
def test_broadcasts_that_are_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    """Variables that no thread has, two broadcasts that others cannot follow apart, and calls."""
    path = tmp_path / "broadcast.bp"
    text = BROADCAST.replace("{target}", ", mine$").replace("{value}", ", F").replace("{claim}", "mine")
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    done = vexil("check", str(path), "-p", "assert")
    assert done.returncode == 2
    assert message in done.stderr
