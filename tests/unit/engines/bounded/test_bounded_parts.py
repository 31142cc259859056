"""Parts of the bounded engine by themselves: strides, orders, guards, samples, paths, and work in a child."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from processes import children_of
from vexil.analysis.weak_order import Order
from vexil.core.context import Context, Limits
from vexil.core.errors import InternalError, LimitReached
from vexil.core.processes import in_child
from vexil.engines.bounded.concretise import run_of
from vexil.engines.bounded.guards import Guard, common_beginning, merged
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.paths import Paths, sliced
from vexil.engines.bounded.queries import Queries
from vexil.engines.bounded.samples import null_space
from vexil.engines.bounded.strides import Strides
from vexil.frontends.c import COptions, load
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.operations import Skip
from vexil.ir.program import Edge, Function, Location, LocationKind
from vexil.logic import BOOL, Term, Terms, bits
from vexil.logic.evaluate import Evaluation
from vexil.logic.folding import signed

QUICK = settings(max_examples=60, deadline=None, derandomize=True)


# --- strides ---------------------------------------------------------------------------------------------


def random_offset(terms: Terms, random: Random, depth: int) -> Term:
    kind = random.randrange(6) if depth else random.randrange(2)
    if kind == 0:
        return terms.bv(random.choice((-24, -8, 0, 4, 12, 20)), 64)
    if kind == 1:
        return terms.sign_extend(terms.symbol(f"i{random.randrange(3)}", bits(32)), 32)
    if kind == 2:
        return terms.mul(random_offset(terms, random, depth - 1), terms.bv(random.choice((1, 4, 8, 12)), 64))
    if kind == 3:
        condition = terms.symbol(f"c{random.randrange(2)}", BOOL)
        return terms.ite(condition, random_offset(terms, random, depth - 1), random_offset(terms, random, depth - 1))
    return terms.add(random_offset(terms, random, depth - 1), random_offset(terms, random, depth - 1))


@QUICK
@given(st.integers(0, 10_000))
def test_offsets_are_congruent_to_their_stride(seed: int) -> None:
    """Whatever the symbols are, the value of an offset has the residue that its shape tells."""
    random, terms = Random(seed), Terms()
    offset = random_offset(terms, random, 4)
    residue, modulus = Strides().of(offset)
    for _ in range(8):
        guess = {
            symbol: random.choice((0, 1, 5, 2**31 - 1, 2**31, 2**32 - 1, random.randrange(2**32)))
            for symbol in terms.symbol_list
        }
        value = Evaluation(guess).value(offset)
        assert isinstance(value, int)
        number = signed(value, 64)
        assert (number - residue) % modulus == 0 if modulus else number == residue


# --- orders ----------------------------------------------------------------------------------------------


def graph(edges: list[tuple[int, int]], size: int) -> Function:
    locations = tuple(Location(f"n{index}", LocationKind.STEP, ()) for index in range(size))
    return Function("f", (), (), None, locations, tuple(Edge(a, b, Skip(), None) for a, b in edges), 0, size - 1)


@QUICK
@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=7, max_size=16))
def test_every_way_back_goes_to_a_head_around_it(edges: list[tuple[int, int]]) -> None:
    """An edge either goes forward in the order, or to the head of a loop around its source."""
    order = Order(graph(edges, 8))
    reachable, pending = {0}, [0]
    while pending:
        place = pending.pop()
        for source, target in edges:
            if source == place and target not in reachable:
                reachable.add(target)
                pending.append(target)
    for source, target in edges:
        if source in reachable and order.position[target] <= order.position[source]:
            assert target in order.nest[source]
    for place in reachable:
        inside = (
            [other for other in reachable if set(order.nest[place]) <= set(order.nest[other])]
            if order.nest[place]
            else []
        )
        positions = sorted(order.position[other] for other in inside)
        assert positions == list(range(positions[0], positions[0] + len(positions))) if positions else True


# --- guards ----------------------------------------------------------------------------------------------


@QUICK
@given(
    st.lists(st.integers(0, 3), max_size=3),
    st.lists(st.integers(0, 3), max_size=3),
    st.lists(st.integers(0, 3), max_size=3),
)
def test_a_merged_guard_is_either_and_tells_which(shared: list[int], one: list[int], two: list[int]) -> None:
    """The guard of two ways holds where one of theirs does; its condition tells which."""
    terms = Terms()
    names = [terms.symbol(f"b{index}", BOOL) for index in range(4)]
    parting = terms.symbol("parting", BOOL)
    base = Guard(None, None)
    for index in shared:
        base = base.extended(names[index], terms)
    first, second = base.extended(parting, terms), base.extended(terms.not_(parting), terms)
    for index in one:
        first = first.extended(names[index], terms)
    for index in two:
        second = second.extended(terms.not_(names[index]), terms)
    assert common_beginning(first, second) is base
    guard, condition = merged(first, second, terms)
    for number in range(32):
        evaluation = Evaluation({term: number >> index & 1 for index, term in enumerate([*names, parting])})
        in_first, in_second = (evaluation.holds(way.formula(terms)) for way in (first, second))
        assert evaluation.holds(guard.formula(terms)) == (in_first or in_second)
        if in_first or in_second:
            assert evaluation.holds(condition) == in_first


def test_a_slice_keeps_what_a_condition_depends_on() -> None:
    """Terms of a guard that share symbols with the condition, directly or through others, are kept; the rest is not."""
    terms = Terms()
    a, b, c, d = (terms.symbol(name, bits(8)) for name in "abcd")
    near, far, other = terms.ult(a, b), terms.ult(b, c), terms.ult(d, terms.bv(9, 8))
    guard = Guard(None, None).extended(other, terms).extended(far, terms).extended(near, terms)
    assert set(sliced(guard, terms.eq(a, terms.bv(1, 8)))) == {near, far}


# --- samples ---------------------------------------------------------------------------------------------


def test_the_null_space_has_the_equalities_of_the_rows() -> None:
    """Rows (1, x, y, z) with z = 2x + y - 3 have exactly that equality."""
    rows = [[1, x, y, 2 * x + y - 3] for x, y in ((0, 0), (1, 5), (7, 2), (4, 4), (9, 1))]
    (vector,) = null_space(rows)
    assert all(sum(a * b for a, b in zip(row, vector, strict=True)) == 0 for row in rows)
    assert [value * (1 if vector[3] > 0 else -1) for value in vector] == [3, -2, -1, 1]


@QUICK
@given(st.lists(st.lists(st.integers(-9, 9), min_size=4, max_size=4), min_size=1, max_size=6))
def test_null_vectors_are_orthogonal_to_every_row(rows: list[list[int]]) -> None:
    """Every vector of the basis is orthogonal to all rows, and the dimensions add up."""
    basis = null_space(rows)
    assert all(sum(a * b for a, b in zip(row, vector, strict=True)) == 0 for row in rows for vector in basis)
    assert all(any(vector) for vector in basis)
    assert len(basis) >= 4 - len(rows)


# --- paths -----------------------------------------------------------------------------------------------


def test_single_paths_find_a_deep_bug(tmp_path: Path) -> None:
    """A bug behind 300 iterations that inputs steer is found without merging, and the run is replayed."""
    path = tmp_path / "deep.c"
    path.write_text(
        "#include <assert.h>\nextern _Bool __VERIFIER_nondet_bool(void);\n"
        "int main(void) { int i = 0; while (i < 300) { if (__VERIFIER_nondet_bool()) i++; else i += 2; }\n"
        "  assert(i != 301); return 0; }\n",
        encoding="utf-8",
    )
    program = load([str(path)], COptions(), Context())
    context, terms = Context(Limits(60)), Terms()
    with Queries(program, terms, context) as questions:
        machine = Machine(program, terms)
        paths = Paths(machine, frozenset({"assert"}), context, questions)
        paths.enqueue(paths.start())
        while not [one for one in paths.obligations if not one.kind]:
            paths.run(2_000)
        formula = next(one for one in paths.obligations if not one.kind).formula(terms)
        assert questions.ask(machine.tame, formula).is_sat
        evaluation = questions.evaluation([machine.tame, formula])
        run = run_of(paths, CompiledProgram(program), evaluation, frozenset({"assert"}), 100_000)
    assert run is not None
    assert len(run.moves) > 300


# --- work in a child -------------------------------------------------------------------------------------


def test_work_in_a_child_gives_its_result() -> None:
    """The result comes back, and nothing of the child stays."""
    context = Context()
    assert in_child(lambda _: (os.getpid() != 0, "done"), context, "testing") == (True, "done")
    assert not context.meters


def test_a_child_that_computes_for_ever_is_killed() -> None:
    """A child that never looks at its limits ends with the limit of the run."""

    def endless(_: Context) -> int:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        number = 0
        while True:
            number += 1

    before = set(children_of(os.getpid()))
    with pytest.raises(LimitReached, match="CPU seconds"):
        in_child(endless, Context(Limits(cpu_seconds=0.5)), "testing")
    assert set(children_of(os.getpid())) <= before


def test_a_child_that_dies_ends_in_a_limit() -> None:
    """A killed child is no answer."""
    with pytest.raises(LimitReached, match="killed"):
        in_child(lambda _: os.kill(os.getpid(), signal.SIGKILL), Context(), "testing")


def test_a_mistake_in_a_child_is_ours() -> None:
    """An exception of the work comes back as an internal error that names it."""

    def broken(_: Context) -> int:
        raise KeyError("left")

    with pytest.raises(InternalError, match="KeyError: 'left'"):
        in_child(broken, Context(), "testing")


def test_running_children_count_as_used_time() -> None:
    """What a meter shows counts against the limit."""
    context = Context(Limits(cpu_seconds=5))
    context.meters.append(lambda: 10.0)
    with pytest.raises(LimitReached):
        context.check_limits("testing")
