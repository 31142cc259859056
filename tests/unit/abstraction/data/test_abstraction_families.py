"""The library has every family for every type, and makes each table once."""

from __future__ import annotations

from pathlib import Path

import pytest
from shared_library import basl, library, machine, mathematical, new_library

from vexil.abstraction.data.families import canonical, definition
from vexil.abstraction.data.library import Library
from vexil.abstraction.data.table_builder import Cache, user_cache
from vexil.abstraction.data.tables import listing, table_text
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.ir.expressions import Operator
from vexil.ir.types import BOOL, F32, F64, I8, I32, I64, INT, U8
from vexil.model.tokens.abstract_type import TESTS, AbstractType

FAMILIES = {
    "range(0,0)": ("BELOW0", "ZERO", "ABOVE0"),
    "Signs": ("NEG", "ZERO", "POS"),
    "range(0,1)": ("BELOW0", "ZERO", "ONE", "ABOVE1"),
    "range(4,4)": ("BELOW4", "FOUR", "ABOVE4"),
    "range(-1,1)": ("BELOW_MINUS1", "MINUS_ONE", "ZERO", "ONE", "ABOVE1"),
    "set{3,5}": ("THREE", "FIVE", "OTHER"),
    "set{1,2,3}": ("ONE", "TWO", "THREE", "OTHER"),
    "set{-40,40}": ("MINUS_40", "N40", "OTHER"),
    "modulo-3": ("M0", "M1", "M2"),
    "modulo-2": ("M0", "M1"),
    "EvenOdd": ("EVEN", "ODD"),
    "Point": ("UNKNOWN",),
}


def test_LIB_01_families_have_their_tokens() -> None:
    """Every family has the published tokens, as identifiers."""
    for name, tokens in FAMILIES.items():
        found = definition(name, INT)
        assert found is not None
        assert found.tokens == tokens
        assert all(token.isidentifier() for token in tokens)


def test_LIB_01_signs_and_parity_are_instances() -> None:
    """range(0,0) and Signs have the same tables, and so have modulo-2 and EvenOdd."""
    for general, special in (("range(0,0)", "Signs"), ("modulo-2", "EvenOdd")):
        one, two = mathematical(general), mathematical(special)
        assert one.operations == two.operations
        assert one.tests == two.tests


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("range(1,0)", "1 is greater than 0"),
        ("modulo-0", "has no meaning"),
        ("modulo--3", "has no meaning"),
        ("modulo-1", "all numbers into one token"),
        ("set{}", "has no members"),
        ("set{3,3}", "a member twice"),
        ("set{3,x}", "no whole number"),
        ("range(0,1000)", "would have 1003 tokens"),
        ("range(0,300)", "would have 303 tokens"),
        ("Sings", "there is no abstraction 'Sings' of i32"),
        ("Int", "is no abstraction"),
    ],
)
def test_LIB_01_nonsense_is_refused(name: str, words: str) -> None:
    """Empty ranges and sets, moduli below 2 and members twice are mistakes with one sentence each."""
    with pytest.raises(UsageError, match=words):
        machine(name)


def test_LIB_01_members_must_be_values_of_the_type() -> None:
    """A range of bytes has bounds that are bytes, and floats have no parity."""
    with pytest.raises(UsageError, match="200 is no value"):
        machine("set{200}", I8)
    with pytest.raises(UsageError, match="not of f64"):
        machine("EvenOdd", F64)


def test_LIB_01_spellings_and_aliases() -> None:
    """A family can be written in several ways."""
    assert mathematical("Range( 0 , 1 )") is mathematical("range(0,1)")
    assert [canonical(name) for name in ("Range01", "Set0", "range-(0,0)")] == ["range(0,1)", "set{0}", "range(0,0)"]
    assert canonical("mod 3") == canonical("Modulo-3") == "modulo-3"


def test_LIB_01_every_type_has_the_families() -> None:
    """Families exist for all widths, with and without sign; types other than int are part of the name."""
    for concrete in (U8, I64):
        kind = machine("range(0,1)", concrete)
        assert kind.name == f"range(0,1)_{concrete}"
        assert dict(kind.single) == {1: 0, 2: 1}
    assert machine("Signs", F32).tokens == ("NEG", "ZERO", "POS", "NAN")
    assert machine("Point", F32).tokens == ("UNKNOWN",)


def test_LIB_02_the_library_is_indexed_by_type() -> None:
    """Integers have all families, floats two, and truth values the identity; what users load is among them."""
    own = new_library()
    own.load(basl("abstraction Mine abstracts int begin TOKENS = {A}; abstract(n) begin _ -> A; end end"))
    groups = own.by_family(I32)
    assert set(groups) == {"concrete", "point", "range", "set", "modulo", "user"}
    assert groups["user"] == ("Mine",)
    assert "Signs" in groups["range"]
    assert "EvenOdd" in groups["modulo"]
    assert own.names(BOOL) == ("Int",)
    assert own.names(F64) == ("Int", "Point", "Signs")
    assert "  user      Mine" in listing({"int": dict(groups)})


def test_LIB_03_point_knows_nothing() -> None:
    """Point gives unknown for every operation, both truth values for every test, and every coercion leads to it."""
    for kind in (machine("Point"), mathematical("Point"), machine("Point", F64)):
        assert all(set(table.rows.values()) == {(0,)} for table in kind.operations.values())
        assert all(set(kind.tests[test].rows.values()) == {(0, 1)} for test in TESTS)
    found = library().coercion(machine("range(0,1)"), machine("Point"))
    assert set(found.table.rows.values()) == {(0,)}


def same_tables(one: AbstractType, two: AbstractType) -> bool:
    """Whether two types have the same tokens and tables."""
    return (one.tokens, one.operations, one.tests, one.single) == (two.tokens, two.operations, two.tests, two.single)


def test_LIB_04_tables_are_made_once_and_then_found(tmp_path: Path) -> None:
    """The first library asks a solver; the next finds the same tables without a question; what is damaged is remade."""
    first = Library(Context(), cache=Cache(tmp_path))
    kind = first.abstract_type("EvenOdd", I32)
    coercion = first.coercion(kind, kind)
    assert first.statistics.asked > 0
    asked = first.statistics.asked
    assert first.abstract_type("EvenOdd", I32) is kind
    assert first.statistics.asked == asked
    second = Library(Context(), cache=Cache(tmp_path))
    again = second.abstract_type("EvenOdd", I32)
    assert same_tables(again, kind)
    assert second.coercion(again, again).table == coercion.table
    assert (second.statistics.asked, second.statistics.found) == (0, 2)
    for path in tmp_path.iterdir():
        path.write_text(path.read_text().replace('"rows": [[0]', '"rows": [[1]').replace("}", "", 1))
    third = Library(Context(), cache=Cache(tmp_path))
    assert same_tables(third.abstract_type("EvenOdd", I32), kind)
    assert third.statistics.made == 1


def test_LIB_04_files_of_users_need_no_solver_again(tmp_path: Path) -> None:
    """An abstraction of a file is checked once; loading the file again asks nothing, for integers and for reals."""
    rules = "n < 5 -> LOW; n >= 5 -> HIGH;"
    text = f"abstraction Half extends KIND begin TOKENS = {{LOW, HIGH}}; abstract(n) begin {rules} end end"
    for kind in ("integral", "real"):
        asked = []
        for _ in range(2):
            own = Library(Context(), cache=Cache(tmp_path))
            own.check(basl(text.replace("KIND", kind)))
            asked.append(own.statistics.asked)
        assert asked[0] > 0
        assert asked[1] == 0


def test_LIB_04_a_changed_entry_is_not_believed(tmp_path: Path) -> None:
    """An entry that is well-formed but was changed does not have its digest, and is made again."""
    kind = Library(Context(), cache=Cache(tmp_path)).abstract_type("Point", I32)
    (path,) = tmp_path.iterdir()
    path.write_text(path.read_text().replace('"default": 0', '"default": 7'))
    again = Library(Context(), cache=Cache(tmp_path)).abstract_type("Point", I32)
    assert again.default == kind.default == 0
    assert same_tables(again, kind)


def test_LIB_04_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """VEXIL_CACHE names the folder, and empty there is none; a file in its place does no harm."""
    monkeypatch.setenv("VEXIL_CACHE", str(tmp_path))
    assert user_cache().folder == tmp_path / "abstractions"
    (tmp_path / "abstractions").write_text("")
    assert Library(Context()).abstract_type("Point", I32).tokens == ("UNKNOWN",)
    monkeypatch.setenv("VEXIL_CACHE", "")
    assert user_cache().folder is None


def test_most_results_of_five_tokens_need_no_solver() -> None:
    """Numbers show most results: of the 2,700 that five tokens have, few are asked about, and nothing is doubtful."""
    library = Library(Context(), cache=Cache(None))
    kind = library.abstract_type("range(0,2)", I64)
    assert library.statistics.asked < 700
    assert not any(table.doubtful for table in (*kind.operations.values(), *kind.tests.values()))


def test_tables_are_readable() -> None:
    """A type is shown with its arithmetic, its tokens, and a table for each operator with marks for what is special."""
    text = table_text(machine("Signs"))
    assert text.startswith("Signs, range(0,0): machine integers of 32 bits with sign, with wrap-around\n")
    assert "  ZERO  n == 0  (only 0, initial)\n" in text
    assert "+ add   NEG               ZERO  POS\n  NEG   {NEG, ZERO, POS}  NEG   {NEG, ZERO, POS}\n" in text
    assert "  ZERO  ZERO         {}!   ZERO\n" in text
    assert "== eq   NEG  ZERO  POS\n  NEG   TF   F     F\n" in text
    assert "NEG?" in table_text(mathematical("Signs"))


def test_user_tables_hide_generated_ones() -> None:
    """A user may define Signs; the library then gives the user's."""
    own = new_library()
    own.load(basl("abstraction Signs abstracts int begin TOKENS = {A}; abstract(n) begin _ -> A; end end"))
    assert own.abstract_type("Signs", I32).tokens == ("A",)
    assert own.abstract_type("Signs", I32).table(Operator.ADD).rows == {(0, 0): (0,)}
