"""The text form of Boolean programs: two dialects are read, and what is printed reads back the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies.boolean.programs import random_predicate_program
from strategies.source import drawn
from vexil.core.errors import SourceError
from vexil.core.source import SourceFile
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import SKIP, Call, Check, Guard, PredicateProgram, Procedure, Return, Start, Update
from vexil.model.boolean_program.expressions import (
    FALSE,
    TRUE,
    UNKNOWN,
    And,
    Choose,
    Next,
    Not,
    Or,
    Same,
    Var,
)
from vexil.model.boolean_program.text import parse_program, print_operation, print_program
from vexil.model.boolean_program.text.grammar import read_name, written
from vexil.model.boolean_program.validator import validate

LAW = settings(max_examples=150, deadline=None, derandomize=True)


def parsed(text: str) -> PredicateProgram:
    return parse_program(SourceFile("given.bp", text.encode()))


def operations(procedure: Procedure) -> list[object]:
    return [edge.operation for edge in procedure.edges]


def content(program: PredicateProgram) -> object:
    """Everything that the text form keeps: all but the places in it and what edges stand for."""
    return program.globals, [
        (
            item.name, item.formals, item.locals, item.results, item.locations, item.entry, item.exit, item.invariant,
            [(edge.source, edge.target, edge.operation) for edge in item.edges],
        )
        for item in program.procedures.values()
    ]  # fmt: skip


# --- laws --------------------------------------------------------------------------------------------------


@LAW
@given(drawn(random_predicate_program))
def test_text_reading_what_was_printed_gives_the_same_program(program: PredicateProgram) -> None:
    """Printing and parsing are inverse, for every kind of location, operation and name; unless a choice overlaps."""
    text = print_program(program)
    if any("both arguments" in problem.message for problem in validate(program)):
        with pytest.raises(SourceError, match="both arguments of a choice"):
            parsed(text)
    else:
        assert content(parsed(text)) == content(program)


@LAW
@given(st.text(min_size=1, max_size=12).filter(lambda name: name != "_"))
def test_text_every_name_reads_back(name: str) -> None:
    """A variable may have any name at all."""
    assert read_name(written(name)) == name
    program = parsed(f"bool {written(name)}; void main() {{ {written(name)} = !{written(name)}; }}")
    assert program.globals[0].name == name
    assert operations(program.procedures["main"])[0] == Update((name,), (Not(Var(name)),))


@LAW
@given(st.text(alphabet="abTF*!&|=:;,(){}[]<>'\"\\ \n0129ifwhledogtprnask_", max_size=40))
def test_text_any_text_is_read_or_refused(text: str) -> None:
    """Whatever is in a file, reading it ends with a program or with one sentence about its place."""
    found = None
    try:
        parsed("decl a, b; void main() begin " + text)
    except SourceError as error:
        found = error
    assert found is None or (found.line >= 1 and found.message)


def test_text_printing_puts_the_exit_last() -> None:
    """A program whose exit is not the last location reads back as the same one with other numbers."""
    program = parsed("void main() { skip; assume(true); }")
    main = program.procedures["main"]
    order = [3, 0, 1, 2]  # the exit becomes number 0
    moved = {old: new for new, old in enumerate(order)}
    locations = tuple(main.locations[old] for old in order)
    edges = tuple(replace(edge, source=moved[edge.source], target=moved[edge.target]) for edge in main.edges)
    shuffled = replace(main, locations=locations, edges=edges, entry=moved[main.entry], exit=0)
    text = print_program(replace(program, procedures={"main": shuffled}))
    assert content(parsed(text)) == content(program)


def test_text_deep_nesting_is_no_problem() -> None:
    """Thousands of nested conditionals and parentheses are read."""
    depth = 3000
    program = parsed(
        f"void main() {{ bool a; {'if (a) { ' * depth} a = {'!(' * depth}a{')' * depth}; {'} ' * depth} }}"
    )
    assert len(program.procedures["main"].locations) == depth + 3
    assert parsed(print_program(program)).procedures["main"].entry == program.procedures["main"].entry


# --- the language ------------------------------------------------------------------------------------------


def test_text_BEB_01_dialect_of_files() -> None:
    """Declarations, parallel assignment, choices, constraints, procedures with several results, labels and jumps."""
    program = parsed(
        """
        decl a, b;                       // two globals
        bool<2> f(x, y) begin
          decl l;
          enforce !(a & l);
          l := schoose[x & y, !x];
          return l, x = y;
        end
        void main() begin
          decl r, s;
          L1: r, s := T, 0 constrain 'r | !'a;
          _, s := f(r, *);
          if (s) then goto L1; elsif r then skip; else assume(!r) fi;
          while (*) do assert(a != b); od
          goto L1, L2;
          L2: L3: skip
        end
        """
    )
    f, main = program.procedures["f"], program.procedures["main"]
    assert [variable.name for variable in program.globals] == ["a", "b"]
    assert f.results == 2
    assert f.invariant == Not(And((Var("a"), Var("l"))))
    assert operations(f) == [
        Update(("l",), (Choose(And((Var("x"), Var("y"))), Not(Var("x"))),)),
        Return((Var("l"), Same(Var("x"), Var("y")))),
    ]
    found = operations(main)
    assert Update(("r", "s"), (TRUE, FALSE), Or((Next("r"), Not(Next("a"))))) in found
    assert Call("f", (Var("r"), UNKNOWN), (None, "s")) in found
    assert Check(Not(Same(Var("a"), Var("b")))) in found
    last = next(location for location in main.locations if location.name == "L2")
    assert last.labels == ("L3",)
    choice = next(n for n, location in enumerate(main.locations) if location.kind is LocationKind.CHOICE)
    assert [main.locations[main.edges[edge].target].name for edge in main.outgoing[choice]] == ["L1", "L2"]


def test_text_BEB_01_dialect_like_C() -> None:
    """Names in braces, ``=``, choose, unknown, blocks, single statements and a dangling else."""
    program = parsed(
        """
        bool {curr==NULL}, {x<5};
        void f() { {x<5}, {curr==NULL} = choose({curr==NULL}, !{x<5} && !{curr==NULL}), unknown(); }
        main() {
          if (*) if ({x<5}) f(); else E: skip;
          while ({x<5} || true) { assume(!{x<5}); }
        }
        """
    )
    f, main = program.procedures["f"], program.procedures["main"]
    below, null = Var("x<5"), Var("curr==NULL")
    assert operations(f)[0] == Update(("x<5", "curr==NULL"), (Choose(null, And((Not(below), Not(null)))), UNKNOWN))
    guards = [operation.condition for operation in operations(main) if isinstance(operation, Guard)]
    assert guards[:4] == [UNKNOWN, UNKNOWN, below, Not(below)]
    error = next(n for n, location in enumerate(main.locations) if location.name == "E")
    (into,) = main.incoming[error]
    assert main.edges[into].operation == Guard(Not(below))


def test_text_BEB_01_a_condition_in_parentheses_does_not_swallow_a_call() -> None:
    """``if (a) R: skip;`` and ``if (*) f(!a);`` are statements behind conditions."""
    program = parsed("void f(bool a){ if(*) f(!a); if (a) R: skip; } main(){ f(false); }")
    assert operations(program.procedures["f"])[:3] == [Guard(UNKNOWN), Guard(UNKNOWN), Call("f", (Not(Var("a")),))]


def test_text_a_jump_alone_takes_no_step() -> None:
    """Only a jump that has a label of its own, or several targets, is a location."""
    main = parsed("void main() begin goto B; A: skip; goto A; B: goto A; end").procedures["main"]
    assert [location.name for location in main.locations] == ["A", "B", "exit"]
    assert main.entry == 1
    assert operations(main) == [SKIP, SKIP]


@pytest.mark.parametrize("statement", ["ASYNC_1: t();", "start_thread t();", "L: ASYNC_x: M: t();"])
def test_text_threads(statement: str) -> None:
    """A thread is started by a word or by a label in front of a call."""
    program = parsed(f"void t() begin skip; end void main() begin {statement} end")
    assert operations(program.procedures["main"])[0] == Start("t")
    assert program.has_threads


def test_text_abstractions_own_forms() -> None:
    """What the environment sets is written with any; what is certain of it with must."""
    program = parsed(
        "bool p, q, r; void main() { any(p, q where 'p || r); any(p); p = q with any(q where 'q must 'q && r)"
        ' constrain \'q == r; check unreach(false) "no"; }'
    )
    possible = Or((Next("p"), Var("r")))
    must = And((Next("q"), Var("r")))
    assert operations(program.procedures["main"])[:4] == [
        Update((), (), TRUE, ("p", "q"), possible, possible),
        Update((), (), TRUE, ("p",)),
        Update(("p",), (Var("q"),), Same(Next("q"), Var("r")), ("q",), Next("q"), must),
        Check(FALSE, "unreach", "no"),
    ]


def test_text_C2B_05_parallel_assignment_is_printed_as_published() -> None:
    """The abstraction of ``x = x + 1`` looks as Ball and Rajamani print it."""
    below, two = Var("x<5"), Var("x=2")
    update = Update(("x<5", "x=2"), (Choose(two, Not(below)), Choose(FALSE, Or((two, Not(below))))))
    assert print_operation(update) == "{x<5}, {x=2} = choose({x=2}, !{x<5}), choose(false, {x=2} || !{x<5})"


def test_text_enforce_counts_for_the_whole_procedure_and_program() -> None:
    """What is enforced may be written anywhere in a procedure, and outside of all."""
    program = parsed("bool a; enforce !a; void f() { skip; } void main() { bool b; b = T; enforce a | b; }")
    assert program.procedures["f"].invariant == Not(Var("a"))
    assert program.procedures["main"].invariant == And((Not(Var("a")), Or((Var("a"), Var("b")))))


# --- mistakes ----------------------------------------------------------------------------------------------

MISTAKES = {
    "undeclared variable": ("decl a;\nvoid main() begin\n  a := ab;\nend", 3, 8, "'ab' is not declared", "ab"),
    "undeclared target": ("void main() begin\n  x := T;\nend", 2, 3, "'x' is not declared", "x"),
    "too few values": ("decl a, b;\nvoid main() begin a, b := T; end", 2, 19, "1 value for 2 variables", "a, b := T"),
    "too few results": (
        "bool<2> f() begin return T; end void main() begin end", 1, 19, "f returns 2 values", "return T",
    ),
    "results of a call": (
        "decl a; bool<2> f() begin return T, F; end\nvoid main() begin a := f(); end", 2, 19, "returns 2 values, not 1",
        "a := f()",
    ),
    "arguments": ("void f(a) begin end\nvoid main() begin f(); end", 2, 19, "f takes 1 argument, not 0", "f()"),
    "another procedure's label": (
        "void f() begin L: skip; end\nvoid main() begin goto L; end", 2, 24, "no label 'L' in main", "L",
    ),
    "missing main": ("void f() begin end\n", 2, 1, "no procedure 'main'", "end of file"),
    "unknown procedure": ("void main() begin\n  g(); end", 2, 3, "no procedure 'g'", "g"),
    "choose of an unknown": ("decl a; void main() begin a := choose(*, a); end", 1, 39, "not Boolean", "*"),
    "choose of a number": ("decl a; void main() begin a := choose(2, a); end", 1, 39, "2 is no truth value", "2"),
    "choose of one": ("decl a; void main() begin a := schoose[a]; end", 1, 32, "takes 2 arguments", "schoose[a]"),
    "overlapping choice": (
        "decl a, b; void main() begin a := choose(a, b); end", 1, 35, "are true where a = T, b = T", "choose(a, b)",
    ),
    "no results at the end": ("bool f() begin skip; end void main() begin end", 1, 22, "without its 1 result", "end"),
    "call in an expression": (
        "decl a; bool f() begin return T; end void main() begin a := !f(); end", 1, 62, "a call inside", "f()",
    ),
    "next value": ("decl a; void main() begin a := 'a; end", 1, 32, "next value cannot be read", "'a"),
    "two labels": ("void main() begin L: skip; L: skip; end", 1, 28, "label 'L' is used twice", "L"),
    "two declarations": ("decl a, a; void main() begin end", 1, 9, "declared twice", "a"),
    "two assignments": ("decl a; void main() begin a, a := T, F; end", 1, 30, "assigned twice", "a"),
    "two procedures": ("void main() begin end void main() begin end", 1, 28, "defined twice", "main"),
    "unfinished block": ("void main() begin if (T) then skip; end", 1, 37, "does not end what begins", "end"),
    "keyword as name": ("decl fi; void main() begin end", 1, 6, "expected the name", "fi"),
    "unknown in a constraint": ("decl a; void main() begin a := T constrain *; end", 1, 44, "unknown value", "*"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_text_BEB_05_mistakes_are_refused_with_their_place(name: str) -> None:
    """The message has line, column and the text that is wrong."""
    text, line, column, message, found = MISTAKES[name]
    with pytest.raises(SourceError) as caught:
        parsed(text)
    error = caught.value
    assert (error.file, error.line, error.column) == ("given.bp", line, column)
    assert message in error.message
    assert error.found == found


def test_text_a_block_that_reads_as_a_name_gets_a_hint() -> None:
    """``{ skip }`` on one line is a name; the message says how to write a block."""
    with pytest.raises(SourceError, match="expected ':='") as caught:
        parsed("void main() { if (*) { skip } }")
    assert "put a ';'" in caught.value.hint


def test_text_YAS_06_choices_are_looked_at_under_what_is_enforced() -> None:
    """Both arguments may be true where no consistent valuation is."""
    text = "decl a, b; void main() begin {} a := choose(a, b); end"
    with pytest.raises(SourceError, match="both arguments of a choice"):
        parsed(text.replace("{}", ""))
    parsed(text.replace("{}", "enforce !(a & b);"))
