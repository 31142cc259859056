"""Random sequential programs with classes, virtual methods, exceptions, arrays and monitors, as text."""

from __future__ import annotations

from random import Random

from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text import load

HEADER = """vir 1
class Object
  method 'm(int)' = 'Object.m(int)'
interface Named
  method 'name()' = 'Named.name()'
class A extends Object
  field n: i32
  field next: ref[Object]
  field flag: bool
  method 'm(int)' = 'A.m(int)'
class B extends A implements Named
  field n: i64
  field items: array[ref[A]]
  method 'm(int)' = 'B.m(int)'
class C extends A
  field small: u16
  field f: f32
class D extends Object implements Named
  field who: thread
  method 'name()' = 'D.name()'
class E extends Object
  field code: i32
class F extends E
global g: ref[Object]
global out: i32
global start: i32 in range(0i32, 2i32)
function 'Named.name()'(this: ref[Named]) -> i32
  a -> exit: return 7i32
function 'D.name()'(this: ref[D]) -> i32
  a -> b: lock this pair "n" reentrant
  b -> c: out := out + 1i32
  c -> d: unlock this pair "n"
  d -> exit: return 8i32
"""

REFERENCES = {
    "x": "ref[Object]", "y": "ref[Object]", "a": "ref[A]", "b": "ref[B]", "c": "ref[C]", "d": "ref[D]",
    "i": "ref[Named]",
    "e": "ref[E]", "v": "array[i32]", "s": "array[u16]", "w": "array[ref[A]]", "z": "array[ref[Object]]",
}  # fmt: skip
WIDER = {
    "x": "yabcdiewz", "y": "xabcdevsz", "a": "bc", "i": "bd", "z": "w", "b": "", "c": "", "d": "", "e": "", "v": "",
    "s": "", "w": "",
}  # fmt: skip
"""For each variable those that may be assigned to it without a test."""
MADE = {
    "x": "ABCDEF", "y": "ABCDEF", "a": "ABC", "b": "B", "c": "C", "d": "D", "i": "BD", "e": "EF",
}  # fmt: skip


class _Function:
    """Writes the edges of one function."""

    def __init__(self, random: Random, head: str, *, throws: bool, methods: bool, careful: bool) -> None:
        self.random, self.throws, self.methods, self.careful = random, throws, methods, careful
        self.lines = [f"function {head}"]
        self.lines += [f"  local {name}: {kind}" for name, kind in REFERENCES.items()]
        self.lines += ["  local k: i32", "  local q: bool", "  local t: thread", "  local j: i32"]
        self.place = 0
        self.starts = [0]
        """Places from which on nothing is tested already."""

    def step(self, operation: str) -> None:
        self.lines.append(f"  p{self.place} -> p{self.place + 1}: {operation}")
        self.place += 1

    def only_if(self, condition: str, *operations: str) -> None:
        """Do something if a condition holds; programs that are not careful often do it anyway."""
        if not self.careful and self.random.random() < 0.2:
            for operation in operations:
                self.step(operation)
            return
        here, behind = self.place, self.place + len(operations) + 1
        self.lines.append(f"  p{here} -> p{behind}: assume !({condition})")
        self.lines.append(f"  p{here} -> p{here + 1}: assume {condition}")
        self.place += 1
        for operation in operations:
            self.step(operation)

    def call(self, operation: str) -> None:
        """A call whose exceptions are caught, or go on."""
        here = self.place
        self.lines.append(f"  p{here} -> p{here + 1}: {operation}")
        if self.random.random() < 0.6 or not self.throws:
            self.lines.append(f"  p{here} -> p{here + 1}: catch {self.random.choice(['e', 'x', ''])}")
        else:
            self.lines.append(f"  p{here} -> h{here}: catch e")
            self.lines.append(f"  h{here} -> thrown: throw e")
        self.place += 1

    def any_step(self) -> None:
        random = self.random
        name = random.choice(list(REFERENCES))
        match random.randrange(20):
            case 0 | 1 | 2 | 3:
                if name in MADE:
                    self.step(f'{name} := new {random.choice(MADE[name])} site "{name}"')
                else:
                    size = random.choice(["0i32", "1i32", "3i32", "j", "k"])
                    element = REFERENCES[name][6:-1]
                    self.only_if(f"{size} >= 0i32 && {size} < 9i32", f'{name} := new array({element}, {size}) site "w"')
            case 4 | 5:
                if WIDER[name]:
                    self.step(f"{name} := {random.choice(WIDER[name])}")
            case 6:
                kind = REFERENCES[name]
                source = random.choice("xyg")
                value = source if random.random() < 0.5 else f"cast({source}, {kind})"
                self.only_if(f"{source} == null({REFERENCES['x']}) || is({source}, {kind})", f"{name} := {value}")
            case 7:
                self.step(f"q := is({name}, {random.choice(list(REFERENCES.values()))})")
                self.only_if("q", "out := out + 2i32")
            case 8:
                self.only_if("a != null(ref[A])", "field(a, A, n) := field(a, A, n) + j", "out := field(a, A, n)")
            case 9:
                self.only_if("b != null(ref[B])", "field(b, B, n) := cast(j, i64)", "j := cast(field(b, B, n), i32)")
                self.only_if("b != null(ref[B])", "field(b, B, items) := w", "w := field(b, B, items)")
            case 10:
                self.only_if("c != null(ref[C])", "field(c, C, small) := cast(j, u16)", "field(c, C, f) := 1.5f32")
                self.only_if("a != null(ref[A])", "field(a, A, next) := x", "y := field(a, A, next)")
            case 11:
                index = random.choice(["j", "k", "0i32", "2i32"])
                inside = f"v != null(array[i32]) && {index} >= 0i32"
                self.only_if(inside, "k := k")
                self.array(f"v[{index}] := v[{index}] + k", "v", index)
                self.array(f"k := v[{index}]", "v", index)
            case 12:
                index = random.choice(["j", "0i32", "1i32"])
                self.array(f"w[{index}] := b", "w", index)
                self.array(f"a := w[{index}]", "w", index)
            case 13:
                self.only_if("z != null(array[ref[Object]])", "q := storable(z, x)")
                fits = "ite(z == null(array[ref[Object]]), false, array_length(z) > 0i32 && storable(z, x))"
                self.only_if(fits, "z[0i32] := x", "q := storable(z, y)")
            case 14 if self.methods:
                receiver = random.choice("xyabc")
                call = f"k := call virtual Object 'm(int)'({receiver}, {random.choice('jk')})"
                self.careful_call(f"{receiver} != null({REFERENCES[receiver]})", call)
            case 15:
                self.careful_call("i != null(ref[Named])", "j := call virtual Named 'name()'(i)")
            case 16:
                self.step(f"k := choose range({random.choice(['-1i32', '0i32'])}, 2i32)")
            case 17:
                self.only_if("g != null(ref[Object])", 'lock g pair "g" reentrant', "q := holds_lock(g)", "unlock g")
            case 18 if self.throws:
                here = self.place
                self.lines.append(f"  p{here} -> p{here + 1}: assume j == 1i32 || e == null(ref[E])")
                self.lines.append(f"  p{here} -> h{here}: assume !(j == 1i32 || e == null(ref[E]))")
                self.lines.append(f"  h{here} -> thrown: throw e")
                self.place += 1
            case 19:
                self.step(random.choice(["g := x", "x := g", "t := current_thread()", "q := x == y", "out := out + k"]))
                self.only_if("alive(t)", "j := j + 1i32", "k := wait timed")
            case _:
                self.step("k := k + 1i32")

    def array(self, operation: str, array: str, index: str) -> None:
        """An access to an array, under a condition that does not look at the length of null."""
        kind = REFERENCES[array]
        length = f"ite({array} == null({kind}), 0i32, array_length({array}))"
        self.only_if(f"{index} >= 0i32 && {index} < {length}", operation)

    def careful_call(self, condition: str, operation: str) -> None:
        """A call under a condition."""
        here = self.place
        if self.careful or self.random.random() < 0.8:
            self.lines.append(f"  p{here} -> over{here}: assume !({condition})")
            self.lines.append(f"  p{here} -> p{here + 1}: assume {condition}")
            self.place += 1
            self.call(operation)
            self.lines.append(f"  over{here} -> p{self.place}: skip")
        else:
            self.call(operation)

    def text(self, steps: int, result: str) -> str:
        """The function with so many steps, some of them repeated."""
        for _ in range(steps):
            self.starts.append(self.place)
            self.any_step()
        if self.random.random() < 0.5:
            self.lines.append(f"  p{self.place} -> p{self.place + 1}: assume out < 6i32 && j < 3i32")
            self.lines.append(f"  p{self.place} -> p{self.place + 2}: assume !(out < 6i32 && j < 3i32)")
            self.place += 1
            self.lines.append(f"  p{self.place} -> q{self.place}: out := out + 1i32")
            self.lines.append(f"  q{self.place} -> p{self.random.choice(self.starts)}: j := j + 1i32")
            self.place += 1
        self.step('check assert out != 5i32 "five"')
        self.lines.append(f"  p{self.place} -> exit: return {result}".rstrip())
        return "\n".join(self.lines) + "\n"


def random_class_program(random: Random, *, careful: bool) -> Program:
    """A program; a careful one tests for everything that would be undefined."""

    def function(head: str, steps: int, result: str, *, throws: bool, methods: bool) -> str:
        made = _Function(random, head, throws=throws, methods=methods, careful=careful)
        return made.text(random.randrange(steps), result)

    text = HEADER
    for owner, throws in (("Object", random.random() < 0.5), ("A", True), ("B", random.random() < 0.5)):
        head = f"'{owner}.m(int)'(this: ref[{owner}], given: i32) -> i32"
        text += function(head, 6, random.choice(["given", "k", "out"]), throws=throws, methods=False)
    text += function("main()", 30, "", throws=random.random() < 0.5, methods=True)
    return load(SourceFile("random.vir", text.encode()))
