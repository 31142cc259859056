"""What ``vexil leap`` says about a program, as data, with ports that can be asked about states."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from command_line import vexil


@dataclass(frozen=True)
class Port:
    """A port as it is printed: conditions at places."""

    conditions: dict[str, str]

    def has(self, **values: int) -> bool:
        """Say whether a state is in the port; at whatever place."""
        return any(_holds(text, values) for text in self.conditions.values())

    def at(self, place: str, **values: int) -> bool:
        """Say whether a state at a place is in the port."""
        return place in self.conditions and _holds(self.conditions[place], values)


def _holds(text: str, values: dict[str, int]) -> bool:
    """Evaluate a condition that the report prints, for numbers that are small enough not to wrap around."""
    assert "…" not in text, "the condition is cut"
    for sign, word in (("&&", " and "), ("||", " or ")):
        text = text.replace(sign, word)
    text = re.sub(r"!(?!=)", " not ", text).replace("true", "True").replace("false", "False")
    return bool(eval(text, {"__builtins__": {}}, dict(values)))


@dataclass(frozen=True)
class Visited:
    """An abstract state on a path."""

    found: dict[str, Any]

    @property
    def entry(self) -> Port:
        """The entry port."""
        return Port(self.found["entry"])

    @property
    def leaving(self) -> Port:
        """The exit port."""
        return Port(self.found["exit"])

    @property
    def is_loop(self) -> bool:
        """Say whether it had to be leapt over."""
        return "theorems" in self.found

    def applies(self, theorem: int) -> bool:
        """Say whether a theorem applies."""
        return bool(self.found["theorems"][theorem - 1]["applies"])

    def statuses(self, theorem: int) -> list[str]:
        """What became of the conditions of a theorem."""
        return [item["status"] for item in self.found["theorems"][theorem - 1]["conditions"]]

    def reason(self, theorem: int, condition: int) -> str:
        """Why a condition does not hold."""
        return str(self.found["theorems"][theorem - 1]["conditions"][condition - 1].get("reason", ""))

    def witness(self, theorem: int, condition: int) -> list[dict[str, int]]:
        """The states that show why a condition fails."""
        found = self.found["theorems"][theorem - 1]["conditions"][condition - 1]
        return [item["values"] for item in found.get("witness", ())]


@dataclass(frozen=True)
class Found:
    """The end of a command and its JSON; of a refusal only what it says."""

    code: int
    said: str
    report: dict[str, Any]

    @property
    def verdict(self) -> str:
        """REACHABLE, NOT REACHABLE or UNKNOWN."""
        return str(self.report["verdict"])

    def attempts(self, *, restricted: bool | None = None) -> Iterator[dict[str, Any]]:
        """The paths that were tried; those of restricted programs, or the others, only."""
        return (
            item for item in self.report["attempts"] if restricted is None or bool(item["restrictions"]) == restricted
        )

    def state(self, name: str, attempt: int = 0) -> Visited:
        """An abstract state on the path of an attempt, the last one if -1."""
        states = self.report["attempts"][attempt]["states"]
        return Visited(next(item for item in states if item["state"] == name))


def leap(folder: Path, name: str, text: str, *words: str) -> Found:
    """Ask about a program with a text, in a file of a name."""
    (folder / name).write_text(text, encoding="utf-8")
    done = vexil("leap", name, "--format", "json", *words, folder=folder)
    report = json.loads(done.stdout) if done.stdout else {}
    return Found(done.returncode, done.stderr, report)


def states(**texts: str) -> list[str]:
    """Options that give abstract states by name."""
    return [word for name, text in texts.items() for word in ("--state", f"{name} = {text}")]
