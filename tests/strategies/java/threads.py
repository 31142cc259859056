"""Random small Java programs with threads, as engineers write them in miniature.

Threads are subclasses, runnables and lambdas, some of them daemons, some of them known to nobody or started by others,
and share static fields, objects and arrays, under monitors and locks or without; they wait, notify, interrupt, throw
and catch.
"""

from __future__ import annotations

from random import Random

from strategies.threaded import Maker, ThreadWriter, declared, occurs

FIELDS = {
    "n": "static int n;",
    "m": "static int m;",
    "k": "static byte k;",
    "w": "static long w;",
    "flag": "static boolean flag;",
    "v": "static volatile int v;",
    "a": "static int[] a = new int[2];",
    "g": "static Node g;",
    "shared": "static final Node shared = new Node(0);",
    "handle": "static Thread handle;",
    "done": "static int done;",
    "seen": "static int seen;",
    "seen0": "static int seen0;",
    "seen1": "static int seen1;",
    "seen2": "static int seen2;",
    "first": "static final Object first = new Object();",
    "second": "static final Object second = new Object();",
    "atomic": "static final AtomicInteger atomic = new AtomicInteger();",
    "lock": "static final ReentrantLock lock = new ReentrantLock();",
    "condition": "static final Condition condition = lock.newCondition();",
    "list": "static final ArrayList<Integer> list = new ArrayList<>();",
    "latch": "static final CountDownLatch latch = new CountDownLatch(1);",
}
"""What may be used, in the order in which it is declared."""
IMPORTS = {
    "atomic": "java.util.concurrent.atomic.AtomicInteger",
    "lock": "java.util.concurrent.locks.ReentrantLock",
    "condition": "java.util.concurrent.locks.Condition",
    "list": "java.util.ArrayList",
    "latch": "java.util.concurrent.CountDownLatch",
}
METHODS = {
    "current": "static int current() { return n; }",
    "increase": "static synchronized void increase() { n = n + 1; }",
    "flip": "static synchronized void flip() { n = 1 - n; }",
    "fail": "static void fail(int i) { if (i == 0) throw new IllegalStateException(); }",
}
NODE = """    static class Node {
        final int kept;
        int value;
        Node next;
        Node(int value) { kept = value; this.value = value; }
        int read() { return value; }
        synchronized void write(int value) { this.value = value; }
        synchronized int locked() { return value; }
    }"""
CLASSES = {"Worker": "extends Thread", "Task": "implements Runnable"}
LOCALS = {"i": "int i = 0;", "j": "int j = 0;", "y": "Node y = %s;"}
MONITORS = ("first", "second", "Program.class", "shared")
ATOMS = {
    "Program.n == 0": "int n;",
    "Program.n == 1": "int n;",
    "Program.m == 1": "int m;",
    "Program.k == 1": "byte k;",
    "Program.w != 1": "long w;",
    "Program.v == 1": "int v;",
    "Program.flag": "boolean flag;",
    "Program.done == 1": "int done;",
    "Program.a[0] == 1": "int[] a",
    "Program.shared.value == 1": "Node shared",
    "call(Program.work0)": "",
    "at(again0)": "again0:",
    "call(Program.current)": "int current(",
    "return(Program.current)": "int current(",
}
"""What properties speak of, with what a program has to say for it."""
GUARDS = (*MONITORS, "first", "first", "lock")


class _Threads(ThreadWriter):
    GUARDED = ("n", "m", "k", "w", "a", "g", "list")
    NUMBERS = ("n", "n", "m", "m", "k", "w")

    def __init__(self, random: Random, *, endless: bool) -> None:
        super().__init__(random, endless=endless)
        themes: list[list[Maker]] = [
            [self._plain, self._twice], [self._plain, self._locked], [self._plain, self._when, self._loop],
            [self._array, self._plain], [self._volatile, self._plain], [self._wait, self._notify, self._plain],
            [self._spin, self._plain], [self._volatile, self._when], [self._node], [self._call, self._plain],
            [self._nested], [self._nested], [self._wait, self._notify],
        ]  # fmt: skip
        others = [self._when, self._loop, self._locked, self._input, self._return]
        if endless:
            themes += [[self._spin], [self._spin, self._volatile], [self._spin, self._plain]]
        self.with_nodes = not endless and self.rare(0.35)
        if not endless:
            nodes: list[list[Maker]] = [
                [self._publish, self._take], [self._take], [self._chain, self._take], [self._publish, self._chain],
                [self._given], [self._given], [self._given, self._take],
            ]  # fmt: skip
            events: list[list[Maker]] = [
                [self._atomic], [self._list], [self._latch, self._plain], [self._interrupt, self._wait],
                [self._catch, self._throw, self._plain], [self._alive, self._plain], [self._start, self._plain],
                [self._start, self._alive], [self._start, self._interrupt], [self._own, self._start],
                [self._own, self._interrupt], [self._own, self._plain],
            ]  # fmt: skip
            themes = nodes if self.with_nodes else [*themes, *events]
            others += [self._divide, self._catch, self._throw, self._interrupt, self._alive, self._plain, self._start]
        self.choose_habits(themes, others, GUARDS)
        if not endless and self.rare(0.15):
            self.makers = [*self.makers, self._start]

    def text(self) -> str:
        """The program."""
        few = self.rare(0.2)
        self.interruptible = self.takes_node = False
        late = self._late()
        self.takes_node = self.rare(0.7 if self.with_nodes else 0.2)
        started = [0, self.random.choice([1, 0])] if few else [0]
        workers = []
        for number in sorted(set(started)):
            self.interruptible = False
            count, label = 1 if few else self.random.choice([1, 1, 2]), f"again{number}: "
            body = self.written(lambda count=count, label=label: self._body(count, label))
            workers.append((body, self.interruptible))
        others = [line for body, _ in workers for line in body]
        main = self.written(lambda: self._main(started, [waits for _, waits in workers], [*late, *others]))
        late = late if occurs("late", [*others, *main]) else []
        every = [*late, *others, *main]
        methods = declared(METHODS, every)
        declarations = declared(FIELDS, [*every, *methods.values()])
        lines = [f"import {name};" for key, name in sorted(IMPORTS.items()) if key in declarations]
        lines += ["public class Program {", *(f"    {text}" for text in declarations.values())]
        if self.takes_node or occurs("Node", [*every, *declarations.values()]):
            lines += NODE.splitlines()
        lines += [f"    {text}" for text in methods.values()]
        for number, (body, waits) in enumerate(workers):
            lines += self._worker(number, body, main, waits=waits)
        lines += late
        lines += ["    public static void main(String[] arguments) throws InterruptedException {", *main, "    }", "}"]
        return "\n".join([*lines, ""])

    def _late(self) -> list[str]:
        """A method for threads that others start, if some do, and that start none themselves."""
        if self._start not in self.makers:
            return []
        every, self.makers = self.makers, [make for make in self.makers if make != self._start]
        body = self.written(lambda: self._body(1, "again2: "))
        lines = ["    static void late() {", *body, "    }"]
        if self.interruptible:
            body = ["        try {", *("    " + line for line in body), "        } catch (InterruptedException e) { }"]
            lines[1:-1] = body
        self.makers = every
        return lines

    def _worker(self, number: int, body: list[str], main: list[str], *, waits: bool) -> list[str]:
        """A method that does the work, and a class around it where the main method makes one."""
        taken = "Node given" if self.takes_node else ""
        throws = " throws InterruptedException" if waits else ""
        lines = [f"    static void work{number}({taken}){throws} {{", *body, "    }"]
        for kind, heading in CLASSES.items():
            name = f"{kind}{number}"
            if not occurs(name, main):
                continue
            lines.append(f"    static class {name} {heading} {{")
            told = " setDaemon(true);" if kind == "Worker" and self.rare(0.1) else ""
            if self.takes_node:
                lines += [
                    "        private final Node mine;",
                    f"        {name}(Node mine) {{ this.mine = mine;{told} }}",
                ]
            elif told:
                lines.append(f"        {name}() {{{told} }}")
            lines += [
                "        @Override",
                f"        public void run() {{ {self._work(number, 'mine', waits=waits)} }}",
                "    }",
            ]
        return lines

    def _work(self, number: int, node: str, *, waits: bool) -> str:
        call = f"work{number}({node if self.takes_node else ''});"
        return f"try {{ {call} }} catch (InterruptedException interrupted) {{ return; }}" if waits else call

    def _body(self, count: int, label: str = "") -> None:
        """Statements, behind the declarations of what they use; the main method has no label."""
        is_main = not label
        outer, self.lines = self.lines, []
        self.indent = 2
        if self.endless and not is_main and self.rare(0.8):
            with self.block(f"{label}while (true)"):
                self.statements(count)
        else:
            self.statements(count)
            self.tell(f"seen{label[len('again') : -2]}")
        body, self.lines = self.lines, outer
        given = ("node" if is_main else "given") if self.takes_node else "null"
        self.say(*(LOCALS[name] % given if name == "y" else LOCALS[name] for name in sorted(self.locals)))
        self.lines += body

    def _main(self, started: list[int], waits: list[bool], others: list[str]) -> None:
        """Starts the threads, does something itself, waits for them or not, and looks at the result."""
        self.indent = 2
        random = self.random
        if self.takes_node:
            shown = "shared" if occurs("shared", others) and self.rare(0.5) else f"new Node({self.number()})"
            self.say(f"Node node = {shown};")
        if self.with_nodes and self.rare(0.6):
            self.say(f"g = {'node' if self.takes_node and self.rare(0.3) else f'new Node({self.number()})'};")
        shows = occurs("handle", others)
        threads = [
            self._started(f"t{index}", number, waits=waits[number], shows=shows) for index, number in enumerate(started)
        ]
        self._body(random.choice([0, 1, 1, 1] if len(started) > 1 else [1, 1, 1, 2]))
        if self.rare(0.5):
            self.say(*(f"{name}.join();" for name in threads if name and self.rare(0.9)))
        known = [name for name in ("n", "m", "k", "v") if occurs(name, [*others, *self.lines])]
        if known and not self.endless and self.rare(0.4):
            self.say(f"assert {random.choice(known)} {self.one('!=', '==', '<')} {self.number()};")

    def _started(self, name: str, number: int, *, waits: bool, shows: bool) -> str:
        """Write how a thread is made and started; the name of the variable that holds it, if there is one."""
        given = "node" if self.takes_node else ""
        kind = self.one("lambda", "reference", *CLASSES)
        if kind == "Worker":
            made = f"new Worker{number}({given})"
        elif kind == "Task":
            made = f"new Thread(new Task{number}({given}))"
        elif kind == "reference" and not waits and not self.takes_node:
            made = f"new Thread(Program::work{number})"
        else:
            made = f"new Thread(() -> {{ {self._work(number, 'node', waits=waits)} }})"
        if not shows and self.rare(0.25):
            self.say(f"{made}.start();")
            return ""
        self.say(f"Thread {name} = {made};")
        if self.rare(0.15):
            self.say(f"{name}.setDaemon(true);")
        if shows:
            self.say(f"handle = {name};")
        self.say(f"{name}.start();")
        return name

    # --- protection --------------------------------------------------------------------------------------

    def enter(self, guard: str) -> None:
        if guard == "lock":
            self.say("lock.lock();", "try {")
        else:
            self.say(f"synchronized ({guard}) {{")
        self.indent += 1

    def leave(self, guard: str) -> None:
        self.indent -= 1
        if guard == "lock":
            self.say("} finally {", "    lock.unlock();")
        self.say("}")

    def _locked(self) -> None:
        with self.under(self.random.choice(sorted(set(self.guards.values())))):
            self._plain()
            self.inside(1)

    def _nested(self) -> None:
        """Take two monitors in some order."""
        outer, inner = self.random.sample(["first", self.one("second", "shared", "Program.class")], 2)
        with self.under(outer), self.under(inner):
            self._plain()

    def _monitor(self) -> str:
        """A monitor, most often one that protects something here."""
        chosen = sorted({guard for guard in self.guards.values() if guard in MONITORS})
        return self.random.choice(chosen) if chosen and self.rare(0.9) else self.one(*MONITORS)

    def _wait(self) -> None:
        """Wait for the flag, or for anything that is told."""
        self.interruptible = True
        flag, test = "flag", self.one("while", "while", "while", "if")
        if "lock" in self.guards.values() and self.rare(0.5):
            with self.under("lock"):
                self.say(f"{test} (!{flag}) condition.await();")
            return
        monitor = self._monitor()
        with self.under(monitor):
            timed = "10" if self.rare(0.1) else ""
            self.say(f"{test} (!{flag}) {monitor}.wait({timed});")
            if self.rare(0.2):
                self.say(f"{flag} = false;")

    def _notify(self) -> None:
        flag = "flag"
        if "lock" in self.guards.values() and self.rare(0.5):
            with self.under("lock"):
                self.say(f"{flag} = true;", f"condition.{self.one('signal', 'signalAll')}();")
            return
        monitor = self._monitor()
        tell = f"{monitor}.{self.one('notify', 'notifyAll')}();"
        if monitor not in self.held and self.rare(0.1):
            self.say(f"{flag} = true;")
        with self.under(monitor):
            self.say(f"{flag} = true;", tell)

    def _latch(self) -> None:
        latch = "latch"
        if self.rare(0.5):
            self.say(f"{latch}.countDown();")
        else:
            self.interruptible = True
            self.say(f"{latch}.await();")

    # --- numbers -----------------------------------------------------------------------------------------

    def _plain(self) -> None:
        name, i = self.variable(), self.local("i")
        cast = {"k": "(byte) ", "w": ""}.get(name, "")
        read = "(int) w" if name == "w" else name
        with self.protected(name):
            forms = [f"{name} = {self.number()};", f"{name} = {cast}(1 - {name});", f"{i} = {read};"]
            forms.append(f"{name} = {cast}{i};")
            if not self.endless:
                forms += [f"{name}++;", f"{name} = {cast}({i} + 1);", f"{name} += 2;"]
            self.say(self.one(*forms))
        self._check(0.25)

    def _twice(self) -> None:
        """Read something twice: nothing should have happened in between."""
        name, i, j = self.one("n", "m", "k"), self.local("i"), self.local("j")
        with self.protected(name):
            self.say(f"{i} = {name};", f"{j} = {name};")
        self.say(f"assert {i} == {j};")

    def _array(self) -> None:
        i = self.local("i")
        with self.protected("a"):
            index = i if self.rare(0.15) else self.one("0", "1", f"{i} & 1")
            forms = [f"a[{index}] = {self.number()};", f"{i} = a[{index}];", f"a[{index}] = a[0];"]
            self.say(self.one(*forms, *([] if self.endless else ["a = new int[2];"])))
        self._check(0.2)

    def _volatile(self) -> None:
        v, i = "v", self.local("i")
        self.say(self.one(f"{v} = {self.number(2)};", f"{i} = {v};", f"{v} = 1 - {v};"))
        self._check(0.2)

    def _atomic(self) -> None:
        atomic, i, value = "atomic", self.local("i"), self.number()
        forms = [f"{atomic}.set({value});", f"{i} = {atomic}.get();", f"{i} = {atomic}.incrementAndGet();"]
        self.say(self.one(*forms, f"{atomic}.getAndAdd(2);", f"{atomic}.compareAndSet({value}, 1);"))
        self._check(0.25)

    def _list(self) -> None:
        names, i = "list", self.local("i")
        with self.protected("list"):
            self.say(self.one(f"{names}.add({self.number()});", f"{i} = {names}.size();", f"{i} = {names}.get(0);"))

    # --- control -----------------------------------------------------------------------------------------

    def _spin(self) -> None:
        v = "v"
        if self.held or self.rare(0.6):
            self.say(f"{v} = {self.one('1', '1', '0')};")
        else:
            self.say(f"while ({self.one(v, v, *self.numbers)} == {self.number(2)}) {{ }}")

    def _input(self) -> None:
        drawn = "org.sosy_lab.sv_benchmarks.Verifier.nondetBoolean()"
        if self.rare(0.4):
            self.say(f"{self.local('i')} = {drawn} ? 1 : 0;")
            return
        with self.block(f"if ({drawn})"):
            self._plain()

    def _return(self) -> None:
        if self.rare(0.4):
            self.say(f"if ({self.local('i')} == {self.number(2)}) return;")

    def _call(self) -> None:
        i = self.local("i")
        change = "flip();" if self.endless else "increase();"
        self.say(self.one(f"{i} = current();", change))
        self._check(0.2)

    def _catch(self) -> None:
        i = self.local("i")
        with self.block("try"):
            self.say(self.one(f"fail({i});", f"{self.local('j')} = 1 / {i};", f"a[{i} + 1] = 1;"))
        with self.block(f"catch ({self.one('RuntimeException', 'ArithmeticException', 'IllegalStateException')} e)"):
            self._plain()

    def _throw(self) -> None:
        if self.rare(0.5):
            self.say(f"fail({self.local('i')});")
        else:
            self.say(f"if ({self.local('i')} == {self.number(2)}) throw new RuntimeException();")

    # --- objects -----------------------------------------------------------------------------------------

    def _publish(self) -> None:
        """Show everybody a new node, and sometimes go on with it."""
        y = self.local("y")
        self.say(f"{y} = new Node({self.number()});")
        if self.rare(0.3):
            self.say(f"{y}.next = g;")
        with self.protected("g"):
            self.say(f"g = {y};")
            if self.rare(0.2):
                self._touch(y)
        if self.rare(0.3):
            self._touch(y)

    def _touch(self, node: str) -> None:
        i = self.local("i")
        forms = [f"{node}.value = {self.number()};", f"{i} = {node}.value;", f"{i} = {node}.kept;"]
        calls = [f"{i} = {node}.read();", f"{node}.write({self.number()});", f"{i} = {node}.locked();"]
        change = [] if self.endless else [f"{node}.value++;"] * 3
        self.say(self.one(*forms, *calls, *change))
        self._check(0.2)

    def _given(self) -> None:
        """Use a node that the thread has, which it was given or has taken."""
        y = self.local("y")
        with self.block(f"if ({y} != null)"):
            self._touch(y)
            if self.rare(0.5):
                self._touch(y)

    def _node(self) -> None:
        """Use a node that all know from the beginning."""
        self._touch("shared")

    def _take(self) -> None:
        """Take what somebody has shown, for oneself or not."""
        y = self.local("y")
        with self.protected("g"):
            self.say(f"{y} = g;")
            if self.rare(0.5):
                self.say("g = null;")
        if self.rare(0.1):
            self._touch(y)
            return
        with self.block(f"if ({y} != null)"):
            if self.rare(0.3):
                with self.block(f"synchronized ({y})"):
                    self._touch(y)
            else:
                self._touch(y)

    def _chain(self) -> None:
        y = self.local("y")
        with self.block(f"if ({y} != null)"):
            self.say(self.one(f"{y}.next = g;", f"{y} = {y}.next;", f"g = {y}.next;", f"{y}.next = {y};"))

    # --- threads -----------------------------------------------------------------------------------------

    def _interrupt(self) -> None:
        handle = "handle"
        form = self.one(f"{handle}.interrupt();", f"{handle}.join();", f"{handle}.interrupt();")
        self.interruptible |= "join" in form
        with self.block(f"if ({handle} != null)"):
            self.say(form)
        if self.rare(0.3):
            self.say(f"{self.local('i')} = Thread.interrupted() ? 1 : 0;")

    def _alive(self) -> None:
        handle = "handle"
        self.say(f"{self.local('i')} = {handle} != null && {handle}.isAlive() ? 1 : 0;")
        self._check(0.3)

    def _own(self) -> None:
        """Hold the monitor of the own thread, or of one that everybody knows."""
        if self.rare(0.6):
            with self.block("synchronized (Thread.currentThread())"):
                self._plain()
                self.inside(1)
        else:
            handle = "handle"
            with self.block(f"if ({handle} != null)"), self.block(f"synchronized ({handle})"):
                self.say(*([f"{handle}.{self.one('notify', 'notifyAll')}();"] if self.rare(0.2) else []))
                self._plain()

    def _start(self) -> None:
        """Start another thread: a daemon or not, known to everybody or to nobody."""
        made = "new Thread(Program::late)"
        if self.rare(0.5):
            self.say(f"{made}.start();")
            return
        with self.block(""):
            self.say(f"Thread own = {made};", *(["own.setDaemon(true);"] if self.rare(0.7) else []))
            self.say(*(["handle = own;"] if self.rare(0.3) else []), "own.start();")


def random_threads(random: Random) -> str:
    """The text of a program all of whose loops end, or spin on a variable."""
    return _Threads(random, endless=False).text()


def random_endless(random: Random) -> str:
    """The text of a program with threads of which some may go on for ever, over few values."""
    return _Threads(random, endless=True).text()
