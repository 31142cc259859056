"""The page about the interpreter is right: its example runs and the code it shows is the code that is generated."""

from __future__ import annotations

import re
from pathlib import Path

from sketches import Sketch, add, i32
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.types import I32

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "interpreter.md").read_text(encoding="utf-8")


def test_the_example_of_the_page_runs() -> None:
    """Everything the example on the page asserts is true."""
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert example.count("assert ") >= 8
    exec(compile(example, "docs/interpreter.md", "exec"), {})


def test_the_page_shows_generated_code() -> None:
    """The assignment on the page is compiled to the text on the page, up to numbers of locations and edges."""
    sketch = Sketch()
    with sketch.function("main") as main:
        n = main.local("n", I32)
        main.set(n, add(n, i32(1)))
    source = CompiledProgram(sketch.build()).code(0).source.splitlines()
    shown = [line.strip() for line in PAGE.splitlines() if line.startswith("    ")]
    assert source[1].strip() == shown[1]
    assert re.sub(r"\d", "", source[0].strip()) == re.sub(r"\d", "", shown[0])
