"""Partitions from the regions of the analysis: typed cells where accesses agree, bytes with a reason elsewhere."""

from __future__ import annotations

from pathlib import Path

from vexil.analysis import Analyses
from vexil.core.context import Context
from vexil.frontends.c import load
from vexil.frontends.c.options import COptions
from vexil.ir.expressions import Variable
from vexil.ir.program import Program
from vexil.logic import Terms
from vexil.logic.partition import Access, MemoryPlace, Region, reported, stores_pointers
from vexil.logic.regions import relation
from vexil.logic.space import Space


class ByFacts:
    """The regions of the analysis; an access that reaches nothing goes to a region of its own."""

    def __init__(self, program: Program) -> None:
        self._facts = Analyses(program)
        pointers = stores_pointers(program)
        self._regions = {
            region.number: Region(f"region{region.number}", region.reason, pointers)
            for region in self._facts.regions.all
        }
        self._nowhere = Region("nowhere", "no access reaches an object", pointers)

    def access(self, function: str, place: MemoryPlace) -> Access:
        """The region of the objects that an access may reach: they are all in one."""
        for location in sorted(self._facts.points_to.places_of(function, place), key=lambda found: found.sort_key):
            region = self._facts.regions.of(location.object)
            if region is not None:
                return Access(self._regions[region.number])
        return Access(self._nowhere)

    def is_private(self, function: str, variable: Variable) -> bool:
        """Nothing is known about that."""
        del function, variable
        return False

    def regions(self) -> tuple[Region, ...]:
        """All of them."""
        return (*self._regions.values(), self._nowhere)


SOURCE = """
int x, y, flag;
union { int whole; char parts[4]; } u;
int *p = &x;
void f(int n) {
  *p = n;
  y = y + 1;
  u.whole = n;
  flag = u.parts[0];
  p = &y;
}
int main(void) { int *q = &y; f(*q); return 0; }
"""


def test_regions_of_a_c_program(tmp_path: Path) -> None:
    """Integers behind pointers are cells, the union is bytes for a reason, and a write to one leaves the other."""
    source = tmp_path / "regions.c"
    source.write_text(SOURCE)
    program = load((str(source),), COptions(), Context())
    terms = Terms()
    space = Space(terms, program, ByFacts(program))
    body = program.functions["f"]
    found = relation(space, "f", body.entry, ())
    (way,) = found.exits.values()
    typed = [name for name in found.changed if name.endswith(".u4")]
    assert len(typed) == 1
    (sentence,) = [text for text in reported(space.partition) if "overlapping" in text]
    region = sentence.split()[1]
    assert region in found.changed
    n = space.symbol(space.variables["f::n"])
    flag = terms.extract(n, 7, 0)
    assert terms.sign_extend(flag, 24) is way.state["flag"]
