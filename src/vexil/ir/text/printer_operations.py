"""Printing of operations, domains, callees and allocations.

The expressions of an operation stand in the text in the order in which `expressions_of` numbers them.
"""

from __future__ import annotations

from collections.abc import Mapping

from vexil.core.lexer import quote
from vexil.ir import operations as ops
from vexil.ir.expressions import Expr, Place
from vexil.ir.operation_parts import (
    Allocation,
    Callee,
    Domain,
    GuardedDomain,
    NewArray,
    NewMemory,
    NewObject,
    Origin,
    PointerCallee,
    RangeDomain,
    RelationDomain,
    StaticCallee,
    TypeDomain,
    VirtualCallee,
)
from vexil.ir.program import TokenSet
from vexil.ir.text.grammar import DOMAINS, FUNCTIONS, RESERVED
from vexil.ir.text.printer_expressions import ExpressionPrinter, print_string

_NOT_RELATIONS = RESERVED | DOMAINS | FUNCTIONS


class OperationPrinter(ExpressionPrinter):
    """Prints operations of one program."""

    def operation(self, operation: ops.Operation) -> str:
        """An operation, on one line."""
        text = self.text
        match operation:
            case ops.Assign(place, value):
                return f"{text(place)} := {text(value)}"
            case ops.Assume(condition):
                return f"assume {text(condition)}"
            case ops.Call(callee, arguments, result):
                return f"{self._receiver(result)}call {self._callee(callee, arguments)}"
            case ops.Skip():
                return "skip"
            case ops.Return(value):
                return "return" if value is None else f"return {text(value)}"
            case ops.Case(selector, values, otherwise):
                listed = ", ".join(self.token(value, selector.type) for value in values)
                return f"case {text(selector)} {'not in' if otherwise else 'in'} {{{listed}}}"
            case ops.Restrict(condition):
                return f"restrict {text(condition)}"
            case ops.Check(kind, condition, message):
                return f"check {self.name(kind)} {text(condition)}{_labelled('', message)}"
            case ops.Choose(place, domain, origin):
                return f"{text(place)} := choose {self.domain(domain)}{_by(origin)}"
            case ops.ChooseInstance(place, class_name, nullable, origin):
                null = ", null" if nullable else ""
                return f"{text(place)} := choose instance({quote(class_name)}{null}){_by(origin)}"
            case ops.Catch(place):
                return "catch" if place is None else f"catch {text(place)}"
            case ops.Throw(value):
                return f"throw {text(value)}"
            case ops.Allocate(place, what, site):
                return f"{text(place)} := new {self._allocation(what)}{_labelled(' site', site)}"
            case ops.Stop(status):
                return "stop" if status is None else f"stop {text(status)}"
            case _:
                return self._memory_or_threads(operation)

    def _memory_or_threads(
        self,
        operation: ops.Release | ops.BeginLifetime | ops.EndLifetime | ops.Copy | ops.Fill | ops.Lock | ops.Unlock
        | ops.Wait | ops.Notify | ops.Start | ops.Join | ops.Interrupt | ops.BeginAtomic | ops.EndAtomic
        | ops.EndThread,
    ) -> str:  # fmt: skip
        text = self.text
        match operation:
            case ops.Release(pointer, on_stack):
                return f"release {text(pointer)}{' stack' if on_stack else ''}"
            case ops.BeginLifetime(variable):
                return f"begin lifetime {text(variable)}"
            case ops.EndLifetime(variable):
                return f"end lifetime {text(variable)}"
            case ops.Copy(target, source, size):
                return f"copy({text(target)}, {text(source)}, {text(size)})"
            case ops.Fill(target, value, size):
                return f"fill({text(target)}, {text(value)}, {text(size)})"
            case ops.Lock(lock, pair, reentrant):
                return f"lock {text(lock)}{_labelled(' pair', pair)}{' reentrant' if reentrant else ''}"
            case ops.Unlock(lock, pair):
                return f"unlock {text(lock)}{_labelled(' pair', pair)}"
            case ops.Wait(lock, condition, timed, result):
                parts = f"{self._receiver(result)}wait"
                parts += "" if lock is None else f" {text(lock)}"
                parts += "" if condition is None else f" on {text(condition)}"
                return parts + (" timed" if timed else "")
            case ops.Notify(condition, every):
                return f"notify {'all ' if every else ''}{text(condition)}"
            case ops.Start(callee, arguments, handle, daemon, many):
                parts = f"{self._receiver(handle)}start {self._callee(callee, arguments)}"
                parts += "" if daemon is None else f" daemon {text(daemon)}"
                return parts + (" many" if many else "")
            case ops.Join(thread, timed, result):
                return f"{self._receiver(result)}join {text(thread)}{' timed' if timed else ''}"
            case ops.Interrupt(thread, value):
                return f"interrupt {text(thread)}{'' if value else ' clear'}"
            case ops.BeginAtomic():
                return "begin atomic"
            case ops.EndAtomic():
                return "end atomic"
            case ops.EndThread():
                return "end thread"

    def _receiver(self, place: Place | None) -> str:
        return "" if place is None else f"{self.text(place)} := "

    def _callee(self, callee: Callee, arguments: tuple[Expr, ...]) -> str:
        listed = f"({', '.join(map(self.text, arguments))})"
        match callee:
            case StaticCallee(function):
                return self.name(function) + listed
            case VirtualCallee(class_name, signature):
                return f"virtual {quote(class_name)} {quote(signature)}{listed}"
            case PointerCallee(pointer, targets):
                listed_targets = "" if targets is None else f" targets {{{', '.join(map(quote, targets))}}}"
                return f"pointer({self.text(pointer)}){listed}{listed_targets}"

    def _allocation(self, what: Allocation) -> str:
        match what:
            case NewObject(class_name):
                return quote(class_name)
            case NewArray(element, length):
                return f"array({self.type(element)}, {self.text(length)})"
            case NewMemory(size, on_stack, zeroed):
                return f"memory({self.text(size)}{', stack' if on_stack else ''}{', zeroed' if zeroed else ''})"

    def domain(self, domain: Domain) -> str:
        """A domain; relations over relations are unfolded without recursion."""
        parts: list[str] = []
        stack: list[str | Expr | Domain] = [domain]
        while stack:
            current = stack.pop()
            match current:
                case str():
                    parts.append(current)
                case TypeDomain(kind):
                    parts.append(f"type({self.type(kind)})")
                case RangeDomain(low, high):
                    parts.append(f"range({self.text(low)}, {self.text(high)})")
                case GuardedDomain(cases):
                    values = [
                        self.text(value) if guard is None else f"when({self.text(guard)}, {self.text(value)})"
                        for guard, value in cases
                    ]
                    parts.append(f"among({', '.join(values)})")
                case RelationDomain(relation, arguments):
                    pieces: list[str | Expr | Domain] = [quote(relation, _NOT_RELATIONS), "("]
                    for number, argument in enumerate(arguments):
                        pieces += [", ", argument] if number else [argument]
                    stack.extend(reversed([*pieces, ")"]))
                case _:
                    parts.append(self.text(current))
        return "".join(parts)


def _labelled(word: str, label: str) -> str:
    return f"{word} {print_string(label)}" if label else ""


def _by(origin: Origin) -> str:
    return "" if origin is Origin.ENVIRONMENT else f" by {origin.value}"


def print_operation(operation: ops.Operation, token_sets: Mapping[str, TokenSet] | None = None) -> str:
    """The text of an operation; tokens are named when their sets are given, numbered otherwise."""
    return OperationPrinter(token_sets).operation(operation)
