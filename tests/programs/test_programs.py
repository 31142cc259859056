"""Verification tests: one program and one small description each.

A description ``name.yml`` next to a program lists properties with the verdict expected for each, and options
as the command line takes them. A comment ``// violated: kind`` in the program marks the line where the trace
of that property must end. A property with ``fair`` is asked of fair runs only. One with ``fixme`` is known to get
another verdict, for the reason given.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from vexil.core.context import Context
from vexil.languages.options import COptions, JavaOptions, parse_devices
from vexil.model.search_options import ExplicitOptions
from vexil.model.trace import TraceStep
from vexil.pipeline.options import (
    CheckOptions,
    LoadOptions,
    parse_bounds,
    parse_settings,
)
from vexil.pipeline.run import Report, check

HERE = Path(__file__).parent
DESCRIPTIONS = sorted(HERE.glob("*/**/*.yml"))


def run(description: dict[str, Any], folder: Path, prop: str, *, fair: bool = False) -> Report:
    options = description.get("options", {})
    load = LoadOptions(
        tuple(map(str, inputs(description, folder))),
        parse_settings(options.get("set", [])),
        options.get("integers", "machine"),
        options.get("width", 32),
        options.get("data_model"),
        options.get("main"),
        tuple(options["arguments"]) if "arguments" in options else None,
        c=COptions(
            definitions=tuple(f"-D{name}" for name in options.get("define", [])),
            standard=options.get("std"),
            environment="strict" if options.get("strict_env") else options.get("env", "reach"),
            malloc=options.get("malloc", "succeeds"),
            volatile=options.get("volatile"),
            devices=parse_devices(options.get("mmio", [])),
            accepted=tuple(options.get("accept", [])),
        ),
        java=JavaOptions(
            options.get("granularity", "access"), options.get("string_length", JavaOptions().string_length)
        ),
        wake_ups=options.get("wakeups", "auto"),
    )
    bounds = parse_bounds(options.get("bound", []))
    search, slices = ExplicitOptions(fair=fair), options.get("slice", True)
    return check(CheckOptions(load, (prop,), bounds=bounds, search=search, slices=slices), Context())


def inputs(description: dict[str, Any], folder: Path) -> list[Path]:
    """The files of a program: one, or several units."""
    names = description["input_files"]
    return [folder / name for name in ([names] if isinstance(names, str) else names)]


def cases() -> list[Any]:
    found = []
    for path in DESCRIPTIONS:
        description = yaml.safe_load(path.read_text(encoding="utf-8"))
        for number, entry in enumerate(description["properties"]):
            name = f"{path.relative_to(HERE).with_suffix('')}-{number}"
            marks = [pytest.mark.xfail(strict=True, reason=entry["fixme"])] if "fixme" in entry else []
            found.append(pytest.param(description, path.parent, entry, id=name, marks=marks))
    return found


@pytest.mark.parametrize(("description", "folder", "entry"), cases())
def test_program(description: dict[str, Any], folder: Path, entry: dict[str, Any]) -> None:
    """The verdict is the one expected, for the reason expected, with a trace that ends where the program says."""
    report = run(description, folder, entry["property"], fair=entry.get("fair", False))
    (verdict,), (trace,) = report.verdicts, report.traces
    assert verdict.status.value == entry["expected_verdict"], verdict.reason
    if "reason" in entry:
        assert re.search(entry["reason"], verdict.reason), verdict.reason
    if "steps" in entry:
        assert trace is not None
        assert (len(trace.steps) if trace.violation is None else trace.violation) == entry["steps"]
    marked = marked_lines(inputs(description, folder)[0], entry["property"])
    if marked and verdict.status.value == "refuted":
        assert trace is not None
        assert last_step(trace.steps, trace.violation).line in marked


def last_step(steps: tuple[TraceStep, ...], violation: int | None) -> TraceStep:
    """The step that breaks the property; of long traces the middle is left out, and the last step is shown."""
    return steps[-1] if violation is None else steps[min(violation, len(steps)) - 1]


def marked_lines(path: Path, prop: str) -> set[int]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {number for number, line in enumerate(lines, 1) if line.rstrip().endswith(f"// violated: {prop}")}


def test_there_are_programs() -> None:
    """The collection is not empty, so that a wrong path cannot pass for success."""
    assert len(cases()) > 30
