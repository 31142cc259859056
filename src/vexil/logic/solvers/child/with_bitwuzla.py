"""The operators of our terms in Bitwuzla (Niemetz and Preiner 2023)."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

_KINDS = {
    "=": "EQUAL",
    "select": "ARRAY_SELECT",
    "store": "ARRAY_STORE",
    "bvlshr": "BV_SHR",
    "fp.eq": "FP_EQUAL",
    "fp.isNaN": "FP_IS_NAN",
    **{op: op.upper() for op in ("and", "or", "not", "ite")},
    **{op: f"BV_{op.upper()}" for op in ("concat", "extract", "zero_extend", "sign_extend")},
    **{f"bv{op}": f"BV_{op.upper()}" for op in ("not", "neg", "and", "or", "xor", "shl", "ashr")},
    **{f"bv{op}": f"BV_{op.upper()}" for op in ("add", "sub", "mul", "udiv", "urem", "sdiv", "srem")},
    **{f"bv{op}": f"BV_{op.upper()}" for op in ("ult", "ule", "slt", "sle")},
    **{f"fp.{op}": f"FP_{op.upper()}" for op in ("neg", "lt", "leq")},
}
_ROUNDED = {
    "fp.add": "FP_ADD",
    "fp.sub": "FP_SUB",
    "fp.mul": "FP_MUL",
    "fp.div": "FP_DIV",
    "fp.sqrt": "FP_SQRT",
    "fp.to_fp": "FP_TO_FP_FROM_FP",
    "fp.of_sbv": "FP_TO_FP_FROM_SBV",
    "fp.of_ubv": "FP_TO_FP_FROM_UBV",
}
_TRUNCATED = {"fp.to_sbv": "FP_TO_SBV", "fp.to_ubv": "FP_TO_UBV"}
PARTS = {16: (5, 11), 32: (8, 24), 64: (11, 53)}


class Bitwuzla:
    """One instance of the library."""

    def __init__(self, preprocess: bool) -> None:
        library: Any = import_module("bitwuzla")
        self._options = library.Options()
        self._options.set(library.Option.PRODUCE_MODELS, True)
        self._options.set(library.Option.PREPROCESS, preprocess)
        self._library = library
        self._kind = library.Kind
        self._terms = library.TermManager()
        self._levels: list[list[Any]] = [[]]
        self._solver: Any = None
        self._has_cores = False
        self.renew()
        self.effort = 0
        self._allowed: int | None = None
        nearest = self._terms.mk_rm_value(library.RoundingMode.RNE)
        zero = self._terms.mk_rm_value(library.RoundingMode.RTZ)
        kind = self._kind
        self._plain = {op: getattr(kind, name) for op, name in _KINDS.items()}
        self._modal: dict[str, tuple[Any, Any]] = {
            **{op: (getattr(kind, name), nearest) for op, name in _ROUNDED.items()},
            **{op: (getattr(kind, name), zero) for op, name in _TRUNCATED.items()},
        }
        self._special: dict[str, Callable[[list[Any], Any], Any]] = {
            "const-array": lambda args, sort: self._terms.mk_const_array(sort, args[0]),
            "fp.of_bits": self._of_bits,
            "fp.fmod": self._fmod,
        }

    def _tick(self) -> bool:
        """Count the library's questions whether to go on: its only measure that is the same in every run."""
        self.effort += 1
        return self._allowed is not None and self.effort > self._allowed

    def sort(self, kind: str, parts: tuple[Any, ...]) -> Any:
        """A sort of the library."""
        match kind:
            case "bool":
                return self._terms.mk_bool_sort()
            case "bits":
                return self._terms.mk_bv_sort(parts[0])
            case "float":
                return self._terms.mk_fp_sort(*PARTS[parts[0]])
            case "array":
                return self._terms.mk_array_sort(*parts)
            case _:
                raise ValueError("bitwuzla has no mathematical integers")

    def constant(self, kind: str, value: int, sort: Any, width: int) -> Any:
        """A constant."""
        if kind == "bits":
            return self._terms.mk_bv_value(sort, value)
        if kind == "bool":
            return self._terms.mk_true() if value else self._terms.mk_false()
        pattern = self._terms.mk_bv_value(self._terms.mk_bv_sort(width), value)
        return self._terms.mk_term(self._kind.FP_TO_FP_FROM_BV, [pattern], list(PARTS[width]))

    def symbol(self, name: str, sort: Any) -> Any:
        """A free symbol."""
        return self._terms.mk_const(sort, name)

    def apply(self, op: str, args: list[Any], indices: tuple[int, ...], sort: Any) -> Any:
        """An operator applied to terms."""
        kind = self._plain.get(op)
        if kind is not None:
            return self._terms.mk_term(kind, args, list(indices)) if indices else self._terms.mk_term(kind, args)
        if op in self._modal:
            kind, mode = self._modal[op]
            width = indices[0] if indices else 0
            shape = PARTS[width] if width and op not in _TRUNCATED else indices
            return self._terms.mk_term(kind, [mode, *args], list(shape))
        return self._special[op](args, sort)

    def _of_bits(self, args: list[Any], sort: Any) -> Any:
        shape = [sort.fp_exp_size(), sort.fp_sig_size()]
        return self._terms.mk_term(self._kind.FP_TO_FP_FROM_BV, args, shape)

    def _fmod(self, args: list[Any], sort: Any) -> Any:
        """The truncating remainder from IEEE's, which rounds to the nearest: both are exact."""
        make, kind = self._terms.mk_term, self._kind
        left, right = (make(kind.FP_ABS, [argument]) for argument in args)
        nearest = make(kind.FP_REM, [left, right])
        negative = make(kind.FP_LT, [nearest, self._terms.mk_fp_pos_zero(sort)])
        raised = make(kind.FP_ADD, [self._terms.mk_rm_value(self._library.RoundingMode.RNE), nearest, right])
        magnitude = make(kind.ITE, [negative, raised, nearest])
        return make(kind.ITE, [make(kind.FP_IS_NEG, args[:1]), make(kind.FP_NEG, [magnitude]), magnitude])

    def renew(self) -> None:
        """Start the search from nothing again: an old instance carries everything it was ever asked."""
        self._solver = self._library.Bitwuzla(self._terms, self._options)
        self._solver.configure_terminator(self._tick)
        for depth, level in enumerate(self._levels):
            if depth:
                self._solver.push(1)
            for term in level:
                self._solver.assert_formula(term)

    def push(self) -> None:
        """Open a level."""
        self._levels.append([])
        self._solver.push(1)

    def pop(self) -> None:
        """Close a level."""
        self._levels.pop()
        self._solver.pop(1)

    def add(self, term: Any) -> None:
        """Demand a term."""
        self._levels[-1].append(term)
        self._solver.assert_formula(term)

    def check(self, assumptions: list[Any], limit: int | None) -> tuple[str, str]:
        """Look for a model; *limit* counts how often the library asks whether to go on."""
        self.effort, self._allowed = 0, limit
        word = str(self._solver.check_sat(*assumptions))
        if word != "unknown":
            return word, ""
        if limit is not None and self.effort > limit:
            return word, "limit"
        return "failed", "bitwuzla gave up"  # on equality of constant arrays; from then on it does so on anything

    def begin_cores(self) -> None:
        """Begin the search anew, if need be, as one that knows cores: it finds other models than one that does not."""
        if not self._has_cores:
            self._has_cores = True
            self._options.set(self._library.Option.PRODUCE_UNSAT_ASSUMPTIONS, True)
            self.renew()

    def core(self, assumptions: list[Any]) -> list[int]:
        """The assumptions of the last question that its answer rests on."""
        return [place for place, term in enumerate(assumptions) if self._solver.is_unsat_assumption(term)]

    def value(self, term: Any, kind: str) -> Any:
        """The value of a term in the last model."""
        return self._read(self._solver.get_value(term), kind)

    def _read(self, value: Any, kind: str) -> Any:
        if kind == "bool":
            return int(value.is_true())
        if kind == "bits":
            return int(value.value(2), 2)
        if kind == "float":
            return int(value.value(2, False), 2)
        return self._read_array(value)

    def _read_array(self, value: Any) -> Any:
        entries: dict[int, Any] = {}
        sort = value.sort().array_element()
        kind = "bits" if sort.is_bv() else "bool" if sort.is_bool() else "float" if sort.is_fp() else "array"
        while value.kind() == self._kind.ARRAY_STORE:
            value, index, element = value.children()
            entries.setdefault(int(index.value(2), 2), self._read(element, kind))
        return list(entries.items()), self._read(value.children()[0], kind)


def backend(preprocess: bool) -> Bitwuzla:
    """The library, ready to be asked."""
    return Bitwuzla(preprocess)
