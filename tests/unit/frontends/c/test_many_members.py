"""Records with very many members are read in time that is proportional to them."""

from __future__ import annotations

from pathlib import Path

from vexil.core.context import Context
from vexil.pipeline.load import load_program
from vexil.pipeline.options import LoadOptions
from work import calls_in


def work_for(members: int, folder: Path) -> int:
    """What it takes to read a program that uses every member of a structure."""
    names = [f"member{number}" for number in range(members)]
    declared, used = "".join(f"int {name};" for name in names), "".join(f"value.{name}++;" for name in names)
    path = folder / f"members{members}.c"
    path.write_text(f"struct many {{ {declared} }} value; int main(void) {{ {used} return 0; }}\n", encoding="utf-8")
    return calls_in(lambda: load_program(LoadOptions((str(path),)), Context()))


def test_the_members_of_a_record_are_listed_once(tmp_path: Path) -> None:
    """Twice as many members that are used take twice the work, and not four times."""
    work_for(10, tmp_path)  # what is loaded once
    few, many = work_for(200, tmp_path), work_for(400, tmp_path)
    assert many < 2.1 * few
