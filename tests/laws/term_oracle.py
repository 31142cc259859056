"""Random expressions over the sorts of formulas, and what they mean, independently of how terms are simplified.

A recipe is built through the constructors of `Terms`, and evaluated here by the definitions of SMT-LIB on Python
numbers. Recipes share parts, and prefer numbers that rewriting rules look for.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from float_oracle import exactly, nearest
from vexil.logic import BOOL, INT, ArraySort, BitsSort, FloatSort, Sort, Term, Terms, array, bits

BINARY = (
    *("bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem"),
    *("bvand", "bvor", "bvxor", "bvshl", "bvlshr", "bvashr"),
)
COMPARISONS = ("bvult", "bvule", "bvslt", "bvsle")
FLOAT_OPERATORS = {"fp.add": "+", "fp.sub": "-", "fp.mul": "*", "fp.div": "/", "fp.fmod": "%"}
WIDTHS = (1, 2, 3, 4, 5, 6, 7, 8, 32, 33, 64, 96)


@dataclass(frozen=True, eq=False)
class Recipe:
    """An operator of the factory, its operands, and numbers that belong to it."""

    op: str
    sort: Sort
    args: tuple[Recipe, ...] = ()
    data: tuple[Any, ...] = ()


@dataclass
class Cook:
    """Makes recipes; ``kinds`` are the sorts of numbers allowed besides bit-vectors and truth values."""

    random: Random
    widths: tuple[int, ...] = WIDTHS
    kinds: frozenset[str] = frozenset({"int", "float", "array"})
    plain_arrays: bool = False
    """Whether constant arrays are of constants only, as cvc5 wants them."""
    symbols: dict[str, Recipe] = field(default_factory=dict)
    shelf: dict[Sort, list[Recipe]] = field(default_factory=dict)

    def recipe(self, sort: Sort, depth: int) -> Recipe:
        """An expression of a sort, or one that was made before."""
        shelf = self.shelf.setdefault(sort, [])
        if shelf and self.random.random() < 0.25:
            return self.random.choice(shelf)
        made = self._leaf(sort) if depth <= 0 else self._inner(sort, depth - 1)
        shelf.append(made)
        return made

    def _leaf(self, sort: Sort) -> Recipe:
        if isinstance(sort, ArraySort) or self.random.random() < 0.5:
            name = f"{sort}{self.random.randrange(2)}"
            return self.symbols.setdefault(name, Recipe("symbol", sort, data=(name,)))
        return Recipe("const", sort, data=(number(self.random, sort),))

    def _any_sort(self) -> Sort:
        sorts: list[Sort] = [BOOL, bits(self.random.choice(self.widths)), bits(self.random.choice(self.widths))]
        if "int" in self.kinds:
            sorts.append(INT)
        if "float" in self.kinds:
            sorts.append(FloatSort(self.random.choice((32, 64))))
        if "array" in self.kinds:
            sorts.append(array(bits(self.random.choice((1, 2, 5))), bits(self.random.choice(self.widths))))
        return self.random.choice(sorts)

    def _inner(self, sort: Sort, depth: int) -> Recipe:
        if self.random.random() < 0.15:
            parts = (self.recipe(BOOL, depth), self.recipe(sort, depth), self.recipe(sort, depth))
            return Recipe("ite", sort, parts)
        if self.random.random() < 0.2:
            return self._leaf(sort) if self.random.random() < 0.5 else self._motif(sort, depth)
        match sort:
            case BitsSort(width):
                return self._bits(width, depth)
            case FloatSort(width):
                return self._float(width, depth)
            case ArraySort(index, element):
                if self.random.random() < 0.2:
                    constant = Recipe("const", element, data=(number(self.random, element),))
                    return Recipe(
                        "const-array", sort, (constant if self.plain_arrays else self.recipe(element, depth),)
                    )
                parts = (self.recipe(sort, depth), self.recipe(index, depth), self.recipe(element, depth))
                return Recipe("store", sort, parts)
            case _ if sort is BOOL:
                return self._boolean(depth)
            case _:
                op = self.random.choice(("+", "-", "*", "div", "mod", "quotient", "remainder"))
                return Recipe(op, sort, (self.recipe(INT, depth), self.recipe(INT, depth)))

    def _motif(self, sort: Sort, depth: int) -> Recipe:
        """Operators around the same operand in the ways that rules look for."""
        one, two = self.recipe(sort, depth), self.recipe(sort, depth)
        if isinstance(sort, BitsSort):
            source = bits(sort.width + self.random.randrange(3))
            if self.random.random() < 0.5 or sort.width == 1:
                total = Recipe("bvadd", sort, (one, two))
                return Recipe("bvsub", sort, (total, self.random.choice((one, two, total))))
            cut = self.random.randrange(1, sort.width)
            whole = self.recipe(source, depth)
            high = Recipe("extract", bits(sort.width - cut), (whole,), (sort.width - 1, cut))
            return Recipe("concat", sort, (high, Recipe("extract", bits(cut), (whole,), (cut - 1, 0))))
        if sort is BOOL:
            inner, outer = self.random.sample(("and", "or"), 2)
            other = self.random.choice((Recipe("not", BOOL, (two,)), two))
            sides = (Recipe(inner, BOOL, (one, two)), self.random.choice((Recipe(inner, BOOL, (one, other)), other)))
            return Recipe(outer, BOOL, sides)
        if isinstance(sort, ArraySort):
            place = self.recipe(sort.index, depth)
            return Recipe("store", sort, (one, place, Recipe("select", sort.element, (one, place))))
        return Recipe("ite", sort, (Recipe("=", BOOL, (one, two)), one, two))

    def _boolean(self, depth: int) -> Recipe:
        op = self.random.choice(("not", "and", "or", "=", "distinct", "xor", "implies", "bv", "bv", "int", "float"))
        match op:
            case "not":
                return Recipe("not", BOOL, (self.recipe(BOOL, depth),))
            case "and" | "or":
                count = self.random.choice((2, 2, 2, 3, 4))
                return Recipe(op, BOOL, tuple(self.recipe(BOOL, depth) for _ in range(count)))
            case "xor" | "implies":
                return Recipe(op, BOOL, (self.recipe(BOOL, depth), self.recipe(BOOL, depth)))
            case "int" if "int" in self.kinds:
                return Recipe(self.random.choice(("<", "<=")), BOOL, (self.recipe(INT, depth), self.recipe(INT, depth)))
            case "float" if "float" in self.kinds:
                sort = FloatSort(self.random.choice((32, 64)))
                if self.random.random() < 0.2:
                    return Recipe("fp.isNaN", BOOL, (self.recipe(sort, depth),))
                name = self.random.choice(("fp.lt", "fp.leq", "fp.eq"))
                return Recipe(name, BOOL, (self.recipe(sort, depth), self.recipe(sort, depth)))
            case "=" | "distinct":
                sort = self._any_sort()
                return Recipe(op, BOOL, (self.recipe(sort, depth), self.recipe(sort, depth)))
            case _:
                sort = bits(self.random.choice(self.widths))
                return Recipe(
                    self.random.choice(COMPARISONS), BOOL, (self.recipe(sort, depth), self.recipe(sort, depth))
                )

    def _bits(self, width: int, depth: int) -> Recipe:
        sort, random = bits(width), self.random
        narrow = [other for other in self.widths if other < width]
        wide = [other for other in self.widths if other > width]
        op = random.choice((*BINARY, *BINARY, "bvneg", "bvnot", "concat", "extract", "zero", "sign", "bool", "select"))
        if "float" in self.kinds and random.random() < 0.05:
            source = FloatSort(random.choice((32, 64)))
            return Recipe(random.choice(("to_sbv", "to_ubv")), sort, (self.recipe(source, depth),))
        match op:
            case "bvneg" | "bvnot":
                return Recipe(op, sort, (self.recipe(sort, depth),))
            case "concat" if narrow:
                low = random.choice(narrow)
                return Recipe(op, sort, (self.recipe(bits(width - low), depth), self.recipe(bits(low), depth)))
            case "extract" if wide:
                source = random.choice(wide)
                low = random.choice((0, source - width, random.randint(0, source - width)))
                return Recipe(op, sort, (self.recipe(bits(source), depth),), (low + width - 1, low))
            case "zero" | "sign" if narrow:
                source = random.choice(narrow)
                return Recipe(f"{op}_extend", sort, (self.recipe(bits(source), depth),), (width - source,))
            case "bool":
                return Recipe("of_boolean", sort, (self.recipe(BOOL, depth),))
            case "select" if "array" in self.kinds:
                index = bits(random.choice([other for other in self.widths if other <= 8]))
                return Recipe(op, sort, (self.recipe(array(index, sort), depth), self.recipe(index, depth)))
            case _:
                name = op if op in BINARY else random.choice(BINARY)
                return Recipe(name, sort, (self.recipe(sort, depth), self.recipe(sort, depth)))

    def _float(self, width: int, depth: int) -> Recipe:
        sort = FloatSort(width)
        op = self.random.choice((*FLOAT_OPERATORS, "fp.neg", "fp.to_fp", "fp.of_bits", "fp.of_sbv", "fp.of_ubv"))
        match op:
            case "fp.neg":
                return Recipe(op, sort, (self.recipe(sort, depth),))
            case "fp.to_fp":
                return Recipe(op, sort, (self.recipe(FloatSort(96 - width), depth),))
            case "fp.of_bits":
                return Recipe(op, sort, (self.recipe(bits(width), depth),))
            case "fp.of_sbv" | "fp.of_ubv":
                source = self.random.choice([other for other in self.widths if other > 1])
                return Recipe(op, sort, (self.recipe(bits(source), depth),))
            case _:
                return Recipe(op, sort, (self.recipe(sort, depth), self.recipe(sort, depth)))


def number(random: Random, sort: Sort) -> int:
    """A constant that rules care about, more often than not."""
    match sort:
        case BitsSort(width):
            top = 1 << width
            power = 1 << random.randrange(width)
            chosen = (0, 1, top - 1, top >> 1, (top >> 1) - 1, power, power - 1, width, random.randrange(top))
            return random.choice(chosen) % top
        case FloatSort(width):
            return float_number(random, width)
        case _ if sort is BOOL:
            return random.randrange(2)
        case _:
            return random.choice((-2, -1, 0, 0, 1, 1, 2, random.randint(-20, 20)))


def float_number(random: Random, width: int) -> int:
    """The representation of a float: special, simple, or any."""
    special = (0.0, -0.0, 1.0, -1.0, 0.5, 3.0, 1e10, math.inf, -math.inf, math.nan, random.uniform(-8, 8))
    return random.choice((pattern(random.choice(special), width), canonical(random.getrandbits(width), width)))


def pattern(value: float, width: int) -> int:
    """The representation of a float."""
    if math.isnan(value):
        return 0x7FC00000 if width == 32 else 0x7FF8000000000000
    return int.from_bytes(struct.pack(">f" if width == 32 else ">d", nearest_float(value, width)), "big")


def nearest_float(value: float, width: int) -> float:
    """A float of a width."""
    from fractions import Fraction

    if width == 64 or value == 0 or math.isinf(value):
        return value
    return nearest(Fraction(value), width) or math.copysign(0.0, value)


def float_of(representation: int, width: int) -> float:
    """The float with this representation."""
    found: float = struct.unpack(">f" if width == 32 else ">d", representation.to_bytes(width // 8, "big"))[0]
    return found


def canonical(representation: int, width: int) -> int:
    """The representation of the same float; there is one NaN."""
    return pattern(math.nan, width) if math.isnan(float_of(representation, width)) else representation


def cook(recipe: Recipe, terms: Terms) -> Term:
    """Build the expression through the constructors that simplify."""
    done: dict[Recipe, Term] = {}

    def build(recipe: Recipe) -> Term:
        if recipe not in done:
            done[recipe] = _made(recipe, [build(argument) for argument in recipe.args], terms)
        return done[recipe]

    return build(recipe)


def raw(recipe: Recipe, terms: Terms) -> Term:
    """Build the expression node by node, without any rewriting; constants are as in `cook`."""
    done: dict[Recipe, Term] = {}
    node = terms._node

    def build(recipe: Recipe) -> Term:
        if recipe not in done:
            args = tuple(build(argument) for argument in recipe.args)
            done[recipe] = _raw_made(recipe, args, terms, node)
        return done[recipe]

    return build(recipe)


def _raw_made(recipe: Recipe, args: tuple[Term, ...], terms: Terms, node: Callable[..., Term]) -> Term:
    sort = recipe.sort
    match recipe.op:
        case "const" | "symbol":
            return _made(recipe, list(args), terms)
        case "distinct" | "xor":
            return node("not", (node("=", args, None, BOOL),), None, BOOL)
        case "implies":
            return node("or", (node("not", args[:1], None, BOOL), args[1]), None, BOOL)
        case "of_boolean":
            assert isinstance(sort, BitsSort)
            return node("ite", (args[0], terms.bv(1, sort.width), terms.bv(0, sort.width)), None, sort)
        case "quotient" | "remainder" | "to_sbv" | "to_ubv":
            return _made(recipe, list(args), terms)
        case "const-array":
            assert isinstance(sort, ArraySort)
            assert isinstance(sort.index, BitsSort)
            return node("const-array", args, (sort.index.width,), sort)
        case "fp.to_fp" | "fp.of_sbv" | "fp.of_ubv":
            assert isinstance(sort, FloatSort)
            return node(recipe.op, args, (sort.width,), sort)
        case _:
            return node(recipe.op, args, recipe.data or None, sort)


def _made(recipe: Recipe, args: list[Term], terms: Terms) -> Term:
    op, sort, data = recipe.op, recipe.sort, recipe.data
    width = getattr(sort, "width", 0)
    simple: dict[str, Callable[..., Term]] = {
        "not": terms.not_,
        "and": terms.and_,
        "or": terms.or_,
        "=": terms.eq,
        "distinct": terms.distinct,
        "xor": terms.xor,
        "implies": terms.implies,
        "ite": terms.ite,
        "bvneg": terms.neg,
        "bvnot": terms.bvnot,
        "concat": terms.concat,
        "extract": terms.extract,
        "zero_extend": terms.zero_extend,
        "sign_extend": terms.sign_extend,
        "select": terms.select,
        "store": terms.store,
        "quotient": terms.truncated_quotient,
        "remainder": terms.truncated_remainder,
        "fp.neg": terms.float_negate,
        "fp.isNaN": terms.float_is_nan,
        "fp.of_bits": terms.float_of_bits,
    }
    if op in simple:
        return simple[op](*args, *data)
    match op:
        case "const":
            return (
                terms.float_constant(data[0], width) if isinstance(sort, FloatSort) else terms.constant(data[0], sort)
            )
        case "symbol":
            return terms.symbol(data[0], sort)
        case "of_boolean":
            return terms.of_boolean(args[0], width)
        case "const-array":
            assert isinstance(sort, ArraySort)
            return terms.constant_array(sort.index.width, args[0])  # type: ignore[union-attr]
        case "to_sbv" | "to_ubv":
            return _integer_or_zero(args[0], op == "to_sbv", width, terms)
        case "fp.to_fp":
            return terms.float_resize(args[0], width)
        case "fp.of_sbv" | "fp.of_ubv":
            return terms.float_of_integer(args[0], op == "fp.of_sbv", width)
        case "fp.lt" | "fp.leq" | "fp.eq":
            return terms.float_compare(op, args[0], args[1])
        case _:
            for table, make in (
                (BINARY, terms.binary),
                (COMPARISONS, terms.compare),
                (("+", "-", "*", "div", "mod"), terms.int_binary),
                (("<", "<="), terms.int_compare),
            ):
                if op in table:
                    return make(op, args[0], args[1])
            return terms.float_binary(op, args[0], args[1])


def _integer_or_zero(term: Term, is_signed: bool, width: int, terms: Terms) -> Term:
    """The integer of a float where it fits, else zero: outside, solvers may choose."""
    assert isinstance(term.sort, FloatSort)
    low, high = (-(2 ** (width - 1)), 2 ** (width - 1)) if is_signed else (0, 2**width)
    least, limit = (
        terms.float_constant(pattern(float(bound), term.sort.width), term.sort.width) for bound in (low, high)
    )
    fits = terms.and_(terms.float_compare("fp.leq", least, term), terms.float_compare("fp.lt", term, limit))
    return terms.ite(fits, terms.integer_of_float(term, is_signed, width), terms.bv(0, width))


def meaning(recipe: Recipe, assignment: Mapping[str, Any]) -> Any:
    """The value of the expression; an array is all its elements."""
    done: dict[Recipe, Any] = {}

    def value(recipe: Recipe) -> Any:
        if recipe not in done:
            done[recipe] = _meant(recipe, [value(argument) for argument in recipe.args], assignment)
        return done[recipe]

    return value(recipe)


def _meant(recipe: Recipe, args: list[Any], assignment: Mapping[str, Any]) -> Any:
    op, data = recipe.op, recipe.data
    width = getattr(recipe.args[0].sort if recipe.args else recipe.sort, "width", 0)
    target = getattr(recipe.sort, "width", 0)
    match op:
        case "const":
            return data[0]
        case "symbol":
            found = assignment[data[0]]
            if isinstance(recipe.sort, ArraySort):
                return tuple(found[0].get(place, found[1]) for place in range(_places(recipe.sort)))
            return found
        case "ite":
            return args[1] if args[0] else args[2]
        case "select":
            return args[0][args[1]]
        case "store":
            return (*args[0][: args[1]], args[2], *args[0][args[1] + 1 :])
        case "const-array":
            return (args[0],) * _places(recipe.sort)
        case "concat":
            return args[0] * 2 ** recipe.args[1].sort.width + args[1]  # type: ignore[union-attr]
        case "extract":
            return args[0] // 2 ** data[1] % 2 ** (data[0] - data[1] + 1)
        case "zero_extend" | "of_boolean":
            return int(args[0])
        case "sign_extend":
            return two(args[0], width) % 2**target
        case "to_sbv" | "to_ubv":
            value = float_of(args[0], width)
            low, high = (-(2 ** (target - 1)), 2 ** (target - 1)) if op == "to_sbv" else (0, 2**target)
            return math.trunc(value) % 2**target if low <= value < high else 0
        case "bvneg":
            return -args[0] % 2**width
        case "bvnot":
            return 2**width - 1 - args[0]
        case _ if op in BINARY:
            return _binary(op, args[0], args[1], width) % 2**width
        case _ if op in COMPARISONS:
            one, other = (args[0], args[1]) if op[2] == "u" else (two(args[0], width), two(args[1], width))
            return one < other if op.endswith("lt") else one <= other
        case _ if op.startswith("fp."):
            return _float_meant(recipe, args, width, target)
        case _:
            return _plain(op, args)


def _places(sort: Sort) -> int:
    assert isinstance(sort, ArraySort)
    assert isinstance(sort.index, BitsSort)
    return 1 << sort.index.width


def two(value: int, width: int) -> int:
    """Two's complement."""
    return value if value < 2 ** (width - 1) else value - 2**width


def _toward_zero(left: int, right: int) -> int:
    size = abs(left) // abs(right)
    return size if (left < 0) == (right < 0) else -size


def _binary(op: str, left: int, right: int, width: int) -> int:
    one, other = two(left, width), two(right, width)
    match op:
        case "bvadd":
            return left + right
        case "bvsub":
            return left - right
        case "bvmul":
            return left * right
        case "bvudiv":
            return left // right if right else -1
        case "bvurem":
            return left - left // right * right if right else left
        case "bvsdiv":
            return _toward_zero(one, other) if other else (1 if one < 0 else -1)
        case "bvsrem":
            return one - _toward_zero(one, other) * other if other else one
        case "bvshl":
            return left * 2**right if right < width else 0
        case "bvlshr":
            return left // 2**right if right < width else 0
        case "bvashr":
            return one // 2 ** min(right, width)
        case _:
            digits = zip(f"{left:0{width}b}", f"{right:0{width}b}", strict=True)
            rule = {"bvand": "11", "bvor": "01 10 11", "bvxor": "01 10"}[op].split()
            return int("".join("1" if a + b in rule else "0" for a, b in digits), 2)


def _plain(op: str, args: list[Any]) -> Any:
    one, other = args[0], args[-1]
    match op:
        case "not":
            return not one
        case "and":
            return all(args)
        case "or":
            return any(args)
        case "=":
            return one == other
        case "distinct" | "xor":
            return one != other
        case "implies":
            return other if one else True
        case "+":
            return one + other
        case "-":
            return one - other
        case "*":
            return one * other
        case "<":
            return one < other
        case "<=":
            return one <= other
        case "mod":
            return one if other == 0 else one - abs(other) * (one // abs(other))
        case "div":
            return 0 if other == 0 else (one - (one - abs(other) * (one // abs(other)))) // other
        case "quotient":
            return _toward_zero(one, other) if other else 0
        case _:
            return one - _toward_zero(one, other) * other if other else one


def _float_meant(recipe: Recipe, args: list[Any], width: int, target: int) -> Any:
    from fractions import Fraction

    op = recipe.op
    if op == "fp.of_bits":
        return canonical(args[0], target)
    if op in ("fp.of_sbv", "fp.of_ubv"):
        value = two(args[0], width) if op == "fp.of_sbv" else args[0]
        return pattern(nearest(Fraction(value), target), target)
    floats = [float_of(argument, width) for argument in args]
    match op:
        case "fp.neg":
            return pattern(-floats[0], width)
        case "fp.isNaN":
            return math.isnan(floats[0])
        case "fp.to_fp":
            return pattern(floats[0], target)
        case "fp.lt":
            return floats[0] < floats[1]
        case "fp.leq":
            return floats[0] <= floats[1]
        case "fp.eq":
            return floats[0] == floats[1]
        case _:
            return pattern(exactly(FLOAT_OPERATORS[op], floats[0], floats[1], width), width)


def random_assignment(random: Random, symbols: Mapping[str, Recipe]) -> dict[str, Any]:
    """Values of symbols by name; an array is its entries and a default."""
    found: dict[str, Any] = {}
    for name, symbol in sorted(symbols.items()):
        sort = symbol.sort
        if isinstance(sort, ArraySort):
            entries = {number(random, sort.index): number(random, sort.element) for _ in range(3)}
            found[name] = (entries, number(random, sort.element))
        else:
            found[name] = number(random, sort)
    return found
