"""Abstract programs in Java compile, and some run of each shows the tokens of what the concrete program prints."""

from __future__ import annotations

from pathlib import Path

from tests.java_programs import PROGRAMS, load_java
from tests.unit.abstraction.data.java_writing import LOCKSTEP, drive, lay_out, prepare, prepare_identity, written

VERIFY = """package gov.nasa.jpf.vm;
public class Verify {
    public static int getInt(int low, int high) { return low; }
    public static boolean getBoolean() { return true; }
}
"""
NUMBERS = {
    "Numbers.narrow": "Signs", "Numbers.wide": "Signs", "Numbers.middle": "Signs", "Numbers.letter": "Signs",
    "Numbers.sum": "Signs", "Main.main::x": "Signs",
}  # fmt: skip
RINGS = {"Buffer.head": "modulo-3", "Buffer.tail": "modulo-3", "Buffer.size": "range(0,3)"}


def test_PAB_06_runs_in_lock_step(tmp_path: Path) -> None:
    """For every program a sequence of choices makes the abstract one print the tokens of the concrete numbers.

    A program with a wrong operator in it is the control: no choices help it. With everything abstracted by tokens that
    are the numbers themselves, programs print what they printed before. The Event program compiles with the version of
    the run-time class for Java PathFinder.
    """
    prepare(
        tmp_path / "counters", LOCKSTEP / "counters", {"Counters.count": "Signs", "Counters.total": "Signs"}, "Signs"
    )
    prepare(tmp_path / "buffer", LOCKSTEP / "buffer", RINGS, "Modulo_3 Modulo_3 Range_0_3")
    prepare(tmp_path / "calls", LOCKSTEP / "calls", {"Calls.value": "EvenOdd"}, "EvenOdd")
    prepare(tmp_path / "numbers", LOCKSTEP / "numbers", NUMBERS, "Signs Signs Signs SignsLong SignsLong Signs Signs")
    prepare(tmp_path / "wrong", LOCKSTEP / "calls", {"Calls.value": "EvenOdd"}, "EvenOdd")
    spoiled = tmp_path / "wrong" / "abstract" / "Calls.java"
    text = spoiled.read_text(encoding="utf-8")
    assert "EvenOdd.sub(EvenOdd.abs(from)" in text
    spoiled.write_text(text.replace("EvenOdd.sub(EvenOdd.abs(from)", "EvenOdd.mul(EvenOdd.abs(from)"), encoding="utf-8")
    language = PROGRAMS / "language"
    sources = {"counters": LOCKSTEP / "counters", "calls": LOCKSTEP / "calls"}
    sources |= {name: language / f"{name}.java" for name in ("LocalClasses", "Lambdas", "ShortCircuit")}
    edits = 0
    for name, source in sources.items():
        main = name if source.is_file() else "Main"
        edits += prepare_identity(tmp_path / f"exact_{name}", source, main)
    assert edits > 250
    event = written(load_java(PROGRAMS / "papers" / "Event.java"), {"Event.count": "Signs"})
    lay_out(tmp_path / "pathfinder", event)
    folder = tmp_path / "pathfinder" / "abstract"
    (folder / "Verify.java").write_text(VERIFY, encoding="utf-8")
    pathfinder = next(text for path, text in event.generated.items() if Path(path).parent.name == "jpf")
    (folder / "Choose.java").write_text(pathfinder, encoding="utf-8")
    exact = [f"exact_{name}" for name in sources]
    found = drive(tmp_path, "counters", "buffer", "calls", "numbers", "wrong", "pathfinder", *exact)
    assert [found[name].split()[0] for name in ("counters", "buffer", "calls", "numbers")] == ["found"] * 4, found
    assert found["wrong"].startswith("none"), found
    assert found["pathfinder"] == "compiled", found
    assert {found[name].split()[0] for name in exact} == {"same"}, found
