"""The engines by their names: what each one is for, and how it is made.

An engine is imported when it is made, so that commands that ask none of its questions start quickly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vexil.model.search_options import ExplicitOptions
from vexil.pipeline.predicates.options import PredicateOptions

if TYPE_CHECKING:
    from vexil.model.protocols import Engine, TurningEngine
    from vexil.transform.flattening.plan import Defaults

AUTO = "auto"
"""The engines that suit the question."""


@dataclass(frozen=True)
class EngineOptions:
    """What engines are made with; ``defaults`` bound what the user did not bound."""

    predicates: PredicateOptions = field(default_factory=PredicateOptions)
    searching: ExplicitOptions = field(default_factory=ExplicitOptions)
    defaults: Defaults | None = None


@dataclass(frozen=True)
class Registered:
    """An engine that can be asked for by name; it takes turns with others, or has to be waited for."""

    purpose: str
    make: Callable[[EngineOptions], Engine] | None = None
    make_turning: Callable[[EngineOptions], TurningEngine] | None = None
    searches: bool = False
    """Whether options of state search mean something to it."""


def bounded(_: EngineOptions) -> TurningEngine:
    """Symbolic execution."""
    from vexil.engines.bounded import BoundedEngine

    return BoundedEngine()


def orders(_: EngineOptions, work: int | None = None) -> TurningEngine:
    """Symbolic execution of threads, in all orders at once, with no more than so much work."""
    from vexil.engines.bounded.orders import OrdersEngine

    return OrdersEngine(work)


def predicates(options: EngineOptions) -> TurningEngine:
    """Predicate abstraction."""
    from vexil.pipeline.predicates.engine import PredicateEngine

    return PredicateEngine(options.predicates)


def leap(_: EngineOptions) -> TurningEngine:
    """Leaps over loops."""
    from vexil.pipeline.leaping import Leaping

    return Leaping()


def termination(_: EngineOptions) -> TurningEngine:
    """Rankings of loops, and runs that never end."""
    from vexil.engines.bounded import BoundedEngine
    from vexil.engines.termination import TerminationEngine

    return TerminationEngine(BoundedEngine(((1, 0), (1, 1), (2, 1))))


def bebop(_: EngineOptions) -> Engine:
    """Reachability of Boolean programs."""
    from vexil.engines.bebop import BebopEngine

    return BebopEngine()


def explicit(options: EngineOptions) -> Engine:
    """Search in native code."""
    from vexil.engines.explicit.engine import ExplicitEngine

    return ExplicitEngine(reference(options), options.searching, options.defaults)


def spin(options: EngineOptions) -> Engine:
    """Search by Spin."""
    from vexil.engines.printed.engine import SpinEngine

    return SpinEngine(reference(options), options.searching, options.defaults)


def machine(options: EngineOptions, work: int | None = None) -> Engine:
    """Search on the native machine, with no more than so much work."""
    from vexil.engines.machine.engine import MachineEngine

    return MachineEngine(options.searching, reference(options), work)


def reference(_: EngineOptions) -> Engine:
    """Search with the interpreter."""
    from vexil.engines.reference import ReferenceEngine

    return ReferenceEngine()


ENGINES = {
    "bounded": Registered(
        "symbolic execution and induction, for checks of programs without threads", make_turning=bounded
    ),
    "orders": Registered("symbolic execution of threads in all orders at once, for checks", make_turning=orders),
    "predicates": Registered(
        "predicate abstraction with refinement, for checks, CTL and the mu-calculus, without threads",
        make_turning=predicates,
    ),
    "leap": Registered(
        "leaps over loops to checks that fail and to what CTL says is reached, without threads", make_turning=leap
    ),
    "termination": Registered(
        "rankings of loops and endless runs, for termination and LTL of programs without threads",
        make_turning=termination,
    ),
    "bebop": Registered("reachability with summaries, for checks of Boolean programs", bebop),
    "explicit": Registered(
        "search of all states in native code, for everything but branching properties", explicit, searches=True
    ),
    "spin": Registered("search of all states by Spin, for everything but branching properties", spin, searches=True),
    "machine": Registered(
        "search of all states on a native machine with a heap, for everything but branching properties",
        machine,
        searches=True,
    ),
    "reference": Registered("search of all states, for everything but branching properties", reference),
}
