"""Strings: one object for each literal (JLS 3.10.5), and concatenation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.lowering.evaluation import lowers, value
from vexil.frontends.java.lowering.function import FunctionLowering, null_of
from vexil.frontends.java.lowering.names import erased_name
from vexil.frontends.java.lowering.output import discard
from vexil.frontends.java.symbols.types import ClassType, JavaType, NullType, PrimitiveType
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Const, Expr, Variable
from vexil.ir.names import made_up
from vexil.ir.operation_parts import NewArray, NewObject
from vexil.ir.operations import Allocate, Assign
from vexil.ir.types import I32, U16, ArrayReferenceType, ReferenceType
from vexil.ir.typing import element
from vexil.ir.typing import field as field_place

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering

STRING = "java.lang.String"
STRING_TYPE = ReferenceType(STRING)
CHARACTERS = ArrayReferenceType(U16)


class Literals:
    """The string objects of a program's literals: globals that are set before anything else runs."""

    def __init__(self, program: ProgramLowering) -> None:
        self._program = program
        self.globals: dict[str, Variable] = {}
        self._array: Variable | None = None

    def global_of(self, text: str) -> Variable:
        """The global variable that refers to the object of a literal."""
        variable = self.globals.get(text)
        if variable is None:
            name = made_up("string", len(self.globals))
            variable = self.globals[text] = Variable(name, STRING_TYPE, True)
            self._program.global_names.add(name)
            self._program.never_null.add(name)
            self._program.instantiate(STRING)
        return variable

    def array(self) -> Variable:
        """The global that refers to an array of all literals."""
        if self._array is None:
            kind = ArrayReferenceType(STRING_TYPE)
            self._program.mention(kind)
            self._array = self._program.hidden_global(made_up("string", "every"), kind)
            self._program.never_null.add(self._array.name)
        return self._array

    def text_of(self, value: Expr) -> str:
        """The text of a literal's global."""
        for text, variable in self.globals.items():
            if isinstance(value, Variable) and value.name == variable.name:
                return text
        return "this"

    def create(self, f: FunctionLowering, wanted: set[str]) -> None:
        """Make the objects of *wanted* globals; their characters only where the program looks at some string's."""
        read = (STRING, "value") in self._program.fields_read
        used = {text: variable for text, variable in self.globals.items() if self._array or variable.name in wanted}
        for text, variable in used.items():
            self._program.builder.global_variable(variable.name, STRING_TYPE, hidden=True)
            site = f"literal {_shown(text)}"
            f.emit(Allocate(variable, NewObject(STRING), site))
            if read:
                units = text.encode("utf-16-le", "surrogatepass")
                length = len(units) // 2
                characters = f.temporary(CHARACTERS)
                f.emit(Allocate(characters, NewArray(U16, Const(length, I32)), f"characters of {site}"))
                for position in range(length):
                    unit = int.from_bytes(units[2 * position : 2 * position + 2], "little")
                    f.emit(Assign(element(characters, Const(position, I32)), Const(unit, U16)))
                f.emit(Assign(field_place(variable, STRING, "value", CHARACTERS), characters))
        if self._array is not None:
            every = Const(len(used), I32)
            f.emit(Allocate(self._array, NewArray(STRING_TYPE, every), "literals"))
            for position, variable in enumerate(used.values()):
                f.emit(Assign(element(self._array, Const(position, I32)), variable))


def _shown(text: str) -> str:
    from json import dumps

    return dumps(text if len(text) <= 20 else text[:19] + "…", ensure_ascii=True)


@lowers(typed.Concatenation)
def concatenation(f: FunctionLowering, node: typed.Concatenation) -> Expr:
    """Operands are evaluated and converted to strings from left to right, then joined (JLS 15.18.1)."""
    if not f.program.texts.contents:
        return _without_contents(f, node)
    parts: list[Expr] = []
    for operand in node.operands:
        item = f.register(value(f, operand))
        text = as_string(f, item, operand.type)
        parts.append(f.saved(text) if text is item and not isinstance(text, Const) else text)
    joined = parts[0]
    for part in parts[1:]:
        joined = f.program.call_library(f, "vexil.Strings", "concat", (joined, part))
    return joined


def _without_contents(f: FunctionLowering, node: typed.Concatenation) -> Expr:
    """A new string whose characters nobody looks at; operands are evaluated for their effects."""
    for operand in node.operands:
        discard(f, operand)
    string = f.temporary(STRING_TYPE)
    f.emit(Allocate(string, NewObject(STRING), f.program.sites.name(f, "String", node.span)))
    f.not_null.add(string.name)
    return string


def as_string(f: FunctionLowering, item: Expr, kind: JavaType) -> Expr:
    """String conversion (JLS 5.1.11); a null string stays null."""
    match kind:
        case ClassType(symbol, _) if symbol.binary_name == STRING:
            return item
        case NullType():
            return null_of(STRING_TYPE)
        case PrimitiveType(name):
            kind_name = "int" if name in ("byte", "short") else name
            if name in ("byte", "short"):
                from vexil.ir.typing import cast

                item = cast(item, I32)
            return f.program.call_library(f, STRING, "valueOf", (item,), kind_name)
        case _ if erased_name(kind) == STRING:
            return item
        case _:
            return f.program.call_library(f, STRING, "valueOf", (item,), "java.lang.Object")
