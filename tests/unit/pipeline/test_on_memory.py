"""Programs with objects through engines that know memory only: answers, evidence, and who is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vexil.certify import Checked, Rejected, certify
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.ir.expressions import Apply, Const, Operator, Variable
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.ir.types import BOOL, I32
from vexil.model.evidence import InMemory, Invariant, LoopRule, Run
from vexil.model.outcome import Question
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.engines import plan
from vexil.pipeline.verdicts import answer
from vexil.reports.invariants import invariant_lines
from vexil.spec.property import parse_property

LIST = """
class Object
class Empty extends Object
class Node extends Object
  field next: ref[Node]
  field value: i32
class Stack extends Object
  field top: ref[Node]
  method 'push(int)' = 'Stack.push(int)'
  method 'pop()' = 'Stack.pop()'
function 'Stack.push(int)'(this: ref[Stack], value: i32)
  local n: ref[Node]
  a -> b: n := new Node site "node"
  b -> c: field(n, Node, value) := value
  c -> d: field(n, Node, next) := field(this, Stack, top)
  d -> e: field(this, Stack, top) := n
  e -> exit: return
function 'Stack.pop()'(this: ref[Stack]) -> i32
  local n: ref[Node]
  local e: ref[Empty]
  a -> b: n := field(this, Stack, top)
  b -> bad: assume n == null(ref[Node])
  b -> c: assume !(n == null(ref[Node]))
  bad -> bad2: e := new Empty site "empty"
  bad2 -> thrown: throw e
  c -> d: field(this, Stack, top) := field(n, Node, next)
  d -> exit: return field(n, Node, value)
"""
PUSH_AND_POP = """
function main()
  local s: ref[Stack]
  local i: i32
  local n: i32
  local v: i32
  local e: ref[Object]
  a -> b: s := new Stack site "stack"
  b -> c: n := choose range(0i32, 4i32)
  c -> l: i := 0i32
  l -> done: assume !(i < n)
  l -> m: assume i < n
  m -> o: call virtual Stack 'push(int)'(s, i)
  o -> l: i := i + 1i32
  done -> last: v := call virtual Stack 'pop()'(s)
  done -> none: catch e
  none -> none2: check assert n == 0i32 && is(e, ref[Empty]) "empty"
  none2 -> exit: return
  last -> last2: check assert v == n - {less} "last in, first out"
  last2 -> exit: return
"""


def program_of(text: str, language: str = "vir") -> Program:
    return replace(load(SourceFile("test.vir", f"vir 1\n{text}".encode())), language=language)


def asked(program: Program, prop: str, engine: str = "bounded") -> Verdict:
    return answer(Question(program, parse_property(prop)), Context(Limits(20.0)), engine)


def test_a_proof_is_one_about_the_program_over_memory() -> None:
    """Loops over objects that are made in loops are unwound, and the checker proves it for the form it makes itself."""
    program = program_of(LIST + PUSH_AND_POP.format(less="1i32"))
    verdict = asked(program, "assert")
    assert verdict.status is Status.PROVED
    assert isinstance(verdict.evidence, InMemory)
    assert verdict.evidence_checked
    assert invariant_lines(program, verdict.evidence) == [
        "  invariants:", "    loop at test.vir:39: ends after at most 4 iterations",
    ]  # fmt: skip


def test_a_refutation_is_a_run_of_the_program_itself() -> None:
    """The run is one with objects, and ends with the failing check."""
    program = program_of(LIST + PUSH_AND_POP.format(less="2i32"))
    verdict = asked(program, "assert")
    assert verdict.status is Status.REFUTED
    assert isinstance(verdict.evidence, Run)
    assert verdict.reason == "last in, first out"


@pytest.mark.parametrize(("low", "status"), [(0, Status.REFUTED), (1, Status.PROVED)])
def test_exceptions_that_nobody_catches(low: int, status: Status) -> None:
    """The property is about the thread's first function; the class of the exception is named."""
    text = "function main()\n  local s: ref[Stack]\n  local n: i32\n  a -> b: s := new Stack\n"
    text += f"  b -> c: n := choose range({low}i32, 2i32)\n  c -> d: assume n > 0i32\n  c -> e: assume !(n > 0i32)\n"
    text += "  d -> e: call virtual Stack 'push(int)'(s, n)\n  e -> f: n := call virtual Stack 'pop()'(s)\n"
    text += "  e -> h: catch x\n  h -> thrown: throw x\n  f -> exit: return\n"
    verdict = asked(program_of(LIST + text.replace("  a -> b", "  local x: ref[Object]\n  a -> b")), "exception")
    assert verdict.status is status
    assert (verdict.reason == "uncaught Empty in thread 1") == (status is Status.REFUTED)


def test_facts_about_fields_pass_loops_without_end() -> None:
    """Induction finds what holds of the fields of an object that a loop writes, in the words of the program."""
    text = "class Object\nclass Light extends Object\n  field red: bool\n  field green: bool\n  field times: i32\n"
    text += "function turn(light: ref[Light], on: bool)\n  a -> b: field(light, Light, red) := on\n"
    text += "  b -> c: field(light, Light, green) := !on\n  c -> exit: return\n"
    text += "function main()\n  local k: ref[Light]\n  local go: bool\n  a -> b: k := new Light\n"
    text += "  b -> l: call turn(k, true)\n  l -> m: go := choose type(bool)\n  m -> n: call turn(k, go)\n"
    text += "  n -> o: check assert field(k, Light, red) != field(k, Light, green)\n"
    text += "  o -> l: assume field(k, Light, times) >= 9i32\n  o -> p: assume !(field(k, Light, times) >= 9i32)\n"
    text += "  p -> q: field(k, Light, times) := field(k, Light, times) + 1i32\n"
    text += "  q -> l: check assert field(k, Light, times) <= 9i32\n"
    program = program_of(text + "  z -> exit: return\n", "java")
    verdict = asked(program, "assert")
    assert verdict.status is Status.PROVED
    lines = invariant_lines(program, verdict.evidence, everything=True)
    assert {"k.red != k.green", "k.times <= 9"} <= {line.strip() for line in lines}


LIGHT = """
class Object
class Light extends Object
  field red: bool
  field green: bool
function turn(light: ref[Light], on: bool)
  a -> b: field(light, Light, red) := on
  b -> c: field(light, Light, green) := !on
  c -> exit: return
function main()
  local k: ref[Light]
  local go: bool
  a -> b: k := new Light
  b -> l: call turn(k, true)
  l -> m: go := choose type(bool)
  m -> n: call turn(k, go)
  n -> l: check assert field(k, Light, red) != field(k, Light, green)
  z -> exit: return
"""
ZEROS = """
class Object
function main()
  local v: array[i32]
  a -> b: v := new array(i32, 2i32)
  b -> c: check assert v[1i32] == 0i32
  c -> exit: return
"""


@pytest.mark.parametrize("text", [LIGHT, ZEROS])
def test_predicate_abstraction_of_fields_and_elements(text: str) -> None:
    """Predicates speak of objects on the heap in loops that have no end, and know that elements start as zeros."""
    assert asked(program_of(text), "assert", "predicates").status is Status.PROVED


def test_predicate_abstraction_of_static_fields() -> None:
    """A loop that has no end needs a fact about a global, which predicates have."""
    text = "class Object\nclass Stop extends Object\nglobal on: bool\nglobal off: bool\n"
    text += "function turn(up: bool)\n  a -> b: on := up\n  b -> c: off := !up\n  c -> exit: return\n"
    text += "function main()\n  local go: bool\n  a -> l: call turn(true)\n  l -> m: go := choose type(bool)\n"
    text += "  m -> n: call turn(go)\n  n -> l: check assert on != off\n  z -> exit: return\n"
    verdict = asked(program_of(text), "assert", "predicates")
    assert verdict.status is Status.PROVED
    assert isinstance(verdict.evidence, InMemory)


ARRAY = """
class Object
function main()
  local n: i32
  local i: i32
  local a: array[i32]
  a0 -> a1: n := choose range(1i32, 5i32)
  a1 -> a2: a := new array(i32, n) site "a"
  a2 -> l: i := 1i32
  l -> out: assume !(i < n)
  l -> b: assume i < n
  b -> c: a[i] := i + 1i32
  c -> l: i := i + 1i32
  out -> o: i := choose range(0i32, 5i32)
  o -> p: assume i < n + {more}
  o -> z: assume !(i < n + {more})
  p -> z: check assert {claim}
  z -> exit: return
"""


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("a[i] == ite(i == 0i32, 0i32, i + 1i32)", Status.PROVED),
        ("a[i] > 0i32", Status.REFUTED),
        ("array_length(a) >= 5i32 || a[0i32] == 0i32", Status.PROVED),
    ],
)
def test_arrays_whose_length_is_chosen(claim: str, status: Status) -> None:
    """Elements that were never written are zero, at an index that is open in an array whose length is open."""
    verdict = asked(program_of(ARRAY.format(claim=claim, more="0i32")), "assert")
    assert verdict.status is status


FILLED = """
class Object
class Outside extends Object
function fill(a: array[i32], n: i32)
  local i: i32
  local e: ref[Outside]
  s -> l: i := 0i32
  l -> out: assume !(i < n)
  l -> body: assume i < n
  body -> good: assume i >= 0i32 && i < array_length(a)
  body -> bad: assume !(i >= 0i32 && i < array_length(a))
  bad -> bad2: e := new Outside site "e"
  bad2 -> thrown: throw e
  good -> inc: a[i] := n - i
  inc -> l: i := i + 1i32
  out -> exit: return
function main()
  local n: i32
  local a: array[i32]
  local t: ref[Object]
  a0 -> a1: n := choose type(i32)
  a1 -> none: assume n < 1i32
  a1 -> a2: assume !(n < 1i32)
  none -> exit: return
  a2 -> a3: a := new array(i32, n) site "a"
  a3 -> a4: call fill(a, n)
  a3 -> h: catch t
  h -> h2: check assert false "no exception"
  h2 -> exit: return
  a4 -> a5: check assert {claim}
  a5 -> exit: return
"""


def test_loops_over_arrays_of_any_length() -> None:
    """Induction knows of an array that a loop fills that no index is outside, and what every element is."""
    program = program_of(FILLED.format(claim="array_length(a) == n"))
    verdict = asked(program, "assert")
    assert verdict.status is Status.PROVED
    assert isinstance(verdict.evidence, InMemory)
    wrong = Question(program_of(FILLED.format(claim="a[0i32] == 0i32")), parse_property("assert"))
    assert isinstance(certify(wrong, verdict.evidence, Context()), Rejected)
    right = Question(program_of(FILLED.format(claim="a[0i32] == n")), parse_property("assert"))
    assert isinstance(certify(right, verdict.evidence, Context()), Checked)


def test_counterexamples_have_small_arrays() -> None:
    """Where any length does, the run has one that the interpreter can make."""
    text = "class Object\nfunction main()\n  local n: i32\n  local a: array[i64]\n  m -> n: n := choose type(i32)\n"
    text += "  n -> exit_: assume n < 3i32\n  n -> o: assume !(n < 3i32)\n  exit_ -> exit: return\n"
    text += "  o -> p: a := new array(i64, n)\n  p -> q: check assert a[2i32] != 0i64\n  q -> exit: return"
    assert asked(program_of(text), "assert").status is Status.REFUTED


def test_the_end_of_an_array_whose_length_is_chosen() -> None:
    """An index that may be outside is found by the engine, and a proof that says otherwise is not accepted."""
    program = program_of(ARRAY.format(claim="a[i] >= 0i32", more="1i32"))
    verdict = asked(program, "assert")
    assert verdict.status is Status.UNKNOWN
    assert "undefined operations are reached" in verdict.reason
    certificate = certify(Question(program, parse_property("assert")), InMemory(Invariant(())), Context())
    assert isinstance(certificate, Rejected)
    assert "out-of-bounds" in certificate.reason


def test_wrong_rules_are_not_accepted() -> None:
    """A fact that does not hold at its loop makes the check fail."""
    question = Question(program_of(LIST + PUSH_AND_POP.format(less="1i32")), parse_property("assert"))
    head = question.program.functions["main"].location_numbers["l"]
    fact = Apply(Operator.EQUAL, (Variable("i", I32, False), Const(0, I32)), BOOL)
    wrong = InMemory(Invariant((LoopRule("main", head, 1, 0, (fact,)),)))
    assert isinstance(certify(question, InMemory(Invariant(())), Context()), Checked)
    assert isinstance(certify(question, wrong, Context()), Rejected)


def test_a_proof_of_something_else_is_not_accepted() -> None:
    """Rules for a program whose check fails are no proof."""
    question = Question(program_of(LIST + PUSH_AND_POP.format(less="2i32")), parse_property("assert"))
    head = question.program.functions["main"].location_numbers["l"]
    assert isinstance(certify(question, InMemory(Invariant((LoopRule("main", head, 0, 4),))), Context()), Rejected)


def test_threads_are_for_others() -> None:
    """An engine without threads that is asked for by name says why it cannot; by itself it is not chosen."""
    text = "class Object\nfunction other()\n  a -> exit: return\nfunction main()\n  local x: ref[Object]\n"
    text += "  a -> b: start other()\n  b -> c: check assert x == null(ref[Object])\n  c -> exit: return\n"
    verdict = asked(program_of(text), "assert")
    assert verdict.status is Status.UNKNOWN
    assert "a thread is started at main#0" in verdict.reason
    question = Question(program_of(text, "java"), parse_property("assert"))
    assert plan(question).names == ("machine", "orders", "machine", "reference")


def test_sequential_java_is_asked_like_c() -> None:
    """Programs with inputs go to symbolic execution and predicate abstraction, those with few are searched before."""
    program = program_of(LIST + PUSH_AND_POP.format(less="1i32"), "java")
    for prop in ("assert", "exception"):
        names = plan(Question(program, parse_property(prop))).names
        assert names == ("machine", "bounded", "predicates", "leap", "reference")
    wide = program_of(
        LIST + PUSH_AND_POP.format(less="1i32").replace("range(0i32, 4i32)", "range(0i32, 400i32)"), "java"
    )
    names = plan(Question(wide, parse_property("assert"))).names
    assert names == ("bounded", "predicates", "leap", "machine", "reference")


@pytest.mark.parametrize(
    ("high", "names"),
    [
        (4, ("machine", "bounded", "predicates", "leap", "reference")),
        (400, ("bounded", "predicates", "leap", "machine", "reference")),
    ],
)
def test_c_programs_with_few_inputs_are_searched_before(high: int, names: tuple[str, ...]) -> None:
    """A choice among a few values makes few states."""
    body = f"  local x: i32\n  a -> b: x := choose range(0i32, {high}i32)\n"
    body += "  b -> c: check assert x < 9i32\n  c -> exit: return\n"
    question = Question(program_of(f"function main()\n{body}", "c"), parse_property("assert"))
    assert plan(question).names == names
