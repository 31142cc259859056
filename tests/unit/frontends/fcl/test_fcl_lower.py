"""The shape of lowered programs, their source map, and the settings a user may give."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fcl_samples import ABSTRACT_POWER, EVEN_ODD, MIXED_POWER, POINT, example, guards, programs, source
from hypothesis import given, settings

from vexil.core.errors import LimitReached, SourceError, UsageError
from vexil.frontends.fcl import FclOptions, load
from vexil.frontends.fcl.algebra import MachineIntegers, MathematicalIntegers
from vexil.frontends.fcl.printer import print_program
from vexil.frontends.fcl.tables import TokenType
from vexil.ir import expressions as ir
from vexil.ir import operations as ops
from vexil.ir.operation_parts import Origin, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.program import LocationKind
from vexil.ir.sourcemap import occurrences_of
from vexil.ir.types import BOOL, I32, INT, IntegerType
from vexil.ir.types import TokenType as IrTokenType

ABSTRACT = FclOptions(token_types=(EVEN_ODD, POINT))


def program(text: str, **options):
    return load([source(text)], FclOptions(**options))


def one_block(statements: str) -> str:
    return f"(m n) (l) l: {statements} return;"


def test_FCL_02_locations_are_the_nodes() -> None:
    """Power has its seven nodes and halt as locations, block labels as labels, and halt as the exit."""
    main = load([example("power")]).functions["main"]
    names = ["init.1", "init.2", "test.1", "loop.1", "loop.2", "loop.3", "end.1", "halt"]
    assert [location.name for location in main.locations] == names
    assert main.locations[main.entry].name == "init.1"
    assert main.locations[main.exit].name == "halt"
    assert {l.name: l.labels for l in main.locations if l.labels} == {
        "init.1": ("init",), "test.1": ("test",), "loop.1": ("loop",), "end.1": ("end",),
    }  # fmt: skip
    assert main.locations[2].kind is LocationKind.BRANCH


def test_FCL_02_edges_are_the_statements() -> None:
    """Each statement is one edge, an if two, and every edge carries the text of its statement."""
    file = example("power")
    main = load([file]).functions["main"]
    texts = [file.content[edge.span.start : edge.span.end].decode() for edge in main.edges]
    condition = "if <(n, 1) then end else loop;"
    assert texts == [
        "result := 1;", "goto test;", condition, condition, "result := *(result, m);", "n := -(n, 1);",
        "goto test;", "return;",
    ]  # fmt: skip
    jumps = [(main.locations[e.source].name, main.locations[e.target].name) for e in main.edges]
    assert jumps[2:4] == [("test.1", "end.1"), ("test.1", "loop.1")]
    assert jumps[-1] == ("end.1", "halt")


def test_variables_are_global_registers() -> None:
    """Parameters come first; other variables start at 0 or false."""
    built = program("(m) (l) l: x := +(m, 1); b := <(x, 2); return;")
    assert [(v.name, v.type) for v in built.globals] == [("m", I32), ("x", I32), ("b", BOOL)]
    assert not any(v.addressable for v in built.globals)
    assert [v.initial.value for v in built.globals[1:]] == [0, False]


@pytest.mark.parametrize(
    ("arithmetic", "kind", "assumption"),
    [
        (MachineIntegers(), I32, "machine integers of 32 bits with wrap-around"),
        (MachineIntegers(8), IntegerType(8, True), "machine integers of 8 bits with wrap-around"),
        (MathematicalIntegers(), INT, "mathematical integers"),
    ],
)
def test_arithmetic_is_an_option_and_an_assumption(arithmetic, kind, assumption: str) -> None:
    """The chosen integers type every variable and are printed with every verdict."""
    built = load([example("power")], FclOptions(arithmetic=arithmetic))
    assert {v.type for v in built.globals} == {kind}
    assert [a.statement for a in built.assumptions if a.kind == "arithmetic"] == [assumption]


def initial(**options):
    built = program("(m) (l) l: m := +(m, 1); return;", **options)
    return built.globals[0].initial, [a.statement for a in built.assumptions if a.kind == "environment"]


def test_parameters_are_given_bounded_or_open() -> None:
    """A value, a range and nothing become a literal, a range of initial values and the whole type."""
    value, assumed = initial(given={"m": 2})
    assert (value.value, value.type, assumed) == (2, I32, ["parameter m is 2"])
    value, _ = initial(given={"m": " -7 "})
    assert value.value == -7
    value, assumed = initial(ranges={"m": (-1, 3)})
    assert isinstance(value, RangeDomain)
    assert (value.low.value, value.high.value, assumed) == (-1, 3, ["parameter m is between -1 and 3"])
    value, _ = initial(ranges={"m": (2, 2)})
    assert (value.low.value, value.high.value) == (2, 2)
    value, assumed = initial()
    assert isinstance(value, TypeDomain)
    assert (value.type, assumed) == (I32, ["parameter m may have any value of type Int"])


def test_boolean_and_token_parameters_are_given_by_their_constants() -> None:
    """true and odd are values of parameters of their types."""
    text = "(b m) (l) l: m := *_eo(m, odd); if b then l else k; k: return;"
    built = load([source(text)], replace(ABSTRACT, given={"b": True, "m": "odd"}))
    assert [v.initial.value for v in built.globals] == [True, 1]
    assert load([source(text)], replace(ABSTRACT, given={"b": "false", "m": "even"})).globals[0].initial.value is False


BAD_SETTINGS = [
    ({"given": {"k": 1}}, "has no parameter 'k'"),
    ({"given": {"x": 1}}, "has no parameter 'x'"),
    ({"ranges": {"k": (0, 1)}}, "has no parameter 'k'"),
    ({"given": {"m": 2**31}}, "outside 32-bit integers"),
    ({"given": {"m": "-2147483649"}}, "outside 32-bit integers"),
    ({"given": {"m": "two"}}, "'m' of type Int cannot be 'two'"),
    ({"given": {"m": "1.5"}}, "cannot be '1.5'"),
    ({"given": {"m": True}}, "cannot be 'true'"),
    ({"given": {"b": 1}}, "'b' of type Bool cannot be '1'"),
    ({"given": {"m": ""}}, "cannot be ''"),
    ({"ranges": {"m": (3, 2)}}, "3 to 2 of parameter 'm' is empty"),
    ({"ranges": {"m": (0, 2**40)}}, "outside 32-bit integers"),
    ({"ranges": {"b": (0, 1)}}, "'b' of type Bool has no range"),
    ({"given": {"m": 1}, "ranges": {"m": (0, 1)}}, "both a value and a range"),
    ({"arithmetic": MachineIntegers(0)}, "0 bits do not exist"),
]


@pytest.mark.parametrize(("options", "message"), BAD_SETTINGS, ids=[message for _, message in BAD_SETTINGS])
def test_settings_that_do_not_fit_are_refused(options, message: str) -> None:
    """Unknown parameters, values outside the type and empty ranges are usage errors with a hint."""
    with pytest.raises(UsageError, match=message) as caught:
        program("(m b) (l) l: x := +(m, 1); if b then l else k; k: return;", **options)
    assert caught.value.hint


def test_an_fcl_program_is_one_file() -> None:
    """No file and two files are usage errors."""
    for files in ([], [example("power"), example("gcd")]):
        with pytest.raises(UsageError, match="one file"):
            load(files)


@pytest.mark.parametrize("constant", ["2147483648", "-2147483649", "9" * 100_000])
def test_constants_outside_the_type_are_refused(constant: str) -> None:
    """A constant that the machine type does not have is a source error, however long it is."""
    with pytest.raises(SourceError, match="does not fit 32-bit integers") as caught:
        program(one_block(f"m := {constant};"))
    assert "-2147483648 and 2147483647" in caught.value.expected


def test_extreme_constants_fit() -> None:
    """The least and greatest numbers, zeros in front, and big mathematical numbers are accepted."""
    program(one_block("m := -2147483648; n := 2147483647; m := 00000000000000000000000000000000000000000000001;"))
    program(one_block("m := 123456789012345678901234567890;"), arithmetic=MathematicalIntegers())
    with pytest.raises(LimitReached, match="100000 digits"):
        program(one_block(f"m := {'9' * 100_000};"), arithmetic=MathematicalIntegers())


def test_variables_without_an_initial_token_are_refused() -> None:
    """A token type that says nothing about 0 cannot type a variable that is no parameter."""
    options = FclOptions(token_types=(replace(EVEN_ODD, default=None),))
    with pytest.raises(SourceError, match="'result' of type EvenOdd starts at 0") as caught:
        load([source(MIXED_POWER)], options)
    assert caught.value.line == 4


def test_FCL_04_abstract_operators_become_relations() -> None:
    """One choose edge per abstract assignment, and an abstract if chooses before it branches."""
    built = load([source(ABSTRACT_POWER)], ABSTRACT)
    main = built.functions["main"]
    assert {v.name: v.type for v in built.globals} == {
        "m": IrTokenType("EvenOdd"), "n": IrTokenType("Point"), "result": IrTokenType("EvenOdd"),
    }  # fmt: skip
    assert built.token_sets["EvenOdd"].tokens == ("even", "odd")
    assert dict(built.relations["*_eo"].rows) == {(0, 0): (0,), (0, 1): (0,), (1, 0): (0,), (1, 1): (1,)}
    assert dict(built.relations["<_pt"].rows) == {(0, 0): (0, 1)}
    operations = {main.locations[e.source].name: e.operation for e in main.edges}
    assert isinstance(operations["init.1"], ops.Assign)
    for node in ("loop.1", "loop.2", "test.1"):
        assert isinstance(operations[node], ops.Choose)
        assert operations[node].origin is Origin.ABSTRACTION
    assert len({edge.span for edge in main.edges if main.locations[edge.source].name.startswith("test.1")}) == 1
    assert [v.name for v in main.locals if v.hidden] == ["if.value"]
    assert not any(a.kind == "arithmetic" for a in built.assumptions)


def test_FCL_04_concrete_and_abstract_types_mix() -> None:
    """In Fig. 9 n stays an integer with an ordinary branch, m and result have tokens."""
    main = load([source(MIXED_POWER)], ABSTRACT).functions["main"]
    operations = {main.locations[e.source].name: e.operation for e in main.edges}
    assert isinstance(operations["test.1"], ops.Assume)
    assert isinstance(operations["loop.1"], ops.Choose)
    assert isinstance(operations["loop.2"], ops.Assign)
    assert not main.locals


def test_nested_abstract_operators_nest_their_domains() -> None:
    """Coercions are guarded domains, nested operators nested relations, all in one edge."""
    text = "(x) (l) l: y := [EvenOdd << Point] *_eo([Int << EvenOdd] +(x, 1), odd); return;"
    main = load([source(text)], ABSTRACT).functions["main"]
    domain = main.edges[0].operation.domain
    assert domain.relation == "EvenOdd << Point"
    (product,) = domain.arguments
    assert product.relation == "*_eo"
    guarded, token = product.arguments
    assert [value.value for _, value in guarded.cases] == [0, 1]
    assert token.value == 1


def test_logical_operators_lift_to_sets_of_truth_values() -> None:
    """A conjunction with an abstract test has every result its operands allow."""
    text = "(n b) (l) l: b := &&(b, <_pt(n, unknown)); return;"
    built = load([source(text)], ABSTRACT)
    assert dict(built.relations["&&"].rows) == {(0, 0): (0,), (0, 1): (0,), (1, 0): (0,), (1, 1): (1,)}
    assert isinstance(built.functions["main"].edges[0].operation.domain.arguments[1], RelationDomain)


def test_constants_with_several_tokens_are_choices() -> None:
    """A constant that denotes a set is chosen from where it is used."""
    wide = TokenType("Wide", ("a", "b"), "w", constants={"any": ("b", "a")}, default="a")
    main = load([source("() (l) l: x := any; return;")], FclOptions(token_types=(wide,))).functions["main"]
    assert [(guard, value.value) for guard, value in main.edges[0].operation.domain.cases] == [(None, 0), (None, 1)]


def symbol(expression) -> str:
    """How an expression node is written in FCL."""
    match expression:
        case ir.Variable(name):
            return name
        case ir.Const(value):
            return str(value).lower()
        case ir.Apply(operator):
            return operator.value
        case _:
            raise AssertionError(expression)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(programs())
def test_the_source_map_cuts_out_every_symbol(built) -> None:
    """The range of each occurrence is exactly the operator, constant or variable that is written there."""
    file = source("// ä\n" + print_program(built))
    lowered = load([file])
    main = lowered.functions["main"]
    for number, edge in enumerate(main.edges):
        for position, expression in occurrences_of(edge.operation):
            span = lowered.source_map.occurrence("main", number, position)
            if span is None:  # the negation of a condition is nowhere in the text
                assert isinstance(edge.operation, ops.Assume)
                assert (position, symbol(expression)) == (0, "!")
                continue
            written = file.content[span.start : span.end].decode()
            assert written in (symbol(expression), symbol(expression).replace("==", "="))
    for variable in lowered.globals:
        span = lowered.source_map.declarations[variable.name]
        assert file.content[span.start : span.end].decode() == variable.name


def test_abstract_occurrences_are_mapped_too() -> None:
    """Variables and constants inside relations and guarded coercions keep their ranges."""
    text = "(x) (l) l: y := *_eo([Int << EvenOdd] +(x, 1), odd); return;"
    lowered = load([source(text)], ABSTRACT)
    spans = lowered.source_map.occurrences["main"].values()
    assert {text[span.start : span.end] for span in spans} == {"y", "+", "x", "1", "odd"}


def test_deep_expressions_are_lowered() -> None:
    """Twenty thousand nested operators, concrete or abstract, build a valid program."""
    depth = 20_000
    built = program(one_block("m := " + "+(" * depth + "n" + ", 1)" * depth + ";"))
    assert len(built.functions["main"].edges) == 2
    deep = "*_eo(" * depth + "m" + ", odd)" * depth
    assert len(load([source(f"(m) (l) l: m := {deep}; return;")], ABSTRACT).functions["main"].edges) == 2


def test_guards_with_quotients_and_connectives_are_lowered() -> None:
    """Guards may use every basic operator."""
    tens = TokenType("Tens", ("yes", "no"), "t", default="no",
                     coercions={"Int": guards(yes="x >= 10 && x / 10 < 10", no="x < 10 || x / 10 >= 10")})  # fmt: skip
    main = load([source("(n) (l) l: t := [Int << Tens] n; n := 1 + n; return;")], FclOptions(token_types=(tens,)))
    guard = main.functions["main"].edges[0].operation.domain.cases[0][0]
    assert guard.operator is ir.Operator.AND
