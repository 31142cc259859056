"""Source files, spans and positions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.core.errors import SourceError, UsageError
from vexil.core.source import LineMarker, SourceFile, read_source


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_byte_offsets_agree_with_encoding(text: str) -> None:
    """The byte offset of a character is the length of what stands before it, encoded."""
    try:
        content = text.encode()
    except UnicodeEncodeError:
        return
    file = SourceFile("text", content)
    assert [file.byte_offset(i) for i in range(len(text) + 1)] == [len(text[:i].encode()) for i in range(len(text) + 1)]


def test_positions_count_from_one_and_follow_line_markers() -> None:
    """A line marker renames the file and restarts the count for what follows it."""
    content = b"one\ntwo\n# 40 'other.c'\nthree\nfour\n"
    offset = content.index(b"three")
    file = SourceFile("mine.c", content, (LineMarker(offset, 40, "other.c"),))
    assert file.position(4) == ("mine.c", 2, 1)
    assert file.position(offset) == ("other.c", 40, 1)
    assert file.position(content.index(b"four") + 2) == ("other.c", 41, 3)


def test_binary_rubbish_is_refused_at_its_byte() -> None:
    """The first byte that is no text is named with line and column."""
    file = SourceFile("rubbish", b"ab\ncd\xff\xfe")
    with pytest.raises(SourceError) as caught:
        _ = file.text
    assert (caught.value.line, caught.value.column) == (2, 3)
    assert "0xff" in caught.value.message


def test_unreadable_files_say_why(tmp_path: Path) -> None:
    """A missing file and a folder are refused with the system's reason."""
    with pytest.raises(UsageError, match="No such file"):
        read_source(tmp_path / "missing.fcl")
    with pytest.raises(UsageError, match="directory"):
        read_source(tmp_path)


def test_long_excerpts_are_cut() -> None:
    """A message never repeats more than one short line of the input."""
    file = SourceFile("text", b"x" * 1_000_000)
    assert len(file.excerpt(0, 1_000_000)) <= 60
