"""Program abstraction: what becomes of declarations, constants, expressions and operations."""

from __future__ import annotations

from dataclasses import replace

import pytest
from abstract_programs import Given, by_hand, flow, given, inferred, low_high, made, power, states, texts, verdict
from shared_library import library, machine

from vexil.abstraction.data.programs import abstracted
from vexil.abstraction.data.programs.flowcharts import flowchart
from vexil.core.errors import InternalError, UsageError
from vexil.frontends.fcl.tables import Rows
from vexil.frontends.fcl.tables import TokenType as FclTokenType
from vexil.ir.expressions import Operator
from vexil.ir.interpreter.state import Undefined
from vexil.ir.types import I32, I64, TokenType
from vexil.model.tokens.abstract_type import AbstractType, Coercion, Table, zero_first
from vexil.model.tokens.typing import AbstractTyping, Slot
from vexil.model.verdict import Status
from vexil.pipeline.feasible import FEASIBLE, is_abstraction

POWER_EVEN_ODD = """(m n)
(init)

init: result := ODD;
      goto test;

test: if <(n, 1) then end else loop;

loop: result := *_eo(result, m);
      n := -(n, 1);
      goto test;

end:  return;
"""


def test_PAB_01_a_program_declares_exactly_what_it_uses() -> None:
    """With m: EvenOdd there is one token type, and of its operators the product alone."""
    program = power()
    found = made(program, inferred(program, m="EvenOdd"))
    assert set(found.token_sets) == {"EvenOdd"}
    assert set(found.relations) == {"EvenOdd.mul"}
    types = {item.name: str(item.type) for item in found.globals}
    assert types == {"m": "tokens[EvenOdd]", "n": "i32", "result": "tokens[EvenOdd]"}


def test_PAB_02_power_is_printed_as_in_the_paper() -> None:
    """With m: EvenOdd the program is that of Fig. 9; with Point for the rest the test has operators of Point."""
    program = power()
    concrete = flowchart(program, inferred(program, m="EvenOdd"), library())
    assert concrete.text == POWER_EVEN_ODD
    assert concrete.suffixes == {"EvenOdd": "eo"}
    point = flowchart(program, inferred(program, "Point", m="EvenOdd"), library()).text
    assert "if <_pt(n, UNKNOWN) then end else loop;" in point
    assert "n := -_pt(n, UNKNOWN);" in point


@pytest.mark.parametrize("default", ["Int", "Point", "Signs"])
def test_PAB_02_the_printed_program_means_the_same(default: str) -> None:
    """The text of an abstract program, read with the tables of its types, has as many states as the program itself."""
    ranges = {"n": (0, 2)} if default == "Int" else {}
    program = power(ranges=ranges)
    typing = inferred(program, default, m="EvenOdd")
    printed = flowchart(program, typing, library())
    types = tuple(_token_type(name, kind, printed.suffixes[name]) for name, kind in printed.types.items())
    again, found = flow(printed.text, token_types=types, ranges=ranges), made(program, typing)
    assert len(states(again)[1]) == len(states(found)[1])
    assert "result := choose '*_eo'(result, m) by abstraction" in texts(again)


def _token_type(name: str, kind: AbstractType, suffix: str) -> FclTokenType:
    def rows(operator: Operator, words: tuple[object, ...]) -> Rows:
        table = kind.table(operator).rows
        return {
            (kind.tokens[left], kind.tokens[right]): {words[number] for number in results}
            for (left, right), results in table.items()
        }  # type: ignore[return-value]

    operations = {
        operator.value: rows(operator, kind.tokens) for operator in kind.operations if operator.value in "+-*/%"
    }
    tests = {operator.value: rows(operator, (False, True)) for operator in kind.tests}
    return FclTokenType(name, kind.tokens, suffix, operations, tests, default=kind.tokens[kind.default])


def test_PAB_02_what_starts_at_0_starts_with_its_token() -> None:
    """The implicit 0 of result becomes EVEN, and a field, an element and a local of Signs start as ZERO."""
    program = power()
    found = made(program, inferred(program, m="EvenOdd"))
    initial = found.global_variables["result"].initial
    assert initial is not None
    assert initial.value == found.token_sets["EvenOdd"].tokens.index("EVEN")
    assert zero_first(machine("Signs")).tokens == ("ZERO", "NEG", "POS")


def test_PAB_03_a_constant_becomes_its_token_or_a_choice_of_several() -> None:
    """Of overlapping tokens, 3 is low and 5 is low or high."""
    program = given("global x: i32\nfunction main()\n  a -> b: x := 3i32\n  b -> c: x := 5i32\n  c -> exit: return\n")
    found = abstracted(program, by_hand(x="LowHigh"), Given({("LowHigh", I32): low_high()}))
    assert texts(found)[:2] == [
        "x := token(LowHigh, low)",
        "x := choose among(token(LowHigh, low), token(LowHigh, high)) by abstraction",
    ]


def test_PAB_04_operands_and_values_are_coerced() -> None:
    """In (x + y) + 2 the number y becomes a token by the conditions of tokens, all in one edge."""
    program = flow("(x y)(s) s: x := +(+(x, y), 2); y := 1; return;")
    found = made(program, inferred(program, x="EvenOdd"))
    assert str(found.global_variables["y"].type) == "i32"
    (text, *_) = texts(found)
    assert text.startswith("x := choose EvenOdd.add(EvenOdd.add(x, among(when(y % 2i32 == 0i32, token(EvenOdd, EVEN)),")
    assert text.endswith("token(EvenOdd, EVEN)) by abstraction")


def test_PAB_04_tokens_are_coerced_by_a_relation() -> None:
    """A declared coercion becomes a relation at an assignment; without one it is a mistake that names the label."""
    program = flow("(x y)(s) s: y := x; return;")
    typing = by_hand(x="range(0,1)", y="Signs")
    found = made(program, typing)
    assert texts(found)[0] == "y := choose 'range(0,1) << Signs'(x) by abstraction"
    rows = dict(found.relations["range(0,1) << Signs"].rows)
    names = found.token_sets["range(0,1)"].tokens
    assert {names[row[0]]: [found.token_sets["Signs"].tokens[n] for n in got] for row, got in rows.items()} == {
        "ZERO": ["ZERO"], "BELOW0": ["NEG"], "ONE": ["POS"], "ABOVE1": ["POS"],
    }  # fmt: skip
    types = {(name, I32): machine(name) for name in ("range(0,1)", "Signs")}
    with pytest.raises(InternalError, match="coercion"):
        abstracted(program, typing, Given(types))


def test_PAB_04_a_token_is_no_number() -> None:
    """Where a number is needed a token is our mistake, and the message has the label and the line."""
    program = given(
        "global x: i32\nglobal a: array[i32]\n"
        'function main()\n  n -> m: a := new array(i32, x) site "a"\n  m -> exit: return\n'
    )
    with pytest.raises(InternalError, match=r"occurrence 1 of main#0 \(given.vir:5\).*no coercion"):
        made(program, by_hand(x="Signs"))


def test_PAB_05_every_occurrence_has_the_type_of_its_label() -> None:
    """A typing whose label differs from what an expression is, is refused."""
    program = flow("(x)(s) s: x := +(x, 1); return;")
    typing = inferred(program, x="Signs")
    made(program, typing)
    wrong = replace(typing, labels={**typing.labels, ("main", 0, 1): "Int"}, operators={("main", 0, 1): "Signs"})
    with pytest.raises(InternalError, match="occurrence 1 of main#0"):
        made(program, wrong)


def test_PAB_06_edges_keep_their_numbers_and_places() -> None:
    """What is put in comes last, has the place of the statement, and uses hidden registers."""
    program = power()
    found = made(program, inferred(program, "Point", m="EvenOdd")).functions["main"]
    old = program.functions["main"]
    assert [edge.target for edge in found.edges[: len(old.edges)]] == [edge.target for edge in old.edges]
    (added,) = found.edges[len(old.edges) :]
    assert found.locations[added.source].name == "test.1"
    assert added.span == old.edges[2].span
    assert all(item.hidden for item in found.locals)
    assert found.locations[2].labels == ("test",)
    assert found.locations[added.target].labels == ("test.1", "test")


def test_PAB_08_fields_of_objects_made_at_run_time_are_tokens() -> None:
    """A field is abstracted in its class, however many objects there are, and starts with the token of 0."""
    program = given("""
class Counter
  field count: i32
global last: ref[Counter]
function main()
  local n: i32
  a -> b: last := new Counter site "c"
  b -> c: n := field(last, count)
  c -> d: check assert n == 0i32 "new counters are 0"
  d -> e: field(last, count) := n + 1i32
  e -> a: skip
  z -> exit: return
""")
    typing = AbstractTyping(slots={Slot("Counter::count"): "Signs", Slot("main::n"): "Signs"})
    found = made(program, typing)
    assert found.classes["Counter"].fields[0].type == TokenType("Signs")
    assert verdict(found, "assert").status is Status.PROVED


def test_PAB_08_nothing_else_changes() -> None:
    """A program without anything abstracted stays the same, edge by edge."""
    program = power()
    found = made(program, AbstractTyping())
    assert texts(found) == texts(program)
    assert not is_abstraction(found)


def test_FCL_04_abstract_power_has_finitely_many_states() -> None:
    """With m = ODD and n: Point both branches are open at every test, and result is ODD from init.1 on."""
    program = power(given={"m": 3})
    found = made(program, inferred(program, "Point", m="EvenOdd"))
    machine_, reached, explorer = states(found)
    seen = set()
    for state in reached:
        machine_.restore(state)
        place = machine_.threads[1].frames[-1].code.function.locations[machine_.threads[1].frames[-1].location].name
        result = found.token_sets["EvenOdd"].tokens[machine_.globals[2]]  # type: ignore[call-overload]
        assert place == "init.1" or result == "ODD"
        if place == "test.1":
            targets = {after for _, after in explorer.successors(state)}
            assert len(targets) == 2
        seen.add(place)
    assert seen >= {"init.1", "init.2", "test.1", "loop.1", "loop.2", "loop.3", "end.1", "halt"}
    assert len(reached) < 25


def test_a_choice_of_the_environment_stays_one() -> None:
    """An input becomes any token, a range those of its numbers, and both remain choices of the environment."""
    program = given("""
global x: i32
global y: i32 in range(1i32, 9i32)
global z: i32 in range(-1000000i32, 1000000i32)
function main()
  local k: i32
  a -> b: x := choose type(i32)
  b -> c: x := choose range(0i32, 4i32)
  c -> d: x := choose among(3i32, 7i32)
  d -> e: x := choose range(0i32, k)
  e -> exit: return
""")
    found = made(program, by_hand(x="Signs", y="Signs", z="Signs"))
    assert texts(found)[:4] == [
        "x := choose type(tokens[Signs])",
        "x := choose among(token(Signs, ZERO), token(Signs, POS))",
        "x := choose among(token(Signs, POS))",
        "chosen.i32.1 := choose range(0i32, k)",
    ]
    assert "x := choose among(when(chosen.i32.1 == 0i32" in texts(found)[-1]
    machine_, _, _ = states(made(program, by_hand(y="Signs", x="Point", z="Point")))
    assert [len(choices.values or ()) for _, choices in machine_.initial_choices()] == [1, 1]


def test_a_check_fails_if_its_condition_may_be_false() -> None:
    """x + 1 > 0 is certain for positive mathematical integers, and open for those of 32 bits."""
    program = given("""
global x: i32
function main()
  a -> b: x := 1i32
  b -> c: x := x + 1i32
  c -> d: check assert x > 0i32 "it grows"
  d -> exit: return
""")
    typing = by_hand(x="Signs")
    assert verdict(made(program, typing, library("math")), "assert").status is Status.PROVED
    found = verdict(made(program, typing), "assert")
    assert found.status is Status.UNKNOWN
    assert "too coarse" in found.reason
    zero = verdict(made(program, replace(typing, slots={Slot("x"): "Point"})), "assert")
    assert zero.status is Status.UNKNOWN
    wrong = given("global x: i32\nfunction main()\n  a -> b: x := 0i32\n  b -> c: check assert x > 0i32 \"p\"\n"
                  "  c -> exit: return\n")  # fmt: skip
    found = verdict(made(wrong, typing), "assert")
    assert found.status is Status.REFUTED
    assert FEASIBLE in found.reason


def test_mathematical_tables_are_an_assumption() -> None:
    """A program of machine integers with tables of mathematical ones says so, and names its abstraction."""
    program = power()
    found = made(program, inferred(program, m="EvenOdd"), library("math"))
    statements = {(item.kind, item.statement) for item in found.assumptions}
    assert ("abstraction", "EvenOdd {EVEN, ODD} stands for m, result") in statements
    assert any(kind == "arithmetic" and "never wrap around" in text for kind, text in statements)


def test_a_division_that_may_have_no_result_keeps_that_outcome() -> None:
    """In FCL nothing stands before a division: by an even number it may be undefined, by a positive one it is not."""
    program = flow("(x y)(s) s: if =(y, 0) then e else d; d: x := /(x, y); goto e; e: return;")
    coarse = made(program, inferred(program, y="EvenOdd"))
    assert "EvenOdd.div fails" in coarse.relations
    assert any(isinstance(ending, Undefined) for ending in _endings(coarse))
    fine = made(program, inferred(program, y="Signs"))
    assert not any(isinstance(ending, Undefined) for ending in _endings(fine))
    unguarded = flow("(x y)(s) s: x := /(x, y); return;")
    assert any(isinstance(ending, Undefined) for ending in _endings(made(unguarded, inferred(unguarded, y="Signs"))))


def test_a_shift_that_may_have_no_result_keeps_that_outcome() -> None:
    """1 << y is undefined for a negative y, whatever the arithmetic of the tables; for 0 it is not."""
    text = "global x: i64 = 1i64\nglobal y: i32 = {}i32\nfunction main()\n  a -> b: x := x << y\n  b -> exit: return\n"
    for number, is_open in ((-1, True), (0, False)):
        for integers in ("machine", "math"):
            program = given(text.format(number))
            found = made(program, by_hand(x="Signs", y="Signs"), library(integers))  # type: ignore[arg-type]
            assert any(isinstance(ending, Undefined) for ending in _endings(found)) == is_open


def _endings(program: object) -> list[object]:
    machine_, reached, _ = states(program)  # type: ignore[arg-type]
    found: list[object] = []
    for state in reached:
        machine_.restore(state)
        for thread in machine_.enabled():
            offered = machine_.choices(thread)
            for decision in [None] if offered is None else list(offered.values or ()):
                machine_.restore(state)
                machine_.step(thread, decision)
                found.append(machine_.ending)
            machine_.restore(state)
    return found


def test_a_branch_on_values_takes_every_arm_that_is_possible() -> None:
    """For the token of even numbers the arms of 2 and 4 and the last one are open, that of 1 is not."""
    program = given("""
global x: i32
global y: i32
function main()
  a -> b: x := choose among(2i32, 8i32)
  b -> one: case x in {1}
  b -> two: case x in {2, 4}
  b -> other: case x not in {1, 2, 4}
  one -> exit: return
  two -> two2: y := 2i32
  other -> other2: y := 3i32
  two2 -> exit: return
  other2 -> exit: return
""")
    found = made(program, by_hand(x="EvenOdd"))
    machine_, reached, _ = states(found)
    places = set()
    for state in reached:
        machine_.restore(state)
        frame = machine_.threads[1].frames[-1]
        places.add(frame.code.function.locations[frame.location].name)
    assert {"two", "other"} <= places
    assert "one" not in places


def test_a_cast_keeps_tokens_where_it_keeps_numbers() -> None:
    """From 32 to 64 bits a sign stays; the other way a positive number may become anything."""
    program = given("""
global x: i32 = 1i32
global y: i64
function main()
  a -> b: y := cast(x, i64)
  b -> c: x := cast(y, i32)
  c -> exit: return
""")
    found = made(program, by_hand(x="Signs", y="Signs"))
    wide = found.relations["Signs cast Signs_i64"]
    assert all(row == results for row, results in wide.rows)
    back = dict(found.relations["Signs_i64 cast Signs"].rows)
    assert back[(found.token_sets["Signs_i64"].tokens.index("POS"),)] == (0, 1, 2)
    assert machine("Signs", I64).name == "Signs_i64"


def test_an_access_to_shared_data_stays_where_its_value_does_not_matter() -> None:
    """What becomes one token is read all the same, so that races are found."""
    program = given("global x: i32\nglobal y: i32\nfunction main()\n  a -> b: y := x\n  b -> exit: return\n")
    found = made(program, by_hand(y="Point"))
    assert texts(found)[0] == "y := choose among(when(x == x || true, token(Point, UNKNOWN))) by abstraction"


def test_a_selection_evaluates_what_it_selects_only() -> None:
    """The operand of ite that is not selected stays unread, also when it is a domain or needs a step before."""
    program = given("""
class Box
  field n: i32
global box: ref[Box]
global x: i32
function main()
  a -> b: x := ite(box == null(ref[Box]), 5i32, field(box, n) + 1i32)
  b -> c: x := ite(box == null(ref[Box]), cast(x < 3i32, i32), cast(field(box, n) < 3i32, i32))
  c -> exit: return
""")
    typing = AbstractTyping(slots={Slot("Box::n"): "Signs", Slot("x"): "Signs"})
    endings = _endings(made(program, typing))
    assert endings
    assert not any(isinstance(ending, Undefined) for ending in endings)


def test_addressable_variables_are_refused() -> None:
    """A variable in memory keeps its numbers; the message says why."""
    program = given("global x: i32 addressable\nfunction main()\n  a -> b: x := 1i32\n  b -> exit: return\n")
    with pytest.raises(UsageError, match="x cannot be abstracted"):
        made(program, by_hand(x="Signs"))


def test_tokens_of_a_coercion_move_with_the_default() -> None:
    """Reordering an abstract type keeps what its tables say about names."""
    signs = machine("Signs")
    ordered = zero_first(signs)
    for operator, table in {**signs.operations, **signs.tests}.items():
        other = {**ordered.operations, **ordered.tests}[operator]
        words = ordered.tokens if operator in ordered.operations else ("F", "T")
        old_words = signs.tokens if operator in signs.operations else ("F", "T")
        for row, results in table.rows.items():
            moved = tuple(ordered.tokens.index(signs.tokens[number]) for number in row)
            assert {words[number] for number in other.rows[moved]} == {old_words[number] for number in results}
    identity = Coercion(signs, signs, Table({(n,): (n,) for n in range(3)}))
    assert identity.relation().rows[0] == ((0,), (0,))


def test_BAS_06_cells_are_strong_for_one_index_and_weak_for_several() -> None:
    """Index range(4,4): a write at 4 is read back; after writes at 0, reads at 1 still give what was there before."""
    program = given("""
language java
global a: array[i32]
global r: i32
function main()
  m -> n: a := new array(i32, 7i32) site "a"
  n -> o: a[4i32] := 1i32
  o -> p: r := a[4i32]
  p -> q: check assert r > 0i32 "the only element of a cell is replaced"
  q -> s: a[0i32] := 1i32
  s -> t: r := a[1i32]
  t -> u: check assert r == 0i32 "an element of a cell with others may be any of them"
  u -> exit: return
""")
    typing = AbstractTyping(slots={Slot("a", 1): "Signs", Slot("r"): "Signs"}, indices={Slot("a"): "range(4,4)"})
    found = made(program, typing)
    outcomes = {(machine_.message) for machine_ in _violations(found)}
    assert outcomes == {"an element of a cell with others may be any of them"}
    read_back = {found.token_sets["Signs"].tokens[value] for value in _values_at(found, "t", 1)}
    assert read_back == {"ZERO", "POS"}


def _violations(program: object) -> list[object]:
    from vexil.ir.interpreter.state import Violated

    return [ending for ending in _endings(program) if isinstance(ending, Violated)]


def _values_at(program: object, location: str, number: int) -> set[int]:
    machine_, reached, _ = states(program)  # type: ignore[arg-type]
    found = set()
    for state in reached:
        machine_.restore(state)
        frame = machine_.threads[1].frames[-1]
        if frame.code.function.locations[frame.location].name == location:
            found.add(machine_.globals[number])
    return found  # type: ignore[return-value]


def test_BAS_06_an_index_is_abstracted_only_where_bounds_are_tested() -> None:
    """In Java a test of the bounds stands before every access; elsewhere an access may be undefined."""
    program = given('global a: array[i32]\nfunction main()\n  a1 -> b: a := new array(i32, 3i32) site "a"\n'
                    "  b -> exit: return\n")  # fmt: skip
    with pytest.raises(UsageError, match="nothing tests the bounds"):
        made(program, AbstractTyping(indices={Slot("a"): "range(4,4)"}))
