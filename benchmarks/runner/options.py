"""The options of the runner."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from .process import Limits
from .tasks import LANGUAGES, ROOT, Task, named_folder

DESCRIPTION = """Run `vexil check` over verification tasks with known answers, each in its own process under limits.

The tasks are those of tasks.csv in the folder that VEXIL_TASKS or --tasks names. One row per task goes to a CSV file;
tasks that have a row of the same revision of Vexil and the same options already are not run again. The exit status
is 0 when no answer is wrong, 1 when one is or Vexil crashed, 2 for bad usage, 130 when the run was interrupted."""

EXAMPLES = """examples:
  python benchmarks/run.py --set c --limit 60
  python benchmarks/run.py --set c --limit 5 --category c/locks --expected true
  python benchmarks/run.py --set c --limit 60 --compare build/bench/before.csv
  python benchmarks/run.py --set c --limit 60 --variants --compare build/bench/c-60s.csv
  python benchmarks/run.py --set c --limit 60 --report --compare build/bench/c-60s-reference.csv"""


@dataclass(frozen=True, slots=True)
class Options:
    """What to run, how, and where the results go."""

    folder: Path
    chosen: str
    only: tuple[str, ...]
    categories: tuple[str, ...]
    properties: tuple[str, ...]
    expected: str | None
    engine: str
    limit: float
    memory: int
    jobs: int
    command: tuple[str, ...]
    output: Path
    plot: Path
    compare: tuple[Path, ...]
    fresh: bool
    report: bool
    variants: bool

    def selects(self, task: Task) -> bool:
        """Whether a task is one of those to run; variants can be made of C programs only."""
        return (
            (self.chosen == "all" or LANGUAGES[self.chosen] == task.language)
            and (not self.only or any(part in task.path for part in self.only))
            and (not self.categories or task.category in self.categories)
            and (not self.properties or task.property in self.properties)
            and (self.expected is None or (self.expected == "true") == task.expected)
            and (not self.variants or task.language == "C")
        )

    @property
    def hard_limits(self) -> Limits:
        """A little more than Vexil is told, so that it can say itself what it was doing."""
        cpu_seconds = self.limit + max(1.0, self.limit / 10)
        return Limits(cpu_seconds, 3 * cpu_seconds + 10, self.memory + max(50.0, self.memory / 10))

    @property
    def text(self) -> str:
        """What a result depends on besides the task and the revision of Vexil."""
        copies = " variants" if self.variants else ""
        return f"limit={self.limit:g} memory={self.memory} engine={self.engine}{copies}"


def positive(text: str) -> float:
    """A finite number above zero."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError(text)
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


positive.__name__, _count.__name__ = "positive number", "positive whole number"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="run.py",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    what = parser.add_argument_group("which tasks")
    what.add_argument("--set", choices=[*LANGUAGES, "all"], default="c", help="the language; c by default")
    what.add_argument("--only", action="append", default=[], metavar="TEXT", help="paths with this text; repeatable")
    what.add_argument("--category", action="append", default=[], metavar="NAME", help="such as c/locks; repeatable")
    what.add_argument("--property", action="append", default=[], metavar="NAME", help="such as assert; repeatable")
    what.add_argument("--expected", choices=["true", "false"], help="tasks whose property holds, or does not")
    what.add_argument("--tasks", type=Path, metavar="FOLDER", help="the folder of tasks, instead of VEXIL_TASKS")
    how = parser.add_argument_group("how")
    how.add_argument("--limit", type=positive, default=60.0, metavar="CPU_S", help="CPU seconds per task; 60")
    how.add_argument("--memory", type=_count, default=4000, metavar="MB", help="memory per task; 4000")
    how.add_argument("--engine", default="auto", metavar="NAME", help="the engine of Vexil; auto by default")
    how.add_argument("--jobs", type=_count, default=len(os.sched_getaffinity(0)), help="tasks at a time; one per CPU")
    how.add_argument("--vexil", type=shlex.split, metavar="COMMAND", help="run this instead of the Vexil of this tree")
    how.add_argument("--variants", action="store_true", help="run renamed and reformatted copies of the C programs")
    out = parser.add_argument_group("results")
    out.add_argument("--output", type=Path, metavar="CSV", help="the rows; build/bench/SET-LIMITs.csv by default")
    out.add_argument("--plot", type=Path, metavar="SVG", help="a cactus plot; beside the rows by default")
    out.add_argument("--compare", action="append", type=Path, default=[], metavar="CSV", help="earlier run; repeatable")
    out.add_argument("--fresh", action="store_true", help="run tasks that have a row already, too")
    out.add_argument("--report", action="store_true", help="run nothing: report the rows there are, of any revision")
    return parser


def read_options(words: list[str]) -> Options:
    """The options that the words of a command line give; ends the program when they are wrong."""
    parser = _parser()
    given = parser.parse_args(words)
    if given.report and given.fresh:
        parser.error("--report runs nothing, so --fresh has no meaning with it")
    engine = "" if given.engine == "auto" else f"-{given.engine}"
    name = f"{given.set}-{given.limit:g}s{engine}{'-variants' if given.variants else ''}.csv"
    output = given.output or ROOT / "build" / "bench" / name
    return Options(
        folder=(given.tasks or named_folder()).resolve(),
        chosen=given.set,
        only=tuple(given.only),
        categories=tuple(given.category),
        properties=tuple(given.property),
        expected=given.expected,
        engine=given.engine,
        limit=given.limit,
        memory=given.memory,
        jobs=given.jobs,
        command=tuple(given.vexil or (sys.executable, "-P", "-m", "vexil")),
        output=output,
        plot=given.plot or output.with_suffix(".svg"),
        compare=tuple(given.compare),
        fresh=given.fresh,
        report=given.report,
        variants=given.variants,
    )
