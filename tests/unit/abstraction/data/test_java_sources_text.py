"""Abstract programs as Java text: what is replaced, what stays, and what is refused."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from tests.java_programs import PROGRAMS, load_java
from tests.unit.abstraction.data.java_writing import LOCKSTEP, written, written_text

from vexil.core.errors import SourceError, UsageError

EVENT = PROGRAMS / "papers" / "Event.java"
COUNTS = {"Event.count": "Signs", "FirstTask.count": "Signs", "SecondTask.count": "Signs"}
SIGNS = {"Main.main::x": "Signs"}


def text_of(folder: Path, body: str, members: str = "", default: str = "Int") -> str:
    """The abstract text of statements in which x is of Signs."""
    program = f"class Main {{ {members}\npublic static void main(String[] args) {{\n{body}\n}} }}\n"
    return written_text(folder, program, SIGNS, default=default)


def test_PAB_07_the_event_program() -> None:
    """Six lines of the Event program change, exactly as printed; copies, monitors and START stay."""
    before = EVENT.read_text(encoding="utf-8").splitlines()
    after = written(load_java(EVENT), COUNTS).files[str(EVENT)].splitlines()
    changed = [(old.strip(), new.strip()) for old, new in zip(before, after, strict=True) if old != new]
    assert changed == [
        ("int count = 0;", "int count = Signs.ZERO;"),
        ("count = count + 1;", "count = Signs.add(count, Signs.POS);"),
        ("int count = 0;", "int count = Signs.ZERO;"),
        ("if (count == event1.count)", "if (Signs.eq(count, event1.count))"),
        ("int count = 0;", "int count = Signs.ZERO;"),
        ("if (count == event2.count)", "if (Signs.eq(count, event2.count))"),
    ]


def test_PAB_07_inference_gives_the_second_task_the_same_abstraction() -> None:
    """What the text of the paper selects, Event and FirstTask alone, gives the same program."""
    program = load_java(EVENT)
    fewer = {name: kind for name, kind in COUNTS.items() if not name.startswith("Second")}
    assert written(program, fewer).files == written(program, COUNTS).files


SUM = """class Main {
    static int sum(int x, int y) {
        return (x + y) + 2;
    }

    public static void main(String[] args) {
        int r = sum(3, 4);
    }
}
"""


@pytest.mark.parametrize(
    ("name", "named", "expected"),
    [
        ("EvenOdd", True, "EvenOdd.add(EvenOdd.add(x, Coerce.IntToEvenOdd(y)), EvenOdd.EVEN)"),
        ("EvenOdd", False, "EvenOdd.add(EvenOdd.add(x, EvenOdd.abs(y)), EvenOdd.EVEN)"),
        ("Signs", False, "Signs.add(Signs.add(x, Signs.abs(y)), Signs.POS)"),
    ],
)
def test_ATI_09_labels_choose_the_operators(tmp_path: Path, name: str, named: bool, expected: str) -> None:
    """Both sums of (x + y) + 2 are of x's abstraction; y stays a number and is abstracted where it is used."""
    file = tmp_path / "Main.java"
    file.write_text(SUM, encoding="utf-8")
    found = written(load_java(file), {"Main.sum::x": name}, named_coercions=named)
    assert f"return {expected};" in found.files[str(file)]
    assert any(path.endswith("Coerce.java") for path in found.generated) == named


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int x = 1; x += 2; x++; --x;", "x = Signs.add(x, Signs.POS); x = Signs.add(x, Signs.POS); x = Signs.sub(x,"),
        ("int x = 1; x = x++ - --x;", "x = Signs.sub(Choose.before(x, x = Signs.add(x, Signs.POS)), x = Signs.sub(x,"),
        ("int x = 1; x = 1 + (x += 2) * 3;", "Signs.add(Signs.POS, Signs.mul(x = Signs.add(x, Signs.POS), Signs.POS))"),
        ("int x = 1; x = x /* a */ + /* b */ 2; // c", "x = Signs.add(x /* a */ , /* b */ Signs.POS); // c"),
        ("int x = 1; x = x\n  - 1;", "x = Signs.sub(x,\n  Signs.POS);"),
        ("int x = -7; x = -(-x); x = ~x;", "int x = Signs.NEG; x = Signs.neg(Signs.neg(x)); x = Signs.not(x);"),
        ("final int K = 7; int x = K; x -= K - 7;", "final int K = 7; int x = Signs.POS; x = Signs.sub(x, Signs.ZERO)"),
        ("int x = 1; x = args.length > 2 ? x : args.length;", "x = args.length > 2 ? x : Signs.abs(args.length);"),
        ("int x = 1; boolean b = !(x < 2) && x != 3;", "= !(Signs.lt(x, Signs.POS)) && Signs.neq(x, Signs.POS);"),
        ("int x = 1; int y; int z; z = y = x;", "int y; int z; z = y = x;"),
        ("int x = 1; long l = x; x = (int) l;", "int l = x; x = Coerce.SignsLongToSigns(l);"),
        ("int x = 1; byte b = 2; b += x;", "int b = Signs.POS; b = Coerce.SignsToSignsByte(Signs.add(b, x));"),
        ("int x = 1; int[][] g = new int[2][3]; g[1][0] = x;", "int[][] g = Choose.filled(new int[2][3], Signs.ZERO);"),
        ("int x = 0; int[] a = {1}; for (int n : a) { n += x; }", "for (int nElement : a) { int n = Signs.abs(nEl"),
        ("int Signs = 1; int x = Signs + 2;", "int x = SignsTokens.abs(Signs + 2);"),
        ("var x = 1; x <<= args.length;", "x = Signs.shl(x, Signs.abs((args.length) & 31));"),
        ("int x = 1; x = x % 3; x = x / args.length;", "x = Signs.rem(x, Signs.POS); x = Signs.div(x, Signs.abs(args"),
        ("int x = 1; for (int i = 0; i < 3; i++, x -= i) { }", "i < 3; i++, x = Signs.sub(x, Signs.abs(i)))"),
    ],
)  # fmt: skip
def test_expressions(tmp_path: Path, body: str, expected: str) -> None:
    """Each expression is replaced by the calls and tokens that stand for it, and everything around it stays."""
    assert expected in text_of(tmp_path, body)


@pytest.mark.parametrize(
    ("body", "members", "line", "reason"),
    [
        ("int x = 1;\nswitch (x) { case 1: x = 2; }", "", 4, "where a number is needed"),
        ("int x = 1;\nx = x >>> 2;", "", 4, "where a number is needed"),
        ("int x = 1;\nx >>>= 2;", "", 4, "no table for >>>"),
        ("int x = 1;\nSystem.out.println(x + 1);", "", 4, "only printed"),
        ("int x = 1; int[] a = new int[2];\na[f()] += x;", "static int f() { return 0; }", 4, "evaluated twice"),
        (
            "int x = 1; count = x; new Main();",
            "static Main first = new Main(); static int count; Main() { count++; }",
            1,
            "before its first value",
        ),
        (
            "int x = 1;\njava.util.function.IntUnaryOperator o = Main::inc; o.applyAsInt(3); x = inc(x);",
            "static int inc(int n) { return n + 1; }",
            4,
            "a value of Int would have to become one of Signs",
        ),
        (
            "int x = 1; long l = x; put(l); put(3);",
            "static void put(int n) { } static void put(long n) { }",
            1,
            "forms",
        ),
        ("int x = 1; big = x;", "static long big; static void idle() { big = 5L; }", 1, "never reached"),
        ("int x = 1;\nlong l = x, m = 3;", "", 4, "others do not"),
        ("int x = 1; int y;\ny = f(f = 3);\nf = x;", "static int f; static int f(int n) { return n; }", 4, "is needed"),
    ],
)
def test_what_has_no_text_is_refused(tmp_path: Path, body: str, members: str, line: int, reason: str) -> None:
    """What cannot be written is refused with its line and the reason."""
    with pytest.raises(SourceError) as caught:
        text_of(tmp_path, body, members)
    assert reason in caught.value.message
    assert caught.value.line == line


def test_too_many_tokens_are_refused(tmp_path: Path) -> None:
    """Tokens are bits of an int, so an abstraction with 43 of them is refused."""
    with pytest.raises(UsageError, match=r"43 tokens"):
        written_text(tmp_path, SUM, {"Main.sum::x": "range(0,40)"})


def test_captured_variables_are_what_they_are_outside(tmp_path: Path) -> None:
    """A number that a lambda and a local class capture is abstracted where they use it, whatever their copies are."""
    body = (
        "int y = 5; int z = 3; int x = y; Runnable r = () -> { int q = y + z; };"
        " Runnable s = new Runnable() { public void run() { int q = y - z; } }; r.run(); s.run();"
    )
    found = text_of(tmp_path, body, default="Point")
    assert "int y = 5; int z = Point.UNKNOWN; int x = Signs.abs(y);" in found
    assert "Point.add(Point.abs(y), z)" in found
    assert "Point.sub(Point.abs(y), z)" in found


def test_generated_classes_are_where_they_are_seen(tmp_path: Path) -> None:
    """Classes are in the package of the files that call them; files of two packages import a third one."""
    one, two = tmp_path / "p" / "Cell.java", tmp_path / "q" / "Main.java"
    one.parent.mkdir()
    two.parent.mkdir()
    one.write_text("package p;\n\npublic class Cell {\n    public int value;\n}\n", encoding="utf-8")
    main = "package q;\n\nimport p.Cell;\n\nclass Main {\n    public static void main(String[] args) {\n%s    }\n}\n"
    two.write_text(main % "        new Cell().value = 3;\n", encoding="utf-8")
    both = written(load_java(tmp_path), {"Cell.value": "Signs"})
    assert both.files[str(one)].startswith("package p;\n\nimport abstraction.*;\n\npublic class Cell {")
    assert "new Cell().value = Signs.POS;" in both.files[str(two)]
    assert both.generated[str(tmp_path / "abstraction" / "Signs.java")].startswith("package abstraction;")
    two.write_text(main % "        Cell cell = new Cell();\n        int y = cell.value;\n", encoding="utf-8")
    alone = written(load_java(tmp_path), {"Cell.value": "Signs"})
    assert sorted(Path(path).relative_to(tmp_path).as_posix() for path in alone.generated) == [
        "p/Choose.java", "p/Signs.java", "p/jpf/Choose.java",
    ]  # fmt: skip
    assert alone.files[str(two)] == two.read_text(encoding="utf-8")
    assert "gov.nasa.jpf.vm.Verify.getInt" in alone.generated[str(tmp_path / "p" / "jpf" / "Choose.java")]


def test_edits_are_apart_and_give_the_files() -> None:
    """The edits are in order, none overlaps another, and applied to the original they give the written file."""
    source = LOCKSTEP / "calls" / "Calls.java"
    found = written(load_java(source), {"Calls.value": "EvenOdd"})
    content, edits = source.read_bytes(), found.edits[str(source)]
    assert len(edits) > 40
    assert all(first.end <= second.start for first, second in pairwise(edits))
    for edit in reversed(edits):
        content = content[: edit.start] + edit.replacement.encode() + content[edit.end :]
    assert content.decode() == found.files[str(source)]
