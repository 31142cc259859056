"""Where the parts of objects lie in memory, and the types of what refers to them.

An object begins with its tag. Fields of superclasses come first, each where its type is aligned. An array object has
its length behind the tag, and a pointer to its elements, which are memory of their own: so no access at an index that
is not known is confused with one to the length. How often a lock is held lies behind the tag, where that is needed.
"""

from __future__ import annotations

from collections.abc import Mapping

from vexil.ir.program import MemberDeclaration, Program, StructDeclaration
from vexil.ir.types import (
    I32,
    I64,
    ArrayReferenceType,
    BlockType,
    CodeType,
    MathType,
    PointerType,
    ReferenceType,
    StructType,
    ThreadType,
    Type,
    is_reference,
)
from vexil.transform.heap_as_memory.problems import NotSequential

TAG = "class tag"
LENGTH = "length"
HELD = "times held"
ELEMENTS = "elements"
POINTER = 8
"""The size of references."""
WORD = 4
"""The size of tags, lengths and counts."""
HELD_AT = WORD
"""Where an object counts how often its lock is held, if it does."""


class ObjectLayout:
    """Sizes and offsets of objects.

    ``counts`` says whether every object counts how often its lock is held, *threads* whether there are several.
    """

    def __init__(self, program: Program, *, counts: bool, threads: bool = False) -> None:
        if program.layout.pointer_width != 64:
            raise NotSequential(f"references in a layout with pointers of {program.layout.pointer_width} bits")
        self._program = program
        self.counts = counts
        self._threads = threads
        self._names: dict[str, str] = {}
        self._taken = set(program.structs)
        self.structs: dict[str, StructDeclaration] = {}
        self._offsets: dict[str, dict[str, int]] = {}
        for name in program.classes:
            self._lay_out(name)

    # --- types -------------------------------------------------------------------------------------------

    def kind(self, kind: Type) -> Type:
        """A type in which references are pointers, and threads are numbers if there is only one."""
        match kind:
            case ReferenceType(name):
                return PointerType(StructType(self._name(name)))
            case ArrayReferenceType(element):
                return PointerType(StructType(self._array(element)))
            case ThreadType() if not self._threads:
                return I64
            case PointerType(target) if target is not None:
                return PointerType(self.kind(target))
            case BlockType(element, length):
                return BlockType(self.kind(element), length)
            case CodeType(result, parameters, variadic):
                given = None if result is None else self.kind(result)
                return CodeType(given, tuple(map(self.kind, parameters)), variadic)
            case _:
                return kind

    def is_object(self, kind: Type) -> bool:
        """Say whether a pointer of a type points to the beginning of an object."""
        target = kind.target if isinstance(kind, PointerType) else None
        return isinstance(target, StructType) and target.name in self.structs

    def size_of(self, kind: Type) -> int:
        """The size of a field or an element."""
        if isinstance(kind, MathType):
            raise NotSequential("mathematical integers in objects")
        return self._program.layout.size_of(self.kind(kind), self._program.structs)

    def _name(self, name: str) -> str:
        """The structure that stands for a class; a class of the same name as a structure gets another one."""
        if name not in self._names:
            chosen = name
            while chosen in self._taken:
                chosen += "'"
            self._taken.add(chosen)
            self._names[name] = chosen
        return self._names[name]

    # --- objects -----------------------------------------------------------------------------------------

    @property
    def length_at(self) -> int:
        """Where the length of an array object lies."""
        return HELD_AT + WORD if self.counts else HELD_AT

    def offset(self, class_name: str, field: str) -> int:
        """Where the field that a class declares lies in its instances, and in those of its subclasses."""
        return self._offsets[class_name][field]

    def size(self, class_name: str) -> int:
        """The size of an instance of a class, and not of a subclass."""
        return self.structs[self._name(class_name)].size

    def parts(self, class_name: str) -> list[tuple[int, Type]]:
        """Where everything but the tag lies in an instance of a class, and of what type it is."""
        members = self.structs[self._name(class_name)].members
        return [(member.offset, member.type) for member in members if member.name != TAG]

    @property
    def elements_at(self) -> int:
        """Where the pointer to the elements of an array object lies."""
        return 4 * WORD if self.counts else 2 * WORD

    @property
    def array_size(self) -> int:
        """The size of an array object without its elements."""
        return self.elements_at + POINTER

    def _lay_out(self, name: str) -> None:
        chain = []
        current: str | None = name
        while current is not None:
            chain.append(current)
            current = self._program.classes[current].superclass
        members = [MemberDeclaration(TAG, I32, 0)]
        if self.counts:
            members.append(MemberDeclaration(HELD, I32, HELD_AT))
        end = len(members) * WORD
        taken = {member.name for member in members}
        for owner in reversed(chain):
            offsets = self._offsets.setdefault(owner, {})
            for declared in self._program.classes[owner].fields:
                size = self.size_of(declared.type)
                end += -end % min(max(size, 1), 8)
                shown = declared.name if declared.name not in taken else f"{owner}.{declared.name}"
                taken.add(shown)
                offsets[declared.name] = end
                members.append(MemberDeclaration(shown, self.kind(declared.type), end))
                end += size
        struct = StructDeclaration(self._name(name), end, 8, tuple(members))
        self.structs[struct.name] = struct

    def _array(self, element: Type) -> str:
        """The structure that stands for the beginning of array objects."""
        name = self._name(f"{element}[]")
        if name not in self.structs:
            members = [MemberDeclaration(TAG, I32, 0)]
            if self.counts:
                members.append(MemberDeclaration(HELD, I32, HELD_AT))
            members.append(MemberDeclaration(LENGTH, I32, self.length_at))
            members.append(MemberDeclaration(ELEMENTS, PointerType(self.kind(element)), self.elements_at))
            self.structs[name] = StructDeclaration(name, self.array_size, 8, tuple(members))
        return name

    def declared(self) -> Mapping[str, StructDeclaration]:
        """The structures of the program, and those that stand for classes and arrays."""
        own: dict[str, StructDeclaration] = {}
        for name, struct in self._program.structs.items():
            if any(is_reference(member.type) for member in struct.members):
                raise NotSequential(f"references in the structure {name}")
            members = tuple(
                MemberDeclaration(item.name, self.kind(item.type), item.offset, item.bit_offset, item.bit_width)
                for item in struct.members
            )
            own[name] = StructDeclaration(name, struct.size, struct.alignment, members, struct.union)
        return {**own, **self.structs}
