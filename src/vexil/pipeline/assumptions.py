"""What a verdict takes for granted: every subject is stated, and it is said which of them matter to the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vexil.core.caveats import Assumption
from vexil.ir.interpreter import Bounds
from vexil.ir.operations import Allocate, Start, Wait
from vexil.ir.program import Program
from vexil.languages.options import Integers
from vexil.logic.solvers import solver_of_integers, with_version
from vexil.model.goal import CHECK_KINDS, has_checks
from vexil.model.verdict import Status, Verdict
from vexil.spec.property import Kind, Property


@dataclass(frozen=True)
class Basis:
    """What one verdict rests on besides the program: provers with their missing answers, abstraction, fairness."""

    provers: tuple[str, ...] = ()
    missing: int = 0
    abstraction: str = ""
    fair: bool = False
    daemons: bool = False


def assumptions_of(
    program: Program, bounds: Bounds, prop: Property | None = None, basis: Basis | None = None
) -> tuple[Assumption, ...]:
    """Everything a verdict takes for granted, one entry per subject; those that matter to the program come first."""
    basis = basis or Basis()
    own = {assumption.kind for assumption in program.assumptions}
    phrases = bounds.describe()
    general = [
        Assumption("arithmetic", _arithmetic(program, prop)),
        Assumption("bounds", "; ".join(phrases) if phrases else "none"),
        Assumption("atomicity", program.source.step),
        Assumption("memory-model", "sequential consistency"),
        Assumption("environment", "the program is closed: nothing but its own choices is open"),
        Assumption("fairness", _FAIR if basis.fair else _DAEMONS if basis.daemons else "none: every schedule counts"),
        Assumption("abstraction", basis.abstraction or "none: the program itself was checked"),
        Assumption("prover", _prover(basis)),
    ]
    if basis.provers and program.source.has_raw_memory:
        general.append(
            Assumption(
                "unwritten",
                "memory that was never written holds any value, in proofs another one each time it is read; "
                "a counterexample that reads it says what it held",
            )
        )
    facts = _Facts(program)
    if facts.has(Wait):
        general.append(Assumption("wake-ups", "a waiting thread is woken by notification, time-out or interrupt"))
    assumptions = (*program.assumptions, *(assumption for assumption in general if assumption.kind not in own))
    marked = [replace(item, matters=_matters(item, facts, prop, basis)) for item in assumptions]
    return tuple(sorted(marked, key=lambda item: not item.matters))


def with_tables(verdict: Verdict, integers: Integers) -> Verdict:
    """The verdict with the prover that made the tables of operators which an abstraction of numbers consists of."""
    name = with_version(solver_of_integers(mathematical=integers == Integers.MATH))
    tables = Assumption("prover", f"{name} for the tables of abstractions", matters=False)
    return replace(verdict, assumptions=together([verdict.assumptions, (tables,)]))


def with_memory_model(verdicts: Sequence[Verdict], program: Program) -> tuple[Verdict, ...]:
    """The verdicts, with what the absence of data races means for them.

    Where no run that is sequentially consistent has a data race, and no atomic access asks for less than sequential
    consistency, there are no other runs (Adve and Hill 1990; C11 5.1.2.4, JLS 17.4.5).
    """
    if not any(verdict.property.kind is Kind.RACE and verdict.status is Status.PROVED for verdict in verdicts):
        return tuple(verdicts)
    is_weak = any(assumption.kind == "memory-order" for assumption in program.assumptions)
    stated = Assumption("memory-model", _SEQUENTIAL if is_weak else _RACE_FREE, matters=is_weak)

    def told(verdict: Verdict) -> Verdict:
        items = tuple(stated if item.kind == "memory-model" else item for item in verdict.assumptions)
        return replace(verdict, assumptions=tuple(sorted(items, key=lambda item: not item.matters)))

    return tuple(map(told, verdicts))


def together(groups: Sequence[tuple[Assumption, ...]]) -> tuple[Assumption, ...]:
    """The assumptions of a verdict that several engines have a part in: what each of them used counts."""
    statements: dict[str, dict[str, bool]] = {}
    for item in (item for assumptions in groups for item in assumptions):
        matters = statements.setdefault(item.kind, {})
        matters[item.statement] = matters.get(item.statement, False) or item.matters
    merged: list[Assumption] = []
    for kind, texts in statements.items():
        used = [text for text in texts if not text.startswith("none")] or list(texts)[:1]
        merged.extend(Assumption(kind, text, texts[text]) for text in (used if kind in _OF_ENGINES else texts))
    return tuple(sorted(merged, key=lambda item: not item.matters))


_RACE_FREE = (
    "sequential consistency, which is what the language gives: no run has a data race, and every atomic access is"
    " sequentially consistent"
)
_SEQUENTIAL = "sequential consistency: no run has a data race, but some atomic accesses ask for less"
_OF_ENGINES = frozenset({"abstraction", "prover"})
_FAIR = "weak: only runs count in which a thread that can always move eventually moves"
_DAEMONS = "none: every schedule counts, but one that lets only daemons move although another thread could"


def _arithmetic(program: Program, prop: Property | None) -> str:
    if not program.source.has_integers:
        return "none: every variable is Boolean"
    if not program.source.has_raw_memory:
        return "integers as the program's types say; machine integers wrap around"
    if prop is not None and prop.kind is Kind.OVERFLOW:
        return "machine integers; a signed result that does not fit its type is a violation"
    return "machine integers; signed ones wrap around, too (-p overflow asks whether any does)"


def _prover(basis: Basis) -> str:
    if not basis.provers:
        return "none was used, so none timed out"
    missing = f"{basis.missing} of its answers missing" if basis.missing else "no answer missing"
    return f"{', '.join(basis.provers)}; {missing}"


class _Facts:
    """What of a program decides whether an assumption matters to it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._kinds = {type(edge.operation) for function in program.functions.values() for edge in function.edges}

    def has(self, *operations: type) -> bool:
        """Say whether there is an operation of one of the kinds."""
        return not self._kinds.isdisjoint(operations)


_ENDLESS = frozenset({Kind.LTL, Kind.PATTERN, Kind.TERMINATION, Kind.CTL, Kind.MU})
"""Properties that runs without end may break."""


def _matters(item: Assumption, facts: _Facts, prop: Property | None, basis: Basis) -> bool:
    """Say whether the verdict on this program could be another one without the assumption; in doubt it could."""
    program = facts.program
    match item.kind:
        case "arithmetic" if program.source.has_raw_memory and item.statement == _arithmetic(program, prop):
            is_asked = prop is not None and prop.kind is Kind.OVERFLOW
            return not is_asked and has_checks(program, CHECK_KINDS[Kind.OVERFLOW])
        case "arithmetic":
            return program.source.has_integers
        case "bounds" | "abstraction":
            return not item.statement.startswith("none")
        case "atomicity" | "memory-model" | "wake-ups":
            return facts.has(Start)
        case "environment":
            return not item.statement.startswith("the program is closed")
        case "fairness":
            return basis.fair or basis.daemons or (facts.has(Start) and (prop is None or prop.kind in _ENDLESS))
        case "prover":
            return basis.missing > 0
        case "unwritten" | "memory":
            return False
        case "data-model":
            return not item.statement.startswith("LP64")
        case "evaluation":
            return "volatile" in item.statement or facts.has(Allocate)
        case "arguments":
            return item.matters  # the front end knows what the entry takes
        case "assertions":
            return prop is None or prop.kind is Kind.ASSERT
        case _:
            return True
