"""The operators of our terms in cvc5 (Barbosa et al. 2022)."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

_PLAIN = {
    "=": "EQUAL",
    "+": "ADD",
    "-": "SUB",
    "*": "MULT",
    "<": "LT",
    "<=": "LEQ",
    "concat": "BITVECTOR_CONCAT",
    "bvmul": "BITVECTOR_MULT",
    "fp.isNaN": "FLOATINGPOINT_IS_NAN",
    **{op: op.upper() for op in ("and", "or", "not", "ite", "select", "store")},
    **{f"bv{op}": f"BITVECTOR_{op.upper()}" for op in ("not", "neg", "and", "or", "xor", "shl", "lshr", "ashr")},
    **{f"bv{op}": f"BITVECTOR_{op.upper()}" for op in ("add", "sub", "udiv", "urem", "sdiv", "srem")},
    **{f"bv{op}": f"BITVECTOR_{op.upper()}" for op in ("ult", "ule", "slt", "sle")},
    **{f"fp.{op}": f"FLOATINGPOINT_{op.upper()}" for op in ("neg", "lt", "leq", "eq")},
}
_INDEXED = {"extract": "EXTRACT", "zero_extend": "ZERO_EXTEND", "sign_extend": "SIGN_EXTEND"}
_ROUNDED = {"fp.add": "ADD", "fp.sub": "SUB", "fp.mul": "MULT", "fp.div": "DIV", "fp.sqrt": "SQRT"}
_TO_FLOAT = {"fp.to_fp": "FP", "fp.of_sbv": "SBV", "fp.of_ubv": "UBV"}
_FROM_FLOAT = {"fp.to_sbv": "SBV", "fp.to_ubv": "UBV"}
_PARTS = {32: (8, 24), 64: (11, 53)}

Maker = Callable[[list[Any], tuple[int, ...], Any], Any]


class Cvc5:
    """One term manager, and a solver that is made anew when another limit is asked for: it is fixed at the start."""

    def __init__(self) -> None:
        library: Any = import_module("cvc5")
        self._library = library
        self._terms = library.TermManager()
        self._kind = library.Kind
        self._nearest = self._terms.mkRoundingMode(library.RoundingMode.ROUND_NEAREST_TIES_TO_EVEN)
        self._truncate = self._terms.mkRoundingMode(library.RoundingMode.ROUND_TOWARD_ZERO)
        self._zero = self._terms.mkInteger(0)
        self._levels: list[list[Any]] = [[]]
        self._solver: Any = None
        self._limit: int | None = None
        self.effort = 0
        self._plain = {op: getattr(self._kind, name) for op, name in _PLAIN.items()}
        self._makers = self._all_makers()
        self._operators: dict[tuple[Any, ...], Any] = {}

    def _all_makers(self) -> dict[str, Maker]:
        makers: dict[str, Maker] = {
            "const-array": lambda args, _, sort: self._terms.mkConstArray(sort, args[0]),
            "fp.of_bits": lambda args, _, sort: self._indexed(
                "FLOATINGPOINT_TO_FP_FROM_IEEE_BV",
                (sort.getFloatingPointExponentSize(), sort.getFloatingPointSignificandSize()),
                args,
            ),
            "fp.fmod": self._fmod,
            "div": lambda args, _, __: self._divided("INTS_DIVISION", args, self._zero),
            "mod": lambda args, _, __: self._divided("INTS_MODULUS", args, args[0]),
        }
        for op, name in _INDEXED.items():
            makers[op] = self._shifting(f"BITVECTOR_{name}")
        for op, name in _ROUNDED.items():
            makers[op] = self._rounding(f"FLOATINGPOINT_{name}")
        for op, name in _TO_FLOAT.items():
            makers[op] = self._to_float(f"FLOATINGPOINT_TO_FP_FROM_{name}")
        for op, name in _FROM_FLOAT.items():
            makers[op] = self._from_float(f"FLOATINGPOINT_TO_{name}")
        return makers

    def _indexed(self, name: str, indices: tuple[int, ...], args: list[Any]) -> Any:
        key = (name, *indices)
        operator = self._operators.get(key)
        if operator is None:
            operator = self._operators[key] = self._terms.mkOp(getattr(self._kind, name), *indices)
        return self._terms.mkTerm(operator, *args)

    def _shifting(self, name: str) -> Maker:
        return lambda args, indices, _: self._indexed(name, indices, args)

    def _rounding(self, name: str) -> Maker:
        return lambda args, _, __: self._terms.mkTerm(getattr(self._kind, name), self._nearest, *args)

    def _to_float(self, name: str) -> Maker:
        return lambda args, indices, _: self._indexed(name, _PARTS[indices[0]], [self._nearest, *args])

    def _from_float(self, name: str) -> Maker:
        return lambda args, indices, _: self._indexed(name, indices, [self._truncate, *args])

    def _divided(self, name: str, args: list[Any], otherwise: Any) -> Any:
        make, kind = self._terms.mkTerm, self._kind
        quotient = make(getattr(kind, name), args[0], args[1])
        return make(kind.ITE, make(kind.EQUAL, args[1], self._zero), otherwise, quotient)

    def _fmod(self, args: list[Any], _: tuple[int, ...], sort: Any) -> Any:
        """The truncating remainder from IEEE's, which rounds to the nearest: both are exact."""
        make, kind = self._terms.mkTerm, self._kind
        shape = sort.getFloatingPointExponentSize(), sort.getFloatingPointSignificandSize()
        left, right = (make(kind.FLOATINGPOINT_ABS, argument) for argument in args)
        nearest = make(kind.FLOATINGPOINT_REM, left, right)
        negative = make(kind.FLOATINGPOINT_LT, nearest, self._terms.mkFloatingPointPosZero(*shape))
        raised = make(kind.FLOATINGPOINT_ADD, self._nearest, nearest, right)
        magnitude = make(kind.ITE, negative, raised, nearest)
        below = make(kind.FLOATINGPOINT_IS_NEG, args[0])
        return make(kind.ITE, below, make(kind.FLOATINGPOINT_NEG, magnitude), magnitude)

    def sort(self, kind: str, parts: tuple[Any, ...]) -> Any:
        """A sort of the library."""
        match kind:
            case "bool":
                return self._terms.getBooleanSort()
            case "int":
                return self._terms.getIntegerSort()
            case "bits":
                return self._terms.mkBitVectorSort(parts[0])
            case "float":
                return self._terms.mkFloatingPointSort(*_PARTS[parts[0]])
            case _:
                return self._terms.mkArraySort(*parts)

    def constant(self, kind: str, value: int, sort: Any, width: int) -> Any:
        """A constant."""
        del sort
        match kind:
            case "bool":
                return self._terms.mkBoolean(bool(value))
            case "bits":
                return self._terms.mkBitVector(width, str(value), 10)
            case "float":
                return self._terms.mkFloatingPoint(*_PARTS[width], self._terms.mkBitVector(width, str(value), 10))
            case _:
                return self._terms.mkInteger(str(value))

    def symbol(self, name: str, sort: Any) -> Any:
        """A free symbol."""
        return self._terms.mkConst(sort, name)

    def apply(self, op: str, args: list[Any], indices: tuple[int, ...], sort: Any) -> Any:
        """An operator applied to terms."""
        kind = self._plain.get(op)
        return self._terms.mkTerm(kind, *args) if kind is not None else self._makers[op](args, indices, sort)

    def _ready(self, limit: int | None) -> Any:
        if self._solver is None or limit != self._limit:
            self._limit = limit
            self._solver = solver = self._library.Solver(self._terms)
            solver.setLogic("QF_ALL")
            solver.setOption("incremental", "true")
            solver.setOption("produce-models", "true")
            solver.setOption("arrays-exp", "true")  # without it, no constant arrays
            if limit is not None:
                solver.setOption("rlimit-per", str(limit))
            for depth, level in enumerate(self._levels):
                if depth:
                    solver.push(1)
                for term in level:
                    solver.assertFormula(term)
        return self._solver

    def renew(self) -> None:
        """Start the search from nothing again, at the next question."""
        self._solver = None

    def push(self) -> None:
        """Open a level."""
        self._levels.append([])
        if self._solver is not None:
            self._solver.push(1)

    def pop(self) -> None:
        """Close a level."""
        self._levels.pop()
        if self._solver is not None:
            self._solver.pop(1)

    def add(self, term: Any) -> None:
        """Demand a term."""
        self._levels[-1].append(term)
        if self._solver is not None:
            self._solver.assertFormula(term)

    def check(self, assumptions: list[Any], limit: int | None) -> tuple[str, str]:
        """Look for a model; *limit* is in the library's own resource units."""
        solver = self._ready(limit)
        result = solver.checkSatAssuming(*assumptions) if assumptions else solver.checkSat()
        if result.isUnknown():
            why = result.getUnknownExplanation().name
            return "unknown", "limit" if why == "RESOURCEOUT" else why.lower().replace("_", " ")
        return "sat" if result.isSat() else "unsat", ""

    def begin_cores(self) -> None:
        """Go on: every search knows which assumptions there are."""

    def core(self, assumptions: list[Any]) -> list[int]:
        """All assumptions of the last question."""
        return list(range(len(assumptions)))

    def value(self, term: Any, kind: str) -> Any:
        """The value of a term in the last model."""
        return self._read(self._solver.getValue(term), kind)

    def _read(self, value: Any, kind: str) -> Any:
        match kind:
            case "bool":
                return int(value.getBooleanValue())
            case "bits":
                return int(value.getBitVectorValue(2), 2)
            case "int":
                return int(value.getIntegerValue())
            case "float":
                return self._read_float(value)
            case _:
                return self._read_array(value)

    def _read_float(self, value: Any) -> int:
        if value.isFloatingPointNaN():
            return 0x7FC00000 if value.getSort().getFloatingPointSignificandSize() == 24 else 0x7FF8 << 48
        return int(value.getFloatingPointValue()[2].getBitVectorValue(2), 2)

    def _read_array(self, value: Any) -> Any:
        sort = value.getSort().getArrayElementSort()
        kind = "array"
        for name, applies in (
            ("bool", sort.isBoolean()),
            ("bits", sort.isBitVector()),
            ("int", sort.isInteger()),
            ("float", sort.isFloatingPoint()),
        ):
            kind = name if applies else kind
        entries: dict[int, Any] = {}
        while value.getKind() == self._kind.STORE:
            value, index, element = value
            place = self._read(index, "bits" if index.getSort().isBitVector() else "int")
            entries.setdefault(place, self._read(element, kind))
        return (list(entries.items()), self._read(value.getConstArrayBase(), kind)) if value.isConstArray() else None


def backend(preprocess: bool) -> Cvc5:
    """The library, ready to be asked; it always preprocesses."""
    del preprocess
    return Cvc5()
