"""Walks over typed trees: what code writes, and which variables and objects it needs from outside."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from vexil.frontends.java.symbols.symbols import ClassSymbol, LocalSymbol
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.tree.walking import children

_LEAVES = (typed.Constant, typed.LocalRead, typed.This, typed.Hole, typed.ClassLiteral)


def writes_locals(expression: typed.Expression) -> bool:
    """Whether evaluating an expression may write a local variable of the code it is in."""
    if isinstance(expression, _LEAVES):
        return False
    pending: list[Any] = [expression]
    while pending:
        node = pending.pop()
        match node:
            case typed.Assign(target=typed.LocalRead()) | typed.CompoundAssign(target=typed.LocalRead()):
                return True
            case typed.InstanceOf(binding=binding) if binding is not None:
                return True
            case typed.SwitchValue():
                return True
            case typed.Lambda(bound=bound):
                pending.extend(part for _, part in bound)
            case _:
                pending.extend(children(node))
    return False


@dataclass
class Needs:
    """What code uses of what is around it."""

    locals: dict[LocalSymbol, None] = field(default_factory=dict)
    this: bool = False
    created: dict[ClassSymbol, None] = field(default_factory=dict)
    """Classes that it makes instances of, or whose constructors it calls."""


def needs_of(roots: list[Any]) -> Needs:
    """The free variables of code, whether it uses ``this``, and the classes it creates."""
    needs = Needs()
    declared: set[LocalSymbol] = set()
    used: dict[LocalSymbol, None] = {}
    pending: list[Any] = list(reversed(roots))
    while pending:
        node = pending.pop()
        match node:
            case typed.LocalRead(local=local):
                used[local] = None
            case typed.This():
                needs.this = True
            case typed.New(constructor=constructor):
                needs.created[constructor.owner] = None
                needs.this = needs.this or constructor.owner.has_outer_instance
            case typed.Call(method=method) if method.constructor:
                needs.created[method.owner] = None
            case typed.Lambda(parameters=parameters, bound=bound):
                declared.update(parameters)
                declared.update(local for local, _ in bound)
            case _:
                pass
        for name in ("local", "binding"):
            introduced = getattr(node, name, None)
            if isinstance(introduced, LocalSymbol) and not isinstance(node, typed.LocalRead):
                declared.add(introduced)
        pending.extend(reversed(list(children(node))))
    needs.locals = {local: None for local in used if local not in declared}
    return needs
