"""Run the commands of a Markdown file and compare what they print with what the file shows.

In a block that starts with three backquotes and ``console``, a line ``$ command`` is run; a comment
``# exit N`` at its end gives the expected exit code (0 otherwise). The lines below it must appear in the
output in this order; a line ``…`` stands for anything in between, and ``…`` at the end of a line for the rest of it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def examples(text: str) -> list[tuple[str, int, list[str]]]:
    """The commands of a document with their exit codes and expected lines."""
    found: list[tuple[str, int, list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                command, _, code = line[2:].partition("  # exit ")
                found.append((command.strip(), int(code or 0), []))
            elif line.strip() and found:
                found[-1][2].append(line)
    return found


def run(command: str, expected_code: int, expected: list[str]) -> str:
    """Run one command; the answer says what is wrong, or is empty."""
    environment = {**os.environ, "PATH": f"{ROOT / '.venv' / 'bin'}:{os.environ['PATH']}", "NO_COLOR": "1"}
    done = subprocess.run(
        command, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    return problem(done, expected_code, expected)


def _matches(printed: str, wanted: str) -> bool:
    return printed.startswith(wanted[:-1]) if wanted.endswith("…") else printed == wanted


def problem(done: subprocess.CompletedProcess[str], expected_code: int, expected: list[str]) -> str:
    """What is wrong with the end of a command, or nothing."""
    if done.returncode != expected_code:
        return f"exit code {done.returncode} instead of {expected_code}\n{done.stdout}{done.stderr}"
    lines = iter((done.stdout + done.stderr).splitlines())
    for line in expected:
        if line.strip() != "…" and not any(_matches(printed.rstrip(), line.rstrip()) for printed in lines):
            return f"this line is not printed (in this order): {line}\n{done.stdout}{done.stderr}"
    return ""


def main() -> int:
    """Run all commands of all files named on the command line."""
    count = failures = 0
    for name in sys.argv[1:]:
        for command, code, expected in examples((ROOT / name).read_text(encoding="utf-8")):
            count += 1
            wrong = run(command, code, expected)
            if wrong:
                failures += 1
                print(f"{name}: $ {command}\n{wrong}")
    print(f"{count} commands run, {failures} failed")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
