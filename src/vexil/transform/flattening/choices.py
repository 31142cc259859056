"""Choices: what a domain offers, when it offers nothing, and the value that a decision stands for."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.analysis.chosen_values import SAMPLED
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.interpreter.domains import type_range
from vexil.ir.operation_parts import Domain, GuardedDomain, Origin, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.operations import Choose
from vexil.ir.types import FloatType, IntegerType, MathType, Type
from vexil.model.explore import CHOICE_LIMIT
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import FALSE, TRUE, WORD, both, cast, either, equal, negated, number
from vexil.model.guarded.system import Choice
from vexil.transform.flattening.body import Fail
from vexil.transform.flattening.encoding import Bound, Encoding, Scope
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.translate import Translator
from vexil.transform.flattening.values import WIDE

CHOSEN = "chosen"


@dataclass(frozen=True)
class Offer:
    """What a choice leaves open: ``empty`` says when it is nothing, and ``ending`` how the run then ends.

    ``clipped`` are the bounds that removed something, each with its condition.
    """

    choice: Choice
    fails: tuple[Fail, ...]
    empty: flat.Expr
    ending: int
    clipped: tuple[Fail, ...] = ()


def offer(encoding: Encoding, scope: Scope, operation: Choose, bound: Bound | None) -> Offer:
    """What a domain offers."""
    domain, kind, origin = operation.domain, operation.place.type, operation.origin
    translator = Translator(encoding, scope)
    nothing = encoding.endings.undefined("empty-choice", scope.where)
    samples = _samples(encoding, scope, operation, bound)
    if samples is not None:
        clipped = tuple(Fail(TRUE, encoding.endings.over_bound(text)) for text in samples[1])
        return Offer(Choice(CHOSEN, number(len(samples[0])), TRUE, origin), (), FALSE, nothing, clipped)
    match domain:
        case TypeDomain(FloatType()):
            raise NotFlat("a choice of floats", "they are not modelled", where=scope.edge_id)
        case TypeDomain(MathType()):
            if bound is None:
                raise NotFlat(
                    "a choice of integers", "it has no bound", where=scope.edge_id, option="--bound int=LOW..HIGH"
                )
            name, low, high = bound
            _check_count(low, high, scope)
            clipped = tuple(
                Fail(TRUE, encoding.endings.over_bound(text)) for text in (f"{name} >= {low}", f"{name} <= {high}")
            )
            return Offer(Choice(CHOSEN, number(high - low + 1), TRUE, origin), (), FALSE, nothing, clipped)
        case TypeDomain(listed):
            low, high = type_range(encoding.program, listed)
            wide = encoding.values.of(listed, where=scope.edge_id)
            return _range(translator, number(low, wide), number(high, wide), origin, bound, nothing)
        case RangeDomain(least, greatest):
            low_value, high_value = translator.value(least), translator.value(greatest)
            return _range(translator, low_value, high_value, origin, bound, nothing)
        case GuardedDomain(cases):
            return _guarded(translator, cases, origin, nothing)
        case RelationDomain(relation, _):
            table = encoding.program.relations[relation]
            most = max((result for _, results in table.rows for result in results), default=0)
            chosen = flat.Local(CHOSEN, WORD)
            condition = _is_result(translator, domain, chosen)
            possible = either(*(_is_result(translator, domain, number(value)) for value in range(most + 1)))
            choice = Choice(CHOSEN, number(most + 1), condition, origin)
            return Offer(choice, tuple(translator.fails), negated(possible), nothing)
    raise NotFlat("a choice", f"values of {kind} are not modelled", where=scope.edge_id)


def _samples(
    encoding: Encoding, scope: Scope, operation: Choose, bound: Bound | None
) -> tuple[tuple[int, ...], tuple[str, ...]] | None:
    """A few values that stand for very many, with the bounds that remove some of those."""
    domain, place = operation.domain, operation.place
    if not isinstance(place, Variable) or place.is_global or scope.function is None:
        return None
    match domain:
        case TypeDomain(IntegerType() as listed):
            low, high = listed.low, listed.high
        case RangeDomain(Const(least, IntegerType()), Const(greatest, IntegerType())):
            low, high = int(least), int(greatest)
        case _:
            return None
    reasons = []
    if bound is not None:
        name, first, last = bound
        reasons += [f"{name} >= {first}"] * (low < first) + [f"{name} <= {last}"] * (high > last)
        low, high = max(low, first), min(high, last)
    samples = encoding.sampling.of(scope.function, scope.edge_id, place, low, high)
    if samples is None:
        return None
    if samples.are_samples:
        reasons.append(f"{SAMPLED} {scope.edge_id} <= {len(samples.tried)}")
    return samples.tried, tuple(reasons)


def _check_count(low: int, high: int, scope: Scope) -> None:
    if high - low >= CHOICE_LIMIT:
        raise NotFlat(
            "a choice",
            f"it is among more than {CHOICE_LIMIT} values",
            where=scope.edge_id,
            option="--bound NAME=LOW..HIGH",
        )


def _range(
    translator: Translator, low: flat.Expr, high: flat.Expr, origin: Origin, bound: Bound | None, nothing: int
) -> Offer:
    encoding, kind = translator.encoding, low.type
    nonempty = _at_most(low, high)
    clipped: list[Fail] = []
    if bound is not None:
        name, least, greatest = bound
        if least > kind.low:
            below = _less(low, least)
            clipped.append(Fail(both(nonempty, below), encoding.endings.over_bound(f"{name} >= {least}")))
            low = _either_of(below, least, low)
        if greatest < kind.high:
            above = _more(high, greatest)
            clipped.append(Fail(both(nonempty, above), encoding.endings.over_bound(f"{name} <= {greatest}")))
            high = _either_of(above, greatest, high)
    if isinstance(low, flat.Const) and isinstance(high, flat.Const):
        _check_count(low.value, high.value, translator.scope)
        count: flat.Expr = number(max(0, high.value - low.value + 1))
        choice = Choice(CHOSEN, count, TRUE, origin)
        return Offer(
            choice, tuple(translator.fails), FALSE if high.value >= low.value else TRUE, nothing, tuple(clipped)
        )
    distance = flat.apply(Operator.SUBTRACT, high, low)
    unsigned = IntegerType(kind.width, False)
    if kind.width > 20:
        far = flat.apply(Operator.GREATER_EQUAL, cast(distance, unsigned), number(CHOICE_LIMIT, unsigned))
        ending = encoding.endings.over_bound(f"alternatives at {translator.scope.edge_id} <= {CHOICE_LIMIT}")
        translator.end(both(_at_most(low, high), far), ending)
    count = flat.apply(Operator.ADD, cast(cast(distance, unsigned), WORD), number(1))
    choice = Choice(CHOSEN, count, TRUE, origin)
    empty = negated(_at_most(low, high))
    return Offer(choice, tuple(translator.fails), empty, nothing, tuple(clipped))


def _at_most(low: flat.Expr, high: flat.Expr) -> flat.Expr:
    if isinstance(low, flat.Const) and isinstance(high, flat.Const):
        return TRUE if low.value <= high.value else FALSE
    return flat.apply(Operator.LESS_EQUAL, low, high)


def _less(value: flat.Expr, limit: int) -> flat.Expr:
    if isinstance(value, flat.Const):
        return TRUE if value.value < limit else FALSE
    if limit > value.type.high:
        return TRUE
    return flat.apply(Operator.LESS, value, number(limit, value.type))


def _more(value: flat.Expr, limit: int) -> flat.Expr:
    if isinstance(value, flat.Const):
        return TRUE if value.value > limit else FALSE
    if limit < value.type.low:
        return TRUE
    return flat.apply(Operator.GREATER, value, number(limit, value.type))


def _either_of(condition: flat.Expr, limit: int, value: flat.Expr) -> flat.Expr:
    if flat.is_const(condition, 0):
        return value
    clamped = number(max(value.type.low, min(limit, value.type.high)), value.type)
    return clamped if flat.is_const(condition, 1) else flat.apply(Operator.IF, condition, clamped, value)


def _guarded(
    translator: Translator, cases: tuple[tuple[Expr | None, Expr], ...], origin: Origin, nothing: int
) -> Offer:
    guards: list[flat.Expr] = []
    for guard, value in cases:
        test = TRUE if guard is None else translator.value(guard)
        guards.append(test)
        translator.under(test, value)
    chosen = flat.Local(CHOSEN, WORD)
    condition = either(*(both(equal(chosen, number(index)), test) for index, test in enumerate(guards)))
    if all(flat.is_const(test, 1) for test in guards):
        condition = TRUE
    choice = Choice(CHOSEN, number(len(cases)), condition, origin)
    return Offer(choice, tuple(translator.fails), negated(either(*guards)), nothing)


def _is_result(translator: Translator, domain: Expr | Domain, value: flat.Expr) -> flat.Expr:
    """Whether a value is one that a domain or expression gives."""
    match domain:
        case RelationDomain(relation, arguments):
            rows = []
            for row, results in translator.encoding.program.relations[relation].rows:
                given = [
                    _is_result(translator, argument, number(wanted))
                    for argument, wanted in zip(arguments, row, strict=True)
                ]
                rows.append(both(*given, either(*(equal(value, number(result)) for result in results))))
            return either(*rows)
        case GuardedDomain(cases):
            return either(
                *(
                    both(
                        TRUE if guard is None else translator.value(guard),
                        equal(cast(translator.value(item), WORD), value),
                    )
                    for guard, item in cases
                )
            )
        case TypeDomain(listed):
            low, high = type_range(translator.encoding.program, listed)
            return both(_at_most(number(low), value), _at_most(value, number(high)))
        case RangeDomain(least, greatest):
            low_value, high_value = translator.value(least), translator.value(greatest)
            return both(_at_most(cast(low_value, WORD), value), _at_most(value, cast(high_value, WORD)))
        case expression:
            return equal(cast(translator.value(expression), WORD), value)


def chosen_value(translator: Translator, domain: Domain, kind: Type, bound: Bound | None) -> flat.Expr:
    """The value that the decision stands for."""
    values = translator.encoding.values
    wanted = values.of(kind, where=translator.scope.edge_id)
    chosen = flat.Local(CHOSEN, WORD)
    samples = translator.encoding.sampling.chosen.get(translator.scope.edge_id)
    if samples is not None:
        return _listed(translator, samples, wanted)
    match domain:
        case TypeDomain(MathType()):
            assert bound is not None
            return flat.apply(Operator.ADD, cast(chosen, WIDE), number(bound[1], WIDE))
        case TypeDomain(listed):
            low, _ = type_range(translator.encoding.program, listed)
            low_value: flat.Expr = number(low, values.of(listed))
            return cast(_from(low_value, chosen, bound), wanted)
        case RangeDomain(least, _):
            return cast(_from(translator.value(least), chosen, bound), wanted)
        case GuardedDomain(cases):
            selected: flat.Expr | None = None
            for index, (_, candidate) in reversed(list(enumerate(cases))):
                item = translator.quietly(candidate)
                test = equal(chosen, number(index))
                selected = item if selected is None else flat.apply(Operator.IF, test, item, selected)
            assert selected is not None
            return selected
        case _:
            return cast(chosen, wanted)


def _listed(translator: Translator, values: tuple[int, ...], kind: IntegerType) -> flat.Expr:
    """The value of a list that was chosen."""
    chosen = flat.Local(CHOSEN, WORD)
    if values[-1] - values[0] == len(values) - 1:
        return _from(number(values[0], kind), chosen, None)
    name = f"values at {translator.scope.edge_id}"
    tables = translator.encoding.storage.tables
    table = next((item for item in tables if item.name == name), None)
    if table is None:
        table = flat.Variable(name, kind, len(values), values, constant=True)
        tables.append(table)
    return flat.read(table, chosen)


def _from(low: flat.Expr, chosen: flat.Expr, bound: Bound | None) -> flat.Expr:
    if bound is not None and bound[1] > low.type.low:
        low = _either_of(_less(low, bound[1]), bound[1], low)
    if flat.is_const(low, 0):
        return cast(chosen, low.type)
    return flat.apply(Operator.ADD, low, cast(chosen, low.type))
