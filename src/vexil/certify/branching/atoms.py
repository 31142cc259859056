"""Atoms of a formula in a symbolic state at a location of the program without calls."""

from __future__ import annotations

from vexil.certify.branching.quantifiers import InputTerms
from vexil.certify.branching.requirements import Need, RequirementCollector
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import Truth
from vexil.core.errors import SourceError, UsageError
from vexil.ir.expressions import Expr
from vexil.ir.operations import EndThread, Stop
from vexil.ir.program import Program
from vexil.ir.rewriting import Renaming
from vexil.model.observe import ABSENT
from vexil.model.outcome import Question
from vexil.model.presence import Presence, presence_of
from vexil.spec.atoms import At, Atom, Call, Count, Denied, Holds, Return
from vexil.spec.names import find_locations
from vexil.spec.resolve import Resolved, Resolver
from vexil.transform.inlining import Inlining

Places = frozenset[tuple[str, int]]
NOWHERE = ("", -1)


class Conditions:
    """Evaluates conditions: what is undefined is neither true nor false, but false about what is absent."""

    def __init__(self, evaluator: Evaluator, ledger: RequirementCollector, terms: InputTerms) -> None:
        self._evaluator = evaluator
        self._ledger = ledger
        self._terms = terms
        self._memo: dict[tuple[State, Expr, bool], tuple[Truth, tuple[Need, ...]]] = {}

    def truth(self, condition: Expr, state: State, needs: list[Need], *, wanted: bool = True) -> Truth:
        """Whether a condition is defined in a state and has the wanted value; what it needs is added to *needs*."""
        key = (state, condition, wanted)
        cached = self._memo.get(key)
        if cached is None:
            cached = self._memo[key] = self._truth(condition, state, wanted)
        needs.extend(cached[1])
        return cached[0]

    def _truth(self, condition: Expr, state: State, wanted: bool) -> tuple[Truth, tuple[Need, ...]]:
        looking, count = state.copy(), len(self._terms.fresh_values)
        self._ledger.edge = "a condition of the proof"
        try:
            value: Truth = self._evaluator.value(condition, Where(self._ledger, looking))
        except Ended:
            value = not wanted
        needs = self._ledger.collected()
        if len(self._terms.fresh_values) != count:
            raise Unsupported("conditions that leave something open")
        terms = self._terms
        if wanted:
            return terms.all([value, *(need.condition for need in needs)]), needs
        others = [need.condition for need in needs if need.kind not in ABSENT]
        absent = [terms.no(need.condition) for need in needs if need.kind in ABSENT]
        return terms.all([terms.any([*absent, terms.no(value)]), *others]), needs


class NamedAtoms:
    """What atoms of the asked property name: locations, and expressions; names are those of the program with calls."""

    def __init__(self, question: Question, inlining: Inlining) -> None:
        self._program: Program = question.program
        self._file = question.property.file
        self._inlining = inlining
        self._places: dict[str, Places] = {}
        self._resolved: dict[str, Resolved] = {}
        self._renamed: dict[tuple[str, int], Expr] = {}
        self._stops = frozenset(self._stopping())
        self._ends_thread = any(isinstance(edge.operation, EndThread) for edge in inlining.entry.edges)

    def named(self, atom: Atom, location: int) -> bool | Expr:
        """What an atom says at a location: whether it is true, or a condition; raises `Unsupported`."""
        match atom:
            case At(name, thread):
                return self._is_thread(thread) and self._is_at(self._locations(name), location)
            case Count(name, comparison, number):
                return comparison.holds(int(self._is_at(self._locations(name), location)), number)
            case Call(function):
                if function not in self._program.functions:
                    raise Unsupported(f"the function {function}")
                entry = frozenset({(function, self._program.functions[function].entry)})
                return self._is_at(entry, location)
            case Return():
                raise Unsupported("atoms about returns")
            case Holds():
                return self._expression(atom, location)
            case Denied():
                raise Unsupported("conditions that may read uninitialised memory")

    # --- locations ---------------------------------------------------------------------------------------

    def _locations(self, name: str) -> Places:
        if name not in self._places:
            try:
                self._places[name] = frozenset(find_locations(self._program, name))
            except UsageError as problem:
                raise Unsupported(f"the location {name}") from problem
        return self._places[name]

    def _is_thread(self, thread: str | None) -> bool:
        if thread is not None and not thread.isdigit() and thread not in self._program.functions:
            raise Unsupported(f"the thread {thread}")
        return thread in (None, "1", self._program.entry)

    def _is_at(self, places: Places, location: int) -> bool:
        if location != self._inlining.entry.stop:
            return self._inlining.places[location] in places
        answers = {place in places for place in self._stops}
        if len(answers) > 1:
            raise Unsupported("locations where several functions stop")
        return answers == {True}

    def _stopping(self) -> list[tuple[str, int]]:
        """Where control can be when the program has stopped; the program without calls has one location for all."""
        main = self._program.functions[self._program.entry]
        stops = []
        for edge, origin in zip(self._inlining.entry.edges, self._inlining.origins, strict=True):
            match edge.operation:
                case Stop():
                    function = self._program.functions[origin.rpartition("#")[0]]
                    assert function.stop is not None
                    stops.append((function.name, function.stop))
                case EndThread():
                    stops.append(NOWHERE if main.stop is None else (main.name, main.stop))
                case _:
                    pass
        return stops

    # --- expressions -------------------------------------------------------------------------------------

    def _expression(self, atom: Holds, location: int) -> bool | Expr:
        resolved = self._resolved.get(atom.text)
        if resolved is None:
            try:
                resolved = self._resolved[atom.text] = Resolver(self._program, self._file).condition(atom.tree)
            except (SourceError, UsageError) as problem:
                raise Unsupported(f"the condition {atom.text}") from problem
        if resolved.function is None:
            return resolved.expression
        if presence_of(self._program, resolved) != Presence():
            raise Unsupported(f"{atom.text}, which is not there from the start")
        entry = self._inlining.entry
        if location == entry.stop and self._ends_thread:
            raise Unsupported(f"{atom.text} where {resolved.function} may be over")
        if location in (entry.exit, entry.exceptional_exit):
            return False
        copy = self._active(resolved.function, location)
        if copy is None:
            return False
        key = (atom.text, copy)
        if key not in self._renamed:
            self._renamed[key] = Renaming(self._inlining.copies[copy].names).value(resolved.expression)
        return self._renamed[key]

    def _active(self, function: str, location: int) -> int | None:
        """The innermost copy of a function that is active at a location."""
        if location == self._inlining.entry.stop and function != self._program.entry:
            raise Unsupported(f"variables of {function} where several functions stop")
        copy: int | None = self._inlining.copy_of[location]
        while copy is not None and self._inlining.copies[copy].function != function:
            copy = self._inlining.copies[copy].caller
        if copy == self._inlining.copy_of[location] and location in self._inlining.leaving:
            raise Unsupported(f"variables of {function} while it is left")
        return copy


class Atoms(NamedAtoms):
    """Gives atoms of the asked property their values in symbolic states."""

    def __init__(self, question: Question, inlining: Inlining, conditions: Conditions) -> None:
        super().__init__(question, inlining)
        self._conditions = conditions

    def truth(self, atom: Atom, location: int, state: State, needs: list[Need], *, wanted: bool) -> Truth:
        """Whether an atom has the wanted value; raises `Unsupported` where it never has one."""
        meaning = self.named(atom, location)
        if isinstance(meaning, bool):
            return meaning is wanted
        return self._conditions.truth(meaning, state, needs, wanted=wanted)
