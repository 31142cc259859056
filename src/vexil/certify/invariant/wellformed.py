"""Whether the conditions of evidence are expressions of the program at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vexil.certify.invariant.folded import covered
from vexil.ir.auxiliaries import Auxiliary, ForAll
from vexil.ir.expressions import Expr, Variable
from vexil.ir.program import Function, Program, VariableDeclaration
from vexil.ir.sharing import Sharing
from vexil.ir.types import BoolType, IntegerType, PointerType, is_aggregate, is_integer
from vexil.ir.typing import TypeProblem
from vexil.ir.validator_expressions import ExpressionRules
from vexil.model.evidence import Invariant, LoopRule, ProcedureRule, at_arrival, at_entry, result_of
from vexil.model.linked_lists import ListSegment, reading


def problem_of(program: Program, evidence: Invariant) -> str | None:
    """What is wrong with the form of the evidence, if anything is."""
    rules = _Rules(program)
    contracts: set[str] = set()
    for procedure in evidence.procedures:
        function = program.functions.get(procedure.function)
        if function is None:
            return f"a rule for the function {procedure.function!r}, which there is not"
        if procedure.function in contracts:
            return f"two rules for the function {procedure.function}"
        contracts.add(procedure.function)
        try:
            rules.contract(procedure, function)
        except TypeProblem as problem:
            return f"the rule of {procedure.function}: {problem}"
    heads: set[tuple[str, int]] = set()
    if evidence.procedures and any(loop.lists for loop in evidence.loops):
        return "lists in a proof with contracts of functions"
    for loop in evidence.loops:
        place = f"the loop at {loop.function}:{loop.head}"
        function = program.functions.get(loop.function)
        if function is None:
            return f"a rule for {place}, which there is not"
        if (loop.function, loop.head) in heads:
            return f"two rules for {place}"
        heads.add((loop.function, loop.head))
        ranked = [
            at_arrival(other.head, number, part.type)
            for other in evidence.loops
            if other.function == loop.function and other.head != loop.head
            for number, part in enumerate(other.ranking)
        ]
        try:
            rules.facts(loop, function, ranked, has_contract=loop.function in contracts)
        except TypeProblem as problem:
            return f"a fact of {place}: {problem}"
    return None


def with_shared_nodes(evidence: Invariant) -> Invariant:
    """The same evidence, with one node for all that look the same."""
    shared = Sharing().shared
    loops = tuple(
        replace(
            loop,
            facts=tuple(map(shared, loop.facts)),
            ranking=tuple(map(shared, loop.ranking)),
            auxiliaries=tuple(
                replace(extra, initial=shared(extra.initial), step=shared(extra.step)) for extra in loop.auxiliaries
            ),
            elements=tuple(
                replace(one, low=shared(one.low), high=shared(one.high), fact=shared(one.fact)) for one in loop.elements
            ),
            lists=tuple(replace(one, facts=tuple(map(shared, one.facts))) for one in loop.lists),
        )
        for loop in evidence.loops
    )
    procedures = tuple(
        replace(
            procedure,
            requires=shared(procedure.requires),
            ensures=shared(procedure.ensures),
            measure=tuple(map(shared, procedure.measure)),
        )
        for procedure in evidence.procedures
    )
    return replace(evidence, loops=loops, procedures=procedures)


class _Rules(ExpressionRules):
    """The rules for expressions of programs, with the names that only evidence uses."""

    def contract(self, rule: ProcedureRule, function: Function) -> None:
        """Check both conditions of a contract, and its measure."""
        parameters = [_named(Variable(parameter.name, parameter.type, False)) for parameter in function.parameters]
        self._conditions(parameters, [rule.requires])
        self._integers(rule.measure)
        names = self._at_entry(function)
        if function.result is not None and not is_aggregate(function.result):
            names.append(_named(result_of(function.result)))
        self._conditions(names, [rule.ensures])

    def facts(self, rule: LoopRule, function: Function, ranked: list[Variable], *, has_contract: bool) -> None:
        """Check the facts of a loop, its auxiliary variables and its ranking; *ranked* stand for rankings of others."""
        variables = [*function.variables.values(), *map(_named, ranked)]
        if has_contract:
            variables += self._at_entry(function)
        every = [*variables, *(_named(extra.variable) for extra in rule.auxiliaries)]
        for extra in rule.auxiliaries:
            self._auxiliary(extra, variables, every)
        self._conditions(every, rule.facts)
        for one in rule.elements:
            self._for_all(one, every)
        self._lists(rule, function, every)
        self._declare(variables)
        self._integers(rule.ranking)

    def _auxiliary(
        self, extra: Auxiliary, variables: list[VariableDeclaration], every: list[VariableDeclaration]
    ) -> None:
        """Check that an auxiliary variable is one, and that its values are of its type."""
        if extra.variable.is_global or not extra.variable.name.startswith("\\"):
            raise TypeProblem(f"{extra.variable.name!r} is no name of an auxiliary variable")
        if isinstance(extra.variable.type, PointerType):
            if not isinstance(extra.step, Variable) or extra.step.name != extra.variable.name:
                raise TypeProblem(f"{extra.variable.name!r} is a pointer that changes")
        elif not isinstance(extra.variable.type, IntegerType | BoolType):
            raise TypeProblem(f"{extra.variable.name!r} is no integer and no truth value")
        for names, value in ((variables, extra.initial), (every, extra.step)):
            self._declare(names)
            self.expression(value)
            if value.type != extra.variable.type:
                raise TypeProblem(f"{extra.variable.name!r} gets a value of another type")

    def _for_all(self, one: ForAll, names: list[VariableDeclaration]) -> None:
        """Check a fact about all elements."""
        index = one.index
        if index.is_global or not index.name.startswith("\\") or not isinstance(index.type, IntegerType):
            raise TypeProblem(f"{index.name!r} is no index of a fact about all elements")
        if one.stride < 1:
            raise TypeProblem("the stride of a fact about all elements is not positive")
        self._declare(names)
        for bound in (one.low, one.high):
            self.expression(bound)
            if bound.type != index.type:
                raise TypeProblem(f"a bound of {index.name!r} is of another type")
        self._conditions([*names, _named(index)], [one.condition])

    def _lists(self, rule: LoopRule, function: Function, names: list[VariableDeclaration]) -> None:
        """Check the lists of a loop."""
        starts: set[tuple[str, bool]] = set()
        for one in rule.lists:
            self._declare(names)
            self.expression(reading(one.start))
            if not isinstance(one.start.type, PointerType):
                raise TypeProblem(f"the list that starts from {one.start.name!r}, which is no pointer")
            start = (one.start.name, one.start.is_global)
            if start in starts:
                raise TypeProblem(f"two lists that start from {one.start.name!r}")
            if one.end is not None and (one.end.name, one.end.is_global) not in starts:
                raise TypeProblem(f"the list from {one.start.name!r} ends where no earlier one starts")
            starts.add(start)
            self._nodes(one)
            node = one.node
            if node.is_global or not node.name.startswith("\\") or not isinstance(node.type, PointerType):
                raise TypeProblem(f"{node.name!r} is no name of a node")
            self._conditions([*names, _named(node)], one.facts)

    def _nodes(self, one: ListSegment) -> None:
        """Check the layout of the nodes of a list."""
        end = 0
        for start, stop in covered(one, self.program.layout.pointer_width // 8):
            if not end <= start < stop <= one.size:
                raise TypeProblem(f"the fields of the nodes of the list from {one.start.name!r}")
            end = stop

    def _at_entry(self, function: Function) -> list[VariableDeclaration]:
        variables = [Variable(declaration.name, declaration.type, False) for declaration in function.parameters]
        variables += [Variable(declaration.name, declaration.type, True) for declaration in self.program.globals]
        return [_named(at_entry(variable)) for variable in variables if not is_aggregate(variable.type)]

    def _conditions(self, names: list[VariableDeclaration], conditions: Iterable[Expr]) -> None:
        self._declare(names)
        for condition in conditions:
            self.condition(condition)

    def _declare(self, names: list[VariableDeclaration]) -> None:
        self._locals = {}
        for name in names:
            if name.name in self._locals:
                raise TypeProblem(f"the name {name.name!r} has two meanings")
            self._locals[name.name] = name
        self._valid = set()

    def _integers(self, expressions: Iterable[Expr]) -> None:
        """Check integers over the names of the conditions before."""
        for expression in expressions:
            self.expression(expression)
            if not is_integer(expression.type):
                raise TypeProblem(f"a ranking of type {expression.type}, which is no integer")


def _named(variable: Variable) -> VariableDeclaration:
    return VariableDeclaration(variable.name, variable.type, False, None, False)
