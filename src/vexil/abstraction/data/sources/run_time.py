"""The classes that every abstract program in Java needs: choices, coercions."""

from __future__ import annotations

from vexil.abstraction.data.java_conditions import java_type
from vexil.abstraction.data.sources.kinds import Kind
from vexil.abstraction.data.sources.names import Names

_HELPERS = """
    /** What a variable held before an assignment: {@code before(x, x = e)} is the old {@code x}. */
    public static int before(int old, int assigned) {
        return old;
    }

    /** A new array, or array of arrays, whose elements all are the token. */
    public static <T> T filled(T array, int token) {
        if (array instanceof int[]) {
            java.util.Arrays.fill((int[]) (Object) array, token);
        } else {
            for (Object inner : (Object[]) array) {
                if (inner != null) {
                    filled(inner, token);
                }
            }
        }
        return array;
    }
}
"""

_RANDOM = """/** What an abstract program leaves open: chosen at random, repeatably with {@code -Dvexil.seed=7}. */
public final class CHOOSE {
    private static final java.util.Random RANDOM = random();

    private CHOOSE() {
    }

    private static java.util.Random random() {
        Long seed = Long.getLong("vexil.seed");
        return seed == null ? new java.util.Random() : new java.util.Random(seed);
    }

    /** One of the tokens in a mask. */
    public static synchronized int among(int mask) {
        int count = Integer.bitCount(mask);
        if (count == 0) {
            throw new IllegalArgumentException("there is no token to choose");
        }
        int rest = mask;
        for (int left = count == 1 ? 0 : RANDOM.nextInt(count); left > 0; left--) {
            rest &= rest - 1;
        }
        return Integer.lowestOneBit(rest);
    }

    /** True or false. */
    public static synchronized boolean any() {
        return RANDOM.nextBoolean();
    }
"""

_PATHFINDER = """/** What an abstract program leaves open: Java PathFinder tries everything. */
public final class CHOOSE {
    private CHOOSE() {
    }

    /** One of the tokens in a mask. */
    public static int among(int mask) {
        int count = Integer.bitCount(mask);
        if (count == 0) {
            throw new IllegalArgumentException("there is no token to choose");
        }
        int rest = mask;
        for (int left = count == 1 ? 0 : gov.nasa.jpf.vm.Verify.getInt(0, count - 1); left > 0; left--) {
            rest &= rest - 1;
        }
        return Integer.lowestOneBit(rest);
    }

    /** True or false. */
    public static boolean any() {
        return gov.nasa.jpf.vm.Verify.getBoolean();
    }
"""


def run_time_class(name: str, package: str = "", *, pathfinder: bool = False) -> str:
    """The class that decides what an abstract program leaves open."""
    text = (_PATHFINDER if pathfinder else _RANDOM) + _HELPERS
    return package_line(package) + text.replace("CHOOSE", name)


def coerce_class(names: Names, package: str = "") -> str:
    """The class of the coercions that were used."""
    methods = [_method(names, name, source, target) for name, (source, target) in sorted(names.coercions.items())]
    return (
        f"{package_line(package)}/** From numbers or tokens to tokens that may stand for the same numbers. */\n"
        f"public final class {names.coerce} {{\n    private {names.coerce}() {{\n    }}\n{''.join(methods)}}}\n"
    )


def _method(names: Names, name: str, source: Kind, target: Kind) -> str:
    if not source.is_abstract:
        kind = java_type(names.type_of(target).concrete)
        body = f"        return {names.class_of(target)}.abs(n);\n"
        return f"\n    public static int {name}({kind} n) {{\n{body}    }}\n"
    lines: list[str] = []
    table = names.coercion_table(source, target)
    start, end = names.class_of(source), names.class_of(target)
    for (token,), results in sorted(table.table.rows.items()):
        tokens = " | ".join(f"{end}.{table.target.tokens[result]}" for result in results)
        chosen = tokens if len(results) == 1 else f"{names.run_time}.among({tokens or '0'})"
        lines.append(
            f"        if (t == {start}.{table.source.tokens[token]}) {{\n            return {chosen};\n        }}\n"
        )
    lines.append('        throw new IllegalArgumentException("no token: " + t);\n')
    return f"\n    public static int {name}(int t) {{\n{''.join(lines)}    }}\n"


def package_line(package: str) -> str:
    """The first line of a file in a package."""
    return f"package {package};\n\n" if package else ""
