"""What library functions are given is checked where they are called: null, too short, not terminated, closed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vexil.core.context import Context
from vexil.frontends.c.contracts import ARGUMENTS, requirements
from vexil.frontends.c.units import MODELS, model_index
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check

PROGRAM = r"""
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void logged(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
}
int main(void) {
  char open_end[4] = {'a', 'b', 'c', 'd'}, text[4] = "abc", *null = 0;
  FILE *file = fopen("x", "r");
  (void)open_end, (void)text, (void)null;
  STATEMENT;
  if (file) fclose(file);
  logged("%s", text);
  return 0;
}
"""
WRONG = [
    "puts(null)", 'printf("%s", null)', 'printf("%s", open_end)', "write(1, text, 5)", "fwrite(text, 2, 3, stdout)",
    'logged("%d %s", 3, null)', 'printf("%d %d", 1)', 'printf("%s", 1)', "read(0, text, 5)", 'fputs("a", file)',
    'if (file) fclose(file), fputs("a", file), file = 0', 'int *n = 0; printf("a%n", n)', "fgets(text, 5, stdin)",
    "text[0] = '%', text[1] = 's', text[2] = 0, printf(text)", 'sprintf(text, "%d", 12345)',
    'snprintf(text, 5, "%s", "abcdef")', "strcpy(text, text + 1)", "strncpy(text, text + 1, 2)",
    'snprintf(text, 4, "%s", text)', 'memcmp(open_end, "abce.", 5)', "if (file) fclose(file), fclose(file), file = 0",
]  # fmt: skip
RIGHT = r"""
  printf("%.4s %.*s %d%% %5.1f %c\n", open_end, 3, open_end, 3, 2.0, 'x'), puts(text), write(1, open_end, 4);
  fwrite(open_end, 2, 2, stdout), fwrite(null, 2, 0, stdout), write(1, null, 0), perror(null), fflush(0);
  logged("%s %ld %.2s\n", text, 3L, open_end), printf("%p %s\n", (void *)null, "literal");
  int n = 1; printf("a%n%s", &n, text); if (file) fputs(text, file); snprintf(null, 0, "%d", 3);
  strcpy(text + 2, "a"), strncpy(open_end, open_end + 2, 2), memcmp(open_end, "abcd", 4), memcpy(text, text, 4)
"""


def verdict(statement: str, folder: Path) -> tuple[str, str]:
    """The answer about memory safety, and the reason."""
    path = folder / "program.c"
    path.write_text(PROGRAM.replace("STATEMENT", statement))
    (found,) = check(CheckOptions(LoadOptions((str(path),)), ("memsafety",)), Context()).verdicts
    return found.status.value, found.reason


@pytest.mark.parametrize("statement", WRONG)
def test_a_wrong_argument_is_a_violation(statement: str, tmp_path: Path) -> None:
    """A function that would access what it must not violates memory safety."""
    assert verdict(statement, tmp_path)[0] == "refuted", verdict(statement, tmp_path)


def test_right_arguments_are_no_violations(tmp_path: Path) -> None:
    """Strings that end, precisions that stop in time, sizes of nothing, and null where it may be."""
    assert verdict(RIGHT, tmp_path)[0] == "proved", verdict(RIGHT, tmp_path)


def test_calls_through_pointers_are_not_checked_and_prove_nothing(tmp_path: Path) -> None:
    """Where the address of such a function is taken, its calls have a caveat."""
    found, reason = verdict("int (*print)(const char *) = puts; print(null)", tmp_path)
    assert (found, "through a pointer" in reason) == ("unknown", True), reason


def test_the_table_agrees_with_the_headers() -> None:
    """Demands are about arguments that functions have, and no function with a model is in the table."""
    text = "".join(path.read_text(encoding="utf-8") for path in (MODELS.parent / "include").rglob("*.h"))
    compared = 0
    for name, wanted in requirements().items():
        found = re.search(rf"\b{name}\(([^;{{]*)\);", text)
        if found is not None:
            count = len(found[1].split(","))
            assert all(max((demand.argument, *demand.others)) < count for demand in wanted.demands), name
            compared += 1
    assert compared > 80
    listed = set(re.findall(r"\w+", ARGUMENTS.read_text(encoding="utf-8").split("# --- output")[1]))
    assert not listed & set(model_index())
