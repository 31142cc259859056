"""What became of a task: the verdict, whether it is the expected one, and what it cost."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum

from .process import Ended, Limits, Stop
from .tasks import Task

VERDICTS = {0: "proved", 1: "refuted", 2: "refused", 3: "unknown"}
"""The exit codes of ``vexil check`` that come with a result; all others are crashes."""

LONGEST_REASON = 200


class Outcome(StrEnum):
    """How good an answer is."""

    RIGHT = "right"
    WRONG = "wrong"
    UNKNOWN = "unknown"
    REFUSED = "refused"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table of results; *revision* and *options* say what gave the answer."""

    category: str
    path: str
    language: str
    property: str
    expected: str
    outcome: Outcome
    verdict: str
    engine: str
    reason: str
    cpu_seconds: float
    wall_seconds: float
    memory_mb: float
    revision: str
    options: str

    def key(self) -> tuple[str, str]:
        """What identifies the task."""
        return (self.path, self.property)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the output of one run says."""

    verdict: str
    engine: str
    reason: str


class OutputError(Exception):
    """The output is not a result of ``vexil check``; the message says why."""


def one_line(text: str) -> str:
    """The text as a cell of a table: one line, and not too long."""
    return " ".join(text.split())[:LONGEST_REASON]


def read_answer(ended: Ended) -> Answer:
    """The answer in the output of a command that ended by itself."""
    if ended.exit_code < 0:
        raise OutputError(f"killed by signal {-ended.exit_code}")
    try:
        result = json.loads(ended.stdout)
        verdict, error, properties = str(result["verdict"]), result["error"], result["properties"]
        asked = properties[0] if properties else {"engine": "", "reason": ""}
        answer = Answer(verdict, str(asked["engine"]), one_line(str(error or asked["reason"])))
    except (ValueError, KeyError, IndexError, TypeError) as problem:
        if ended.exit_code == 2:
            # An option that does not exist is refused before there is a format to answer in.
            return Answer("refused", "", one_line(ended.stderr))
        said = ended.stderr.strip().splitlines()[-1:] or ["no message"]
        raise OutputError(f"exit code {ended.exit_code}, no result in the output: {said[0]}") from problem
    if verdict != VERDICTS.get(ended.exit_code):
        raise OutputError(f"exit code {ended.exit_code}, verdict {verdict}: {answer.reason}")
    return answer


def read_statistics(ended: Ended) -> dict[str, int]:
    """What the engine counted; nothing when the output is no result."""
    try:
        asked = json.loads(ended.stdout)["properties"][0]
        return {name: count for name, count in asked["statistics"].items() if isinstance(count, int)}
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return {}


def classify(expected: bool, answer: Answer, cpu_seconds: float, limit: float) -> Outcome:
    """How good an answer is; one that comes too late is no right one, but still a wrong one."""
    match answer.verdict:
        case "refused":
            return Outcome.REFUSED
        case "proved" | "refuted":
            if (answer.verdict == "proved") != expected:
                return Outcome.WRONG
            return Outcome.RIGHT if cpu_seconds <= limit else Outcome.UNKNOWN
        case _:
            return Outcome.UNKNOWN


def row_of(task: Task, ended: Ended, limits: Limits, limit: float, revision: str, options: str) -> Row:
    """The line that a finished run adds to the table; *limit* is what counts, *limits* are what kills."""
    answer = Answer("", "", "")
    match ended.stopped:
        case Stop.CPU | Stop.WALL:
            bound = limits.cpu_seconds if ended.stopped is Stop.CPU else limits.wall_seconds
            reason, outcome = f"timeout: killed after {bound:g} s of {ended.stopped.value}", Outcome.UNKNOWN
        case Stop.MEMORY:
            reason, outcome = f"out of memory: killed at {limits.memory_mb:g} MB", Outcome.UNKNOWN
        case Stop.CANCELLED | None:
            try:
                answer = read_answer(ended)
                reason, outcome = answer.reason, classify(task.expected, answer, ended.cpu_seconds, limit)
            except OutputError as problem:
                reason, outcome = one_line(str(problem)), Outcome.CRASHED
    if outcome is Outcome.UNKNOWN and answer.verdict in ("proved", "refuted"):
        reason = f"timeout: {answer.verdict} after the limit of {limit:g} CPU seconds"
    return Row(
        category=task.category,
        path=task.path,
        language=task.language,
        property=task.property,
        expected="true" if task.expected else "false",
        outcome=outcome,
        verdict=answer.verdict or "unknown" if outcome is not Outcome.CRASHED else "",
        engine=answer.engine,
        reason=reason,
        cpu_seconds=round(ended.cpu_seconds, 3),
        wall_seconds=round(ended.wall_seconds, 3),
        memory_mb=round(ended.memory_mb, 1),
        revision=revision,
        options=options,
    )
