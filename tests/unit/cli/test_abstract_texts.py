"""Abstract programs as text: what `vexil abstract --emit` writes, `vexil check` reads, with the same verdicts."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import vexil

MIXED = """(x y)
(a)
a: u := +(x, 1);
   v := y;
   goto b;
b: if <(x, 0) then c else d;
c: w := *(v, 2);
   if =(u, 5) then bad else e;
d: w := -(u, y);
   if <(u, 0) then never else e;
e: return;
bad: return;
never: return;
"""
OWN = """abstraction LowHigh abstracts int begin
  TOKENS = {LOW, HIGH};
  abstract(n) begin
    n < 5 -> {LOW};
    n >= 5 -> {HIGH};
  end
end
"""
SMALL = ("--set", "y=-2..2")


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def bound(*bindings: str) -> tuple[str, ...]:
    return tuple(word for binding in bindings for word in ("--bind", binding))


@pytest.mark.parametrize(
    ("program", "bindings", "settings", "asked", "proved"),
    [
        (
            "examples/power.fcl",
            (*bound("m=EvenOdd"), "--default-abstraction", "Point"),
            (),
            ("ltl: []([end] => result % 2 != 0 || m % 2 == 0)", "ltl: []([end] => result % 2 != 0)"),
            (True, False),
        ),
        (
            "examples/power.fcl",
            bound("m=EvenOdd"),
            ("--set", "n=0..2"),
            ("ltl: []([end] => result % 2 != 0 || m % 2 == 0)",),
            (True,),
        ),
        (
            MIXED,
            bound("x=Signs", "v=range(0,1)"),
            (*SMALL, "--integers", "math"),
            ("ltl: []![never]", "ltl: []![bad]", "ltl: []([c] -> x < 0)"),
            (True, False, True),
        ),
        (MIXED, bound("x=LowHigh"), SMALL, ("ltl: []([c] -> x < 5)", "ltl: []([bad] -> u >= 5)"), (True, True)),
    ],
)
def test_PAB_02_what_is_written_as_fcl_reads_back_with_the_same_verdicts(
    program: str,
    bindings: tuple[str, ...],
    settings: tuple[str, ...],
    asked: tuple[str, ...],
    proved: tuple[bool, ...],
    tmp_path: Path,
) -> None:
    """Tokens, operators, coercions, and tokens that two types share: the text says what they are."""
    path = program if program.startswith("examples") else written(tmp_path, "mixed.fcl", program)
    more = ("--basl", written(tmp_path, "own.basl", OWN)) if "LowHigh" in str(bindings) else ()
    arithmetic = settings[2:]
    emitted = vexil("abstract", path, *bindings, *more, *arithmetic, "--emit", "fcl")
    assert emitted.returncode == 0, emitted.stderr
    again = written(tmp_path, "again.fcl", emitted.stdout)
    questions = [word for text in asked for word in ("-p", text)]
    translated = vexil("abstract", path, *bindings, *more, *arithmetic, *questions).stdout.splitlines()
    abstract = [word for line in translated if not line.startswith(" ") for word in ("-p", line)]
    first = vexil("check", path, *bindings, *more, *settings, *questions)
    second = vexil("check", again, *settings, *abstract)
    for done in (first, second):
        verdicts = [line for line in done.stdout.splitlines() if line.startswith("ltl: ")]
        assert [": proved" in line for line in verdicts] == list(proved), done.stdout + done.stderr


def test_PAB_02_a_table_cannot_say_that_there_is_no_result(tmp_path: Path) -> None:
    """An even divisor may be 0: the flowchart is refused, and the intermediate form has the step that fails."""
    path = written(tmp_path, "d.fcl", "(x y)\n(a)\na: z := /(x, y);\n   return;\n")
    words = ("abstract", path, "--bind", "y=EvenOdd", "--bind", "x=EvenOdd")
    refused = vexil(*words, "--emit", "fcl")
    assert refused.returncode == 2
    assert "/ of tokens of EvenOdd may have no result" in refused.stderr
    again = written(tmp_path, "again.vir", vexil(*words, "--emit", "vir").stdout)
    assert "division-by-zero" in vexil("check", again, "-p", "termination").stdout
    constant = written(tmp_path, "c.fcl", "(x)\n(a)\na: z := /(x, 2);\n   return;\n")
    assert vexil("abstract", constant, "--bind", "x=EvenOdd", "--emit", "fcl").returncode == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("type T = Signs;\n(x)\n(a)\na: return;\n", "type NAME = ABSTRACTION suffix WORD;"),
        ("type T = Sines suffix s;\n(x)\n(a)\na: return;\n", "Sines"),
        ("(x)\n(a)\na: x := +_sg(x, POS);\n   return;\n", "'+_sg'"),
    ],
)
def test_PAB_02_types_that_are_not_known_are_refused(text: str, message: str, tmp_path: Path) -> None:
    """A declaration needs an abstraction that exists and a suffix; operators need a declaration."""
    done = vexil("check", written(tmp_path, "t.fcl", text), "-p", "termination")
    assert done.returncode == 2
    assert message in done.stderr


def test_abstract_programs_in_the_intermediate_form_read_back(tmp_path: Path) -> None:
    """The deadlock of Event with signs is found in the text, too, and needs no choice of the abstraction."""
    emitted = vexil("abstract", "tests/programs/java/papers/Event.java", *bound("Event.count=Signs"), "--emit", "vir")
    done = vexil("check", written(tmp_path, "event.vir", emitted.stdout), "-p", "deadlock")
    assert done.returncode == 1, done.stdout
    assert "guaranteed feasible: the run takes no choice of the abstraction" in done.stdout


READ_AS_JAVA = r"""public class Main {
    static int total = 1__0;
    static int \u0063ount;
    int size = 1;

    public static void main(String[] args) {
        Main main = new Main();
        int c = 2;
        int d = 3;
        total = (main.size) - c * d;
        c\u006funt = count \u002b total;
        count = \u0028count\u0029 - 1;
        count +\u003d 1;
        (total) = (int) count++;
        assert total < 100;
    }
}
"""
WRITTEN_AS_JAVA = r"""
    static int total = Signs.POS;
    static int \u0063ount = Signs.ZERO;
        total = Signs.abs((main.size) - c * d);
        c\u006funt = Signs.add(count, total);
        count = Signs.sub(count, Signs.POS);
        count = Signs.add(count, Signs.POS);
        (total) = Choose.before(count, count = Signs.add(count, Signs.POS));
"""


@pytest.mark.parametrize("line", WRITTEN_AS_JAVA.strip("\n").split("\n"))
def test_whatever_check_reads_is_written_as_java(line: str, emitted_java: Path) -> None:
    """Casts that are none, Unicode escapes and underscores in numbers are what they are for `vexil check`."""
    assert line in (emitted_java / "Main.java").read_text(encoding="utf-8").splitlines()


def test_classes_for_another_machine_are_apart(emitted_java: Path) -> None:
    """The second version of a generated class is in a folder of its own, wherever the program is."""
    found = sorted(str(path.relative_to(emitted_java)) for path in emitted_java.rglob("*.java"))
    assert found == ["Choose.java", "Main.java", "Signs.java", "jpf/Choose.java"]


@pytest.fixture(scope="module")
def emitted_java(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with an abstract program in Java."""
    folder = tmp_path_factory.mktemp("java")
    bindings = bound("Main.total=Signs", "Main.count=Signs")
    program = written(folder, "Main.java", READ_AS_JAVA)
    done = vexil("abstract", program, *bindings, "--emit", "java", "--output", str(folder / "made"))
    assert done.returncode == 0, done.stderr
    return folder / "made"
