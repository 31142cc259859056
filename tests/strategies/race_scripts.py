"""Random scripts of threads that share plain and atomic numbers, whether one has a data race, and their C and Java.

A script is a sequence of threads, each a sequence of steps; thread 0 starts the others and waits for them. Whether two
accesses race is found out in every interleaving by vector clocks (Lamport 1978, Mattern 1989), and by nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

PLAIN = 2
ATOMICS = LOCKS = 1
Step = tuple[str, ...]
Threads = tuple[tuple[Step, ...], ...]
Clock = tuple[int, ...]


# --- drawing ---------------------------------------------------------------------------------------------


def random_script(random: Random) -> Threads:
    """The steps of the first thread and of one or two others."""
    others = random.choice([1, 1, 2])
    workers = tuple(_steps(random, random.randrange(1, 4)) for _ in range(others))
    first: list[Step] = list(_steps(random, random.randrange(0, 2)))
    for number in range(1, others + 1):
        first.append(("start", str(number)))
        first += _steps(random, random.randrange(0, 2))
    for number in range(1, others + 1):
        if random.random() < 0.8:
            first.append(("join", str(number)))
        first += _steps(random, random.randrange(0, 2))
    return (tuple(first), *workers)


def _steps(random: Random, count: int) -> tuple[Step, ...]:
    steps: list[Step] = []
    for _ in range(count):
        kind = random.random()
        inner = [_access(random) for _ in range(random.randrange(1, 3))]
        if kind < 0.3:
            steps += [("lock", "0"), *inner, ("unlock", "0")]
        elif kind < 0.4:
            steps += [("begin",), *inner, ("end",)]
        elif kind < 0.6:
            steps.append(random.choice([("publish", "0"), ("fetch", "0"), ("add", "0")]))
        elif kind < 0.75:
            steps += [("fetch", "0"), ("when", str(random.randrange(1, 3)), *_access(random))]
        else:
            steps += inner
    return tuple(steps)


def _access(random: Random) -> Step:
    return (random.choice(["read", "write", "write"]), str(random.randrange(PLAIN)))


# --- every interleaving ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _State:
    places: tuple[int, ...]
    own: tuple[int, ...]
    """What each thread read last of an atomic number."""
    started: frozenset[int]
    atomics: tuple[int, ...]
    owners: tuple[int, ...]
    """Who holds each lock, and who is in a section: a thread, or -1."""
    clocks: tuple[Clock, ...]
    released: tuple[Clock, ...]
    """The clocks that locks, the section and atomic numbers hand on."""
    history: frozenset[tuple[int, int, int, bool]]
    """Accesses: the plain number, the thread, its time then, and whether it wrote."""


def has_race(threads: Threads) -> bool:
    """Say whether two accesses of some run have no order."""
    count = len(threads)
    zero = (0,) * count
    first = _State(
        (0,) * count,
        (0,) * count,
        frozenset({0}),
        (0,) * ATOMICS,
        (-1,) * (LOCKS + 1),
        tuple(tuple(int(one == two) for two in range(count)) for one in range(count)),
        (zero,) * (LOCKS + 1 + ATOMICS),
        frozenset(),
    )
    seen, pending = {first}, [first]
    while pending:
        state = pending.pop()
        for thread in range(count):
            after = _after(threads, state, thread)
            if after is True:
                return True
            if isinstance(after, _State) and after not in seen:
                seen.add(after)
                pending.append(after)
    return False


def _joined(one: Clock, two: Clock) -> Clock:
    return tuple(map(max, one, two))


def _after(threads: Threads, state: _State, thread: int) -> _State | bool:
    """The state after a step of a thread; false when it cannot move, true when its access races."""
    place = state.places[thread]
    if thread not in state.started or place == len(threads[thread]):
        return False
    if state.owners[LOCKS] not in (-1, thread):
        return False
    word, *rest = threads[thread][place]
    own, atomics, owners = list(state.own), list(state.atomics), list(state.owners)
    clocks, released = list(state.clocks), list(state.released)
    started, history = state.started, state.history
    number = int(rest[0]) if rest else 0

    def acquire(slot: int) -> None:
        clocks[thread] = _joined(clocks[thread], released[slot])

    def release(slot: int) -> None:
        released[slot] = _joined(released[slot], clocks[thread])
        clocks[thread] = tuple(time + (one == thread) for one, time in enumerate(clocks[thread]))

    if word == "when":
        word, number = (rest[1], int(rest[2])) if own[thread] == number else ("skip", 0)
    match word:
        case "start":
            started = started | {number}
            clocks[number] = _joined(clocks[number], clocks[thread])
            clocks[thread] = tuple(time + (one == thread) for one, time in enumerate(clocks[thread]))
        case "join":
            if state.places[number] != len(threads[number]):
                return False
            clocks[thread] = _joined(clocks[thread], clocks[number])
        case "lock" | "begin":
            slot = number if word == "lock" else LOCKS
            if owners[slot] != -1:
                return False
            owners[slot] = thread
            acquire(slot)
        case "unlock" | "end":
            slot = number if word == "unlock" else LOCKS
            owners[slot] = -1
            release(slot)
        case "publish":
            atomics[number] = thread + 1
            release(LOCKS + 1 + number)
        case "fetch":
            own[thread] = atomics[number]
            acquire(LOCKS + 1 + number)
        case "add":
            atomics[number] += 1
            acquire(LOCKS + 1 + number)
            release(LOCKS + 1 + number)
        case "read" | "write":
            writes = word == "write"
            for variable, other, time, wrote in history:
                if variable == number and (wrote or writes) and time > clocks[thread][other]:
                    return True
            history = history | {(number, thread, clocks[thread][thread], writes)}
        case _:
            pass
    places = tuple(at + (one == thread) for one, at in enumerate(state.places))
    return _State(places, tuple(own), started, tuple(atomics), tuple(owners), tuple(clocks), tuple(released), history)


# --- texts -----------------------------------------------------------------------------------------------

_C = {
    "start": "pthread_create(&ids[{0}], 0, thread{0}, 0);",
    "join": "pthread_join(ids[{0}], 0);",
    "lock": "pthread_mutex_lock(&lock{0});",
    "unlock": "pthread_mutex_unlock(&lock{0});",
    "begin": "__VERIFIER_atomic_begin();",
    "end": "__VERIFIER_atomic_end();",
    "publish": "a{0} = {me};",
    "fetch": "own = a{0};",
    "add": "atomic_fetch_add(&a{0}, 1);",
    "read": "copy = x{0};",
    "write": "x{0} = {me};",
    "when": "if (own == {0}) {inner}",
    "skip": ";",
}
_JAVA = {
    "start": "t{0}.start();",
    "join": "t{0}.join();",
    "lock": "synchronized (lock{0}) {{",
    "unlock": "}}",
    "begin": "synchronized (section) {{",
    "end": "}}",
    "publish": "a{0} = {me};",
    "fetch": "own = a{0};",
    "add": "synchronized (adding) {{ a{0}++; }}",
    "read": "copy = x{0};",
    "write": "x{0} = {me};",
    "when": "if (own == {0}) {{ {inner} }}",
    "skip": ";",
}
_VIR = {
    "start": "t{0} := start thread{0}()",
    "join": "join t{0}",
    "lock": "lock literal({0}, lock)",
    "unlock": "unlock literal({0}, lock)",
    "begin": "begin atomic",
    "end": "end atomic",
    "publish": "a{0} := {me}i32 atomic",
    "fetch": "own := a{0} atomic",
    "read": "got := x{0}",
    "write": "x{0} := {me}i32",
}


def _line(forms: dict[str, str], thread: int, step: Step) -> str:
    word, *rest = step
    inner = _line(forms, thread, tuple(rest[1:])) if word == "when" else ""
    return forms[word].format(*rest, me=thread + 1, inner=inner)


def c_text(threads: Threads) -> str:
    """The program with POSIX threads."""
    lines = ["#include <pthread.h>", "#include <stdatomic.h>"]
    lines += ["extern void __VERIFIER_atomic_begin(void);", "extern void __VERIFIER_atomic_end(void);"]
    lines += [f"static int x{number};" for number in range(PLAIN)]
    lines += [f"static _Atomic int a{number};" for number in range(ATOMICS)]
    lines += [f"static pthread_mutex_t lock{number} = PTHREAD_MUTEX_INITIALIZER;" for number in range(LOCKS)]
    for number, steps in reversed(list(enumerate(threads))):
        head = f"static void *thread{number}(void *unused) {{" if number else "int main(void) {"
        body = [f"  {_line(_C, number, step)}" for step in steps]
        ids = [] if number else [f"  pthread_t ids[{len(threads)}];"]
        lines += [head, "  int own = 0, copy = 0;", *ids, *body, "  return 0;", "}"]
    return "\n".join([*lines, ""])


def java_text(threads: Threads) -> str:
    """The program with threads of Java."""
    lines = ["public class Program {"]
    lines += [f"    static int x{number};" for number in range(PLAIN)]
    lines += [f"    static volatile int a{number};" for number in range(ATOMICS)]
    names = [*(f"lock{number}" for number in range(LOCKS)), "section", "adding"]
    lines += [f"    static final Object {name} = new Object();" for name in names]
    for number, steps in enumerate(threads):
        head = f"static void thread{number}()" if number else "public static void main(String[] arguments)"
        made = (
            [] if number else [f"        Thread t{n} = new Thread(Program::thread{n});" for n in range(1, len(threads))]
        )
        body = [f"        {_line(_JAVA, number, step)}" for step in steps]
        thrown = "" if number else " throws InterruptedException"
        lines += [f"    {head}{thrown} {{", "        int own = 0, copy = 0;", *made, *body, "    }"]
    return "\n".join([*lines, "}", ""])


def vir_text(threads: Threads) -> str:
    """The program in the intermediate form."""
    lines = ["vir 1", *(f"global x{number}: i32" for number in range(PLAIN))]
    lines += [f"global a{number}: i32" for number in range(ATOMICS)]
    for number, steps in enumerate(threads):
        lines += [f"function thread{number}()" if number else "function main()", "  local own: i32", "  local got: i32"]
        lines += [] if number else [f"  local t{other}: thread" for other in range(1, len(threads))]
        for place, step in enumerate(steps):
            here, there = f"n{place}", f"n{place + 1}"
            if step[0] == "when":
                inner = _line(_VIR, number, step[2:])
                lines += [
                    f"  {here} -> {here}_yes: assume own == {step[1]}i32",
                    f"  {here} -> {there}: assume !(own == {step[1]}i32)",
                    f"  {here}_yes -> {there}: {inner}",
                ]
            elif step[0] == "add":
                lines += [
                    f"  {here} -> {here}_a: begin atomic",
                    f"  {here}_a -> {here}_b: got := a{step[1]}",
                    f"  {here}_b -> {here}_c: a{step[1]} := got + 1i32",
                    f"  {here}_c -> {there}: end atomic",
                ]
            else:
                lines.append(f"  {here} -> {there}: {_line(_VIR, number, step)}")
        lines.append(f"  n{len(steps)} -> exit: return")
    return "\n".join([*lines, ""])
