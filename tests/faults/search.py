"""Faults in the meaning of operators, on the way to the solver, and in the engine itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from faults.fault import Fault, Patch, replaced
from faults.proofs import VacuousProof, misproved
from vexil.analysis.closed_forms import ArrayFacts, SegmentFacts
from vexil.analysis.closed_forms.polynomials import Polynomial, constant
from vexil.analysis.closed_forms.series import Series
from vexil.engines.bounded import state as bounded_state
from vexil.engines.bounded.access import Access
from vexil.engines.bounded.executor import Executor
from vexil.engines.bounded.guards import Guard
from vexil.engines.bounded.guards import merged as right_merged
from vexil.engines.bounded.induction import Induction
from vexil.engines.bounded.leaps import Leaps
from vexil.engines.bounded.memory import Memory
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.logic import Term, Terms
from vexil.logic.operators import Operators
from vexil.logic.pointers import Pointers
from vexil.logic.solvers import Oracle, ProcessSolver, Reply, Satisfiable, oracle
from vexil.logic.solvers.encoding import Encoder

# --- meaning of operators ------------------------------------------------------------------------------------


def _without_conditions(make: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *arguments: (make(self, *arguments)[0], ())


def _at_the_beginning(make: Callable[..., Term]) -> Callable[..., Term]:
    def add(self: Pointers, pointer: Term, count: Term) -> Term:
        return make(self, pointer, count) if count.op == "const" else pointer

    return add


# --- solvers -------------------------------------------------------------------------------------------------


def _always_unsatisfiable(patch: Patch) -> None:
    patch.setattr(ProcessSolver, "check_and_read", lambda *_, **__: (Reply(Satisfiable.NO), []))


def _key_of_symbols(patch: Patch) -> None:
    patch.setattr(oracle, "_key", lambda parts: parts[-1].symbols.to_bytes(32, "big"))


def _subset_refuted(make: Callable[..., Reply]) -> Callable[..., Reply]:
    """Take a part of what cannot hold together for something that cannot hold either."""

    def ask(self: Oracle, conjuncts: Iterable[Term], limit: int | None = None) -> Reply:
        parts = tuple(conjuncts)
        refuted: list[set[Term]] = self.__dict__.setdefault("refuted sets", [])
        if any(known.issuperset(parts) for known in refuted):
            return Reply(Satisfiable.NO)
        reply = make(self, parts, limit)
        if reply.is_unsat:
            refuted.append(set(parts))
        return reply

    return ask


def _strict_on_the_wire(make: Callable[..., Any]) -> Callable[..., Any]:
    def take(self: Encoder) -> Any:
        sorts, nodes = make(self)
        return sorts, [("bvslt" if op == "bvsle" else op, *rest) for op, *rest in nodes]

    return take


def _sum_on_the_wire(make: Callable[..., Any]) -> Callable[..., Any]:
    def take(self: Encoder) -> Any:
        sorts, nodes = make(self)
        return sorts, [("bvadd" if op == "bvmul" else op, *rest) for op, *rest in nodes]

    return take


VACUOUS_FAULT = Fault(
    "product sent to the solver as a sum",
    replaced(Encoder, "take", _sum_on_the_wire),
    VacuousProof("__VERIFIER_assume(u * u == 2); assert(u != 77);", "__VERIFIER_assume(u * u == 4); assert(u != 77);"),
)
"""A fault that hides that no run satisfies an assumption."""

LOGIC_FAULTS = (
    misproved(
        "division by zero defined",
        replaced(Operators, "_division", _without_conditions),
        "u = 10 / v; assert(u <= 10 || v == 0);",
        "if (v) { u = 10 / v; assert(u <= 10); }",
        contradicted=False,
        refuted=False,
    ),
    misproved(
        "shift by any amount defined",
        replaced(Operators, "_shift", _without_conditions),
        "u = 1u << v; assert(u != 3);",
        "u = 1u << (v & 31); assert(u != 3);",
        contradicted=False,
        refuted=False,
    ),
    misproved(
        "open offset of a pointer dropped",
        replaced(Pointers, "add", _at_the_beginning),
        "int a[4] = {0, 1, 2, 3}; assert(a[u & 3] == 0);",
        "int a[4] = {0, 1, 2, 3}; assert(a[u & 3] == (u & 3));",
    ),
    misproved(
        "solver that finds no model",
        _always_unsatisfiable,
        "assert(x != 77);",
        "assert(x != 77 || y != 77 || x == y);",
    ),
    misproved(
        "questions about the same inputs taken for the same",
        _key_of_symbols,
        "while (u * u == 2) u++; assert(u != 77);",
        "while (u * u == 2) u++; assert(u * u != 2);",
    ),
    misproved(
        "part of a refuted question taken for refuted",
        replaced(Oracle, "ask", _subset_refuted),
        "int a[2]; a[1] = x; assert(a[0] != 77);",
        "int a[2]; a[0] = x; assert(a[0] != 77 || x == 77);",
        contradicted=False,
    ),
    misproved(
        "weak order sent to the solver as a strict one",
        replaced(Encoder, "take", _strict_on_the_wire),
        "if (x >= 0) assert(x > 0);",
        "if (x >= 0) assert(x > 0 || x == 0);",
    ),
)
"""Faults in the meaning of operators and in the way to the solver."""


# --- the engine ----------------------------------------------------------------------------------------------


def _drop_path(patch: Patch) -> None:
    def merged(first: Guard, second: Guard, terms: Terms) -> tuple[Guard, Term]:
        return first, right_merged(first, second, terms)[1]

    patch.setattr(bounded_state, "merged", merged)


def _skip_check(make: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, state, edge, holds, _: make(self, state, edge, holds, None)


def _nothing(_: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *_: None


def _no_counts(_: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *_: []


def _wrong_step(patch: Patch) -> None:
    """Take a register to go by one more than it does, and forms for proved."""
    right = Series.followed

    def followed(self: Series, factor: Polynomial, start: Polynomial) -> Series:
        return right(self + Series((constant(self.width, 4094),)), factor, start)

    patch.setattr(Series, "followed", followed)
    patch.setattr(Induction, "_eliminate", lambda _: False)


def _wrong_node(patch: Patch) -> None:
    """Take powers to grow by a larger factor than they do, and forms for proved."""
    right = Series.followed

    def followed(self: Series, factor: Polynomial, start: Polynomial) -> Series:
        return right(self, factor if factor.number == 1 else factor + constant(self.width, 4), start)

    patch.setattr(Series, "followed", followed)
    patch.setattr(Induction, "_eliminate", lambda _: False)


def _every_element(make: Callable[..., Any]) -> Callable[..., Any]:
    """Take what holds of one element for what holds of the next ones, too, and facts for proved."""

    def of(self: ArrayFacts, head: int, known: Any) -> Any:
        facts, kept = make(self, head, known)
        return tuple(replace(fact, high=_twice(fact.high)) for fact in facts), kept

    return of


def _twice(high: Expr) -> Expr:
    return Apply(Operator.ADD, (high, Const(1, high.type)), high.type)


def _far_elements(patch: Patch) -> None:
    patch.setattr(ArrayFacts, "of", _every_element(ArrayFacts.of))
    patch.setattr(Induction, "_eliminate", lambda _: False)


def _far_segments(patch: Patch) -> None:
    patch.setattr(SegmentFacts, "of", _every_element(SegmentFacts.of))
    patch.setattr(Induction, "_eliminate", lambda _: False)


def _drop_parked(make: Callable[..., Any]) -> Callable[..., Any]:
    """Leave loops whose states wait for a larger bound as they are."""

    def run(self: Executor, budget: int | None = None) -> bool:
        is_finished = make(self, budget)
        self.parked.clear()
        return bool(is_finished)

    return run


ENGINE_FAULTS = (
    misproved(
        "order of different objects decided by their offsets",
        replaced(Access, "_in_any_layout", lambda _: lambda _self, value, _certain: value),
        "int a[2], b[2]; assert(!(a < b && b < a));",
        "int a[2]; assert(!(a < a + 1 && a + 1 < a));",
        contradicted=False,
        refuted=False,
    ),
    misproved(
        "memory that was never written holds one value in proofs",
        replaced(Access, "_unwritten", lambda _: lambda _self, value, _known: value),
        "unsigned char a[4]; assert(a[x & 3] == a[x & 3]);",
        "unsigned char a[4] = {0}; assert(a[x & 3] == a[x & 3]);",
        contradicted=False,
        refuted=False,
    ),
    misproved(
        "path dropped at a join",
        _drop_path,
        "if (x > 0) y = 1; else y = 2; assert(y == 1);",
        "if (x > 0) y = 1; else y = 2; assert(y == 1 || y == 2);",
    ),
    misproved(
        "check skipped",
        replaced(Executor, "_test", _skip_check),
        "assert(x != 77);",
        "assert(x != 77 || x == 77);",
    ),
    misproved(
        "loop unwound too little",
        replaced(Executor, "run", _drop_parked),
        "y = 0; while (y < 9 && u != 7) { y++; u++; } assert(y < 9);",
        "y = 0; while (y < 9 && u != 7) { y++; u++; } assert(y <= 9);",
    ),
    misproved(
        "write forgotten by induction",
        replaced(Induction, "_compare", _nothing),
        "v = 0; while (v < 20 && u != 7) { v++; u++; } assert(v < 20);",
        "v = 0; while (v < 20 && u != 7) { v++; u++; } assert(v <= 20);",
        contradicted=False,
    ),
    misproved(
        "write at an open offset without effect",
        replaced(Memory, "write_open", _nothing),
        "int a[2] = {0, 0}; a[u & 1] = 1; assert(a[0] == 0);",
        "int a[2] = {0, 0}; a[u & 1] = 1; assert(a[u & 1] == 1);",
    ),
    misproved(
        "candidates of induction believed",
        replaced(Induction, "_eliminate", _nothing),
        "v = 0; while (v < 20 && u != 7) { v++; u ^= v; } assert(v < 20);",
        "v = 0; while (v < 20 && u != 7) { v++; u ^= v; } assert(v <= 20);",
    ),
    misproved(
        "count of iterations not forgotten",
        replaced(Leaps, "forget", _no_counts),
        "v = 0; while (v < u) v++; assert(v != 3000);",
        "v = 0; while (v < u) v++; assert(v == u);",
        contradicted=False,
    ),
    misproved(
        "power of a wrong number, believed",
        _wrong_node,
        "v = 1; y = 0; while (y < 900 && u != y) { v *= 3; y++; } assert(y < 40 || (v & 7) == 1 || (v & 7) == 7);",
        "v = 1; y = 0; while (y < 900 && u != y) { v *= 3; y++; } assert(y < 40 || (v & 7) == 1 || (v & 7) == 3);",
        contradicted=False,
    ),
    misproved(
        "fact about one element more than was stored, believed",
        _far_elements,
        "static int a[1000]; if (u > 40 && u < 999) { for (v = 0; v < u; v++) a[v] = 7; assert(a[u] == 7); }",
        "static int a[1000]; if (u > 40 && u < 999) { for (v = 0; v <= u; v++) a[v] = 7; assert(a[u] == 7); }",
    ),
    misproved(
        "property of one element more than was looked at, believed",
        _far_segments,
        "static int a[1000]; if (u > 40 && u < 999) { for (v = 0; v < u; v++) a[v] = y; "
        "for (v = 0; v < u; v++) if (a[v] == 0) break; if (v == u) assert(a[u] != 0); }",
        "static int a[1000]; if (u > 40 && u < 999) { for (v = 0; v <= u; v++) a[v] = y; "
        "for (v = 0; v <= u; v++) if (a[v] == 0) break; if (v == u + 1) assert(a[u] != 0); }",
    ),
    misproved(
        "closed form with a wrong step, believed",
        _wrong_step,
        "v = 0; while (v != u) v += 2; assert(v != 3000);",
        "v = 0; while (v != u) v += 2; assert(!(v & 1));",
        contradicted=False,
    ),
)
"""Faults in the engine, beyond those in its logic."""
