"""Laws of formulas: they say of states exactly what the reference interpreter does with them."""

from __future__ import annotations

from itertools import product
from random import Random

from hypothesis import given, settings

from expression_oracle import Numbers, UndefinedResult, evaluate, some_kinds
from logic_states import concrete, holds, memory_bytes, pointer_term, value_term
from path_formulas import path_formula
from predicate_transformers import Transformers
from relation_formulas import weakest
from sketches import Sketch
from strategies.ir.regions import Regions
from strategies.source import sources
from vexil.ir.arithmetic import NAN_BITS
from vexil.ir.expressions import Apply, Expr, Operator, Variable, postorder
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.interpreter.state import Undefined, Violated
from vexil.ir.operations import EndLifetime
from vexil.ir.program import LocationKind, Program
from vexil.ir.types import FloatType, IntegerType, MathType
from vexil.logic import Terms
from vexil.logic.evaluate import evaluate as evaluate_term
from vexil.logic.inputs import Input
from vexil.logic.partition import Access, MemoryPlace, Region
from vexil.logic.regions import region_order, relation
from vexil.logic.sorts import ArraySort
from vexil.logic.space import Space, State
from vexil.logic.steps import Steps
from vexil.logic.terms import Term
from vexil.logic.translate import Translator


def mixes_floats_with_integers(node: Expr) -> bool:
    """Whether a node converts between floats and mathematical integers, which has no formula."""
    kinds = {type(node.type), *(type(operand.type) for operand in node.operands)}
    return isinstance(node, Apply) and node.operator is Operator.CAST and kinds == {MathType, FloatType}


@settings(max_examples=80, deadline=None, derandomize=True)
@given(sources())
def test_expressions_have_the_interpreter_s_values(random: Random) -> None:
    """A translated expression has the documented value where it is defined, and is undefined exactly elsewhere."""
    numbers = Numbers(random, some_kinds(random))
    sketch = Sketch()
    for variable in numbers.all_variables():
        sketch.variable(variable.name, variable.type)
    with sketch.function("main"):
        pass
    terms = Terms()
    space = Space(terms, sketch.build())
    for kind in numbers.kinds:
        expression = numbers.expression(kind, 4)
        if any(mixes_floats_with_integers(node) for node in postorder(expression)):
            continue
        found = Translator(space, "main").translate(space.initial, expression)
        for _ in range(3):
            valuation = numbers.valuation()
            values = {
                terms.symbol(variable.name, space.sort(variable.type)): value_term(
                    space, variable.type, valuation[variable.name]
                )
                for variable in numbers.all_variables()
            }
            defined = terms.substitute(found.defined(terms), values)
            try:
                wanted = value_term(space, kind, evaluate(expression, valuation))
            except UndefinedResult:
                assert defined is terms.false, (expression, valuation)
                continue
            assert defined is terms.true, (expression, valuation, defined)
            assert terms.substitute(found.value, values) is wanted, (expression, valuation)


def run(machine: Machine, random: Random) -> tuple[dict[str, int], dict[str, int]]:
    """Run `main` to its end; what was decided at edges, as decisions, and at choices of the environment."""
    decided: dict[str, int] = {}
    alternatives: dict[str, int] = {}
    function = machine.program.functions["main"]
    while machine.enabled():
        location = machine.threads[1].frames[-1].location
        if not function.outgoing[location] or function.edges[function.outgoing[location][0]].target == function.exit:
            break
        offered = machine.choices(1)
        choice = None
        if offered is not None:
            assert offered.values is not None
            choice = random.choice(offered.values)
            if function.locations[location].kind is LocationKind.CHOICE:
                alternatives[f"main@{function.locations[location].name}"] = choice
            else:
                edge = function.outgoing[location][0]
                decided[function.edge_id(edge)] = choice
        machine.step(1, choice)
    return decided, alternatives


def decision(terms: Terms, item: Input, decided: dict[str, int], values: dict[Term, Term]) -> Term:
    """The value of an input in a run: what was decided, or what its definition determines."""
    if item.is_determined:  # the bits of a float
        pending = [item.domain]
        while pending:
            current = pending.pop()
            if current.op == "=" and any(part.args == (item.symbol,) for part in current.args):
                other = next(part for part in current.args if part.args != (item.symbol,))
                return terms.bv(terms.substitute(other, values).value, item.symbol.width)
            pending.extend(current.args)
    made = decided.get(item.place, 0)
    if item.cases is None or "@" in item.place:
        return terms.constant(made, item.symbol.sort)
    possible = [value for guard, value in item.cases if terms.substitute(guard, values) is terms.true]
    return terms.substitute(possible[made], values) if item.place in decided else terms.constant(0, item.symbol.sort)


def compare(space: Space, machine: Machine, state: State, values: dict[Term, Term]) -> None:
    """The state behind the region is the machine's."""
    terms = space.terms
    for symbol, wanted in concrete(space, machine).items():
        name = str(symbol.payload)
        variable = space.variables[name]
        found = terms.substitute(state.read(variable), values)
        if not isinstance(variable.sort, ArraySort):
            assert found is wanted, name
            continue
        for at in memory_bytes(machine):
            if name.startswith(("memory.size", "memory.origin")):
                index = terms.bv(at[0], 32)
            else:
                index = pointer_term(space, at)
            if not name.startswith("typed") or wanted_at(wanted, index):
                assert terms.select(found, index) is terms.select(wanted, index), (name, at)


def wanted_at(array: Term, index: Term) -> bool:
    """Whether an array was written at an index."""
    while array.op == "store":
        if array.args[1] is index:
            return True
        array = array.args[0]
    return False


class ByStorage:
    """All memory as one typed region: right when no two accesses of different storage overlap."""

    def access(self, function: str, place: MemoryPlace) -> Access:
        """The region."""
        del function, place
        return Access(Region("typed", None))

    def is_private(self, function: str, variable: Variable) -> bool:
        """The memory of a float is only reached by its name."""
        del function
        return variable.name == "real_slot"

    def regions(self) -> tuple[Region, ...]:
        """The region."""
        return (Region("typed", None),)


def check_region(random: Random, *, typed: bool) -> None:
    """Compare the relation of a random region with a run through it."""
    program = Regions(random, typed=typed).program(random.randrange(1, 14))
    terms = Terms()
    space = Space(terms, program, ByStorage() if typed else None)
    body = program.functions["main"]
    before_exit = next(edge.source for edge in body.edges if edge.target == body.exit)
    found = relation(space, "main", body.entry, {before_exit}, checks=None)
    compiled = CompiledProgram(program)
    for _ in range(4):
        machine = Machine(compiled)
        machine.reset()
        for index, variable in enumerate(program.globals):
            if not variable.addressable and isinstance(variable.type, IntegerType):
                machine.globals[index] = random.randrange(variable.type.low, variable.type.high + 1)
        values = concrete(space, machine)
        decided, alternatives = run(machine, random)
        for item in found.inputs:
            values[item.symbol] = decision(terms, item, decided | alternatives, values)
        undefined = {event.kind for event in found.undefined if holds(terms, event.condition, values)}
        violated = any(holds(terms, event.condition, values) for event in found.violations)
        restricted = any(holds(terms, event.condition, values) for event in found.restrictions)
        reached = before_exit in found.exits and holds(terms, found.exits[before_exit].guard, values)
        if "address" in undefined or machine.observed_address:
            continue
        if machine.ending == Undefined(NAN_BITS):  # formulas let the bits of a NaN be any
            continue
        match machine.ending:
            case None:
                assert reached, (undefined, violated, restricted)
                assert (undefined, violated, restricted) == (set(), False, False)
                compare(space, machine, found.exits[before_exit].state, values)
            case Undefined("uninitialised-read"):
                pass
            case Undefined(kind):
                assert kind in undefined, (kind, undefined)
                assert not reached
            case Violated():
                assert violated
                assert not reached
            case _:
                assert restricted
                assert not reached


@settings(max_examples=80, deadline=None, derandomize=True)
@given(sources())
def test_relations_agree_with_runs_over_bytes(random: Random) -> None:
    """The relation of a region is true of exactly the state that a run ends in; undefined, violating and restricted
    runs are exactly those it says, with memory as bytes and pointers that alias."""
    check_region(random, typed=False)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(sources())
def test_relations_agree_with_runs_over_typed_cells(random: Random) -> None:
    """The same with memory as typed cells."""
    check_region(random, typed=True)


def region_of(random: Random, size: int, *, floats: bool = True) -> tuple[Regions, Program, Space, int]:
    """A random program over bytes, with the location before its return."""
    regions = Regions(random, floats=floats)
    program = regions.program(random.randrange(1, size))
    body = program.functions["main"]
    return regions, program, Space(Terms(), program), next(e.source for e in body.edges if e.target == body.exit)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(sources())
def test_weakest_preconditions_agree_with_relations(random: Random) -> None:
    """Going back edge by edge from a condition gives what the relation of the whole region says."""
    regions, program, space, last = region_of(random, 8, floats=False)
    terms, body = space.terms, program.functions["main"]
    transformers = Transformers(space, "main", checks=None)
    after = transformers.condition(regions.condition())
    found = relation(space, "main", body.entry, {last}, checks=None)
    conditions = {last: after}
    for location in reversed(region_order(body, body.entry, {last})):
        conditions[location] = transformers.weakest_location(location, conditions).term
    forwards = weakest(found, {last: after} if last in found.exits else {}).term
    machine = Machine(program)
    machine.reset()
    values = concrete(space, machine)
    decided = {item.place: regions.random.randrange(8) for item in found.inputs if item.cases is None}
    choices = []
    for item in found.inputs:
        if "@" in item.place:
            choices.append(item)
        elif item.cases is None:
            values[item.symbol] = decision(terms, item, decided, values)
        else:
            values[item.symbol] = terms.substitute(item.cases[0][1], values)
    every = terms.conjunction(
        terms.substitute(forwards, dict(zip((item.symbol for item in choices), picked, strict=True)))
        for picked in product(*[[value for _, value in item.cases or ()] for item in choices])
    )
    assert terms.substitute(every, values) is terms.substitute(conditions[body.entry], values)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(sources())
def test_strongest_postconditions_hold_of_successors(random: Random) -> None:
    """After a step the strongest postcondition of P, with the old values, holds exactly if P did before."""
    regions, program, space, last = region_of(random, 10)
    terms, body = space.terms, program.functions["main"]
    transformers, steps = Transformers(space, "main"), Steps(space, "main")
    conditions = [transformers.condition(regions.condition()) for _ in range(3)]
    relation(space, "main", body.entry, {last})  # so that every variable of the state is known
    machine = Machine(program)
    machine.reset()
    while machine.enabled() and machine.threads[1].frames[-1].location != last:
        offered = machine.choices(1)
        choice = None if offered is None else regions.random.choice(offered.values or [])
        before = concrete(space, machine)
        machine.step(1, choice)
        if machine.ending is not None or machine.observed_address:
            break
        reached = concrete(space, machine)
        written = {space.symbol(space.variables[name]) for name in steps.step(space.initial, machine.edge).after}
        for condition in conditions:
            found = transformers.strongest(machine.edge, condition)
            after = {symbol: reached[symbol] if symbol in written else value for symbol, value in before.items()}
            for item in found.inputs:
                name, _, old = str(item.symbol.payload).partition("~")
                if old or str(item.symbol.payload).endswith("~"):
                    after[item.symbol] = before[terms.symbol(name, item.symbol.sort)]
                elif item.is_determined or choice is not None:
                    after[item.symbol] = decision(terms, item, {item.place: choice or 0}, before)
            expected = holds(terms, condition, before)
            assert evaluate_term(terms.substitute(found.term, after), {}) == expected, machine.edge_id()


@settings(max_examples=40, deadline=None, derandomize=True)
@given(sources())
def test_path_formulas_hold_of_their_runs(random: Random) -> None:
    """The formula of the edges of a run is true of the states that the run goes through."""
    regions, program, space, last = region_of(random, 10)
    terms, body = space.terms, program.functions["main"]
    relation(space, "main", body.entry, {last})  # so that every variable of the state is known
    machine = Machine(program)
    machine.reset()
    states, edges, choices = [concrete(space, machine)], [], []
    while machine.enabled() and machine.threads[1].frames[-1].location != last:
        offered = machine.choices(1)
        choices.append(0 if offered is None else regions.random.choice(offered.values or []))
        machine.step(1, None if offered is None else choices[-1])
        if isinstance(machine.last_edge().operation, EndLifetime):
            break  # the machine forgets what is in dead objects
        if machine.ending is not None or machine.observed_address:
            return
        edges.append(machine.edge)
        states.append(concrete(space, machine))
    choices = choices[: len(edges)]
    path = path_formula(space, "main", edges)
    values: dict[Term, Term] = {}
    for versions, state in zip((path.initial, *(step.versions for step in path.steps)), states, strict=True):
        for name, version in versions.items():
            values.setdefault(version, state[space.symbol(space.variables[name])])
    for step, choice in zip(path.steps, choices, strict=True):
        for item in step.inputs:
            values[item.symbol] = decision(terms, item, {item.place: choice}, values)
    assert evaluate_term(terms.substitute(path.formula, values), {})
    decided = path.decisions(lambda term: evaluate_number(terms, term, values))
    for step, choice, found in zip(path.steps, choices, decided, strict=True):
        wanted = choice if any(not item.is_determined for item in step.inputs) else step.alternative
        if found != wanted:  # the program lists one value twice
            (item,) = (item for item in step.inputs if not item.is_determined)
            assert found is not None
            assert values[item.symbol] is decision(terms, item, {item.place: found}, values)


def evaluate_number(terms: Terms, term: Term, values: dict[Term, Term]) -> int:
    """The value of a term that is no array."""
    found = evaluate_term(terms.substitute(term, values), {})
    assert isinstance(found, int)
    return found
