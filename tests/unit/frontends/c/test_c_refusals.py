"""What is no C program is refused: one message with its place, status 2, and nothing that looks like a result."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import command_line

BAD = {
    "not_c.c": ("this is not C at all.\n", "not_c.c:1:1: error: unknown type name 'this'"),
    "classes.c": ("class A { public: int x; };\nint main() { A a; return a.x; }\n", "this looks like C++"),
    "streams.c": ("#include <iostream>\nint main() { std::cout << 1; }\n", "streams.c:1:10: error: 'iostream' file"),
    "include.c": ("int x;\n#include <absent.h>\nint main(void) { return 0; }\n", "include.c:2:10: error: 'absent.h'"),
    "type.c": ("struct s { int x; } v;\nint main(void) {\n  int y = v;\n  return y;\n}\n", "type.c:3:7: error: "),
    "name.c": ("int main(void) {\n  return absent;\n}\n", "name.c:2:10: error: use of undeclared identifier 'absent'"),
    "brace.c": ("int main(void) {\n  return 0;\n", "brace.c:2:12: error: expected '}'"),
    "twice.c": ("int f;\nint main(void) { return 1; }\nint main(void) { return 2; }\n", "twice.c:3:5: error: "),
    "empty.c": ("", "empty.c is empty"),
    "comment.c": ("// nothing\n", "comment.c: there is no function 'main'"),
    "entry.c": ("int f(void) { return 0; }\nint g(void) { return 1; }\n", "the functions are: f, g"),
    "context.c": (
        "int getcontext(void *);\nint main(void) {\n  long c[256];\n  return getcontext(c);\n}\n",
        "context.c:4:10: error: getcontext, which jumps between functions",
    ),
    "goto.c": ("int main(void) {\n  void *p = &&l;\n  goto *p;\nl:\n  return 0;\n}\n", "goto.c:2:13: error: "),
}


def vexil(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return command_line.vexil(*words, folder=folder)


def is_refused(done: subprocess.CompletedProcess[str], message: str) -> None:
    """Status 2 and the message, without a traceback or a verdict."""
    assert done.returncode == 2, done.stdout + done.stderr
    assert message in done.stderr
    assert "  hint: " in done.stderr or "  found: " in done.stderr
    assert "Traceback" not in done.stderr
    assert not any(word in done.stderr for word in ("proved", "refuted", "unknown ("))


@pytest.mark.parametrize("name", sorted(BAD))
def test_XCT_05_what_is_no_program_is_refused_in_json(name: str, tmp_path: Path) -> None:
    """XCT-05: the message is on stderr and in the one JSON object, which says refused and has no property."""
    text, message = BAD[name]
    (tmp_path / name).write_text(text)
    done = vexil(tmp_path, "check", name, "-p", "assert", "--format", "json")
    is_refused(done, message)
    result = json.loads(done.stdout)
    assert (result["verdict"], result["exit_code"], result["properties"]) == ("refused", 2, [])
    assert message in result["error"]


@pytest.mark.parametrize(("command", "name"), [("check", "type.c"), ("run", "brace.c"), ("show", "include.c")])
def test_XCT_05_what_is_no_program_is_refused_in_text(command: str, name: str, tmp_path: Path) -> None:
    """XCT-05: no command prints anything on stdout for a file that is no program."""
    text, message = BAD[name]
    (tmp_path / name).write_text(text)
    done = vexil(tmp_path, command, name)
    is_refused(done, message)
    assert done.stdout == ""


def test_XCT_05_the_message_shows_the_line_with_a_caret(tmp_path: Path) -> None:
    """XCT-05: the line is quoted, and a caret stands below the column named."""
    text, _ = BAD["type.c"]
    (tmp_path / "type.c").write_text(text)
    first, quoted, caret, *_ = vexil(tmp_path, "check", "type.c").stderr.splitlines()
    column = int(first.split(":")[2])
    assert quoted.endswith(text.splitlines()[2])
    indent = len(quoted) - len(text.splitlines()[2])
    assert caret == " " * (indent + column - 1) + "^"


def test_XCT_05_files_that_cannot_be_read(tmp_path: Path) -> None:
    """XCT-05: a file that is absent, a folder, or a link to itself is refused with the system's reason."""
    (tmp_path / "folder.c").mkdir()
    (tmp_path / "loop.c").symlink_to("loop.c")
    for name, message in (
        ("absent.c", "No such file"),
        ("folder.c", "is a folder"),
        ("loop.c", "cannot read 'loop.c'"),
    ):
        done = vexil(tmp_path, "check", name)
        is_refused(done, message)
        assert done.stdout == ""


def test_XCT_05_an_unknown_option_is_no_result(tmp_path: Path) -> None:
    """XCT-05: an option that does not exist is named, with status 2 and nothing on stdout."""
    (tmp_path / "right.c").write_text("int main(void) { return 0; }\n")
    done = vexil(tmp_path, "check", "right.c", "--nonsense", "--format", "json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--nonsense" in done.stderr


def test_XCT_05_one_bad_unit_refuses_all(tmp_path: Path) -> None:
    """XCT-05: of several units the bad one is named, and the good one gives no result."""
    (tmp_path / "good.c").write_text("int f(void);\nint main(void) { return f(); }\n")
    (tmp_path / "bad.c").write_text("int f(void) { return }\n")
    done = vexil(tmp_path, "check", "good.c", "bad.c", "-p", "overflow")
    is_refused(done, "bad.c:1:22: error: expected expression")
    assert done.stdout == ""


def test_XCT_05_line_markers_are_followed(tmp_path: Path) -> None:
    """XCT-05: a preprocessed file's message names the file and line it was made from."""
    (tmp_path / "made.i").write_text('# 1 "origin.c"\nint x;\n# 70 "origin.c"\nint main(void) { return y; }\n')
    is_refused(vexil(tmp_path, "check", "made.i"), "origin.c:70:25: error: use of undeclared identifier 'y'")


def test_XCT_05_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    """XCT-05: bytes that are no text are refused with the name of the file and a line."""
    (tmp_path / "wide.c").write_bytes("int main(void) { return 0; }\n".encode("utf-16"))
    is_refused(vexil(tmp_path, "check", "wide.c"), "wide.c:1:1: error: ")


@pytest.mark.parametrize(
    ("standard", "message"),
    [("nonsense", "the standards are c89"), ("C11", "did you mean c11?"), ("c++17", "is a standard of C++")],
)
def test_an_unknown_standard_is_named(standard: str, message: str, tmp_path: Path) -> None:
    """`-std` with a word that Clang does not know says which ones there are."""
    (tmp_path / "program.c").write_text("int main(void) { return 0; }\n")
    is_refused(vexil(tmp_path, "show", "program.c", f"-std={standard}"), message)
