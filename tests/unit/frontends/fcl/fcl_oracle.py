"""A relational interpreter of FCL written from the rules of Hatcliff et al. (2002), 3.3, and nothing else.

It shares no code with the lowering: expressions are evaluated to sets of values by recursion over the prefix
sequence, statements move the state (node, store) as the recovered rules of Fig. 8 say.
"""

from __future__ import annotations

from vexil.frontends.fcl.algebra import Algebra, Value
from vexil.frontends.fcl.syntax import Assign, Coercion, Constant, Expression, Goto, Operator, Program, Return, Skip
from vexil.frontends.fcl.typing import infer_types

Store = tuple[tuple[str, Value], ...]
State = tuple[str, Store]


class Oracle:
    """The transition system of a program under an algebra."""

    def __init__(self, program: Program, algebra: Algebra) -> None:
        self.algebra = algebra
        self.program = program
        self.types = infer_types(program, algebra.signature).variables
        self.blocks = {block.label: [*block.assignments, block.jump] for block in program.blocks}

    def initial(self, **parameters: Value) -> State:
        values = {name: self.algebra.default(kind) for name, kind in self.types.items()} | parameters
        return f"{self.program.initial}.1", tuple(sorted(values.items()))

    def values(self, expression: Expression, store: Store) -> set[Value]:
        values, end = self._values(expression.nodes, 0, dict(store))
        assert end == len(expression.nodes)
        return values

    def _values(self, nodes, at, store):
        node = nodes[at]
        match node:
            case Constant(symbol):
                return set(self.algebra.constant(symbol)), at + 1
            case Operator(symbol):
                left, middle = self._values(nodes, at + 1, store)
                right, end = self._values(nodes, middle, store)
                return {r for a in left for b in right for r in self.algebra.apply(symbol, a, b)}, end
            case Coercion(source, target):
                operand, end = self._values(nodes, at + 1, store)
                return {r for a in operand for r in self.algebra.coerce(source, target, a)}, end
            case _:
                return {store[node.name]}, at + 1

    def successors(self, state: State) -> set[State]:
        node, store = state
        if node == "halt":
            return set()
        label, number = node.rsplit(".", 1)
        following = f"{label}.{int(number) + 1}"
        match self.blocks[label][int(number) - 1]:
            case Skip():
                return {(following, store)}
            case Assign(variable, expression):
                return {
                    (following, tuple(sorted({**dict(store), variable: value}.items())))
                    for value in self.values(expression, store)
                }
            case Goto(target):
                return {(f"{target}.1", store)}
            case Return():
                return {("halt", store)}
            case jump:
                targets = {True: jump.then_label, False: jump.else_label}
                return {(f"{targets[bool(value)]}.1", store) for value in self.values(jump.condition, store)}

    def run(self, state: State, limit: int = 1000) -> list[State]:
        """The states of a deterministic run, up to and including the last one."""
        states = [state]
        while len(states) < limit:
            following = self.successors(states[-1])
            if not following:
                return states
            (state,) = following
            states.append(state)
        return states

    def reachable(self, *initial: State) -> set[State]:
        seen, pending = set(initial), list(initial)
        while pending:
            for state in self.successors(pending.pop()):
                if state not in seen:
                    seen.add(state)
                    pending.append(state)
        return seen
