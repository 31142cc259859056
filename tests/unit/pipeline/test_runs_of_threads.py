"""Runs of threads over registers as runs of the program: through the library, to the end of threads that are joined."""

from __future__ import annotations

import pytest

from order_verdicts import REFUTED
from thread_claims import said
from thread_verdicts import loaded_c

PROGRAM = """#include <assert.h>
#include <pthread.h>
static int x;
static void *set(void *p) { x = 1; END; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, set, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 1);
  return 0;
}
"""


@pytest.mark.parametrize("end", ["return p", "pthread_exit(0)"])
def test_who_joins_waits_for_the_library(end: str) -> None:
    """A thread that is joined comes to its end in the library, and no request is taken to fail without need."""
    assert said(loaded_c(PROGRAM.replace("END", end))) == REFUTED
