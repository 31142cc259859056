"""C2B-01: what leaves the C front end is in normal form, whatever the program (Ball et al. 2001).

Expressions have no side effects and calls are operations because the intermediate form has nothing else. The rest is
checked here: short-circuits are control flow, an edge accesses memory once, branches are exclusive and exhaustive.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from c_programs import DESCRIPTIONS, check_generated, described_program, name_of, written_program

from vexil.core.errors import SourceError
from vexil.core.source import SourceFile
from vexil.ir.compare import same_expression
from vexil.ir.expressions import AddressOf, Apply, Bits, Deref, Expr, Operator, Variable, preorder
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Assign, Assume, Call, Case, Copy, Operation, Start, expressions_of
from vexil.ir.program import Edge, Function, LocationKind, Program
from vexil.ir.sourcemap import occurrences_of
from vexil.ir.text import load as load_vir
from vexil.ir.text import print_operation

SEEDS = range(24)
CONTROL_FLOW = (Operator.AND, Operator.OR, Operator.IF)


# --- the checker -----------------------------------------------------------------------------------------


def faults(program: Program) -> list[str]:
    """Everything about a program that is not in normal form, as sentences."""
    threaded = any(isinstance(edge.operation, Start) for body in program.functions.values() for edge in body.edges)
    found: list[str] = []
    for function in program.functions.values():
        for number, edge in enumerate(function.edges):
            found.extend(
                f"{function.edge_id(number)}: {fault}: {print_operation(edge.operation)}"
                for fault in _edge_faults(program, function, number, edge.operation, threaded=threaded)
            )
        found.extend(_location_faults(function))
    return found


def _edge_faults(
    program: Program, function: Function, number: int, operation: Operation, *, threaded: bool
) -> Iterator[str]:
    memory = [part for expression in expressions_of(operation) for part in preorder(expression) if _is_memory(part)]
    if len(memory) > 1:
        yield f"{len(memory)} accesses to memory"
    if threaded:
        shared = sum(_is_shared(program, function, part) for part in _parts(operation))
        if not any(
            assumption.kind == "atomicity" and "memcpy" in assumption.statement for assumption in program.assumptions
        ):
            shared += _copied(function, operation)
        if shared > 1:
            yield f"{shared} accesses to what threads share"
    for position, part in occurrences_of(operation):
        if isinstance(part, Apply) and part.operator in CONTROL_FLOW:
            if isinstance(operation, Assume):
                yield "a condition that should be control flow"
            elif program.source_map.occurrence(function.name, number, position) is not None:
                yield "an operator of the source that should be control flow"


def _parts(operation: Operation) -> Iterator[Expr]:
    return (part for expression in expressions_of(operation) for part in preorder(expression))


def _is_memory(part: Expr) -> bool:
    return isinstance(part, Deref | Bits)


def _is_shared(program: Program, function: Function, part: Expr) -> bool:
    if not isinstance(part, Variable):
        return _is_memory(part)
    if part.is_global:
        return not next(variable for variable in program.globals if variable.name == part.name).per_thread
    return function.variables[part.name].addressable


def _copied(function: Function, operation: Operation) -> int:
    """How many shared blocks a copy touches; a temporary of the front end is not shared."""
    if not isinstance(operation, Copy):
        return 0
    return sum(not _is_temporary(function, address) for address in (operation.target, operation.source))


def _is_temporary(function: Function, address: Expr) -> bool:
    while address.operands:
        address = address.operands[0]
    if not isinstance(address, AddressOf) or address.variable.is_global:
        return False
    return function.variables[address.variable.name].hidden


def _location_faults(function: Function) -> Iterator[str]:
    for location, numbers in zip(function.locations, function.outgoing, strict=True):
        edges = [function.edges[number] for number in numbers]
        where = f"{function.name} at {location.name}"
        match location.kind:
            case LocationKind.TERMINAL:
                right = not edges
            case LocationKind.STEP | LocationKind.CALL:
                right = len(edges) == 1 and not isinstance(edges[0].operation, Assume | Case)
            case LocationKind.BRANCH:
                right = _is_decision(edges)
            case LocationKind.CHOICE:
                right = function.external
        if not right:
            yield f"{where}: {location.kind.value} with {len(edges)} edges"


def _is_decision(edges: list[Edge]) -> bool:
    """Whether exactly one of the edges can be taken, by the form of their conditions."""
    operations = [edge.operation for edge in edges]
    conditions = [operation.condition for operation in operations if isinstance(operation, Assume)]
    if len(conditions) == len(operations) == 2:
        one, two = conditions
        return _negates(one, two) or _negates(two, one)
    cases = [operation for operation in operations if isinstance(operation, Case)]
    named = [value for case in cases if not case.otherwise for value in case.values]
    rest = [case for case in cases if case.otherwise]
    return (
        len(cases) == len(operations)
        and all(same_expression(case.selector, cases[0].selector) for case in cases)
        and len(named) == len(set(named))
        and len(rest) == 1
        and set(rest[0].values) == set(named)
    )


def _negates(one: Expr, two: Expr) -> bool:
    return isinstance(one, Apply) and one.operator is Operator.NOT and same_expression(one.operands[0], two)


# --- the checker is no yes-man ---------------------------------------------------------------------------

FAULTY = {
    "accesses to memory": "a -> b: x := deref(p, i32) + deref(p, i32)",
    "should be control flow: assume": "a -> b: assume c && d\n  a -> z: assume !(c && d)\n  z -> exit: return",
    "an operator of the source": "a -> b: c := c || d",
    "choice with 2 edges": "a -> b: skip\n  a -> z: skip\n  z -> exit: return",
}


@pytest.mark.parametrize("fault", FAULTY)
def test_the_checker_notices(fault: str) -> None:
    """C2B-01: a program that is not in normal form is recognised, so that the laws below can fail."""
    declarations = "local p: ptr[i32]\n  local x: i32\n  local c: bool\n  local d: bool"
    text = f"vir 1\nfunction main()\n  {declarations}\n  {FAULTY[fault]}\n  b -> exit: return\n"
    assert any(fault in found for found in faults(load_vir(SourceFile("faulty.vir", text.encode()))))


def test_the_checker_counts_what_threads_share() -> None:
    """C2B-01: two globals on one edge are two accesses as soon as there is a second thread, and not before."""
    body = "vir 1\nglobal g: i32\nglobal h: i32\nfunction other()\n  a -> exit: return\n"
    alone = f"{body}function main()\n  a -> b: g := h\n  b -> exit: return\n"
    together = f"{body}function main()\n  a -> b: g := h\n  b -> c: start other()\n  c -> exit: return\n"
    assert faults(load_vir(SourceFile("alone.vir", alone.encode()))) == []
    assert len(faults(load_vir(SourceFile("together.vir", together.encode())))) == 1


# --- laws ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("description", DESCRIPTIONS, ids=name_of)
def test_C2B_01_programs_are_in_normal_form(description: Path) -> None:
    """C2B-01: every C program of the tests, and every model it uses, is in normal form."""
    assert faults(described_program(description)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_C2B_01_generated_programs_are_in_normal_form(seed: int) -> None:
    """C2B-01: programs of conversions, bit-fields, unions, pointers, short-circuits and switches are, too."""

    def check(program: Program) -> None:
        assert faults(program) == []

    check_generated(seed, check)


# --- the examples of the catalogue -----------------------------------------------------------------------


def test_C2B_01_a_call_in_an_expression_is_an_operation(tmp_path: Path) -> None:
    """C2B-01: ``z = x + f(y);`` is a call into a temporary, then an assignment without a call."""
    text = "int f(int y) { return y; }\nint main(void) { unsigned x = 1, y = 2, z; z = x + f(y); return z; }"
    program = written_program(text, tmp_path)
    edges = program.functions["main"].edges
    calls = [number for number, edge in enumerate(edges) if isinstance(edge.operation, Call)]
    assert len(calls) == 1
    call = edges[calls[0]].operation
    assert isinstance(call, Call)
    assert isinstance(call.callee, StaticCallee)
    assert isinstance(call.result, Variable)
    assert call.callee.function == "f"
    after = edges[calls[0] + 1]
    assert after.source == edges[calls[0]].target
    assert isinstance(after.operation, Assign)
    assert isinstance(after.operation.place, Variable)
    assert after.operation.place.name == "z"
    assert call.result.name in {part.name for part in preorder(after.operation.value) if isinstance(part, Variable)}


@pytest.mark.parametrize(("operator", "shared"), [("&&", 1), ("||", 0)])
def test_C2B_01_short_circuits_are_nested_branches(operator: str, shared: int, tmp_path: Path) -> None:
    """C2B-01: ``if (a && b) S`` tests a, then b; both ways to skip S meet. ``||`` is its mirror image."""
    text = f"int main(void) {{ int a = 1, b = 2, s = 0; if (a {operator} b) s = 1; return s; }}"
    main = written_program(text, tmp_path).functions["main"]
    branches = [n for n, location in enumerate(main.locations) if location.kind is LocationKind.BRANCH]
    assert len(branches) == 2
    outer = next(n for n in branches if _tested(main, n) == {"a"})
    inner = next(n for n in branches if _tested(main, n) == {"b"})
    yes_no = [main.edges[number].target for number in main.outgoing[outer]]
    assert yes_no[1 - shared] == inner
    assert yes_no[shared] == main.edges[main.outgoing[inner][shared]].target


DENSE = """
#include <pthread.h>
#include <assert.h>
#include <string.h>
#include <stdlib.h>
struct s { int a, b; unsigned f : 3; struct s *next; int arr[3]; } u, v, *ps = &u;
int x, y, z, a[4], *p = &x, **pp = &p; char c; double d; _Bool b; long l;
int (*table[2])(int, int);
int add(int i, int j) { return i + j; }
struct s ret(void) { return u; }
int vsum(int n, ...) { return n; }
enum e { E1, E2 } en;
volatile int vo;
void *f(void *arg) {
  a[x] += a[y] * x++;
  u = v;
  *ps = u;
  ps->next->f++;
  u.f = v.f;
  switch (x) { case 1: y = z; break; case 2: y += z; default: ; }
  z = table[x](y, *p);
  y = x ? y : z;
  assert(x + y == z || *p == **pp);
  u = ret();
  struct s loc = u;
  int arr[2] = {x, y};
  int *q = &arr[x];
  *q = -*p + ~x;
  c = c + 1; d = d * x + c; b = !b && x; l <<= x;
  vsum(x, y, *p, u);
  for (int i = x; i < y; i += z) { if (*p == x) continue; memcpy(&u, &v, x); }
  do { vo = vo + vo; } while (x == y);
  char vla[x + y]; vla[x] = vla[y];
  p = malloc(x * y); free(p);
  int k = ({ x; y + z; });
  k = (x, y, z);
  k = sizeof(vla) + x;
  en = x + y;
  p = &a[x] + y - z;
  k = &a[x] - p;
  k = p == &a[y];
  if (p[x] > *(pp[y])) k = x == y == z;
  x = y = z;
  x += y += z;
  k = u.arr[x] + ps->arr[y];
  (*pp)++; (*p)--; ++u.f; k = u.f++;
  goto out;
out:
  return (void *)(long)(x + y);
}
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return x + y; }
"""


def test_C2B_01_dense_threads_are_in_normal_form(tmp_path: Path) -> None:
    """C2B-01: in a thread that does everything to shared data, each edge accesses it once."""
    program = written_program(DENSE, tmp_path)
    assert faults(program) == []
    assert sum(isinstance(edge.operation, Copy) for edge in program.functions["f"].edges) > 4


def _tested(function: Function, location: int) -> set[str]:
    return {
        part.name
        for number in function.outgoing[location]
        for part in _parts(function.edges[number].operation)
        if isinstance(part, Variable)
    }


def test_C2B_01_double_dereference_is_two_edges(tmp_path: Path) -> None:
    """C2B-01: ``x = **p`` reads ``*p`` into a temporary on one edge and what that points to on a later one."""
    text = "int main(void) { int v = 3, x; int *q = &v; int **p = &q; x = **p; return x; }"
    main = written_program(text, tmp_path).functions["main"]
    reads = [
        edge.operation
        for edge in main.edges
        if isinstance(edge.operation, Assign)
        and any(
            isinstance(part, Deref) and isinstance(part.operands[0], Variable)
            for part in preorder(edge.operation.value)
        )
    ]
    first, second = reads
    assert isinstance(first.place, Variable)
    assert isinstance(second.value, Deref)
    assert main.variables[first.place.name].hidden
    assert same_expression(second.value.operands[0], first.place)


def test_C2B_01_increments_leave_expressions(tmp_path: Path) -> None:
    """C2B-01: ``a[i++] = j--`` becomes assignments to i, j and the element, each on its own edge."""
    text = "int main(void) { unsigned i = 0, j = 5, a[2]; a[i++] = j--; return a[0] + i + j; }"
    main = written_program(text, tmp_path).functions["main"]
    written = [edge.operation.place for edge in main.edges if isinstance(edge.operation, Assign)]
    assert sum(isinstance(place, Deref) for place in written) == 1
    assert sum(isinstance(place, Variable) and place.name == "i" for place in written) == 2
    assert sum(isinstance(place, Variable) and place.name == "j" for place in written) == 2


def test_C2B_01_shared_reads_are_apart(tmp_path: Path) -> None:
    """C2B-01: with a second thread, ``x = y + z`` of globals reads y and z on different edges, in this order."""
    text = (
        "#include <pthread.h>\nunsigned x, y, z;\nvoid *f(void *a) { x = y + z; return a; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return x; }"
    )
    main = written_program(text, tmp_path).functions["f"]
    touched = [
        [part.name for part in _parts(edge.operation) if isinstance(part, Variable) and part.is_global]
        for edge in main.edges
    ]
    assert [names for names in touched if names] == [["y"], ["z"], ["x"]]


# --- what is refused -------------------------------------------------------------------------------------

REFUSED = {
    "computed goto": ("int main(void) {\n  void *p = &&out;\n  goto *p;\nout:\n  return 0;\n}", 2, "goto"),
    "setjmp": ("#include <setjmp.h>\njmp_buf b;\nint main(void) {\n  return setjmp(b);\n}", 4, "setjmp"),
    "complex": ("int main(void) {\n  double _Complex z = 1;\n  return z != 0;\n}", 2, "complex"),
    "vector": (
        "typedef int four __attribute__((vector_size(16)));\nint main(void) {\n  four v = {1};\n  return v[0];\n}",
        3,
        "vector",
    ),
    "half": ("int main(void) {\n  _Float16 h = 1;\n  return h > 0;\n}", 2, "16"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_C2B_01_what_cannot_be_modelled_is_refused(what: str, tmp_path: Path) -> None:
    """C2B-01: a construct without a model is refused with its file, line, column and a reason that names it."""
    text, line, reason = REFUSED[what]
    with pytest.raises(SourceError) as caught:
        written_program(text, tmp_path)
    shown = caught.value.render()
    assert shown.startswith(f"{tmp_path / 'program.c'}:{line}:"), shown
    assert int(shown.split(":")[2]) > 1
    assert reason in shown.splitlines()[0].lower()
