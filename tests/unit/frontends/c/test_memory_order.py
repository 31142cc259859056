"""Atomic accesses that ask for a weaker memory order than the one that all accesses have are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.core.context import Context
from vexil.frontends.c import COptions, load

THREADS = """#include <pthread.h>
#include <stdatomic.h>
atomic_int x; int y; atomic_flag f; int o;
void *run(void *given) {{ {statement} return given; }}
int main(void) {{ pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); return 0; }}
"""
WEAKER = {
    "atomic_store_explicit(&x, 1, memory_order_relaxed);": "relaxed (program.c:4)",
    "y = atomic_load_explicit(&x, memory_order_consume);": "consume (program.c:4)",
    "while (atomic_flag_test_and_set_explicit(&f, memory_order_acquire));": "acquire (program.c:4)",
    "__atomic_store_n(&y, 1, __ATOMIC_RELEASE);": "release (program.c:4)",
    "__atomic_fetch_add(&y, 1, __ATOMIC_ACQ_REL);": "acquire-release (program.c:4)",
    "atomic_compare_exchange_strong_explicit(&x, &y, 1, memory_order_seq_cst, memory_order_relaxed);": "relaxed",
    "int e = 0; __atomic_compare_exchange_n(&y, &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE);": "acquire",
    "atomic_thread_fence(memory_order_release);": "release (program.c:4)",
    "atomic_store_explicit(&x, 1, o);": "computed (program.c:4)",
    "__sync_lock_release(&y);": "release (program.c:4)",
    "__atomic_clear(&y, __ATOMIC_RELEASE);": "release (program.c:4)",
}
AS_STRONG = [
    "x = 1;",
    "atomic_store(&x, 1); y = atomic_exchange(&x, 2);",
    "atomic_store_explicit(&x, 1, memory_order_seq_cst);",
    "__atomic_store_n(&y, 1, __ATOMIC_SEQ_CST); __sync_fetch_and_add(&y, 1);",
]


def stated(folder: Path, text: str) -> list[str]:
    path = folder / "program.c"
    path.write_text(text)
    program = load([str(path)], COptions(), Context())
    return [item.statement for item in program.assumptions if item.kind == "memory-order"]


@pytest.mark.parametrize("statement", WEAKER)
def test_a_weaker_order_is_an_assumption(statement: str, tmp_path: Path) -> None:
    """The order and the place are named."""
    (found,) = stated(tmp_path, THREADS.format(statement=statement))
    assert WEAKER[statement] in found


@pytest.mark.parametrize("statement", AS_STRONG)
def test_nothing_is_said_where_nothing_weaker_is_asked_for(statement: str, tmp_path: Path) -> None:
    """Plain accesses to atomics are sequentially consistent in C, too."""
    assert stated(tmp_path, THREADS.format(statement=statement)) == []


def test_nothing_is_said_of_one_thread(tmp_path: Path) -> None:
    """One thread sees its own accesses in order."""
    text = "#include <stdatomic.h>\natomic_int x; int main(void) {"
    assert stated(tmp_path, text + " atomic_store_explicit(&x, 1, memory_order_relaxed); return x; }") == []
