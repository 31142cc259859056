"""The command line as scripts and people use it: processes, exit codes, and what is printed."""

from __future__ import annotations

import gc
import json
import re
import sys
from pathlib import Path

import jsonschema
import pytest

from command_line import ROOT, begun_from_nothing, vexil
from vexil.cli.guard import is_lost_in
from vexil.reports.json_report import schema

POWER = str(ROOT / "examples" / "power.fcl")
COUNTER = str(ROOT / "examples" / "counter.vir")
TRANSFER = str(ROOT / "examples" / "transfer.vir")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("check", POWER, "--set", "m=2", "--set", "n=3"), 0),
        (("check", POWER, "--set", "m=2", "--set", "n=3", "-p", "ltl: [] <(result, 8)"), 1),
        (("check", POWER, "--set", "m=2", "--set", "n=3", "-p", "termination", "-p", "ltl: [] <(result, 8)"), 1),
        (("check", POWER, "--set", "m=2", "--set", "n=3", "-p", "termination", "-p", "assert"), 3),
        (("check", POWER, "--set", "m=2", "--set", "n=3", "-p", "assert", "-p", "ltl: [] <(result, 8)"), 1),
        (("check", COUNTER, "--bound", "x=0..20"), 3),
        (("check", COUNTER), 1),
        (("check", COUNTER, "--state-limit", "10"), 3),
        (("check", COUNTER, "-p", "nonsense"), 2),
        (("check", "missing.fcl"), 2),
        (("check",), 2),
        (("check", COUNTER, "--no-such-option"), 2),
        (("run", POWER, "--set", "m=2", "--set", "n=3"), 0),
        (("run", COUNTER), 1),
        (("doctor",), 0),
        (("--version",), 0),
        (("--help",), 0),
    ],
)
def test_exit_codes_have_one_meaning_each(words: tuple[str, ...], code: int) -> None:
    """0 proved, 1 refuted, 2 refused, 3 unknown; several properties: refuted wins over unknown over proved."""
    done = vexil(*words)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_run_prints_final_values_one_a_line() -> None:
    """FCL-03: ``vexil run`` prints the values of all variables when the program has ended."""
    done = begun_from_nothing("run", POWER, "--set", "m=2", "--set", "n=3")
    assert done.stdout == "m = 2\nn = 0\nresult = 8\n"
    assert vexil("run", POWER, "--set", "m=3", "--set", "n=-2").stdout == "m = 3\nn = -2\nresult = 1\n"


BAD_FILES = {
    "empty.fcl": (b"", "is empty"),
    "blank.vir": (b"\n  \n", "is empty"),
    "rubbish.fcl": (bytes(range(128, 256)), "rubbish.fcl:1:1: error: byte 0x80 is not UTF-8"),
    "zeros.vir": (b"\x00\x01\x02", "zeros.vir:1:1: error"),
    "syntax.fcl": (b"(m)\n(a)\na: m := ;\n", "syntax.fcl:3:9: error: expected an expression"),
    "label.fcl": (b"()\n(a)\na: goto nowhere;\n", "label.fcl:3:9: error"),
    "type.fcl": (b"(m)\n(a)\na: m := +(true, 1); return;\n", "type.fcl:3:11"),
    "type.vir": (
        b"vir 1\nglobal x: i32\nfunction main() entry a exit z\n  a -> b: x := 1u8\n  b -> z: return\n",
        "type.vir:4",
    ),
    "program.class": (b"\xca\xfe\xba\xbe", "compiled Java cannot be read yet"),
    "program.java": (b"class A {\n    int f() { return }\n}\n", "program.java:2:22: error: illegal start of expr"),
    "no_main.java": (b"class A {}", "has a method public static void main(String[])"),
    "program.h": (b"int f(void);", "a header alone cannot be read yet"),
    "program.c": (b" ", "is empty"),
    "task.yml": (b"format_version: '3.0'", "has format_version '3.0'"),
    "units.json": (b"{}", "is no list of units"),
    "program.xyz": (b"?", "no known language"),
}


@pytest.mark.parametrize("name", sorted(BAD_FILES))
def test_XCT_05_bad_files_are_refused_with_their_place(name: str, tmp_path: Path) -> None:
    """XCT-05: one message with file, line, column and what was expected; status 2; nothing on stdout."""
    content, message = BAD_FILES[name]
    path = tmp_path / name
    path.write_bytes(content)
    done = vexil("check", str(path))
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("error:") == 1
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", POWER, "--set", "k=1"), "has no parameter 'k'"),
        (("check", POWER, "--set", "m"), "not of the form NAME=VALUE"),
        (("check", POWER, "--set", "m=x"), "cannot be 'x'"),
        (("check", POWER, "--set", "m=5..1"), "is empty"),
        (("check", POWER, "--set", "m=99999999999"), "outside 32-bit integers"),
        (("check", POWER, "--set", "m=" + "9" * 5000), "too many digits"),
        (("check", POWER, "--set", "m=1", "--set", "m=2"), "twice"),
        (("check", POWER, "--engine", "magic"), "unknown engine 'magic'"),
        (("check", POWER, "--bound", "m=1"), "is no range"),
        (("check", POWER, "--bound", "threads=many"), "is no count"),
        (("check", POWER, "--bound", "zz=1..2"), "no integer variable"),
        (("check", POWER, "--data-model", "LP64"), "no data model"),
        (("check", POWER, COUNTER), "several languages"),
        (("check", POWER, POWER), "one file, not 2"),
        (("check", str(ROOT / "docs")), "docs is a folder without Java files"),
        (("check", POWER, "--main", "A"), "--main"),
        (("check", POWER, "-Ifolder"), "-I is an option for C, and the input is FCL"),
        (("check", COUNTER, "-DX=1"), "-D is an option for C"),
        (("run", COUNTER, "-U", "X"), "-U is an option for C"),
        (("show", COUNTER, "-std=c11"), "-std is an option for C"),
        (("check", COUNTER, "-include", "a.h"), "-include is an option for C"),
        (("check", COUNTER, "--compile-commands", "."), "--compile-commands is an option for C"),
        (("check", COUNTER, "--strict-env"), "--strict-env is an option for C"),
        (("check", COUNTER, "--granularity", "statement"), "--granularity is an option for Java"),
        (("check", POWER, "--string-length", "3"), "--string-length is an option for Java, and the input is FCL"),
        (("check", COUNTER, "--width", "8"), "the integers of a .vir program are fixed"),
        (("run", COUNTER, "--input", "1", "--inputs", "file"), "both give inputs"),
        (("run", COUNTER, "--inputs", "missing.txt"), "cannot read 'missing.txt'"),
        (("check", POWER, "--", "argument"), "takes no arguments"),
        (("check", POWER, "-p", "ltl: [] zz > 0"), "property:1:9: error: unknown variable 'zz'"),
        (("check", POWER, "-p", "ltl: <>[nowhere]"), "unknown location 'nowhere'"),
        (("check", POWER, "-p", "ltl: <>("), "property:1:9: error"),
        (("check", POWER, "-p", "assret"), "did you mean 'assert'"),
        (("check", POWER, "-p", "mu: mu Z. !Z"), "property:1"),
        (("check", POWER, "-p", "ctl: AG (p U q)"), "property:1"),
        (("replay", POWER), "no JSON"),
        (("show",), "nothing to show"),
        (("show", COUNTER, "--as", "fcl"), "only an .fcl file"),
    ],
)
def test_XCT_05_bad_usage_is_refused_before_anything_is_presented(words: tuple[str, ...], message: str) -> None:
    """XCT-05: a wrong option, name or property is one message and status 2; no partial output."""
    done = vexil(*words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert message in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_XCT_05_refusals_are_json_when_json_is_asked_for() -> None:
    """XCT-05: a program that reads JSON gets an object that says refused, with no verdicts in it."""
    done = vexil("check", "missing.fcl", "--format", "json")
    value = json.loads(done.stdout)
    jsonschema.validate(value, schema())
    assert (done.returncode, value["verdict"], value["exit_code"], value["properties"]) == (2, "refused", 2, [])
    assert "missing.fcl" in value["error"]


SUBJECTS = {"arithmetic", "bounds", "atomicity", "memory-model", "environment", "fairness", "abstraction", "prover"}


@pytest.mark.parametrize(
    "words", [(POWER, "--set", "m=2", "--set", "n=0..3"), (COUNTER,), (COUNTER, "--bound", "x=0..20"), (TRANSFER,)]
)
def test_XCT_02_every_verdict_states_what_it_takes_for_granted(words: tuple[str, ...]) -> None:
    """XCT-02: arithmetic, bounds, atomicity, environment, fairness, abstraction and prover are stated, always."""
    value = json.loads(vexil("check", *words, "--format", "json").stdout)
    jsonschema.validate(value, schema())
    for found in value["properties"]:
        assert {entry["kind"] for entry in found["assumptions"]} >= SUBJECTS
        assert all(entry["statement"] for entry in found["assumptions"])
    text = vexil("check", *words, "--assumptions", "all").stdout
    assert all(f"  {kind} " in text for kind in SUBJECTS)


def test_XCT_02_statements_follow_the_question() -> None:
    """XCT-02: arithmetic, bounds, parameters, fairness, abstraction and prover are those of the verdict at hand."""
    text = vexil("check", POWER, "--set", "m=2", "--set", "n=3", "--integers", "math", "--bound", "result=0..9").stdout
    assert "mathematical integers" in text
    assert "0 <= result <= 9" in text
    assert "parameter m is 2" in text
    assert "machine integers of 8 bits" in vexil("check", POWER, "--set", "m=2", "--set", "n=3", "--width", "8").stdout
    fair = vexil("check", TRANSFER, "-p", "termination", "--fair", "--assumptions", "all").stdout
    assert "  fairness      weak: " in fair
    assert "  prover        none was used" in fair
    tokens = vexil("check", POWER, "-p", "ltl: [] !([end] && m % 2 == 3)", "--bind", "m=EvenOdd", "--set", "n=1").stdout
    assert "  abstraction   EvenOdd {EVEN, ODD} stands for m" in tokens
    checked = vexil("check", "examples/midpoint.c", "-p", "overflow", "-DCAREFUL", "--assumptions", "all").stdout
    assert "  abstraction   none: the program itself was checked" in checked
    assert re.search(r"^  prover        bitwuzla .*z3 \S+ for checking the proof", checked, re.MULTILINE), checked


@pytest.mark.parametrize(
    "words", [(TRANSFER,), (POWER, "--set", "m=0..3", "--set", "n=0..3", "-p", "ltl: [] result < 9")]
)
def test_results_are_the_same_byte_for_byte(words: tuple[str, ...]) -> None:
    """Nothing but the measured figures differs between two runs, whatever the hash seed."""
    outputs = []
    for seed in ("1", "2"):
        done = begun_from_nothing("check", *words, "--format", "json", environment={"PYTHONHASHSEED": seed})
        value = json.loads(done.stdout)
        assert set(value["statistics"].pop("measured")) == {"cpu_seconds", "wall_seconds", "memory_mb", "parts"}
        outputs.append(json.dumps(value))
    assert outputs[0] == outputs[1]


def test_java_programs_are_read_the_same_byte_for_byte(tmp_path: Path) -> None:
    """Classes stand in one order, whatever the hash seed: the identity of a program depends on it."""
    program = tmp_path / "Main.java"
    calls = " ".join(f"run(() -> {number});" for number in range(9))
    program.write_text(
        "import java.util.function.Supplier;\npublic class Main {\n"
        "    static void run(Supplier<Integer> made) { assert made.get() < 9; }\n"
        f"    public static void main(String[] args) {{ {calls} }}\n}}\n",
        encoding="utf-8",
    )
    texts = {
        begun_from_nothing("show", str(program), environment={"PYTHONHASHSEED": seed}).stdout for seed in ("1", "2")
    }
    assert len(texts) == 1
    assert "Lambda#8" in texts.pop()


def test_a_stored_counterexample_replays_until_the_source_changes(tmp_path: Path) -> None:
    """``vexil replay`` runs a stored trace again, and refuses it when the program has changed."""
    program = tmp_path / "transfer.vir"
    program.write_text(Path(TRANSFER).read_text(encoding="utf-8"), encoding="utf-8")
    stored = tmp_path / "result.json"
    stored.write_text(vexil("check", str(program), "--format", "json").stdout, encoding="utf-8")
    done = vexil("replay", str(stored))
    assert done.returncode == 1
    assert "deadlock: no thread can move" in done.stdout
    program.write_text(program.read_text(encoding="utf-8").replace("10i32", "11i32"), encoding="utf-8")
    refused = vexil("replay", str(stored))
    assert refused.returncode == 2
    assert "have changed" in refused.stderr
    value = json.loads(stored.read_text(encoding="utf-8"))
    program.write_text(Path(TRANSFER).read_text(encoding="utf-8"), encoding="utf-8")
    value["properties"][1]["evidence"]["moves"][0] = [7, None]
    stored.write_text(json.dumps(value), encoding="utf-8")
    tampered = vexil("replay", str(stored))
    assert tampered.returncode == 2
    assert "does not replay" in tampered.stderr


def test_a_specification_file_asks_several_properties(tmp_path: Path) -> None:
    """A ``.spec`` file names propositions and properties; a stored result of it replays."""
    spec = str(ROOT / "examples" / "power.spec")
    done = vexil("check", POWER, "--set", "m=-3..3", "--set", "n=0..3", "-p", spec)
    assert done.returncode == 0
    assert [line.split(" ")[0] for line in done.stdout.splitlines()[::3]][:3] == ["ends", "stays_odd", "one_exit"]
    wrong = tmp_path / "wrong.spec"
    wrong.write_text("let big = result > 3;\nsmall: ltl: []!big;\n", encoding="utf-8")
    stored = tmp_path / "result.json"
    result = vexil("check", POWER, "--set", "m=2", "--set", "n=3", "-p", str(wrong), "--format", "json")
    assert result.returncode == 1
    stored.write_text(result.stdout, encoding="utf-8")
    assert vexil("replay", str(stored)).returncode == 1
    wrong.write_text("small: ltl: []!big;\n", encoding="utf-8")
    refused = vexil("check", POWER, "-p", str(wrong))
    assert refused.returncode == 2
    assert "wrong.spec:1:1" in refused.stderr


def test_time_and_memory_limits_end_in_unknown(tmp_path: Path) -> None:
    """Limits of CPU time and memory end in status 3 with the reason, also while a huge file is read."""
    endless = tmp_path / "endless.fcl"
    endless.write_text("() (a) a: x := +(x, 1); goto a;", encoding="utf-8")
    asked = ("-p", "ltl: <> x < 0", "-p", "ltl: [] x >= 0", "--engine", "reference")
    done = vexil("check", str(endless), "--time-limit", "1", *asked)
    assert done.returncode == 3
    assert done.stdout.count("unknown (limit of 1 CPU seconds") == 2
    assert "states" in done.stdout
    huge = tmp_path / "huge.fcl"
    huge.write_text("(m) (a) a: m := " + "1 + " * 700_000 + "m; return;", encoding="utf-8")
    assert vexil("check", str(huge), "--time-limit", "1").returncode == 3
    starved = begun_from_nothing("check", str(huge), "--memory-limit", "90", "--format", "json")
    assert starved.returncode == 3, starved.stderr
    assert json.loads(starved.stdout)["verdict"] == "unknown"


@pytest.mark.parametrize(
    "text",
    [
        "(m) (a) a: m := " + "(" * 100_000 + "m" + ")" * 100_000 + "; return;",
        "(m) (a) a: m := " + "+(1, " * 10_000 + "m" + ")" * 10_000 + "; return;",
    ],
)
def test_deep_programs_are_checked(text: str, tmp_path: Path) -> None:
    """A hundred thousand nested parentheses and ten thousand nested operators load and run."""
    deep = tmp_path / "deep.fcl"
    deep.write_text(text, encoding="utf-8")
    assert vexil("check", str(deep), "--set", "m=1").returncode == 0


def test_deep_properties_end_in_an_answer() -> None:
    """Deeply nested formulas are read, or end in unknown with the limit."""
    done = vexil("check", COUNTER, "-p", "ltl: " + "(" * 40_000 + "x >= 0" + ")" * 40_000)
    assert done.returncode == 0
    done = vexil("check", COUNTER, "-p", "ltl: " + "X " * 20_000 + "(x >= 0)")
    assert done.returncode == 3
    assert "limit" in done.stdout


def test_helping_output_goes_to_the_right_place() -> None:
    """Results are on stdout, everything else on stderr; no colours without a terminal; help has examples."""
    done = vexil("check", POWER, "--set", "m=2", "--set", "n=3")
    assert "\x1b[" not in done.stdout
    assert "CPU seconds" in done.stderr
    assert "CPU seconds" not in done.stdout
    for command in ("check", "run", "show", "replay", "doctor"):
        help_text = vexil(command, "--help").stdout
        assert "Example" in help_text


def test_show_prints_what_reads_back(tmp_path: Path) -> None:
    """The intermediate form of a program can be checked in its place."""
    shown = vexil("show", POWER, "--set", "m=2", "--set", "n=3")
    copy = tmp_path / "power.vir"
    copy.write_text(shown.stdout, encoding="utf-8")
    assert vexil("show", str(copy)).stdout == shown.stdout
    assert "no run violates it: 17 states" in vexil("check", str(copy), "-p", "termination", "--no-slice").stdout
    assert vexil("show", POWER, "--as", "dot").stdout.startswith("digraph")
    assert "[loop.2]" in vexil("show", POWER, "--as", "fcl").stdout
    assert "negation normal form" in vexil("show", "-p", "ltl: <>[end] => []p == 1").stdout


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("check", COUNTER, "--time-limit", "inf"), 1),
        (("check", COUNTER, "--memory-limit", "99999999999999999999"), 1),
        (("check", POWER, "--width", "100000"), 2),
        (("check", "x" * 5000 + ".fcl"), 2),
        (("check", COUNTER, "-p", "ltl: [] x < " + "9" * 5000), 2),
        (("run", POWER, "--integers", "math", "--set", "m=1" + "0" * 4000, "--set", "n=3"), 3),
    ],
)
def test_odd_values_are_no_mistakes_of_ours(words: tuple[str, ...], code: int) -> None:
    """Limits, widths, names and numbers of any size are taken, refused or answered unknown."""
    done = vexil(*words)
    assert done.returncode == code, done.stdout + done.stderr
    assert "internal error" not in done.stderr


def test_PRP_07_the_suggestion_can_be_asked(tmp_path: Path) -> None:
    """PRP-07: the assumption form that a liveness warning suggests names a location the program has."""
    program = tmp_path / "short.fcl"
    program.write_text("(n) (a) a: x := 1; return;", encoding="utf-8")
    assert "liveness" not in vexil("check", str(program), "--set", "n=1", "-p", "ltl: <> x == 1").stdout
    text = vexil("check", str(program), "--set", "n=1", "-p", "ltl: <> x == 1", "--bind", "n=Point").stdout
    suggestion = text.split("; consider ")[1].splitlines()[0]
    assert suggestion == "ltl: <>[halt] => <>(x == 1)"
    assert vexil("check", str(program), "--set", "n=1", "-p", suggestion).returncode == 0


def test_a_limit_is_not_told_where_nobody_hears_it() -> None:
    """Exceptions are ignored while an object is deleted or garbage is collected: there a limit has to wait."""
    heard: list[bool] = []

    class Deleted:
        def __del__(self) -> None:
            heard.append(is_lost_in(sys._getframe()))

    def collected(_: str, __: dict[str, int]) -> None:
        heard.append(is_lost_in(sys._getframe()))

    Deleted()
    gc.callbacks.append(collected)
    gc.collect()
    gc.callbacks.remove(collected)
    assert len(heard) > 1
    assert all(heard)
    assert not is_lost_in(sys._getframe())
