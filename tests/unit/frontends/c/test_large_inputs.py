"""Large but valid C loads, and nothing that a file contains brings Vexil down."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached, UsageError
from vexil.frontends.c import COptions, load, tree
from vexil.ir.interpreter import Machine, Stopped
from vexil.ir.program import Memory, Program


def loaded(folder: Path, text: str) -> Program:
    path = folder / "large.c"
    path.write_text(text, encoding="utf-8")
    return load([str(path)], COptions(), Context())


def status(program: Program) -> int:
    machine = Machine(program)
    machine.reset(())
    while enabled := machine.enabled():
        machine.step(enabled[0])
    assert isinstance(machine.ending, Stopped)
    return machine.ending.status


def test_five_thousand_statements_in_one_function(tmp_path: Path) -> None:
    """A function of 5,000 statements loads and runs."""
    body = "".join(f"  x = x + y * {number % 7};\n" for number in range(5_000))
    program = loaded(tmp_path, f"int x, y;\nint main(void) {{\n{body}  return x;\n}}\n")
    assert len(program.functions["main"].edges) > 5_000
    assert status(program) == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int x = 0; " + "{" * 1000 + "x = 1;" + "}" * 1000 + " return x;", 1),
        ("int x = 0; " + "if (x == 0) {" * 1000 + "x = 5;" + "}" * 1000 + " return x;", 5),
        ("int x = 3; return " + "(" * 10_000 + "x" + ")" * 10_000 + ";", 3),
        ("unsigned x = 1; return " + "(" * 10_000 + "x" + " + 1u)" * 10_000 + " % 251;", 10_001 % 251),
        ("int x = 1; return " + "x" + " && x" * 5_000 + ";", 1),
        ("int x = 1; " + "".join(f"if (x == {n + 2}) x = 3; else " for n in range(1_200)) + "x = 7; return x;", 7),
    ],
    ids=["blocks", "branches", "parentheses", "nested sums", "conjunction", "else if"],
)
def test_deep_nesting_loads(tmp_path: Path, text: str, expected: int) -> None:
    """1,000 nested blocks and 10,000 nested parentheses mean what they say."""
    assert status(loaded(tmp_path, f"int main(void) {{ {text} }}\n")) == expected


def test_many_numbers_are_kept_packed(tmp_path: Path) -> None:
    """A file of numbers becomes initial contents of exactly these values."""
    numbers = ", ".join(f"0x{number % 256:02x}" for number in range(400_000))
    program = loaded(tmp_path, f"unsigned char data[] = {{ {numbers}, }};\nint main(void) {{ return data[258]; }}\n")
    initial = program.global_variables["data"].initial
    assert isinstance(initial, Memory)
    assert len(initial.cells) == 400_000
    assert status(program) == 2


def test_rows_and_wrapped_numbers_of_large_lists(tmp_path: Path) -> None:
    """Braces give rows, short rows are filled with zeros, and numbers wrap as they do in short lists."""
    rows = ", ".join("{ 1, 300, -1 }" for _ in range(4_000))
    text = f"signed char rows[][4] = {{ {rows} }};\n"
    text += "int main(void) { return rows[3999][0] == 1 && rows[7][1] == 44 && rows[9][2] == -1 && rows[9][3] == 0; }\n"
    assert status(loaded(tmp_path, text)) == 1


def test_a_long_string_loads(tmp_path: Path) -> None:
    """A string of a million characters, in many pieces, is one object."""
    pieces = "\n".join('"' + "abcdefghij" * 10 + '"' for _ in range(10_000))
    program = loaded(tmp_path, f"const char text[] =\n{pieces};\nint main(void) {{ return text[999999] - 'a'; }}\n")
    assert status(program) == 9


def test_nesting_beyond_the_stack_is_a_limit(tmp_path: Path) -> None:
    """What is valid but too deep for the parser ends in a limit, not in a crash."""
    with pytest.raises(LimitReached, match="nested brackets"):
        loaded(tmp_path, "int main(void) { return " + "(" * 400_000 + "1" + ")" * 400_000 + "; }\n")


def test_deep_types_load(tmp_path: Path) -> None:
    """Structures in structures and pointers to pointers may be nested a thousand deep."""
    records = "".join(f"struct s{n + 1} {{ struct s{n} x; }};\n" for n in range(1_000))
    names = "".join(f"typedef t{n} *t{n + 1};\n" for n in range(1_000))
    text = f"struct s0 {{ int a; }};\n{records}typedef int t0;\n{names}struct s1000 s; t1000 p;\n"
    assert status(loaded(tmp_path, text + "int main(void) { return sizeof s + (p == 0); }\n")) == 5


def test_a_parser_that_dies_is_an_error_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If libclang were brought down by a file, Vexil would say so and go on living."""
    program = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
    monkeypatch.setattr(tree, "python_command", lambda *_, **__: [sys.executable, "-c", program])
    with pytest.raises(UsageError, match=r"crashed on .*large\.c"):
        loaded(tmp_path, "int main(void) { return 0; }\n")


def test_the_time_limit_holds_while_parsing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A parser that does not come to an end is stopped by the limit of CPU time."""
    program = (
        f"import marshal, sys; sys.path[:] = {sys.path!r}; "
        "from vexil.frontends.c.reader_process import limit_cpu; "
        "limit_cpu(marshal.loads(sys.stdin.buffer.read())['cpu_seconds'])\nwhile True: pass"
    )
    monkeypatch.setattr(tree, "python_command", lambda *_, **__: [sys.executable, "-c", program])
    path = tmp_path / "slow.c"
    path.write_text("int main(void) { return 0; }\n", encoding="utf-8")
    with pytest.raises(LimitReached, match="CPU time"):
        load([str(path)], COptions(), Context(Limits(cpu_seconds=0.5)))
