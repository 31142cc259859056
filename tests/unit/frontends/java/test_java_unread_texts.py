"""Messages that nobody reads: the library's own are not put together, unless code of the user's is part of that."""

from __future__ import annotations

from pathlib import Path

import pytest

from java_programs import load_java

NAMING = "java.lang.Class.getSimpleName()"
ASKED = "try { System.arraycopy(args, 0, new int[1], 0, 1); } catch (Exception e) { e.getMessage().length(); }"


@pytest.mark.parametrize(("body", "expected"), [("System.arraycopy(args, 0, args, 0, 0);", False), (ASKED, True)])
def test_messages_are_made_where_somebody_reads_them(tmp_path: Path, body: str, expected: bool) -> None:
    """A program that moves elements has nothing to do with the names of classes in messages about arrays."""
    path = tmp_path / "Main.java"
    path.write_text(f"class Main {{ public static void main(String[] args) {{ {body} }} }}", encoding="utf-8")
    assert (NAMING in load_java(path).functions) is expected
