"""Answers about slices of programs, beside those about the programs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from linear_oracle import LinearOracle, TooManyStatesError
from strategies.ir.endless import random_property_of_runs
from vexil.analysis.facts import Analyses
from vexil.certify import certify
from vexil.certify.plain_states import PlainStates
from vexil.certify.slices import check_slice
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached, SourceError, UsageError
from vexil.core.graphs import components
from vexil.engines.machine.runs import NativeRunSearch, RunQuery
from vexil.engines.machine.search import NativeSearch, Reason, Reduction, StateQuery
from vexil.engines.machine.slots import Unsupported
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.operations import Check, Join, Lock, Throw, Wait
from vexil.ir.program import Program
from vexil.ir.types import IntegerType
from vexil.ir.validator import validate
from vexil.model.certificate import Checked
from vexil.model.evidence import Lasso, Run
from vexil.model.explore import Explorer
from vexil.model.goal import RunGoal, StateGoal, goal_of
from vexil.model.observe import UndefinedAtom
from vexil.model.outcome import Question
from vexil.model.protocols import NotApplicable
from vexil.model.slice import Keeps, ProgramSlice, kept_for
from vexil.slicing import complete, slice_of
from vexil.slicing.completion import Incomplete
from vexil.spec.property import Kind, Property, parse_property

STATE_PROPERTIES = ("assert", "unreach", "overflow", "division", "memsafety")
UNWRITTEN = "uninitialised-read"
"""How a run ends that reads memory which was never written: slices take any value for it."""
ADDRESS = "address at "
ALLOWED = ("keep daemons alive",)
"""Reasons to refuse a slice that the checker states, and the slicer does not look at."""


@dataclass(frozen=True)
class SliceComparison:
    """What came of a slice: ``outcome`` in a word, what is ``wrong``, and how many of the edges were kept."""

    outcome: str
    wrong: str = ""
    kept: int = 0
    edges: int = 0

    @property
    def is_compared(self) -> bool:
        """Whether the answers about both programs are known."""
        return self.outcome in ("same", "spurious", "incomplete")


@dataclass(frozen=True)
class Ends:
    """What an enumeration has seen: a run that breaks the property, undefined ends, and whether something was cut."""

    run: Run | None
    undefined: frozenset[str] = frozenset()
    is_cut: bool = False
    looks_at_addresses: bool = False


def compared(program: Program, asked: str, most: int = 3_000) -> SliceComparison:
    """Compare the answer to a question about a program with that about its slice."""
    try:
        prop = parse_property(asked)
        goal = goal_of(prop, CompiledProgram(program))
        part = slice_of(Analyses(program), prop)
    except (NotApplicable, SourceError, UsageError):
        return SliceComparison("inapplicable")
    if not isinstance(goal, StateGoal | RunGoal):
        return SliceComparison("inapplicable")
    outcome = _compared(part, prop, goal, most)
    return SliceComparison(outcome.outcome, outcome.wrong and f"{asked}: {outcome.wrong}", *part.size)


def compared_slice(part: ProgramSlice, asked: str, most: int = 3_000) -> SliceComparison:
    """Compare the answer to a question about a program with that about a slice which somebody else has made."""
    prop = parse_property(asked)
    goal = goal_of(prop, CompiledProgram(part.original))
    assert isinstance(goal, StateGoal | RunGoal)
    return _answers(part, prop, goal, most)


def _compared(part: ProgramSlice, prop: Property, goal: StateGoal | RunGoal, most: int) -> SliceComparison:
    problems = validate(part.program)
    if problems:
        return SliceComparison("invalid", f"the slice is no program: {problems[0]}")
    refused = check_slice(part, prop)
    found = _answers(part, prop, goal, most)
    if refused is not None and not any(text in refused.reason for text in ALLOWED):
        return SliceComparison("refused", f"refused: {refused.reason}; compared: {found.outcome} {found.wrong}")
    return found if refused is None else SliceComparison("refused")


def _answers(part: ProgramSlice, prop: Property, goal: StateGoal | RunGoal, most: int) -> SliceComparison:
    try:
        if isinstance(goal, StateGoal):
            return _compared_states(part, prop, goal, most)
        return _compared_runs(part, prop, most)
    except (LimitReached, TooManyStatesError, UndefinedAtom):
        return SliceComparison("large")


# --- states ----------------------------------------------------------------------------------------------


def _compared_states(part: ProgramSlice, prop: Property, goal: StateGoal, most: int) -> SliceComparison:
    whole = _ends(part.original, prop, most)
    small = _ends(part.program, prop, most)
    if small is None or whole is None or whole.looks_at_addresses or small.looks_at_addresses:
        return SliceComparison("large")
    if whole.run is not None and small.run is None:
        wrong = "" if small.is_cut else "the slice loses a violation"
        return SliceComparison("lost" if wrong else "same", wrong)
    if whole.run is None:
        wrong = _lost_ends(part, whole, small) if small.run is None else ""
        wrong = wrong or _defined_after_all(part.original, whole.undefined)
        if wrong:
            return SliceComparison("undefined", wrong)
    if small.run is None:
        return SliceComparison("same")
    if whole.run is None:
        if whole.is_cut or whole.undefined:
            return SliceComparison("cut")
        if is_loop_free(part.original):
            return SliceComparison("spurious", "without loops a violation of the slice is none of the program")
        return SliceComparison("spurious")
    try:
        blocks = kept_for(prop) is Keeps.DEADLOCKS
        run = complete(part, small.run, goal.checks, Context(), blocks=blocks)
    except Incomplete:
        return SliceComparison("incomplete")
    certificate = certify(Question(part.original, prop), run, Context())
    return SliceComparison("same" if isinstance(certificate, Checked) else "incomplete")


def _ends(program: Program, prop: Property | None, most: int) -> Ends | None:
    """What a plain search sees; nothing when there are too many states."""
    compiled = CompiledProgram(program)
    try:
        return _searched(compiled, _query(prop), most)
    except Unsupported:
        return _enumerated(compiled, prop, most) if prop is not None else None


def _query(prop: Property | None) -> StateQuery:
    match prop and prop.kind:
        case None:
            return StateQuery()
        case Kind.DEADLOCK:
            return StateQuery(deadlock=True)
        case Kind.EXCEPTION:
            return StateQuery(exception=True)
        case Kind() as kind:
            return StateQuery(checks=frozenset({kind.value}))


def _searched(compiled: CompiledProgram, query: StateQuery, most: int) -> Ends | None:
    search = NativeSearch(compiled, query, Reduction.NONE, Context(Limits(states=20 * most)))
    try:
        reason = search.run()
        if reason is Reason.FOUND:
            return Ends(search.run_to(search.numbers.bad))
        if reason is not Reason.EXHAUSTED:
            return None
        lost = search.losses
        seen = any(text.startswith(ADDRESS) for text in lost.undefined)
        return Ends(None, frozenset(lost.undefined), bool(lost.bounds), seen)
    finally:
        search.close()


def _enumerated(compiled: CompiledProgram, prop: Property, most: int) -> Ends | None:
    goal = goal_of(prop, compiled)
    assert isinstance(goal, StateGoal)
    machine = Machine(compiled, checks=goal.checks)
    explorer, plain = Explorer(machine), PlainStates(machine)
    pending = [(state, Run(initial, ())) for initial, state in explorer.initial()]
    states = {plain.of(state) for state, _ in pending}
    while pending:
        here, run = pending.pop()
        machine.restore(here)
        if goal.broken(machine):
            return Ends(run)
        for move, following in explorer.successors(here):
            form = plain.of(following)
            if form not in states:
                states.add(form)
                pending.append((following, Run(run.initial, (*run.moves, move))))
        if len(states) > most:
            return None
    losses = explorer.losses
    return Ends(None, frozenset(losses.undefined), bool(losses.bounds), machine.observed_address)


def _lost_ends(part: ProgramSlice, whole: Ends, small: Ends) -> str:
    """Which undefined end of the program is none of the slice."""
    if small.is_cut:
        return ""
    places = {text.rpartition(" at ")[2] for text in small.undefined}
    for text in sorted(whole.undefined):
        if text.startswith(UNWRITTEN):
            continue
        name, _, number = text.rpartition(" at ")[2].rpartition("#")
        if not name:
            if not small.undefined:
                return f"the slice is defined, and the program ends with {text}"
            continue
        kept = part.edges.get(name, {}).get(int(number))
        if kept is None or f"{name}#{kept}" not in places:
            return f"the program ends with {text}, and the slice does not"
    return ""


def _defined_after_all(program: Program, undefined: frozenset[str]) -> str:
    """Which undefined end is at an edge that is said to be always defined."""
    definedness = Analyses(program).definedness
    for text in sorted(undefined):
        name, _, number = text.rpartition(" at ")[2].rpartition("#")
        if name and not text.startswith((UNWRITTEN, ADDRESS)):
            function = program.functions[name]
            if not definedness.may_be_undefined(function, int(number)):
                return f"{text}, which is said to be always defined"
    return ""


def is_loop_free(program: Program) -> bool:
    """Say whether nothing that runs goes round or calls itself."""
    facts = Analyses(program)
    for name in facts.call_graph.running:
        function = program.functions[name]
        graph = [[function.edges[n].target for n in numbers] for numbers in function.outgoing]
        for group in components(len(graph), graph.__getitem__):
            if len(group) > 1 or group[0] in graph[group[0]]:
                return False
    return not any(name in facts.call_graph.recursive for name in facts.call_graph.running)


# --- runs ------------------------------------------------------------------------------------------------


def _compared_runs(part: ProgramSlice, prop: Property, most: int) -> SliceComparison:
    before, after = (_ends(program, None, most) for program in (part.original, part.program))
    if before is None or after is None or before.is_cut or before.looks_at_addresses:
        return SliceComparison("large")
    wrong = _lost_ends(part, before, after) or _defined_after_all(part.original, before.undefined)
    if wrong:
        return SliceComparison("undefined", wrong)
    whole, small = LinearOracle(part.original, prop, most), LinearOracle(part.program, prop, most)
    outcome = "same"
    for fair in (False, True):
        right = whole.is_violated(RunQuery(whole.goal, prop, part.original, fair=fair))
        query = RunQuery(small.goal, prop, part.program, fair=fair)
        seen = small.is_violated(query)
        if right and not seen:
            return SliceComparison("lost", f"the slice loses a violation, fair {fair}")
        if seen and not right:
            if before.undefined:
                outcome = "cut"
                continue
            return SliceComparison("spurious", f"a run of the slice is none of the program, fair {fair}")
        if seen and outcome == "same":
            outcome = _completed(part, prop, small.compiled, query)
    return SliceComparison(outcome)


def _completed(part: ProgramSlice, prop: Property, compiled: CompiledProgram, query: RunQuery) -> str:
    with suppress(Incomplete, Unsupported):
        search = NativeRunSearch(compiled, query, Reduction.NONE, Context())
        try:
            if search.run() is not Reason.FOUND:
                return "incomplete"
            found = search.violation()
        finally:
            search.close()
        assert isinstance(found, Run | Lasso)
        run = complete(part, found, frozenset(), Context())
        if isinstance(certify(Question(part.original, prop), run, Context()), Checked):
            return "same"
    return "incomplete"


# --- questions -------------------------------------------------------------------------------------------


def random_question(random: Random, program: Program) -> str:
    """A property of states or of runs that a program may be asked about."""
    if random.random() < 0.6:
        return random.choice(state_properties(program))
    return random_property_of_runs(random, _atoms(random, program))


def state_properties(program: Program) -> list[str]:
    """The properties of states that say something about a program."""
    running = [program.functions[name] for name in sorted(Analyses(program).call_graph.running)]
    operations = [edge.operation for function in running for edge in function.edges]
    checked = {operation.property for operation in operations if isinstance(operation, Check)}
    found = [name for name in STATE_PROPERTIES if name in checked]
    found += ["deadlock"] if any(isinstance(operation, Lock | Wait | Join) for operation in operations) else []
    return found + (["exception"] if any(isinstance(operation, Throw) for operation in operations) else []) or [
        "assert"
    ]


def _atoms(random: Random, program: Program) -> Callable[[], str]:
    running = [program.functions[name] for name in sorted(Analyses(program).call_graph.running)]
    numbers = [item.name for item in program.globals if isinstance(item.type, IntegerType) and not item.hidden]

    def atom() -> str:
        function = random.choice(running)
        places = [f"at({function.name}::{random.choice(function.locations).name})", f"call({function.name})"]
        values = [f"{name} == {random.randrange(2)}" for name in numbers]
        return random.choice([*values, *values, *places] if values else places)

    return atom
