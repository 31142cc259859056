"""Path formulas: versions of variables, and models as values of the program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path as File

from logic_questions import opened, program_of
from path_formulas import Path, PointerValue, path_formula
from vexil.core.context import Context
from vexil.frontends.c import load
from vexil.ir.interpreter import Machine
from vexil.ir.operations import Assign, Check
from vexil.ir.program import Program
from vexil.languages.options import COptions
from vexil.logic import Term, Terms
from vexil.logic.solvers import ProcessSolver
from vexil.logic.space import Space


def assignments(path: Path) -> list[str]:
    """The definitions of all steps, as text."""
    return [str(definition) for step in path.steps for definition in step.definitions]


def all_edges(program: Program) -> list[int]:
    """The edges of a straight `main` in order, but for the last."""
    return [number for number, edge in enumerate(program.functions["main"].edges)][:-1]


def reading(solver: ProcessSolver) -> Callable[[Term], int]:
    """Values of terms in the model that was found."""
    return lambda term: solver.model([term])[term]


def test_SAT_01_c_text(tmp_path: File) -> None:
    """The block x=z*x; y=x+1; x=x+y; of a C program has the versions x1, y1, x2 of the paper."""
    source = tmp_path / "block.c"
    source.write_text("void f(int x, int y, int z) { x=z*x; y=x+1; x=x+y; }\nint main(void) { f(1,2,3); return 0; }\n")
    program = load((str(source),), COptions(), Context())
    edges = [number for number, edge in enumerate(program.functions["f"].edges) if isinstance(edge.operation, Assign)]
    path = path_formula(Space(Terms(), program), "f", edges)
    assert assignments(path) == [
        "(= (bvmul |z0| |x0|) |x1|)",
        "(= (bvadd |x1| (_ bv1 32)) |y1|)",
        "(= (bvadd |x1| |y1|) |x2|)",
    ]
    assert {name: str(term) for name, term in path.final.items()} == {"f::x": "|x2|", "f::y": "|y1|", "f::z": "|z0|"}
    checks = [number for number, edge in enumerate(program.functions["f"].edges) if isinstance(edge.operation, Check)]
    demands = [step.demand for step in path_formula(Space(Terms(), program), "f", checks).steps]
    assert next(demand.message for demand in demands if demand is not None) == "no overflow: z*x"
    assert path_formula(Space(Terms(), program), "f", checks).formula.value == 1


def test_SAT_01_hand_built() -> None:
    """A variable that is not assigned keeps version 0; a branch is a constraint on the versions at its place."""
    program = program_of("""
function main()
  local x: int
  local y: int
  local z: int
  a -> b: x := z * x
  b -> c: assume x > 7
  b -> d: assume !(x > 7)
  c -> d: y := x + 1
  d -> exit: return
""")
    path = path_formula(Space(Terms(), program), "main", [0, 1, 3])
    assert assignments(path) == ["(= (* |z0| |x0|) |x1|)", "(= (+ |x1| 1) |y1|)"]
    assert [str(part) for part in path.steps[1].constraints] == ["(< 7 |x1|)"]
    assert {str(part) for part in path.formula.args} == {"(= (* |z0| |x0|) |x1|)", "(< 7 |x1|)", "(= (+ |x1| 1) |y1|)"}
    assert str(path.final["main::z"]) == "|z0|"


def test_names_stay_apart() -> None:
    """Versions of x and of x1 never have one name, and neither do variables of functions and globals."""
    program = program_of("""
global y: i8
function main()
  local x: i8
  local x1: i8
  local x_: i8
  a -> b: x := x1
  b -> c: x1 := x
  c -> d: x_ := x1 + x
  d -> e: y := x_
  e -> exit: return
""")
    path = path_formula(Space(Terms(), program), "main", range(4))
    assert assignments(path) == [
        "(= |x1_0| |x1|)",
        "(= |x1| |x1_1|)",
        "(= (bvadd |x1| |x1_1|) |x__1|)",
        "(= |x__1| |y1|)",
    ]
    versions = {(name, term) for step in path.steps for name, term in step.versions.items()}
    assert len({term for _, term in versions}) == len(versions)


def test_names_of_several_functions() -> None:
    """A name that two functions use for different types is written with its function; a global is never hidden."""
    program = program_of("""
global x1: i16
function main()
  local x: i8
  a -> b: x := x + 1i8
  b -> exit: return
function other()
  local x: i16
  a -> b: x := x + x1
  b -> exit: return
""")
    space = Space(Terms(), program)
    assert assignments(path_formula(space, "main", [0])) == ["(= (bvadd |main::x0| (_ bv1 8)) |main::x1|)"]
    assert assignments(path_formula(space, "other", [0])) == ["(= (bvadd |other::x0| |x1_0|) |other::x1|)"]


def test_models_are_lifted() -> None:
    """A model gives the value of every variable after every edge: signed, floating, Boolean, and pointers by name."""
    program = program_of("""
global v: i8 addressable
global p: ptr[i8]
global r: f64
global n: i8
global b: bool
function main()
  a -> c: n := choose range(-5i8, -5i8)
  c -> d: p := pointer_add(address(v), 1i64)
  d -> e: r := cast(n, f64) / 2.0f64
  e -> f: b := r < 0.0f64
  f -> g: n := n * n
  g -> h: p := null(ptr[i8])
  h -> i: v := n
  i -> j: n := v + 1i8
  j -> exit: return
""")
    space = Space(Terms(), program)
    edges = all_edges(program)
    path = path_formula(space, "main", edges)
    with opened() as solver:
        solver.add(path.formula)
        assert solver.check().is_sat
        model = reading(solver)
        states = path.values(model)
        decisions = path.decisions(model)
    assert len(states) == len(edges) + 1
    assert states[1]["n"] == -5
    assert states[2]["p"] == PointerValue("v", 1)
    assert str(states[2]["p"]) == "&v+1"
    assert states[3]["r"] == -2.5
    assert states[4]["b"] is True
    assert states[5]["n"] == 25
    assert str(states[6]["p"]) == "null"
    assert states[8]["n"] == 26
    assert decisions == (-5, *[None] * 7)


def test_infeasible_paths_have_no_model() -> None:
    """A path through contradicting branches is unsatisfiable, and one through an undefined division too."""
    program = program_of("""
global n: i8
function main()
  a -> b: assume n == 0i8
  a -> c: assume !(n == 0i8)
  b -> d: n := 1i8 / n
  c -> d: n := n + 1i8
  d -> e: assume n == 1i8
  d -> e: assume !(n == 1i8)
  e -> exit: return
""")
    for edges, feasible in (([0, 2, 4], False), ([1, 3, 4], False), ([1, 3, 5], True)):
        path = path_formula(Space(Terms(), program), "main", edges)
        with opened() as solver:
            solver.add(path.formula)
            assert solver.check().is_sat is feasible


REPLAYED = """
tokens Colour { RED, GREEN, BLUE }
relation next(tokens[Colour]) -> tokens[Colour]
  row { RED } -> { GREEN, BLUE }
  row { GREEN } -> { BLUE }
  row { BLUE } -> { }
global n: i8
global k: tokens[Colour]
global r: f32
global b: bool
function main()
  a -> c: n := choose among(1i8, when(n > 0i8, 2i8), when(n == 0i8, 3i8))
  c -> d: k := choose next(k)
  d -> e: skip
  d -> f: n := n + 1i8
  e -> f: n := n + 2i8
  f -> g: r := choose type(f32)
  g -> h: b := choose type(bool)
  h -> i: n := choose range(-100i8, -n)
  i -> j: case k in { GREEN }
  i -> o: case k not in { GREEN }
  j -> l: assume b && r > 2.5f32 && n < -90i8
  j -> o: assume !(b && r > 2.5f32 && n < -90i8)
  l -> o: check assert n == 3i8 "wanted"
  o -> exit: return
"""


def test_a_model_is_a_run() -> None:
    """The decisions of a model lead the interpreter along the path, with the values that the model has."""
    program = program_of(REPLAYED)
    function = program.functions["main"]
    names = ["a", "c", "d", "f", "g", "h", "i", "j", "l"]
    edges = [function.outgoing[function.location_numbers[name]][name == "d"] for name in names]
    space = Space(Terms(), program)
    path = path_formula(space, "main", edges)
    terms = space.terms
    with opened() as solver:
        solver.add(path.formula)
        solver.add(terms.eq(path.initial["n"], terms.bv(0, 8)))
        solver.add(terms.eq(path.steps[0].versions["n"], terms.bv(3, 8)))
        solver.add(terms.eq(path.initial["k"], terms.bv(0, 32)))
        assert solver.check().is_sat
        model = reading(solver)
        decisions, states = path.decisions(model), path.values(model)
    assert decisions[0] == 1
    assert decisions[2] == 1
    machine = Machine(program)
    machine.reset()
    for position, (edge, choice) in enumerate(zip(edges, decisions, strict=True)):
        machine.step(1, choice)
        assert machine.edge == edge
        found = dict(zip("nkrb", machine.globals, strict=True))
        for name, value in states[position + 1].items():
            if name in states[position]:
                assert found[name] == value, (name, position)
    demand = path.steps[-1].demand
    assert demand is not None
    assert demand.condition is terms.eq(path.final["n"], terms.bv(3, 8))


def test_bits_of_floats_are_those_of_their_step() -> None:
    """Two steps that store the same float expression in bytes have a symbol each."""
    program = program_of("""
global r: f32 addressable = 1.0f32
function main()
  a -> b: r := r + r
  b -> a: r := r + r
  c -> exit: return
""")
    path = path_formula(Space(Terms(), program), "main", [0, 1])
    symbols = [item.symbol for step in path.steps for item in step.inputs]
    assert [str(symbol) for symbol in symbols] == ["|?main#0.0.bits|", "|?main#1.1.bits|"]
    with opened() as solver:
        solver.add(path.formula)
        terms = path.space.terms
        solver.add(terms.eq(symbols[0], terms.bv(0x40000000, 32)))
        assert solver.check().is_sat
        assert solver.model(symbols)[symbols[1]] == 0x40800000
