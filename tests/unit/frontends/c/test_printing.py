"""What C programs print through functions of their own that hand arguments on."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from vexil.cli.main import app

PROGRAM = r"""
#include <stdarg.h>
#include <stdio.h>
static void say(const char *format, ...) {
  va_list list, copy;
  va_start(list, format);
  va_copy(copy, list);
  vprintf(format, list);
  vfprintf(stdout, format, copy);
  va_end(copy);
  va_end(list);
}
int main(void) {
  say("%d %s %.2f %c %lld\n", 7, "ok", 1.5, 'x', 1LL << 40);
  return 0;
}
"""


@pytest.mark.parametrize("model", ["LP64", "ILP32"])
def test_lists_of_arguments_are_printed(tmp_path: Path, model: str) -> None:
    """`vprintf` and `vfprintf` print what the list holds, also a copied one, in both data models."""
    source = tmp_path / "say.c"
    source.write_text(PROGRAM, encoding="utf-8")
    result = CliRunner().invoke(app, ["run", str(source), "--data-model", model])
    assert result.stdout == "7 ok 1.50 x 1099511627776\n" * 2, result.output
