"""Names that front ends make up never meet the user's: every one of them can be a name in the program itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.java_programs import load_java

from vexil.core.context import Context
from vexil.frontends.c import COptions, load
from vexil.ir.program import Program
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check

IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")

C = r"""
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <pthread.h>
struct pair { int a; union { int b; char c; }; struct { int d; }; };
extern int outside(int *, char **, struct pair *);
extern struct pair outer(struct pair);
extern struct pair *hidden(void);
extern struct pair opened;
typedef struct { int e; } unnamed_record;
unnamed_record shared;
int *static_literal = (int []){1, 2};
static int many(int count, ...) {
  va_list list;
  va_start(list, count);
  int found = va_arg(list, int);
  va_end(list);
  return found;
}
static int old(c) char c; { return c; }
static float narrow(f) float f; { return f; }
static void *run(void *given) { return given; }
static int ignored(int, char *);
static int ignored(int number, char *text) { static int calls; calls++; return number + !text; }
int main(int argc, char **argv) {
  pthread_t thread;
  char text[] = "abcdefghijklmnopqrstuvwxyz";
  int table[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, size = argc + 2;
  int variable[size];
  struct pair pair = {1}, copied = pair, *where = &(struct pair){2};
  char *pointer = "text";
  variable[0] = ({ int inner = size; inner; });
  pthread_create(&thread, 0, run, &pair);
  pthread_join(thread, 0);
  outside(table, &pointer, where);
  copied = outer(opened);
  where = hidden();
  shared.e += many(1, argc ? 2 : 3, copied.b) + (argc && size) + old('a') + ignored(*pointer, text);
  int *heap = malloc(4);
  free(heap);
  if (argc > 100) return main(1, argv);
  if (argc > 50) exit(3);
  return static_literal[0] + __sync_fetch_and_add(&shared.e, 1) + (int)narrow(1);
}
"""

C_ROLES: dict[str, Callable[[list[str]], str]] = {
    "globals": lambda names: _each(names, "int {0} = 1;") + _using(_each(names, "{0}++;")),
    "statics": lambda names: _each(names, "static int {0}; int *at_{0} = &{0};") + _using(_each(names, "*at_{0} = 1;")),
    "functions": lambda names: _each(names, "int {0}(int a) {{ return a; }}") + _using(_each(names, "size += {0}(1);")),
    "locals": lambda names: C.replace("pthread_t thread;", "pthread_t thread;" + _each(names, CHANGED)),
    "declared late": lambda names: _using(_each(names, CHANGED)),
    "static locals": lambda names: C.replace("calls++;", _each(names, "static int {0}; {0}++;") + "calls++;"),
    "parameters": lambda names: (
        f'int user({", ".join(f"int {name}" for name in names)}) {{ int size = *"text";'
        f"{_each(names, 'size += {0}++;')} return size; }}\n"
        + _using(f"size += user({', '.join('1' for _ in names)});")
    ),
    "labels": lambda names: _using(_each(names, "{0}: size++; if (size < 0) goto {0};")),
    "tags": lambda names: _each(names, "struct {0} {{ int a; }} use_{0};") + _using(_each(names, "use_{0}.a++;")),
    "members": lambda names: (
        f"struct {{ struct {{ int q; }}; {_each(names, 'int {0};')} union {{ int r; }}; }} user;\n"
        + _using(_each(names, "user.{0}++;"))
    ),
}
CHANGED = 'int {0} = argc; {0}++; {0} += *"text";'

JAVA = """
import java.util.function.*;
class Shape { int size() { return 1; } }
interface Sized { int size(); }
public class Main {
  enum Colour { RED, GREEN }
  record Point(int x, int y) { }
  static int count = 3;
  static <T> T same(T given) { return given; }
  static int added(int... numbers) { int sum = 0; for (int number : numbers) sum += number; return sum; }
  class Inner { int read() { return count; } }
  public static void main(String[] arguments) throws Exception {
    int base = arguments.length;
    Runnable task = () -> System.out.println("run " + base);
    IntUnaryOperator adder = x -> x + base;
    Supplier<Shape> maker = Shape::new;
    Shape anonymous = new Shape() { int size() { return base; } };
    class Local { int given() { return base; } }
    Thread started = new Thread(task, "name");
    started.start();
    started.join();
    for (String string : new String[] {"a", "b"}) { System.out.println(string); }
    for (String string : new String[] {"c", "d"}) { System.out.println(string + 'x'); }
    for (String string : new String[] {"e", "f"}) { System.out.println(same(string)); }
    switch (Colour.RED) { case RED -> System.out.println(new Point(1, 2)); default -> { } }
    synchronized (Main.class) { count += adder.applyAsInt(2) + added(1, 2) + new Local().given(); }
    try { assert count > 0 : "text"; Object o = maker.get(); Shape s = (Shape) o; }
    catch (RuntimeException caught) { throw caught; }
    finally { count++; }
    Main main = new Main();
    Inner inner = main.new Inner();
    count += inner.read() + anonymous.size();
    double bits = Double.doubleToLongBits(1.5);
    /*here*/
  }
  /*members*/
}
/*classes*/
"""

KEYWORDS = frozenset(
    {"this", "class", "if", "for", "new", "return", "const", "switch", "case", "default", "goto", "int"}
)


def _each(names: list[str], form: str) -> str:
    return "\n".join(form.format(name) for name in names) + "\n"


def _using(statements: str) -> str:
    """The program with some more statements."""
    return C.replace("  int *heap", f"  {statements}  int *heap")


def _names(program: Program) -> Iterator[str]:
    """Every name of a program, and those before and behind the marks in them."""
    for variable in program.globals:
        yield variable.name
    for struct in program.structs.values():
        yield struct.name
        yield from (member.name for member in struct.members)
    for function in program.functions.values():
        yield function.name
        yield from function.variables
        yield from (location.name for location in function.locations)
    for declared in program.classes.values():
        yield declared.name
        yield from (field.name for field in declared.fields)


def made_up(program: Program, text: str) -> list[str]:
    """Names of a program that are identifiers and that its source does not have, and stems of such names."""
    written = set(IDENTIFIER.findall(text))
    found = {
        part for name in _names(program) for part in (name, *re.split(r"[#.:]", name)) if IDENTIFIER.fullmatch(part)
    }
    stems = {name.split("$")[0] for name in found}
    # Locations are numbered: a few stand for all.
    kept = {name for name in found | stems if not re.fullmatch(r"n\d\d+", name)}
    return sorted(kept - written - KEYWORDS - {""})


def c_program(path: Path, text: str) -> Program:
    path.write_text(text)
    return load([str(path)], COptions(arguments=("a", "b")), Context())


@pytest.fixture(scope="module")
def c_names(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    path = tmp_path_factory.mktemp("names") / "names.c"
    found = set(made_up(c_program(path, C), C))
    library = {name for name in found if name.startswith(("__", "pthread_"))} | {"exit", "malloc", "free"}
    again = C_ROLES["globals"](sorted(found - library))
    return sorted(found.union(made_up(c_program(path, again), again)) - library)


@pytest.mark.parametrize("role", C_ROLES)
def test_names_that_are_made_up_can_be_names_of_a_C_program(role: str, c_names: list[str], tmp_path: Path) -> None:
    """Whatever a name is used for, the program is loaded, and the user's names mean what they meant."""
    assert {"string", "argument", "arguments", "result", "status", "start", "p1", "p", "literal", "initial"} <= set(
        c_names
    )
    program = c_program(tmp_path / "user.c", C_ROLES[role](c_names))
    if role in ("globals", "statics"):
        for name in c_names:
            assert not program.global_variables[name].hidden
    if role == "functions":
        assert set(c_names) <= set(program.functions)


@pytest.mark.parametrize(
    "text",
    [
        'static int f(const char *string) { int n = 0; while (*string++) n++; return n; }\n'
        'int main(void) { assert(f("abc") == 3); return 0; }',
        "static int f(int argument) { argument++; return argument++; }\n"
        "int main(int argc, char **argv) { assert(f(argc) == 4); return 0; }",
        "static int status = 5, result = 6; extern int f(int *);\n"
        "int main(int argc, char **argv) {\n"
        "  if (argc > 9) return main(1, argv);\n"
        "  f(&result); assert(status == 5); exit(status);\n"
        "}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("engine", ["explicit", "bounded"])
def test_programs_with_such_names_are_decided(text: str, engine: str, tmp_path: Path) -> None:
    """Parsers call a text `string` and change it while they read it."""
    path = tmp_path / "user.c"
    path.write_text("#include <assert.h>\n#include <stdlib.h>\n" + text)
    options = LoadOptions((str(path),), arguments=("a", "b"))
    (verdict,) = check(CheckOptions(options, ("assert",), engine=engine), Context()).verdicts
    assert verdict.status.value in ("proved", "unknown"), verdict.reason
    assert verdict.status.value == "proved" or engine == "explicit"


ANONYMOUS = "new Object() {{ int f() {{ return {0}; }} }}.f();"
JAVA_ROLES: dict[str, Callable[[list[str]], str]] = {
    "locals": lambda names: _java(names, '{{ int {0} = base; {0}++; String s = "{0}"; }}'),
    "captured": lambda names: _java(names, f"{{{{ int {{0}} = base; Runnable r = () -> same({{0}}); {ANONYMOUS} }}}}"),
    "static fields": lambda names: _java(names, "count += {0};", "static int {0} = 1;"),
    "fields": lambda names: _java(names, "").replace("int given", _each(names, "int {0};") + "int given"),
    "fields of inner classes": lambda names: _java(names, "").replace(
        "int read", _each(names, "int {0};") + "int read"
    ),
    "methods": lambda names: _java(names, "count += {0}(1);", "static int {0}(int {0}) {{ return {0}++; }}"),
    "labels": lambda names: _java(names, "{0}: while (count < 1) {{ count++; break {0}; }}"),
    "classes": lambda names: _java(
        names,
        "count += {0}.self + {0}.every + new {0}().value;",
        "",
        "class {0} {{ static int self, every; int value; }}",
    ),
}


def _java(names: list[str], here: str, member: str = "", declaration: str = "") -> str:
    text = JAVA.replace("/*here*/", _each(names, here)).replace("/*members*/", _each(names, member))
    return text.replace("/*classes*/", _each(names, declaration))


@pytest.mark.parametrize("role", JAVA_ROLES)
def test_names_that_are_made_up_can_be_names_of_a_Java_program(role: str, tmp_path: Path) -> None:
    """Names of hidden variables, fields, classes and functions of Java programs are free for the user."""
    path = tmp_path / "Main.java"
    path.write_text(JAVA)
    program = load_java(path)
    own = [function for function in program.functions.values() if function.name.startswith(("Main", "Shape", "start"))]
    names = {name for function in own for name in function.variables}
    names |= {variable.name for variable in program.globals if variable.hidden}
    names |= {field.name for item in program.classes.values() if item.name.startswith("Main") for field in item.fields}
    names |= {name for name in program.classes if name.startswith("Main")} | {"lambda", "outer", "start", "constants"}
    parts = {part for name in names for part in (name, *re.split(r"[#.:]", name)) if IDENTIFIER.fullmatch(part)}
    nested = {f"Main${name}" for name in ("Colour", "Point", "Inner")}
    chosen = sorted(parts - nested - set(IDENTIFIER.findall(JAVA)) - KEYWORDS)
    assert {"t", "thread", "lambda"} <= set(chosen)
    path.write_text(JAVA_ROLES[role](chosen))
    load_java(path)
