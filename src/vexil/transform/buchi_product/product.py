"""The product of a program without calls and the automaton of the violations of a property.

A location of the product is one of the program and a state of the automaton that has read what came before. Where the
automaton looks at the state, branches on the conditions that it reads lead to its next states, and a choice where there
are several; then the program goes on. A run that has ended stays where it is, and the automaton goes on reading. So

* a run of the program and a run of the automaton on it are a run of the product, and the other way round;
* the automaton accepts if and only if a location of the product with an accepting state is visited for ever.

Where a finite beginning violates the property whatever follows (a state of the automaton that accepts everything), and
no restriction may cut the run later, the product stays in one accepting location. Locations from which no cycle with an
accepting one can be reached are left out: a run that comes there is not accepted, whatever it does. A loop that would
be entered elsewhere than at its accepting locations has copies of the others, for the way from outside to the first
accepting one: so it is entered where rankings are compared, and induction passes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from vexil.core.errors import InternalError, LimitReached
from vexil.core.graphs import components, reachable
from vexil.core.source import Span
from vexil.ir.expressions import Expr, Variable
from vexil.ir.interpreter import CompiledProgram, Machine, Move
from vexil.ir.names import PREFERRED_HEAD, ghost
from vexil.ir.operations import (
    Assign,
    Assume,
    EndThread,
    Interrupt,
    Join,
    Lock,
    Notify,
    Operation,
    Return,
    Skip,
    Start,
    Stop,
    Throw,
    Unlock,
    Wait,
)
from vexil.ir.program import Edge, Function, Location, LocationKind, Program, VariableDeclaration
from vexil.ir.types import is_aggregate
from vexil.ir.typing import negation
from vexil.ir.validator import validate
from vexil.model.evidence import Lasso, Run
from vexil.model.goal import can_block, from_main, lost_places
from vexil.model.outcome import Question
from vexil.model.protocols import NotApplicable
from vexil.spec.buchi import Buchi, Cube
from vexil.spec.buchi import Edge as Transition
from vexil.spec.buchi_simulation import pruned, simulation, useful
from vexil.spec.buchi_translate import to_buchi
from vexil.spec.formulas import Not
from vexil.spec.ltl import is_next_free
from vexil.spec.property import Kind
from vexil.transform.buchi_product.observations import Observations
from vexil.transform.inlining import Inlining, inlining
from vexil.transform.inlining.atoms import PlacedAtoms
from vexil.transform.inlining.sources import moved_caveats

MOST_LOCATIONS = 20_000
_WAITING = (Start, Join, Lock, Unlock, Wait, Notify, Interrupt, Throw)


@dataclass(frozen=True, slots=True)
class Going:
    """The program is at a location, and the automaton has read its state, or need not."""

    location: int
    state: int


@dataclass(frozen=True, slots=True)
class Reading:
    """The automaton in a state looks: what has to hold still for which next states."""

    location: int
    state: int
    rest: tuple[tuple[Cube, int], ...]


@dataclass(frozen=True, slots=True)
class End:
    """Nothing that follows matters: the property is violated for certain, or no longer in danger."""

    is_violation: bool


@dataclass(frozen=True, slots=True)
class Before:
    """A node of a loop whose accepting locations were not visited yet since the loop was entered."""

    node: Going | Reading


Node = Going | Reading | End | Before
VIOLATED, SAFE = End(True), End(False)
Step = tuple[Node, Operation, int | None]
"""Where an edge leads, what it does, and the edge of the program that it is."""


@dataclass(frozen=True, eq=False)
class BuchiProduct:
    """The product as a program; ``accepting`` are locations of its only function.

    ``nodes`` says what the locations are, ``origins`` which edge of the form without calls an edge comes from.
    """

    program: Program
    form: Inlining
    accepting: frozenset[int]
    nodes: tuple[Node | None, ...]
    origins: tuple[int | None, ...]
    inner: frozenset[int]

    @cached_property
    def function(self) -> Function:
        """The function that does everything."""
        return self.program.functions[self.program.entry]

    def origin(self, edge: str) -> str | None:
        """The edge of the original program that an edge of the product comes from, by their identities."""
        number = self.origins[int(edge.rpartition("#")[2])]
        return None if number is None else self.form.origins[number]

    def violation(self, lasso: Lasso) -> Run | Lasso:
        """The run of the original program that an accepted run of the product is."""
        machine = Machine(CompiledProgram(self.program), checks=frozenset())
        machine.reset(lasso.initial)
        stem = self._moves(machine, lasso.stem)
        place = machine.threads[1].frames[-1].location
        if self.nodes[place] == VIOLATED:
            return Run(lasso.initial, stem)
        return Lasso(lasso.initial, stem, self._moves(machine, lasso.loop))

    def original_run(self, run: Run) -> Run:
        """The run of the original program along a run of the product."""
        machine = Machine(CompiledProgram(self.program), checks=frozenset())
        machine.reset(run.initial)
        return Run(run.initial, self._moves(machine, run.moves))

    def _moves(self, machine: Machine, moves: Iterable[Move]) -> tuple[Move, ...]:
        """The moves without those of the automaton, and with one for each call and return."""
        kept: list[Move] = []
        for move in moves:
            machine.apply(move)
            number = self.origins[machine.edge]
            if number is not None and self.form.entry.edges[number].source not in self.inner:
                kept.append(move)
        return tuple(kept)


def buchi_product(question: Question) -> BuchiProduct:
    """The product for a question about runs.

    Raises `NotApplicable` for threads, recursion and atoms that mean nothing without calls, and `LimitReached`.
    """
    if question.property.kind not in (Kind.LTL, Kind.PATTERN):
        raise NotApplicable("a product is made for properties of runs")
    form = inlining(question.program)
    for edge in form.entry.edges:
        if isinstance(edge.operation, _WAITING):
            raise NotApplicable("threads, locks and exceptions have no product")
    formula = from_main(question.property.linear_formula(), question.program)
    counts = not is_next_free(formula)
    if counts and len(form.copies) > 1:
        raise NotApplicable("the formula counts steps, and calls are several")
    automaton = pruned(to_buchi(Not(formula)))
    named = PlacedAtoms(question.property.file, form)
    looks = Observations(form, automaton.atoms, named, every_step=counts)
    return _Builder(form, automaton, looks, prefixes=not can_block(question.program)).build()


class _Builder:
    def __init__(self, form: Inlining, automaton: Buchi, looks: Observations, *, prefixes: bool) -> None:
        self._form = form
        self._entry = form.entry
        self._automaton = automaton
        self._simulated = simulation(automaton)
        self._looks = looks
        self._lost = lost_places(automaton) if prefixes else frozenset[int]()
        self._nodes: dict[Node, int] = {}
        self._steps: dict[Node, list[Step]] = {}
        self._locals = list(self._entry.locals)

    def build(self) -> BuchiProduct:
        """Follow everything from the initial state, then leave out what leads to no accepting cycle."""
        first = self._enter(self._entry.entry, self._automaton.initial)
        pending = [first]
        while pending:
            node = pending.pop()
            if node in self._steps:
                continue
            if len(self._steps) >= MOST_LOCATIONS:
                raise LimitReached(f"more than {MOST_LOCATIONS} locations with the automaton of the property")
            self._steps[node] = self._following(node)
            pending.extend(target for target, _, _ in reversed(self._steps[node]))
        return self._program(self._entered_at_accepting(first))

    def _entered_at_accepting(self, first: Node) -> Node:
        """Lead the ways into a loop to its accepting nodes through copies of the others; gives the first node."""
        loop: dict[Node, int] = {}
        waiting: dict[Node, Before] = {}
        for number, (group, accepting) in enumerate(self._accepting_cycles(list(self._steps))):
            for node in group:
                loop[node] = number
                if not isinstance(node, End | Before) and node not in accepting:
                    waiting[node] = Before(node)

        def arriving(target: Node, source: int | None) -> Node:
            return waiting.get(target, target) if source is None or loop.get(target) != source else target

        steps: dict[Node, list[Step]] = {}
        first = arriving(first, None)
        pending = [first]
        while pending:
            node = pending.pop()
            if node in steps:
                continue
            found = self._steps[node.node if isinstance(node, Before) else node]
            steps[node] = [(arriving(target, loop.get(node)), does, number) for target, does, number in found]
            pending.extend(target for target, _, _ in reversed(steps[node]))
        self._steps = steps
        return first

    # --- nodes -------------------------------------------------------------------------------------------

    def _enter(self, location: int, state: int) -> Node:
        """Where the product is when the program has come to a location."""
        if location not in self._looks.places:
            return Going(location, state)
        return self._reading(location, state, [(edge.cube, edge.target) for edge in self._automaton.edges[state]])

    def _reading(self, location: int, state: int, edges: list[tuple[Cube, int]]) -> Node:
        """What is left to read when everything is known that a location tells by itself."""
        rest: dict[tuple[Cube, int], None] = {}
        for cube, target in edges:
            left: Cube | None = cube
            for bit in _bits(cube):
                meaning = self._looks.says(bit, location)
                if isinstance(meaning, bool) and left is not None:
                    left = _known(left, bit, value=meaning)
            if left is not None:
                rest[left, target] = None
        return self._settled(location, state, tuple(sorted(rest)))

    def _settled(self, location: int, state: int, left: tuple[tuple[Cube, int], ...]) -> Node:
        steps = useful(tuple(Transition(cube, target) for cube, target in left), self._simulated)
        rest = tuple((step.cube, step.target) for step in steps)
        if any(cube == Cube() and target in self._lost for cube, target in rest):
            return VIOLATED
        if not rest:
            return SAFE
        if len(rest) == 1 and rest[0][0] == Cube():
            return Going(location, rest[0][1])
        return Reading(location, state, rest)

    def _following(self, node: Node) -> list[Step]:
        match node:
            case Before():
                raise InternalError("copies of nodes should be made of nodes that have their steps")
            case End(is_violation):
                return [(node, Skip(), None)] if is_violation else []
            case Reading(location, state, rest):
                undecided = [bit for cube, _ in rest for bit in _bits(cube)]
                if not undecided:
                    return [(Going(location, target), Skip(), None) for _, target in rest]
                bit = min(undecided)
                condition = self._looks.says(bit, location)
                assert not isinstance(condition, bool)
                return [
                    (self._settled(location, state, _after(rest, bit, value=True)), Assume(condition), None),
                    (self._settled(location, state, _after(rest, bit, value=False)), Assume(negation(condition)), None),
                ]
            case Going(location, state):
                edges = self._entry.outgoing[location]
                if not edges:
                    return [(self._enter(location, state), Skip(), None)]
                found: list[Step] = []
                for number in edges:
                    edge = self._entry.edges[number]
                    found.append((self._enter(edge.target, state), self._operation(edge.operation), number))
                return found

    def _operation(self, operation: Operation) -> Operation:
        """What an edge does where a run that has ended goes on."""
        match operation:
            case Return(None) | Stop(None) | EndThread():
                return Skip()
            case Return(value) | Stop(value):
                assert value is not None
                return self._evaluated(value)
            case _:
                return operation

    def _evaluated(self, value: Expr) -> Operation:
        """Evaluate an expression for nothing: it has to be defined."""
        if is_aggregate(value.type):
            raise NotApplicable("the program returns a structure")
        place = Variable(ghost(f"result {len(self._locals)}"), value.type, False)
        self._locals.append(VariableDeclaration(place.name, place.type, False, None, True))
        return Assign(place, value)

    # --- the program -------------------------------------------------------------------------------------

    def _program(self, first: Node) -> BuchiProduct:
        order = [node for node in self._steps if node != SAFE]
        kept, accepting, preferred = self._relevant(order)
        numbers = {node: number for number, node in enumerate(node for node in order if node in kept)}
        safe = len(numbers)
        exits = (safe + 1, safe + 2)
        edges: list[Edge] = []
        origins: list[int | None] = []
        locations: list[Location] = []
        for node, place in numbers.items():
            steps = self._steps[node]
            labels = (PREFERRED_HEAD,) if node in preferred else ()
            locations.append(Location(f"{len(locations)}: {_name(node, self._entry)}", self._kind(node), labels))
            for target, operation, number in steps:
                span = self._span(node) if number is None else self._entry.edges[number].span
                edges.append(Edge(place, numbers.get(target, safe), operation, span))
                origins.append(number)
        locations.append(Location("safe", LocationKind.STEP, ()))
        locations += [Location(name, LocationKind.TERMINAL, ()) for name in ("exit", "over")]
        edges.append(Edge(safe, exits[1], Stop(None), None))
        origins.append(None)
        main = replace(
            self._entry, locals=tuple(self._locals), locations=tuple(locations), edges=tuple(edges),
            entry=numbers.get(first, safe), exit=exits[0], exceptional_exit=None, stop=exits[1],
        )  # fmt: skip
        functions = {**self._form.program.functions, main.name: main}
        named = [f"{main.name}#{number}" if number is not None else "" for number in origins]
        caveats = moved_caveats(self._form.program, functions, named)
        program = replace(self._form.program, functions=functions, caveats=caveats)
        problems = validate(program)
        if problems:
            raise InternalError("a product should be valid: " + "; ".join(map(str, problems[:5])))
        marked = frozenset(numbers[node] for node in accepting)
        return BuchiProduct(program, self._form, marked, tuple(numbers), tuple(origins), self._looks.inner)

    def _relevant(self, order: list[Node]) -> tuple[set[Node], set[Node], set[Node]]:
        """The nodes that lead to accepting cycles, the accepting ones on cycles, and those that should be heads."""
        before: dict[Node, list[Node]] = {node: [] for node in order}
        for node in order:
            for target, _, _ in self._steps[node]:
                if target in before:
                    before[target].append(node)
        accepting: set[Node] = set()
        preferred: set[Node] = set()
        goals: list[Node] = []
        for group, found in self._accepting_cycles(order):
            goals += group
            accepting |= found
            preferred |= found if len(found) < len(group) else set()
        return set(reachable(goals, before.__getitem__)), accepting, preferred

    def _accepting_cycles(self, order: list[Node]) -> Iterator[tuple[list[Node], set[Node]]]:
        """The strongly connected parts with a cycle and an accepting node, and their accepting nodes."""
        number = {node: index for index, node in enumerate(order)}
        targets = [[number[target] for target, _, _ in self._steps[node] if target in number] for node in order]
        for group in components(len(order), lambda index: targets[index]):
            found = {order[index] for index in group if self._accepts(order[index])}
            if found and (len(group) > 1 or group[0] in targets[group[0]]):
                yield [order[index] for index in group], found

    def _accepts(self, node: Node) -> bool:
        match node:
            case End(is_violation):
                return is_violation
            case Before():
                return False
            case Going(_, state) | Reading(_, state, _):
                return state in self._automaton.accepting

    def _kind(self, node: Node) -> LocationKind:
        match node:
            case Before(same):
                return self._kind(same)
            case Going(location, _) if self._entry.outgoing[location]:
                return self._entry.locations[location].kind
            case Reading(_, _, rest) if any(cube != Cube() for cube, _ in rest):
                return LocationKind.BRANCH
            case Reading():
                return LocationKind.CHOICE
            case _:
                return LocationKind.STEP

    def _span(self, node: Node) -> Span | None:
        place = node.node if isinstance(node, Before) else node
        edges = () if isinstance(place, End) else self._entry.outgoing[place.location]
        return next((self._entry.edges[number].span for number in edges), None)


def _name(node: Node, function: Function) -> str:
    match node:
        case End():
            return "violated"
        case Before(same):
            return f"before {_name(same, function)}"
        case Going(location, state):
            return f"{function.locations[location].name} in {state}"
        case Reading(location, state, _):
            return f"{function.locations[location].name} read in {state}"


def _bits(cube: Cube) -> list[int]:
    mask = cube.required | cube.forbidden
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _known(cube: Cube, bit: int, *, value: bool) -> Cube | None:
    """What is left of a conjunction when one of its literals is known; nothing when it is false."""
    wrong = cube.forbidden if value else cube.required
    if wrong >> bit & 1:
        return None
    return Cube(cube.required & ~(1 << bit), cube.forbidden & ~(1 << bit))


def _after(rest: tuple[tuple[Cube, int], ...], bit: int, *, value: bool) -> tuple[tuple[Cube, int], ...]:
    left = {(known, target) for cube, target in rest if (known := _known(cube, bit, value=value)) is not None}
    return tuple(sorted(left))
