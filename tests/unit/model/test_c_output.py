"""What C programs print: the same bytes as a compiled program, read from the machine's memory."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import require_tool
from vexil.core.source import SourceFile
from vexil.ir.interpreter import Machine
from vexil.ir.text import load
from vexil.model.c_format import Unprintable, format_text
from vexil.model.output import Output, output_of, printing_functions

Argument = tuple[str, object]
"""The type as the intermediate form writes it, and the value; strings have the type ``str``."""

I, U, L, UL, F, S = "i32", "u32", "i64", "u64", "f64", "str"
FORMATS: list[tuple[str, list[Argument]]] = [
    ("plain text", []),
    ("100%%", []),
    ("%d", [(I, -42)]),
    ("%i|%d", [(I, 0), (I, 2147483647)]),
    ("[%5d][%-5d][%05d]", [(I, 42), (I, 42), (I, 42)]),
    ("[%+d][% d][%+d][% d]", [(I, 7), (I, 7), (I, -7), (I, -7)]),
    ("[%+5d][%-+5d][%+05d][% 05d]", [(I, 7), (I, 7), (I, 7), (I, 7)]),
    ("[%.3d][%8.3d][%-8.3d][%08.3d]", [(I, 7), (I, -7), (I, 7), (I, 7)]),
    ("[%.0d][%.d][%5.0d][%.0d]", [(I, 0), (I, 0), (I, 0), (I, 5)]),
    ("[%+.0d][% .0d]", [(I, 0), (I, 0)]),
    ("[%*d][%-*d][%*d]", [(I, 6), (I, 42), (I, 6), (I, 42), (I, -6), (I, 42)]),
    ("[%.*d][%.*d][%*.*d]", [(I, 4), (I, 42), (I, -4), (I, 42), (I, 8), (I, 3), (I, 9)]),
    ("%u %u", [(U, 0), (U, 4294967295)]),
    ("[%o][%#o][%#o][%.0o][%#.0o][%#.4o]", [(U, 8), (U, 8), (U, 0), (U, 0), (U, 0), (U, 8)]),
    ("[%x][%X][%#x][%#X][%#x]", [(U, 48879), (U, 48879), (U, 48879), (U, 48879), (U, 0)]),
    ("[%8x][%-8x][%08x][%#08x][%#10.4x]", [(U, 255), (U, 255), (U, 255), (U, 255), (U, 255)]),
    ("[%#.0x][%#.3x]", [(U, 0), (U, 10)]),
    ("%hhd %hhu %hhd", [(I, 300), (I, 300), (I, 200)]),
    ("%hd %hu %hx", [(I, 70000), (I, -1), (I, -1)]),
    ("%ld %lu %lx", [(L, -(2**63)), (UL, 2**64 - 1), (UL, 2**40)]),
    ("%lld %llu %llo", [(L, -1), (UL, 2**63), (UL, 2**63)]),
    ("%zd %zu %jd %ju %td", [(L, -5), (UL, 5), (L, -6), (UL, 6), (L, -7)]),
    ("[%c][%3c][%-3c]", [(I, 65), (I, 66), (I, 67)]),
    ("[%c]", [(I, 256 + 65)]),
    ("[%s][%10s][%-10s]", [(S, "text"), (S, "right"), (S, "left")]),
    ("[%.2s][%.0s][%.9s][%8.3s]", [(S, "text"), (S, "text"), (S, "text"), (S, "abcdef")]),
    ("[%.*s][%s]", [(I, 3), (S, "abcdef"), (S, "")]),
    ("%f %F", [(F, 3.14159265), (F, -0.5)]),
    ("[%.0f][%#.0f][%.1f][%.10f]", [(F, 2.5), (F, 2.5), (F, 0.25), (F, 0.1)]),
    ("[%8.2f][%-8.2f][%08.2f][%+.2f][% .2f]", [(F, 3.14159), (F, 3.14159), (F, -3.14159), (F, 1.0), (F, 1.0)]),
    ("%f %.30f", [(F, 1e22), (F, 0.1)]),
    ("%.3f", [(F, 1e300)]),
    ("%e %E %.0e %#.0e %.12e", [(F, 12345.678), (F, 0.00012), (F, 15000.0), (F, 15000.0), (F, 1e-300)]),
    ("[%12.3e][%-12.3e][%012.3e]", [(F, -12345.678), (F, 12345.678), (F, 12345.678)]),
    ("%g %g %g %g %g", [(F, 0.0001), (F, 0.00001), (F, 123456.0), (F, 1234567.0), (F, 100.0)]),
    ("%G %#g %.3g %.0g %#.3g", [(F, 1e-10), (F, 1.0), (F, 1234.5), (F, 1234.5), (F, 1.0)]),
    ("[%10g][%-10g][%010g][%+g]", [(F, 1.5), (F, 1.5), (F, -1.5), (F, 1.5)]),
    ("%f %e %g %F %G", [(F, float("inf")), (F, -float("inf")), (F, float("inf")), (F, -float("inf")), (F, 0.0)]),
    ("[%6f][%-6f][%06f][%+f][% f]", [(F, float("inf"))] * 5),
    ("%f %g %e", [(F, 0.0), (F, -0.0), (F, -0.0)]),
    ("%a %a %a %A", [(F, 1.0), (F, 0.1), (F, -2.5), (F, 255.75)]),
    ("%a %a %#a %a", [(F, 0.0), (F, -0.0), (F, 1.0), (F, 5e-324)]),
    ("%.0a %.1a %.3a %.15a %.2a", [(F, 1.5), (F, 1.96875), (F, 0.1), (F, 0.1), (F, 1.998)]),
    ("[%16a][%-16a][%016a][%+a]", [(F, 1.5), (F, 1.5), (F, 1.5), (F, 1.5)]),
    ("%a", [(F, float("inf"))]),
    ("%5%|%-5d|%%d", [(I, 1)]),
    ("%d %s %f %c %x\\n", [(I, 1), (S, "two"), (F, 3.0), (I, 52), (U, 5)]),
    ("%ld%d%lld%hhd", [(L, 1), (I, 2), (L, 3), (I, 4)]),
    ("%'d", [(I, 1234567)]),
    ("%-05d|%+ d", [(I, 3), (I, 3)]),
    ("%s", [(S, "percent %d inside")]),
    ("tab\\there\\n", []),
    ("[%20s][%-20s]", [(S, "wide"), (S, "wide")]),
    ("%0*d", [(I, 8), (I, -42)]),
    ("%#x %#lx", [(U, 1), (UL, 2**63)]),
    ("%.20f", [(F, 1 / 3)]),
    ("%.15g %.17g", [(F, 0.1), (F, 0.1)]),
    ("%5.1f|%5.1f|%5.1f", [(F, 0.05), (F, 0.15), (F, 0.25)]),
    ("%g %g", [(F, 1e100), (F, 123456789.0)]),
    ("%p", [("ptr", 0)]),
    ("[%10p]", [("ptr", 0)]),
    ("[%p][%20p][%-20p]", [("ptr", 4096), ("ptr", 4096), ("ptr", 4096)]),
    ("%lc|%ls", [(I, 65), ("wide", "abc")]),
]


def decoded(template: str) -> str:
    return template.replace("\\n", "\n").replace("\\t", "\t")


def memory(text: str, size: int = 1) -> str:
    """A string in memory as the intermediate form writes it."""
    kind = f"u{8 * size}"
    cells = ", ".join(f"{size * index}: {code}{kind}" for index, code in enumerate(text.encode()) if code)
    return f"block[{kind}][{len(text.encode()) + 1}] = memory {{{cells}}}"


def literal(kind: str, value: object) -> str:
    if kind == "f64":
        assert isinstance(value, float)
        if value in (float("inf"), -float("inf")):
            return ("-" if value < 0 else "") + "inf(f64)"
        return f"{value!r}f64"
    return f"literal({value}, ptr[void])" if kind == "ptr" else f"{value}{kind}"


def calling(template: str, arguments: list[Argument], *, layout: str = "LP64") -> str:
    """A program that calls printf with the arguments in slots of 8 bytes."""
    globals_ = [f"global format: {memory(decoded(template))}"]
    stores = []
    for number, (kind, value) in enumerate(arguments):
        stored, text = kind, ""
        if kind in ("str", "wide"):
            globals_.append(f"global s{number}: {memory(str(value), 4 if kind == 'wide' else 1)}")
            stored, text = "ptr[void]", f"address(s{number}, ptr[void])"
        elif kind == "ptr":
            stored = "ptr[void]"
        place = f"deref(pointer_add(address(slots, ptr[void]), {8 * number}i64), {stored})"
        stores.append(f"  a{number} -> a{number + 1}: {place} := {text or literal(kind, value)}")
    lines = [
        "vir 1",
        f"layout {layout}",
        *globals_,
        "function printf(shape: ptr[u8], slots: ptr[void]) -> i32 external",
        "  local r: i32 hidden",
        "  p -> q: r := choose range(0i32, 1000i32)",
        "  q -> exit: return r",
        "function main() entry a0",
        f"  local slots: block[u64][{len(arguments) + 1}]",
        "  local n: i32",
        *stores,
        f"  a{len(arguments)} -> z: n := call printf(address(format, ptr[u8]), address(slots, ptr[void]))",
        "  z -> exit: return",
    ]
    return "\n".join(lines) + "\n"


def printed(program: str) -> Output:
    """What the program's first call of a printing function prints."""
    machine = Machine(load(SourceFile("print.vir", program.encode())))
    machine.reset()
    names = printing_functions(machine.program)
    while machine.threads[1].frames[-1].code.function.name not in names:
        machine.step(1)
        assert machine.ending is None
    return output_of(machine, machine.threads[1])


def c_argument(kind: str, value: object) -> str:
    match kind:
        case "str":
            return '"' + str(value) + '"'
        case "wide":
            return 'L"' + str(value) + '"'
        case "ptr":
            return f"(void *){value}"
        case "f64":
            assert isinstance(value, float)
            return f"({value.hex()})" if abs(value) != float("inf") else ("-" if value < 0 else "") + "__builtin_inf()"
        case _:
            types = {"i32": "int", "u32": "unsigned", "i64": "long", "u64": "unsigned long"}
            suffix = {"i64": "UL", "u64": "UL"}.get(kind, "U")
            assert isinstance(value, int)
            return f"({types[kind]}){value % 2**64 if suffix == 'UL' else value % 2**32}{suffix}"


def test_formats_print_what_gcc_prints(tmp_path: Path) -> None:
    """Every flag, width, precision, length and conversion gives the bytes of a compiled program."""
    gcc = require_tool("gcc")
    calls = [
        f"    n = printf({', '.join([chr(34) + template + chr(34), *(c_argument(*a) for a in arguments)])});\n"
        '    printf("<%d>", n); putchar(0);\n'
        for template, arguments in FORMATS
    ]
    source = tmp_path / "formats.c"
    source.write_text("#include <stdio.h>\nint main(void) {\n    int n;\n" + "".join(calls) + "    return 0;\n}\n")
    subprocess.run([gcc, "-w", "-o", str(tmp_path / "formats"), str(source)], check=True)
    expected = subprocess.run([str(tmp_path / "formats")], check=True, capture_output=True).stdout.split(b"\0")[:-1]
    assert len(expected) == len(FORMATS) > 60
    found = [printed(calling(*entry)) for entry in FORMATS]
    assert [output.text + f"<{output.result}>".encode() for output in found] == expected


def test_sizes_follow_the_data_model() -> None:
    """Under ILP32 a long and a pointer take four bytes of their slot."""
    text = calling("%ld %zu %lld", [(I, -3), (U, 2**32 - 1), (L, 2**40)], layout="ILP32")
    assert printed(text).text == b"-3 4294967295 1099511627776"
    assert printed(calling("%s!", [(S, "narrow")], layout="ILP32")).text == b"narrow!"


@pytest.mark.parametrize(
    ("template", "arguments", "reason"),
    [
        ("%d", [], "printf reads what cannot be read (uninitialised-read)"),
        ("%d %d %d", [(I, 1), (I, 2)], "uninitialised-read"),
        ("%s", [("ptr", 0)], "null-dereference"),
        ("%s", [("ptr", 4096)], "invalid-dereference"),
        ("%ld", [(I, 1)], "uninitialised-read"),
        ("%y", [(I, 1)], "no conversion is written '%y'"),
        ("%5", [], "the format ends within '%5'"),
        ("%n", [("ptr", 0)], "%n writes to memory"),
        ("%1$d", [(I, 1)], "arguments by position"),
        ("%9999999d", [(I, 1)], "too wide"),
        ("%.99999999999999f", [(F, 1.0)], "too wide"),
        ("%*d", [(I, 2**31 - 1), (I, 1)], "too wide"),
        ("%ls", [("wide", "é")], "wide characters"),
    ],
)
def test_what_cannot_be_shown_says_why(template: str, arguments: list[Argument], reason: str) -> None:
    """Missing arguments, wild pointers and unknown conversions are named, never guessed."""
    with pytest.raises(Unprintable, match=r"^printf") as raised:
        printed(calling(template, arguments))
    assert reason in str(raised.value)


def test_a_string_ends_with_its_object() -> None:
    """A string without a zero is read up to the end of its object and no further, unless the precision ends it."""
    text = calling("%s", [(S, "abc")]).replace("block[u8][4]", "block[u8][3]")
    with pytest.raises(Unprintable, match="out-of-bounds"):
        printed(text)
    limited = calling("%.3s", [(S, "abc")]).replace("block[u8][4]", "block[u8][3]")
    assert printed(limited).text == b"abc"


OTHERS = """
vir 1
global stdout: ptr[void] = literal(8, ptr[void])
global stderr: ptr[void] = literal(16, ptr[void])
global text: block[u8][4] = memory {0: 97u8, 1: 98u8, 2: 10u8}
function puts(s: ptr[u8]) -> i32 external
  p -> exit: return 0i32
function fputs(s: ptr[u8], f: ptr[void]) -> i32 external
  p -> exit: return 0i32
function putchar(c: i32) -> i32 external
  p -> exit: return c
function fputc(c: i32 addressable, f: ptr[void]) -> i32 external
  p -> exit: return 0i32
function fwrite(s: ptr[void], size: u64, count: u64, f: ptr[void]) -> u64 external
  p -> exit: return count
function vprintf(s: ptr[u8], list: ptr[void]) -> i32 external
  p -> exit: return 0i32
function main()
  local f: ptr[void]
  a -> b: f := STREAM
  b -> c: call CALL
  c -> exit: return
"""


@pytest.mark.parametrize(
    ("call", "stream", "expected"),
    [
        ("puts(address(text, ptr[u8]))", "stdout", Output(1, b"ab\n\n", 4)),
        ("fputs(address(text, ptr[u8]), stdout)", "stdout", Output(1, b"ab\n", 1)),
        ("fputs(address(text, ptr[u8]), stderr)", "stdout", Output(2, b"ab\n", 1)),
        ("fputs(address(text, ptr[u8]), f)", "stderr", Output(2, b"ab\n", 1)),
        ("fputs(address(text, ptr[u8]), f)", "literal(24, ptr[void])", Output(0, b"ab\n", 1)),
        ("fputs(address(text, ptr[u8]), f)", "null(ptr[void])", Output(0, b"ab\n", 1)),
        ("putchar(-191i32)", "stdout", Output(1, b"A", 65)),
        ("fputc(66i32, f)", "stderr", Output(2, b"B", 66)),
        ("fwrite(address(text, ptr[void]), 1u64, 2u64, stdout)", "stdout", Output(1, b"ab", 2)),
    ],
)
def test_other_functions_print_to_their_stream(call: str, stream: str, expected: Output) -> None:
    """A stream is known by the variable that is passed, else by its value; what goes to files has no stream."""
    assert printed(OTHERS.replace("STREAM", stream).replace("CALL", call)) == expected


def test_a_function_with_a_body_does_not_print() -> None:
    """A program that defines printf itself is not taken for one that calls the library's."""
    own = load(SourceFile("own.vir", calling("x", []).replace(" external", "").encode()))
    assert printing_functions(own) == frozenset()


def test_long_double_takes_two_slots() -> None:
    """A long double is followed by its neighbour 16 bytes later."""
    text = calling("%Lf %d", [(F, 1.5), (I, 0), (I, 7)])
    assert printed(text).text == b"1.500000 7"


def test_formatting_needs_no_machine() -> None:
    """The arguments may come from anywhere."""

    class Fixed:
        def integer(self, length: str, signed: bool) -> int:
            return 5

        def floating(self, length: str) -> float:
            return 0.5

        def address(self) -> int:
            return 16

        def text(self, length: str, most: int | None) -> bytes:
            return b"text"[:most]

    assert format_text(b"%d %.1f %p %.2s", Fixed()) == b"5 0.5 0x10 te"
