"""What a slice as text forgets to keep: jumps, declarations, what only the text reads, whose an ``else`` is."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faults.fault import Fault, Patch, Plant
from vexil.core.context import Context
from vexil.pipeline.options import LoadOptions
from vexil.pipeline.slice import criterion_slice
from vexil.slicing.emission.editing import _Editing
from vexil.slicing.emission.keeping import Keeping

LEFT = """int printf(const char *, ...);
int main(void) {
  int i = 0, k;
  while (1) {
    k = i;
    if (i++ > 3) break;
  }
  printf("%d", k);
}
"""
DANGLING = """int printf(const char *, ...);
int main(int argc, char **argv) {
  int a = 1, b = 1;
  if (argc) if (argc > 1) a = 2; else b = 3; else a = 4;
  printf("%d", a);
}
"""
PRINTED = """class Printed {
    static int shared;
    public static void main(String[] args) {
        int n = 1;
        n = n + 4;
        System.out.println(shared + n);
    }
}
"""


@dataclass(frozen=True)
class Stays:
    """A part of a program that its slice at a line has."""

    name: str
    program: str
    line: int
    part: str

    def _is_kept(self) -> bool:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / self.name
            path.write_text(self.program)
            place = f"{self.name}:{self.line}"
            emission = criterion_slice(LoadOptions((str(path),)), (place,), (), Context()).emission
            return self.part in emission.text(emission.shown[0])

    def accept(self) -> None:
        """The part stays."""
        assert self._is_kept()

    def notice(self) -> None:
        """The part is gone."""
        assert not self._is_kept()


def _set(owner: type, name: str, method: Callable[..., Any]) -> Plant:
    def plant(patch: Patch) -> None:
        patch.setattr(owner, name, method)

    return plant


SOURCE_SLICE_FAULTS = (
    Fault(
        "jumps over what stays forgotten",
        _set(Keeping, "_is_passed_over", lambda self, jump, acting: False),
        Stays("left.c", LEFT, 8, "break;"),
    ),
    Fault(
        "declarations of what stays forgotten",
        _set(Keeping, "_named", lambda self: []),
        Stays("left.c", LEFT, 8, "int i = 0, k;"),
    ),
    Fault(
        "what only the text reads forgotten",
        _set(Keeping, "_unread", lambda self: set()),
        Stays("Printed.java", PRINTED, 6, "n = n + 4;"),
    ),
    Fault(
        "an else given to another if",
        _set(_Editing, "_can_lose_alternative", lambda self, branch: True),
        Stays("dangling.c", DANGLING, 5, "else { } else a = 4;"),
    ),
)
