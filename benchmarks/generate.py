"""Large programs of realistic shape: functions of loops, branches, calls, checks and memory accesses."""

from __future__ import annotations

from random import Random

from vexil.core.source import SourceFile, Span
from vexil.ir.builder import FunctionBuilder, ProgramBuilder
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.operation_parts import Origin, StaticCallee, TypeDomain
from vexil.ir.operations import Assign, Assume, Call, Check, Choose, Operation, Return
from vexil.ir.program import Program
from vexil.ir.sourcemap import occurrences_of
from vexil.ir.types import I32, I64, BlockType, PointerType
from vexil.ir.typing import address_of, apply, cast, deref, literal, negation

STATEMENTS_PER_FUNCTION = 50
_ARITHMETIC = (Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.BIT_AND)
_COMPARISONS = (Operator.LESS, Operator.EQUAL, Operator.GREATER_EQUAL, Operator.DIFFERENT)


def large_program(statements: int, *, seed: int = 0, source_map: bool = True) -> Program:
    """A valid program with this many statements; with *source_map*, every expression has a place."""
    return _Generator(Random(seed), source_map).program(statements)


class _Generator:
    def __init__(self, random: Random, source_map: bool) -> None:
        self._random = random
        self._source_map = source_map
        self._builder = ProgramBuilder("generated", "c", files=(SourceFile("generated.c", b""),))
        self._table = self._builder.global_variable("table", BlockType(I32, 100))
        self._globals = [self._builder.global_variable(f"g{n}", I32) for n in range(50)]
        self._offset = 0

    def program(self, statements: int) -> Program:
        names = [f"function_{n}" for n in range(max(1, statements // STATEMENTS_PER_FUNCTION))]
        for number, name in enumerate(names):
            self._function(name, names[number + 1 :][:5])
        main = FunctionBuilder("main", I32)
        main.entry, main.exit = main.location("start"), main.location("exit")
        called = main.location("called")
        result = main.local("result", I32)
        main.edge(main.entry, called, Call(StaticCallee(names[0]), (literal(1, I32), literal(2, I32)), result))
        main.edge(called, main.exit, Return(result))
        self._builder.add(main)
        return self._builder.build()

    def _function(self, name: str, callees: list[str]) -> None:
        self._current = function = FunctionBuilder(name, I32)
        self._variables = [function.parameter("a", I32), function.parameter("b", I32)]
        self._variables += [function.local(f"x{n}", I32) for n in range(8)]
        function.entry, function.exit = function.location(), function.location("exit")
        here = function.entry
        for _ in range(STATEMENTS_PER_FUNCTION - 1):
            here = self._statement(here, callees)
        self._edge(here, function.exit, Return(self._random.choice(self._variables)))
        self._builder.add(function)

    def _statement(self, here: int, callees: list[str]) -> int:
        function, random = self._current, self._random
        after = function.location()
        target = random.choice(self._variables)
        kind = random.randrange(10)
        if kind < 5:
            self._edge(here, after, Assign(random.choice([target, *self._globals]), self._value()))
        elif kind < 7:
            inside = function.location()
            condition = self._condition()
            self._edge(here, inside, Assume(condition))
            self._edge(here, after, Assume(negation(condition)))
            self._edge(inside, here if kind == 6 else after, Assign(target, self._value()))
        elif kind == 7 and callees:
            arguments = (self._value(), random.choice(self._variables))
            self._edge(here, after, Call(StaticCallee(random.choice(callees)), arguments, target))
        elif kind == 8:
            self._edge(here, after, Check("assert", self._condition(), "the assertion holds"))
        elif random.random() < 0.5:
            self._edge(here, after, Choose(target, TypeDomain(I32), Origin.ENVIRONMENT))
        else:
            base = cast(address_of(self._table), PointerType(I32))
            offset = apply(Operator.MULTIPLY, cast(random.choice(self._variables), I64), literal(4, I64))
            self._edge(here, after, Assign(deref(apply(Operator.POINTER_ADD, base, offset), I32), self._value()))
        return after

    def _leaf(self) -> Variable:
        return self._random.choice(self._variables if self._random.random() < 0.7 else self._globals)

    def _value(self) -> Expr:
        value: Expr = self._leaf()
        for _ in range(self._random.randrange(1, 4)):
            right = self._leaf() if self._random.random() < 0.5 else literal(self._random.randrange(1000), I32)
            value = apply(self._random.choice(_ARITHMETIC), value, right)
        return value

    def _condition(self) -> Expr:
        return apply(self._random.choice(_COMPARISONS), self._value(), self._leaf())

    def _edge(self, source: int, target: int, operation: Operation) -> None:
        number = self._current.edge(source, target, operation, self._span() if self._source_map else None)
        if self._source_map:
            for position, _ in occurrences_of(operation):
                self._current.occurrences[number, position] = self._span()

    def _span(self) -> Span:
        self._offset += 3
        return Span(0, self._offset, self._offset + 10)
