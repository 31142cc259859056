"""What the atoms of a branching property say about the states of a program, and of its abstraction."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.abstraction.predicates import Predicates
from vexil.abstraction.updates import Updates
from vexil.abstraction.user_predicates import reads_registers
from vexil.engines.belnap.fixpoints import Meaning
from vexil.ir.expressions import Expr as IrExpr
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.logic.translate import Translator
from vexil.model.boolean_program.expressions import FALSE, TRUE, Expr
from vexil.model.observe import ABSENT, UNWRITTEN
from vexil.model.presence import Presence, presence_of
from vexil.pipeline.predicates.precision import PredicateAbstraction
from vexil.refinement.from_paths import atoms
from vexil.spec.atoms import At, Atom, Call
from vexil.spec.atoms import Holds as Expression
from vexil.spec.formulas import Mu, atoms_of
from vexil.spec.names import find_functions, find_locations
from vexil.spec.property import Property
from vexil.spec.resolve import Resolver
from vexil.transform.inlining import Inlining


class NoMeaning(Exception):  # noqa: N818 - an answer
    """An atom means nothing in an abstraction, with the reason."""


class AtomMeanings:
    """The atoms of a property as conditions on states and as sets of locations."""

    def __init__(self, abstraction: PredicateAbstraction, inlining: Inlining, prop: Property) -> None:
        self._abstractor = abstraction.abstractor
        self._original = inlining.original
        self._inlining = inlining
        self._asked = prop
        self._space = abstraction.abstractor.space
        self._terms = abstraction.abstractor.space.terms
        self._entry = inlining.program.entry
        self._atoms: dict[Atom, Term | frozenset[int]] = {}
        self._of_entry: set[Atom] = set()
        """Atoms about variables of the entry function, which are gone when it has returned."""

    def of(self, atom: Atom) -> Term | frozenset[int]:
        """What an atom says: a condition on the state, or the locations where it is true."""
        meaning = self._atoms.get(atom)
        if meaning is None:
            meaning = self._atoms[atom] = self._read(atom)
        return meaning

    def _read(self, atom: Atom) -> Term | frozenset[int]:
        match atom:
            case At(location, None):
                return frozenset(self._inlining.locations(find_locations(self._original, location)))
            case Call(function):
                called = find_functions(self._original, function)
                entries = [(name, self._original.functions[name].entry) for name in called]
                return frozenset(self._inlining.locations(entries))
            case Expression(text, tree):
                resolved = Resolver(self._original, self._asked.file).condition(tree)
                if resolved.function is not None:
                    if resolved.function != self._original.entry:
                        raise NoMeaning(f"{text} is about variables of {resolved.function}")
                    if presence_of(self._original, resolved) != Presence():
                        raise NoMeaning(f"{text} is about variables that are not there from the start")
                    self._of_entry.add(atom)
                return self._condition(text, resolved.expression)
            case _:
                raise NoMeaning(f"{atom} has no meaning in a program without calls and threads")

    def _condition(self, text: str, expression: IrExpr) -> Term:
        """A condition on the state: false where something that it reads is absent."""
        try:
            translated = Translator(self._space, self._entry).translate(self._space.initial, expression)
        except Untranslatable as problem:
            raise NoMeaning(f"{text}: {problem.reason}") from None
        unclear = [kind for kind in translated.conditions if kind not in ABSENT | UNWRITTEN]
        if unclear:
            raise NoMeaning(f"{text} is not always defined ({', '.join(unclear)})")
        if reads_registers(self._space, self._abstractor.analyses, self._entry, expression):
            raise NoMeaning(f"{text} reads through a pointer that the program itself never uses")
        return self._terms.conjunction([*translated.conditions.values(), translated.value])

    def at_locations(self, predicates: Predicates) -> Meaning:
        """What atoms say at the locations of an abstraction over predicates, as partial expressions."""
        visible = predicates.visible_in(self._entry)
        updates: Updates = self._abstractor.updates()
        conditions: dict[Atom, Expr] = {}
        entry = self._inlining.entry
        over = (entry.exit, entry.exceptional_exit)

        def meaning(atom: Atom, location: int) -> Expr:
            said = self.of(atom)
            if isinstance(said, frozenset):
                return TRUE if location in said else FALSE
            if atom in self._of_entry and location in over:
                return FALSE
            if atom not in conditions:
                conditions[atom] = updates.condition(visible, said)
            return conditions[atom]

        return meaning

    def conditions(self, formula: Mu) -> Iterator[Term]:
        """The conditions on states that a property consists of."""
        for atom in atoms_of(formula):
            meaning = self.of(atom)
            if isinstance(meaning, Term):
                yield from atoms(self._terms, meaning)
