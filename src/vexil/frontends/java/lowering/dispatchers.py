"""Functions that depend on all classes of a program, written at the end: class objects, copies, similar arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.lowering.function import FunctionLowering, converted
from vexil.frontends.java.lowering.intrinsics import SHARED_BOXES
from vexil.frontends.java.lowering.names import OBJECT, lowered_type, type_name
from vexil.frontends.java.lowering.output import text_with_effects
from vexil.frontends.java.lowering.statements import finish
from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.operation_parts import NewArray, NewObject, StaticCallee
from vexil.ir.operations import Allocate, Assign, Call
from vexil.ir.types import BOOL, I32, ArrayReferenceType, ReferenceType, Type, is_reference
from vexil.ir.typing import apply, element, type_test
from vexil.ir.typing import field as field_place

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering

OBJECT_TYPE = ReferenceType(OBJECT)
CLASS_TYPE = ReferenceType("java.lang.Class")


class Dispatchers:
    """Calls of the functions, and what has to be written."""

    def __init__(self, program: ProgramLowering) -> None:
        self._program = program
        self._used: set[str] = set()
        self._described: dict[str, None] = {}
        """The static types of objects whose texts are made."""

    def copy(self, f: FunctionLowering, item: Expr, result: Variable) -> None:
        """Copy an object or array."""
        self._used.add("copy")
        self._call(f, "vexil.copy", (item,), result)

    def class_of(self, f: FunctionLowering, item: Expr, result: Variable) -> None:
        """Find the class object of an object."""
        self._used.add("class")
        f.call(Call(StaticCallee("vexil.class"), (converted(item, OBJECT_TYPE),), result))

    def new_like(self, f: FunctionLowering, pattern: Expr, length: Expr, result: Variable) -> None:
        """Make an array of the type of another one."""
        self._used.add("like")
        self._call(f, "vexil.like", (pattern, length), result)

    def same(self, f: FunctionLowering, left: Expr, right: Expr) -> Expr:
        """Whether two references are equal; boxes of small values may be marked as shared (JLS 5.1.7)."""
        self._used.add("same")
        result = f.temporary(BOOL)
        arguments = (converted(left, OBJECT_TYPE), converted(right, OBJECT_TYPE))
        f.call(Call(StaticCallee("vexil.same"), arguments, result))
        return result

    def describe(self, f: FunctionLowering, item: Expr) -> None:
        """Make the text of an object that nobody reads, as far as code of the user's runs for it."""
        name = item.type.class_name if isinstance(item.type, ReferenceType) else OBJECT
        self._described[name] = None
        f.call(Call(StaticCallee(f"vexil.describe.{name}"), (converted(item, OBJECT_TYPE),), None))

    def _call(self, f: FunctionLowering, name: str, arguments: tuple[Expr, ...], result: Variable) -> None:
        returned = f.temporary(OBJECT_TYPE)
        first = converted(arguments[0], OBJECT_TYPE)
        f.call(Call(StaticCallee(name), (first, *arguments[1:]), returned))
        f.emit(Assign(result, converted(returned, result.type)))

    # --- end -----------------------------------------------------------------------------------------------

    def write(self) -> None:
        """Write the functions that are used."""
        for name, make in (
            ("class", self._write_class),
            ("copy", self._write_copy),
            ("like", self._write_like),
            ("same", self._write_same),
        ):
            if name in self._used:
                make()
        for name in list(self._described):
            self._write_describe(self._program.class_named(name))

    def _begin(self, name: str, result: Type | None) -> tuple[FunctionLowering, Variable]:
        f = self._program.begin(name, result, None)
        f.visible = False
        return f, f.builder.parameter("object", OBJECT_TYPE, hidden=True)

    def _kinds(self) -> list[Type]:
        """The types of all objects: those of subclasses and narrower arrays first."""
        program = self._program
        classes = list(program.classes.instantiated)
        depth = {symbol: sum(program.is_subclass(symbol, other) for other in classes) for symbol in classes}
        ordered = sorted(classes, key=lambda symbol: -depth[symbol])
        arrays = sorted(program.classes.arrays, key=self._array_key)
        lambdas = [ReferenceType(lambda_class.name) for lambda_class in program.classes.lambdas]
        return [*arrays, *lambdas, *(ReferenceType(symbol.binary_name) for symbol in ordered)]

    def _array_key(self, kind: ArrayReferenceType) -> tuple[int, int, str]:
        """Narrower arrays first: more dimensions, then elements with more types above them."""
        rank, inner = 1, kind.element
        while isinstance(inner, ArrayReferenceType):
            rank, inner = rank + 1, inner.element
        above: dict[ClassSymbol, None] = {}
        names = (OBJECT, inner.class_name) if isinstance(inner, ReferenceType) else ()
        pending = [candidate for name in names if (candidate := self._program.symbols.class_named(name)) is not None]
        while pending:
            symbol = pending.pop()
            if symbol not in above:
                above[symbol] = None
                direct = (*symbol.interfaces, *((symbol.superclass,) if symbol.superclass is not None else ()))
                pending += [upper.symbol for upper in direct]
        return -rank, -len(above), str(kind)

    def _choose(self, f: FunctionLowering, item: Variable, kind: Type) -> int:
        """Go on here for objects of a type; gives where the others go on."""
        other, here = f.fresh(), f.fresh()
        f.branch(type_test(item, kind), here, other)
        f.place(here)
        return other

    def _write_class(self) -> None:
        f, item = self._begin("vexil.class", CLASS_TYPE)
        for kind in self._kinds():
            other = self._choose(f, item, kind)
            finish(f, self._program.class_object_named(type_name(kind)))
            f.place(other)
        finish(f, self._program.class_object_named(OBJECT))
        f.finish()

    def _write_copy(self) -> None:
        f, item = self._begin("vexil.copy", OBJECT_TYPE)
        cloneable = self._program.class_named("java.lang.Cloneable")
        declared = self._program.classes.declarations()
        for kind in self._kinds():
            if isinstance(kind, ReferenceType):
                symbol = self._program.symbols.class_named(kind.class_name)
                if symbol is None or not self._program.is_subclass(symbol, cloneable):
                    continue
            other = self._choose(f, item, kind)
            copy = f.temporary(kind)
            source = f.saved(converted(item, kind))
            if isinstance(kind, ArrayReferenceType):
                self._copy_array(f, source, copy, kind)
            else:
                assert isinstance(kind, ReferenceType)
                f.emit(Allocate(copy, NewObject(kind.class_name), f"copy of {kind.class_name}"))
                name: str | None = kind.class_name
                while name is not None and name in declared:
                    for field in declared[name].fields:
                        kept = f.temporary(field.type)
                        f.emit(Assign(kept, field_place(source, name, field.name, field.type)))
                        f.emit(Assign(field_place(copy, name, field.name, field.type), kept))
                    name = declared[name].superclass
            finish(f, copy)
            f.place(other)
        finish(f, item)
        f.finish()

    def _copy_array(self, f: FunctionLowering, source: Expr, copy: Variable, kind: ArrayReferenceType) -> None:
        length = apply(Operator.ARRAY_LENGTH, source)
        f.emit(Allocate(copy, NewArray(kind.element, length), f"copy of {kind}"))
        index = f.temporary(I32)
        f.assign(index, Const(0, I32))
        head, body, end = f.fresh(), f.fresh(), f.fresh()
        f.go(head)
        f.place(head)
        f.branch(apply(Operator.LESS, index, length), body, end)
        f.place(body)
        kept = f.temporary(kind.element)
        f.emit(Assign(kept, element(source, index)))
        f.emit(Assign(element(copy, index), kept))
        f.leave(Assign(index, apply(Operator.ADD, index, Const(1, I32))), head)
        f.place(end)

    def _write_like(self) -> None:
        f, item = self._begin("vexil.like", OBJECT_TYPE)
        length = f.builder.parameter("length", I32, hidden=True)
        for kind in self._kinds():
            if isinstance(kind, ArrayReferenceType) and is_reference(kind.element):
                other = self._choose(f, item, kind)
                array = f.temporary(kind)
                f.emit(Allocate(array, NewArray(kind.element, length), f"array like {kind}"))
                finish(f, array)
                f.place(other)
        finish(f, item)
        f.finish()

    def _write_describe(self, static: ClassSymbol) -> None:
        f, item = self._begin(f"vexil.describe.{static.binary_name}", None)
        for kind in self._kinds():
            symbol = self._program.symbols.class_named(kind.class_name) if isinstance(kind, ReferenceType) else None
            if symbol is None or not self._program.is_subclass(symbol, static):
                continue
            method = text_with_effects(self._program, symbol)
            if method is None:
                continue
            other = self._choose(f, item, kind)
            place = f.temporary(ReferenceType("java.lang.String"))
            receiver = converted(item, ReferenceType(method.owner.binary_name))
            f.call(Call(self._program.classes.callee(method), (receiver,), place))
            finish(f, None)
            f.place(other)
        finish(f, None)
        f.finish()

    def _write_same(self) -> None:
        f, left = self._begin("vexil.same", BOOL)
        right = f.builder.parameter("other", OBJECT_TYPE, hidden=True)
        equal, other = f.fresh(), f.fresh()
        f.branch(apply(Operator.EQUAL, left, right), equal, other)
        f.place(equal)
        finish(f, Const(True, BOOL))
        f.place(other)
        for name in SHARED_BOXES:
            symbol = self._program.class_named(name)
            if symbol not in self._program.classes.instantiated:
                continue
            kind = ReferenceType(name)
            following = f.fresh()
            matching = f.fresh()
            f.branch(apply(Operator.AND, type_test(left, kind), type_test(right, kind)), matching, following)
            f.place(matching)
            self._program.hidden_field(name, "shared", BOOL)
            value = symbol.fields["value"]
            self._program.classes.use_field(value)
            parts = []
            for item in (left, right):
                for field, field_kind in (("shared", BOOL), ("value", lowered_type(value.type))):
                    kept = f.temporary(field_kind)
                    f.emit(Assign(kept, field_place(converted(item, kind), name, field, field_kind)))
                    parts.append(kept)
            both = apply(Operator.AND, parts[0], parts[2])
            finish(f, apply(Operator.AND, both, apply(Operator.EQUAL, parts[1], parts[3])))
            f.place(following)
        finish(f, Const(False, BOOL))
        f.finish()
