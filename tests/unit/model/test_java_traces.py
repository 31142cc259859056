"""Traces of Java programs: names of threads and objects, synchronized blocks, strings, exceptions."""

from __future__ import annotations

from collections.abc import Callable

from vexil.core.source import SourceFile
from vexil.frontends.java.load import load_files
from vexil.ir.interpreter import Machine, Move
from vexil.languages.options import JavaOptions
from vexil.model.evidence import Run
from vexil.model.trace import Trace, trace_of
from vexil.reports.traces import trace_lines

BANK = """class Bank {
    static class Account {
        int balance;
    }
    static class Transfer extends Thread {
        final Account from, to;
        Transfer(Account from, Account to) {
            this.from = from;
            this.to = to;
        }
        public void run() {
            synchronized (from) {
                synchronized (to) {
                    from.balance--;
                }
            }
        }
    }
    static String state = "new";
    public static void main(String[] args) {
        Account a = new Account(), b = new Account();
        new Transfer(a, b).start();
        new Transfer(b, a).start();
        state = "begun";
    }
}
"""

FAULT = """class Fault {
    static class Checker implements Runnable {
        public void run() {
            check(5);
        }
        synchronized void check(int index) {
            throw new IllegalArgumentException("no " + index);
        }
    }
    public static void main(String[] args) {
        new Thread(new Checker()).start();
        Thread other = new Thread(() -> { return; });
        other.start();
    }
}
"""


def traced(name: str, text: str, *turns: tuple[int, Callable[[Machine], bool]]) -> Trace:
    """The trace in which each thread in turn moves until it cannot or has done what it should."""
    program = load_files([SourceFile(name, text.encode())], JavaOptions())
    machine = Machine(program)
    machine.reset(())
    moves = []
    for number, is_done in turns:
        while number in machine.enabled() and not is_done(machine):
            moves.append(Move(number))
            machine.apply(moves[-1])
    return trace_of(program, Run((), tuple(moves)))


def never(machine: Machine) -> bool:
    return False


def test_a_deadlock_of_java_is_told_in_its_words() -> None:
    """Threads are called by their class, objects by the locals of main, statements as they are written."""
    trace = traced("Bank.java", BANK, (1, never), (2, lambda m: len(m.locks) == 1), (3, never), (2, never))
    assert [found.name for found in trace.threads] == ["main", "Transfer-1", "Transfer-2"]
    lines = list(trace_lines(trace))
    assert lines[-8:-6] == [
        "        Transfer-1 waits for the lock `b` that Transfer-2 holds",
        "  deadlock: Transfer-1 waits for the lock `b` that Transfer-2 holds; Transfer-2 waits for the lock `a` that"
        " Transfer-1 holds: none of them can go on",
    ]
    assert lines[-6:] == [
        "    Transfer-1  at Bank.java:13  synchronized (to)",
        "                holds a, waits for the lock `b` that Transfer-2 holds",
        "    Transfer-2  at Bank.java:13  synchronized (to)",
        "                holds b, waits for the lock `a` that Transfer-1 holds",
        "    a is Account#1, created at Bank.java:21  a = new Account()",
        "    b is Account#2, created at Bank.java:21  b = new Account()",
    ]
    changes = [f"{change.name} = {change.value}" for step in trace.steps for change in step.changes]
    assert 'Bank.state = "begun"' in changes


def test_an_uncaught_exception_of_java_is_told_in_its_words() -> None:
    """A thread is called by what it runs, and what has no name is counted; the exception has its line and calls."""
    trace = traced("Fault.java", FAULT, (1, never), (2, never))
    assert [found.name for found in trace.threads] == ["main", "Checker", "Thread-0"]
    assert trace.ending is not None
    (fault,) = trace.ending.uncaught
    assert (fault.class_name, fault.name) == ("java.lang.IllegalArgumentException", "Checker")
    assert fault.created is not None
    assert (fault.created.line, [call.line for call in fault.calls]) == (7, [4])
    texts = [step.text for step in trace.steps if step.name == "Checker"]
    assert texts[:2] == ["check(5);", "synchronized check"]
    assert "end of synchronized" in texts
    assert not {"{", "}", "Checker"} & set(texts)


def test_a_deadlock_of_initialisers_names_the_classes() -> None:
    """Who needs a class that another thread initialises waits for its initialisation, not for a lock without name."""
    text = (
        "class Main {\n"
        "    static int order;\n"
        "    static class Left { static int value = Right.value + order++; }\n"
        "    static class Right { static int value = Left.value + order++; }\n"
        "    public static void main(String[] args) {\n"
        "        new Thread(() -> { int left = Left.value; }).start();\n"
        "        order = Right.value;\n"
        "    }\n"
        "}\n"
    )
    trace = traced("Main.java", text, (1, lambda m: bool(m.locks)), (2, never), (1, never))
    assert trace.ending is not None
    assert "Thread-0 waits for the initialisation of Right, which main runs" in trace.ending.sentences[0]
