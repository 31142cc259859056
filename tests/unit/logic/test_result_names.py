"""What a function leaves behind is no variable of the function, whatever its variables are called."""

from __future__ import annotations

from pathlib import Path

from predicate_transformers import Transformers
from vexil.core.context import Context
from vexil.frontends.c import load
from vexil.languages.options import COptions
from vexil.logic import Terms
from vexil.logic.space import Space, result_name

SOURCE = """
int f(int x) { char result = x; int status = 1; return x + status; }
int main(void) { return f(1); }
"""


def test_a_variable_called_result_is_not_the_result(tmp_path: Path) -> None:
    """Returning leaves a local ``result`` of another type alone, and the other way round."""
    source = tmp_path / "named.c"
    source.write_text(SOURCE)
    program = load((str(source),), COptions(), Context())
    space = Space(Terms(), program)
    body = program.functions["f"]
    transformers = Transformers(space, "f")
    for number, edge in enumerate(body.edges):
        after = transformers.strongest(number, space.terms.true)
        assert edge is body.edges[number]
        assert after.term is not space.terms.false
    assert space.variables["f::result"].sort != space.variables[result_name("f")].sort
