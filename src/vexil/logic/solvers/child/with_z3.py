"""The operators of our terms in Z3 (de Moura and Bjørner 2008), through its C interface: the classes are slow."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

_BINARY = {
    "=": "eq",
    "concat": "concat",
    "select": "select",
    "<": "lt",
    "<=": "le",
    "fp.lt": "fpa_lt",
    "fp.leq": "fpa_leq",
    "fp.eq": "fpa_eq",
    **{
        op: op
        for op in (
            *("bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvand", "bvor", "bvxor"),
            *("bvshl", "bvlshr", "bvashr", "bvult", "bvule", "bvslt", "bvsle"),
        )
    },
}
_UNARY = {"not": "not", "bvnot": "bvnot", "bvneg": "bvneg", "fp.neg": "fpa_neg", "fp.isNaN": "fpa_is_nan"}
_TERNARY = {"ite": "ite", "store": "store"}
_VARIADIC = {"and": "and", "or": "or", "+": "add", "-": "sub", "*": "mul"}
_INDEXED = {"extract": "extract", "zero_extend": "zero_ext", "sign_extend": "sign_ext"}
_ROUNDED = {"fp.add": "fpa_add", "fp.sub": "fpa_sub", "fp.mul": "fpa_mul", "fp.div": "fpa_div", "fp.sqrt": "fpa_sqrt"}
_TO_FLOAT = {"fp.to_fp": "fpa_to_fp_float", "fp.of_sbv": "fpa_to_fp_signed", "fp.of_ubv": "fpa_to_fp_unsigned"}
_FROM_FLOAT = {"fp.to_sbv": "fpa_to_sbv", "fp.to_ubv": "fpa_to_ubv"}

Maker = Callable[[list[Any], tuple[int, ...], Any], Any]


class Z3:
    """One context and one solver of the library; terms live as long as the context."""

    def __init__(self, preprocess: bool) -> None:
        core: Any = import_module("z3.z3core")
        self._types: Any = import_module("z3.z3types")
        self._core = core
        configuration = core.Z3_mk_config()
        self._context = context = core.Z3_mk_context(configuration)
        core.Z3_del_config(configuration)
        self._on_error = core.Z3_set_error_handler(context, import_module("z3.z3").z3_error_handler)
        self._make_solver = core.Z3_mk_solver if preprocess else core.Z3_mk_simple_solver
        self._levels: list[list[Any]] = [[]]
        self._solver: Any = None
        self._model: Any = None
        self.renew()
        self._integer = core.Z3_mk_int_sort(context)
        self._zero = core.Z3_mk_numeral(context, "0", self._integer)
        self._nearest = core.Z3_mk_fpa_rne(context)
        self._truncate = core.Z3_mk_fpa_rtz(context)
        self._makers = self._all_makers()

    def _all_makers(self) -> dict[str, Maker]:
        makers: dict[str, Maker] = {
            "const-array": lambda args, _, sort: self._core.Z3_mk_const_array(
                self._context, self._core.Z3_get_array_sort_domain(self._context, sort), args[0]
            ),
            "fp.of_bits": lambda args, _, sort: self._core.Z3_mk_fpa_to_fp_bv(self._context, args[0], sort),
            "fp.fmod": self._fmod,
            "div": lambda args, _, __: self._divided("div", args, self._zero),
            "mod": lambda args, _, __: self._divided("mod", args, args[0]),
        }
        for table, shape in (
            (_UNARY, self._unary),
            (_BINARY, self._binary),
            (_TERNARY, self._ternary),
            (_VARIADIC, self._variadic),
            (_INDEXED, self._indexed),
            (_ROUNDED, self._rounded),
            (_TO_FLOAT, self._to_float),
            (_FROM_FLOAT, self._from_float),
        ):
            for op, name in table.items():
                makers[op] = shape(getattr(self._core, f"Z3_mk_{name}"))
        return makers

    def _unary(self, make: Any) -> Maker:
        return lambda args, _, __: make(self._context, args[0])

    def _binary(self, make: Any) -> Maker:
        return lambda args, _, __: make(self._context, args[0], args[1])

    def _ternary(self, make: Any) -> Maker:
        return lambda args, _, __: make(self._context, args[0], args[1], args[2])

    def _variadic(self, make: Any) -> Maker:
        return lambda args, _, __: make(self._context, len(args), self._array(args))

    def _indexed(self, make: Any) -> Maker:
        return lambda args, indices, _: make(self._context, *indices, args[0])

    def _rounded(self, make: Any) -> Maker:
        return lambda args, _, __: make(self._context, self._nearest, *args)

    def _to_float(self, make: Any) -> Maker:
        return lambda args, _, sort: make(self._context, self._nearest, args[0], sort)

    def _from_float(self, make: Any) -> Maker:
        return lambda args, indices, _: make(self._context, self._truncate, args[0], indices[0])

    def _array(self, terms: list[Any]) -> Any:
        return (self._types.Ast * len(terms))(*terms)

    def _divided(self, op: str, args: list[Any], otherwise: Any) -> Any:
        core, context = self._core, self._context
        quotient = getattr(core, f"Z3_mk_{op}")(context, args[0], args[1])
        return core.Z3_mk_ite(context, core.Z3_mk_eq(context, args[1], self._zero), otherwise, quotient)

    def _fmod(self, args: list[Any], _: tuple[int, ...], sort: Any) -> Any:
        """The truncating remainder from IEEE's, which rounds to the nearest: both are exact."""
        core, context = self._core, self._context
        left, right = (core.Z3_mk_fpa_abs(context, argument) for argument in args)
        nearest = core.Z3_mk_fpa_rem(context, left, right)
        negative = core.Z3_mk_fpa_lt(context, nearest, core.Z3_mk_fpa_zero(context, sort, False))
        raised = core.Z3_mk_fpa_add(context, self._nearest, nearest, right)
        magnitude = core.Z3_mk_ite(context, negative, raised, nearest)
        below = core.Z3_mk_fpa_is_negative(context, args[0])
        return core.Z3_mk_ite(context, below, core.Z3_mk_fpa_neg(context, magnitude), magnitude)

    def sort(self, kind: str, parts: tuple[Any, ...]) -> Any:
        """A sort of the library."""
        core, context = self._core, self._context
        match kind:
            case "bool":
                return core.Z3_mk_bool_sort(context)
            case "int":
                return self._integer
            case "bits":
                return core.Z3_mk_bv_sort(context, parts[0])
            case "float":
                return core.Z3_mk_fpa_sort_32(context) if parts[0] == 32 else core.Z3_mk_fpa_sort_64(context)
            case _:
                return core.Z3_mk_array_sort(context, *parts)

    def constant(self, kind: str, value: int, sort: Any, width: int) -> Any:
        """A constant."""
        core, context = self._core, self._context
        if kind == "bool":
            return core.Z3_mk_true(context) if value else core.Z3_mk_false(context)
        if kind == "float":
            pattern = core.Z3_mk_numeral(context, str(value), core.Z3_mk_bv_sort(context, width))
            return core.Z3_mk_fpa_to_fp_bv(context, pattern, sort)
        return core.Z3_mk_numeral(context, str(value), sort)

    def symbol(self, name: str, sort: Any) -> Any:
        """A free symbol."""
        return self._core.Z3_mk_const(self._context, self._core.Z3_mk_string_symbol(self._context, name), sort)

    def apply(self, op: str, args: list[Any], indices: tuple[int, ...], sort: Any) -> Any:
        """An operator applied to terms."""
        return self._makers[op](args, indices, sort)

    def renew(self) -> None:
        """Start the search from nothing again."""
        core, context = self._core, self._context
        if self._solver is not None:
            core.Z3_solver_dec_ref(context, self._solver)
        self._solver = solver = self._make_solver(context)
        self._limit = 0
        self.effort = 0
        core.Z3_solver_inc_ref(context, solver)
        for depth, level in enumerate(self._levels):
            if depth:
                core.Z3_solver_push(context, solver)
            for term in level:
                core.Z3_solver_assert(context, solver, term)

    def push(self) -> None:
        """Open a level."""
        self._levels.append([])
        self._core.Z3_solver_push(self._context, self._solver)

    def pop(self) -> None:
        """Close a level."""
        self._levels.pop()
        self._core.Z3_solver_pop(self._context, self._solver, 1)

    def add(self, term: Any) -> None:
        """Demand a term."""
        self._levels[-1].append(term)
        self._core.Z3_solver_assert(self._context, self._solver, term)

    def check(self, assumptions: list[Any], limit: int | None) -> tuple[str, str]:
        """Look for a model; *limit* is in the library's own resource units."""
        core, context, solver = self._core, self._context, self._solver
        self._set_limit(limit or 0)
        if self._model is not None:
            core.Z3_model_dec_ref(context, self._model)
            self._model = None
        answer = core.Z3_solver_check_assumptions(context, solver, len(assumptions), self._array(assumptions))
        if answer == 0:
            reason = core.Z3_solver_get_reason_unknown(context, solver)
            return "unknown", "limit" if "resource" in reason or "canceled" in reason else reason
        if answer < 0:
            return "unsat", ""
        self._model = core.Z3_solver_get_model(context, solver)
        core.Z3_model_inc_ref(context, self._model)
        return "sat", ""

    def _set_limit(self, limit: int) -> None:
        if limit == self._limit:
            return
        core, context = self._core, self._context
        self._limit = limit
        parameters = core.Z3_mk_params(context)
        core.Z3_params_inc_ref(context, parameters)
        core.Z3_params_set_uint(context, parameters, core.Z3_mk_string_symbol(context, "rlimit"), limit)
        core.Z3_solver_set_params(context, self._solver, parameters)
        core.Z3_params_dec_ref(context, parameters)

    def begin_cores(self) -> None:
        """Go on: every search knows which assumptions there are."""

    def core(self, assumptions: list[Any]) -> list[int]:
        """All assumptions of the last question."""
        return list(range(len(assumptions)))

    def value(self, term: Any, kind: str) -> Any:
        """The value of a term in the last model."""
        core, context = self._core, self._context
        if kind == "bool":
            return int(core.Z3_get_bool_value(context, self._evaluated(term)) > 0)
        if kind == "array":
            return self._array_value(self._evaluated(term))
        if kind == "float":
            sort = core.Z3_get_sort(context, term)
            if core.Z3_get_bool_value(context, self._evaluated(core.Z3_mk_fpa_is_nan(context, term))) > 0:
                return 0x7FC00000 if core.Z3_fpa_get_sbits(context, sort) == 24 else 0x7FF8 << 48
            term = core.Z3_mk_fpa_to_ieee_bv(context, term)
        return int(core.Z3_get_numeral_string(context, self._evaluated(term)))

    def _evaluated(self, term: Any) -> Any:
        value = (self._types.Ast * 1)()
        self._core.Z3_model_eval(self._context, self._model, term, True, value)
        return value[0]

    def _array_value(self, array: Any) -> Any:
        """The entries and the default of an array's value; nothing when the library describes it otherwise."""
        consts: Any = import_module("z3.z3consts")
        core, context = self._core, self._context
        sort = core.Z3_get_array_sort_range(context, core.Z3_get_sort(context, array))
        kinds = {1: "bool", 2: "int", 4: "bits", 5: "array", 9: "float"}
        kind = kinds[core.Z3_get_sort_kind(context, sort)]
        entries: dict[int, Any] = {}
        while core.Z3_is_app(context, array):
            application = core.Z3_to_app(context, array)
            declaration = core.Z3_get_decl_kind(context, core.Z3_get_app_decl(context, application))
            if declaration == consts.Z3_OP_CONST_ARRAY:
                default = core.Z3_get_app_arg(context, application, 0)
                return list(entries.items()), self.value(default, kind)
            if declaration != consts.Z3_OP_STORE:
                return None
            array, index, element = (core.Z3_get_app_arg(context, application, place) for place in range(3))
            entries.setdefault(int(core.Z3_get_numeral_string(context, index)), self.value(element, kind))
        return None


def backend(preprocess: bool) -> Z3:
    """The library, ready to be asked."""
    return Z3(preprocess)
