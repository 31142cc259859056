"""Evidence: what a definite answer rests on, so that code which did not produce it can check it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vexil.ir.auxiliaries import Auxiliary, ForAll
from vexil.ir.expressions import Expr, Variable
from vexil.ir.interpreter import Move, Snapshot
from vexil.ir.names import ghost
from vexil.ir.types import Type
from vexil.model.leaps import MustChain
from vexil.model.linked_lists import ListSegment
from vexil.model.slice import ProgramSlice
from vexil.spec.formulas import Mu


@dataclass(frozen=True, slots=True)
class Run:
    """A finite run: decisions for the open initial values, then moves."""

    initial: tuple[int, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Lasso:
    """An infinite run: a stem, then a loop for ever. An empty loop repeats the last state of a run that ended.

    A ``fair`` one neglects no thread: each moves in the loop, or cannot move in some state of it. States inside atomic
    sections say of nobody that he cannot move, unless all states of the loop are.
    """

    initial: tuple[int, ...]
    stem: tuple[Move, ...]
    loop: tuple[Move, ...]
    fair: bool = False


@dataclass(frozen=True, slots=True)
class StateSpace:
    """An invariant by enumeration: a set of states that contains the initial ones and is closed under steps.

    For a temporal property the states are pairs of a program state and a state of the automaton of the
    violations, with a rank that never grows along a step and shrinks after every accepting state: so no run
    is accepted for ever.
    """

    states: frozenset[Snapshot] = field(repr=False)
    ranks: Mapping[tuple[Snapshot, int], int] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Explored:
    """An invariant by enumeration in native code: too many states for all of them to be looked at once more.

    The checker draws some of them, and follows runs of the program beside those of the system that was searched.
    """

    states: int
    exploration: object | None = field(default=None, repr=False)
    """What was searched and visited (`vexil.transform.reductions.reduced`), in the process that searched."""


@dataclass(frozen=True, slots=True)
class Unwound:
    """Every run comes to an end soon enough for all of them to be looked at, with symbolic values.

    Threads notice each other at the edges of ``meetings`` only, and where they lock, wait, wake or are cut: elsewhere
    nobody can tell in which order they move. An atomic section keeps others still if it begins with such an edge.
    """

    meetings: frozenset[str] = field(default=frozenset(), repr=False)


@dataclass(frozen=True, slots=True)
class OneThread:
    """No thread is ever started, so that nothing races."""


@dataclass(frozen=True, slots=True)
class ThreadFacts:
    """What is known of one thread of a `View`: its template, where it is, and which facts hold of it or do not."""

    template: str
    location: int
    facts: tuple[tuple[int, bool], ...]


@dataclass(frozen=True, slots=True)
class View:
    """What some threads and the memory that they share can be at once: facts by their numbers, with their truth."""

    shared: tuple[tuple[int, bool], ...]
    threads: tuple[ThreadFacts, ...]


@dataclass(frozen=True, slots=True)
class ThreadClaims:
    """Claims about any few threads at once, however many there are (Hoenicke, Majumdar and Podelski 2017).

    They are about the program's threads over registers (`vexil.transform.threads`), which everyone makes who needs
    them. ``facts`` are conditions over shared variables and the registers of one template, whose name is with them, or
    over shared variables alone. Any ``width`` threads, and any fewer, are always like one of ``views``, whenever each
    of them is at one of the ``points`` of its template: there, and nowhere else, it notices what others have done.
    """

    width: int
    points: tuple[tuple[str, tuple[int, ...]], ...]
    facts: tuple[tuple[str, Expr], ...]
    views: tuple[View, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class LoopRule:
    """How a proof passes a loop: unwound to its end, or by induction.

    ``head`` is a location of ``function`` that every way around the loop visits. With ``induction`` 0 the loop is
    unwound; ``iterations`` is the most that any visit of it takes. With ``induction`` *k* > 0 the first *k* - 1
    iterations are unwound; then everything the loop may write is forgotten except for ``facts``, *k* - 1 iterations
    are taken to be free of violations, and the next one has to be so and to keep the facts (k-induction, Sheeran et
    al. 2000, at each loop head by itself). Facts are expressions over the registers of the function and the globals
    (also memory, of named variables and through pointers) that hold whenever control is at the head. In a function
    that has a `ProcedureRule` they may also have values `at_entry`. A fact has to be defined wherever it has to hold:
    what is not always defined stands under ``ite``, because ``&&`` and ``||`` evaluate both operands.

    Where termination is asked, ``ranking`` says why a loop that is passed by induction ends: integers over the same
    names, compared from left to right, that are smaller at each arrival at the head than at the one before. Facts and
    rankings of loops inside may have what it was when control was last at the head (`at_arrival`).

    With ``auxiliaries`` facts may speak of these as well: closed forms of what the loop changes are equations over the
    number of iterations so far and values when the loop was entered. ``elements`` are facts about all elements of
    arrays, which hold whenever control is at the head as well.

    ``lists`` are segments of linked lists on the heap whenever control is at the head. Such a rule has induction 1.
    What the loop leaves of these lists is folded into the segments, and what is in no segment is forgotten.
    """

    function: str
    head: int
    induction: int = 0
    iterations: int = 0
    facts: tuple[Expr, ...] = ()
    ranking: tuple[Expr, ...] = ()
    auxiliaries: tuple[Auxiliary, ...] = ()
    elements: tuple[ForAll, ...] = ()
    lists: tuple[ListSegment, ...] = ()

    @property
    def every_fact(self) -> tuple[Expr, ...]:
        """The facts, also those about all elements, whose index stands for every one."""
        return (*self.facts, *(one.condition for one in self.elements))


@dataclass(frozen=True, slots=True)
class ProcedureRule:
    """How a proof passes every call of a function: by a contract (Hoare 1971), so that recursion needs no unwinding.

    ``requires`` is a condition over the parameters and globals that holds whenever the function is called.
    ``ensures`` is one over the globals when it returns, the `result_of` the function, and the values of parameters and
    globals `at_entry`; a parameter by itself has no place in it. Both may read memory through globals and these values,
    and have to be defined wherever they are evaluated, like facts of a `LoopRule`. What the function and everything it
    calls may write is forgotten at a call but for ``ensures``. A function that need not return may ensure more than
    what is true.

    Where termination is asked, ``measure`` says why recursion ends: integers over the parameters and globals at a call,
    compared from left to right, that are smaller than those of the function with a rule that it is called from.
    """

    function: str
    requires: Expr
    ensures: Expr
    measure: tuple[Expr, ...] = ()


def at_entry(variable: Variable) -> Variable:
    """The variable that stands for the value of a parameter or global when the function of a rule was entered."""
    name = f"\\old(global {variable.name})" if variable.is_global else f"\\old({variable.name})"
    return Variable(name, variable.type, False)


def at_arrival(head: int, component: int, kind: Type) -> Variable:
    """The variable for a component of the ranking of a loop, counted from 0, when control was last at its head."""
    return Variable(ghost(f"rank({head}, {component})"), kind, False)


def result_of(kind: Type) -> Variable:
    """The variable that stands for what the function of a rule returns, of its result's type."""
    return Variable("\\result", kind, False)


@dataclass(frozen=True, slots=True)
class Invariant:
    """A proof by symbolic execution of everything: a rule for each loop, and for functions that are not executed.

    A call of a function that has no rule is executed in place, recursion to its end; ``recursion`` is the greatest
    number of frames that one such function has at a time.
    """

    loops: tuple[LoopRule, ...]
    recursion: int = 1
    procedures: tuple[ProcedureRule, ...] = ()


@dataclass(frozen=True, slots=True)
class RecurrentSet:
    """Endless runs: a condition at the head of a loop that runs come back to for ever (Gupta et al. 2008).

    ``stem`` leads from an initial state to the head, a location of ``function``, and the condition holds there. From
    every state at the head in which it holds, all runs come back to such a state, or stay in a loop inside for ever
    (closed sets, Chen et al. 2014). ``choices`` are made whenever a run comes to them: by the edge, or the first of
    several edges, the number that the machine takes. Other choices may be made in any way. ``loops`` has rules for
    loops inside.
    """

    stem: Run
    function: str
    head: int
    condition: Expr
    choices: tuple[tuple[str, int], ...] = ()
    loops: tuple[LoopRule, ...] = ()


@dataclass(frozen=True, slots=True)
class EndlessRecursion:
    """Endless runs: a condition at the entry of a function which calls itself, deeper and deeper, for ever.

    ``stem`` leads from an initial state to a call of ``function`` whose parameters, and the globals, fulfil the
    condition. All runs from the entry of the function with such values come to another call of it, with such values
    again, before the first one returns, or stay in a loop inside for ever. ``choices`` and ``loops`` are as those of a
    `RecurrentSet`. There is always room for one more frame.
    """

    stem: Run
    function: str
    condition: Expr
    choices: tuple[tuple[str, int], ...] = ()
    loops: tuple[LoopRule, ...] = ()


@dataclass(frozen=True, slots=True)
class InMemory:
    """A proof, a chain or endless runs in the program whose objects are memory (`vexil.transform.heap_as_memory`).

    Locations and expressions are those of that program. It is made from the program at hand by everyone who needs it.
    ``run`` is the beginning of the endless runs in the program at hand.
    """

    evidence: Invariant | Unwound | MustChain | RecurrentSet | EndlessRecursion
    run: Run | None = None


@dataclass(frozen=True, slots=True)
class InProduct:
    """Evidence about the product with the automaton of violations (`vexil.transform.buchi_product`).

    An `Invariant` has rankings for the loops of the product that visit accepting locations: so no run is accepted. A
    `RecurrentSet` has an accepting head, and its loops inside have rankings: so there is one that is; ``run`` is its
    stem in the program itself. The product is made from the program and the property by everyone who needs it.
    """

    evidence: Invariant | RecurrentSet
    run: Run | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Sliced:
    """A proof about a slice of the program (`vexil.slicing`), which keeps the answer."""

    proof: Evidence
    part: ProgramSlice = field(repr=False)


@dataclass(frozen=True, slots=True)
class Claim:
    """In every state at a location in which a fact holds, a formula does; facts are over the entry function's state."""

    location: int
    fact: Expr


@dataclass(frozen=True, slots=True)
class ClaimedPart:
    """Where one closed part of a formula is shown to hold: claims in layers, one unless it is a least fixed point.

    Claims of a greatest fixed point, and of what is none, may rest on all claims of the part and of its own parts. In a
    least one a claim rests on claims of earlier layers only, so that what is promised comes about (Kozen 1983). Where
    the part says that something is reached, ``chains`` has, by the numbers of layers, chains of must+ steps and leaps
    from the claims of a layer to those of earlier ones.
    """

    part: Mu
    layers: tuple[tuple[Claim, ...], ...]
    chains: tuple[tuple[int, MustChain], ...] = ()


@dataclass(frozen=True, slots=True)
class Tree:
    """A proof of a branching property: for closed parts of a formula in positive normal form where each one holds.

    The formula is the property, which holds in every initial state, or its negation, which holds in some. The program
    is the one in which every call is replaced by what it calls (`vexil.transform.inlining`). Where the formula says
    that something is reached (``mu Z. p || <>Z``), ``run`` may show how: it ends in a state in which *p* holds, by
    itself or because of a claim. ``own_run`` is one of the program itself, calls included, that shows the answer alone.
    """

    formula: Mu
    parts: tuple[ClaimedPart, ...]
    run: Run | None = None
    own_run: Run | None = None


@dataclass(frozen=True, slots=True)
class StateTree:
    """A proof of a branching property by enumeration, in a set of states that is closed under steps.

    The formula is the property in positive normal form, which holds in every initial state, or its negation, which
    holds in some. For each fixed point of it, none of which depends on another's variable, ``parts`` has states in
    which it holds, by their positions: with a rank, which in a least fixed point comes from smaller ranks only.
    """

    formula: Mu
    states: tuple[Snapshot, ...] = field(repr=False)
    parts: tuple[tuple[Mu, Mapping[int, int]], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class AbstractRun:
    """A run of an abstraction of the program: evidence of nothing, until somebody has followed it in the program."""

    run: Run
    program: str
    """The digest of the abstract program."""


Evidence = (
    Run
    | Lasso
    | RecurrentSet
    | EndlessRecursion
    | StateSpace
    | Explored
    | Unwound
    | OneThread
    | ThreadClaims
    | Invariant
    | InMemory
    | InProduct
    | Sliced
    | MustChain
    | Tree
    | StateTree
)


def shown_run(evidence: Evidence | None) -> Run | Lasso | None:
    """The run of the program that evidence shows, if it is one or has one."""
    if isinstance(evidence, Tree):
        return evidence.own_run
    if isinstance(evidence, RecurrentSet | EndlessRecursion):
        return evidence.stem
    if isinstance(evidence, InMemory | InProduct):
        return evidence.run
    return evidence if isinstance(evidence, Run | Lasso) else None
