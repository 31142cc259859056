"""Read-write locks over registers: any number of readers, misuse that is no proof, memory that others write to."""

from __future__ import annotations

import pytest

from order_verdicts import PROVED, REFUTED
from thread_claims import said
from thread_verdicts import loaded_c

PROGRAM = """#include <assert.h>
#include <pthread.h>
#include <string.h>
static struct { pthread_rwlock_t lock; int first, second; } s;
static void *reads(void *p) { READ assert(s.first == s.second); DONE return p; }
static void *writes(void *p) {
  pthread_rwlock_wrlock(&s.lock);
  s.first++;
  s.second++;
  pthread_rwlock_unlock(&s.lock);
  return p;
}
int main(void) {
  pthread_t t;
  BEGIN
  while (1) {
    pthread_create(&t, 0, reads, 0);
    pthread_create(&t, 0, writes, 0);
  }
}
"""
READ, DONE = "pthread_rwlock_rdlock(&s.lock);", "pthread_rwlock_unlock(&s.lock);"


def answer(read: str = READ, done: str = DONE, begin: str = "") -> str:
    """What is said of the program."""
    text = PROGRAM.replace("READ", read).replace("DONE", done).replace("BEGIN", begin)
    return said(loaded_c(text))


@pytest.mark.parametrize(
    ("read", "done", "begin"),
    [
        (READ, DONE, ""),
        ("if (pthread_rwlock_tryrdlock(&s.lock)) return p;", DONE, "pthread_rwlock_init(&s.lock, 0);"),
        (READ, DONE, "memset(&s, 0, sizeof s); pthread_rwlock_init(&s.lock, 0);"),
        ("pthread_rwlock_wrlock(&s.lock);", DONE, ""),
    ],
)
def test_any_number_of_readers(read: str, done: str, begin: str) -> None:
    """Readers see what writers leave, whatever their number."""
    assert answer(read, done, begin) == PROVED


@pytest.mark.parametrize(
    ("read", "done"), [("", ""), (f"{READ} {DONE}", ""), ("if (pthread_rwlock_tryrdlock(&s.lock) == 99) return p;", "")]
)
def test_who_does_not_read_sees_writers(read: str, done: str) -> None:
    """Without the lock, behind it, or where nobody asks whether it was got, the assertion fails."""
    assert answer(read, done) == REFUTED


@pytest.mark.parametrize(
    ("read", "done", "begin"),
    [
        (READ, f"{DONE} {DONE}", ""),
        (f"{READ} {READ}", DONE, ""),
        (f"{READ} memset(&s.lock, 0, sizeof s.lock);", DONE, ""),
        (f"{READ} pthread_rwlock_init(&s.lock, 0);", DONE, ""),
        (READ, DONE, "memset(&s.lock, 1, sizeof s.lock);"),
        (READ, DONE, "pthread_rwlock_destroy(&s.lock);"),
        (
            "struct { pthread_rwlock_t lock; } s_; pthread_rwlock_init(&s_.lock, 0); pthread_rwlock_rdlock(&s_.lock);",
            "pthread_rwlock_unlock(&s_.lock);",
            "",
        ),
        ("pthread_rwlock_t *l = &s.lock + 1; pthread_rwlock_rdlock(l);", "pthread_rwlock_unlock(l);", ""),
    ],
)
def test_misuse_is_no_proof(read: str, done: str, begin: str) -> None:
    """Who stops to read twice, reads twice, or writes to a lock leaves the number of readers open."""
    assert answer(read, done, begin) != PROVED
