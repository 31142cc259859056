"""Slices of Java: what is taken away, what the compiler asks for, and that the rest does what it did."""

from __future__ import annotations

from pathlib import Path

import pytest
from source_slices import printed_by_java, slice_of

from command_line import vexil

SHOP = """import java.util.ArrayList;
import java.util.List;

interface Pricing {
    int price(int amount);

    default int bulk(int amount) {
        return amount * 2;
    }
}

/** Takes something off. */
class Discount implements Pricing {
    private final int percent;
    private int asked, told = 3;

    Discount(int percent) {
        this.percent = percent;
        asked = 0;
    }

    @Override
    public int price(int amount) {
        asked++;
        return amount - amount * percent / 100;
    }

    int asked() {
        return asked;
    }
}

class Audit {
    static int lines;

    static void line(String text) {
        lines++;
    }
}

public class Shop {
    static final int LIMIT = 7;
    static int audits;
    int sold;

    void sell(Pricing pricing, int amount) {
        sold += pricing.price(amount);
        audits++;
        Audit.line("sold");
    }

    static int spare(int x) {
        if (x > 3) {
            return 4;
        }
        return x;
    }

    public static void main(String[] args) {
        Shop shop = new Shop();
        Pricing pricing = new Discount(10);
        int noise = 5, rounds = 0;
        outer:
        for (int i = 0; i < LIMIT; i++) {
            for (int k = 0; k < 3; k++) {
                if (k == 2) continue outer;
                noise += k;
            }
            rounds++;
        }
        for (int i = 0; i < LIMIT; i++) {
            if (i == 2)
                continue;
            else
                noise--;
            shop.sell(pricing, i * 100);
            switch (i) {
                case 1:
                    noise = 3;
                    break;
                case 5:
                    shop.sold++;
                    break;
                default:
                    noise = 4;
            }
        }
        Runnable twice = () -> {
            audits += 2;
            shop.sold += 5;
        };
        twice.run();
        try {
            Thread.sleep(1);
            shop.sold++;
        } catch (InterruptedException e) {
            audits = -1;
        }
        System.out.println("A " + shop.sold);
        System.out.println("B " + noise + rounds);
        System.out.println("C " + audits);
    }
}
"""

SLICE_A = """interface Pricing {
    int price(int amount);
}

/** Takes something off. */
class Discount implements Pricing {
    private final int percent;

    Discount(int percent) {
        this.percent = percent;
    }

    @Override
    public int price(int amount) {
        return amount - amount * percent / 100;
    }
}

public class Shop {
    static final int LIMIT = 7;
    int sold;

    void sell(Pricing pricing, int amount) {
        sold += pricing.price(amount);
    }
"""

TASKS = """import java.util.function.IntSupplier;

enum Level {
    LOW(1), HIGH(10) {
        @Override
        int weight() {
            return 20;
        }
    };

    private final int base;
    static int asked;

    Level(int base) {
        this.base = base;
    }

    int weight() {
        asked++;
        return base;
    }
}

record Point(int x, int y) {
    static int made;

    Point {
        made++;
        if (x < 0) {
            throw new IllegalArgumentException("negative");
        }
    }
}

abstract class Task implements Runnable {
    protected int result;
    protected int steps;

    abstract int step(int i);

    @Override
    public void run() {
        for (int i = 0; i < 3; i++) {
            result += step(i);
            steps++;
        }
    }
}

class Broken extends Exception {
    final int code;

    Broken(int code) {
        super("broken");
        this.code = code;
    }
}

public class Tasks {
    static int total;
    static int seed;

    static {
        seed = 42;
        total = 1;
    }

    static int risky(int n) throws Broken {
        seed++;
        if (n > 2) {
            throw new Broken(n);
        }
        return n;
    }

    public static void main(String[] args) {
        int codes = 0, ends = 0, bad = 0, weight = Level.HIGH.weight() + Level.LOW.weight();
        Task task = new Task() {
            int extra = 7;

            @Override
            int step(int i) {
                extra++;
                return i * 2;
            }
        };
        task.run();
        for (int i = 0; i < 5; i++) {
            try {
                total += risky(i);
            } catch (Broken e) {
                codes += e.code;
            } finally {
                ends++;
            }
        }
        try {
            bad = new Point(-1, 0).y();
        } catch (IllegalArgumentException e) {
            bad = -1;
        }
        IntSupplier next = () -> {
            seed += 2;
            return weight + 1;
        };
        int given = next.getAsInt();
        switch (given) {
            case 22 -> bad--;
            case 23 -> {
                bad -= 2;
            }
            default -> ends = 0;
        }
        synchronized (task) {
            total++;
        }
        System.out.println("A " + codes + " " + ends);
        System.out.println("B " + task.result);
        System.out.println("C " + bad + given);
        System.out.println("D " + total);
        System.out.println("E " + seed + Level.asked + Point.made);
    }
}
"""


@pytest.mark.parametrize(
    ("name", "text", "letters"),
    [pytest.param("Shop", SHOP, "ABC", id="Shop"), pytest.param("Tasks", TASKS, "ABCDE", id="Tasks")],
)
def test_SLI_10_what_a_line_prints_stays_the_same(name: str, text: str, letters: str, tmp_path: Path) -> None:
    """The slice of a line that prints compiles with javac and prints there what the program prints."""
    program = tmp_path / f"{name}.java"
    program.write_text(text)
    whole = printed_by_java(program)
    for letter in letters:
        smaller = tmp_path / letter / f"{name}.java"
        smaller.parent.mkdir()
        smaller.write_text(slice_of(program, f'"{letter} '))
        expected = [line for line in whole if line.startswith(letter)]
        assert [line for line in printed_by_java(smaller) if line.startswith(letter)] == expected != []


def test_members_and_classes_that_nothing_names_are_gone(tmp_path: Path) -> None:
    """Fields, methods, classes and imports go; final fields keep their values, interfaces their methods."""
    program = tmp_path / "Shop.java"
    program.write_text(SHOP)
    smaller = slice_of(program, '"A ')
    assert smaller.startswith(SLICE_A)
    assert "noise" not in smaller
    assert "Audit" not in smaller


def test_SLI_10_slices_of_threads_have_the_same_verdict(tmp_path: Path) -> None:
    """A slice of a Java program at its assertion is refuted as the program is."""
    program, smaller = Path("examples/java/LostUpdate.java"), tmp_path / "LostUpdate.java"
    smaller.write_text(slice_of(program, "assert counter"))
    done = [vexil("check", str(path), "-p", "assert").returncode for path in (program, smaller)]
    assert done == [1, 1]


def test_a_folder_of_files(tmp_path: Path) -> None:
    """Files keep their places in the folder that is written; those of which nothing stays are not there."""
    (tmp_path / "in/shop").mkdir(parents=True)
    (tmp_path / "in/shop/Spare.java").write_text("package shop;\n\npublic class Spare {\n    public static int n;\n}\n")
    (tmp_path / "in/shop/Price.java").write_text(
        "package shop;\n\npublic class Price {\n    public static int of(int x) {\n"
        "        Spare.n++;\n        return 2 * x;\n    }\n}\n"
    )
    (tmp_path / "in/Main.java").write_text(
        "import shop.Price;\nimport shop.Spare;\n\npublic class Main {\n    static int paid;\n\n"
        "    public static void main(String[] args) {\n        Spare.n = 3;\n        paid = Price.of(4);\n    }\n}\n"
    )
    out = tmp_path / "out"
    words = ("--criterion", "Main.paid", "--emit", "java", "--output", str(out))
    done = vexil("slice", str(tmp_path / "in"), *words)
    assert done.returncode == 0, done.stderr
    assert sorted(str(path.relative_to(out)) for path in out.rglob("*.java")) == ["Main.java", "shop/Price.java"]
    assert (out / "Main.java").read_text() == (
        "import shop.Price;\n\npublic class Main {\n    static int paid;\n\n"
        "    public static void main(String[] args) {\n        paid = Price.of(4);\n    }\n}\n"
    )


def test_variables_that_stay_have_a_value_for_javac(tmp_path: Path) -> None:
    """An assignment that no run comes to stays with its variable: without it there may be none, as javac sees it."""
    program, smaller = tmp_path / "Opened.java", tmp_path / "smaller" / "Opened.java"
    program.write_text(
        "import java.io.IOException;\npublic class Opened {\n  static int x, noise;\n"
        "  static int open(int k) throws IOException { x++; return k; }\n"
        "  static int tried(int k) { int r; try { r = open(k); } catch (IOException e) { r = 0; }"
        " noise++; return r; }\n"
        '  public static void main(String[] args) {\n    x += tried(1);\n    System.out.println("x " + x);\n  }\n}\n'
    )
    smaller.parent.mkdir()
    smaller.write_text(slice_of(program, '"x '))
    assert "noise" not in smaller.read_text()
    assert printed_by_java(smaller) == printed_by_java(program)
