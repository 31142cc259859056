"""Random scripts of two threads with locks and atomic numbers, every interleaving of them, and their C and Java.

A unit is ``0:lock 1;load 2;store 0 3;unlock 1``: steps of a thread, with the numbers of locks, of shared numbers, and
what is added; ``input`` takes one of a few values, ``throw 1`` ends the thread if it holds 1, with its locks given back
(in Java). The unit ``end:0 3 1 2`` asserts at the end that shared number 0 is not 3, or number 1 is not 2, and
``daemons:0 1`` makes daemons of both threads, where there are some: as they are waited for, that changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

SHARED = LOCKS = 2
THREADS = 2
INPUTS = 4
"""An input has so many values: the lowest bits of any number."""
_THROWN = -1

Step = tuple[str, ...]


# --- drawing ---------------------------------------------------------------------------------------------


def random_script(random: Random) -> tuple[str, ...]:
    """The units of a program."""
    counts = [random.randrange(1, 4) for _ in range(THREADS)]
    units = [f"{thread}:" + ";".join(_block(random, [])) for thread in range(THREADS) for _ in range(counts[thread])]
    final = _outcomes(_steps(tuple(units))).ends
    values = (
        random.choice(sorted(final)) if final and random.random() < 0.4 else (random.randrange(5), random.randrange(5))
    )
    daemons = [str(thread) for thread in range(THREADS) if random.random() < 0.2]
    said = [f"daemons:{' '.join(daemons)}"] if daemons else []
    return (*units, f"end:0 {values[0]} 1 {values[1]}", *said)


def random_input_script(random: Random, *, throws: bool = False) -> tuple[str, ...]:
    """The units of a program whose threads take inputs, and with *throws* may end with an exception."""
    *units, end = [unit for unit in random_script(random) if not unit.startswith("daemons:")]
    changed = []
    for unit in units:
        who, _, text = unit.partition(":")
        steps = text.split(";")
        if random.random() < 0.6:
            steps.insert(random.randrange(len(steps) + 1), "input")
        if throws and random.random() < 0.2:
            steps.insert(random.randrange(len(steps) + 1), f"throw {random.randrange(1, 4)}")
        changed.append(f"{who}:{';'.join(steps)}")
    final = _outcomes(_steps(tuple(changed))).ends
    if final and random.random() < 0.3:
        first, second = random.choice(sorted(final))
        end = f"end:0 {first} 1 {second}"
    return (*changed, end)


def _block(random: Random, held: list[int]) -> list[str]:
    free = [lock for lock in range(LOCKS) if lock not in held]
    if free and random.random() < 0.45:
        lock = random.choice(free)
        inner = [text for _ in range(random.randrange(1, 3)) for text in _block(random, [*held, lock])]
        return [f"lock {lock}", *inner, f"unlock {lock}"]
    return [
        random.choice(
            [
                f"load {random.randrange(SHARED)}",
                f"store {random.randrange(SHARED)} {random.randrange(3)}",
                f"add {random.randrange(SHARED)} {random.randrange(1, 3)}",
                f"swap {random.randrange(SHARED)} {random.randrange(2)} {random.randrange(1, 4)}",
                f"guarded {random.randrange(2)} {random.randrange(SHARED)}",
            ]
        )
        for _ in range(random.randrange(1, 3))
    ]


# --- every interleaving ----------------------------------------------------------------------------------


def _steps(units: tuple[str, ...]) -> tuple[tuple[Step, ...], ...]:
    found: list[list[Step]] = [[] for _ in range(THREADS)]
    for unit in units:
        who, _, text = unit.partition(":")
        if who.isdigit():
            found[int(who)] += [tuple(step.split()) for step in text.split(";")]
    return tuple(map(tuple, found))


State = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Where each thread is, what it holds in its variable, the shared numbers, who holds each lock (one more, 0 nobody)."""


@dataclass(frozen=True)
class _Outcomes:
    """The shared numbers at the end of all runs, whether some run gets stuck, and whether a thread throws in one."""

    ends: set[tuple[int, ...]]
    is_stuck: bool
    throws: bool


def _outcomes(steps: tuple[tuple[Step, ...], ...]) -> _Outcomes:
    first: State = ((0,) * THREADS, (0,) * THREADS, (0,) * SHARED, (0,) * LOCKS)
    seen, pending, ends, is_stuck = {first}, [first], set[tuple[int, ...]](), False
    while pending:
        state = pending.pop()
        following = [after for thread in range(THREADS) for after in _after(steps, state, thread)]
        if all(state[0][thread] == len(steps[thread]) for thread in range(THREADS)):
            ends.add(state[2])
        elif not following:
            is_stuck = True
        pending += [after for after in following if after not in seen]
        seen.update(following)
    return _Outcomes(ends, is_stuck, any(_THROWN in own for _, own, _, _ in seen))


def _after(steps: tuple[tuple[Step, ...], ...], state: State, thread: int) -> list[State]:
    places, own, shared, owners = map(list, state)
    if places[thread] == len(steps[thread]):
        return []
    word, *texts = steps[thread][places[thread]]
    numbers = list(map(int, texts))
    places[thread] += 1
    match word:
        case "lock":
            if owners[numbers[0]]:
                return []
            owners[numbers[0]] = thread + 1
        case "unlock":
            owners[numbers[0]] = 0
        case "load":
            own[thread] = shared[numbers[0]]
        case "store":
            shared[numbers[0]] = own[thread] + numbers[1]
        case "add":
            shared[numbers[0]] += numbers[1]
        case "swap":
            if shared[numbers[0]] == numbers[1]:
                shared[numbers[0]] = numbers[2]
        case "guarded":
            if own[thread] == numbers[0]:
                shared[numbers[1]] = 4
        case "input":
            every = [(*own[:thread], value, *own[thread + 1 :]) for value in range(INPUTS)]
            return [(tuple(places), values, tuple(shared), tuple(owners)) for values in every]
        case "throw":
            if own[thread] == numbers[0]:
                own[thread], places[thread] = _THROWN, len(steps[thread])
                owners = [0 if owner == thread + 1 else owner for owner in owners]
    return [(tuple(places), tuple(own), tuple(shared), tuple(owners))]


def failing(units: tuple[str, ...]) -> frozenset[str]:
    """Which of `assert`, `deadlock` and `exception` some interleaving breaks."""
    outcomes = _outcomes(_steps(units))
    fails = {"deadlock"} if outcomes.is_stuck else set()
    fails |= {"exception"} if outcomes.throws else set()
    for unit in units:
        if unit.startswith("end:"):
            _, first, _, second = map(int, unit[4:].split())
            fails |= {"assert"} if (first, second) in outcomes.ends else set()
    return frozenset(fails)


# --- texts -----------------------------------------------------------------------------------------------

COMMENT = "// units "


def _listed(units: tuple[str, ...]) -> str:
    return COMMENT + " | ".join(units) + "\n"


def script_of(text: str) -> tuple[str, ...]:
    """The script that a text is written from."""
    (line,) = [line for line in text.splitlines() if line.startswith(COMMENT)]
    return tuple(line[len(COMMENT) :].split(" | "))


def c_text(units: tuple[str, ...]) -> str:
    """The program with POSIX threads."""
    forms = {
        "lock": "pthread_mutex_lock(&lock{0});",
        "unlock": "pthread_mutex_unlock(&lock{0});",
        "load": "own = s{0};",
        "store": "s{0} = own + {1};",
        "add": "atomic_fetch_add(&s{0}, {1});",
        "swap": "{{ int old = {1}; atomic_compare_exchange_strong(&s{0}, &old, {2}); }}",
        "guarded": "if (own == {0}) s{1} = 4;",
        "input": "own = __VERIFIER_nondet_int() & 3;",
    }
    lines = ["#include <assert.h>", "#include <pthread.h>", "#include <stdatomic.h>"]
    lines += ["extern int __VERIFIER_nondet_int(void);"] if any("input" in unit for unit in units) else []
    lines += [f"static atomic_int s{number};" for number in range(SHARED)]
    lines += [f"static pthread_mutex_t lock{number} = PTHREAD_MUTEX_INITIALIZER;" for number in range(LOCKS)]
    for thread, steps in enumerate(_steps(units)):
        body = [f"  {forms[word].format(*numbers)}" for word, *numbers in steps]
        lines += [f"static void *thread{thread}(void *unused) {{", "  int own = 0;", *body, "  return 0;", "}"]
    ids = range(THREADS)
    lines += ["int main(void) {", f"  pthread_t ids[{THREADS}];"]
    lines += [f"  pthread_create(&ids[{number}], 0, thread{number}, 0);" for number in ids]
    lines += [f"  pthread_join(ids[{number}], 0);" for number in ids]
    lines += [
        f"  assert(!(s0 == {first} && s1 == {second}));"
        for _, first, _, second in (unit[4:].split() for unit in units if unit.startswith("end:"))
    ]
    return _listed(units) + "\n".join([*lines, "  return 0;", "}", ""])


def java_text(units: tuple[str, ...]) -> str:
    """The program with threads of Java."""
    forms = {
        "lock": "synchronized (lock{0}) {{",
        "unlock": "}}",
        "load": "own = s{0}.get();",
        "store": "s{0}.set(own + {1});",
        "add": "s{0}.addAndGet({1});",
        "swap": "s{0}.compareAndSet({1}, {2});",
        "guarded": "if (own == {0}) s{1}.set(4);",
        "input": "own = org.sosy_lab.sv_benchmarks.Verifier.nondetInt() & 3;",
        "throw": "if (own == {0}) throw new IllegalStateException();",
    }
    lines = ["import java.util.concurrent.atomic.AtomicInteger;", "public class Program {"]
    lines += [f"    static final AtomicInteger s{number} = new AtomicInteger();" for number in range(SHARED)]
    lines += [f"    static final Object lock{number} = new Object();" for number in range(LOCKS)]
    for thread, steps in enumerate(_steps(units)):
        body = [f"        {forms[word].format(*numbers)}" for word, *numbers in steps]
        lines += [f"    static void thread{thread}() {{", "        int own = 0;", *body, "    }"]
    ids = range(THREADS)
    lines += ["    public static void main(String[] arguments) throws InterruptedException {"]
    lines += [f"        Thread t{number} = new Thread(Program::thread{number});" for number in ids]
    daemons = {number for unit in units if unit.startswith("daemons:") for number in unit[8:].split()}
    lines += [f"        t{number}.setDaemon(true);" for number in sorted(daemons)]
    lines += [f"        t{number}.start();" for number in ids]
    lines += [f"        t{number}.join();" for number in ids]
    lines += [
        f"        assert !(s0.get() == {first} && s1.get() == {second});"
        for _, first, _, second in (unit[4:].split() for unit in units if unit.startswith("end:"))
    ]
    return _listed(units) + "\n".join([*lines, "    }", "}", ""])
