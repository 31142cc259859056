"""Predicates at the beginning of a run: what globals start with is known, other memory holds anything."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from vexil.ir.expressions import Variable
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.operation_parts import GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.program import Memory, VariableDeclaration
from vexil.logic.inputs import Chooser, Input
from vexil.logic.space import Space, Untranslatable
from vexil.logic.terms import Term
from vexil.logic.translate import Translator


class Beginning:
    """Moves conditions on the first state of a run to constants, as far as what it contains is known."""

    def __init__(self, space: Space) -> None:
        self._space = space
        self._terms = space.terms
        self._translator = Translator(space, space.program.entry)
        self.inputs: list[Input] = []

    @cached_property
    def _registers(self) -> Mapping[Term, Term]:
        space = self._space
        found: dict[Term, Term] = {}
        for declared in space.program.globals:
            variable = Variable(declared.name, declared.type, True)
            register = space.register("", variable)
            if register is not None:
                value = self._global(declared)
                if value is not None:
                    found[space.symbol(register)] = value
        entry = space.program.functions[space.program.entry]
        for declared in entry.locals:
            register = space.register(entry.name, Variable(declared.name, declared.type, False))
            if register is not None:
                found[space.symbol(register)] = self._terms.constant(0, register.sort)
        return found

    def _global(self, declared: VariableDeclaration) -> Term | None:
        initial = declared.initial
        match initial:
            case None:
                return self._terms.constant(0, self._space.sort(declared.type))
            case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain():
                chooser = Chooser(self._space, self._translator)
                name = f"?initial {declared.name}"
                chosen = chooser.choose(self._space.initial, initial, declared.type, declared.name, name)
                self.inputs.extend(chosen.inputs)
                return chosen.value
            case Memory(cells):
                if len(cells) == 1 and cells[0][0] == 0:
                    return self._translator.translate(self._space.initial, cells[0][1]).value
                return self._terms.constant(0, self._space.sort(declared.type)) if not cells else None
            case expression:
                return self._translator.translate(self._space.initial, expression).value

    @cached_property
    def _cells(self) -> Mapping[tuple[int, int, str], Term]:
        """What memory of globals starts with, by object, offset and storage; what is not listed is zero."""
        space = self._space
        width = space.pointers.width // 8
        found: dict[tuple[int, int, str], Term] = {}
        for number, (name, declared) in space.objects.items():
            initial = declared.initial
            if space.global_called(name) is None or initial is None:
                continue
            if isinstance(initial, TypeDomain | RangeDomain | GuardedDomain | RelationDomain):
                found[number, -1, ""] = self._terms.true  # any value
                continue
            for offset, expression in initial.cells if isinstance(initial, Memory) else ((0, initial),):
                value = self._translator.translate(space.initial, expression).value
                found[number, offset, storage_of(expression.type, width)] = value
        return found

    def moved(self, condition: Term) -> Term:
        """A condition on the first state, over inputs and memory of which nothing is known."""
        terms, registers = self._terms, dict(self._registers)
        found = terms.substitute(condition, registers)
        done: dict[int, Term] = {}
        pending = [(found, False)]
        while pending:
            current, ready = pending.pop()
            if current.number in done:
                continue
            if not ready:
                pending.append((current, True))
                pending.extend((argument, False) for argument in current.args)
                continue
            arguments = tuple(done[argument.number] for argument in current.args)
            made = terms.rebuild(current, arguments) if arguments and arguments != current.args else current
            if made.op == "select" and made.args[0].op == "symbol" and made.args[1].is_const:
                made = self._read(made) or made
            done[current.number] = made
        return done[found.number]

    def _read(self, selection: Term) -> Term | None:
        """What a constant address of memory starts with; nothing where that is not known."""
        space, name = self._space, str(selection.args[0].payload)
        place = selection.args[1].value
        if name == space.origins.name:
            known = space.static_origin(place, space.program.entry)
            return None if known is None else self._terms.bv(known, 8)
        if name == space.sizes.name:
            size = space.static_size(place)
            return None if size is None else self._terms.bv(size, space.pointers.width)
        number, offset = space.pointers.split(place)
        if number not in space.objects or space.global_called(space.objects[number][0]) is None:
            return None
        storage = name.rpartition(".")[2]
        if (number, -1, "") in self._cells:
            return None
        found = self._cells.get((number, offset, storage))
        if found is not None:
            return found if found.sort == selection.sort else None
        if any(owner == number for owner, _, _ in self._cells) and not storage[1:].isdigit():
            return None
        size = int(storage[1:]) if storage[1:].isdigit() else 0
        near = any(
            owner == number and start < offset + size and offset < start + int(kind[1:])
            for owner, start, kind in self._cells
        )
        return None if near or not size else self._zero(selection)

    def _zero(self, selection: Term) -> Term | None:
        try:
            return self._terms.constant(0, selection.sort)
        except (TypeError, Untranslatable):
            return None
