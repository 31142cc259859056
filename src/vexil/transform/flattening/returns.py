"""Leaving functions: by returns, with exceptions, and where a thread ends inside of calls."""

from __future__ import annotations

from vexil.ir.expressions import Expr as IrExpr
from vexil.ir.expressions import Operator, Variable
from vexil.ir.expressions import Place as IrPlace
from vexil.ir.operations import Call, Catch
from vexil.ir.program import Function
from vexil.ir.types import ThreadType, is_aggregate
from vexil.model.guarded.expressions import TRUE, Const, Expr, Self, apply, equal, number
from vexil.model.guarded.system import Goto
from vexil.transform.flattening import blocks, memory, threads
from vexil.transform.flattening.body import Body
from vexil.transform.flattening.calls import count_frame
from vexil.transform.flattening.encoding import Encoding, Scope
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.flattening.stores import store
from vexil.transform.flattening.translate import Translator


def leave(translator: Translator, value: IrExpr | None) -> None:
    """Return from a function: to the call that is remembered, or to the end of the thread."""
    scope, body, encoding = translator.scope, translator.body, translator.encoding
    template, function = translator.template, translator.function
    if value is not None and is_aggregate(value.type):
        _leave_with_structure(translator, value)
        return
    result = None if value is None else body.let("result", translator.value(value))
    site = pop(translator)
    branches = []
    for position, (name, edge) in _numbered(encoding, template, function.name):
        branch = Translator(encoding, _of_caller(encoding, scope, name), body.branch())
        operation = encoding.program.functions[name].edges[edge].operation
        assert isinstance(operation, Call)
        _note_return(branch, function)
        _arrive(branch, operation.result, result, template, name, edge)
        branches.append((_is_site(site, position), branch.body))
    finish(translator, branches, template.exit if function.name == template.root else None)


def _note_return(translator: Translator, function: Function) -> None:
    """Remember what was returned from, if it is observed."""
    template, body, encoding = translator.template, translator.body, translator.encoding
    returned = encoding.storage.mark(template, "returned")
    if returned is not None:
        position = list(encoding.program.functions).index(function.name) + 1
        body.emit(returned.write(number(position, returned.kind)))


def _leave_with_structure(translator: Translator, value: IrExpr) -> None:
    """Return a structure or array: it is copied to where the caller wants it before the memory it may be in dies."""
    scope, body, encoding = translator.scope, translator.body, translator.encoding
    template, function = translator.template, translator.function
    source = body.let("result", blocks.whole(translator, value))
    caller = encoding.storage.caller(template, function.name)
    site = None if caller is None else body.let("site", caller.read())
    branches = []
    for position, (name, edge) in _numbered(encoding, template, function.name):
        branch = body.branch()
        operation = encoding.program.functions[name].edges[edge].operation
        assert isinstance(operation, Call)
        if operation.result is not None:
            receiver = Translator(encoding, _of_caller(encoding, scope, name), branch)
            blocks.copy_structure(receiver, value.type, blocks.whole(receiver, operation.result), source)
        leaving = Translator(encoding, scope, branch)
        pop(leaving)
        _note_return(leaving, function)
        branch.emit(Goto(template.places[name, encoding.program.functions[name].edges[edge].target]))
        branches.append((_is_site(site, position), branch))
    if function.name == template.root:
        last = Translator(encoding, scope, body.branch())
        pop(last)
        threads.end(encoding, template, template.exit, last.body)
        branches.append((TRUE, last.body))
    elif branches:
        branches[-1] = (TRUE, branches[-1][1])
    body.cases(branches)


def leave_exceptionally(translator: Translator, value: Expr) -> None:
    """Leave a function with an exception: to the catch of the call that is remembered, or the thread ends with it."""
    scope, body, encoding = translator.scope, translator.body, translator.encoding
    template, function = translator.template, translator.function
    thrown = body.let("thrown", value)
    site = pop(translator)
    branches = []
    for number_, (name, edge) in _numbered(encoding, template, function.name):
        branch = Translator(encoding, _of_caller(encoding, scope, name), body.branch())
        caller = encoding.program.functions[name]
        catch = next(
            (
                other
                for other in caller.outgoing[caller.edges[edge].source]
                if isinstance(caller.edges[other].operation, Catch)
            ),
            None,
        )
        if catch is None:
            branch.undefined(TRUE, "exception-without-catch")
        else:
            operation = caller.edges[catch].operation
            assert isinstance(operation, Catch)
            _arrive(branch, operation.place, thrown, template, name, catch)
        branches.append((_is_site(site, number_), branch.body))
    if function.name == template.root:
        last = body.branch()
        cell = encoding.storage.mark(template, "exception")
        assert cell is not None
        assert template.exceptional is not None
        last.emit(cell.write(thrown))
        threads.end(encoding, template, template.exceptional, last)
        branches.append((TRUE, last))
    body.cases(branches)


def finish(translator: Translator, branches: list[tuple[Expr, Body]], end: int | None) -> None:
    """Go on in one of the callers, or end the thread."""
    body, template = translator.body, translator.template
    if end is not None:
        last = body.branch()
        threads.end(translator.encoding, template, end, last)
        branches.append((TRUE, last))
    elif branches:
        branches[-1] = (TRUE, branches[-1][1])
    body.cases(branches)


def _arrive(
    translator: Translator, place: IrPlace | None, value: Expr | None, template: TemplatePlan, name: str, edge: int
) -> None:
    """Write what a function delivers in its caller, and go on there."""
    body = translator.body
    store(translator, place, value)
    body.emit(Goto(template.places[name, translator.encoding.program.functions[name].edges[edge].target]))


def _numbered(encoding: Encoding, template: TemplatePlan, name: str) -> list[tuple[int, tuple[str, int]]]:
    """The calls a function may return to, with the numbers by which they are remembered."""
    first = encoding.storage.first_sites[template.root, name]
    return list(enumerate(template.callers[name], first + 1))


def _of_caller(encoding: Encoding, scope: Scope, name: str) -> Scope:
    return Scope(scope.template, encoding.program.functions[name], scope.where)


def _is_site(site: Expr | None, wanted: int) -> Expr:
    return TRUE if site is None else equal(site, Const(wanted, site.type))


def pop(translator: Translator) -> Expr | None:
    """Clear the latest activation of a function; the answer is the call it returns to."""
    body, encoding = translator.body, translator.encoding
    template, function = translator.template, translator.function
    storage = encoding.storage
    caller = storage.caller(template, function.name)
    site = None if caller is None else body.let("site", caller.read())
    cells = [
        (variable, storage.local(template, function.name, variable.name))
        for variable in function.variables.values()
        if not variable.addressable
    ]
    threads_before = [
        body.let("before", cell.read()) for variable, cell in cells if isinstance(variable.type, ThreadType)
    ]
    blocks.end_stack_blocks(translator, (function.name,))
    for variable in function.variables.values():
        if variable.addressable:
            item, copy = memory.object_named(translator, Variable(variable.name, variable.type, False))
            memory.end(encoding, item, copy, body)
    for cell in {cell.variable: cell for _, cell in cells}.values():
        body.emit(cell.write(number(0, cell.kind)))
    if caller is not None:
        body.emit(caller.write(number(0, caller.kind)))
    count_frame(encoding, template, function.name, body, -1)
    for thread in threads_before:
        threads.forget(encoding, thread, body)
    return site


def end_thread(translator: Translator) -> None:
    """End the moving thread, however deep it is in calls."""
    template, body, encoding = translator.template, translator.body, translator.encoding
    assert template.stop is not None
    storage = encoding.storage
    held = [item for (root, _, _), item in storage.locals.items() if root == template.root]
    from vexil.model.guarded.expressions import read

    kept = dict.fromkeys(item.variable for item in held if isinstance(item.type, ThreadType))
    threads_before = [
        body.let("before", read(variable, number(index))) for variable in kept for index in range(variable.length)
    ]
    blocks.end_stack_blocks(translator, template.functions)
    for (root, _, _), block in encoding.memory.locals.items():
        if root == template.root:
            depth = block.copies // template.count
            for level in range(depth):
                index: Expr = Self() if template.count > 1 else number(0)
                copy = apply(Operator.ADD, apply(Operator.MULTIPLY, index, number(depth)), number(level))
                memory.end(encoding, block, number(0) if block.copies == 1 else copy, body)
    threads.clear(dict.fromkeys(item.variable for item in held), body)
    callers = dict.fromkeys(variable for (root, _), variable in storage.callers.items() if root == template.root)
    threads.clear(callers, body)
    threads.clear((variable for (root, _), variable in storage.depths.items() if root == template.root), body)
    for thread in threads_before:
        threads.forget(encoding, thread, body)
    threads.end(encoding, template, template.stop, body)
