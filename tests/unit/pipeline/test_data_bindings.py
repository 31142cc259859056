"""What a binding stands for: variables, fields, all listed fields of a class, indices and elements of arrays."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.model.tokens.typing import Slot
from vexil.model.verdict import Status
from vexil.pipeline.data.abstracting import Abstracted, abstract
from vexil.pipeline.data.options import DataOptions
from vexil.pipeline.load import load_program
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check

BUFFER = """class BoundedBuffer {
    int bound = 4;
    int head;
    boolean full;
    Object[] data = new Object[4];
}

class Use {
    public static void main(String[] args) {
        BoundedBuffer buffer = new BoundedBuffer();
        buffer.head = buffer.bound - 1;
        assert buffer.bound > 0;
    }
}
"""
ABSTRACTIONS = """
abstraction SmallBuffer abstracts class BoundedBuffer begin
  bound: Signs;
end
abstraction WrongBuffer abstracts class BoundedBuffer begin
  tail: Signs;
end
abstraction FullBuffer abstracts class BoundedBuffer begin
  full: Signs;
end
abstraction Fourth abstracts int[] begin
  index: range(4,4);
  component: Signs;
end
"""
CELLS = """class Cells {
    public static void main(String[] args) {
        int[] cells = new int[6];
        cells[4] = 7;
        cells[0] = -1;
        assert cells[4] > 0;
        assert cells[1] <= 0;
    }
}
"""


def made(folder: Path, text: str, *bindings: str) -> Abstracted:
    """A program with abstractions of the file bound."""
    program, basl = folder / "Program.java", folder / "own.basl"
    program.write_text(text, encoding="utf-8")
    basl.write_text(ABSTRACTIONS, encoding="utf-8")
    loaded = load_program(LoadOptions((str(program),)), Context())
    return abstract(loaded, DataOptions(bindings, files=(str(basl),)), Context())


def test_BAS_05_a_class_is_abstracted_field_by_field(tmp_path: Path) -> None:
    """Only fields that are listed are bound; what depends on them is inferred, and the rest stays as it is."""
    found = made(tmp_path, BUFFER, "BoundedBuffer=SmallBuffer")
    assert found.selections == {Slot("BoundedBuffer::bound"): "Signs"}
    assert found.typing.slots[Slot("BoundedBuffer::head")] == "Signs"
    assert str(found.program.classes["BoundedBuffer"].fields[0].type) == "tokens[Signs]"


@pytest.mark.parametrize(
    ("binding", "message"),
    [
        ("BoundedBuffer=WrongBuffer", "tail"),
        ("BoundedBuffer=FullBuffer", "Boolean"),
        ("Use=SmallBuffer", "is an abstraction of class BoundedBuffer, not of Use"),
    ],
)
def test_BAS_05_fields_that_cannot_be_abstracted_are_refused(binding: str, message: str, tmp_path: Path) -> None:
    """An unknown field, a Boolean one, and another class are no part of an abstraction of a class."""
    with pytest.raises(UsageError, match=message):
        made(tmp_path, BUFFER, binding)


def test_BAS_06_cells_of_an_array_are_strong_or_weak(tmp_path: Path) -> None:
    """The cell of index 4 is overwritten; the one for all below keeps what it had: both assertions are decided so."""
    program, basl = tmp_path / "Cells.java", tmp_path / "own.basl"
    program.write_text(CELLS, encoding="utf-8")
    basl.write_text(ABSTRACTIONS, encoding="utf-8")
    data = DataOptions(("Cells.main::cells=Fourth",), files=(str(basl),))
    (verdict,) = check(CheckOptions(LoadOptions((str(program),)), ("assert",), data=data), Context()).verdicts
    assert verdict.status is Status.PROVED
    weaker = program.read_text(encoding="utf-8").replace("cells[4] = 7", "cells[5] = 7")
    program.write_text(weaker.replace("assert cells[4] > 0", "assert cells[5] > 0"), encoding="utf-8")
    (verdict,) = check(CheckOptions(LoadOptions((str(program),)), ("assert",), data=data), Context()).verdicts
    assert verdict.status is Status.UNKNOWN


def test_an_index_alone_may_be_abstracted(tmp_path: Path) -> None:
    """A name with @ in front is the index of an array; its elements stay as they are inferred."""
    found = made(tmp_path, CELLS, "@Cells.main::cells=range(4,4)", "Cells.main::cells[]=Signs")
    assert set(found.typing.indices.values()) == {"range(4,4)"}
