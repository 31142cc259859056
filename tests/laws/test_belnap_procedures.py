"""Reachability by summaries of procedures is what copies of them give; recursion is the limit of copies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings

from belnap_atoms import meaning_of_atoms
from belnap_summaries import Reached, Visit, possible_run, reach
from strategies.source import sources
from vexil.core.errors import LimitReached
from vexil.engines.belnap import Belnap, Options, Relation, check
from vexil.engines.belnap.check import Result
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import (
    Call,
    Edge,
    Guard,
    Location,
    Operation,
    PredicateProgram,
    Procedure,
    Return,
    Update,
    Variable,
)
from vexil.model.boolean_program.expressions import (
    FALSE,
    TRUE,
    UNKNOWN,
    Choose,
    Expr,
    Or,
    Var,
    conjunction,
    evaluated,
    negation,
)
from vexil.spec.ctl import parse_ctl
from vexil.spec.mu import ctl_to_mu
from vexil.transform.predicate_inlining import Recursion, flatten


def random_boolean(random: Random, names: Sequence[str]) -> Expr:
    literals = [Var(name) if random.random() < 0.5 else negation(Var(name)) for name in names]
    return random.choice(
        [TRUE, FALSE, *literals, *literals, conjunction(random.sample(literals, min(2, len(literals))))]
    )


def random_partial(random: Random, names: Sequence[str]) -> Expr:
    kind = random.random()
    if kind < 0.25:
        return UNKNOWN
    if kind < 0.5:
        yes = random_boolean(random, names)
        return Choose(yes, conjunction((negation(yes), random_boolean(random, names))))
    return random_boolean(random, names)


def random_procedures(random: Random, *, recursive: bool) -> PredicateProgram:
    shared = [f"g{number}" for number in range(random.randint(1, 2))]
    names = ["main", "f", "g"][: random.randint(2, 3)]
    formals = {
        name: [f"a{number}" for number in range(0 if name == "main" else random.randint(0, 1))] for name in names
    }
    results = {name: 0 if name == "main" else random.randint(0, 1) for name in names}
    procedures = {}
    for position, name in enumerate(names):
        own = [f"x{number}" for number in range(random.randint(0, 2))]
        visible = [*shared, *formals[name], *own]
        callees = names[1:] if recursive else names[position + 1 :]
        count = random.randint(3, 6)
        last = count
        locations, edges = [], []

        def later(place: int, count: int = count) -> int:
            """Mostly a location further down, so that calls return now and then."""
            forward = place + 1 < count and random.random() < 0.85
            return random.randrange(place + 1 if forward else 0, count)

        for place in range(count):
            returning: Operation = Return(tuple(random_partial(random, visible) for _ in range(results[name])))
            kind = random.choice(["step", "step", "branch", "choice", "call", "call", "call"])
            if place == count - 1:
                kind = "return"
            if kind == "call" and not callees:
                kind = "step"
            match kind:
                case "return":
                    locations.append(Location(f"L{place}", LocationKind.STEP, (f"{name}{place}",)))
                    edges.append(Edge(place, last, returning))
                case "step":
                    targets = random.sample(visible, random.randint(0, min(2, len(visible))))
                    update = Update(tuple(targets), tuple(random_partial(random, visible) for _ in targets))
                    locations.append(Location(f"L{place}", LocationKind.STEP, (f"{name}{place}",)))
                    edges.append(Edge(place, later(place), update))
                case "branch":
                    condition = random_partial(random, visible)
                    locations.append(Location(f"L{place}", LocationKind.BRANCH, (f"{name}{place}",)))
                    edges.append(Edge(place, later(place), Guard(condition)))
                    edges.append(Edge(place, later(place), Guard(negation(condition))))
                case "choice":
                    locations.append(Location(f"L{place}", LocationKind.CHOICE, (f"{name}{place}",)))
                    edges.append(Edge(place, later(place), Update()))
                    edges.append(Edge(place, later(place), Update()))
                case _:
                    callee = random.choice(callees)
                    call = Call(
                        callee,
                        tuple(random_partial(random, visible) for _ in formals[callee]),
                        tuple(random.choice([None, *visible]) for _ in range(results[callee])),
                    )
                    locations.append(Location(f"L{place}", LocationKind.CALL, (f"{name}{place}",)))
                    edges.append(Edge(place, later(place), call))
        locations.append(Location("exit", LocationKind.TERMINAL))
        invariant: Expr = TRUE
        if len(visible) > 1 and random.random() < 0.3:
            one, other = random.sample(visible, 2)
            invariant = Or((Var(one), negation(Var(other))))
        procedures[name] = Procedure(
            name, tuple(map(Variable, formals[name])), tuple(map(Variable, own)), results[name],
            tuple(locations), tuple(edges), 0, last, invariant,
        )  # fmt: skip
    return PredicateProgram(procedures, tuple(map(Variable, shared)))


def inlined(program: PredicateProgram, label: str, options: Options) -> Result:
    flat = flatten(program)
    return check(Relation(flat, options), ctl_to_mu(parse_ctl(f"EF at({label})")), meaning_of_atoms(flat))


def summarised(program: PredicateProgram, label: str, options: Options) -> Reached:
    def target(procedure: str, location: int) -> Expr:
        return TRUE if label in program.procedures[procedure].locations[location].labels else FALSE

    return reach(program, target, options)


def entry_values(program: PredicateProgram, copies: Result, tables: Reached) -> list[tuple[Belnap, Belnap]]:
    """Both values for every consistent valuation at the entry; variables of copies do not matter there."""
    main = program.procedures["main"]
    flat = copies.relation.flat
    found = []
    names = [item.name for item in program.variables("main")]
    seen = set()
    for valuation in copies.relation.manager.valuations(copies.relation.consistent[flat.entry], flat.names):
        kept = {name: valuation[name] for name in names}
        if tuple(kept.values()) not in seen:
            seen.add(tuple(kept.values()))
            named = {f"main.{name}" if name in main.own else name: value for name, value in kept.items()}
            found.append((copies.at(flat.entry, valuation), tables.truth.at(tables.manager, named)))
    return found


def some_label(random: Random, program: PredicateProgram) -> str:
    labels = [label for item in program.procedures.values() for place in item.locations for label in place.labels]
    return random.choice(labels)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(sources())
def test_summaries_give_what_copies_of_the_procedures_give(random: Random) -> None:
    """Without recursion both ways compute the same four-valued value for every valuation at the entry."""
    program = random_procedures(random, recursive=False)
    label = some_label(random, program)
    if not any(label in place.labels for place in flatten(program).locations):
        return
    options = Options(conditional=random.random() < 0.8)
    copies, tables = inlined(program, label, options), summarised(program, label, options)
    for one, other in entry_values(program, copies, tables):
        assert one is other
    assert tables.possibly is copies.value


def unwound(program: PredicateProgram, depth: int) -> PredicateProgram:
    """Procedures with a number of the call's depth in their names; at the greatest depth nothing can be entered."""
    found = {}
    for name, item in program.procedures.items():
        for level in range(depth + 1):
            edges = [
                replace(edge, operation=replace(edge.operation, procedure=f"{edge.operation.procedure}#{level + 1}"))
                if isinstance(edge.operation, Call)
                else edge
                for edge in item.edges
            ]
            kept = item if level < depth else replace(item, invariant=FALSE)
            if level == depth:
                edges = [
                    replace(edge, operation=Update()) if isinstance(edge.operation, Call) else edge for edge in edges
                ]
            found[f"{name}#{level}"] = replace(kept, name=f"{name}#{level}", edges=tuple(edges))
    return PredicateProgram(found, program.globals, "main#0")


@settings(max_examples=40, deadline=None, derandomize=True)
@given(sources())
def test_summaries_of_recursive_procedures_are_the_limit_of_unwinding(random: Random) -> None:
    """What a bounded depth of calls reaches, summaries reach; and what they reach, some bounded depth reaches."""
    program = random_procedures(random, recursive=True)
    label = some_label(random, program)
    tables = summarised(program, label, Options())
    for depth in (1, 2, 3, 4, 6, 9):
        unrolled = unwound(program, depth)
        try:
            places = flatten(unrolled, limit=250).locations
        except LimitReached:
            return
        if not any(label in place.labels for place in places):
            continue
        values = entry_values(program, inlined(unrolled, label, Options()), tables)
        for one, other in values:
            assert other.certain or not one.certain
            assert other.possible or not one.possible
        if all(one is other for one, other in values):
            return
        assert depth < 9


def check_run(program: PredicateProgram, label: str, visits: Sequence[Visit]) -> None:
    """Every step is possible by the expressions on its edge, with a stack of callers."""
    frames: list[Visit] = []
    returned: list[tuple[bool, bool]] = []
    for here, there in pairwise(visits):
        body = program.procedures[here.procedure]
        shared = {item.name for item in program.globals}
        if here.location == body.exit:
            caller = frames.pop()
            call = program.procedures[caller.procedure].edges[caller.edge].operation
            assert isinstance(call, Call)
            assert (there.procedure, here.edge) == (caller.procedure, caller.edge)
            assert there.location == program.procedures[caller.procedure].edges[caller.edge].target
            expected = {**caller.valuation, **{name: here.valuation[name] for name in shared}}
            for name, (yes, no) in zip(call.results, returned, strict=True):
                if name is not None:
                    assert not (no if there.valuation[name] else yes)
                    expected[name] = there.valuation[name]
            assert there.valuation == expected
            continue
        edge = body.edges[here.edge]
        assert edge.source == here.location
        kept = dict(here.valuation)
        match edge.operation:
            case Call(callee, arguments):
                frames.append(here)
                entered = program.procedures[callee]
                assert (there.procedure, there.location) == (callee, entered.entry)
                assert all(there.valuation[name] == kept[name] for name in shared)
                for formal, argument in zip(entered.formals, arguments, strict=True):
                    yes, no = evaluated(argument, kept)
                    assert not (no if there.valuation[formal.name] else yes)
                continue
            case Guard(condition):
                assert not evaluated(condition, kept)[1]
            case Return(values):
                returned = [evaluated(value, kept) for value in values]
            case Update(targets, values):
                for name, value in zip(targets, values, strict=True):
                    yes, no = evaluated(value, here.valuation)
                    assert not (no if there.valuation[name] else yes)
                    kept[name] = there.valuation[name]
        assert (there.procedure, there.location, there.valuation) == (here.procedure, edge.target, kept)
    last = visits[-1]
    assert label in program.procedures[last.procedure].locations[last.location].labels


@settings(max_examples=60, deadline=None, derandomize=True)
@given(sources())
def test_summaries_show_a_possible_run_and_what_is_unknown_about_it(random: Random) -> None:
    """The run starts at the entry, its steps are possible, it ends at the target; if uncertain, so is a step."""
    program = random_procedures(random, recursive=random.random() < 0.7)
    label = some_label(random, program)
    tables = summarised(program, label, Options())
    if tables.truth.may == tables.manager.false:
        return
    run = possible_run(tables)
    assert (run.visits[0].procedure, run.visits[0].location) == ("main", 0)
    check_run(program, label, run.visits)
    if tables.truth.may != tables.truth.must:
        assert run.causes
    for cause in run.causes:
        edge = program.procedures[cause.procedure].edges[cause.step.edge]
        match edge.operation:
            case Guard(condition):
                assert evaluated(condition, cause.step.before) == (False, False)
            case Update(targets, values) if cause.step.targets:
                found = dict(zip(targets, values, strict=True))
                assert all(evaluated(found[name], cause.step.before) == (False, False) for name in cause.step.targets)
            case _:
                assert cause.step.targets or isinstance(edge.operation, Return)


def test_YAS_04_recursion_has_no_form_without_procedures() -> None:
    """The procedure that calls itself is named."""
    body = Procedure(
        "f", (), (), 0,
        (Location("0", LocationKind.CALL), Location("exit", LocationKind.TERMINAL)),
        (Edge(0, 1, Call("f")),), 0, 1,
    )  # fmt: skip
    main = replace(body, name="main")
    with pytest.raises(Recursion) as found:
        flatten(PredicateProgram({"main": main, "f": body}))
    assert found.value.function == "f"
    assert found.value.reason == "recursion in f"
