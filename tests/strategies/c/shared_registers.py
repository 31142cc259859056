"""Random threaded programs in C whose memory is known: globals, members, arrays, locks, arguments, joins, results.

They are for proofs about threads over registers: most pointers can be followed, and everything that changes what others
see occurs: helpers that are given addresses, open indices, attempts to take a lock, creation that may fail, signals,
semaphores, barriers, read-write locks.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

HEAD = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
struct pair { int a; int b; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, l = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t b;
static sem_t e;
static int x, y, z = 1;
static struct pair s;
static int v[3];
static __thread int own;
static void add(int *p, int n) { *p = *p + n; }
static int get(const int *p) { return *p; }
static void both(struct pair *p) { p->a = p->a + 1; p->b = p->a; }
"""


class Writer:
    """Writes the body of one thread."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._depth = 0

    def place(self) -> str:
        """A variable."""
        return self._random.choice(["x", "x", "y", "z", "s.a", "s.b", "v[1]", "own", "i", "j"])

    def value(self) -> str:
        """A small expression."""
        one = self._random.choice([self.place, lambda: str(self._random.randrange(3))])
        if self._random.random() < 0.4:
            return f"({one()} + {self._random.randrange(2)})"
        return one()

    def condition(self) -> str:
        """A comparison."""
        return f"{self.place()} {self._random.choice(['==', '!=', '<', '<='])} {self.value()}"

    def body(self, count: int) -> str:
        """Some statements."""
        return " ".join(self.statement() for _ in range(count))

    def statement(self) -> str:
        """A statement."""
        makers: list[tuple[int, Callable[[], str]]] = [
            (6, lambda: f"{self.place()} = {self.value()};"),
            (2, lambda: f"add(&{self._random.choice(['x', 'y', 's.b', 'i'])}, {self._random.randrange(1, 3)});"),
            (1, lambda: "both(&s);"),
            (1, lambda: f"i = get(&{self._random.choice(['x', 'z', 's.a', 'v[1]'])});"),
            (2, lambda: f"{self.place()} = __VERIFIER_nondet_bool();"),
            (1, lambda: "if (i >= 0 && i < 3) v[i] = 1;"),
            (1, lambda: "if (j >= 0 && j < 3) i = v[j];"),
            (
                1,
                lambda: self._random.choice(
                    ["pthread_cond_signal(&c);", "pthread_cond_broadcast(&c);", "sem_post(&e);"]
                ),
            ),
            (1, lambda: "pthread_barrier_wait(&b);"),
            (3, lambda: f"assert({self.condition()} || {self.condition()});"),
        ]
        if self._depth < 2:
            makers += [
                (3, lambda: self._inside("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);")),
                (1, lambda: self._inside("pthread_mutex_lock(&l);", "pthread_mutex_unlock(&l);")),
                (2, lambda: self._inside("__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();")),
                (1, lambda: self._inside("if (pthread_mutex_trylock(&m) == 0) {", "pthread_mutex_unlock(&m); }")),
                (2, lambda: self._inside("sem_wait(&e);", "sem_post(&e);")),
                (2, lambda: self._inside("pthread_rwlock_rdlock(&r);", "pthread_rwlock_unlock(&r);")),
                (1, lambda: self._inside("pthread_rwlock_wrlock(&r);", "pthread_rwlock_unlock(&r);")),
                (1, lambda: self._inside("if (pthread_rwlock_tryrdlock(&r) == 0) {", "pthread_rwlock_unlock(&r); }")),
                (1, self._waiting),
                (2, lambda: self._inside(f"if ({self.condition()}) {{", "}")),
                (1, lambda: self._inside("for (int k = 0; k < 2; k++) {", "}")),
            ]
        weights = [weight for weight, _ in makers]
        return self._random.choices([maker for _, maker in makers], weights)[0]()

    def _waiting(self) -> str:
        """Wait for a signal, once or until something holds."""
        word = self._random.choice(["if", "while"])
        wait = f"{word} ({self.condition()}) pthread_cond_wait(&c, &m);"
        return self._inside(f"pthread_mutex_lock(&m); {wait}", "pthread_mutex_unlock(&m);")

    def _inside(self, before: str, after: str) -> str:
        self._depth += 1
        body = self.body(self._random.randrange(1, 3))
        self._depth -= 1
        is_section = before.startswith("__VERIFIER") or "lock" in before
        if is_section:
            body = body.replace("pthread_mutex_lock(&m);", "").replace("pthread_mutex_unlock(&m);", "")
        return f"{before} {body} {after}"


def random_program(random: Random) -> str:
    """A program with one or two kinds of threads."""
    kinds = random.randrange(1, 3)
    lines = [HEAD]
    for number in range(kinds):
        body = Writer(random).body(random.randrange(2, 4))
        first = random.choice(["int i = 0, j = 1;", "int i = *(int *)p, j = 0;"])
        end = random.choice(["return 0;", "return 0;", "pthread_exit(0);"])
        lines.append(f"static void *f{number}(void *p) {{ {first} {body} {end} }}")
    lines.append(
        "int main(void) { int i = 0, j = 0; pthread_t t0, t1; sem_init(&e, 0, 1); pthread_barrier_init(&b, 0, 2);"
    )
    lines.append(Writer(random).body(random.randrange(2)))
    count = random.randrange(1, 3)
    for number in range(count):
        argument = random.choice(["&z", "&s.b", "&x"])
        function = f"f{random.randrange(kinds)}"
        started = f"pthread_create(&t{number}, 0, {function}, {argument})"
        lines.append(random.choice([f"{started};", f"if ({started}) return 1;"]))
        lines.append(Writer(random).body(random.randrange(2)))
    lines += [f"pthread_join(t{number}, 0);" for number in range(count) if random.random() < 0.7]
    lines.append(Writer(random).body(random.randrange(1, 3)))
    lines.append(f"assert({Writer(random).condition()} || {Writer(random).condition()}); return 0; }}")
    return "\n".join(lines)
