"""BenchExec gets the right command line and reads the right result; with its own classes where it is installed."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

SOURCE = Path(__file__).resolve().parents[3] / "benchmarks" / "benchexec" / "vexil.py"


def stand_ins() -> dict[str, ModuleType]:
    """The parts of BenchExec 3 that a tool-info module touches."""
    result, template = ModuleType("benchexec.result"), ModuleType("benchexec.tools.template")
    for name, text in (("TRUE_PROP", "true"), ("FALSE_PROP", "false"), ("UNKNOWN", "unknown"), ("ERROR", "ERROR")):
        setattr(result, f"RESULT_{name}", text)
    template.BaseTool2 = type("BaseTool2", (), {})  # type: ignore[attr-defined]
    template.UnsupportedFeatureException = type("UnsupportedFeatureException", (Exception,), {})  # type: ignore[attr-defined]
    package, tools = ModuleType("benchexec"), ModuleType("benchexec.tools")
    package.result, package.tools, tools.template = result, tools, template  # type: ignore[attr-defined]
    return {module.__name__: module for module in (package, result, tools, template)}


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The tool-info module, loaded as BenchExec loads it."""
    found = importlib.util.find_spec("benchexec")
    if found is None or found.origin is None:  # the folder of the module is no package, yet can be found like one
        for name, stand_in in stand_ins().items():
            monkeypatch.setitem(sys.modules, name, stand_in)
    spec = importlib.util.spec_from_file_location("vexil_tool_info", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


Determine = Callable[..., str]


@pytest.fixture
def determine(module: ModuleType) -> Determine:
    """What the module makes of an exit code and an output."""

    def result_of(code: int | None, output: str, *asked: str, signal: int | None = None) -> str:
        run = SimpleNamespace(
            cmdline=("vexil", "check", *asked, "x.c"),
            exit_code=SimpleNamespace(value=code, signal=signal),
            output=SimpleNamespace(text=output),
        )
        return str(module.Tool().determine_result(run))

    return result_of


def command(module: ModuleType, options: list[str], task_options: Any, **limits: int) -> list[str]:
    """The command line for a task."""
    task = SimpleNamespace(input_files=("a.c", "b.c"), property_file="p/unreach-call.prp", options=task_options)
    rlimits = SimpleNamespace(**{"cputime": None, "memory": None, **limits})
    found: list[str] = module.Tool().cmdline("bin/vexil", options, task, rlimits)
    return found


def test_command_line(module: ModuleType) -> None:
    """Property, data model and limits of the task become options, before the program's files."""
    found = command(module, ["--strict-env"], {"language": "C", "data_model": "LP64"}, cputime=900, memory=2**30)
    asked = ["--strict-env", "-p", "p/unreach-call.prp", "--data-model", "LP64"]
    limits = ["--time-limit", "873", "--memory-limit", "972"]
    assert found == ["bin/vexil", "check", *asked, *limits, "--format", "json", "a.c", "b.c"]


def test_options_that_are_given_win(module: ModuleType) -> None:
    """What the benchmark definition says is not said a second time, and without a data model none is made up."""
    given = ["--time-limit", "5", "--format", "text"]
    assert command(module, given, None, cputime=900) == [
        *["bin/vexil", "check", *given, "-p", "p/unreach-call.prp", "a.c", "b.c"]
    ]


def test_an_unknown_data_model_is_refused(module: ModuleType) -> None:
    """A data model that Vexil does not have is BenchExec's kind of error."""
    unsupported = sys.modules["benchexec.tools.template"].UnsupportedFeatureException
    with pytest.raises(unsupported, match="IP16"):
        command(module, [], {"language": "C", "data_model": "IP16"})


@pytest.mark.parametrize(("verdict", "code", "expected"), [("proved", 0, "true"), ("unknown", 3, "unknown")])
def test_verdicts(determine: Determine, verdict: str, code: int, expected: str) -> None:
    """JSON between messages and text for people are both understood."""
    printed = json.dumps({"schema": "vexil.result/1", "verdict": verdict}, indent=2)
    assert determine(code, f"a message\n{printed}\nanother\n") == expected
    assert determine(code, f"unreach: {verdict}\n  engine reference\n") == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (["-p", "c/properties/unreach-call.prp"], "false(unreach-call)"),
        (["-p", "no-overflow.prp"], "false(no-overflow)"),
        (["-p", "valid-memsafety.prp"], "false"),
        (["-p", "unreach"], "false"),
        ([], "false"),
    ],
)
def test_a_violation_names_the_property(determine: Determine, asked: list[str], expected: str) -> None:
    """A violation has the name of the property where that is all there is to say."""
    assert determine(1, '{"verdict": "refuted"}', *asked) == expected


def test_everything_else_is_no_verdict(determine: Determine) -> None:
    """Refusals, crashes, signals and outputs that do not fit the exit code are never true or false."""
    assert determine(2, '{"verdict": "refused"}') == "REFUSED"
    assert determine(70, '{"verdict": "internal-error"}') == "ERROR (exit code 70)"
    assert determine(None, "", signal=9) == "ERROR (signal 9)"
    for code, output in ((0, ""), (0, '{"verdict": "unknown"}'), (1, "unreach: proved\n"), (0, "{broken")):
        assert determine(code, output) == "ERROR (exit code and output disagree)"
