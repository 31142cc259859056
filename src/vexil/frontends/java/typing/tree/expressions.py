"""The closed family of typed expressions."""

from __future__ import annotations

from vexil.frontends.java.typing.tree.calls import (
    ArrayLiteral,
    Call,
    ClassLiteral,
    Evaluated,
    Lambda,
    New,
    NewArray,
    SwitchValue,
    This,
)
from vexil.frontends.java.typing.tree.operators import (
    Binary,
    CheckCast,
    Concatenation,
    Conditional,
    Convert,
    InstanceOf,
    ShortCircuit,
    Unary,
)
from vexil.frontends.java.typing.tree.places import (
    ArrayLength,
    ArrayRead,
    Assign,
    CompoundAssign,
    Constant,
    FieldRead,
    Hole,
    LocalRead,
)

Expression = (
    Constant
    | LocalRead
    | FieldRead
    | ArrayRead
    | ArrayLength
    | Assign
    | CompoundAssign
    | Hole
    | Unary
    | Binary
    | ShortCircuit
    | Conditional
    | Convert
    | CheckCast
    | InstanceOf
    | Concatenation
    | Call
    | New
    | NewArray
    | ArrayLiteral
    | Lambda
    | This
    | ClassLiteral
    | SwitchValue
    | Evaluated
)
