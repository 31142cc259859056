"""Operations from tokens: one method for each word an operation starts with."""

from __future__ import annotations

from collections.abc import Callable

from vexil.core.lexer import Lexer
from vexil.core.surface import Kind, Surface
from vexil.ir import operations as ops
from vexil.ir.expressions import Bits, Deref, Element, Expr, Field, Place, Variable
from vexil.ir.operation_parts import (
    Allocation,
    Callee,
    NewArray,
    NewMemory,
    NewObject,
    Origin,
    PointerCallee,
    StaticCallee,
    VirtualCallee,
)
from vexil.ir.text.grammar import SOURCES
from vexil.ir.text.parser_expressions import DomainReader
from vexil.ir.text.parser_lines import LineReader

_OPERATION = "an operation such as 'x := 1i32', 'assume x < 3i32' or 'return x'"


class OperationReader(LineReader):
    """Reads operations; when ``trees`` is a list, it collects the trees of all expressions in the order of the text."""

    def __init__(self, lexer: Lexer, values: DomainReader) -> None:
        super().__init__(lexer, values)
        self.trees: list[Surface] | None = None
        self._statements: dict[str, Callable[[], ops.Operation]] = {
            "skip": ops.Skip,
            "assume": lambda: ops.Assume(self.expression()),
            "restrict": lambda: ops.Restrict(self.expression()),
            "throw": lambda: ops.Throw(self.expression()),
            "release": lambda: ops.Release(self.expression(), self.accept("stack")),
            "return": lambda: ops.Return(self.expression() if self.more() else None),
            "stop": lambda: ops.Stop(self.expression() if self.more() else None),
            "catch": lambda: ops.Catch(self.place() if self.more() else None),
            "case": self._case,
            "check": self._check,
            "begin": self._begin,
            "end": self._end,
            "copy": lambda: ops.Copy(*self._three("copy(TARGET, SOURCE, SIZE)")),
            "fill": lambda: ops.Fill(*self._three("fill(TARGET, VALUE, SIZE)")),
            "lock": lambda: ops.Lock(self.expression(), self._label("pair"), self.accept("reentrant")),
            "unlock": lambda: ops.Unlock(self.expression(), self._label("pair")),
            "notify": self._notify,
            "interrupt": lambda: ops.Interrupt(self.expression(), not self.accept("clear")),
            "call": lambda: self._call(None),
            "wait": lambda: self._wait(None),
            "start": lambda: self._start(None),
            "join": lambda: self._join(None),
        }

    # --- expressions ---------------------------------------------------------------------------------------

    def expression(self) -> Expr:
        """Parse an expression."""
        tree = self._parser.parse()
        if self.trees is not None:
            self.trees.append(tree)
        return self.values.build(tree)

    def place(self) -> Place:
        """Parse an expression that can be written to."""
        start = self.lexer.start
        return self._as_place(self.expression(), start)

    def _as_place(self, expression: Expr, start: int) -> Place:
        if not isinstance(expression, Variable | Deref | Bits | Field | Element):
            raise self.lexer.error_at(
                "only a variable, a field, an element or memory can be written", start, self.lexer.previous_end,
                expected="a place such as x, a[i], field(r, C, f) or deref(p, i32)",
            )  # fmt: skip
        return expression

    # --- operations --------------------------------------------------------------------------------------

    def operation(self) -> ops.Operation:
        """Parse one operation."""
        lexer = self.lexer
        if lexer.kind == "name" and lexer.text in self._statements:
            statement = self._statements[lexer.text]
            lexer.advance()
            return statement()
        if lexer.kind not in ("name", "mark"):
            self.fail(_OPERATION)
        place = self.place()
        lexer.expect(":=", "after the place that is written")
        if lexer.kind == "name" and lexer.text in SOURCES:
            return self._from_source(place)
        return ops.Assign(place, self.expression())

    def _from_source(self, place: Place) -> ops.Operation:
        match self.word(*sorted(SOURCES)):
            case "call":
                return self._call(place)
            case "choose":
                return self._choose(place)
            case "new":
                return ops.Allocate(place, self._allocation(), self._label("site"))
            case "wait":
                return self._wait(place)
            case "start":
                return self._start(place)
            case _:
                return self._join(place)

    def _case(self) -> ops.Operation:
        selector = self.expression()
        otherwise = self.accept("not")
        self.word("in")
        return ops.Case(selector, tuple(self.values.token(tree, selector.type) for tree in self.braces()), otherwise)

    def _check(self) -> ops.Operation:
        kind = self.lexer.expect_name("the kind of property")
        return ops.Check(kind, self.expression(), self._text())

    def _text(self) -> str:
        return self.string("a text") if self.lexer.kind == "string" and self.more() else ""

    def _label(self, word: str) -> str:
        return self.string(f"the name of the {word}") if self.accept(word) else ""

    def _begin(self) -> ops.Operation:
        if self.word("atomic", "lifetime") == "atomic":
            return ops.BeginAtomic()
        return ops.BeginLifetime(self._lifetime_variable())

    def _end(self) -> ops.Operation:
        match self.word("atomic", "lifetime", "thread"):
            case "atomic":
                return ops.EndAtomic()
            case "thread":
                return ops.EndThread()
            case _:
                return ops.EndLifetime(self._lifetime_variable())

    def _lifetime_variable(self) -> Variable:
        start = self.lexer.start
        variable = self.expression()
        if not isinstance(variable, Variable):
            raise self.lexer.error_at(
                "only a variable has a lifetime", start, self.lexer.previous_end, expected="a local variable"
            )
        return variable

    def _three(self, usage: str) -> tuple[Expr, Expr, Expr]:
        start = self.lexer.start
        arguments = self._arguments()
        if len(arguments) != 3:
            raise self.lexer.error_at(
                f"three arguments are needed, not {len(arguments)}", start, self.lexer.previous_end, expected=usage
            )
        return arguments[0], arguments[1], arguments[2]

    def _arguments(self) -> tuple[Expr, ...]:
        lexer = self.lexer
        lexer.expect("(", "before the arguments")
        arguments: list[Expr] = []
        while not lexer.accept(")"):
            if arguments:
                lexer.expect(",", "or ')' after an argument")
            arguments.append(self.expression())
        return tuple(arguments)

    def _choose(self, place: Place) -> ops.Operation:
        tree = self.tree()
        instance = tree.kind is Kind.CALL and tree.head == "instance" and not self.values.is_quoted(tree)
        if not instance:
            return ops.Choose(place, self.values.domain(tree, self.trees), self._origin())
        null = len(tree.operands) == 2 and tree.operands[1].head == "null" and tree.operands[1].kind is Kind.NAME
        if not tree.operands or len(tree.operands) > 1 + null:
            raise self.values.error("expected a class", tree, expected="instance(CLASS) or instance(CLASS, null)")
        return ops.ChooseInstance(
            place, self.values.name(tree.operands[0], "the name of a class"), null, self._origin()
        )

    def _origin(self) -> Origin:
        return Origin(self.word(*(origin.value for origin in Origin))) if self.accept("by") else Origin.ENVIRONMENT

    def _callee(self) -> tuple[Callee, tuple[Expr, ...]]:
        lexer = self.lexer
        if self.accept("virtual"):
            class_name = lexer.expect_name("the static class of the receiver")
            callee = VirtualCallee(class_name, lexer.expect_name("the signature of the method"))
            return callee, self._arguments()
        if self.accept("pointer"):
            lexer.expect("(", "before the pointer to the function")
            pointer = self.expression()
            lexer.expect(")", "after the pointer to the function")
            arguments = self._arguments()
            targets = (
                [self.values.name(tree, "a function") for tree in self.braces()] if self.accept("targets") else None
            )
            return PointerCallee(pointer, None if targets is None else tuple(targets)), arguments
        return StaticCallee(lexer.expect_name("the name of a function")), self._arguments()

    def _call(self, result: Place | None) -> ops.Operation:
        callee, arguments = self._callee()
        return ops.Call(callee, arguments, result)

    def _start(self, handle: Place | None) -> ops.Operation:
        callee, arguments = self._callee()
        daemon = self.expression() if self.accept("daemon") else None
        return ops.Start(callee, arguments, handle, daemon, self.accept("many"))

    def _wait(self, result: Place | None) -> ops.Operation:
        lexer = self.lexer
        bare = not self.more() or (lexer.kind == "name" and lexer.text in ("on", "timed"))
        lock = None if bare else self.expression()
        condition = self.expression() if self.accept("on") else None
        return ops.Wait(lock, condition, self.accept("timed"), result)

    def _join(self, result: Place | None) -> ops.Operation:
        return ops.Join(self.expression(), self.accept("timed"), result)

    def _notify(self) -> ops.Operation:
        every = self.accept("all")
        return ops.Notify(self.expression(), every)

    def _allocation(self) -> Allocation:
        tree = self.tree()
        operands = tree.operands
        match tree.kind, tree.head:
            case Kind.NAME, class_name:
                return NewObject(class_name)
            case Kind.CALL, "array" if len(operands) == 2:
                self._note(operands[1])
                return NewArray(self.values.type(operands[0]), self.values.build(operands[1]))
            case Kind.CALL, "memory" if operands:
                options = [self.values.name(option, "'stack' or 'zeroed'") for option in operands[1:]]
                if options in ([], ["stack"], ["zeroed"], ["stack", "zeroed"]):
                    self._note(operands[0])
                    return NewMemory(self.values.build(operands[0]), "stack" in options, "zeroed" in options)
        raise self.values.error(
            "this cannot be allocated", tree,
            expected="a class, array(TYPE, LENGTH) or memory(SIZE) with 'stack' and 'zeroed' after the size",
        )  # fmt: skip

    def _note(self, tree: Surface) -> None:
        if self.trees is not None:
            self.trees.append(tree)
