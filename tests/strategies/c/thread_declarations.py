"""What small C programs with threads may use: declarations, what initialises it, and what properties say about it."""

from __future__ import annotations

HEADERS = {
    "sem_t": "semaphore.h",
    "atomic_int": "stdatomic.h",
    "atomic_flag": "stdatomic.h",
    "malloc": "stdlib.h",
    "free": "stdlib.h",
    "exit": "stdlib.h",
    "abort": "stdlib.h",
    "memcpy": "string.h",
    "memset": "string.h",
}
"""What is declared where."""
DECLARATIONS = {
    "__VERIFIER_nondet_bool": "extern _Bool __VERIFIER_nondet_bool(void);",
    "__VERIFIER_atomic_begin": "extern void __VERIFIER_atomic_begin(void);",
    "__VERIFIER_atomic_end": "extern void __VERIFIER_atomic_end(void);",
    "node": "struct node { int value; struct node *next; };",
    "account": "struct account { pthread_mutex_t guard; int value; short parts[2]; };",
    "n": "int n;",
    "c": "unsigned char c;",
    "w": "long w;",
    "flag": "_Bool flag;",
    "a": "int a[2];",
    "b": "int b[2] = {1, 2};",
    "g": "struct node *g;",
    "p": "int *p;",
    "x": "atomic_int x;",
    "bit": "atomic_flag bit = ATOMIC_FLAG_INIT;",
    "k": "int k;",
    "own": "static _Thread_local int own;",
    "shared": "struct account shared = {PTHREAD_MUTEX_INITIALIZER};",
    "mutex": "pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;",
    "made": "pthread_mutex_t made;",
    "again": "pthread_mutex_t again;",
    "rwlock": "pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;",
    "spin": "pthread_spinlock_t spin;",
    "semaphore": "sem_t semaphore;",
    "ready": "sem_t ready;",
    "condition": "pthread_cond_t condition = PTHREAD_COND_INITIALIZER;",
    "barrier": "pthread_barrier_t barrier;",
    "once": "pthread_once_t once = PTHREAD_ONCE_INIT;",
    "handle": "pthread_t handle;",
    "done": "int done;",
    "seen": "int seen;",
    "seen0": "int seen0;",
    "seen1": "int seen1;",
    "seen2": "int seen2;",
    "get": "static int get(void) { return n; }",
    "put": "static void put(int *q, int value) { *q = value; }",
    "value_of": "static int value_of(struct node *of) { return of->value; }",
    "show": "static void show(void) { int local = 1; p = &local; }",
    "forget": "static void forget(void *(*run)(void *), void *with) { pthread_t t; pthread_create(&t, 0, run, with); }",
    "initialise": "static void initialise(void) { k = 1; }",
}
"""What may be used, in the order in which it is declared."""
INITIALISED = {
    "made": ("pthread_mutex_init(&made, 0);",),
    "again": (
        "pthread_mutexattr_t kind;",
        "pthread_mutexattr_init(&kind);",
        "pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);",
        "pthread_mutex_init(&again, &kind);",
    ),
    "spin": ("pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);",),
    "semaphore": ("sem_init(&semaphore, 0, 1);",),
    "ready": ("sem_init(&ready, 0, 0);",),
    "barrier": ("pthread_barrier_init(&barrier, 0, 2);",),
}
"""What the main function does about them before it creates threads."""
LOCALS = {"i": "int i = 0;", "j": "int j = 0;", "y": "struct node *y = 0;", "q": "int *q = argument;"}
ATOMS = {
    "n == 0": "int n;",
    "n == 1": "int n;",
    "k == 1": "int k;",
    "c == 1": " c;",
    "w != 1": "long w;",
    "flag": "_Bool flag;",
    "done == 1": "int done;",
    "x == 1": "atomic_int x;",
    "a[0] == 1": "int a[2];",
    "shared.value == 1": "struct account shared",
    "call(worker0)": "",
    "at(AGAIN0)": "AGAIN0:",
    "call(get)": "int get(",
    "return(get)": "int get(",
    "worker0::i == 1": "worker0(void *argument) {\n    int i",
    "worker0::i == 0": "worker0(void *argument) {\n    int i",
}
"""What properties speak of, with what a program has to say for it."""
