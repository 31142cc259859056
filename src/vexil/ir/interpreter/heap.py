"""Objects of a running machine: instances of classes, arrays, and the operations on references."""

from __future__ import annotations

from vexil.core.errors import LimitReached
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.interpreter.classes import default_value
from vexil.ir.interpreter.numbering import Numbering
from vexil.ir.interpreter.state import FIRST_COLLECTION, ArrayObject, Cut, CutRun, HeapObject, Instance, MachineState
from vexil.ir.types import ArrayReferenceType, ReferenceType, Type

LONGEST_ARRAY = 1 << 24
"""Longer arrays are not created."""


class Heap(MachineState):
    """The part of a machine that works on references."""

    def _add(self, item: HeapObject) -> int:
        number = self.next_object
        self.next_object = number + 1
        self.objects[number] = item
        return number

    # --- allocation --------------------------------------------------------------------------------------

    def _collect(self) -> None:
        """Forget the objects that nothing reaches; where objects are created, every value in use can be reached."""
        kept = {*range(1, self.first_dynamic), *Numbering(self).reach_all()}
        self.objects = {number: item for number, item in self.objects.items() if number in kept}
        self.collect_at = max(FIRST_COLLECTION, 2 * len(self.objects))

    def over_bound(self, reason: str) -> None:
        """End the run because a count exceeded its bound."""
        raise CutRun(Cut(reason, True))

    def _check_site(self, site: str) -> None:
        """Hold the instances that can still be reached to the bound of their allocation site."""
        limit = self.bounds.sites.get(site, self.bounds.instances)
        if limit is not None:
            live = sum(self.objects[number].site == site for number in Numbering(self).reach_all())
            if live >= limit:
                self.over_bound(f"instances at {site} <= {limit}")

    def instances(self, class_name: str, nullable: bool) -> list[int]:
        """The instances of a class in canonical order, after null if that is possible."""
        kind = ReferenceType(class_name)
        numbers = [number for number in Numbering(self).reach_all() if self.is_instance(number, kind)]
        return [0, *numbers] if nullable else numbers

    def new_object(self, class_name: str, site: str) -> int:
        """Create an instance and return its reference."""
        self._check_site(site)
        if len(self.objects) >= self.collect_at:
            self._collect()
        return self._add(Instance(class_name, list(self.compiled.classes.fields[class_name]), site))

    def new_array(self, element: Type, length: int, site: str) -> int:
        """Create an array object and return its reference."""
        if length < 0:
            raise UndefinedValue("negative-array-size")
        limit = self.bounds.array_length
        if limit is not None and length > limit:
            self.over_bound(f"array length <= {limit}")
        if length > LONGEST_ARRAY:
            raise LimitReached(f"limit of {LONGEST_ARRAY} elements: an array of {length} is created")
        self._check_site(site)
        if len(self.objects) >= self.collect_at:
            self._collect()
        return self._add(ArrayObject(element, [default_value(element)] * length, site))

    # --- class instances and arrays ----------------------------------------------------------------------

    def instance(self, reference: int, classes: frozenset[str]) -> list[object]:
        """The fields of an object of one of the classes."""
        item = self.objects.get(reference)
        if item.__class__ is Instance and item.class_name in classes:
            return item.fields
        raise self._invalid(reference)

    def _invalid(self, reference: int) -> UndefinedValue:
        if reference == 0:
            return UndefinedValue("null-dereference")
        return UndefinedValue("wrong-class" if reference in self.objects else "invalid-reference")

    def _array(self, reference: int) -> ArrayObject:
        item = self.objects.get(reference)
        if isinstance(item, ArrayObject):
            return item
        raise self._invalid(reference)

    def _items(self, reference: int, index: int, family: str) -> list[object]:
        """The elements of an array object, when it has the family of elements and the index."""
        array = self._array(reference)
        if array.family != family:
            raise UndefinedValue("wrong-class")
        if not 0 <= index < len(array.items):
            raise UndefinedValue("array-index")
        return array.items

    def element(self, reference: int, index: int, family: str) -> object:
        """An element of an array object."""
        return self._items(reference, index, family)[index]

    def set_element(self, value: object, reference: int, index: int, family: str) -> None:
        """Write an element of an array object."""
        self._items(reference, index, family)[index] = value

    def array_length(self, reference: int) -> int:
        """The length of an array object."""
        return len(self._array(reference).items)

    def class_of(self, reference: int) -> str:
        """The class of an object."""
        item = self.objects.get(reference)
        if isinstance(item, Instance):
            return item.class_name
        root = self.compiled.classes.root
        if isinstance(item, ArrayObject) and root is not None:
            return root
        raise self._invalid(reference)

    def is_instance(self, reference: int, tested: Type) -> bool:
        """Say whether a reference is not null and refers to an object of the type."""
        match self.objects.get(reference), tested:
            case Instance() as item, ReferenceType(name):
                return name in self.compiled.classes.ancestors[item.class_name]
            case ArrayObject() as item, _:
                return self._is_subtype(ArrayReferenceType(item.element), tested)
            case _:
                return False

    def storable(self, array: int, reference: int) -> bool:
        """Say whether an array object may hold a reference: null, or an object of its element type (JLS 10.5)."""
        item = self.objects.get(array)
        if not isinstance(item, ArrayObject):
            raise self._invalid(array)
        return reference == 0 or self.is_instance(reference, item.element)

    def leaked(self) -> bool:
        """Say whether there is heap memory that nothing reaches."""
        numbering = Numbering(self)
        numbering.roots()
        numbering.reach()
        return bool(numbering.leaks())

    def _is_subtype(self, kind: Type, other: Type) -> bool:
        """Compare types of array objects: arrays are covariant in references (JLS 4.10.3)."""
        while isinstance(kind, ArrayReferenceType) and isinstance(other, ArrayReferenceType):
            kind, other = kind.element, other.element
        match kind, other:
            case ReferenceType(name), ReferenceType(ancestor):
                return ancestor in self.compiled.classes.ancestors[name]
            case ArrayReferenceType(), ReferenceType(name):
                return self.compiled.classes.is_root(name)
            case _:
                return kind == other
