"""Questions to z3: whether a condition can hold, and how."""

from __future__ import annotations

from typing import Any

import z3.z3core as core  # type: ignore[import-untyped]
from z3.z3types import Ast, Z3Exception  # type: ignore[import-untyped]

from vexil.certify.invariant.problems import GaveUp
from vexil.certify.invariant.terms import Terms, Truth
from vexil.core.context import Context

LONGEST = 600.0
"""Seconds for one question when nothing else limits it."""


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

    def model(self, condition: Truth) -> Model | None:
        """A model of a condition, or nothing when it cannot hold; raises `GaveUp` when z3 does not know."""
        if condition is False:
            return None
        context = self._terms.context
        self._context.check_limits("checking the evidence")
        remaining = self._context.remaining_cpu_seconds()
        seconds = LONGEST if remaining is None else min(LONGEST, remaining)
        self.asked += 1
        solver = core.Z3_mk_solver(context)
        core.Z3_solver_inc_ref(context, solver)
        parameters = core.Z3_mk_params(context)
        core.Z3_params_inc_ref(context, parameters)
        try:
            name = core.Z3_mk_string_symbol(context, "timeout")
            core.Z3_params_set_uint(context, parameters, name, max(1, int(seconds * 1000)))
            core.Z3_solver_set_params(context, solver, parameters)
            core.Z3_solver_assert(context, solver, self._terms.node(condition, 0))
            answer = core.Z3_solver_check(context, solver)
            if answer == -1:
                return None
            if answer != 1:
                reason = core.Z3_solver_get_reason_unknown(context, solver)
                self._context.check_limits("checking the evidence")
                raise GaveUp(f"the second solver (z3) gave up: {reason}")
            return Model(self._terms, core.Z3_solver_get_model(context, solver))
        except Z3Exception as error:
            raise GaveUp(f"the second solver (z3) gave up: {error}") from error
        finally:
            core.Z3_params_dec_ref(context, parameters)
            core.Z3_solver_dec_ref(context, solver)
