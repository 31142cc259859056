"""What an error behind many rounds of loops costs: one JSON line per program, for all numbers of rounds.

    python benchmarks/leap_table.py [--quick] [--limit CPU_SECONDS]

The programs are ``simple`` of Ball, Kupferman and Sagiv (2007), with n known and with an unknown n of at least a
million, and two nested loops. A line has the CPU seconds of `vexil check` without options, of `vexil leap`, and of CBMC
with as many rounds as the program needs where it knows them, or null and why. The last lines are the ratios of the
dearest to the cheapest row of one kind.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

POWERS = (8, 12, 16, 20, 24, 28)
HEAD = """extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void reach_error(void);
int main(void) {
"""
DECLARED, DEFINED = "void reach_error(void);", 'void reach_error(void) { __CPROVER_assert(0, "never"); }'
UNKNOWN = "  int n = __VERIFIER_nondet_int();\n  __VERIFIER_assume(1000000 <= n && n <= 100000000);\n"
SIMPLE = """  int x = 0;
  while (x < n)
    x = x + 1;
  while (x < 2 * n)
    x = x + 2;
  while (x < 3 * n)
    x = x + 3;
  reach_error();
  return 0;
}
"""
NESTED = """  int x = 0, y = 0;
  while (x < n) {
    x = x + 1;
    y = 0;
    while (y < n)
      y = y + 1;
  }
  if (x == n && y == n) reach_error();
  return 0;
}
"""


def programs(powers: Sequence[int]) -> Iterator[tuple[str, str, int | None, str]]:
    """Kinds of programs, what n is, as a number if it is one, and their texts."""
    for kind, body in (("simple", SIMPLE), ("nested", NESTED)):
        for power in powers:
            yield kind, f"2^{power}", 1 << power, f"{HEAD}  int n = {1 << power};\n{body}"
        yield kind, ">= 10^6", None, HEAD + UNKNOWN + body


def seconds(command: Sequence[str], limit: int, failing: int) -> tuple[float | None, str]:
    """The CPU seconds of a command that ends with an exit code, and why there are none if it does not."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=limited, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode == failing:
        return round(spent, 2), ""
    return None, f"exit code {done.returncode} after {spent:.1f} CPU seconds"


def row(folder: Path, text: str, n: int | None, limit: int, cbmc: str | None) -> dict[str, object]:
    """The measurements of one program."""
    file = folder / "program.c"
    file.write_text(text, encoding="utf-8")
    vexil = [sys.executable, "-P", "-m", "vexil"]
    found: dict[str, object] = {}
    commands: dict[str, tuple[list[str], int]] = {
        "check": ([*vexil, "check", str(file), "-p", "unreach"], 1),
        "leap": ([*vexil, "leap", str(file), "-p", "unreach"], 1),
    }
    if cbmc is None:
        found |= {"cbmc": None, "cbmc_problem": "cbmc is not on the PATH"}
    elif n is None:
        found |= {"cbmc": None, "cbmc_problem": "it needs to know how many rounds there are"}
    else:
        other = folder / "cbmc.c"
        other.write_text(text.replace(DECLARED, DEFINED).replace("__VERIFIER_assume", "__CPROVER_assume"))
        commands["cbmc"] = ([cbmc, "--no-unwinding-assertions", "--unwind", str(n + 1), str(other)], 10)
    for name, (command, failing) in commands.items():
        found[name], problem = seconds(command, limit, failing)
        if problem:
            found[f"{name}_problem"] = problem
    return found


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="two numbers of rounds only")
    parser.add_argument("--limit", type=int, default=60, help="CPU seconds for each command; 60")
    given = parser.parse_args(arguments)
    cbmc = shutil.which("cbmc")
    rows: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as folder:
        for kind, name, n, text in programs(POWERS[1::3] if given.quick else POWERS):
            rows.append({"program": kind, "n": name, **row(Path(folder), text, n, given.limit, cbmc)})
            print(json.dumps(rows[-1]), flush=True)
    for kind in ("simple", "nested"):
        for column in ("check", "leap"):
            values = [item[column] for item in rows if item["program"] == kind]
            numbers = [value for value in values if isinstance(value, float)]
            ratio = round(max(numbers) / min(numbers), 2) if len(numbers) == len(values) else None
            print(json.dumps({"ratio": f"{kind} {column}", "dearest to cheapest": ratio}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
