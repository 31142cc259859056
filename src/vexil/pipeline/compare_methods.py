"""The methods that are compared, each as a way to ask ``vexil check`` (Ball et al. 2001, Clarke et al. 2004).

A method is one entry in `METHODS`: facts about it, and the options that make a check of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from vexil.languages.options import Integers
from vexil.model.comparison import MethodFacts
from vexil.pipeline.data.options import DataOptions
from vexil.pipeline.options import CheckOptions
from vexil.pipeline.predicates.options import AbstractSteps, BlockSize, PredicateOptions, Preference, Refinement
from vexil.pipeline.registry import AUTO
from vexil.spec.property import LANGUAGES, Kind, Property

WORDS, INTEGERS = "machine words", "unbounded integers"
YES, NO = "yes", "no"
ANY_NUMBER = "yes, any number of them"
_BRANCHING = frozenset({Kind.CTL, Kind.MU})


@dataclass(frozen=True)
class Method:
    """A method: what it is, how it is asked, and which properties it is not for."""

    facts: MethodFacts
    options: Callable[[CheckOptions], CheckOptions]
    refuses: Callable[[Property], str] = lambda _: ""
    """Why a property is none for the method, in a phrase; nothing if it is one."""
    tracks: str = ""
    """What its models track: predicates, tokens or nothing."""
    needs_threads: bool = False
    """Whether it is for programs that start threads only."""


def _plain(options: CheckOptions, engine: str) -> CheckOptions:
    """A check by one engine, over words, with the options of no other method."""
    load = replace(options.load, integers=Integers.MACHINE)
    return replace(options, load=load, engine=engine, predicates=PredicateOptions(), data=DataOptions())


def _with_predicates(options: CheckOptions, **chosen: object) -> CheckOptions:
    predicates = replace(options.predicates, **chosen)  # type: ignore[arg-type]
    return replace(_plain(options, "predicates"), predicates=predicates)


def _over_integers(options: CheckOptions) -> CheckOptions:
    return replace(options, load=replace(options.load, integers=Integers.MATH))


def _tokens(options: CheckOptions) -> CheckOptions:
    data = options.data if options.data.is_used else replace(options.data, automatic=True)
    return replace(_plain(options, AUTO), data=data)


def _may_only(prop: Property) -> str:
    """Why an abstraction that has only more runs does not answer a property."""
    return "it has only may steps, and the property is branching" if prop.kind in _BRANCHING else ""


def _checks_only(prop: Property) -> str:
    is_about_runs = prop.kind in (*LANGUAGES, Kind.TERMINATION)
    return "it answers whether checks fail, and nothing about whole runs" if is_about_runs else ""


def _no_branching(prop: Property) -> str:
    return "it answers no branching properties" if prop.kind in _BRANCHING else ""


METHODS: tuple[Method, ...] = (
    Method(
        MethodFacts(
            "tokens",
            "data abstraction",
            "proposed, or chosen with --bind",
            YES,
            WORDS,
            "solver, before programs are looked at: tables of operators",
            "tokens for numbers, everything else as it is",
            "an operation on tokens has several results",
            YES,
            YES,
        ),
        _tokens,
        tracks="tokens",
    ),
    Method(
        MethodFacts(
            "c2bp-integers",
            "predicate abstraction (C2BP) over integers",
            "full",
            NO,
            INTEGERS,
            "solver, while the program is abstracted",
            "Boolean variables for predicates",
            "cubes for one statement at a time; no predicate about what is read",
            YES,
            YES,
        ),
        lambda options: _over_integers(_with_predicates(options)),
        _may_only,
        "predicates",
    ),
    Method(
        MethodFacts(
            "c2bp",
            "predicate abstraction (C2BP) over words",
            "full",
            NO,
            WORDS,
            "solver, while the program is abstracted",
            "Boolean variables for predicates",
            "cubes for one statement at a time; no predicate about what is read",
            YES,
            YES,
        ),
        _with_predicates,
        _may_only,
        "predicates",
    ),
    Method(
        MethodFacts(
            "satabs",
            "predicate abstraction of basic blocks by relations (SATABS)",
            "full",
            NO,
            WORDS,
            "SAT, while the program is abstracted: all rows of a block",
            "Boolean variables for predicates, current and next",
            "no predicate about what is read",
            NO,
            NO,
        ),
        lambda options: _with_predicates(options, steps=AbstractSteps.RELATION, blocks=BlockSize.BASIC),
        _may_only,
        "predicates",
    ),
    Method(
        MethodFacts(
            "yasm",
            "predicate abstraction in four values (YASM)",
            "full",
            NO,
            WORDS,
            "solver, while the program is abstracted",
            "Boolean variables for predicates, may and must steps",
            "none: a value that is not known is refined",
            "checks only",
            YES,
        ),
        lambda options: _with_predicates(options, refine=Refinement.PAPER, prefer=Preference.PREDICATES),
        tracks="predicates",
    ),
    Method(
        MethodFacts(
            "symmpa",
            "predicate abstraction of threads that are not told apart (SymmPA)",
            "full",
            ANY_NUMBER,
            WORDS,
            "solver, while the abstraction is explored: all outcomes of a step, also for other threads",
            "Boolean variables for predicates, shared ones once and the others for each of a few threads",
            "claims about three threads at most; no predicate about the registers of two threads",
            NO,
            NO,
        ),
        _with_predicates,
        _checks_only,
        "predicates",
        needs_threads=True,
    ),
    Method(
        MethodFacts(
            "bounded",
            "symbolic execution and induction",
            "full",
            NO,
            WORDS,
            "solver, while the program is executed",
            "terms over inputs",
            "none",
            "while it ends",
            YES,
        ),
        lambda options: _plain(options, "bounded"),
        _no_branching,
    ),
    Method(
        MethodFacts(
            "orders",
            "symbolic execution of threads, in all orders at once",
            "full",
            YES,
            WORDS,
            "solver, when threads are unwound: which write each read sees",
            "terms over inputs, and an order of reads and writes",
            "none",
            "while it ends",
            "while it ends",
        ),
        lambda options: _plain(options, "orders"),
        _checks_only,
        needs_threads=True,
    ),
    Method(
        MethodFacts(
            "explicit",
            "search of all states",
            "full",
            YES,
            WORDS,
            "nothing: numbers are computed with",
            "every variable as it is",
            "none",
            "while it ends",
            "while it ends",
        ),
        lambda options: _plain(options, "explicit"),
        _no_branching,
    ),
)
