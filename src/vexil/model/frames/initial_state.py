"""Predicates at the beginning of a run: what globals start with is known, other memory holds anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from operator import attrgetter

from vexil.core.dag import bottom_up
from vexil.ir.expressions import Variable
from vexil.ir.operation_parts import GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.program import Memory, VariableDeclaration
from vexil.logic.inputs import Chooser, Input
from vexil.logic.pointers import OBJECT_WIDTH
from vexil.logic.space import Space, Untranslatable
from vexil.logic.store_chains import read
from vexil.logic.terms import Term
from vexil.logic.translate import Translator
from vexil.model.frames.contents import Contents


class InitialState:
    """Moves conditions on the first state of a run to constants, as far as what it contains is known."""

    def __init__(self, space: Space) -> None:
        self._space = space
        self._terms = space.terms
        self._translator = Translator(space, space.program.entry)
        self.inputs: list[Input] = []

    @cached_property
    def _chosen(self) -> Mapping[str, Term | None]:
        """The values of globals that the environment decides; nothing for one that has no formula."""
        values: dict[str, Term | None] = {}
        for declared in self._space.program.globals:
            initial = declared.initial
            if not isinstance(initial, TypeDomain | RangeDomain | GuardedDomain | RelationDomain):
                continue
            chooser = Chooser(self._space, self._translator)
            name = f"?initial {declared.name}"
            try:
                chosen = chooser.choose(self._space.initial, initial, declared.type, declared.name, name)
            except Untranslatable:
                values[declared.name] = None
                continue
            self.inputs.extend(chosen.inputs)
            values[declared.name] = chosen.value
        return values

    @cached_property
    def _contents(self) -> Contents:
        return Contents(self._space, self._translator, self._chosen)

    @cached_property
    def _registers(self) -> Mapping[Term, Term]:
        space = self._space
        values = {space.symbol(space.next_object): self._terms.bv(len(space.objects) + 1, OBJECT_WIDTH)}
        for declared in space.program.globals:
            register = space.register("", Variable(declared.name, declared.type, True))
            value = None if register is None else self._global(declared)
            if register is not None and value is not None:
                values[space.symbol(register)] = value
        entry = space.program.functions[space.program.entry]
        for declared in entry.locals:
            register = space.register(entry.name, Variable(declared.name, declared.type, False))
            if register is not None and not declared.addressable:  # memory that was never written holds anything
                values[space.symbol(register)] = self._terms.constant(0, register.sort)
        return values

    def _global(self, declared: VariableDeclaration) -> Term | None:
        if declared.name in self._chosen:
            return self._chosen[declared.name]
        match declared.initial:
            case None:
                return self._terms.constant(0, self._space.sort(declared.type))
            case Memory(cells):
                if len(cells) == 1 and cells[0][0] == 0:
                    return self._translator.translate(self._space.initial, cells[0][1]).value
                return self._terms.constant(0, self._space.sort(declared.type)) if not cells else None
            case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain():
                return None
            case expression:
                return self._translator.translate(self._space.initial, expression).value

    def moved(self, condition: Term) -> Term:
        """A condition on the first state, over inputs and memory of which nothing is known."""
        start = self._terms.substitute(condition, dict(self._registers))
        return bottom_up(start, self._moved, attrgetter("args"))

    def value(self, symbol: Term) -> Term:
        """What a variable of the state is in the first state of a run, memory as a whole."""
        return self._contents.whole(symbol) if self._contents.is_memory(symbol) else self.moved(symbol)

    def _moved(self, term: Term, arguments: tuple[Term, ...]) -> Term:
        if term.op == "select" and arguments[1].is_const:
            return self._read(*arguments)
        contents = self._contents
        known = tuple(contents.whole(item) if contents.is_memory(item) else item for item in arguments)
        return self._terms.rebuild(term, known) if known != term.args else term

    def facts(self, moved: Term) -> Iterator[Term]:
        """What holds at the beginning of memory that a moved condition reads at addresses which are not known."""
        for symbol in self._terms.symbols_of(moved):
            if self._contents.is_memory(symbol):
                yield from self._contents.facts(symbol)

    def _read(self, array: Term, index: Term) -> Term:
        """What an array of memory has at a constant index in the first state."""
        element = read(self._terms, array, index)
        if element.op == "select" and element.args[1] is index and self._contents.is_memory(element.args[0]):
            return self._contents.element(str(element.args[0].payload), index.value) or element
        return element
