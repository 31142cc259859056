"""What slicing gains: programs checked with and without it, a JSON line each, and a table by category at the end.

    python benchmarks/slicing_table.py [FOLDER …] [--tasks] [--limit CPU_S] [--only TEXT] [-p PROPERTY] [--output FILE]

Checks all C, Java, FCL and `.vir` programs of the folders (the examples if none is given), or with `--tasks` the tasks
of the folder that VEXIL_TASKS names. A line has the verdict, the states and the CPU seconds both ways, and how many of
the program's edges the slice kept where a proof rests on one. The exit status is 1 if both ways gave different answers.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from runner.tasks import check_arguments, named_folder, read_tasks

ROOT = Path(__file__).resolve().parents[1]
SUFFIXES = (".c", ".java", ".fcl", ".vir")
WAYS = {"sliced": "--slice", "whole": "--no-slice"}


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--tasks", action="store_true", help="the tasks that VEXIL_TASKS names")
    parser.add_argument("--limit", type=int, default=10, help="CPU seconds for each check")
    parser.add_argument("--only", default="", help="paths with this text")
    parser.add_argument("-p", "--property", action="append", default=[], help="ask this, in place of the defaults")
    parser.add_argument("--output", type=Path, help="append the lines to this file")
    return parser.parse_args()


def subjects(options: argparse.Namespace) -> Iterator[tuple[str, Path, list[str]]]:
    """Categories, working folders, and the arguments that name a program and what is asked about it."""
    if options.tasks:
        folder = named_folder()
        for task in read_tasks(folder):
            yield task.category, folder, check_arguments(task, folder)
        return
    asked = [x for item in options.property for x in ("-p", item)]
    for folder in options.folders or [ROOT / "examples"]:
        for path in sorted(folder.rglob("*")):
            if path.suffix in SUFFIXES:
                yield str(path.parent), Path.cwd(), [str(path), *asked]


def checked(folder: Path, given: list[str], way: str, limit: int) -> dict[str, Any]:
    """The answers of Vexil with the CPU seconds that they took."""
    vexil = str(Path(sys.executable).parent / "vexil")
    command = [vexil, "check", *given, WAYS[way], "--format", "json", "--time-limit", str(limit)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    try:
        found = json.loads(ended.stdout).get("properties") or []
    except ValueError:
        found = []
    verdicts = {item["property"]: item["verdict"] for item in found}
    states = [item["statistics"].get("states") for item in found if item.get("statistics")]
    slices = [item["evidence"]["slice"] for item in found if item.get("evidence") and "slice" in item["evidence"]]
    return {
        "verdicts": verdicts,
        "states": sum(count for count in states if count) or None,
        "cpu": round(used, 2),
        "slice": slices[0] if slices else None,
        "exit": ended.returncode,
    }


def main() -> int:
    """Check everything both ways."""
    options, is_wrong = arguments(), False
    table: dict[str, list[dict[str, dict[str, Any]]]] = defaultdict(list)
    for category, folder, given in subjects(options):
        if options.only not in given[0]:
            continue
        rows = {way: checked(folder, given, way, options.limit) for way in WAYS}
        table[category].append(rows)
        sliced, whole = rows["sliced"]["verdicts"], rows["whole"]["verdicts"]
        differs = [item for item, verdict in sliced.items() if {verdict, whole.get(item)} == {"proved", "refuted"}]
        is_wrong |= bool(differs) or 70 in (rows["sliced"]["exit"], rows["whole"]["exit"])
        line = json.dumps({"program": given[0], "category": category, **rows, "differs": differs})
        print(line, flush=True)
        if options.output is not None:
            with options.output.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
    report(table)
    return int(is_wrong)


def report(table: dict[str, list[dict[str, dict[str, Any]]]]) -> None:
    """A line for each category: programs, decided both ways, fewer and more states, CPU seconds both ways."""
    head = ("category", "programs", "decided", "and whole", "fewer states", "more", "CPU s", "and whole")
    print("{:40} {:>8} {:>8} {:>9} {:>12} {:>5} {:>8} {:>9}".format(*head), file=sys.stderr)
    for category, rows in sorted(table.items()):
        decided = [sum("unknown" not in row[way]["verdicts"].values() for row in rows) for way in WAYS]
        pairs = [(row["sliced"]["states"], row["whole"]["states"]) for row in rows]
        less = sum(bool(one and other and one < other) for one, other in pairs)
        more = sum(bool(one and other and one > other) for one, other in pairs)
        used = [sum(row[way]["cpu"] for row in rows) for way in WAYS]
        cells = (category[-40:], len(rows), *decided, less, more, *used)
        print("{:40} {:8} {:8} {:9} {:12} {:5} {:8.1f} {:9.1f}".format(*cells), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
