"""What gcc's sanitizers find in random sequential C programs with two small inputs, for every pair of them."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

from soaking.subject import Subject, Truth
from strategies.c.inputs import random_input_program
from strategies.source import Seeded

PROPERTIES = ("assert", "memsafety", "overflow", "division")
SANITIZERS = ["-g0", "-O0", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
SECONDS = 60

DRIVER = """#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#define LEAST (-3)
#define MOST 4
int program(void);
static int values[2], taken;
int __VERIFIER_nondet_int(void) { return values[taken++ & 1]; }
static const char *kind(const char *text) {
  if (strstr(text, "Assertion")) return "assert";
  if (strstr(text, "division by zero")) return "division";
  if (strstr(text, "cannot be represented")) return "overflow";
  if (strstr(text, "out of bounds") || strstr(text, "AddressSanitizer")) return "memsafety";
  if (strstr(text, "null pointer") || strstr(text, "insufficient space")) return "memsafety";
  return "other";
}
int main(void) {
  for (int x = LEAST; x <= MOST; x++)
    for (int y = LEAST; y <= MOST; y++) {
      int ends[2], status;
      static char text[4096];
      if (pipe(ends)) return 2;
      pid_t child = fork();
      if (!child) {
        alarm(5);
        dup2(ends[1], 2);
        values[0] = x, values[1] = y;
        program();
        _exit(0);
      }
      close(ends[1]);
      long used = 0, got;
      while ((got = read(ends[0], text + used, sizeof text - 1 - used)) > 0) used += got;
      text[used] = 0;
      close(ends[0]);
      waitpid(child, &status, 0);
      if (status) printf("%d %d %s\\n", x, y, kind(text));
    }
  return 0;
}
"""


def drawn(seed: int) -> Subject:
    """The program of a seed."""
    engines = Random(seed + 1).choice(
        [("auto",), ("auto",), ("auto", "bounded"), ("auto", "explicit"), ("auto", "predicates")]
    )
    text = random_input_program(Seeded(seed))
    return Subject("c", seed, text, random_input_program, PROPERTIES, "program.c", _truth, _confirms, engines)


def _truth(text: str, folder: Path) -> Truth | None:
    (folder / "real.c").write_text(text)
    (folder / "driver.c").write_text(DRIVER)
    command = ["gcc", *SANITIZERS, "-Dmain=program", "-c", "real.c", "-o", "real.o"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=SECONDS)
    command = ["gcc", *SANITIZERS, "driver.c", "real.o", "-o", "real"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=SECONDS)
    found = _executed(folder / "real")
    kinds = {line.split()[2] for line in found.stdout.splitlines()}
    if found.returncode or "other" in kinds:
        return None
    return Truth(frozenset(kinds), frozenset() if kinds else frozenset(PROPERTIES))


def _confirms(text: str, folder: Path) -> bool:
    (folder / "real.c").write_text(text)
    command = ["gcc", *SANITIZERS, "real.c", "test.c", "-o", "confirmed"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=SECONDS)
    return _executed(folder / "confirmed").returncode not in (0, 18, 19)


def _executed(program: Path) -> subprocess.CompletedProcess[str]:
    settings = {"ASAN_OPTIONS": "symbolize=0:detect_leaks=0:detect_stack_use_after_return=0", "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        [str(program)], capture_output=True, text=True, errors="replace", timeout=SECONDS, env=settings, check=False
    )
