"""Tool info for BenchExec: how it runs Vexil and reads its answers; its name is ``benchmarks.benchexec.vexil``."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import PurePath
from typing import Any

import benchexec.tools.template
from benchexec import result
from benchexec.tools.template import UnsupportedFeatureException

VERDICTS = {0: "proved", 1: "refuted", 3: "unknown"}
"""The exit codes of ``vexil check`` that come with a verdict."""

DATA_MODELS = ("ILP32", "LP64")
VIOLATIONS = ("unreach-call", "termination", "no-overflow", "no-deadlock", "no-data-race")
"""Properties whose violation has the name of the property file; of ``valid-memsafety`` a part would be asked."""

REFUSED = "REFUSED"


class Tool(benchexec.tools.template.BaseTool2):  # type: ignore[misc, unused-ignore]
    """Tool info for Vexil."""

    def name(self) -> str:
        """The name for people."""
        return "Vexil"

    def executable(self, tool_locator: Any) -> Any:
        """The command ``vexil``, where BenchExec looks for tools."""
        return tool_locator.find_executable("vexil")

    def version(self, executable: str) -> Any:
        """The version that the command itself names."""
        return self._version_from_tool(executable, line_prefix="vexil")

    def cmdline(self, executable: str, options: list[str], task: Any, rlimits: Any) -> list[str]:
        """Ask for the property of the task, under limits a little below those at which BenchExec kills."""
        arguments = [executable, "check", *options]
        if task.property_file:
            arguments += ["-p", task.property_file]
        arguments += self._data_model(options, task)
        if rlimits.cputime and "--time-limit" not in options:
            arguments += ["--time-limit", f"{rlimits.cputime * 0.97:g}"]
        if rlimits.memory and "--memory-limit" not in options:
            arguments += ["--memory-limit", str(max(1, int(rlimits.memory * 0.95) // 2**20))]
        if "--format" not in options:
            arguments += ["--format", "json"]
        return [*arguments, *task.input_files]

    @staticmethod
    def _data_model(options: list[str], task: Any) -> list[str]:
        known = task.options if isinstance(task.options, dict) else {}
        model = known.get("data_model")
        if known.get("language", "C") != "C" or model is None or "--data-model" in options:
            return []
        if model not in DATA_MODELS:
            raise UnsupportedFeatureException(f"Vexil has no data model {model!r}: it has {' and '.join(DATA_MODELS)}")
        return ["--data-model", str(model)]

    def determine_result(self, run: Any) -> str:
        """The verdict, if exit code and output agree on it."""
        if run.exit_code.signal is not None:
            return f"{result.RESULT_ERROR} (signal {run.exit_code.signal})"
        code = run.exit_code.value
        if code == 2:
            return REFUSED
        if code not in VERDICTS:
            return f"{result.RESULT_ERROR} (exit code {code})"
        if printed_verdict(run.output.text) != VERDICTS[code]:
            return f"{result.RESULT_ERROR} (exit code and output disagree)"
        match VERDICTS[code]:
            case "proved":
                return str(result.RESULT_TRUE_PROP)
            case "refuted":
                violated = violated_property(run.cmdline)
                return f"{result.RESULT_FALSE_PROP}({violated})" if violated else str(result.RESULT_FALSE_PROP)
            case _:
                return str(result.RESULT_UNKNOWN)


def printed_verdict(text: str) -> str | None:
    """The verdict over all properties that the output has, as JSON or as text; messages may stand around it."""
    opened = re.search(r"^\{", text, re.MULTILINE)
    if opened is not None:
        try:
            printed, _ = json.JSONDecoder().raw_decode(text, opened.start())
            return str(printed["verdict"])
        except (ValueError, KeyError):
            return None
    verdicts = set(re.findall(r"^\S.*: (proved|refuted|unknown)\b", text, re.MULTILINE))
    return next((verdict for verdict in ("refuted", "unknown", "proved") if verdict in verdicts), None)


def violated_property(command: tuple[str, ...]) -> str | None:
    """The name under which a violation of the property that was asked is known."""
    asked = [PurePath(value) for option, value in pairwise(command) if option == "-p"]
    named = asked[0].stem if len(asked) == 1 and asked[0].suffix == ".prp" else None
    return named if named in VIOLATIONS else None
