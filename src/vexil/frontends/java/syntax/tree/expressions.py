"""The closed family of expressions."""

from __future__ import annotations

from vexil.frontends.java.syntax.tree.calls import (
    ArrayInitialiser,
    ConstructorCall,
    Lambda,
    MethodCall,
    MethodReference,
    New,
    NewArray,
)
from vexil.frontends.java.syntax.tree.operands import (
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
from vexil.frontends.java.syntax.tree.operators import (
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
