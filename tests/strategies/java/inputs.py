"""Random sequential Java programs with two small inputs: arithmetic, arrays, strings, collections, exceptions."""

from __future__ import annotations

from random import Random

from strategies.statements import Drawer

MOST = 3
"""Inputs are between -2 and this."""
HEAD = """import java.util.*;

public class Program {
    static int total;
    static int[] table = {3, 1, 4, 1, 5};

    static class Node {
        int value;
        Node next;
        Node(int value, Node next) { this.value = value; this.next = next; }
    }

    static int choose(int left, int right) { total++; return left < right ? left : right - 1; }

    static void run(int x, int y) {
        total = 0;
        table = new int[] {3, 1, 4, 1, 5};
        int a = x, b = 2, c = y;
        long w = 1;
        byte k = 100;
        char letter = 'm';
        int[] array = {1, 2, 3, 4};
        Node list = new Node(1, new Node(2, null));
        ArrayList<Integer> numbers = new ArrayList<>();
        HashMap<Integer, Integer> map = new HashMap<>();
        numbers.add(x);
        numbers.add(7);
        map.put(1, y);
        String text = "ab";
        Integer box = 5;
"""
TAIL = """    }
%s}
"""
MAIN = """
    public static void main(String[] arguments) {
        int x = org.sosy_lab.sv_benchmarks.Verifier.nondetInt(), y = org.sosy_lab.sv_benchmarks.Verifier.nondetInt();
        if (x < -2 || x > 3 || y < -2 || y > 3) return;
        run(x, y);
    }
"""


class _Drawer(Drawer):
    MOST_UNITS = 8

    def _index(self, length: int) -> str:
        if self._rare(0.12):
            return self._one("x", "y", "a", f"x + {self._random.randrange(3)}", "choose(x, y)", str(length))
        inner = self._one("x", "y", "a", "b", "(int) w")
        return self._one(str(self._random.randrange(length)), f"Math.floorMod({inner}, {length})")

    def _place(self) -> str:
        kind = self._random.randrange(10)
        if kind < 5:
            return self._one("a", "b", "c", "total")
        if kind < 8:
            return f"array[{self._index(4)}]"
        return self._one(f"table[{self._index(5)}]", "list.value", "list.next.value")

    def _value(self, depth: int = 2) -> str:
        kind = self._random.randrange(13)
        if depth == 0 or kind < 3:
            return self._one("x", "y", "a", "b", "c", str(self._random.randrange(-3, 9)), self._place())
        left, right = self._value(depth - 1), self._value(depth - 1)
        if kind < 6:
            return f"({left} {self._one('+', '-', '*', '&', '|', '^', '<<', '>>', '>>>')} {right})"
        if kind == 6:
            divisor = right if self._rare(0.3) else f"({right} & 7 | 1)"
            return f"({left} {self._one('/', '%')} {divisor})"
        if kind == 7:
            return self._one(f"choose({left}, {right})", f"Math.max({left}, {right})", f"Math.abs({left})")
        if kind == 8:
            return self._one(f"(byte) ({left})", f"(short) ({left})", f"(char) ({left})", "(int) w", "k")
        if kind == 9:
            return self._one(
                "text.length()", f"text.charAt({self._index(2)})", "numbers.size()", "map.size()", "(int) letter"
            )
        if kind == 10:
            return self._one(f"numbers.get({self._index(2)})", f"map.getOrDefault({left}, {right})", "box")
        if kind == 11:
            return self._one(
                "numbers.indexOf(7)",
                f"(map.containsKey({left}) ? 1 : 0)",
                "text.indexOf('b')",
                f"Integer.compare({left}, {right})",
            )
        return f"({left} {self._one('<', '<=', '==', '!=')} {right} ? {left} : {right})"

    def _assertion(self) -> str:
        return self._one(
            f"assert (({self._value(1)}) & 7) <= {self._one('7', '7', '7', '6')};",
            f"assert {self._one('x', 'y')} * {self._one('x', 'y')} <= {self._one('9', '8', '20')};",
            f"assert {self._one('a', 'b', 'c', 'total')} != {self._random.randrange(20, 60)};",
            f"assert text.length() < {self._one('12', '12', '4')};",
            f"assert numbers.size() + map.size() < {self._one('20', '20', '5')};",
            f"assert x < {MOST} || y < {MOST} || {self._condition()};",
        )

    def _simple(self) -> str:
        kind = self._random.randrange(14)
        if kind < 5:
            return f"{self._place()} = {self._value()};"
        if kind == 5:
            return self._one(
                f"w = w * 31 + {self._value(1)};",
                f"k = (byte) ({self._value(1)});",
                f"letter = (char) ({self._value(1)});",
                f"k += {self._value(1)};",
            )
        if kind == 6:
            return self._one(
                f"numbers.add({self._value(1)});",
                f"numbers.set({self._index(2)}, {self._value(1)});",
                "numbers.remove(0);",
                "Collections.sort(numbers);",
            )
        if kind == 7:
            return self._one(
                f"map.put({self._value(1)}, {self._value(1)});",
                f"map.remove({self._value(1)});",
                f"map.merge({self._value(1)}, 1, Integer::sum);",
            )
        if kind == 8:
            return self._one(
                'text += "c";', "text = text.substring(1);", "text = text + a % 3;", "text = text.replace('a', 'z');"
            )
        if kind == 9:
            return self._one(
                "list = new Node(a, list);", "list = list.next;", "box = a;", "box++;", "list.next.next = null;"
            )
        if kind == 10:
            return self._assertion()
        if kind == 11:
            caught = self._one("ArithmeticException", "RuntimeException", "ArrayIndexOutOfBoundsException")
            undone = f"c = {self._random.randrange(5)};"
            return f"try {{ {self._place()} = {self._value()}; }} catch ({caught} caught) {{ {undone} }}"
        return f"if ({self._condition()}) {self._place()} = {self._value(1)};"


def random_input_program(random: Random) -> str:
    """The text of a program."""
    return HEAD + "".join(f"        {statement}\n" for statement in _Drawer(random).units()) + TAIL % MAIN
