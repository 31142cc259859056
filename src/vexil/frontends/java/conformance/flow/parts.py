"""The parts of expressions and statements, for walks that treat most nodes alike."""

from __future__ import annotations

from vexil.frontends.java.conformance.flow.code import Bodies, methods_of
from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.frontends.java.typing import tree

Node = tree.Expression | tree.Statement


def operands(expression: tree.Expression) -> tuple[tree.Expression, ...]:
    """The expressions directly below an expression, in the order of evaluation; bodies of lambdas are left out."""
    match expression:
        case tree.FieldRead():
            return () if expression.target is None else (expression.target,)
        case tree.ArrayRead():
            return (expression.array, expression.index)
        case tree.ArrayLength():
            return (expression.array,)
        case tree.Assign():
            return (expression.target, expression.value)
        case tree.CompoundAssign():
            return (expression.target, expression.update)
        case tree.Unary() | tree.Convert() | tree.CheckCast() | tree.InstanceOf():
            return (expression.operand,)
        case tree.Binary() | tree.ShortCircuit():
            return (expression.left, expression.right)
        case tree.Conditional():
            return (expression.condition, expression.then, expression.otherwise)
        case tree.Concatenation():
            return expression.operands
        case tree.Call():
            first = tuple(part for part in (expression.outer, expression.receiver) if part is not None)
            return (*first, *expression.arguments)
        case tree.New():
            return expression.arguments if expression.outer is None else (expression.outer, *expression.arguments)
        case tree.NewArray():
            return expression.dimensions
        case tree.ArrayLiteral():
            return expression.elements
        case tree.Lambda():
            return tuple(value for _, value in expression.bound)
        case tree.Evaluated():
            return (expression.first, expression.then)
        case tree.SwitchValue():
            return (expression.switch.selector,)
        case tree.Constant() | tree.LocalRead() | tree.Hole() | tree.This() | tree.ClassLiteral():
            return ()


def values(statement: tree.Statement) -> tuple[tree.Expression, ...]:
    """The expressions directly in a statement, in the order of evaluation."""
    match statement:
        case tree.LocalDeclaration():
            return () if statement.initialiser is None else (statement.initialiser,)
        case tree.ExpressionStatement():
            return (statement.expression,)
        case tree.If() | tree.While() | tree.DoWhile():
            return (statement.condition,)
        case tree.For():
            return (*(() if statement.condition is None else (statement.condition,)), *statement.updates)
        case tree.ForEachArray():
            return (statement.array, statement.element)
        case tree.ForEachIterable():
            return (statement.iterator, statement.has_next, statement.element)
        case tree.Return():
            return () if statement.value is None else (statement.value,)
        case tree.Throw() | tree.Yield():
            return (statement.value,)
        case tree.Switch():
            return (statement.selector,)
        case tree.Synchronized():
            return (statement.lock,)
        case tree.Try():
            return tuple(part for resource in statement.resources for part in (resource.value, resource.close))
        case tree.Assert():
            return (statement.condition, *(() if statement.message is None else (statement.message,)))
        case tree.Block() | tree.LocalClass() | tree.Break() | tree.Continue() | tree.Labelled() | tree.Empty():
            return ()


def inner(statement: tree.Statement) -> tuple[tree.Statement, ...]:
    """The statements directly in a statement."""
    match statement:
        case tree.Block():
            return statement.statements
        case tree.If():
            return (statement.then,) if statement.otherwise is None else (statement.then, statement.otherwise)
        case tree.For():
            return (*statement.initialisers, statement.body)
        case (
            tree.While()
            | tree.DoWhile()
            | tree.ForEachArray()
            | tree.ForEachIterable()
            | tree.Labelled()
            | tree.Synchronized()
        ):
            return (statement.body,)
        case tree.Switch():
            return tuple(part for case in statement.cases for part in case.body)
        case tree.Try():
            final = () if statement.finalizer is None else (statement.finalizer,)
            return (statement.body, *(clause.body for clause in statement.catches), *final)
        case _:
            return ()


def roots(symbol: ClassSymbol, bodies: Bodies) -> list[Node]:
    """The initialisers and bodies of a class."""
    nodes: list[Node] = []
    for initialisers in (bodies.static_initialisers(symbol), bodies.instance_initialisers(symbol)):
        nodes += [part.value if isinstance(part, tree.FieldInitialiser) else part for part in initialisers.parts]
    nodes += [body.block for _, body in methods_of(symbol, bodies)]
    return nodes


def below(node: tree.Expression | tree.Statement) -> list[Node]:
    """The nodes directly below, bodies of lambdas excluded."""
    if isinstance(node, tree.Expression):
        nodes: list[Node] = list(operands(node))
        if isinstance(node, tree.SwitchValue):
            nodes += inner(node.switch)
        return nodes
    return [*values(node), *inner(node)]
