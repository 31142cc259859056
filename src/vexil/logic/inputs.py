"""What the environment decides: a symbol for every choice, with the values it may have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Expr
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.operations import ChooseInstance
from vexil.ir.types import BoolType, IntegerType, MathType, TokenType, Type
from vexil.logic.sorts import bits
from vexil.logic.space import REFERENCE_WIDTH, Space, State, Untranslatable
from vexil.logic.terms import Term
from vexil.logic.translate import Conditions, Translated, Translator, merged


@dataclass(frozen=True, slots=True)
class Input:
    """A choice: its symbol, where it is made, and when a value is possible.

    ``cases`` lists the values with their guards when the choice is among finitely many; ``is_listed`` says that the
    program lists them, so that the interpreter is told a position. ``type`` is that of the value, for reports.
    ``is_determined`` says that the interpreter decides nothing: there is exactly one value, so that "for all" and
    "for some" are the same, or it is the bits of a NaN, which no run may look at.
    """

    symbol: Term
    place: str
    domain: Term
    cases: tuple[tuple[Term, Term], ...] | None = None
    is_listed: bool = False
    is_determined: bool = False
    type: Type | None = None

    def mapped(self, change: Callable[[Term], Term]) -> Input:
        """The same choice with all its terms changed."""
        cases = self.cases
        if cases is not None:
            cases = tuple((change(guard), change(value)) for guard, value in cases)
        return replace(self, symbol=change(self.symbol), domain=change(self.domain), cases=cases)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A chosen value, the choices it took, and when they are defined."""

    value: Term
    inputs: tuple[Input, ...]
    conditions: Conditions


def alternative(space: Space, place: str, name: str, count: int) -> Input:
    """The number of the alternative that the environment takes at a location."""
    terms = space.terms
    width = max(1, (count - 1).bit_length())
    symbol = terms.symbol(name, bits(width))
    below = terms.ule(symbol, terms.bv(count - 1, width))
    return Input(symbol, place, below, tuple((terms.true, terms.bv(index, width)) for index in range(count)))


class Chooser:
    """Turns domains of choices into inputs."""

    def __init__(self, space: Space, translator: Translator) -> None:
        self._space = space
        self._terms = space.terms
        self._translator = translator

    def choose(self, state: State, domain: Domain, kind: Type, place: str, name: str) -> Chosen:
        """A value of a domain; the symbols are called *name*, with numbers behind when there are several."""
        if not isinstance(domain, RelationDomain):
            return self._simple(state, domain, kind, place, name)
        return self._related(state, domain, place, name)

    def instance(self, state: State, operation: ChooseInstance, place: str, name: str) -> Chosen:
        """A reference to an instance created so far."""
        terms = self._terms
        symbol = terms.symbol(name, bits(REFERENCE_WIDTH))
        zero = terms.bv(0, REFERENCE_WIDTH)
        exists = terms.and_(terms.slt(zero, symbol), terms.slt(symbol, state.read(self._space.next_object)))
        tag = self._translator.heap.class_of(state, symbol)
        numbers = self._translator.heap.subclasses(operation.class_name)
        fits = terms.disjunction(terms.eq(tag, terms.bv(number, tag.width)) for number in numbers)
        domain = terms.and_(exists, fits)
        if operation.nullable:
            domain = terms.or_(terms.eq(symbol, zero), domain)
        return Chosen(symbol, (Input(symbol, place, domain),), {})

    def _simple(
        self, state: State, domain: TypeDomain | RangeDomain | GuardedDomain, kind: Type, place: str, name: str
    ) -> Chosen:
        terms = self._terms
        symbol = terms.symbol(name, self._space.sort(kind))
        match domain:
            case TypeDomain(chosen):
                return Chosen(symbol, (self._of_type(symbol, chosen, place),), {})
            case RangeDomain(low, high):
                ends = [self._translator.translate(state, end) for end in (low, high)]
                least, greatest = (end.value for end in ends)
                inside = terms.and_(self._at_most(least, symbol, kind), self._at_most(symbol, greatest, kind))
                conditions = merged(
                    terms, *(end.conditions for end in ends), (("empty-choice", self._at_most(least, greatest, kind)),)
                )
                return Chosen(symbol, (Input(symbol, place, inside, type=kind),), conditions)
            case GuardedDomain():
                return self._guarded(state, domain, symbol, kind, place)

    def _of_type(self, symbol: Term, kind: Type, place: str) -> Input:
        terms = self._terms
        match kind:
            case BoolType():
                return Input(
                    symbol, place, terms.true, ((terms.true, terms.false), (terms.true, terms.true)), type=kind
                )
            case TokenType(name):
                count = len(self._space.program.token_sets[name].tokens)
                cases = tuple((terms.true, terms.bv(number, symbol.width)) for number in range(count))
                return Input(symbol, place, terms.ult(symbol, terms.bv(count, symbol.width)), cases, type=kind)
            case _:
                return Input(symbol, place, terms.true, type=kind)

    def _at_most(self, left: Term, right: Term, kind: Type) -> Term:
        match kind:
            case MathType():
                return self._terms.int_compare("<=", left, right)
            case IntegerType(_, True):
                return self._terms.sle(left, right)
            case IntegerType():
                return self._terms.ule(left, right)
            case _:
                raise Untranslatable(f"a range of type {kind}")

    def _guarded(self, state: State, domain: GuardedDomain, symbol: Term, kind: Type, place: str) -> Chosen:
        terms = self._terms
        cases: list[tuple[Term, Term]] = []
        conditions: list[Conditions] = []
        for guard, value in domain.cases:
            translated = self._translator.translate(state, value)
            holds = Translated(terms.true, {}) if guard is None else self._translator.translate(state, guard)
            conditions.append(holds.conditions)
            conditions.append(
                {word: terms.implies(holds.value, condition) for word, condition in translated.conditions.items()}
            )
            cases.append((holds.value, translated.value))
        possible = terms.disjunction(terms.and_(guard, terms.eq(symbol, value)) for guard, value in cases)
        some = terms.disjunction(guard for guard, _ in cases)
        found_conditions = merged(terms, *conditions, (("empty-choice", some),))
        choice = Input(symbol, place, possible, tuple(cases), is_listed=True, type=kind)
        return Chosen(symbol, (choice,), found_conditions)

    def _related(self, state: State, domain: RelationDomain, place: str, name: str) -> Chosen:
        """A result of a relation; arguments that are domains are choices too."""
        values: list[Term] = []
        inputs: list[Input] = []
        conditions: list[Conditions] = []
        pending: list[tuple[Expr | Domain, bool, Type]] = [(domain, False, self._result(domain))]
        while pending:
            current, ready, kind = pending.pop()
            match current:
                case RelationDomain(_, arguments) if ready:
                    taken = [values.pop() for _ in arguments][::-1]
                    choice = self._applied(current, taken, place, f"{name}.{len(inputs)}" if pending else name)
                    inputs.append(choice)
                    conditions.append({"empty-choice": self._some(current, taken)})
                    values.append(choice.symbol)
                case RelationDomain(relation, arguments):
                    pending.append((current, True, kind))
                    kinds = self._space.program.relations[relation].parameters
                    pending.extend(
                        (argument, False, wanted)
                        for argument, wanted in reversed(list(zip(arguments, kinds, strict=True)))
                    )
                case TypeDomain() | RangeDomain() | GuardedDomain():
                    chosen = self._simple(state, current, kind, place, f"{name}.{len(inputs)}")
                    inputs.extend(chosen.inputs)
                    conditions.append(chosen.conditions)
                    values.append(chosen.value)
                case expression:
                    translated = self._translator.translate(state, expression)
                    conditions.append(translated.conditions)
                    values.append(translated.value)
        return Chosen(values[0], tuple(inputs), merged(self._terms, *conditions))

    def _result(self, domain: RelationDomain) -> Type:
        return self._space.program.relations[domain.relation].result

    def _rows(self, domain: RelationDomain, arguments: list[Term]) -> list[tuple[Term, tuple[int, ...]]]:
        """For every row the condition that it is the one of the arguments, and its results."""
        terms = self._terms
        rows = []
        for row, results in self._space.program.relations[domain.relation].rows:
            same = (
                terms.eq(argument, terms.constant(value, argument.sort))
                for argument, value in zip(arguments, row, strict=True)
            )
            rows.append((terms.conjunction(same), results))
        return rows

    def _some(self, domain: RelationDomain, arguments: list[Term]) -> Term:
        return self._terms.disjunction(row for row, results in self._rows(domain, arguments) if results)

    def _applied(self, domain: RelationDomain, arguments: list[Term], place: str, name: str) -> Input:
        terms = self._terms
        sort = self._space.sort(self._result(domain))
        symbol = terms.symbol(name, sort)
        by_result: dict[int, list[Term]] = {}
        for row, results in self._rows(domain, arguments):
            for result in results:
                by_result.setdefault(result, []).append(row)
        cases = tuple(
            (terms.disjunction(rows), terms.constant(result, sort)) for result, rows in sorted(by_result.items())
        )
        possible = terms.disjunction(terms.and_(guard, terms.eq(symbol, value)) for guard, value in cases)
        return Input(symbol, place, possible, cases, type=self._result(domain))


def decision(item: Input, model: Callable[[Term], int]) -> int:
    """What the interpreter is told for an input to have its value in a model.

    That is the number itself, the representation of a float, or for values that the program lists the position among
    those whose guards hold.
    """
    value = model(item.symbol)
    if item.is_listed and item.cases is not None:
        possible = [choice for guard, choice in item.cases if model(guard)]
        return next(position for position, choice in enumerate(possible) if model(choice) == value)
    if isinstance(item.type, IntegerType):
        return wrap(value, item.type.width, item.type.signed)
    return int(value)
