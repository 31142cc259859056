"""The command: choose tasks, run those that are not done yet, and report."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from .cactus import cactus_plot, curve
from .compare import comparison, differing_verdicts
from .group import adopt_orphans
from .options import Options, read_options
from .outcome import Outcome, Row, row_of
from .process import Ended, Stop, run_limited
from .schedule import Work, run_all, stoppable
from .store import Store, Table, read_table
from .summary import offenders, summary
from .tasks import ROOT, Task, TaskError, check_arguments, read_tasks
from .variants import write_variant


def is_of_this_tree(command: Sequence[str]) -> bool:
    """Whether a command is Vexil itself; another one, perhaps of another tree, must not see the files of this one."""
    return tuple(command[-2:]) == ("-m", "vexil")


def revision_of(command: Sequence[str]) -> str:
    """A digest of what is run: the files of this tree's Vexil, or the command and those of its words that are files."""
    source = ROOT / "src" / "vexil"
    digest = hashlib.sha256()
    if is_of_this_tree(command):
        files = [path for path in source.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    else:
        digest.update("\0".join(command).encode())
        files = [Path(word) for word in command if Path(word).is_file()]
    for path in sorted(files):
        digest.update(str(path.relative_to(source) if path.is_relative_to(source) else path).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def asking(options: Options, folder: Path) -> Callable[[Task, threading.Event], Ended]:
    """What asks Vexil about one task in *folder*, in which its program lies."""
    environment = dict(os.environ)
    if is_of_this_tree(options.command):
        sources = str(ROOT / "src")
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [sources, environment.get("PYTHONPATH")]))

    def ask(task: Task, cancelled: threading.Event) -> Ended:
        command = check_command(options, task)
        if options.variants:
            command += ["-I", str((options.folder / task.path).parent)]
        return run_limited(command, folder, environment, options.hard_limits, cancelled)

    return ask


def check_command(options: Options, task: Task) -> list[str]:
    """The words that ask about a task in the folder of tasks."""
    command = [*options.command, "check", *check_arguments(task, options.folder)]
    command += ["--format", "json", "--time-limit", f"{options.limit:g}", "--memory-limit", str(options.memory)]
    return command if options.engine == "auto" else [*command, "--engine", options.engine]


def worker(options: Options, revision: str, folder: Path) -> Work:
    """What runs one task in *folder*, in which its program lies."""
    ask = asking(options, folder)

    def work(task: Task, cancelled: threading.Event) -> Row | None:
        ended = ask(task, cancelled)
        if ended.stopped is Stop.CANCELLED:
            return None
        return row_of(task, ended, options.hard_limits, options.limit, revision, options.text)

    return work


def run(options: Options, tasks: Sequence[Task], store: Store, revision: str) -> bool:
    """Run the tasks that have no row of this revision and these options; whether nobody interrupted it."""

    def done(task: Task) -> bool:
        row = store.table.get(task.key())
        return row is not None and (row.revision, row.options) == (revision, options.text)

    missing = [task for task in tasks if options.fresh or not done(task)]
    print(f"{len(tasks)} tasks, {len(tasks) - len(missing)} of them done before; {options.text}", file=sys.stderr)
    adopt_orphans()
    with ExitStack() as stack:
        cancelled = stack.enter_context(stoppable())
        folder = options.folder
        if options.variants and missing:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="vexil-variants-")))
            names: dict[str, set[str]] = {}
            for task in missing:
                names.setdefault(task.path, set()).update(task.names())
            for path, kept in names.items():
                write_variant(options.folder / path, folder / path, kept)
        stack.enter_context(store)
        for number, row in enumerate(run_all(missing, worker(options, revision, folder), options.jobs, cancelled), 1):
            store.add(row)
            costs = f"{row.cpu_seconds:8.2f} s {row.memory_mb:6.0f} MB"
            print(f"[{number}/{len(missing)}] {row.outcome.value:8}{costs}  {row.path}", file=sys.stderr, flush=True)
        return not cancelled.is_set()


def report(options: Options, rows: Sequence[Row], earlier: Sequence[tuple[Path, Table]]) -> None:
    """Print the tables and write the plot."""
    sections = [summary(rows)]
    for path, table in earlier:
        compare = differing_verdicts if options.variants else comparison
        sections.append(compare(path.name, table, rows))
    sections.append(offenders(rows))
    print("\n\n".join("\n".join(lines) for lines in sections if lines))
    keys = {row.key() for row in rows}
    curves = [curve(options.output.stem, rows)]
    curves += [curve(path.stem, [row for key, row in table.items() if key in keys]) for path, table in earlier]
    options.plot.parent.mkdir(parents=True, exist_ok=True)
    options.plot.write_text(cactus_plot(f"{options.chosen}, {options.text}", curves), encoding="utf-8")
    print(f"rows in {options.output}, plot in {options.plot}", file=sys.stderr)


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    options = read_options(words)
    try:
        tasks = [task for task in read_tasks(options.folder) if options.selects(task)]
        if not tasks:
            raise TaskError("no task fits --set, --only, --category, --property and --expected")
        earlier = [(path, read_table(path)) for path in options.compare]
        store = Store(options.output)
        revision = revision_of(options.command)
        complete = options.report or run(options, tasks, store, revision)
    except (TaskError, OSError) as problem:
        print(f"run.py: error: {problem}", file=sys.stderr)
        return 2
    rows = [store.table[task.key()] for task in tasks if task.key() in store.table]
    if not options.report:
        rows = [row for row in rows if (row.revision, row.options) == (revision, options.text)]
    report(options, rows, earlier)
    if not complete:
        print(f"interrupted: {len(rows)} of {len(tasks)} tasks are done; the same command goes on", file=sys.stderr)
        return 130
    return 1 if any(row.outcome in (Outcome.WRONG, Outcome.CRASHED) for row in rows) else 0
