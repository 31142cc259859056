"""The rules for domains of choices and for relations."""

from __future__ import annotations

from itertools import product

from vexil.ir.expressions import Expr
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.program import Relation
from vexil.ir.types import BoolType, FloatType, IntegerType, MathType, TokenType, Type, is_integer
from vexil.ir.typing import TypeProblem, compatible
from vexil.ir.validator_expressions import ExpressionRules


class DomainRules(ExpressionRules):
    """Checks domains and relations."""

    def domain(self, domain: Domain, kind: Type) -> None:
        """Check a domain whose values have type *kind*."""
        match domain:
            case TypeDomain(declared):
                if declared != kind:
                    raise TypeProblem(f"values of type {declared} are chosen for a place of type {kind}")
                if not isinstance(kind, BoolType | IntegerType | MathType | FloatType | TokenType):
                    raise TypeProblem(f"the values of type {kind} cannot be enumerated; name the possible ones")
            case RangeDomain(low, high):
                for bound in (low, high):
                    self.expression(bound)
                    if bound.type != kind or not is_integer(kind):
                        raise TypeProblem(f"a range of {bound.type} is chosen from for a place of type {kind}")
            case GuardedDomain(cases):
                if not cases:
                    raise TypeProblem("a choice needs at least one value")
                for guard, value in cases:
                    if guard is not None:
                        self.condition(guard)
                    self.expression(value)
                    if not compatible(kind, value.type):
                        raise TypeProblem(f"a value of type {value.type} is chosen for a place of type {kind}")
            case RelationDomain():
                self._relation_domain(domain, kind)

    def _relation_domain(self, domain: RelationDomain, kind: Type) -> None:
        pending: list[tuple[Expr | Domain, Type]] = [(domain, kind)]
        while pending:
            current, wanted = pending.pop()
            if not isinstance(current, RelationDomain):
                if isinstance(current, TypeDomain | RangeDomain | GuardedDomain):
                    self.domain(current, wanted)
                else:
                    self.expression(current)
                    self.wanted(current, current.type == wanted, str(wanted))
                continue
            self.known(current.relation, self.program.relations, "relation")
            relation = self.program.relations[current.relation]
            if relation.result != wanted:
                raise TypeProblem(f"relation {relation.name!r} gives {relation.result}, not {wanted}")
            if len(relation.parameters) != len(current.arguments):
                raise TypeProblem(
                    f"relation {relation.name!r} takes {len(relation.parameters)} arguments, "
                    f"not {len(current.arguments)}"
                )
            pending.extend(zip(current.arguments, relation.parameters, strict=True))

    def relation_problems(self, relation: Relation) -> list[str]:
        """Say what is wrong with a relation's table."""
        sizes = []
        for kind in (*relation.parameters, relation.result):
            match kind:
                case BoolType():
                    sizes.append(2)
                case TokenType(name) if name in self.program.token_sets:
                    sizes.append(len(self.program.token_sets[name].tokens))
                case _:
                    return [f"parameters and result are Booleans or declared tokens, not {kind}"]
        *parameter_sizes, result_size = sizes
        rows = dict(relation.rows)
        if len(rows) < len(relation.rows):
            return ["two rows for the same arguments"]
        problems = []
        for arguments, results in relation.rows:
            if len(arguments) != len(parameter_sizes):
                problems.append(f"the row for {arguments} has {len(arguments)} arguments, not {len(parameter_sizes)}")
                continue
            values = [*zip(arguments, parameter_sizes, strict=True), *((result, result_size) for result in results)]
            if any(not 0 <= value < size for value, size in values):
                problems.append(f"the row for {arguments} has arguments or results that do not exist")
        missing = (arguments for arguments in product(*map(range, parameter_sizes)) if arguments not in rows)
        return problems + [f"no row for the arguments {arguments}" for arguments in missing]
