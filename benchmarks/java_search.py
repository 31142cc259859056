"""How long checks of Java programs take from start to verdict: one JSON object a line.

Six philosophers and a buffer of two producers and two consumers, each asked for deadlock; states, CPU seconds and
memory are those of a whole run of ``vexil check``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs" / "java"


def measured(program: Path, wanted: str, limit: int) -> dict[str, object]:
    """The verdict on a program, and what it took."""
    command = [sys.executable, "-c", "from vexil.cli.main import main; main()", "check", str(program), "-p", wanted]
    with subprocess.Popen(
        [*command, "--time-limit", str(limit)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
    verdict = re.search(rf"^{wanted}: (\w+)", output, re.MULTILINE)
    states = re.search(r"(\d+) states", output.replace(",", ""))
    return {
        "program": program.stem,
        "property": wanted,
        "verdict": verdict.group(1) if verdict else "none",
        "states": int(states.group(1)) if states else 0,
        "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 2),
        "memory_mb": round(usage.ru_maxrss / 1024, 1),
    }


def main() -> None:
    """Measure the programs that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=sorted(path.stem for path in PROGRAMS.glob("*.java")))
    parser.add_argument("--property", default="deadlock")
    parser.add_argument("--time-limit", type=int, default=60, help="CPU seconds for each (60)")
    options = parser.parse_args()
    for name in options.names:
        print(json.dumps(measured(PROGRAMS / f"{name}.java", options.property, options.time_limit)), flush=True)


if __name__ == "__main__":
    main()
