"""The closed family of expressions."""

from __future__ import annotations

from vexil.languages.java.tree.calls import (
    ArrayInitialiser,
    ConstructorCall,
    Lambda,
    MethodCall,
    MethodReference,
    New,
    NewArray,
)
from vexil.languages.java.tree.operands import (
    ArrayAccess,
    ClassLiteral,
    FieldAccess,
    Literal,
    Name,
    Parenthesised,
    Super,
    SwitchExpression,
    This,
)
from vexil.languages.java.tree.operators import (
    Assignment,
    Binary,
    Cast,
    Conditional,
    Increment,
    InstanceOf,
    Unary,
)

Expression = (
    Literal
    | Name
    | FieldAccess
    | MethodCall
    | ConstructorCall
    | New
    | NewArray
    | ArrayInitialiser
    | ArrayAccess
    | Unary
    | Increment
    | Binary
    | Assignment
    | Conditional
    | Cast
    | InstanceOf
    | Lambda
    | MethodReference
    | This
    | Super
    | ClassLiteral
    | Parenthesised
    | SwitchExpression
)
