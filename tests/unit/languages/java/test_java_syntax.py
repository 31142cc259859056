"""The syntax tree of Java: shapes, values and positions."""

from __future__ import annotations

import sys
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path

import pytest

import vexil.frontends.java
from vexil.core import depth
from vexil.core.errors import LimitReached, SourceError, Unsupported
from vexil.core.source import SourceFile, Span
from vexil.languages.java import read_model, read_unit, tree


def unit(text: str) -> tree.CompilationUnit:
    return read_unit(SourceFile("T.java", text.encode()), 3)


def statements(code: str) -> tuple[tree.Statement, ...]:
    (method,) = unit(f"class T {{ void f() {{ {code} }} }}").types[0].members
    assert isinstance(method, tree.MethodDeclaration)
    assert method.body is not None
    return method.body.block().statements


def expression(code: str) -> tree.Expression:
    (field,) = unit(f"class T {{ Object x = {code}; }}").types[0].members
    assert isinstance(field, tree.FieldDeclaration)
    value = field.declarators[0].initialiser
    assert value is not None
    return value


def show(value: object) -> str:
    """A compact form of a tree: operators in parentheses, all else as its class and fields without spans."""
    match value:
        case tree.Name(name=name):
            return name
        case tree.Literal(kind=kind, value=content):
            return repr(content) if kind is not tree.LiteralKind.LONG else f"{content}L"
        case tree.Binary(operator=operator, left=left, right=right):
            return f"({show(left)} {operator} {show(right)})"
        case tree.Unary(operator=operator, operand=operand):
            return f"({operator} {show(operand)})"
        case tree.Increment(operator=operator, prefix=prefix, operand=operand):
            return f"({operator} {show(operand)})" if prefix else f"({show(operand)} {operator})"
        case tree.Cast(types=types, operand=operand):
            return f"({' & '.join(map(show, types))} <- {show(operand)})"
        case tree.Parenthesised(expression=inner):
            return f"[{show(inner)}]"
        case tree.FieldAccess(target=target, name=name):
            return f"{show(target)}.{name}"
        case tree.PrimitiveTypeName(name=name):
            return name
        case tree.ArrayTypeName(element=element):
            return f"{show(element)}[]"
        case tree.ClassTypeName(parts=parts):
            return ".".join(map(show, parts))
        case tree.TypePart(name=name, arguments=arguments):
            return name if arguments is None else f"{name}<{', '.join(map(show, arguments))}>"
        case tree.WildcardTypeName(bound=bound, upper=upper):
            return "?" if bound is None else f"? {'extends' if upper else 'super'} {show(bound)}"
        case tree.LazyBlock():
            return show(value.block())
        case tuple():
            return f"<{', '.join(map(show, value))}>"
        case frozenset():
            return "{" + ", ".join(sorted(value)) + "}"
        case Enum():
            return str(value.value)
        case Span():
            return ""
        case _ if is_dataclass(value):
            inner = [show(getattr(value, f.name)) for f in fields(value) if "span" not in f.name and f.name != "end"]
            return f"{type(value).__name__}({', '.join(inner)})"
        case _:
            return str(value)


@pytest.mark.parametrize(
    ("code", "shape"),
    [
        ("a + b * c - d", "((a + (b * c)) - d)"),
        ("a - b - c", "((a - b) - c)"),
        ("a || b && c | d ^ e & f == g < h << i + j * k",
         "(a || (b && (c | (d ^ (e & (f == (g < (h << (i + (j * k))))))))))"),
        ("a < b == c >= d", "((a < b) == (c >= d))"),
        ("x >>> 3 >> 2 << 1", "(((x >>> 3) >> 2) << 1)"),
        ("-a * !b", "((- a) * (! b))"),
        ("- -x + ~ ++y - z-- ", "(((- (- x)) + (~ (++ y))) - (z --))"),
        ("(a) - b * c", "([a] - (b * c))"),
        ("(a.b) + (c.d) + 1", "(([a.b] + [c.d]) + 1)"),
        ("(int) - b * c", "((int <- (- b)) * c)"),
        ("(int) (a) - b * c", "((int <- [a]) - (b * c))"),
        ("~(a)+b*c", "((~ [a]) + (b * c))"),
        ("(a) - b instanceof C", "InstanceOf(([a] - b), C, None)"),
        ("x == (a.b) - 1 << 2", "(x == (([a.b] - 1) << 2))"),
        ("(A) b + c", "((A <- b) + c)"),
        ("(A) (b) + c", "((A <- [b]) + c)"),
        ("(A) !b", "(A <- (! b))"),
        ("(A[]) - b", "(A[] <- (- b))"),
        ("(A & B<C>) x", "(A & B<C> <- x)"),
        ("a == b instanceof C c && d", "((a == InstanceOf(b, C, c)) && d)"),
        ("a ? b : c ? d : e", "Conditional(a, b, Conditional(c, d, e))"),
        ("a = b += c", "Assignment(=, a, Assignment(+=, b, c))"),
        ("f(1).g.<A>h(b)[2]", "ArrayAccess(MethodCall(MethodCall(None, <>, f, <1>).g, <A>, h, <b>), 2)"),
        ("a /* c */ . /* d */ b // e\n", "a.b"),
        ("this.x", "This(None).x"),
        ("A.B.this.x", "This(A.B).x"),
        ("super.x", "Super(None).x"),
        ("A.super.f()", "MethodCall(Super(A), <>, f, <>)"),
        ("A.super.x", "Super(A).x"),
        ("new A<>(1)", "New(None, A<>, True, <1>, None)"),
        ("new a.B<C>.D()", "New(None, a.B<C>.D, False, <>, None)"),
        ("o.new I<J>(2)", "New(o, I<J>, False, <2>, None)"),
        ("new int[a][2][]", "NewArray(int, <a, 2>, 3, None)"),
        ("new A[][] {{b}, {}}", "NewArray(A, <>, 2, ArrayInitialiser(<ArrayInitialiser(<b>), ArrayInitialiser(<>)>))"),
        ("x -> x", "Lambda(<LambdaParameter(x, None)>, x)"),
        ("(x, y) -> {}", "Lambda(<LambdaParameter(x, None), LambdaParameter(y, None)>, Block(<>))"),
        ("() -> 1", "Lambda(<>, 1)"),
        ("(final int[] x, A... y) -> 1",
         "Lambda(<LambdaParameter(x, int[]), LambdaParameter(y, A[])>, 1)"),
        ("a -> b -> c", "Lambda(<LambdaParameter(a, None)>, Lambda(<LambdaParameter(b, None)>, c))"),
        ("(R & S) () -> {}", "(R & S <- Lambda(<>, Block(<>)))"),
        ("int[]::new", "MethodReference(int[], <>, new)"),
        ("A[]::new", "MethodReference(A[], <>, new)"),
        ("List<String>::new", "MethodReference(List<String>, <>, new)"),
        ("A.B::new", "MethodReference(A.B, <>, new)"),
        ("String::<T>valueOf", "MethodReference(String, <T>, valueOf)"),
        ("this::f", "MethodReference(This(None), <>, f)"),
        ("super::f", "MethodReference(Super(None), <>, f)"),
        ("A.super::f", "MethodReference(Super(A), <>, f)"),
        ("f(x)::g", "MethodReference(MethodCall(None, <>, f, <x>), <>, g)"),
        ("int[].class", "ClassLiteral(int[])"),
        ("a.B.class", "ClassLiteral(a.B)"),
        ("void.class", "ClassLiteral(void)"),
        ("x instanceof int[]", "InstanceOf(x, int[], None)"),
        ("x instanceof final A y", "InstanceOf(x, A, y)"),
        ("switch (x) { case 1, 2 -> a; default -> { yield b; } }",
         "SwitchExpression(Switch(x, <SwitchCase(<1, 2>, True, <ExpressionStatement(a)>), "
         "SwitchCase(<None>, True, <Block(<Yield(b)>)>)>))"),
    ],
)  # fmt: skip
def test_expressions_have_the_shape_that_the_language_gives_them(code: str, shape: str) -> None:
    """Precedence, casts, lambdas and references are grouped as JLS 15 says."""
    assert show(expression(code)) == shape


def test_a_creation_with_a_body_has_an_anonymous_class() -> None:
    """The body of an anonymous class is a class without a name, whose span is the body."""
    made = expression("new A() { int y; }")
    assert isinstance(made, tree.New)
    assert made.body is not None
    assert (made.body.name, len(made.body.members)) == ("", 1)


@pytest.mark.parametrize(
    ("code", "kind", "value"),
    [
        ("0", "int", 0), ("-2147483648", "int", 2147483648), ("0x8000_0000", "int", -2147483648),
        ("0xFFFFFFFFFFFFFFFFL", "long", -1), ("037777777777", "int", -1), ("0b1_01", "int", 5), ("1__0", "int", 10),
        ("0_7", "int", 7), ("00", "int", 0), ("9223372036854775807l", "long", 9223372036854775807),
        ("09.5", "double", 9.5), ("09f", "float", 9.0), ("1e3", "double", 1000.0), (".5f", "float", 0.5),
        ("0x1.8p3", "double", 12.0), ("0x.8p1f", "float", 1.0), ("0.1f", "float", 0.10000000149011612),
        ("1d", "double", 1.0),
        ("1.17549435E-38f", "float", 1.1754943508222875e-38), ("4.9e-324", "double", 5e-324),
        ("1.00000017881393432617187499f", "float", 1.0000001192092896),
        ("1.7976931348623157e308", "double", 1.7976931348623157e308), ("0e999999999", "double", 0.0),
        ("'a'", "char", 97), ("'\\''", "char", 39), ("'\\u0041'", "char", 65), ("'\\uuu0041'", "char", 65),
        ("'\\177'", "char", 127), ("'\\0'", "char", 0), ("'ü'", "char", 252), ("'\\\\'", "char", 92),
        ('"a\\tb\\s\\101\\1019\\0"', "String", "a\tb A" + "A9\0"), ('"\\\\u0041"', "String", "\\u0041"),
        ('"\\ud83d\\ude00"', "String", "😀"), ('"\\ud83d"', "String", "\ud83d"), ('"//"', "String", "//"),
        ("true", "boolean", True), ("null", "null", None),
    ],
)  # fmt: skip
def test_literals_have_their_exact_values(code: str, kind: str, value: object) -> None:
    """Every base, suffix, escape and underscore gives the value of JLS 3.10, floats rounded once."""
    found = expression(code)
    if isinstance(found, tree.Unary):
        found = found.operand
    assert isinstance(found, tree.Literal)
    assert (found.kind.value, found.value) == (kind, value)
    assert type(found.value) is type(value)


@pytest.mark.parametrize(
    ("block", "value"),
    [
        ('"""\n    a\n      b\n    """', "a\n  b\n"),
        ('"""\n    a\n  b"""', "  a\nb"),
        ('"""   \n    a   \n\n    b\\\n    c\\s \n    """', "a\n\nbc \n"),
        ('"""\n\ta\\tb\n\t"""', "a\tb\n"),
        ('"""\n  "x" ""\\""" \\u0041\n  """', '"x" """"" A\n'),
        ('"""\r\n   a\r\n   b\r\n  """', " a\n b\n"),
        ('"""\n        """', ""),
        ('"""\n   a\\n  b\n   """', "a\n  b\n"),
    ],
)
def test_text_blocks_lose_their_incidental_white_space(block: str, value: str) -> None:
    """Indentation, trailing blanks and line ends of text blocks go as JLS 3.10.6 says, before escapes are read."""
    found = expression(block)
    assert isinstance(found, tree.Literal)
    assert found.value == value


@pytest.mark.parametrize(
    ("code", "shape"),
    [
        ("final int a = 1, b[] = {2};",
         "LocalVariables(Modifiers({final}, <>), int, <Declarator(a, 0, 1), Declarator(b, 1, ArrayInitialiser(<2>))>)"),
        ("var x = 1;", "LocalVariables(Modifiers({}, <>), var, <Declarator(x, 0, 1)>)"),
        ("if (a) b(); else ;", "If(a, ExpressionStatement(MethodCall(None, <>, b, <>)), Empty())"),
        ("do ; while (a);", "DoWhile(Empty(), a)"),
        ("for (;;) break;", "For(<>, None, <>, Break(None))"),
        ("for (i = 0, j = 1; i < j; i++, --j) {}",
         "For(<ExpressionStatement(Assignment(=, i, 0)), ExpressionStatement(Assignment(=, j, 1))>, (i < j), "
         "<(i ++), (-- j)>, Block(<>))"),
        ("for (final A x[] : y) ;", "ForEach(Modifiers({final}, <>), A, x, 1, y, Empty())"),
        ("a: for (int i = 0; ; ) continue a;",
         "Labelled(a, For(<LocalVariables(Modifiers({}, <>), int, <Declarator(i, 0, 0)>)>, None, <>, Continue(a)))"),
        ("switch (x) { case 1: case A.B: a(); default: }",
         "Switch(x, <SwitchCase(<1, A.B>, False, <ExpressionStatement(MethodCall(None, <>, a, <>))>), "
         "SwitchCase(<None>, False, <>)>)"),
        ("switch (x) { case A -> throw y; default -> {} }",
         "Switch(x, <SwitchCase(<A>, True, <Throw(y)>), SwitchCase(<None>, True, <Block(<>)>)>)"),
        ("switch (x) { case 1: ; ; case 2: }",
         "Switch(x, <SwitchCase(<1>, False, <Empty(), Empty()>), SwitchCase(<2>, False, <>)>)"),
        ("switch (x) { case 1 -> { } };", "Switch(x, <SwitchCase(<1>, True, <Block(<>)>)>)"),
        ("try (A a = b; c; d.e) { } catch (final B | C f) { } finally { ; }",
         "Try(<Resource(LocalVariables(Modifiers({}, <>), A, <Declarator(a, 0, b)>), None), Resource(None, c), "
         "Resource(None, d.e)>, Block(<>), <CatchClause(Modifiers({final}, <>), <B, C>, f, Block(<>))>, "
         "Block(<Empty()>))"),
        ("synchronized (this) { return; }", "Synchronized(This(None), Block(<Return(None)>))"),
        ("assert a : b;", "Assert(a, b)"),
        ("yield = 1;", "ExpressionStatement(Assignment(=, yield, 1))"),
        ("record = module + open;", "ExpressionStatement(Assignment(=, record, (module + open)))"),
        ("A<B>.C<? super D>[] x[];",
         "LocalVariables(Modifiers({}, <>), A<B>.C<? super D>[], <Declarator(x, 1, None)>)"),
        ("this.<T>m();", "ExpressionStatement(MethodCall(This(None), <T>, m, <>))"),
    ],
)  # fmt: skip
def test_statements_have_their_parts(code: str, shape: str) -> None:
    """Each statement of JLS 14 keeps all its parts, and nothing is desugared."""
    assert show(statements(code)[0]) == shape


DECLARATIONS = """\
@A(x = 1) package p.q;
import static java.util.Map.*;
import java.util.List;;
/** About T. */
// and more
public sealed abstract class T<X extends A & B<X>, Y> extends p.S<X> implements I, J permits U {
    @Deprecated private static final int a = 1, b[] = {2};
    static { a(); }
    { b(); }
    /** About T(). */
    protected <Z> T(T<X, Y> this, int x, final String... y) throws E { this(x); }
    int[] m(int[] a[])[] { return null; }
    abstract void n() throws E, p.F;
    enum K implements I { @A P(1) { int z; }, Q, ; K(int x) { } }
    record R<V>(int x, V... y) implements I { R { } static int w; }
    interface I extends J, L { int C = 1; default void d() { } static void s() { } private void p() { } void q(); }
    @interface N { int v() default 3; String[] w() default {}; }
}
non-sealed class U extends T { }
"""


def test_declarations_have_their_parts() -> None:
    """Packages, imports, classes of every kind and members of every kind are read with all parts."""
    read = unit(DECLARATIONS)
    assert read.package == "p.q"
    assert [(i.name, i.static, i.on_demand) for i in read.imports] == [
        ("java.util.Map", True, True), ("java.util.List", False, False),
    ]  # fmt: skip
    first, second = read.types
    assert first.doc == "/** About T. */"
    assert (first.modifiers.words, second.modifiers.words) == ({"public", "sealed", "abstract"}, {"non-sealed"})
    assert show(first.type_parameters) == "<TypeParameter(X, <A, B<X>>), TypeParameter(Y, <>)>"
    assert (show(first.superclass), show(first.supertypes)) == ("p.S<X>", "<I, J>")
    field, static, instance, constructor, method, abstract, *nested = first.members
    assert show(field) == (
        "FieldDeclaration(Modifiers({final, private, static}, <Annotation(Deprecated)>), int, "
        "<Declarator(a, 0, 1), Declarator(b, 1, ArrayInitialiser(<2>))>)"
    )
    assert [initialiser.static for initialiser in (static, instance) if isinstance(initialiser, tree.Initialiser)] == [
        True, False,
    ]  # fmt: skip
    assert show(constructor) == (
        "MethodDeclaration(Modifiers({protected}, <>), <TypeParameter(Z, <>)>, None, T, "
        "<Parameter(Modifiers({}, <>), int, x, False), Parameter(Modifiers({final}, <>), String, y, True)>, <E>, "
        "Block(<ExpressionStatement(ConstructorCall(None, False, <x>))>), True, False, /** About T(). */)"
    )
    assert isinstance(method, tree.MethodDeclaration)
    assert (show(method.result), show(method.parameters[0].type)) == ("int[][]", "int[][]")
    assert isinstance(abstract, tree.MethodDeclaration)
    assert (abstract.body, show(abstract.throws)) == (None, "<E, p.F>")
    kinds = [inner.kind.value for inner in nested if isinstance(inner, tree.ClassDeclaration)]
    assert kinds == ["enum", "record", "interface", "@interface"]


def test_enums_and_records_have_constants_and_components() -> None:
    """Constants keep arguments and bodies; components keep their types; a compact constructor has no parameters."""
    nested = [member for member in unit(DECLARATIONS).types[0].members if isinstance(member, tree.ClassDeclaration)]
    enum, record = nested[:2]
    assert [(c.name, show(c.arguments), c.body is not None) for c in enum.constants] == [
        ("P", "<1>", True), ("Q", "<>", False),
    ]  # fmt: skip
    assert [(show(c.type), c.name, c.variable) for c in record.components] == [("int", "x", False), ("V", "y", True)]
    compact = record.members[0]
    assert isinstance(compact, tree.MethodDeclaration)
    assert (compact.constructor, compact.compact, compact.parameters) == (True, True, ())


def test_spans_are_bytes_of_the_file() -> None:
    """Operators and names point at their own bytes, in the file with the given number, also behind wide characters."""
    text = 'class T { String s = "ü€😀"; int x = a.bcd + 1; }'
    (_, field) = unit(text).types[0].members
    assert isinstance(field, tree.FieldDeclaration)
    sum_ = field.declarators[0].initialiser
    assert isinstance(sum_, tree.Binary)
    assert isinstance(sum_.left, tree.FieldAccess)
    raw = text.encode()
    spans = (sum_.span, sum_.operator_span, sum_.left.name_span)
    assert [raw[span.start : span.end] for span in spans] == [b"a.bcd + 1", b"+", b"bcd"]
    assert {span.file for span in spans} == {3}


def test_unicode_escapes_are_translated_everywhere() -> None:
    """Names, operators, quotes and comments may be written with escapes, and offsets stay those of the file."""
    text = 'class T { int gr\\u00fcn \\u003D 1 \\u002b 2; /\\u002A x *\\u002F String s = "a\\u0022; }'
    first, second = unit(text).types[0].members
    assert isinstance(first, tree.FieldDeclaration)
    assert isinstance(second, tree.FieldDeclaration)
    assert show(first.declarators) == "<Declarator(grün, 0, (1 + 2))>"
    assert show(second.declarators) == "<Declarator(s, 0, 'a')>"
    assert text[first.span.start : first.span.end] == "int gr\\u00fcn \\u003D 1 \\u002b 2;"


def test_bodies_are_read_once_and_when_asked_for() -> None:
    """A body gives the same block each time."""
    (method,) = unit("class T { void f() { g(); } }").types[0].members
    assert isinstance(method, tree.MethodDeclaration)
    assert method.body is not None
    assert method.body.block() is method.body.block()


@pytest.mark.parametrize(
    "code",
    [
        "+".join(["1"] * 10_000), "(" * 2_000 + "1" + ")" * 2_000, "f(" * 2_000 + "1" + ")" * 2_000, "- " * 5_000 + "1",
        "a" + ".b()" * 3_000, "a ? b : " * 3_000 + "c", "(int)" * 3_000 + "1", "x -> " * 2_000 + "1",
    ],
    ids=["operators", "parentheses", "arguments", "signs", "calls", "conditionals", "casts", "lambdas"],
)  # fmt: skip
def test_deep_expressions_are_read(code: str) -> None:
    """Thousands of nested operators, parentheses and calls do not overflow a stack, and the limit is put back."""
    before = sys.getrecursionlimit()
    assert expression(code) is not None
    assert sys.getrecursionlimit() == before


def test_nesting_beyond_the_limit_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Source that is nested more deeply than the limit ends in a limit, not in a crash."""
    monkeypatch.setattr(depth, "DEEPEST", 5_000)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000)
    try:
        with pytest.raises(LimitReached, match="nested too deeply"):
            expression("(" * 5_000 + "1" + ")" * 5_000)
    finally:
        sys.setrecursionlimit(before)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("module a { }", "a module declaration is not supported"),
        ("\\u0063lass T { }", "a keyword with a Unicode escape"),
    ],
)
def test_what_is_not_supported_is_refused_with_its_place(text: str, message: str) -> None:
    """Valid Java that is not read raises `Unsupported` with a position."""
    with pytest.raises(Unsupported, match=message) as caught:
        unit(text)
    assert (caught.value.line, caught.value.column) == (1, 1)


def test_a_file_that_is_no_text_is_refused() -> None:
    """Bytes that are not UTF-8 are an error at their place."""
    with pytest.raises(SourceError, match="not UTF-8"):
        read_unit(SourceFile("T.java", b'class T { String s = "\xff"; }'), 0)


def test_the_models_of_the_library_are_java() -> None:
    """Each model is what the grammar allows, and reads the same when bodies are read as they are asked for."""
    library = Path(vexil.frontends.java.__file__).parent / "library"
    models = sorted(library.rglob("*.java"))
    assert len(models) > 250
    for model in models:
        file = SourceFile(str(model), model.read_bytes())
        assert spans(read_model(file, 0)) == spans(read_unit(file, 0))


def spans(value: object) -> list[object]:
    """The nodes of a tree in order, each by its kind and its byte range."""
    found: list[object] = []
    pending = [value]
    while pending:
        part = pending.pop()
        part = part.block() if isinstance(part, tree.LazyBlock) else part
        if isinstance(part, tuple):
            pending.extend(part)
        elif is_dataclass(part) and not isinstance(part, Span | SourceFile):
            found.append((type(part).__name__, getattr(part, "span", None)))
            pending.extend(getattr(part, field.name) for field in fields(part))
    return found
