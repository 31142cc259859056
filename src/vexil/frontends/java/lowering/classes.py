"""Which classes and methods a program can reach: instances that are made, and methods that calls may find.

A virtual call runs the methods of the classes that are instantiated somewhere (rapid type analysis, Bacon and Sweeney
1996); nothing else of a class is lowered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.lowering.closures import LambdaClass
from vexil.frontends.java.lowering.names import OBJECT, erased_name, function_name, lowered_type, signature_of
from vexil.frontends.java.symbols.symbols import ClassSymbol, FieldSymbol, MethodSymbol
from vexil.ir.operation_parts import VirtualCallee
from vexil.ir.program import ClassDeclaration, FieldDeclaration
from vexil.ir.types import ArrayReferenceType, ReferenceType, Type

if TYPE_CHECKING:
    from vexil.frontends.java.lowering.program import ProgramLowering


class Classes:
    """Grows with what is lowered; ends in class declarations."""

    def __init__(self, program: ProgramLowering) -> None:
        self._program = program
        self.instantiated: dict[ClassSymbol, None] = {}
        self.lambdas: list[LambdaClass] = []
        self._every_lambda: dict[str, LambdaClass] = {}
        """Also those that are made nowhere after all: variables may still have their types."""
        self.arrays: dict[ArrayReferenceType, None] = {}
        """The types of arrays that are made."""
        self._virtual: dict[tuple[str, str], MethodSymbol] = {}
        self._tables: dict[str, dict[str, str]] = {}
        self._hidden: dict[str, dict[str, FieldDeclaration]] = {}
        self._mentioned: set[Type] = set()
        self._targets: dict[tuple[str, str], tuple[str, ...]] = {}
        self.named: dict[str, None] = {OBJECT: None}

    # --- growing -------------------------------------------------------------------------------------------

    def instantiate(self, symbol: ClassSymbol) -> None:
        """Note that instances of a class are made."""
        if symbol not in self.instantiated:
            self.instantiated[symbol] = None
            self.named[symbol.binary_name] = None
            for (_, signature), method in tuple(self._virtual.items()):
                self._answer(symbol, signature, method)

    def make_array(self, kind: ArrayReferenceType) -> None:
        """Note that arrays of a type are made; their methods are those of `Object`."""
        self.mention(kind)
        self.arrays[kind] = None
        self.instantiate(self._program.symbols.object.symbol)

    def add_lambda(self, lambda_class: LambdaClass) -> None:
        """Note that the class of a lambda is instantiated."""
        self.lambdas.append(lambda_class)
        self._every_lambda[lambda_class.name] = lambda_class
        for (_, signature), method in tuple(self._virtual.items()):
            self._answer_lambda(lambda_class, signature, method)

    def callee(self, method: MethodSymbol) -> VirtualCallee:
        """The callee of a virtual call, whatever classes there will be."""
        signature = signature_of(method)
        key = (method.owner.binary_name, signature)
        if key not in self._virtual:
            self._virtual[key] = method
            self.named[method.owner.binary_name] = None
            for symbol in tuple(self.instantiated):
                self._answer(symbol, signature, method)
            for lambda_class in tuple(self.lambdas):
                self._answer_lambda(lambda_class, signature, method)
        return VirtualCallee(method.owner.binary_name, signature)

    def _answer(self, symbol: ClassSymbol, signature: str, method: MethodSymbol) -> None:
        """Let instances of a class answer a call."""
        table = self._tables.setdefault(symbol.binary_name, {})
        if signature in table or not self._program.is_subclass(symbol, method.owner):
            return
        implementation = self._program.symbols.members.implementation(method, symbol)
        if implementation is None:
            return
        if "native" in implementation.flags:
            table[signature] = self._program.request_native(implementation)
        elif signature_of(implementation) == signature:
            table[signature] = self._program.request(implementation)
        else:
            table[signature] = self._program.request_bridge(symbol, method, implementation)

    def _answer_lambda(self, lambda_class: LambdaClass, signature: str, method: MethodSymbol) -> None:
        table = self._tables.setdefault(lambda_class.name, {})
        interface = lambda_class.node.interface.symbol
        own = lambda_class.node.method
        if signature in table or not self._program.is_subclass(interface, method.owner):
            return
        if method.name == own.name and len(method.parameters) == len(own.parameters) and method.owner.is_interface:
            implementation = self._program.symbols.members.implementation(method, interface)
            if implementation is None or implementation.abstract:
                table[signature] = lambda_class.function
                return
        implementation = self._program.symbols.members.implementation(method, interface)
        if implementation is None or implementation.abstract:
            implementation = self._program.symbols.members.implementation(method, self._program.symbols.object.symbol)
        if implementation is not None and not implementation.abstract:
            table[signature] = (
                self._program.request_native(implementation)
                if "native" in implementation.flags
                else self._program.request(implementation)
            )

    def restrict(self, instantiated: set[str]) -> None:
        """Forget classes of which no instance is made after all."""
        self.instantiated = {symbol: None for symbol in self.instantiated if symbol.binary_name in instantiated}
        self.lambdas = [lambda_class for lambda_class in self.lambdas if lambda_class.name in instantiated]
        self._targets.clear()

    def hidden_field(self, class_name: str, name: str, kind: Type) -> None:
        """Declare a field that the user did not write, or one of the library that is used."""
        self._hidden.setdefault(class_name, {}).setdefault(name, FieldDeclaration(name, kind))
        self.named[class_name] = None

    def use_field(self, field: FieldSymbol) -> None:
        """Declare a field of the library that is used."""
        fields = self._hidden.setdefault(field.owner.binary_name, {})
        if field.name not in fields:
            fields[field.name] = FieldDeclaration(field.name, lowered_type(field.type), "volatile" in field.flags)
            self.named[field.owner.binary_name] = None

    def library_fields(self) -> list[tuple[str, str]]:
        """The fields of the library and the hidden ones, by class and name."""
        return [(name, field) for name, fields in self._hidden.items() for field in fields]

    def drop_fields(self, unread: set[tuple[str, str]]) -> None:
        """Forget fields that nothing mentions any more."""
        for name, fields in self._hidden.items():
            self._hidden[name] = {key: field for key, field in fields.items() if (name, key) not in unread}

    def mention(self, kind: Type) -> None:
        """Note that a type occurs, so that its classes are declared."""
        if kind in self._mentioned:
            return
        self._mentioned.add(kind)
        while isinstance(kind, ArrayReferenceType):
            kind = kind.element
        if isinstance(kind, ReferenceType):
            self.named[kind.class_name] = None

    def targets(self, callee: VirtualCallee) -> tuple[str, ...]:
        """The functions that a virtual call may run."""
        key = (callee.class_name, callee.signature)
        functions = self._targets.get(key)
        if functions is None:
            method = self._virtual[key]
            names: dict[str, None] = {}
            for symbol in self.instantiated:
                if self._program.is_subclass(symbol, method.owner):
                    names[self._tables[symbol.binary_name].get(callee.signature, "")] = None
            for lambda_class in self.lambdas:
                if self._program.is_subclass(lambda_class.node.interface.symbol, method.owner):
                    names[self._tables[lambda_class.name].get(callee.signature, "")] = None
            functions = self._targets[key] = tuple(names)
        return functions

    def target(self, callee: VirtualCallee) -> str | None:
        """The function that a virtual call always runs, if there is exactly one."""
        targets = self.targets(callee)
        return targets[0] if len(targets) == 1 else None

    # --- end -----------------------------------------------------------------------------------------------

    def declarations(self) -> dict[str, ClassDeclaration]:
        """Declare every class that is named, and everything above it."""
        lambdas = self._every_lambda
        by_name: dict[str, ClassDeclaration] = {}
        pending = list(self.named)
        while pending:
            name = pending.pop(0)
            if name in by_name:
                continue
            declaration = self._lambda(lambdas[name]) if name in lambdas else self._class(name)
            by_name[name] = declaration
            pending.extend(([declaration.superclass] if declaration.superclass else []) + [*declaration.interfaces])
            for field in declaration.fields:
                kind = field.type
                while isinstance(kind, ArrayReferenceType):
                    kind = kind.element
                if isinstance(kind, ReferenceType):
                    pending.append(kind.class_name)
        return by_name

    def _lambda(self, lambda_class: LambdaClass) -> ClassDeclaration:
        return ClassDeclaration(
            lambda_class.name,
            OBJECT,
            (lambda_class.node.interface.symbol.binary_name,),
            tuple(self._hidden.get(lambda_class.name, {}).values()),
            self._methods(lambda_class.name),
        )

    def _methods(self, name: str) -> tuple[tuple[str, str], ...]:
        """The methods of a class that some call may run."""
        table = self._tables.get(name, {})
        return tuple((key, function) for key, function in table.items() if function in self._program.functions)

    def _class(self, name: str) -> ClassDeclaration:
        symbol = self._program.class_named(name)
        superclass = symbol.superclass.symbol.binary_name if symbol.superclass is not None else None
        if superclass is None and name != OBJECT and not symbol.is_interface:
            superclass = OBJECT
        fields = (
            {}
            if symbol.library
            else {
                field.name: FieldDeclaration(field.name, lowered_type(field.type), "volatile" in field.flags)
                for field in symbol.fields.values()
                if not field.static
            }
        )
        fields.update(self._hidden.get(name, {}))
        if symbol.is_interface:
            fields = {}
        return ClassDeclaration(
            name,
            None if symbol.is_interface else superclass,
            tuple(dict.fromkeys(interface.symbol.binary_name for interface in symbol.interfaces)),
            tuple(fields.values()),
            self._methods(name) if symbol in self.instantiated else (),
            abstract=symbol.abstract and not symbol.is_interface,
            interface=symbol.is_interface,
        )


__all__ = ["Classes", "erased_name", "function_name"]
