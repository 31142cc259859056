"""C types as types of the intermediate form, with sizes, members and conversions' ranks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vexil.frontends.c.tree import Tree
from vexil.ir import types
from vexil.ir.builder import ProgramBuilder
from vexil.ir.names import ANONYMOUS
from vexil.ir.program import MemberDeclaration, StructDeclaration

THREAD_TAG = "__vexil_thread"
LONG_DOUBLE = "long double"


class UnsupportedType(Exception):  # noqa: N818 - becomes a message with a place
    """A type that has no meaning here; the text says which."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a record as the front end sees it: offset in bits from the record's start."""

    name: str
    type: int
    bit_offset: int
    width: int

    @property
    def is_bit_field(self) -> bool:
        """Whether it is a bit-field."""
        return self.width >= 0


class Types:
    """The types of a program by number."""

    def __init__(self, tree: Tree, builder: ProgramBuilder) -> None:
        self._table = tree.type_table
        self._records = tree.records
        self._builder = builder
        self._ir: dict[int, types.Type] = {}
        self._names: dict[int, str] = {}
        self._pointer_size = builder.layout.pointer_width // 8
        self._lookup: dict[tuple[int, str], Member | None] = {}
        self._members: dict[int, tuple[Member, ...]] = {}
        self.size_type = types.IntegerType(builder.layout.pointer_width, False)

    def describe(self, number: int) -> tuple[Any, ...]:
        """The form of a type, seen through ``_Atomic``."""
        described = self._table[number]
        while described[0] == "atomic":
            described = self._table[described[1]]
        return described

    def is_atomic(self, number: int) -> bool:
        """Whether the type is ``_Atomic``."""
        return bool(self._table[number][0] == "atomic")

    def plain(self, number: int) -> int:
        """The type without ``_Atomic``."""
        while self.is_atomic(number):
            number = self._table[number][1]
        return number

    def shape(self, number: int) -> str:
        """The first word of the form: void, bool, int, float, pointer, array, function, record, other."""
        return str(self.describe(number)[0])

    def is_aggregate(self, number: int) -> bool:
        """Whether values have parts."""
        return self.shape(number) in ("record", "array")

    def is_extended(self, number: int) -> bool:
        """Whether it is a float of more than 64 bits, which is computed with 64."""
        described = self.describe(number)
        return bool(described[0] == "float" and described[1] > 64)

    def target(self, number: int) -> int:
        """What a pointer points to, or the element of an array."""
        return int(self.describe(number)[1])

    def ir(self, number: int) -> types.Type:
        """The type of values."""
        translated = self._ir.get(number)
        if translated is None:
            translated = self._ir[number] = self._translate(self.describe(number))
        return translated

    def stored(self, number: int) -> types.Type:
        """The type of the memory that holds a value: long doubles take more room than their value needs."""
        if self.is_extended(number):
            size = 16 if self._pointer_size == 8 else 12
            members = (MemberDeclaration("value", types.F64, 0),)
            alignment = 16 if self._pointer_size == 8 else 4
            self._builder.structs.setdefault(LONG_DOUBLE, StructDeclaration(LONG_DOUBLE, size, alignment, members))
            return types.StructType(LONG_DOUBLE)
        return self.ir(number)

    def _translate(self, described: tuple[Any, ...]) -> types.Type:
        match described:
            case ("bool",):
                return types.BOOL
            case ("int", bits, signed):
                return types.IntegerType(bits, signed)
            case ("float", bits):
                if bits < 32:
                    raise UnsupportedType("floats of 16 bits")
                return types.F32 if bits == 32 else types.F64
            case ("pointer", target, _):
                if self.is_thread(target):
                    return types.THREAD
                return types.PointerType(self.pointed(target))
            case ("array", element, length):
                return types.BlockType(self.stored(element), length if length >= 0 else None)
            case ("record", number):
                return types.StructType(self._declare(number))
            case ("function", *_):
                return self._code(described)
            case ("void",):
                raise UnsupportedType("a value of type void")
            case (_, spelling):
                raise UnsupportedType(f"values of type {spelling}")
            case _:
                raise UnsupportedType(f"values of type {described[0]}")

    def is_thread(self, number: int) -> bool:
        """Whether it is the record that stands for threads in library models."""
        described = self.describe(number)
        return bool(described[0] == "record" and self._records[described[1]][0] == THREAD_TAG)

    def pointed(self, target: int) -> types.Type | None:
        """What pointers to a C type point to; nothing when its values have no meaning here."""
        described = self.describe(target)
        if described[0] == "void" or (described[0] == "record" and self._records[described[1]][1] < 0):
            return None
        if described[0] == "other" or (described[0] == "float" and described[1] < 32):
            return None
        if described[0] == "function":
            return self._code(described)
        if described[0] == "pointer":
            return self.ir(target)
        return self.stored(target)

    def _code(self, described: tuple[Any, ...]) -> types.CodeType:
        _, result, parameters, variadic, _ = described
        kinds = [self.ir(parameter) for parameter in parameters]
        if variadic:
            kinds.append(types.PointerType(None))
        return types.CodeType(None if self.shape(result) == "void" else self.ir(result), tuple(kinds))

    def code_of(self, described: tuple[Any, ...]) -> types.CodeType:
        """The code type of a function type."""
        return self._code(described)

    def dimensions(self, number: int) -> list[int]:
        """The lengths of an array and its elements, as far as the size is variable."""
        lengths = []
        while self.shape(number) == "array" and self.has_variable_size(number):
            lengths.append(int(self.describe(number)[2]))
            number = self.target(number)
        return lengths

    def _declare(self, number: int) -> str:
        cached = self._names.get(number)
        if cached is not None:
            return cached
        tag, size, alignment, union, members, full = self._records[number]
        name = tag or (full if "(" not in full else "") or f"{ANONYMOUS}{number}"
        stem, count = name, 1
        while name in self._names.values():
            count += 1
            name = f"{stem}${count}"
        self._names[number] = name
        if size < 0:
            raise UnsupportedType(f"a value of the incomplete type {full}")
        declared = tuple(self._member(member) for member in self._flat(members))
        self._builder.structs[name] = StructDeclaration(name, size, max(1, alignment), declared, union)
        return name

    def _flat(self, members: tuple[tuple[str, int, int, int, bool], ...]) -> list[Member]:
        flat, names = [], set()
        for position, (name, kind, offset, width, _) in enumerate(members):
            if width >= 0 and not name:
                continue
            unique = name or f"{ANONYMOUS}{position}"
            names.add(unique)
            flat.append(Member(unique, kind, offset, width))
        return flat

    def _member(self, member: Member) -> MemberDeclaration:
        if not member.is_bit_field:
            return MemberDeclaration(member.name, self.stored(member.type), member.bit_offset // 8)
        _, offset, inner = self.unit_of(member)
        return MemberDeclaration(member.name, self.ir(member.type), offset, inner, member.width)

    def unit_of(self, member: Member) -> tuple[types.IntegerType, int, int]:
        """The bytes a bit-field touches: an unsigned unit, its byte offset, and the field's first bit in it."""
        first = member.bit_offset // 8
        inner = member.bit_offset % 8
        return types.IntegerType((inner + member.width + 7) // 8 * 8, False), first, inner

    def shared_unit_of(self, number: int, member: Member) -> tuple[types.IntegerType, int, int]:
        """Like `unit_of`, for all bit-fields side by side in a record: to threads they are one thing (C11 3.14)."""
        fields = self._records[self.describe(number)[1]][4]
        places = (index for index, field in enumerate(fields) if field[2] == member.bit_offset and field[3] > 0)
        first = last = next(places, -1)
        if first < 0:
            return self.unit_of(member)  # of an unnamed member
        while first and fields[first - 1][3] > 0:
            first -= 1
        while last + 1 < len(fields) and fields[last + 1][3] > 0:
            last += 1
        begin, end = fields[first][2] // 8, (fields[last][2] + fields[last][3] + 7) // 8
        if end - begin > self._pointer_size:
            return self.unit_of(member)
        return types.IntegerType(8 * (end - begin), False), begin, member.bit_offset - 8 * begin

    def members(self, number: int) -> tuple[Member, ...]:
        """The members of a record in order, unnamed ones included, padding bit-fields left out."""
        record = self.describe(number)[1]
        if record not in self._members:
            self._members[record] = tuple(
                Member(name, kind, offset, width)
                for name, kind, offset, width, _ in self._records[record][4]
                if name or width < 0
            )
        return self._members[record]

    def volatile_members(self) -> list[str]:
        """The members of records that are ``volatile`` by themselves, but for those of the library."""
        return [
            f"{record[0]}.{name}" if record[0] else name
            for record in self._records
            if record is not None and not record[0].startswith("_")
            for name, *_, volatile in record[4]
            if volatile and not name.startswith("_")
        ]

    def is_union(self, number: int) -> bool:
        """Whether a record is a union."""
        return bool(self._records[self.describe(number)[1]][3])

    def is_complete(self, number: int) -> bool:
        """Whether values of the type have a known size."""
        described = self.describe(number)
        if described[0] == "record":
            return bool(self._records[described[1]][1] >= 0)
        if described[0] == "array":
            return described[2] >= 0 and self.is_complete(described[1])
        return described[0] not in ("void", "function", "other")

    def find_member(self, number: int, name: str) -> Member | None:
        """A member by name, found through unnamed structures and unions."""
        key = (number, name)
        if key not in self._lookup:
            self._lookup[key] = self._find(number, name)
        return self._lookup[key]

    def _find(self, number: int, name: str) -> Member | None:
        for member in self.members(number):
            if member.name == name:
                return member
            if not member.name and self.shape(member.type) == "record":
                inner = self._find(member.type, name)
                if inner is not None:
                    return Member(name, inner.type, member.bit_offset + inner.bit_offset, inner.width)
        return None

    def size(self, number: int) -> int:
        """The size in bytes; GNU C gives void and functions the size 1."""
        match self.describe(number):
            case ("void",) | ("function", *_) | ("bool",):
                return 1
            case ("int", bits, _):
                return int(bits) // 8
            case ("float", bits):
                return (16 if self._pointer_size == 8 else 12) if bits == 80 else int(bits) // 8
            case ("pointer", *_):
                return self._pointer_size
            case ("array", element, length):
                return int(max(0, length)) * self.size(element)
            case ("record", record):
                return max(0, int(self._records[record][1]))
            case other:
                raise UnsupportedType(f"values of type {other[1]}")

    def scalars(self, number: int, offset: int = 0) -> list[tuple[int, int]]:
        """The byte ranges of the scalars of a type; a union and the bytes of bit-fields count as one."""
        described = self.describe(number)
        if described[0] == "array":
            step = self.size(described[1])
            return [
                part
                for index in range(max(0, min(described[2], 1024)))
                for part in self.scalars(described[1], offset + index * step)
            ]
        if described[0] != "record" or self.is_union(number):
            return [(offset, self.size(number))]
        places: dict[tuple[int, int], None] = {}
        for member in self.members(number):
            if member.is_bit_field:
                unit, byte, _ = self.unit_of(member)
                places.update(dict.fromkeys((offset + byte + index, 1) for index in range(unit.width // 8)))
            else:
                places.update(dict.fromkeys(self.scalars(member.type, offset + member.bit_offset // 8)))
        return list(places)

    def has_variable_size(self, number: int) -> bool:
        """Whether the size is known at run time only."""
        described = self.describe(number)
        while described[0] == "array":
            if described[2] == -2:
                return True
            described = self.describe(described[1])
        return False

    def promoted(self, kind: types.Type) -> types.Type:
        """The type after the integer promotions (C11 6.3.1.1)."""
        if isinstance(kind, types.BoolType) or (isinstance(kind, types.IntegerType) and kind.width < 32):
            return types.IntegerType(32, True)
        return kind

    def common(self, left: types.Type, right: types.Type) -> types.Type:
        """The type after the usual arithmetic conversions (C11 6.3.1.8)."""
        if isinstance(left, types.FloatType) or isinstance(right, types.FloatType):
            widths = [kind.width for kind in (left, right) if isinstance(kind, types.FloatType)]
            return types.F64 if max(widths) == 64 else types.F32
        left, right = self.promoted(left), self.promoted(right)
        assert isinstance(left, types.IntegerType)
        assert isinstance(right, types.IntegerType)
        if left.width != right.width:
            return left if left.width > right.width else right
        return left if not left.signed else right
