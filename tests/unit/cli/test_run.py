"""``vexil run``: what a program prints, what it is given, and how it ends; .vir programs stand in for C."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from command_line import ROOT
from command_line import vexil_bytes as vexil
from vexil.reports.json_report import schema


def memory(text: bytes) -> str:
    cells = ", ".join(f"{index}: {code}u8" for index, code in enumerate(text))
    return f"block[u8][{len(text) + 1}] = memory {{{cells}}}"


ECHO = f"""vir 1
language c
global stderr: ptr[void] = literal(16, ptr[void])
global shape: {memory(b"%d, %c: caf" + bytes([0xE9]) + b"!")}
global note: {memory(b"note;")}
global sum: i32
global length: i32

function nondet_int() -> i32 external
  local r: i32 hidden
  p -> q: r := choose type(i32)
  q -> exit: return r

function getchar() -> i32 external
  local r: i32 hidden
  p -> q: r := choose range(-1i32, 255i32)
  q -> exit: return r

function printf(text: ptr[u8], slots: ptr[void]) -> i32 external
  local r: i32 hidden
  p -> q: r := choose type(i32)
  q -> exit: return r

function fputs(text: ptr[u8], stream: ptr[void]) -> i32 external
  p -> exit: return 0i32

function main()
  local x: i32
  local slots: block[u64][2]
  a -> b: x := call nondet_int()
  b -> c: sum := sum + x
  c -> d: x := call getchar()
  d -> e: deref(address(slots, ptr[i32]), i32) := sum
  e -> f: deref(pointer_add(address(slots, ptr[void]), 8i64), i32) := x
  f -> g: call fputs(address(note, ptr[u8]), stderr)
  g -> h: length := call printf(address(shape, ptr[u8]), address(slots, ptr[void]))
  h -> i: check overflow length < 0i32 "passed over"
  i -> stopped: stop 3i32
"""


@pytest.fixture
def echo(tmp_path: Path) -> str:
    path = tmp_path / "echo.vir"
    path.write_text(ECHO, encoding="utf-8")
    return str(path)


def test_the_program_prints_as_if_it_ran(echo: str) -> None:
    """Text goes byte by byte to the stream the program names; the status is said; no values are printed for C."""
    done = vexil("run", echo, "--input", "-42", "--input", "'A'")
    assert done.stdout == b"-42, A: caf\xe9!"
    assert done.stderr == b"note;\nthe program stopped with status 3\n"
    assert done.returncode == 0


def test_final_values_are_printed_on_request(echo: str) -> None:
    """A printing function returns how much it printed, which takes no input; --globals shows the values."""
    done = vexil("run", echo, "--input", "5", "--input", "0x42", "--globals")
    assert done.stdout == b"5, B: caf\xe9!\nstderr = 0x10\nsum = 5\nlength = 11\n"
    counter = ROOT / "examples" / "power.fcl"
    assert vexil("run", str(counter), "--set", "m=2", "--set", "n=3", "--no-globals").stdout == b""


def test_inputs_come_from_a_file(echo: str, tmp_path: Path) -> None:
    """A file gives the values in order; what is left over is said."""
    file = tmp_path / "inputs.txt"
    file.write_text("7 # the number\n\n67 8 9\n", encoding="utf-8")
    done = vexil("run", echo, "--inputs", str(file))
    assert done.stdout == b"7, C: caf\xe9!"
    assert b"2 inputs were not asked for" in done.stderr


def test_missing_inputs_are_decided_by_the_seed(echo: str) -> None:
    """Once the inputs are used up, chance decides, the same for the same seed, and that is said."""
    runs = [vexil("run", echo, "--input", "1", "--seed", seed) for seed in ("1", "1", "2")]
    assert all(b"the inputs were used up, and 1 input was decided at random" in done.stderr for done in runs)
    assert runs[0].stdout == runs[1].stdout != runs[2].stdout
    assert b"2 inputs were decided at random" in vexil("run", echo).stderr


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (["3000000000"], "input 1 is '3000000000', which r at"),
        (["x"], "input 1 is 'x'"),
        (["1", "256"], "it takes -1..255"),
        (["1", "1.5"], "input 2 is '1.5'"),
    ],
)
def test_inputs_must_fit(echo: str, inputs: list[str], message: str) -> None:
    """A value that the choice does not offer is refused with its number, its place, and what fits."""
    done = vexil("run", echo, *(word for value in inputs for word in ("--input", value)))
    assert done.returncode == 2
    assert message in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_what_cannot_be_shown_ends_in_unknown(tmp_path: Path) -> None:
    """Text that runs out of its object is an error with its place, and what was printed before stays."""
    path = tmp_path / "wild.vir"
    path.write_text(ECHO.replace("address(note, ptr[u8])", "null(ptr[u8])"), encoding="utf-8")
    done = vexil("run", str(path), "--input", "1", "--input", "65")
    assert done.returncode == 3
    assert b"cannot be shown: fputs reads what cannot be read (null-dereference), at main#5" in done.stderr


KINDS = """vir 1
tokens Colour {RED, GREEN}
global b: bool
global f: f64
global c: tokens[Colour]
global m: int
global g: i32
function main()
  s -> t: b := choose type(bool)
  t -> u: f := choose type(f64)
  u -> v: c := choose type(tokens[Colour])
  v -> w: m := 99999999999999999999
  w -> x: g := choose among(10i32, 20i32)
  x -> exit: return
"""


def test_inputs_of_every_type(tmp_path: Path) -> None:
    """Booleans, floats, tokens and integers are given in the words of their types, alternatives by position."""
    path = tmp_path / "kinds.vir"
    path.write_text(KINDS, encoding="utf-8")
    words = [word for value in ("true", "-1.5", "GREEN", "1") for word in ("--input", value)]
    done = vexil("run", str(path), *words)
    assert done.stdout == b"b = true\nf = -1.5\nc = GREEN\nm = 99999999999999999999\ng = 20\n", done.stderr
    assert vexil("run", str(path), "--input", "maybe").returncode == 2


def test_volatile_variables_are_memory_unless_they_are_asked_for_as_inputs(tmp_path: Path) -> None:
    """A run does what a compiled program does; a check takes every read for an input."""
    source = tmp_path / "register.c"
    source.write_text("volatile int level; int main(void) { level = 3; return level; }")
    assert b"stopped with status 3" in vexil("run", str(source)).stderr
    assert b"stopped with status 5" in vexil("run", str(source), "--volatile", "input", "--input", "5").stderr


def test_expected_verdicts_are_reported(tmp_path: Path) -> None:
    """A task's expectation stands beside the verdict, in text and in JSON, and does not change the exit code."""
    program = tmp_path / "p.vir"
    program.write_text('vir 1\nfunction main()\n  a -> b: check unreach false "bad"\n  b -> exit: return\n')
    (tmp_path / "u.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    task = tmp_path / "t.yml"
    task.write_text(
        "format_version: '2.0'\ninput_files: p.vir\nproperties:\n"
        "  - {property_file: u.prp, expected_verdict: true}\noptions: {data_model: LP64}\n"
    )
    text = vexil("check", str(task))
    assert text.returncode == 1
    assert b"unreach: refuted\n  bad\n  expected: proved; this verdict differs\n" in text.stdout
    done = vexil("check", str(task), "--format", "json")
    value = json.loads(done.stdout)
    jsonschema.validate(value, schema())
    assert value["properties"][0]["expected"] == {"verdict": "proved", "subproperty": ""}
    stored = tmp_path / "result.json"
    stored.write_bytes(done.stdout)
    assert vexil("replay", str(stored)).returncode == 1
    plain = json.loads(vexil("check", str(program), "--format", "json").stdout)
    jsonschema.validate(plain, schema())
    assert plain["properties"][0]["expected"] is None
    assert b"check unreach false" in vexil("show", str(task)).stdout
