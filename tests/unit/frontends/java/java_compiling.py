"""Ask the javac of this machine about programs: many of them in one process, which starts quickly."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.tools import require_tool

COMPILE_EACH = """
public class Each {
    public static void main(String[] files) {
        var compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
        for (String file : files) {
            String[] options = {"-Xmaxerrs", "1000", "-Xlint:none", "-proc:none", "-d", "made", file};
            compiler.run(null, System.out, System.out, options);
        }
    }
}
"""
QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""Options of a JVM that does not live long enough for the best code to be worth making."""


def compile_each(files: Sequence[str], folder: Path) -> str:
    """What javac says about files that it compiles one by one; names are relative to the folder, or absolute."""
    (folder / "Each.java").write_text(COMPILE_EACH, encoding="utf-8")
    (folder / "made").mkdir()
    command = [require_tool("java"), *QUICK, "Each.java", *files]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=True, timeout=300).stdout


def compile_together(files: Sequence[str], folder: Path, *options: str) -> str:
    """What javac says about files that it compiles at once."""
    quick = (f"-J{option}" for option in QUICK)
    usual = ("-Xlint:none", "-proc:none", "-encoding", "utf-8", "-d", "made")
    command = [require_tool("javac"), *quick, *usual, *options, *files]
    (folder / "made").mkdir()
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False, timeout=300).stderr
