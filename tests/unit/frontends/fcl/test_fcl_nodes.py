"""Node identifiers and the functions code, first and succ."""

from __future__ import annotations

import pytest
from fcl_samples import BASIS, example, parse

from vexil.core.errors import UsageError
from vexil.frontends.fcl.lower import control_flow
from vexil.frontends.fcl.parser import parse_program
from vexil.frontends.fcl.printer import print_statement


@pytest.fixture
def power():
    return control_flow(parse_program(example("power"), BASIS.signature))


def test_FCL_02_nodes_are_numbered_within_their_blocks(power) -> None:
    """Power has exactly the seven published nodes, in the order of the text."""
    assert [*power.statements] == ["init.1", "init.2", "test.1", "loop.1", "loop.2", "loop.3", "end.1"]
    assert power.initial == "init.1"


def test_FCL_02_code_is_the_statement_at_a_node(power) -> None:
    """code([loop.2]) prints with a comma between the operands."""
    assert print_statement(power.code("loop.2")) == "n := -(n, 1);"


def test_FCL_02_first_is_the_first_node_of_a_block(power) -> None:
    """first(loop) = [loop.1]."""
    assert power.first("loop") == "loop.1"


@pytest.mark.parametrize(
    ("node", "successors"),
    [
        ("init.1", {"init.2"}),
        ("init.2", {"test.1"}),
        ("test.1", {"loop.1", "end.1"}),
        ("loop.3", {"test.1"}),
        ("end.1", {"halt"}),
        ("halt", set()),
    ],
)
def test_FCL_02_successors_are_the_published_ones(power, node: str, successors: set[str]) -> None:
    """succ follows assignments, jumps and return; halt is final."""
    assert set(power.successors(node)) == successors


def test_an_if_with_equal_labels_has_one_successor() -> None:
    """succ is a set: the same node is not listed twice."""
    flow = control_flow(parse("() (a) a: if true then b else b; b: return;"))
    assert flow.successors("a.1") == ("b.1",)


def test_unknown_nodes_are_refused(power) -> None:
    """Asking for a node that does not exist lists those that do."""
    with pytest.raises(UsageError, match=r"\[loop.9\]") as caught:
        power.code("loop.9")
    assert "loop.3" in caught.value.hint
    with pytest.raises(UsageError, match="'lop'"):
        power.first("lop")
