"""Random small C programs with threads, as engineers write them in miniature.

Threads are created in variables, arrays and loops, by each other, and so that nobody knows them later. They share
numbers, structures, lists and each other's locals, under mutexes, read-write locks, semaphores, spin locks and atomic
sections, or without. Programs with two threads that do a few things each have some thousand states at most.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from strategies.c.thread_declarations import DECLARATIONS, HEADERS, INITIALISED, LOCALS
from strategies.threaded import Maker, ThreadWriter, declared, occurs

MUTEXES = ("mutex", "made", "again", "shared.guard")
GUARDS = (*MUTEXES, "mutex", "mutex", "rwlock", "semaphore", "spin", "section")


class _Threads(ThreadWriter):
    GUARDED = ("n", "c", "w", "a", "g", "p", "k", "shared.value")
    NUMBERS = ("n", "n", "k", "k", "c", "w")

    def __init__(self, random: Random, *, endless: bool) -> None:
        super().__init__(random, endless=endless)
        self.with_memory = False
        themes: list[list[Maker]] = [
            [self._plain, self._twice], [self._plain, self._locked], [self._plain, self._when, self._loop],
            [self._array, self._plain], [self._flag, self._plain], [self._wait, self._signal, self._plain],
            [self._post, self._plain], [self._wait, self._signal], [self._atomic], [self._atomic, self._when],
            [self._structure, self._call], [self._try, self._locked], [self._argument],
            [self._argument, self._plain], [self._nested, self._plain],
        ]  # fmt: skip
        others = [self._when, self._loop, self._locked, self._own, self._input, self._end]
        if endless:
            themes += [[self._spin, self._plain], [self._spin, self._plain], [self._spin, self._flag], [self._flag]]
        else:
            self.with_memory = self.rare(0.5)
            nodes: list[list[Maker]] = [
                [self._publish, self._take], [self._take], [self._list, self._take], [self._publish, self._list],
                [self._pointer, self._argument], [self._pointer, self._own],
            ]  # fmt: skip
            themes = (
                nodes
                if self.with_memory
                else [*themes, [self._copy, self._array], [self._barrier, self._twice], [self._nested]]
            )
            themes.append([self._start, self._plain])
            others += [self._divide, self._once, self._thread, self._plain, self._start]
        self.choose_habits(themes, others, GUARDS)
        if not endless and self.rare(0.15):
            self.makers = [*self.makers, self._start]

    def text(self) -> str:
        """The program."""
        few = self.rare(0.15)
        started = [0, self.random.choice([1, 0])] if few else [0]
        late = self._late()
        workers = [self.written(lambda at=at: self._worker(at, few=few)) for at in sorted(set(started))]
        main = self.written(lambda: self._main(started, [line for body in (late, *workers) for line in body]))
        every = [line for body in (*workers, main) for line in body]
        late = late if occurs("late", every) else []
        every += late
        declarations = declared(DECLARATIONS, every)
        initialised = ["    " + line for name in declarations for line in INITIALISED.get(name, ())]
        functions = [*declarations.values(), *every]
        headers = {header: "" for name, header in HEADERS.items() if occurs(name, functions)}
        lines = [f"#include <{name}>" for name in ("assert.h", "pthread.h", *headers)]
        lines += declarations.values()
        if late:
            lines += ["static void *late(void *argument) {", *late, "}"]
        for number, body in enumerate(workers):
            lines += [f"static void *worker{number}(void *argument) {{", *body, "}"]
        lines += ["int main(void) {", *initialised, *main, "}", ""]
        return "\n".join(lines)

    def _body(self, count: int, label: str = "") -> None:
        """Statements, behind the declarations of what they use; the main function has no label."""
        is_main = not label
        outer, self.lines = self.lines, []
        if self.endless and self.rare(0.3 if is_main else 0.8):
            with self.block("while (1)"):
                self.say(*([] if is_main else [label]))
                self.statements(count)
        else:
            self.statements(count)
        body, self.lines = self.lines, outer
        for name in sorted(self.locals):
            mine = "&mine" if occurs("mine", self.lines) else "&n"
            self.say(LOCALS[name].replace("argument", mine) if is_main else LOCALS[name])
        self.lines += body

    def _late(self) -> list[str]:
        """The body of a thread that others start, if some do, and that starts none itself."""
        if self._start not in self.makers:
            return []
        every, self.makers = self.makers, [make for make in self.makers if make != self._start]
        lines = self.written(lambda: self._worker(2, few=True))
        self.makers = every
        return lines

    def _worker(self, number: int, *, few: bool) -> None:
        self._body(1 if few else self.random.choice([1, 1, 2]), f"AGAIN{number}: ;")
        self.tell(f"seen{number}")
        self.say("return 0;")

    def _main(self, names: list[int], others: list[str]) -> None:
        """Creates the threads, does something itself, waits for them or not, and looks at the result."""
        random, workers = self.random, len(names)
        arguments = [self.one("0", "&mine", "&mine", self._address()) for _ in names]
        if "&mine" in arguments:
            self.say("int mine = 0;")
        if self.with_memory and self.rare(0.6):
            self.say("g = malloc(sizeof *g);", f"g->value = {self.number()};", "g->next = 0;")
        style = self.one("variables", "array", "global", *(["forgotten"] if self.rare(0.5) else []))
        if style == "forgotten":
            places = []
            self.say(*(f"forget(worker{name}, {argument});" for name, argument in zip(names, arguments, strict=True)))
        elif style == "array":
            self.say(f"pthread_t threads[{workers}];")
            if workers > 1 and names == [0, 0]:
                with self.block(f"for (int t = 0; t < {workers}; t++)"):
                    self.say(f"pthread_create(&threads[t], 0, worker0, {arguments[0]});")
                places = []
            else:
                places = [f"threads[{index}]" for index in range(workers)]
        elif style == "global" and workers == 1:
            places = ["handle"]
        else:
            places = [f"thread{index}" for index in range(workers)]
            self.say(f"pthread_t {', '.join(places)};")
        for place, name, argument in zip(places, names, arguments, strict=False):
            self.say(f"pthread_create(&{place}, 0, worker{name}, {argument});")
        self._body(random.choice([0, 1, 1, 1] if workers > 1 else [1, 1, 1, 2]))
        self.tell("seen")
        if style == "array":
            places = [f"threads[{index}]" for index in range(workers)]
        if self.rare(0.6):
            for place in places:
                if self.rare(0.9):
                    self.say(f"pthread_join({place}, 0);")
        elif places and self.rare(0.2):
            self.say(f"pthread_detach({places[0]});")
        if not self.endless and "&mine" in arguments and self.rare(0.4):
            self.say(f"assert(mine != {self.number()});")
        elif not self.endless and self.rare(0.4):
            known = [name for name in ("n", "k", "x") if occurs(name, [*others, *self.lines])]
            if known:
                self.say(f"assert({random.choice(known)} {self.one('!=', '==', '<')} {self.number()});")
        self.say(self.one("return 0;", "pthread_exit(0);", "pthread_exit(0);"))

    def _address(self) -> str:
        name = self.one("n", "k", "a")
        return name if name == "a" else f"&{name}"

    # --- protection --------------------------------------------------------------------------------------

    def enter(self, guard: str) -> None:
        match guard:
            case "rwlock":
                self.say("pthread_rwlock_wrlock(&rwlock);")
            case "semaphore":
                self.say("sem_wait(&semaphore);")
            case "spin":
                self.say("pthread_spin_lock(&spin);")
            case "section":
                self.say("__VERIFIER_atomic_begin();")
            case _:
                self.say(f"pthread_mutex_lock(&{guard});")

    def leave(self, guard: str) -> None:
        match guard:
            case "rwlock":
                self.say("pthread_rwlock_unlock(&rwlock);")
            case "semaphore":
                self.say("sem_post(&semaphore);")
            case "spin":
                self.say("pthread_spin_unlock(&spin);")
            case "section":
                self.say("__VERIFIER_atomic_end();")
            case _:
                if not self.rare(0.03):
                    self.say(f"pthread_mutex_unlock(&{guard});")

    def _mutex(self) -> str:
        """A mutex, most often one that protects something here."""
        chosen = sorted({guard for guard in self.guards.values() if guard in MUTEXES})
        return self.random.choice(chosen) if chosen and self.rare(0.9) else self.one(*MUTEXES)

    def _locked(self) -> None:
        guard = self.random.choice(sorted(set(self.guards.values())))
        if (guard in self.held and guard != "again") or "section" in self.held:
            self._plain()
            return
        if guard == "rwlock" and self.rare(0.5):
            self.say("pthread_rwlock_rdlock(&rwlock);", f"{self.local('i')} = n;")
            self.say("pthread_rwlock_unlock(&rwlock);")
            return
        with self.under(guard):
            self._plain()
            self.inside(1)

    def _nested(self) -> None:
        """Take two mutexes in some order."""
        outer, inner = self.random.sample(["mutex", self.one("made", "shared.guard")], 2)
        if outer in self.held or inner in self.held or "section" in self.held:
            return
        with self.under(outer), self.under(inner):
            self._plain()

    def _try(self) -> None:
        mutex = self._mutex()
        if mutex in self.held or "section" in self.held:
            return
        with self.block(f"if (pthread_mutex_trylock(&{mutex}) == 0)"):
            self.held.append(mutex)
            self._plain()
            self.held.pop()
            self.say(f"pthread_mutex_unlock(&{mutex});")

    def _wait(self) -> None:
        """Wait for the flag, or for anything that is told."""
        mutex = self._mutex()
        if self.held or mutex == "again":
            return
        flag = "flag"
        with self.under(mutex):
            test = self.one("while", "while", "while", "if")
            self.say(f"{test} (!{flag}) pthread_cond_wait(&condition, &{mutex});")
            if self.rare(0.3):
                self.say(f"{flag} = 0;")

    def _signal(self) -> None:
        mutex = self._mutex()
        tell = self.one("signal", "broadcast")
        if mutex in self.held or self.rare(0.15):
            self.say("flag = 1;", f"pthread_cond_{tell}(&condition);")
            return
        with self.under(mutex):
            self.say("flag = 1;", f"pthread_cond_{tell}(&condition);")

    def _post(self) -> None:
        self.say(self.one("sem_post(&ready);", "sem_post(&ready);", "sem_wait(&ready);", "sem_trywait(&ready);"))

    def _barrier(self) -> None:
        self.say("pthread_barrier_wait(&barrier);")

    def _once(self) -> None:
        self.say("pthread_once(&once, initialise);", f"{self.local('i')} = k;")

    # --- numbers -----------------------------------------------------------------------------------------

    def _plain(self) -> None:
        name, i = self.variable(), self.local("i")
        with self.protected(name):
            forms = [f"{name} = {self.number()};", f"{name} = 1 - {name};", f"{i} = {name};", f"{name} = {i};"]
            if not self.endless:
                forms += [f"{name}++;", f"{name} = {i} + 1;", f"{name} += 2;"]
            if name == "w" and self.rare(0.3):
                forms = [f"((char *)&w)[{self.number(2)}] = {self.number()};", f"*(int *)&w = {self.number()};"]
            self.say(self.one(*forms))
        self._check(0.25)

    def _twice(self) -> None:
        """Read something twice: nothing should have happened in between."""
        name, i, j = self.variable(), self.local("i"), self.local("j")
        with self.protected(name):
            self.say(f"{i} = {name};", f"{j} = {name};")
        self.say(f"assert({i} == {j});")

    def _array(self) -> None:
        i = self.local("i")
        with self.protected("a"):
            index = i if self.rare(0.15) else self.one("0", "1", f"{i} & 1")
            self.say(self.one(f"a[{index}] = {self.number()};", f"{i} = a[{index}];", f"a[{index}] = a[0];"))
        self._check(0.2)

    def _structure(self) -> None:
        i = self.local("i")
        with self.protected("shared.value"):
            forms = [f"shared.value = {self.number()};", f"{i} = shared.value;", f"shared.parts[{self.number(2)}] = 1;"]
            self.say(self.one(*forms, *([] if self.endless else ["shared.value++;"])))
        self._check(0.2)

    def _copy(self) -> None:
        with self.protected("a"):
            self.say(self.one("memset(a, 0, sizeof a);", "memcpy(a, b, sizeof a);", "memcpy(b, a, sizeof b);"))

    def _atomic(self) -> None:
        x, i, value = "x", self.local("i"), self.number()
        k = "k"
        forms = [
            f"atomic_store(&{x}, {value});",
            f"{i} = atomic_load(&{x});",
            f"{x} = {value};",
            f"{i} = __atomic_exchange_n(&{k}, {value}, __ATOMIC_SEQ_CST);",
            f"{i} = __sync_bool_compare_and_swap(&{k}, {value}, 1);",
            f"{{ int expected = {value}; {i} = atomic_compare_exchange_strong(&{x}, &expected, 1); }}",
        ]
        if not self.endless:
            forms += [f"atomic_fetch_add(&{x}, 1);", f"{x}++;", f"__atomic_fetch_add(&{k}, 1, __ATOMIC_SEQ_CST);"]
        self.say(self.random.choice(forms))
        self._check(0.25)

    def _flag(self) -> None:
        """Hand something over by a flag, which somebody spins on or looks at once."""
        if "section" not in self.held and self.rare(0.3):
            self.say(self.one("while (!flag) { }", "while (atomic_flag_test_and_set(&bit)) { }"))
        elif self.rare(0.3):
            self.say("atomic_flag_clear(&bit);")
        elif self.rare(0.5):
            self.say(f"flag = {self.one('1', '1', '0')};")
        else:
            with self.block("if (flag)"):
                self._plain()

    def _spin(self) -> None:
        if not self.held:
            self.say(f"while ({self.variable()} == {self.number(2)}) {{ }}")

    def _own(self) -> None:
        own, i = "own", self.local("i")
        self.say(self.one(f"{own} = 1 - {own};", f"{i} = {own};", f"{own} = {self.number()};"))
        if not self.endless and self.rare(0.2):
            self.say(f"p = &{own};")

    # --- control -----------------------------------------------------------------------------------------

    def _input(self) -> None:
        if self.rare(0.4):
            self.say(f"{self.local('i')} = __VERIFIER_nondet_bool();")
            return
        with self.block("if (__VERIFIER_nondet_bool())"):
            self._plain()

    def _call(self) -> None:
        i = self.local("i")
        forms: list[Callable[[], str]] = [
            lambda: f"{i} = get();",
            lambda: "n = get();",
            lambda: f"put(&n, {self.number()});",
            lambda: f"put(&{i}, {self.number()});",
        ]
        with self.protected("n"):
            self.say(self.random.choice(forms)())
        self._check(0.2)

    def _end(self) -> None:
        if self.rare(0.3):
            leave = self.one("pthread_exit(0);", "pthread_exit(0);", "exit(0);", "abort();")
            self.say(f"if ({self.local('i')} == {self.number(2)}) {leave}")

    # --- memory ------------------------------------------------------------------------------------------

    def _publish(self) -> None:
        """Show everybody a new node, and sometimes go on with it."""
        y = self.local("y")
        self.say(f"{y} = malloc(sizeof *{y});")
        if not self.rare(0.1):
            self.say(f"{y}->value = {self.number()};")
        self.say(f"{y}->next = {self.one('0', '0', 'g')};")
        with self.protected("g"):
            self.say(f"g = {y};")
            if self.rare(0.2):
                self._touch(y)
        if self.rare(0.3):
            self._touch(y)

    def _touch(self, node: str) -> None:
        i = self.local("i")
        reads = [f"{i} = {node}->value;", f"{i} = value_of({node});"]
        self.say(self.one(f"{node}->value = {self.number()};", f"{node}->value++;", f"{node}->value++;", *reads))
        self._check(0.2)

    def _take(self) -> None:
        """Take what somebody has shown, for oneself or not."""
        y = self.local("y")
        with self.protected("g"):
            self.say(f"{y} = g;")
            if self.rare(0.5):
                self.say("g = 0;")
        with self.block("" if self.rare(0.2) else f"if ({y})"):
            self._touch(y)
            if self.rare(0.4):
                self.say(f"free({y});")

    def _list(self) -> None:
        y = self.local("y")
        with self.protected("g"):
            self.say(f"{y} = g;")
            with self.block(f"if ({y})"):
                self.say(self.one(f"g = {y}->next;", f"{y}->next = 0;", "free(g);", f"{y} = {y}->next;"))

    def _argument(self) -> None:
        """Use what the thread was given: a variable of another function, a global, or nothing."""
        q, i = self.local("q"), self.local("i")
        change = f"*{q} = 1 - *{q};" if self.endless else f"(*{q})++;"
        self.say(f"if ({q}) {self.one(f'*{q} = {self.number()};', f'{i} = *{q};', change)}")
        self._check(0.2)

    def _pointer(self) -> None:
        """Show a variable of one's own, or use what was shown."""
        p, i = "p", self.local("i")
        forms = [f"{p} = &{i};", f"{p} = &n;", "show();", f"{p} = 0;"]
        with self.protected("p"):
            if self.rare(0.5):
                self.say(self.one(*forms))
            else:
                self.say(f"if ({p}) {self.one(f'*{p} = {self.number()};', f'{i} = *{p};')}")
        self._check(0.2)

    def _thread(self) -> None:
        """Wait for a thread whose handle is global: the own one, one that is not there yet, or a good one."""
        self.say("if (handle) pthread_join(handle, 0);")

    def _start(self) -> None:
        """Start another thread, whose handle is known to everybody or to nobody."""
        argument = self.one("0", "0", self._address())
        self.say(self.one(*[f"forget(late, {argument});"] * 3, f"pthread_create(&handle, 0, late, {argument});"))


def random_threads(random: Random) -> str:
    """The text of a program all of whose loops end, or spin on a flag."""
    return _Threads(random, endless=False).text()


def random_endless(random: Random) -> str:
    """The text of a program with threads of which some may go on for ever, over few values."""
    return _Threads(random, endless=True).text()
