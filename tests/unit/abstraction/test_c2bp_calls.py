"""Calls: what crosses them, and what the caller knows behind them; the list partition of Ball et al. 2001."""

from __future__ import annotations

from pathlib import Path

from abstracted import abstracted, from_c, from_vir

from bebop_labels import locations_called
from vexil.abstraction.predicates import Predicates
from vexil.abstraction.program import Abstractor
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context
from vexil.engines.bebop.reach import reach
from vexil.ir.expressions import AddressOf, Variable
from vexil.ir.operations import Check
from vexil.ir.types import I32
from vexil.logic.factory import Terms
from vexil.logic.solvers import open_solver
from vexil.logic.space import Space
from vexil.logic.translate import Translator
from vexil.model import boolean_program as bp
from vexil.model.boolean_program.expressions import FALSE, Var

SCALE = """
extern int any(void);
int scale(int *q, int k) { int t, u; t = *q; u = t + 1; if (t <= k) t = k; *q = t; return t; }
void caller(int *p, int a) { int r; r = scale(p, a); }
int main(void) { int x = any(), y = any(); caller(&x, y); return 0; }
"""
OF_SCALE = ["scale: k >= 0", "scale: *q <= k", "scale: t == k", "scale: u > t"]
OF_CALLER = ["caller: *p <= 0", "caller: a == 0", "caller: r == 0"]

PARTITION = """
#include <stdlib.h>
typedef struct cell { int val; struct cell *next; } *list;
extern int __VERIFIER_nondet_int(void);
list partition(list *l, int v) {
  list curr, prev, newl, nextCurr;
  curr = *l;
  prev = NULL;
  newl = NULL;
  while (curr != NULL) {
    nextCurr = curr->next;
    if (curr->val > v) {
      if (prev != NULL) prev->next = nextCurr;
      if (curr == *l) *l = nextCurr;
      curr->next = newl;
L:    newl = curr;
    } else {
      prev = curr;
    }
    curr = nextCurr;
  }
  return newl;
}
int main(void) {
  list l = NULL;
  while (__VERIFIER_nondet_int()) {
    list c = malloc(sizeof *c);
    if (!c) break;
    c->val = __VERIFIER_nondet_int();
    c->next = l;
    l = c;
  }
  partition(&l, __VERIFIER_nondet_int());
  return 0;
}
"""
OF_PARTITION = [
    "partition: curr == NULL",
    "partition: prev == NULL",
    "partition: curr->val > v",
    "partition: prev->val > v",
]
NAMES = ("curr == NULL", "prev == NULL", "curr->val > v", "prev->val > v")
"""The same in the words of the predicate program."""


def test_C2B_08_what_crosses_a_call_of_scale(tmp_path: Path) -> None:
    """Formals name no local; results name what is returned, or memory behind a parameter; k>=0 and u>t are neither."""
    with abstracted(from_c(SCALE, tmp_path), [*OF_SCALE, *OF_CALLER]) as found:
        scale = found.program.procedures["scale"]
        assert found.names(scale.formals) == ["k >= 0", "*q <= k"]
        assert found.names(scale.locals) == ["t == k", "u > t", "k == return"]
        assert scale.results == 2
        (returned,) = (line for line in found.text.splitlines() if "return {*q <= k}, " in line)
        assert returned.endswith("return {*q <= k}, {t == k};")


def test_C2B_09_the_published_call(tmp_path: Path) -> None:
    """Arguments, results and what follows for the caller are exactly the published ones; a==0 is not touched.

    From before the call to the update behind it nothing is enforced: `*p <= 0` is old there.
    """
    with abstracted(from_c(SCALE, tmp_path), [*OF_SCALE, *OF_CALLER]) as found:
        before, call, after = found.operations("caller", 0)
        assert before == "{(moving)} = true"
        pointer, result = "{scale: *q <= k}", "{scale: k == return}"
        assert call == (
            f"{pointer}, {result} = scale(choose({{a == 0}}, false), "
            "choose({*p <= 0} && {a == 0}, !{*p <= 0} && {a == 0}))"
        )
        assert after == (
            f"{{*p <= 0}}, {{r == 0}}, {pointer}, {result}, {{(moving)}} = "
            f"choose({{a == 0}} && {pointer}, {{a == 0}} && !{pointer}), "
            f"choose({{a == 0}} && {result}, !{{a == 0}} && {result} || {{a == 0}} && !{result}), false, false, false"
        )


def test_C2B_09_old_values_of_what_a_callee_writes_are_no_facts(tmp_path: Path) -> None:
    """Behind a call that may write through a pointer nothing is left of what was known of its target."""
    text = "void put(int *w) { *w = *w + 1; } int main(void) { int x = 1, y = 1; put(&x); y = x; return y; }"
    with abstracted(from_c(text, tmp_path), ["main: x == 1", "main: y == 1"]) as found:
        main = found.program.procedures["main"]
        reached = reach(found.program, Context())
        ends = [v for place in range(len(main.locations)) for v in reached.valuations("main", place)]
        assert any(not valuation["x == 1"] for valuation in ends)
        assert any(not valuation["y == 1"] for valuation in ends if "y == 1" in valuation)


def test_C2B_09_what_is_stale_behind_a_call_excludes_nothing(tmp_path: Path) -> None:
    """Between a call and the update behind it old values may contradict new ones, and the run goes on."""
    text = """#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned g; void reset(void) { g = 0; }
int main(void) { unsigned r = __VERIFIER_nondet_uint(); g = __VERIFIER_nondet_uint();
  if (g <= r) return 0;
  reset(); assert(g != 0); return 0; }
"""
    with abstracted(from_c(text, tmp_path), ["main: g <= r", "g == 0"]) as found:
        assert "enforce {(moving)} || !({g == 0} && !{g <= r});" in found.text
        assert reach(found.program, Context()).failing


def test_C2B_09_recursion_is_abstracted_by_its_own_signature(tmp_path: Path) -> None:
    """A recursive function that leaves a global at zero is known to, by its signature alone."""
    text = """#include <assert.h>
int g; void f(int n) { if (n <= 0) { g = 0; return; } g = n; f(n - 1); }
int main(void) { g = 5; f(3); assert(g == 0); return 0; }
"""
    with abstracted(from_c(text, tmp_path), ["g == 0"]) as found:
        assert not reach(found.program, Context()).failing


def test_the_entry_may_be_called_again() -> None:
    """A call of the function that runs begin with does not set globals back to their first values."""
    text = """global g: i32
function main() entry n0 exit exit
  n0 -> n2: assume g == 0i32
  n0 -> n5: assume !(g == 0i32)
  n2 -> n3: g := 1i32
  n3 -> n4: call main()
  n4 -> exit: return
  n5 -> n6: check assert false "g is zero"
  n6 -> exit: return
"""
    with abstracted(from_vir(text), ["g == 0"]) as found:
        assert reach(found.program, Context()).failing


def test_C2B_11_the_partition_of_a_list(tmp_path: Path) -> None:
    """The procedure has no formals and results, and its statements are the published ones."""
    with abstracted(from_c(PARTITION, tmp_path), OF_PARTITION, longest=4) as found:
        partition = found.program.procedures["partition"]
        assert (partition.formals, partition.results) == ((), 0)
        lines = found.text.splitlines()
        for wanted in (
            "{curr == NULL}, {curr->val > v} = *, *; goto n3;",
            "if (!{curr == NULL}) goto n6; else goto n7;",
            "if (!{prev == NULL}) goto n14; else goto n16;",
            "{prev == NULL}, {prev->val > v} = {curr == NULL}, {curr->val > v}; goto n24;",
            "L: goto n24;",
            "{curr == NULL}, {curr->val > v} = *, *; goto n5;",
        ):
            assert any(line.endswith(wanted) for line in lines), wanted


def test_C2B_11_three_valuations_reach_the_label(tmp_path: Path) -> None:
    """At L the current cell exists and is greater, and the previous one is missing or is not."""
    with abstracted(from_c(PARTITION, tmp_path), OF_PARTITION, longest=4) as found:
        reached = reach(found.program, Context())
        ((procedure, place),) = locations_called(found.program, "L")
        valuations = {tuple(v[name] for name in NAMES) for v in reached.valuations(procedure, place)}
        assert valuations == {(False, True, True, True), (False, True, True, False), (False, False, True, False)}


DANGLING = """
int *local(void) { int x = 1; int *q = &x; return q; }
int main(void) { int *p = local(); return *p; }
"""


def test_C2B_09_results_are_about_the_state_behind_the_function(tmp_path: Path) -> None:
    """What is returned is dead as soon as the function is left: that it could be accessed before does not count."""
    program = from_c(DANGLING, tmp_path)
    access = next(
        edge.operation.condition
        for edge in program.functions["main"].edges
        if isinstance(edge.operation, Check) and edge.operation.property == "memsafety"
    )
    analyses = Analyses(program)
    space = Space(Terms(), program, AnalysedPartition(analyses))
    at_caller = Translator(space, "main").translate(space.initial, access).value
    pointer = space.symbol(space.variables["main::p"])
    kind = program.functions["local"].result
    assert kind is not None
    result = space.symbol(space.result("local", "result", kind))
    inside = [
        Translator(space, "local").translate(space.initial, place).value
        for place in (Variable("q", kind, False), AddressOf(Variable("x", I32, False), kind))
    ]
    places = [space.terms.substitute(at_caller, {pointer: place}) for place in (result, *inside)]
    with open_solver("bitwuzla") as solver:
        abstractor = Abstractor(space, analyses, solver, frozenset({"memsafety"}))
        predicates = Predicates(space).extended([at_caller, *places])
        caller, of_result, of_pointer, of_variable = predicates
        assert (caller.function, of_variable.function) == ("main", None)
        made = abstractor.abstract(predicates).program.procedures["local"]
    (leaving,) = [edge.operation for edge in made.edges if isinstance(edge.operation, bp.Return)]
    (ending,) = [
        edge.operation
        for edge in made.edges
        if isinstance(edge.operation, bp.Update) and of_variable.name in edge.operation.targets
    ]
    (value,) = leaving.values
    assert isinstance(value, Var)
    after = dict(zip(ending.targets, ending.values, strict=True))
    assert after[of_variable.name] == FALSE
    assert after[value.name] != Var(of_pointer.name), of_result.name
