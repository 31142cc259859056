"""Instances and array objects: a field is an array from references to values, elements are indexed by both.

An object's class, or the family of an array's elements, is in one more array, and so is an array's length.
"""

from __future__ import annotations

from functools import cached_property

from vexil.ir.interpreter.storage import element_family
from vexil.ir.types import ReferenceType, Type
from vexil.logic.operators import Condition, PartialTerm
from vexil.logic.sorts import array, bits
from vexil.logic.space import REFERENCE_WIDTH, Space, State, StateVariable, Untranslatable
from vexil.logic.store_chains import read
from vexil.logic.terms import Term

CLASS_WIDTH = 16
INDEX_WIDTH = 32
ARRAYS = 1 << (CLASS_WIDTH - 1)
"""Array objects have a class number with the top bit set; the other bits are their family."""


class Heap:
    """Accesses to instances and array objects."""

    def __init__(self, space: Space) -> None:
        self._space = space
        self._terms = space.terms
        self._numbers = {name: number for number, name in enumerate(space.program.classes, 1)}

    @cached_property
    def _classes(self) -> StateVariable:
        return self._space.variable("heap.class", array(bits(REFERENCE_WIDTH), bits(CLASS_WIDTH)))

    @cached_property
    def _lengths(self) -> StateVariable:
        return self._space.variable("heap.length", array(bits(REFERENCE_WIDTH), bits(INDEX_WIDTH)))

    def field_variable(self, class_name: str, name: str, kind: Type) -> StateVariable:
        """The array of a field."""
        sort = array(bits(REFERENCE_WIDTH), self._space.sort(kind))
        return self._space.variable(f"{class_name}::{name}", sort)

    def element_variable(self, kind: Type) -> StateVariable:
        """The array of the elements of array objects of one family."""
        sort = array(bits(REFERENCE_WIDTH + 64), self._space.sort(kind))
        return self._space.variable(f"elements.{element_family(kind)}", sort)

    def _family(self, kind: Type) -> int:
        """A number for the family of an element type: by its words, so that it is the same for everybody."""
        families = sorted({element_family(element) for element in self._space.element_types} | {element_family(kind)})
        return ARRAYS + families.index(element_family(kind))

    def class_of(self, state: State, reference: Term) -> Term:
        """The number of an object's class, 0 for none."""
        tag = read(self._terms, state.read(self._classes), reference)
        absent = self._terms.eq(reference, self._terms.bv(0, REFERENCE_WIDTH))
        return self._terms.ite(absent, self._terms.bv(0, CLASS_WIDTH), tag)

    def _among(self, tag: Term, numbers: list[int]) -> Term:
        return self._terms.disjunction(self._terms.eq(tag, self._terms.bv(number, CLASS_WIDTH)) for number in numbers)

    def subclasses(self, class_name: str) -> list[int]:
        """The numbers of a class and everything below it."""
        program = self._space.program
        return [number for name, number in self._numbers.items() if class_name in program.superclasses(name)]

    def _valid(self, state: State, reference: Term, fits: Term) -> tuple[Condition, ...]:
        terms = self._terms
        absent = terms.eq(reference, terms.bv(0, REFERENCE_WIDTH))
        exists = terms.distinct(self.class_of(state, reference), terms.bv(0, CLASS_WIDTH))
        return (
            ("null-dereference", terms.not_(absent)),
            ("invalid-reference", terms.or_(absent, exists)),
            ("wrong-class", terms.implies(exists, fits)),
        )

    def valid_instance(self, state: State, reference: Term, class_name: str) -> tuple[Condition, ...]:
        """When a reference has the fields of a class."""
        fits = self._among(self.class_of(state, reference), self.subclasses(class_name))
        return self._valid(state, reference, fits)

    def field(self, state: State, reference: Term, class_name: str, name: str, kind: Type) -> PartialTerm:
        """The value of a field."""
        fields = state.read(self.field_variable(class_name, name, kind))
        return read(self._terms, fields, reference), self.valid_instance(state, reference, class_name)

    def valid_element(self, state: State, reference: Term, index: Term, kind: Type) -> tuple[Condition, ...]:
        """When a reference has an element of a type at an index."""
        terms = self._terms
        fits = self._among(self.class_of(state, reference), [self._family(kind)])
        length = read(terms, state.read(self._lengths), reference)
        wide = terms.zero_extend(length, index.width - INDEX_WIDTH)
        conditions = self._valid(state, reference, fits)
        valid = terms.conjunction(condition for _, condition in conditions)
        return (*conditions, ("array-index", terms.implies(valid, terms.ult(index, wide))))

    def place(self, reference: Term, index: Term) -> Term:
        """What the elements of an array object are indexed by."""
        return self._terms.concat(reference, self._terms.extract(index, 63, 0))

    def element(self, state: State, reference: Term, index: Term, kind: Type) -> PartialTerm:
        """The value of an element."""
        elements = state.read(self.element_variable(kind))
        value = read(self._terms, elements, self.place(reference, index))
        return value, self.valid_element(state, reference, index, kind)

    def length(self, state: State, reference: Term) -> PartialTerm:
        """The length of an array object."""
        terms = self._terms
        is_array = terms.ule(terms.bv(ARRAYS, CLASS_WIDTH), self.class_of(state, reference))
        return read(terms, state.read(self._lengths), reference), self._valid(state, reference, is_array)

    def is_instance(self, state: State, reference: Term, tested: Type) -> Term:
        """Whether a reference refers to an instance of a class; tests for arrays have no formula."""
        if not isinstance(tested, ReferenceType):
            raise Untranslatable(f"a test for {tested}")
        terms = self._terms
        declared = self._space.program.classes[tested.class_name]
        tag = self.class_of(state, reference)
        fits = self._among(tag, self.subclasses(tested.class_name))
        if declared.superclass is None and not declared.interface:
            fits = terms.or_(fits, terms.ule(terms.bv(ARRAYS, CLASS_WIDTH), tag))
        return fits

    def created(self, state: State, class_name: str) -> dict[str, Term]:
        """What changes when the next object is an instance of a class, its fields zero."""
        terms, space = self._terms, self._space
        number = state.read(space.next_object)
        classes = state.read(self._classes)
        own = terms.bv(self._numbers[class_name], CLASS_WIDTH)
        changed = {
            self._classes.name: terms.store(classes, number, own),
            space.next_object.name: terms.add(number, terms.bv(1, REFERENCE_WIDTH)),
        }
        for ancestor in space.program.superclasses(class_name):
            for declared in space.program.classes[ancestor].fields:
                variable = self.field_variable(ancestor, declared.name, declared.type)
                zero = terms.constant(0, space.sort(declared.type))
                changed[variable.name] = terms.store(state.read(variable), number, zero)
        return changed
