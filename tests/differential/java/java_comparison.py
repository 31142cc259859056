"""Run random Java programs in a JVM and in the interpreter, and compare what they observe."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from java_programs import load_java, printed
from strategies.java import RandomProgram

DRIVER = """
import java.io.*;
public class Driver {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(name + ".out")));
            System.setOut(out);
            try {
                Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (Throwable problem) {
                out.println("thrown " + problem + problem.getCause());
            }
            out.close();
        }
    }
}
"""


def outputs_of_the_jvm(programs: Mapping[str, RandomProgram], folder: Path) -> dict[str, str]:
    """What programs print in a JVM; they are compiled together and run one after the other in one JVM.

    Operands of concatenations are converted when they are evaluated (JLS 15.18.1), which older compilers only do when
    they are asked for code without dynamic calls.
    """
    (folder / "Driver.java").write_text(DRIVER)
    for name, program in programs.items():
        (folder / f"{name}.java").write_text(program.program(None))
    sources = ["Driver.java", *(f"{name}.java" for name in programs)]
    quick = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
    options = ["-XDstringConcat=inline", "-nowarn", "-Xlint:none", "-proc:none", "-Xmaxerrs", "20"]
    compiler = ["javac", *(f"-J{option}" for option in quick), *options]
    subprocess.run([*compiler, *sources], cwd=folder, check=True, timeout=300)
    subprocess.run(["java", *quick, "-Xss64m", "-cp", ".", "Driver", *programs], cwd=folder, check=True, timeout=300)
    return {name: (folder / f"{name}.out").read_text() for name in programs}


def compare(name: str, program: RandomProgram, expected: str, folder: Path) -> str:
    """Whether the interpreter observes the same: ``agreed``, or what went wrong."""
    path = folder / "vexil" / f"{name}.java"
    path.parent.mkdir(exist_ok=True)
    path.write_text(program.program(None))
    try:
        text, ending = printed(load_java(path, output=True))
        if text != expected or ending:
            return f"disagreed: {_difference(text, expected)} {ending}"
        numbers = [int(line) for line in expected.split()]
        path.write_text(program.program(numbers))
        ending = printed(load_java(path))[1]
        if ending:
            return f"disagreed when checked: {ending}"
        if numbers:
            numbers[len(numbers) // 2] += 1
            path.write_text(program.program(numbers))
            if "assert" not in (ending := printed(load_java(path))[1]).lower():
                return f"missed an assertion: {ending}"
    except Exception as problem:  # whatever goes wrong is what is looked for
        details = getattr(problem, "details", "")
        return f"failed: {type(problem).__name__} {problem} {details}"
    return "agreed"


def _difference(found: str, expected: str) -> str:
    ours, theirs = found.splitlines(), expected.splitlines()
    for position, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if one != other:
            return f"line {position + 1} is {one} instead of {other}"
    return f"{len(ours)} lines instead of {len(theirs)}"
