"""Partitions of memory from the analysis: cells where accesses agree, apart where they can be, and bytes elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from predicate_transformers import substituted
from relation_formulas import changed
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context
from vexil.frontends.c import load
from vexil.ir.expressions import AddressOf, Deref, Expr, Variable
from vexil.ir.operations import expressions_of
from vexil.ir.types import I16, I32, PointerType
from vexil.languages.options import COptions
from vexil.logic import Terms
from vexil.logic.partition import reported
from vexil.logic.regions import Exit, relation
from vexil.logic.space import Space, Untranslatable, result_name
from vexil.logic.terms import Term


class Source:
    """A C program with its state divided by the analysis."""

    def __init__(self, folder: Path, text: str) -> None:
        path = folder / "source.c"
        path.write_text(text)
        self.program = load((str(path),), COptions(), Context())
        self.partition = AnalysedPartition(Analyses(self.program))
        self.terms = Terms()
        self.space = Space(self.terms, self.program, self.partition)

    def end(self, function: str) -> Exit:
        """What a function without loops and calls does."""
        body = self.program.functions[function]
        (way,) = relation(self.space, function, body.entry, ()).exits.values()
        return way

    def moved_back(self, function: str, condition: Term) -> Term:
        """A condition behind a function as one before it."""
        return substituted(self.space, condition, self.end(function).state)


FIELDS = """
struct pair { int a; int b; };
struct pair s, t;
int get_a(struct pair *p) { return p->a; }
int get_b(struct pair *p) { return p->b; }
int get_sb(void) { return s.b; }
void set_a(struct pair *p, int n) { p->a = n; }
void set_tb(int n) { t.b = n; }
int main(void) {
  set_a(&s, 1); set_a(&t, 2); set_tb(3);
  return get_a(&s) + get_a(&t) + get_b(&t) + get_sb();
}
"""


def test_C2B_10_fields_are_kept_apart(tmp_path: Path) -> None:
    """A predicate on p->b is the same before and after a write to q->a, and one on p->a is not."""
    source = Source(tmp_path, FIELDS)
    terms = source.terms
    zero = terms.bv(0, 32)
    for function, is_touched in (("get_a", True), ("get_b", False), ("get_sb", False)):
        predicate = terms.eq(source.end(function).state[result_name(function)], zero)
        assert (source.moved_back("set_a", predicate) is not predicate) is is_touched, function


def test_the_same_field_of_objects_that_no_pointer_confuses(tmp_path: Path) -> None:
    """s.b and t.b are in one region, as p->a may be of either, and still a write to t.b leaves s.b alone."""
    source = Source(tmp_path, FIELDS)
    terms = source.terms
    outcome = {
        function: terms.eq(source.end(function).state[result_name(function)], terms.bv(0, 32))
        for function in ("get_b", "get_sb")
    }
    assert source.moved_back("set_tb", outcome["get_sb"]) is outcome["get_sb"]
    assert source.moved_back("set_tb", outcome["get_b"]) is not outcome["get_b"]
    regions = [region for region in source.partition.regions() if region.is_typed]
    assert len(regions) == 1


def test_C2B_10_arrays_are_kept_apart(tmp_path: Path) -> None:
    """A write to an element of one array leaves predicates on another one alone, and touches those on the same one."""
    source = Source(
        tmp_path,
        """
        int v[10], w[10];
        int first_v(void) { return v[0]; }
        int first_w(void) { return w[0]; }
        void set(int *q, unsigned n) { q[n] = 1; }
        int main(void) { set(v, 3); w[2] = 1; return first_v() + first_w(); }
        """,
    )
    terms = source.terms
    found = {}
    for function in ("first_v", "first_w"):
        predicate = terms.eq(source.end(function).state[result_name(function)], terms.bv(0, 32))
        found[function] = source.moved_back("set", predicate) is predicate
    assert found == {"first_v": False, "first_w": True}


def test_a_local_that_only_its_own_pointer_reaches(tmp_path: Path) -> None:
    """A write through a pointer to a local touches nothing else, and the local has what was written."""
    source = Source(
        tmp_path,
        """
        int g, other;
        int *p = &other;
        void f(int n) { int x = n; int *q = &x; *q = 3; g = x + *p; }
        int main(void) { f(1); other = 2; return g; }
        """,
    )
    terms, state = source.terms, source.end("f").state
    value = state["g"]
    assert value.op == "bvadd"
    assert terms.bv(3, 32) in value.args
    (read,) = (part for part in value.args if not part.is_const)
    assert read.op == "select"
    assert read.args[0].op == "symbol"


def test_variables_that_only_their_names_reach_are_registers(tmp_path: Path) -> None:
    """Where an address is taken and never used for an access the variable is a register, in recursion too."""
    source = Source(
        tmp_path,
        """
        int g, used;
        int compared(int n) { int x = n; int *p = &x; g = p == &x; if (n > 0) g = compared(n - 1); return x; }
        int through(int n) { int x = n; int *p = &x; *p = *p + 1; return x; }
        int renewed(int n) { while (n-- > 0) { int x = n; int *p = &x; g = p == &x; } return g; }
        int main(void) { int *p = &used; return compared(1) + through(2) + renewed(3) + *p; }
        """,
    )
    private = {
        function.name: source.partition.is_private(function.name, Variable(item.name, item.type, False))
        for function in source.program.functions.values()
        for item in function.variables.values()
        if item.addressable and item.name == "x"
    }
    assert private == {"compared": True, "through": False, "renewed": False}
    assert not source.partition.is_private("main", Variable("used", I32, True))
    register = source.space.register("compared", Variable("x", I32, False))
    assert register is not None
    assert register.name == "compared::x"


BYTES = """
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
    source = Source(tmp_path, BYTES)
    terms, space = source.terms, source.space
    body = source.program.functions["f"]
    found = relation(space, "f", body.entry, ())
    (way,) = found.exits.values()
    typed = [name for name in changed(found) if name.endswith(".u4")]
    assert len(typed) == 1
    (sentence,) = [text for text in reported(source.partition) if "overlapping" in text]
    assert sentence.split()[1] in changed(found)
    n = space.symbol(space.variables["f::n"])
    assert terms.sign_extend(terms.extract(n, 7, 0), 24) is way.state["flag"]


def test_reads_that_the_program_does_not_have(tmp_path: Path) -> None:
    """A predicate may read what is in one class of cells; a read across regions, or of another size, has no formula."""
    source = Source(
        tmp_path,
        """
        int x, y, z;
        int *p, *q;
        int f(int n) { p = n ? &x : &z; q = n ? &x : &y; return *p; }
        int main(void) { int *r = &y; return f(1) + *r; }
        """,
    )
    pointer = PointerType(I32)
    through = {name: Deref((Variable(name, pointer, True),), I32) for name in ("p", "q")}
    assert source.partition.access("f", through["p"]).region.is_typed
    with pytest.raises(Untranslatable, match="several regions"):
        source.partition.access("f", through["q"])
    short = Deref((AddressOf(Variable("x", I32, True), PointerType(I16)),), I16)
    with pytest.raises(Untranslatable, match="cells of other types"):
        source.partition.access("f", short)


def test_answers_do_not_depend_on_what_was_asked_before(tmp_path: Path) -> None:
    """Two partitions of one program agree about every access, in whatever order they are asked."""
    source = Source(tmp_path, FIELDS)
    other = AnalysedPartition(Analyses(source.program))
    places: list[tuple[str, Deref]] = []
    for function in source.program.functions.values():
        for edge in function.edges:
            pending: list[Expr] = list(expressions_of(edge.operation))
            while pending:
                node = pending.pop()
                pending.extend(node.operands)
                if isinstance(node, Deref):
                    places.append((function.name, node))
    assert len(places) >= 5
    forwards = [source.partition.access(*place) for place in places]
    backwards = [other.access(*place) for place in reversed(places)]
    assert forwards == backwards[::-1]
    assert len({access.cells for access in forwards}) == 3
