"""Every rule of the validator, with the message a person reads when it is broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from vexil.core.source import SourceFile
from vexil.ir.expressions import AddressOf, Apply, Bits, CodeAddress, Const, Deref, Element, Expr, Operator, Variable
from vexil.ir.expressions import Field as FieldOf
from vexil.ir.expressions import TypeTest as IsType
from vexil.ir.operations import Assign, BeginLifetime, Case, Check, Operation
from vexil.ir.program import ClassDeclaration, Edge, Memory, Program, Relation, TokenSet, VariableDeclaration
from vexil.ir.text import parse_program
from vexil.ir.types import (
    BOOL,
    I32,
    INT,
    U8,
    BlockType,
    CodeType,
    FloatType,
    IntegerType,
    PointerType,
    ReferenceType,
    TokenType,
)
from vexil.ir.validator import Problem, validate

DECLARATIONS = """vir 1
tokens T {A, B}
struct S size 8 align 4
  member x: i32 at 0
relation flip(tokens[T]) -> tokens[T]
  row {A} -> {B}
  row {B} -> {A, B}
class Object
class C extends Object
  field count: i32
  method 'run(int)' = 'C.run'
class D abstract
global g: i32
global n: int
global t: tokens[T]
global block: block[i32][4]

function 'C.run'(this: ref[C], k: i32) -> i32
  a -> exit: return k

function nothing(k: i32)
  a -> exit: return

"""

MAIN = "function main()\n  a -> exit: return\n"

LOCALS = """function main()
  local x: i32
  local b: bool
  local d: f32
  local r: ref[C]
  local q: ref[D]
  local a: array[i32]
  local p: ptr[i32]
  local cell: i32 addressable
  local th: thread
  local m: lock
"""


def program_of(text: str) -> Program:
    return parse_program(SourceFile("broken.vir", text.encode())).program


def problems(text: str) -> list[str]:
    return [str(problem) for problem in validate(program_of(text))]


def test_the_program_the_tables_build_on_is_valid() -> None:
    """Without the broken part, nothing is reported."""
    assert problems(DECLARATIONS + MAIN) == []
    assert problems(DECLARATIONS + LOCALS + "  s -> exit: return\n") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("vir 1\n", "program: the entry function 'main' is not defined"),
        ("vir 1\nfunction main(x: i32)\n  a -> exit: return\n", "program: the entry function 'main' takes parameters"),
        ("vir 1\nlayout odd pointer 20 align 4 little\n" + MAIN, "program: a pointer has a whole number of bytes"),
        ("vir 1\nlayout odd pointer 32 align 3 little\n" + MAIN, "program: an alignment is a power of two, not 3"),
        ('vir 1\ncaveat cut drops "x" edge "main#1"\n' + MAIN, "names the edge 'main#1', which does not exist"),
        ('vir 1\ncaveat cut drops "x" edge "nowhere"\n' + MAIN, "names the edge 'nowhere', which does not exist"),
        ("vir 1\ntokens T {}\n" + MAIN, "tokens T: a token set has at least one token, each named once"),
        ("vir 1\ntokens T {A, A}\n" + MAIN, "tokens T: a token set has at least one token, each named once"),
        ("vir 1\nstruct S size 4 align 3\n" + MAIN, "struct S: a structure has a size of 0 or more and a power of two"),
        (
            "vir 1\nstruct S size 8 align 4\n  member x: i32 at 0\n  member x: i32 at 4\n" + MAIN,
            "struct S: member 'x' is declared more than once",
        ),
        (
            "vir 1\nstruct S size 4 align 4\n  member x: i32 at 2\n" + MAIN,
            "member 'x' does not lie inside the structure",
        ),
        (
            "vir 1\nstruct S size 4 align 4\n  member x: u32 at 0 bit 30 width 3\n" + MAIN,
            "member 'x' does not lie inside the structure",
        ),
        (
            "vir 1\nstruct S size 4 align 4\n  member x: u32 at 0 width 3\n" + MAIN,
            "member 'x' must have both a bit offset and a bit width",
        ),
        ("vir 1\nstruct S size 4 align 4\n  member x: struct[Q] at 0\n" + MAIN, "structure 'Q' is not declared"),
        ("vir 1\nstruct S size 4 align 4\n  member x: int at 0\n" + MAIN, "mathematical integer has no size"),
        ("vir 1\nstruct S size 4 align 4\n  member x: block[struct[S]][1] at 0\n" + MAIN, "struct S: contains itself"),
        (
            "vir 1\nrelation r(i32) -> bool\n" + MAIN,
            "relation r: parameters and result are Booleans or declared tokens",
        ),
        ("vir 1\nrelation r(bool) -> bool\n  row {true} -> {true}\n" + MAIN, "no row for the arguments (0,)"),
        (
            "vir 1\nrelation r() -> bool\n  row {} -> {true}\n  row {} -> {false}\n" + MAIN,
            "relation r: two rows for the same arguments",
        ),
        (
            "vir 1\nrelation r() -> bool\n  row {} -> {2}\n" + MAIN,
            "the row for () has arguments or results that do not",
        ),
        ("vir 1\nclass C extends D\n" + MAIN, "class C: inherits from 'D', which is not declared"),
        ("vir 1\nclass C extends D\nclass D extends C\n" + MAIN, "class C: inherits from itself through 'D'"),
        (
            "vir 1\ninterface I\nclass C extends I\n" + MAIN,
            "class C: 'I' is an interface and cannot be inherited from here",
        ),
        ("vir 1\nclass D\nclass C implements D\n" + MAIN, "class C: 'D' is a class and cannot be inherited from here"),
        ("vir 1\nclass C\n  field x: i32\n  field x: i32\n" + MAIN, "class C: field 'x' is declared more than once"),
        ("vir 1\ninterface I\n  field x: i32\n" + MAIN, "class I: an interface has no fields"),
        ("vir 1\nclass C\n  field x: ref[D]\n" + MAIN, "class C: field 'x': class 'D' is not declared"),
        ("vir 1\nclass C\n  field x: block[i32][2]\n" + MAIN, "which lives in memory only"),
        ("vir 1\nclass C\n  method m = f\n" + MAIN, "method 'm' is implemented by 'f', which is not defined"),
        ("vir 1\nclass C\n  method m = main\n" + MAIN, "method 'm' is implemented by 'main', which takes no receiver"),
        (
            "vir 1\nclass C\n  method m = f\n  method m = f\n" + MAIN + "function f(r: ref[C])\n  a -> exit: return\n",
            "class C: method 'm' is declared more than once",
        ),
        ("vir 1\nclass C initialiser f\n" + MAIN, "class C: initialiser 'f' is not defined"),
        (
            "vir 1\nclass C initialiser f\n" + MAIN + "function f(x: i32)\n  a -> exit: return\n",
            "class C: initialiser 'f' takes parameters",
        ),
        ("vir 1\nglobal x: i32\nglobal x: bool\n" + MAIN, "global x: declared more than once"),
        ("vir 1\nglobal x: tokens[T]\n" + MAIN, "global x: token set 'T' is not declared"),
        ("vir 1\nglobal x: int addressable\n" + MAIN, "a mathematical integer has no size and cannot be in memory"),
        ("vir 1\nglobal x: code(void)\n" + MAIN, "code is no value; a pointer to it is"),
        ("vir 1\nglobal x: block[code(void)][2]\n" + MAIN, "code is no value; a pointer to it is"),
        ("vir 1\nglobal x: array[block[i32][2]]\n" + MAIN, "an array object has values as elements"),
        ("vir 1\nglobal x: i32 = true\n" + MAIN, "global x: the initial value has type bool, the variable i32"),
        ("vir 1\nglobal x: i32\nglobal y: i32 = x\n" + MAIN, "an initial value may not read variables or memory"),
        ("vir 1\nglobal x: bool\nglobal y: i32 in among(when(x, 1i32))\n" + MAIN, "an initial value may not read"),
        (
            "vir 1\nglobal x: i32 = memory {0: 1i32}\n" + MAIN,
            "only an addressable variable has initial memory contents",
        ),
        ("vir 1\nglobal x: i32 addressable = memory {2: 1i32}\n" + MAIN, "lie outside of the variable's 4 bytes"),
        ("vir 1\nglobal x: block[i32][2] in among(1i32)\n" + MAIN, "of type block[i32][2] cannot be chosen"),
        ("vir 1\nglobal x: i32 in type(bool)\n" + MAIN, "values of type bool are chosen for a place of type i32"),
    ],
)
def test_a_broken_declaration_is_found(text: str, message: str) -> None:
    """Declarations must be complete, refer to what exists, and fit their types."""
    assert any(message in problem for problem in problems(text)), problems(text)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("function f(x: i32, x: i32)\n  a -> exit: return\n", "function f: variable 'x' is declared more than once"),
        ("function f()\n  local g: i32\n  a -> exit: return\n", "variable 'g' has the name of a global variable"),
        ("function f(x: ref[Nobody])\n  a -> exit: return\n", "variable 'x': class 'Nobody' is not declared"),
        (
            "function f() -> struct[Nothing]\n  a -> exit: return\n",
            "function f: result: structure 'Nothing' is not declared",
        ),
        ("function f() entry a exit a\n  b -> a: return\n", "its entry is one of its exits"),
        ("function f() exit e exceptional e\n  a -> e: return\n", "two of its exits are the same location"),
        ("function f()\n  a -> b: skip\n", "f:b: a location without edges must be an exit of the function"),
        ("function f() exit e\n  a -> e: skip\n", "f#0: only a return edge leads to the normal exit"),
        ("function f() exceptional x\n  a -> x: skip\n", "f#0: only throw and stop edges lead to"),
        (
            "function f() exit e\n  a -> b: return\n  b -> e: return\n",
            "f#0: must lead to the normal exit of the function",
        ),
        ("function f(r: ref[C]) exceptional x\n  a -> a: throw r\n", "f#0: must lead to the exceptional exit"),
        ("function f() stop x\n  a -> a: stop\n", "f#0: must lead to the stop exit of the function"),
        ("function f() exit e\n  a -> e: return\n  e -> a: skip\n", "f:e: an exit has no edges"),
        ("function f() exit e\n  location a terminal\n  a -> e: return\n", "f:a: a terminal location has no edges"),
        (
            "function f() exit e\n  location a step\n  a -> e: return\n  a -> e: return\n",
            "a step location has exactly one",
        ),
        (
            "function f() exit e\n  location a step\n  a -> b: call f()\n  b -> e: return\n",
            "a step location has exactly one",
        ),
        (
            "function f() exit e\n  location a choice\n  a -> b: call f()\n  b -> e: return\n",
            "a choice has one edge per",
        ),
        (
            "function f() exit e\n  a -> b: skip\n  a -> b: g := choose type(i32)\n  b -> e: return\n",
            "an alternative of a choice neither blocks nor leaves anything open itself",
        ),
        (
            "function f() exit e\n  a -> b: catch\n  b -> e: return\n",
            "a call location has one call edge and at most one",
        ),
        (
            "function f() exit e\n  a -> b: call f()\n  a -> b: skip\n  b -> e: return\n",
            "a call location has one call edge",
        ),
        (
            "function f() exit e\n  a -> b: assume true\n  a -> b: skip\n  b -> e: return\n",
            "a branch has condition edges only",
        ),
        (
            "function f() exit e\n  a -> b: assume true\n  b -> e: return\n",
            "a branch has either a condition and its negation",
        ),
        (
            "function f() exit e\n  a -> b: assume g < 1i32\n  a -> b: assume g > 0i32\n  b -> e: return\n",
            "the two conditions of a branch must be a condition and its negation",
        ),
        (
            "function f() exit e\n  a -> b: assume g < 1i32\n  a -> b: assume !(g <= 1i32)\n  b -> e: return\n",
            "the two conditions of a branch must be a condition and its negation",
        ),
        (
            "function f() exit e\n  a -> b: case g in {1}\n  a -> b: case n not in {1}\n  b -> e: return\n",
            "all cases of a branch must have the same selector",
        ),
        (
            "function f() exit e\n  a -> b: case g in {1, 1}\n  a -> b: case g not in {1}\n  b -> e: return\n",
            "two cases of a branch have a value in common",
        ),
        (
            "function f() exit e\n  a -> b: case g in {1}\n  a -> b: case g not in {2}\n  b -> e: return\n",
            "exactly one arm of a branch must be the otherwise arm",
        ),
    ],
)
def test_a_broken_function_is_found(body: str, message: str) -> None:
    """Locations have the edges their kind says, conditions are exclusive and exhaustive, exits are exits."""
    text = DECLARATIONS + MAIN + body
    assert any(message in problem for problem in problems(text)), problems(text)


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        ("x := true", "a value of type bool is written to a place of type i32"),
        ("restrict x", "a condition of type bool is needed here, not a value of type i32"),
        ("check assert x", "a condition of type bool is needed here"),
        ("x := choose type(bool)", "values of type bool are chosen for a place of type i32"),
        ("r := choose type(ref[C])", "the values of type ref[C] cannot be enumerated; name the possible ones"),
        ("b := choose range(true, false)", "a range of bool is chosen from for a place of type bool"),
        ("x := choose among()", "a choice needs at least one value"),
        ("x := choose among(true)", "a value of type bool is chosen for a place of type i32"),
        ("x := choose among(when(x, x))", "a condition of type bool is needed here"),
        ("x := choose sum(x, x)", "relation 'sum' is not declared"),
        ("x := choose flip(t)", "relation 'flip' gives tokens[T], not i32"),
        ("t := choose flip(t, t)", "relation 'flip' takes 1 arguments, not 2"),
        ("t := choose flip(x)", "tokens[T] is needed here, not a value of type i32"),
        ("t := choose flip(type(bool))", "values of type bool are chosen for a place of type tokens[T]"),
        ("r := choose instance(Nobody)", "class 'Nobody' is not declared"),
        ("x := choose instance(C)", "a value of type ref[C] is written to a place of type i32"),
        ("call nobody()", "function 'nobody' is not declared"),
        ("call nothing()", "'nothing' takes 1 arguments, not 0"),
        ("call nothing(b)", "argument 'k' of 'nothing' has type i32, not bool"),
        ("x := call nothing(x)", "'nothing' returns nothing"),
        ("b := call 'C.run'(r, x)", "a value of type i32 is written to a place of type bool"),
        ("call virtual Nobody m(r)", "class 'Nobody' is not declared"),
        ("call virtual C 'run(int)'(x, x)", "a virtual call needs its receiver as the first argument"),
        ("call virtual C 'run(int)'(r)", "'C.run' takes 2 arguments, not 1"),
        ("call pointer(x)(x)", "a pointer to a function is needed here"),
        ("call pointer(p)(x) targets {nobody}", "function 'nobody' is not declared"),
        ("start nobody()", "function 'nobody' is not declared"),
        ("x := start nothing(x)", "a value of type thread is written to a place of type i32"),
        ("start nothing(x) daemon x", "a condition of type bool is needed here"),
        ("r := new Nobody", "class 'Nobody' is not declared"),
        ("q := new D", "class 'D' is abstract and has no instances"),
        ("x := new C", "a value of type ref[C] is written to a place of type i32"),
        ("a := new array(ref[Nobody], x)", "class 'Nobody' is not declared"),
        ("a := new array(block[i32][2], x)", "an array object has values as elements"),
        ("a := new array(i32, b)", "an integer is needed here"),
        ("x := new array(i32, x)", "a value of type array[i32] is written to a place of type i32"),
        ("x := new memory(8)", "a value of type ptr[void] is written to a place of type i32"),
        ("p := new memory(d)", "an integer is needed here"),
        ("release r", "a pointer is needed here"),
        ("begin lifetime x", "only an addressable local variable has a lifetime, not 'x'"),
        ("end lifetime block", "only an addressable local variable has a lifetime, not 'block'"),
        ("copy(p, r, 4)", "a pointer is needed here"),
        ("copy(p, p, b)", "an integer is needed here"),
        ("fill(r, 0u8, 4)", "a pointer is needed here"),
        ("fill(p, d, 4)", "an integer is needed here"),
        ("lock x", "a reference, pointer or lock is needed here"),
        ("unlock b", "a reference, pointer or lock is needed here"),
        ("notify x", "a reference, pointer or lock is needed here"),
        ("wait x on r", "a reference, pointer or lock is needed here"),
        ("wait r", "a wait without a wait set must be timed: nothing could end it"),
        ("b := wait r on r", "an integer place is needed here"),
        ("join x", "a thread is needed here"),
        ("b := join th", "an integer place is needed here"),
        ("interrupt x", "a thread is needed here"),
        ("x := deref(p, int)", "a mathematical integer has no size and cannot be in memory"),
        ("b := is(r, ref[Nobody])", "class 'Nobody' is not declared"),
        ("r := cast(r, ref[Nobody])", "class 'Nobody' is not declared"),
        ("p := address(x)", "variable 'x' is not addressable"),
        ("x := code_of(nothing, i32)", "an address is a pointer, not a value of type i32"),
        ("p := code_of(nobody, ptr[void])", "function 'nobody' is not declared"),
        ("p := address(cell, i32)", "an address is a pointer, not a value of type i32"),
        ("r := null(ref[Nobody])", "class 'Nobody' is not declared"),
    ],
)
def test_a_broken_operation_is_found(operation: str, message: str) -> None:
    """Operands exist and have the types that an operation takes."""
    text = DECLARATIONS + LOCALS + f"  s -> e: {operation}\n  e -> exit: return\n"
    assert any(message in problem for problem in problems(text)), problems(text)


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        (["s -> e: case b in {1}", "s -> e: case b not in {1}"], "an integer or token is needed here"),
        (["s -> e: case t in {2}", "s -> e: case t not in {2}"], "token set 'T' has no token number 2"),
        (
            ["s -> h: call main()", "s -> e: catch x", "h -> e: skip"],
            "a place for a reference to the exception is needed",
        ),
        (["s -> thrown: throw x"], "a reference to an exception is needed here"),
        (["s -> halted: stop b"], "an integer is needed here"),
        (["s -> exit: return x"], "returns i32, declared is nothing"),
    ],
)
def test_a_broken_edge_that_leaves_a_location_is_found(edges: list[str], message: str) -> None:
    """Cases, exceptions and results have the types they need."""
    text = DECLARATIONS + LOCALS + "".join(f"  {edge}\n" for edge in [*edges, "e -> exit: return"])
    assert any(message in problem for problem in problems(text)), problems(text)


@pytest.mark.parametrize(
    "edges",
    [
        ["s -> e: assume x < 1i32", "s -> e: assume !(x < 1i32)"],
        ["s -> e: assume !b", "s -> e: assume b"],
        ["s -> e: assume true", "s -> e: assume false"],
        ["s -> e: case x in {1}", "s -> e: case x in {2, 3}", "s -> e: case x not in {1, 2, 3}"],
        ["s -> m: r := new C", "m -> e: x := call virtual Object 'run(int)'(r, x)"],
        ["s -> e: x := call pointer(p)(x, x) targets {'C.run'}"],
        ["s -> e: t := choose flip(flip(t))"],
    ],
)
def test_what_follows_the_rules_is_accepted(edges: list[str]) -> None:
    """Exclusive and exhaustive conditions, defined methods and nested relations are no problems."""
    text = DECLARATIONS + LOCALS + "".join(f"  {edge}\n" for edge in [*edges, "e -> exit: return"])
    assert problems(text) == []


def test_a_result_must_have_the_declared_type() -> None:
    """A return edge gives what the function declares."""
    text = DECLARATIONS + MAIN + "function f() -> i32\n  a -> exit: return true\n"
    assert problems(text) == ["f#0: returns a value of type bool, declared is i32"]
    text = DECLARATIONS + MAIN + "function f() -> i32\n  a -> exit: return\n"
    assert problems(text) == ["f#0: returns nothing, declared is i32"]


def test_a_virtual_call_must_be_defined_for_every_instantiated_receiver() -> None:
    """A misspelt signature is found as soon as an object is made that lacks the method."""
    call = "  s -> e: call virtual Object 'size()'(r)\n"
    assert problems(DECLARATIONS + LOCALS + call + "  e -> exit: return\n") == []
    found = problems(DECLARATIONS + LOCALS + call + "  e -> f: r := new C\n  f -> exit: return\n")
    assert found == ["main#0: class 'C' has no method 'size()'"]


X = Variable("x", I32, False)
P = Variable("p", PointerType(I32), False)
R = Variable("r", ReferenceType("C"), False)


def assign(value: Expr) -> Operation:
    return Assign(X, value)


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (assign(Variable("y", I32, False)), "local variable 'y' is not declared"),
        (assign(Variable("y", I32, True)), "global variable 'y' is not declared"),
        (assign(Variable("b", I32, False)), "variable 'b' has type bool, used as i32"),
        (assign(Const(1 << 40, I32)), "1099511627776 is no value of type i32"),
        (assign(Const(1 << 4000, I32)), "a number of 4001 bits is no value of type i32"),
        (assign(Const(0.1, FloatType(32))), "0.1 is no value of type f32"),
        (assign(Const(0.0, FloatType(16))), "floats have 32 or 64 bits, not 16"),
        (assign(Const(0, IntegerType(0, False))), "an integer has 1 to 65536 bits, not 0"),
        (assign(Const(2, TokenType("T"))), "token set 'T' has no token number 2"),
        (assign(Const(0, CodeType(None, ()))), "0 is no value of type code(void)"),
        (assign(Apply(Operator.ADD, (X,), I32)), "operator '+' takes 2 operands, not 1"),
        (assign(Apply(Operator.ADD, (X, X), U8)), "operator '+' gives i32 here, not u8"),
        (assign(Deref((X,), I32)), "a pointer is needed here"),
        (assign(Deref((P,), BlockType(I32, -1))), "a block has a length of 0 or more, not -1"),
        (assign(Bits((P,), I32, 0, 3, I32)), "bits 0 to 2 do not lie in an unsigned unit of i32"),
        (assign(Bits((P,), I32, 0, 3, INT)), "wrong number or types of operands"),
        (assign(FieldOf((X,), "C", "count", I32)), "a reference is needed here"),
        (assign(FieldOf((R,), "C", "size", I32)), "class 'C' declares no field 'size' of type i32"),
        (assign(FieldOf((R,), "Nobody", "size", I32)), "class 'Nobody' is not declared"),
        (Check("assert", IsType((R,), I32, BOOL), ""), "a type test of i32 that gives bool"),
        (assign(Element((X, X), I32)), "an element of type i32 of something of type i32"),
        (assign(Element((X, Variable("b", BOOL, False)), I32)), "an integer is needed here"),
        (assign(AddressOf(Variable("y", I32, False), PointerType(I32))), "local variable 'y' is not declared"),
        (assign(CodeAddress("nothing", I32)), "an address is a pointer, not a value of type i32"),
        (assign(IsType((X,), I32, BOOL)), "a reference is needed here"),
        (BeginLifetime(Variable("y", I32, False)), "local variable 'y' is not declared"),
        (Case(Variable("y", I32, False), (1,), False), "local variable 'y' is not declared"),
        (Check("assert", IsType((Const(0, PointerType(None)),), I32, BOOL), ""), "a reference is needed here"),
    ],
)  # fmt: skip
def test_a_broken_node_is_found(operation: Operation, message: str) -> None:
    """Nodes that were not built by the factories are held to the same typing rules."""
    program = program_of(DECLARATIONS + LOCALS + "  s -> e: skip\n  e -> exit: return\n")
    main = program.functions["main"]
    edges = (Edge(main.edges[0].source, main.edges[0].target, operation, None), *main.edges[1:])
    broken = replace(program, functions={**program.functions, "main": replace(main, edges=edges)})
    assert any(message in str(problem) for problem in validate(broken)), validate(broken)


def changed_main(program: Program, **changes: object) -> Program:
    main = replace(program.functions["main"], **changes)  # type: ignore[arg-type]
    return replace(program, functions={**program.functions, "main": main})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda p: replace(p, functions={"f": p.functions["main"]}), "function main: is registered under the name 'f'"),
        (lambda p: replace(p, token_sets={"U": TokenSet("T", ("A",))}), "tokens T: is registered under the name 'U'"),
        (lambda p: replace(p, classes={"D": ClassDeclaration("C")}), "class C: is registered under the name 'D'"),
        (lambda p: replace(p, relations={"r": Relation("r", (), BOOL, (((1,), (1,)),))}),
         "relation r: the row for (1,) has 1 arguments, not 0"),
        (lambda p: changed_main(p, entry=9), "function main: has no location number 9"),
        (lambda p: changed_main(p, exit=-1), "function main: has no location number -1"),
        (lambda p: changed_main(p, edges=(Edge(0, 5, p.functions["main"].edges[0].operation, None),)),
         "main#0: starts or ends at a location that does not exist"),
        (lambda p: changed_main(p, locations=p.functions["main"].locations * 2),
         "function main: location 'a' is declared more than once"),
        (lambda p: changed_main(p, locals=(VariableDeclaration("v", I32, False, Const(1, I32), False),)),
         "function main: variable 'v': only a global variable has an initial value"),
        (lambda p: changed_main(p, locals=(VariableDeclaration("v", BlockType(I32, 2), False, None, False),)),
         "variable 'v': a variable of type block[i32][2] lives in memory and so must be addressable"),
        (lambda p: replace(p, globals=(VariableDeclaration("v", BlockType(I32, 2), False, None, False),)),
         "global v: a variable of type block[i32][2] lives in memory and so must be addressable"),
        (lambda p: replace(p, globals=(VariableDeclaration("v", I32, True, Memory(((-4, Const(1, I32)),)), False),)),
         "global v: initial contents at offset -4 lie outside"),
    ],
)  # fmt: skip
def test_a_program_that_no_text_describes_is_found_out(change: Callable[[Program], Program], message: str) -> None:
    """Keys, numbers and flags that the text form cannot get wrong are checked for passes that build programs."""
    program = change(program_of("vir 1\n" + MAIN))
    assert any(message in str(problem) for problem in validate(program)), validate(program)


def test_functions_of_a_valid_program_are_not_looked_at_again() -> None:
    """Only changed functions are validated when the declarations are the same."""
    valid = program_of(DECLARATIONS + MAIN)
    broken = program_of(DECLARATIONS + "function main()\n  a -> exit: return 1i32\n")
    mixed = replace(valid, functions={**valid.functions, "main": broken.functions["main"]})
    assert [problem.where for problem in validate(mixed, valid)] == ["main#0"]
    assert validate(replace(mixed, name="again"), mixed) == []
    assert validate(replace(mixed, globals=()), mixed) != []


def test_a_new_instance_makes_old_virtual_calls_checked_again() -> None:
    """Whether a virtual call is defined depends on the classes that other functions instantiate."""
    text = DECLARATIONS + LOCALS + "  s -> e: call virtual Object 'size()'(r)\n  e -> exit: return\n"
    before = program_of(text + "function maker()\n  local c: ref[C]\n  a -> b: skip\n  b -> exit: return\n")
    after = program_of(text + "function maker()\n  local c: ref[C]\n  a -> b: c := new C\n  b -> exit: return\n")
    mixed = replace(before, functions={**before.functions, "maker": after.functions["maker"]})
    assert validate(before) == []
    assert Problem("main#0", "class 'C' has no method 'size()'") in validate(mixed, before)
