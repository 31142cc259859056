"""Thread objects as monitors: only programs that wait on one pay for the notification at the end of threads."""

from __future__ import annotations

from pathlib import Path

import pytest

from java_programs import load_java
from vexil.ir.operations import Notify
from vexil.ir.program import Program


def loaded(folder: Path, monitor: str) -> Program:
    """A program with a thread that waits on an object."""
    path = folder / "Main.java"
    path.write_text(
        "class Main { public static void main(String[] args) throws Exception {\n"
        "    Thread thread = new Thread(() -> { });\n"
        "    thread.start();\n"
        f"    Object monitor = {monitor};\n"
        "    synchronized (monitor) { monitor.wait(); }\n"
        "    thread.join();\n"
        "} }\n",
        encoding="utf-8",
    )
    return load_java(path)


@pytest.mark.parametrize(("monitor", "expected"), [("new Object()", False), ("thread", True)])
def test_who_waits_on_a_thread_is_notified(tmp_path: Path, monitor: str, expected: bool) -> None:
    """The end of a thread notifies if and only if a wait may be on a thread object, whatever its variable's type."""
    program = loaded(tmp_path, monitor)
    ends = [program.functions[name] for name in ("start", "java.lang.Thread.<start>")]
    assert [any(isinstance(edge.operation, Notify) for edge in end.edges) for end in ends] == [expected] * 2
    assert ("thread-objects" in {assumption.kind for assumption in program.assumptions}) is expected
