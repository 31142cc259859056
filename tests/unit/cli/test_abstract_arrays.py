"""Arrays whose index is abstracted, on the command line: the published PersonInfo example and what belongs to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import vexil

PEOPLE = """import org.sosy_lab.sv_benchmarks.Verifier;

class PersonInfo {
    int age;
    int account;
    boolean member;
}

class People {
    static PersonInfo[] person = new PersonInfo[LENGTH];

    public static void main(String[] args) {
        for (int k = 0; k < person.length; k++) {
            person[k] = new PersonInfo();
            person[k].age = 20;
        }
        int i = Verifier.nondetInt();
        int j = Verifier.nondetInt();
        BODY
    }
}
"""
ABSTRACTIONS = """
abstraction Person abstracts class PersonInfo begin
  age: Signs;
  account: EvenOdd;
end
abstraction Fourth abstracts PersonInfo[] begin
  index: range(4,4);
  component: Person;
end
"""
BINDINGS = tuple(
    word
    for name in ("People.person=Fourth", "People.main::i=range(4,4)", "People.main::j=range(4,4)")
    for word in ("--bind", name)
)


def checked(folder: Path, body: str, asked: str = "assert", *words: str, length: int = 6) -> tuple[int, str]:
    """The exit status and the text of a check of the program with this body."""
    program, basl = folder / "People.java", folder / "people.basl"
    program.write_text(PEOPLE.replace("LENGTH", str(length)).replace("BODY", body), encoding="utf-8")
    basl.write_text(ABSTRACTIONS, encoding="utf-8")
    done = vexil("check", str(program), "--basl", str(basl), *BINDINGS, *words, "-p", asked)
    return done.returncode, done.stdout + done.stderr


STRONG = """int which = Verifier.nondetInt();
        switch (which) {
        case 0: if (i == 4) { person[i] = new PersonInfo(); assert person[4].age == 0; } break;
        case 1: if (i == 4 && j == 4) { person[i].age = -1; assert person[j].age < 0; } break;
        case 2: if (0 <= i && i < 4) { person[i].age = -1; assert person[4].age > 0; } break;
        case 3: if (0 <= i && i < 4 && 0 <= j && j < 4) { person[i].age = -1; assert person[j].age != 0; } break;
        case 4: if (i == 4) { person[i].account = 3; person[j].account += 4; assert person[4].account % 2 != 0; } break;
        }"""


def test_BAS_06_what_is_written_at_one_index_replaces_and_elsewhere_changes_nothing(tmp_path: Path) -> None:
    """The token FOUR stands for one person; fields have the abstraction of the component, or stay."""
    status, text = checked(tmp_path, STRONG, "assert", "--bind", "People.main::which=range(0,4)")
    assert status == 0, text
    assert "@People.person" in text
    assert "PersonInfo::account" in text
    assert "::t" not in text, "registers are nobody's variables"


@pytest.mark.parametrize("claim", ["person[j].age > 0", "person[j].age < 0"])
def test_BAS_06_one_of_several_persons_is_written_and_nobody_knows_which(claim: str, tmp_path: Path) -> None:
    """A read at the token of the write gives what was there before, or what was written: neither claim holds."""
    status, text = checked(
        tmp_path, f"if (i >= 0 && i < 4 && j >= 0 && j < 4) {{ person[i].age = -1; assert {claim}; }}"
    )
    assert status == 1, text
    assert "feasible: the program itself takes the run" in text


@pytest.mark.parametrize(
    ("body", "length", "status"),
    [
        ("if (i < 4) person[i].age = 1;", 6, 1),  # BELOW4 has negative numbers, too
        ("if (i == 4) person[i].age = 1;", 6, 0),
        ("if (i == 4) person[i].age = 1;", 4, 1),
    ],
)
def test_BAS_06_indices_that_do_not_exist_are_exceptions(body: str, length: int, status: int, tmp_path: Path) -> None:
    """A token that contains indices outside of the array keeps both outcomes."""
    found, text = checked(tmp_path, body, "exception", length=length)
    assert found == status, text


@pytest.mark.parametrize(("body", "length"), [("i > 4", 5), ("i < 4", 0)])
def test_BAS_06_nothing_comes_after_an_access_that_no_index_allows(body: str, length: int, tmp_path: Path) -> None:
    """The bounds are open for the token, but there is no element that it stands for."""
    status, text = checked(tmp_path, f"if ({body}) {{ person[i].age = 1; assert false; }}", length=length)
    assert status == 0, text


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("abstraction Wrong abstracts PersonInfo[] begin index: range(4,4); component: Signs; end", "PersonInfo"),
        ("abstraction L abstracts long begin TOKENS = {A}; abstract(n) begin n == n -> {A}; end end\n"
         "abstraction Wrong abstracts PersonInfo[] begin index: L; component: Person; end", "i32, which the index has"),
    ],
)  # fmt: skip
def test_BAS_06_parts_that_do_not_fit_are_refused(wrong: str, message: str, tmp_path: Path) -> None:
    """A component of another type than the elements, and an index that is no int, are refused with their place."""
    program, basl = tmp_path / "People.java", tmp_path / "people.basl"
    program.write_text(PEOPLE.replace("LENGTH", "6").replace("BODY", ""), encoding="utf-8")
    basl.write_text(ABSTRACTIONS + wrong, encoding="utf-8")
    done = vexil("check", str(program), "--basl", str(basl), "--bind", "People.person=Wrong", "-p", "assert")
    assert done.returncode == 2
    assert message in done.stderr
    assert "people.basl:" in done.stderr
