"""What a JVM does with random sequential Java programs with two small inputs, for every pair of them."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

from soaking.subject import Subject, Truth
from strategies.java.inputs import MAIN, random_input_program
from strategies.source import Seeded

PROPERTIES = ("assert", "exception")
SECONDS = 60
DRIVER = """public class Driver {
    public static void main(String[] arguments) {
        for (int x = -2; x <= 3; x++)
            for (int y = -2; y <= 3; y++)
                try {
                    Program.run(x, y);
                } catch (AssertionError failed) {
                    System.out.println("assert");
                } catch (RuntimeException thrown) {
                    System.out.println("exception");
                } catch (Error other) {
                    System.out.println("other");
                }
    }
}
"""


def drawn(seed: int) -> Subject:
    """The program of a seed."""
    engines = Random(seed + 1).choice([("auto",), ("auto",), ("auto", "explicit"), ("auto", "bounded")])
    text = random_input_program(Seeded(seed))
    return Subject("java", seed, text, random_input_program, PROPERTIES, "Program.java", _truth, engines=engines)


def _truth(text: str, folder: Path) -> Truth | None:
    place = folder / "real"
    place.mkdir(exist_ok=True)
    (place / "Program.java").write_text(text.replace(MAIN, ""))
    (place / "Driver.java").write_text(DRIVER)
    command = ["javac", "-nowarn", "Program.java", "Driver.java"]
    compiled = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=SECONDS, check=False)
    if compiled.returncode:
        return None
    found = subprocess.run(
        ["java", "-ea", "-Xss1m", "Driver"], cwd=place, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    kinds = set(found.stdout.split())
    if found.returncode or "other" in kinds:
        return None
    holds = {"assert"} - kinds if kinds else set(PROPERTIES)  # an assertion that fails is an exception, too
    return Truth(frozenset(kinds), frozenset(holds))
