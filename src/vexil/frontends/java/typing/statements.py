"""Statements (JLS 14) but for loops, switches and ``try``."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.symbols import ConstantValue, LocalSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import STATEMENT_EXPRESSIONS, stripped
from vexil.frontends.java.typing.bindings import when_false, when_true
from vexil.frontends.java.typing.code import Code, Jump
from vexil.frontends.java.typing.completion import completes
from vexil.frontends.java.typing.conversions import assigned, condition, convert, fitted, mismatch
from vexil.languages.java import tree as syntax


def statements(code: Code, nodes: Sequence[syntax.Statement]) -> list[typed.Statement]:
    """Statements in order; declarations of several variables become several statements."""
    out: list[typed.Statement] = []
    for node in nodes:
        if type(node) is syntax.LocalVariables:
            local_variables(code, node, out)
        else:
            out.append(code.statement(node))
            if code.binding_count:
                _introduce_behind(code, out[-1])
    return out


def _introduce_behind(code: Code, statement: typed.Statement) -> None:
    """Pattern variables that a statement leaves behind (JLS 6.3.2)."""
    match statement:
        case typed.If():
            if not completes(statement.then):
                code.introduce(when_false(statement.condition))
            if statement.otherwise is not None and not completes(statement.otherwise):
                code.introduce(when_true(statement.condition))
        case typed.While() | typed.DoWhile():
            code.introduce(when_false(statement.condition))
        case typed.For() if statement.condition is not None:
            code.introduce(when_false(statement.condition))
        case _:
            pass


def block(code: Code, node: syntax.Block) -> typed.Statement:
    """``{ … }``."""
    mark, scope = len(code.undo), code.scope
    inside = statements(code, node.statements)
    code.leave(mark)
    code.scope = scope
    return typed.Block(tuple(inside), node.span, node.end)


def is_var(code: Code, name: syntax.TypeName) -> bool:
    """Whether the type of a local variable is inferred."""
    return (
        type(name) is syntax.ClassTypeName
        and name.parts[0].name == "var"
        and len(name.parts) == 1
        and name.parts[0].arguments is None
        and code.symbols.find_type("var", code.scope) is None
    )


def local_variables(code: Code, node: syntax.LocalVariables, out: list[typed.Statement]) -> None:
    """A declaration of local variables."""
    inferred = is_var(code, node.type)
    base = java.ERROR if inferred else code.resolve_type(node.type)
    final = "final" in node.modifiers.words
    if base is java.VOID:
        code.error(node.type.span, "illegal start of expression")
        base = java.ERROR
    for one in node.declarators:
        if inferred:
            out.append(_inferred(code, one, final))
            continue
        kind: JavaType = base
        for _ in range(one.rank):
            kind = java.ArrayType(kind)
        local = LocalSymbol(one.name, kind, code.owner, one.name_span, final)
        code.declare(local)
        value = None
        if one.initialiser is not None:
            value = assigned(code, one.initialiser, kind)
            if final:
                local.constant = constant_of(code, value, kind)
        out.append(typed.LocalDeclaration(local, value, one.span))


def constant_of(code: Code, value: typed.Expression, kind: JavaType) -> ConstantValue | None:
    """The value of a final variable that is a constant variable (JLS 4.12.4)."""
    if type(value) is typed.Constant and (isinstance(kind, java.PrimitiveType) or kind == code.symbols.string):
        return value.value
    return None


def _inferred(code: Code, one: syntax.Declarator, final: bool) -> typed.Statement:
    """A variable declared with ``var`` (JLS 14.4.1)."""
    name = one.name
    refused = f"cannot infer type for local variable {name}"
    local = LocalSymbol(name, java.ERROR, code.owner, one.name_span, final)
    if one.initialiser is None:
        code.error(one.name_span, f"{refused}\n  (cannot use 'var' on variable without initializer)")
        code.declare(local)
        return typed.LocalDeclaration(local, None, one.span)
    inner = stripped(one.initialiser)
    reasons = {
        syntax.Lambda: "lambda expression needs an explicit target-type",
        syntax.MethodReference: "method reference needs an explicit target-type",
        syntax.ArrayInitialiser: "array initializer needs an explicit target-type",
    }
    reason = reasons.get(type(inner))
    if reason is not None:
        code.error(one.name_span, f"{refused}\n  ({reason})")
        code.declare(local)
        return typed.LocalDeclaration(local, None, one.span)
    code.declare(local)
    value = code.expression(one.initialiser)
    if isinstance(value.type, java.NullType):
        code.error(one.name_span, f"{refused}\n  (variable initializer is 'null')")
    elif value.type is java.VOID:
        code.error(one.name_span, f"{refused}\n  (variable initializer is 'void')")
    else:
        local.type = code.types.upward(value.type)
        if final:
            local.constant = constant_of(code, value, local.type)
    return typed.LocalDeclaration(local, value, one.span)


def expression_statement(code: Code, node: syntax.ExpressionStatement) -> typed.Statement:
    """An expression for its effect."""
    inner = node.expression
    if not isinstance(inner, (*STATEMENT_EXPRESSIONS, syntax.ConstructorCall)):
        code.error(code.place(inner), "not a statement")
        return typed.Empty(node.span)
    return typed.ExpressionStatement(discarded(code.expression(inner)), node.span)


def discarded(value: typed.Expression) -> typed.Expression:
    """A value that nobody uses: the cast of a generic result is left out."""
    if type(value) is typed.CheckCast and value.span is value.operand.span:
        return value.operand
    return value


def constructor_call_misplaced(code: Code, node: syntax.ConstructorCall, expected: JavaType | None) -> typed.Expression:
    """``this(…)`` or ``super(…)`` where none may be."""
    what = "super" if node.to_super else "this"
    return code.mistake(code.place(node), f"call to {what} must be first statement in constructor")


def branch(code: Code, node: syntax.Statement, bindings: Sequence[LocalSymbol] = ()) -> typed.Statement:
    """A statement in a scope of its own."""
    mark, scope = len(code.undo), code.scope
    if bindings:
        code.introduce(bindings)
    if isinstance(node, (syntax.LocalVariables, syntax.LocalClass)):
        what = "variable" if isinstance(node, syntax.LocalVariables) else "class"
        code.error(node.span, f"{what} declaration not allowed here")
        statement: typed.Statement = typed.Empty(node.span)
    else:
        statement = code.statement(node)
    code.leave(mark)
    code.scope = scope
    return statement


def if_statement(code: Code, node: syntax.If) -> typed.Statement:
    """``if``."""
    test = condition(code, node.condition)
    then = branch(code, node.then, when_true(test) if code.binding_count else ())
    otherwise = None
    if node.otherwise is not None:
        otherwise = branch(code, node.otherwise, when_false(test) if code.binding_count else ())
    return typed.If(test, then, otherwise, node.span)


def return_statement(code: Code, node: syntax.Return) -> typed.Statement:
    """``return``."""
    results = code.results
    if code.yields is not None:
        code.error(node.span, "attempt to return out of a switch expression")
        return typed.Empty(node.span)
    if results is None:
        code.error(node.span, "return outside method")
        return typed.Empty(node.span)
    if results.sink is not None:
        if node.value is not None:
            results.sink(code.argument(node.value), node.value)
        return typed.Return(None, node.span)
    expected = results.expected
    assert expected is not None
    if node.value is None:
        if expected is not java.VOID and not isinstance(expected, java.ErrorType):
            detail = "missing return value"
            if results.in_lambda:
                detail = f"bad return type in lambda expression\n    {detail}"
            code.error(node.span, f"incompatible types: {detail}")
        return typed.Return(None, node.span)
    if expected is java.VOID:
        value = code.expression(node.value, java.ERROR)
        if not isinstance(value.type, java.ErrorType) or type(value) is not typed.Constant:
            detail = "unexpected return value"
            if results.in_lambda:
                detail = f"bad return type in lambda expression\n    {detail}"
            code.error(code.place(node.value), f"incompatible types: {detail}")
        return typed.Return(None, node.span)
    value = code.expression(node.value, expected)
    if not results.in_lambda:
        return typed.Return(fitted(code, value, expected, node.value), node.span)
    converted = convert(code, value, expected)
    if converted is None:
        if not isinstance(value.type, java.ErrorType):
            detail = f"bad return type in lambda expression\n    {mismatch(value.type, expected)}"
            code.error(code.place(node.value), f"incompatible types: {detail}")
        converted = value
    return typed.Return(converted, node.span)


def throw_statement(code: Code, node: syntax.Throw) -> typed.Statement:
    """``throw``."""
    value = code.expression(node.value)
    if not isinstance(value.type, (java.ErrorType, java.NullType)) and (
        isinstance(value.type, java.PrimitiveType) or not code.types.is_subtype(value.type, code.symbols.throwable)
    ):
        code.error(node.span, f"incompatible types: {value.type} cannot be converted to Throwable")
    return typed.Throw(value, node.span)


def labelled(code: Code, node: syntax.Labelled) -> typed.Statement:
    """``label: body``."""
    if any(jump.label == node.label for jump in code.jumps):
        code.error(node.span, f"label {node.label} already in use")
    target = typed.Target(node.label)
    code.jumps.append(Jump(node.label, target, plain=False))
    body = branch(code, node.body)
    code.jumps.pop()
    return typed.Labelled(target, node.label, body, node.span)


def break_statement(code: Code, node: syntax.Break) -> typed.Statement:
    """``break``."""
    for jump in reversed(code.jumps):
        if jump.barrier:
            code.error(node.span, "attempt to break out of a switch expression")
            return typed.Empty(node.span)
        if jump.plain if node.label is None else jump.label == node.label:
            return typed.Break(jump.target, node.span)
    text = "break outside switch or loop" if node.label is None else f"undefined label: {node.label}"
    code.error(node.span, text)
    return typed.Empty(node.span)


def continue_statement(code: Code, node: syntax.Continue) -> typed.Statement:
    """``continue``."""
    jumps = code.jumps
    for index in range(len(jumps) - 1, -1, -1):
        jump = jumps[index]
        if jump.barrier:
            code.error(node.span, "attempt to continue out of a switch expression")
            return typed.Empty(node.span)
        if node.label is None and jump.loop is not None:
            return typed.Continue(jump.loop, node.span)
        if node.label is not None and jump.label == node.label:
            inner = next((one for one in jumps[index + 1 :] if one.label is None), None)
            if inner is not None and inner.loop is not None:
                return typed.Continue(inner.loop, node.span)
            code.error(node.span, f"not a loop label: {node.label}")
            return typed.Empty(node.span)
    text = "continue outside of loop" if node.label is None else f"undefined label: {node.label}"
    code.error(node.span, text)
    return typed.Empty(node.span)


def synchronized(code: Code, node: syntax.Synchronized) -> typed.Statement:
    """``synchronized``."""
    lock = code.expression(node.lock)
    if isinstance(lock.type, (java.PrimitiveType, java.NullType)):
        message = f"unexpected type\n  required: reference\n  found:    {lock.type}"
        code.error(node.span, message)
    body = block(code, node.body)
    assert isinstance(body, typed.Block)
    return typed.Synchronized(lock, body, node.span)


def assert_statement(code: Code, node: syntax.Assert) -> typed.Statement:
    """``assert``."""
    test = condition(code, node.condition)
    message = None
    if node.message is not None:
        mark = len(code.undo)
        if code.binding_count:
            code.introduce(when_false(test))
        message = code.expression(node.message)
        code.leave(mark)
        if message.type is java.VOID:
            message = code.mistake(code.place(node.message), "'void' type not allowed here")
    return typed.Assert(test, message, node.span)


def empty(code: Code, node: syntax.Empty) -> typed.Statement:
    """``;``."""
    return typed.Empty(node.span)
