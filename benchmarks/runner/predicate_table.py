"""How many iterations and predicates a verdict needs: a table as in Gurfinkel and Chechik 2006, section 6."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from .command import asking, check_command, revision_of
from .group import adopt_orphans
from .options import Options, positive, read_options
from .outcome import Outcome, read_statistics, row_of
from .process import Stop
from .schedule import stoppable
from .tasks import ROOT, Task, TaskError, read_tasks

ENGINES = ("predicates", "auto", "bounded")
CATEGORIES = ("c/yasm-table1-closest", "c/locks", "c/ssh-simplified")
"""Programs of the shapes in the paper: drivers, lock discipline and state machines."""

HEADER = ("program", "lines", "iterations", "predicates", "CPU s", "verdict", "engine", "expected")


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the table; iterations and predicates are unknown where another engine decided."""

    category: str
    path: str
    property: str
    expected: str
    lines: int
    iterations: int | None
    predicates: int | None
    cpu_seconds: float
    verdict: str
    outcome: str
    engine: str
    reason: str
    command: str
    revision: str
    options: str

    def cells(self) -> tuple[str, ...]:
        """The columns of `HEADER`."""
        numbers = ["–" if number is None else str(number) for number in (self.iterations, self.predicates)]
        verdict = f"**{self.verdict or self.outcome}**" if self.is_offender() else self.verdict
        cpu = f"{self.cpu_seconds:.1f}"
        return (self.path, str(self.lines), *numbers, cpu, verdict, self.engine or "–", self.expected)

    def is_offender(self) -> bool:
        """Whether the answer is wrong, or none at all."""
        return self.outcome in (Outcome.WRONG, Outcome.CRASHED)


def lines_of(path: Path) -> int:
    """How many lines of a file are not blank."""
    with path.open(encoding="utf-8", errors="replace") as file:
        return sum(not line.isspace() for line in file)


def records(
    options: Options, tasks: Iterable[Task], revision: str, finished: Callable[[Task], bool]
) -> Iterator[Record]:
    """Run the tasks that are not finished, one at a time, and say what each of them needed."""
    ask = asking(options, options.folder)
    adopt_orphans()
    with stoppable() as cancelled:
        for task in tasks:
            if finished(task):
                continue
            ended = ask(task, cancelled)
            if ended.stopped is Stop.CANCELLED:
                raise KeyboardInterrupt
            row = row_of(task, ended, options.hard_limits, options.limit, revision, options.text)
            counted = read_statistics(ended)
            yield Record(
                category=row.category,
                path=row.path,
                property=row.property,
                expected=row.expected,
                lines=lines_of(options.folder / task.path),
                iterations=counted.get("iterations"),
                predicates=counted.get("predicates"),
                cpu_seconds=row.cpu_seconds,
                verdict=row.verdict,
                outcome=row.outcome.value,
                engine=row.engine,
                reason=row.reason,
                command=shlex.join(check_command(options, task)),
                revision=revision,
                options=options.text,
            )


def read_records(path: Path) -> list[Record]:
    """The records of a file of JSON lines; a line that was cut off is passed over."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            found.append(Record(**json.loads(line)))
        except (ValueError, TypeError):
            continue
    return found


def markdown(rows: Sequence[Record]) -> list[str]:
    """The table, a line per program."""
    lines = [f"| {' | '.join(HEADER)} |", "|---|--:|--:|--:|--:|---|---|---|"]
    return lines + [f"| {' | '.join(row.cells())} |" for row in rows]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="predicate_table.py", description=__doc__, allow_abbrev=False)
    parser.add_argument("--category", action="append", default=[], metavar="NAME", help="such as c/locks; repeatable")
    parser.add_argument("--only", action="append", default=[], metavar="TEXT", help="paths with this text; repeatable")
    parser.add_argument("--expected", choices=["true", "false"], help="tasks whose property holds, or does not")
    parser.add_argument("--tasks", metavar="FOLDER", help="the folder of tasks, instead of VEXIL_TASKS")
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0], help="the engine; predicates by default")
    parser.add_argument("--limit", type=positive, default=60.0, metavar="CPU_S", help="CPU seconds per task; 60")
    parser.add_argument("--memory", default="4000", metavar="MB", help="memory per task; 4000")
    parser.add_argument("--vexil", metavar="COMMAND", help="run this instead of the Vexil of this tree")
    parser.add_argument("--output", type=Path, metavar="FILE", help="the records as JSON lines; in build/bench")
    parser.add_argument("--fresh", action="store_true", help="run tasks that have a record already, too")
    return parser


def _options(given: argparse.Namespace) -> Options:
    words = ["--set", "c", "--limit", f"{given.limit:g}", "--memory", given.memory, "--engine", given.engine]
    for name in ("category", "only"):
        words += [word for one in getattr(given, name) for word in (f"--{name}", one)]
    for name in ("expected", "tasks", "vexil"):
        words += [] if getattr(given, name) is None else [f"--{name}", getattr(given, name)]
    output = given.output or ROOT / "build" / "bench" / f"predicates-{given.limit:g}s-{given.engine}.jsonl"
    options = read_options(words)
    chosen = options.categories or (() if options.only else CATEGORIES)
    return replace(options, output=output, categories=chosen, fresh=given.fresh)


def main(words: list[str]) -> int:
    """Measure, print the table, and return the exit status of the runner: 1 for a wrong answer or a crash."""
    options = _options(_parser().parse_args(words))
    try:
        tasks = [task for task in read_tasks(options.folder) if options.selects(task)]
        if not tasks:
            raise TaskError("no task fits --category, --only and --expected")
        revision = revision_of(options.command)
        found = {(one.path, one.property): one for one in ([] if options.fresh else read_records(options.output))}
        found = {key: one for key, one in found.items() if (one.revision, one.options) == (revision, options.text)}
        options.output.parent.mkdir(parents=True, exist_ok=True)
        with options.output.open("a", encoding="utf-8") as file:
            for record in records(options, tasks, revision, lambda task: task.key() in found):
                found[record.path, record.property] = record
                file.write(json.dumps(asdict(record), ensure_ascii=False) + "\n")
                file.flush()
                print(f"{record.outcome:8}{record.cpu_seconds:8.2f} s  {record.path}", file=sys.stderr, flush=True)
    except (TaskError, OSError) as problem:
        print(f"predicate_table.py: error: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: the same command goes on", file=sys.stderr)
        return 130
    rows = [found[task.key()] for task in tasks]
    print("\n".join(markdown(rows)))
    return 1 if any(row.is_offender() for row in rows) else 0
