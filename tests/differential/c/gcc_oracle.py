"""What gcc makes of C programs: many are compiled by one call and run in one process."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from strategies.c.checksums import Model

BLOCK_LIMIT = 200_000
"""A program that enters more basic blocks than this is given up."""

TIMEOUT = 120.0
"""Seconds of wall clock that gcc and the programs of a batch may take."""

FLAGS = ("-std=gnu17", "-w", "-ffp-contract=off", "-pipe")
MODEL_FLAGS = {"LP64": ("-m64",), "ILP32": ("-m32", "-msse2", "-mfpmath=sse")}

COUNTER = """\
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static jmp_buf out;
static unsigned long blocks;
__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void) { if (++blocks > LIMIT) longjmp(out, 1); }
__attribute__((no_sanitize_coverage)) static void run(int number, int (*program)(void), unsigned long long *checksum)
{
  printf("start %d\\n", number);
  fflush(stdout);
  blocks = 0;
  if (setjmp(out)) {
    printf("\\nlimit %d\\n", number);
  } else {
    int status = program();
    printf("\\nresult %d %d %llx %lu\\n", number, status & 0xff, checksum ? *checksum : 0, blocks);
  }
  fflush(stdout);
}
"""


class GccFailure(Exception):  # noqa: N818 - says who failed
    """gcc refused a program, or one of the programs crashed."""


@dataclass(frozen=True)
class Expected:
    """How a program ended: its exit status, its checksum, what it printed, how many basic blocks it entered."""

    status: int
    checksum: int
    printed: str
    blocks: int


def compile_and_run(
    texts: Sequence[str],
    folder: Path,
    model: Model,
    *,
    optimise: str = "-O0",
    include: Sequence[str] = (),
    checksum: str = "vexil_checksum",
    extra: Sequence[str] = (),
    wrapping: bool = True,
) -> list[Expected | None]:
    """Run the programs; None stands for one that did too much. Each needs a ``main`` and otherwise static names."""
    folder.mkdir(parents=True, exist_ok=True)
    wrappers, table, calls = [], [], []
    for number, text in enumerate(texts):
        (folder / f"p{number}.c").write_text(text)
        wrapper = folder / f"w{number}.c"
        renames = f"#define main main_{number}\n"
        pointer = "0"
        table.append(f"extern int main_{number}(void);")
        if checksum:
            renames += f"#define {checksum} {checksum}_{number}\n"
            table.append(f"extern unsigned long long {checksum}_{number};")
            pointer = f"&{checksum}_{number}"
        calls.append(f"  run({number}, main_{number}, {pointer});")
        wrapper.write_text(f'{renames}#include "p{number}.c"\n')
        wrappers.append(wrapper.name)
    driver = "\n".join([COUNTER, *table, "int main(void)\n{", *calls, "  return 0;\n}\n"])
    (folder / "driver.c").write_text(driver.replace("LIMIT", str(BLOCK_LIMIT)))
    overflow = ["-fwrapv"] if wrapping else []
    flags = [*FLAGS, *overflow, *MODEL_FLAGS[model.name], optimise, *extra, *(f"-I{name}" for name in include)]
    _call(["gcc", *flags, "-fsanitize-coverage=trace-pc", "-c", *wrappers], folder)
    objects = [name.removesuffix(".c") + ".o" for name in wrappers]
    _call(["gcc", *flags, "driver.c", *objects, "-o", "all", "-lm"], folder)
    return _results(_call(["./all"], folder), len(texts))


def _call(command: Sequence[str], folder: Path) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=TIMEOUT, errors="replace"
    )
    if done.returncode:
        raise GccFailure(f"{command[0]} ended with {done.returncode}\n{done.stdout[-300:]}\n{done.stderr[-4000:]}")
    return done.stdout


def _results(output: str, count: int) -> list[Expected | None]:
    results: list[Expected | None] = [None] * count
    printed: list[str] = []
    for line in output.splitlines():
        match line.split():
            case ["start", _]:
                printed = []
            case ["result", number, status, checksum, blocks]:
                text = "\n".join(printed).strip()
                results[int(number)] = Expected(int(status), int(checksum, 16), text, int(blocks))
            case _:
                printed.append(line)
    return results
