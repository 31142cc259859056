"""Bodies of commands in Promela: the inside of a deterministic step."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vexil.engines.printed.blocks import require_shallow
from vexil.engines.printed.promela.expressions import PromelaExpressions
from vexil.model.guarded.system import Assign, Block, EndKind, For, Goto, GuardedSystem, If, Leave, Let

Lines = list[str]


class PromelaBodies:
    """Prints the statements of commands; names of computed values share a few hidden variables."""

    def __init__(
        self,
        system: GuardedSystem,
        expressions: PromelaExpressions,
        asserted: frozenset[int],
        goto: Callable[[int], str | None],
    ) -> None:
        self._system = system
        self._expressions = expressions
        self._asserted = asserted
        self._goto = goto
        self.scratch = 0
        """How many hidden variables are needed."""
        self._used = 0

    def show(self, body: Block, names: Mapping[str, str]) -> Lines:
        """The statements of a body, ``names`` being those of what is chosen."""
        require_shallow(body)
        self._used = 0
        return self._block(body, dict(names), 0, "")

    def reset(self) -> Lines:
        """The statements that forget what the last body has computed."""
        return [f"{scratch_name(place)} = 0;" for place in range(self._used)]

    def _block(self, block: Block, names: dict[str, str], depth: int, indent: str) -> Lines:
        lines: Lines = []
        for statement in block:
            match statement:
                case Assign(_, _, value, _):
                    place = self._expressions.place(statement, names)
                    lines.append(f"{indent}{place} = {self._expressions.show(value, names)};")
                case Let(name, value):
                    computed = self._expressions.show(value, names)
                    names[name] = self._fresh(depth)
                    depth += 1
                    lines.append(f"{indent}{names[name]} = {computed};")
                case If(condition, then, otherwise):
                    lines.append(f"{indent}if")
                    lines.append(f"{indent}:: {self._expressions.show(condition, names)} ->")
                    lines += self._block(then, dict(names), depth, indent + "   ")
                    lines.append(f"{indent}:: else ->")
                    lines += self._block(otherwise, dict(names), depth, indent + "   ")
                    lines.append(f"{indent}fi;")
                case For(counter, count, body):
                    turn = self._fresh(depth)
                    lines.append(f"{indent}{turn} = 0;")
                    lines.append(f"{indent}do")
                    lines.append(f"{indent}:: ({turn} < {count}) ->")
                    lines += self._block(body, {**names, counter: turn}, depth + 1, indent + "   ")
                    lines.append(f"{indent}   {turn} = {turn} + 1")
                    lines.append(f"{indent}:: else -> break")
                    lines.append(f"{indent}od;")
                case Goto(location):
                    moved = self._goto(location)
                    lines += [] if moved is None else [f"{indent}{moved};"]
                case Leave(ending):
                    lines += self._leave(ending, indent)
        return lines or [f"{indent}skip;"]

    def _leave(self, ending: int, indent: str) -> Lines:
        if ending in self._asserted:
            return [f"{indent}assert(false);"]
        if self._system.endings[ending].kind is EndKind.CUT:
            return [f"{indent}skip;"]
        return [f"{indent}{self._expressions.whole(self._system.ending)} = {ending + 1};"]

    def _fresh(self, depth: int) -> str:
        self._used = max(self._used, depth + 1)
        self.scratch = max(self.scratch, depth + 1)
        return scratch_name(depth)


def scratch_name(number: int) -> str:
    """The name of a hidden variable."""
    return f"t_{number}"
