"""Which erased signatures a class must answer besides those of its own methods: bridge methods (JLS 15.12.4.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.world import World


@dataclass(frozen=True, slots=True)
class Bridge:
    """A call by the erased signature of ``overridden`` on an instance of the class runs ``implementation``."""

    signature: str
    overridden: MethodSymbol
    implementation: MethodSymbol


def bridges(world: World, symbol: ClassSymbol) -> list[Bridge]:
    """The overridden methods whose erased parameter types differ from those of what overrides them in the class.

    Inherited pairs are included, so that each class says by itself how calls on its instances are dispatched; abstract
    methods without an implementation are not.
    """
    types, found = world.types, dict[str, Bridge]()
    for owner in types.closure(symbol):
        for declared in owner.methods.values():
            for method in declared:
                if method.static or method.constructor or "private" in method.flags or not method.parameters:
                    continue
                implementation = world.members.implementation(method, symbol)
                if implementation is None or implementation is method:
                    continue
                signature = types.erased_signature(method)
                if signature != types.erased_signature(implementation):
                    found.setdefault(signature, Bridge(signature, method, implementation))
    return list(found.values())
