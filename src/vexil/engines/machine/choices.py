"""Choices as code of the machine: what can be decided, and the value that a decision stands for."""

from __future__ import annotations

import ctypes

from vexil.analysis.chosen_values import FARTHEST, MANY
from vexil.core.errors import InternalError
from vexil.engines.machine.assembler import Assembler, Label
from vexil.engines.machine.library import RelationStructure, TriedStructure
from vexil.engines.machine.places import PlaceWriter
from vexil.engines.machine.slots import Unsupported, is_unsigned_word, is_wide, slots_of
from vexil.engines.machine.tables import Tables
from vexil.ir.expressions import Const, Expr, Place
from vexil.ir.fold import fold
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.operations import ChooseInstance
from vexil.ir.program import Function
from vexil.ir.types import BoolType, FloatType, IntegerType, MathType, TokenType, Type
from vexil.model.explore import CHOICE_LIMIT

NO_SLOT = 0xFFFF


class ChoiceWriter:
    """Writes the code of choices of one function."""

    def __init__(self, tables: Tables, function: Function, assembler: Assembler, writer: PlaceWriter) -> None:
        self._tables, self._function, self._asm, self._expr = tables, function, assembler, writer

    def offer(self, edge: int, place: Place, domain: Domain) -> None:
        """Offer the values of the domain of an edge, as far as the bound on its place leaves them."""
        asm, expr = self._asm, self._expr
        bound = self._tables.bound(place, self._function)
        match domain:
            case RangeDomain(low_end, high_end) if not is_wide(low_end.type):
                is_unsigned = is_unsigned_word(low_end.type)
                asm.add("OFFER_RANGE", 0, expr.value(low_end), expr.value(high_end), is_unsigned)
                if bound is not None:
                    asm.add("OFFER_CLIP", k=bound)
                self._tried(edge, place, domain, bound)
            case TypeDomain() | RangeDomain():
                ends = self._fixed_range(domain)
                if ends is None:
                    raise Unsupported("choices among integers of more than 64 bits from a range that is computed")
                self._offer_fixed(place.type, *ends, bound)
                self._tried(edge, place, domain, bound)
            case GuardedDomain(cases):
                count = expr.constant(0)
                for guard, value in cases:  # a value without a result leaves nothing to choose from
                    skip = Label()
                    fresh = PlaceWriter(self._tables, self._function, asm)
                    if guard is not None:
                        asm.add("JUMP_UNLESS", 0, fresh.value(guard), 0, skip)
                    fresh.value(value)
                    asm.add("ADD_K", count, count, 0, 1 << 8 | 64)
                    asm.put(skip)
                asm.add("OFFER_COUNT", 0, count)
            case RelationDomain():
                self._relation(domain, is_outermost=True)

    def is_several(self, domain: Domain) -> bool:
        """Say whether several values are possible in every state; some may be offered that stand for the others."""
        match domain:
            case TypeDomain(TokenType(name)):
                return len(self._tables.program.token_sets[name].tokens) > 1
            case TypeDomain():
                return True
            case RangeDomain() if (ends := self._fixed_range(domain)) is not None:
                return ends[0] < ends[1]
            case _:
                return False

    def members(self, place: Place, domain: Domain) -> int:
        """Code that lists the values that can be chosen, each of them once; -1 where decisions are values already."""
        if not isinstance(domain, GuardedDomain) or slots_of(place.type) > 1:
            return -1
        asm, begin = self._asm, self._expr.begin()
        for guard, value in domain.cases:
            skip = Label()
            fresh = PlaceWriter(self._tables, self._function, asm)
            if guard is not None:
                asm.add("JUMP_UNLESS", 0, fresh.value(guard), 0, skip)
            asm.add("OFFER_VALUE", 0, fresh.value(value))
            asm.put(skip)
        asm.add("OFFER_SORT")
        asm.add("END")
        return begin

    def _tried(self, edge: int, place: Place, domain: TypeDomain | RangeDomain, bound: int | None) -> None:
        """Try a few values in place of very many."""
        tables = self._tables
        if tables.values is None:
            return
        name = self._function.edge_id(edge)
        ends = self._fixed_range(domain)
        if ends is None:
            tried = tables.values.inside(self._function, name, place)
            more_than = CHOICE_LIMIT if tried.are_samples else MANY
        else:
            low, high = ends
            if bound is not None:
                _, least, greatest = tables.bound_texts[bound]
                low, high = max(low, least), min(high, greatest)
            found = tables.values.of(self._function, name, place, low, high)
            if found is None:
                if low < -(1 << 63) or high > _highest(place.type):
                    raise Unsupported("choices among integers that are no words")
                return
            tried, more_than = found, 0
        held = [value for value in tried.tried if -(1 << 63) <= value <= _highest(place.type)]
        are_samples = tried.are_samples or len(held) < len(tried.tried)
        words = [value - (1 << 64) if value >= 1 << 63 else value for value in held]
        structure = TriedStructure(
            more_than,
            len(words),
            tables.keep((ctypes.c_int64 * max(len(words), 1))(*words)),
            ends is None,
            tables.sampled(name, len(words)) + 1 if are_samples else 0,
        )
        self._asm.add("OFFER_TRIED", k=tables.keep(structure))

    def _fixed_range(self, domain: TypeDomain | RangeDomain) -> tuple[int, int] | None:
        """The ends of a domain, if they are the same in every state."""
        match domain:
            case TypeDomain(MathType()):
                return -FARTHEST, FARTHEST
            case TypeDomain(kind):
                return self._range(kind)
            case RangeDomain(low, high):
                first, last = fold(low), fold(high)
                if isinstance(first, Const) and isinstance(last, Const):
                    return int(first.value), int(last.value)
                return None

    def _offer_fixed(self, kind: Type, low: int, high: int, bound: int | None) -> None:
        """Offer the words of a range, of which some numbers may be no words: then not all of it is ever offered."""
        asm, expr = self._asm, self._expr
        least, greatest = max(low, -(1 << 63)), min(high, _highest(kind))
        if (least, greatest) == (-(1 << 63), (1 << 63) - 1):
            asm.add("UNBOUNDED")
        else:
            is_unsigned = greatest >= 1 << 63
            asm.add("OFFER_RANGE", 0, expr.constant(least), expr.constant(greatest), is_unsigned)
        if bound is not None:
            _, first, last = self._tables.bound_texts[bound]
            asm.add("OFFER_CLIP", 0, 0, (low < first) | (high > last) << 1, bound)

    def _range(self, kind: Type) -> tuple[int, int]:
        match kind:
            case BoolType():
                return 0, 1
            case IntegerType():
                return kind.low, kind.high
            case FloatType(width):
                return 0, (1 << width) - 1
            case TokenType(name):
                return 0, len(self._tables.program.token_sets[name].tokens) - 1
            case _:
                raise InternalError(f"the values of type {kind} should not be enumerated")

    def offer_instances(self, operation: ChooseInstance) -> None:
        """Offer the instances of a class."""
        self._asm.add("OFFER_INSTANCES", k=self._instances(operation))

    def chosen_instance(self, operation: ChooseInstance) -> int:
        """Where the instance is that a decision stands for."""
        d = self._asm.temporary()
        self._asm.add("INSTANCE", d, k=self._instances(operation))
        return d

    def _instances(self, operation: ChooseInstance) -> int:
        return self._tables.class_numbers[operation.class_name] | operation.nullable << 32

    def _relation(self, domain: RelationDomain, *, is_outermost: bool) -> int:
        """Offer the results of a relation, or give them as a mask."""
        asm, tables = self._asm, self._tables
        relation = tables.program.relations[domain.relation]
        masks = [self._mask(argument) for argument in domain.arguments]
        first = asm.temporary(max(len(masks), 1))
        for offset, mask in enumerate(masks):
            asm.add("MOVE", first + offset, mask)
        rows = list(tables.relation_rows(relation))
        starts = [0]
        for row in rows:
            starts.append(starts[-1] + len(row))
        sizes = [tables.values_of(kind) for kind in relation.parameters]
        results = [int(value) for row in rows for value in row]
        structure = RelationStructure(
            len(rows),
            len(sizes),
            tables.keep((ctypes.c_uint32 * max(len(sizes), 1))(*sizes)),
            tables.keep((ctypes.c_uint32 * len(starts))(*starts)),
            tables.keep((ctypes.c_int64 * max(len(results), 1))(*results)),
        )
        if not is_outermost:
            tables.values_of(relation.result)
        d = NO_SLOT if is_outermost else asm.temporary()
        asm.add("OFFER_RELATION", d, first, 0, tables.keep(structure))
        return d

    def _mask(self, argument: Expr | Domain) -> int:
        """Where a mask of the values of a relation's argument is."""
        asm, expr = self._asm, self._expr
        match argument:
            case RelationDomain():
                return self._relation(argument, is_outermost=False)
            case TypeDomain(kind):
                return expr.constant((1 << self._tables.values_of(kind)) - 1)
            case GuardedDomain(cases):
                mask = expr.constant(0)
                for guard, value in cases:
                    end = Label()
                    if guard is not None:
                        asm.add("JUMP_UNLESS", 0, expr.value(guard), 0, end)
                    asm.add("OR", mask, mask, self._bit(PlaceWriter(self._tables, self._function, asm).value(value)))
                    asm.put(end)
                return mask
            case RangeDomain():
                raise Unsupported("a relation over a range")
            case expression:
                return self._bit(expr.value(expression))

    def _bit(self, slot: int) -> int:
        d = self._asm.temporary()
        self._asm.add("SHL", d, self._expr.constant(1), slot, 64 << 8)
        return d

    def chosen(self, place: Place, domain: Domain) -> int:
        """Where the value is that a decision stands for."""
        asm = self._asm
        decision = asm.temporary()
        asm.add("CHOICE", decision)
        if isinstance(domain, GuardedDomain):
            count = slots_of(place.type)
            d, end = asm.temporary(count), Label()
            for guard, value in domain.cases:
                skip = Label()
                fresh = PlaceWriter(self._tables, self._function, asm)
                if guard is not None:
                    asm.add("JUMP_UNLESS", 0, fresh.value(guard), 0, skip)
                is_this, mine = asm.temporary(), Label()
                asm.add("EQ_K", is_this, decision, 0, 0)
                asm.add("ADD_K", decision, decision, 0, -1 << 8 | 64)
                asm.add("JUMP_UNLESS", 0, is_this, 0, skip)
                asm.put(mine)
                fresh.move(d, fresh.value(value), count)
                asm.add("JUMP", k=end)
                asm.put(skip)
            asm.put(end)
            return d
        match place.type:
            case BoolType():
                asm.add("NONZERO", decision, decision)
            case FloatType(width):
                asm.add("F_LOADED", decision, decision, 0, width)
            case kind if is_wide(kind):
                wide = asm.temporary(2)
                asm.add("W_EXTEND", wide, decision)
                return wide
            case _:
                pass
        return decision


def _highest(kind: Type) -> int:
    """The greatest decision about a type that the machine can take."""
    is_unsigned = is_unsigned_word(kind) or kind == FloatType(64)
    return (1 << 64) - 1 if is_unsigned else (1 << 63) - 1
