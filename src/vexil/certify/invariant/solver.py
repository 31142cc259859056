"""Questions to z3: whether a condition can hold, and how."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import z3.z3core as core  # type: ignore[import-untyped]
from z3.z3types import Ast, Z3Exception  # type: ignore[import-untyped]

from vexil.certify.invariant.problems import GaveUp
from vexil.certify.invariant.terms import Terms, Truth
from vexil.core.context import Context

LONGEST = 600.0
"""Seconds for one question when nothing else limits it."""
SOON = 1.0
"""Seconds after which a question is asked in another way."""


class Model:
    """Values under which a condition holds."""

    def __init__(self, terms: Terms, model: Any) -> None:
        self._terms = terms
        self._model = model
        core.Z3_model_inc_ref(terms.context, model)

    def holds(self, condition: Truth) -> bool:
        """Whether a condition holds in the model."""
        if isinstance(condition, bool):
            return condition
        context = self._terms.context
        result = (Ast * 1)()
        core.Z3_model_eval(context, self._model, condition.ast, True, result)
        return bool(core.Z3_get_bool_value(context, result[0]) == 1)

    def free(self) -> None:
        """Give the model back; it must not be used any more."""
        core.Z3_model_dec_ref(self._terms.context, self._model)


class Solver:
    """Asks z3, each question with a solver of its own, within the limits of the run."""

    def __init__(self, terms: Terms, context: Context) -> None:
        self._terms = terms
        self._context = context
        self.asked = 0
        self._tactic: Any = None

    def model(self, condition: Truth) -> Model | None:
        """A model of a condition, or nothing when it cannot hold; raises `GaveUp` when z3 does not know.

        With products, what z3 does not find out soon it is asked in another way before it may take its time.
        """
        if self._terms.multiplies:
            with suppress(GaveUp):
                return self.soon(condition)
        return self._asked(condition, (core.Z3_mk_solver, LONGEST, True))

    def soon(self, condition: Truth) -> Model | None:
        """The same, but z3 gives up after a few seconds."""
        ways = [(core.Z3_mk_solver, SOON, False), (self._polynomial_solver, SOON, False)]
        if self._terms.product_facts:
            ways.append((core.Z3_mk_solver, SOON, True))
        return self._asked(condition, *ways)

    def _asked(self, condition: Truth, *ways: tuple[Callable[[Any], Any], float, bool]) -> Model | None:
        if condition is False:
            return None
        self.asked += 1
        reason = ""
        for make, most, informed in ways:
            self._context.check_limits("checking the evidence")
            remaining = self._context.remaining_cpu_seconds()
            answer = self._answer(
                make,
                self._terms.node(condition, 0),
                most if remaining is None else min(most, remaining),
                informed=informed,
            )
            if not isinstance(answer, str):
                return answer
            reason = answer
        self._context.check_limits("checking the evidence")
        raise GaveUp(f"the second solver (z3) gave up: {reason}")

    def _answer(self, make: Callable[[Any], Any], node: Any, seconds: float, *, informed: bool) -> Model | str | None:
        """What one kind of solver says within some seconds: a model, that there is none, or why it does not know.

        One that is ``informed`` is told facts about products, which hold for all values.
        """
        context = self._terms.context
        solver = make(context)
        core.Z3_solver_inc_ref(context, solver)
        parameters = core.Z3_mk_params(context)
        core.Z3_params_inc_ref(context, parameters)
        try:
            name = core.Z3_mk_string_symbol(context, "timeout")
            core.Z3_params_set_uint(context, parameters, name, max(1, int(seconds * 1000)))
            core.Z3_solver_set_params(context, solver, parameters)
            core.Z3_solver_assert(context, solver, node)
            for fact in self._terms.product_facts.values() if informed else ():
                core.Z3_solver_assert(context, solver, self._terms.node(fact, 0))
            answer = core.Z3_solver_check(context, solver)
            if answer == -1:
                return None
            if answer != 1:
                return str(core.Z3_solver_get_reason_unknown(context, solver))
            return Model(self._terms, core.Z3_solver_get_model(context, solver))
        except Z3Exception as error:
            raise GaveUp(f"the second solver (z3) gave up: {error}") from error
        finally:
            core.Z3_params_dec_ref(context, parameters)
            core.Z3_solver_dec_ref(context, solver)

    def _polynomial_solver(self, context: Any) -> Any:
        """A solver that replaces what equations define and multiplies products out before it looks at bits."""
        if self._tactic is None:
            parameters = core.Z3_mk_params(context)
            core.Z3_params_inc_ref(context, parameters)
            core.Z3_params_set_bool(context, parameters, core.Z3_mk_string_symbol(context, "som"), True)
            tactic: Any = None
            for name in reversed(("simplify", "propagate-values", "solve-eqs", "simplify", "smt")):
                step = core.Z3_mk_tactic(context, name)
                core.Z3_tactic_inc_ref(context, step)
                if name == "simplify":
                    step = core.Z3_tactic_using_params(context, step, parameters)
                    core.Z3_tactic_inc_ref(context, step)
                tactic = step if tactic is None else core.Z3_tactic_and_then(context, step, tactic)
                core.Z3_tactic_inc_ref(context, tactic)
            self._tactic = tactic  # it is freed with the context
        return core.Z3_mk_solver_from_tactic(context, self._tactic)
