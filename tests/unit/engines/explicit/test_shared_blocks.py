"""Blocks that many commands share are compiled once."""

from __future__ import annotations

from vexil.core.source import SourceFile
from vexil.engines.explicit.emit import emitted, shared_blocks
from vexil.engines.explicit.layout import Layout
from vexil.ir.text import load
from vexil.transform.flattening import flatten


def test_forgetting_is_one_function() -> None:
    """Twenty allocations call one function that forgets what nothing reaches."""
    text = "".join(f'  p{place} -> p{place + 1}: x := new Box site "box"\n' for place in range(20))
    header = "vir 1\nclass Box\n  field next: ref[Box]\nglobal x: ref[Box]\nfunction main()\n"
    uses = "  p20 -> p21: field(x, Box, next) := x\n  p21 -> p22: x := field(x, Box, next)\n  p22 -> exit: return\n"
    system = flatten(load(SourceFile("t.vir", f"{header}{text}{uses}".encode()))).system
    assert len(shared_blocks(system)) == 1
    module = emitted(system, Layout(system))
    assert module.count("call void @shared0(") == 20
    assert module.count("define internal void @shared0(") == 1
