"""Java through the command line: files and folders, the class to start, arguments, options, tasks, stored traces."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import ROOT, vexil

MAIN = """package bank;

public class Main {
    static int total;

    public static void main(String[] args) {
        for (String word : args) {
            total += Integer.parseInt(word);
        }
        System.out.println("total " + total);
        System.err.println("done");
        assert total < 10 : "too much";
    }
}
"""
OTHER = """package bank;

public class Other {
    public static void main(String[] args) {
        Main.total = 3;
        throw new IllegalStateException("other");
    }
}
"""
OUTSIDE = """import org.sosy_lab.sv_benchmarks.Verifier;

public class Main {
    public static void main(String[] args) {
        String text = Verifier.nondetString();
        assert text.length() < 3;
    }
}
"""
TASK = """format_version: '2.0'
input_files: [folder]
properties:
  - property_file: assert.prp
    expected_verdict: false
options:
  language: Java
"""
LOST = str(ROOT / "examples" / "java" / "LostUpdate.java")


@pytest.fixture
def bank(tmp_path: Path) -> str:
    folder = tmp_path / "bank"
    folder.mkdir()
    (folder / "Main.java").write_text(MAIN, encoding="utf-8")
    (folder / "Other.java").write_text(OTHER, encoding="utf-8")
    return str(folder)


def test_a_folder_is_a_program_and_the_class_to_start_is_chosen(bank: str) -> None:
    """With two main methods one is chosen by its class or as a method; without a choice both are offered."""
    undecided = vexil("run", bank)
    assert undecided.returncode == 2
    assert "2 classes have a main method" in undecided.stderr
    assert "--main: bank.Main, bank.Other" in undecided.stderr
    wrong = vexil("run", bank, "--main", "Nobody")
    assert (wrong.returncode, "there is no class Nobody" in wrong.stderr) == (2, True)
    for name in ("bank.Other", "Other.main"):
        other = vexil("run", bank, "--main", name)
        assert (other.returncode, other.stdout) == (1, "")
        assert "uncaught java.lang.IllegalStateException" in other.stderr


def test_arguments_reach_main_and_output_is_printed(bank: str) -> None:
    """What follows ``--`` is what main gets; both outputs go where they belong; a failed assertion ends with 1."""
    done = vexil("run", bank, "--main", "Main", "--", "3", "4")
    assert (done.returncode, done.stdout) == (0, "total 7\n")
    assert done.stderr.startswith("done\n")
    failed = vexil("run", bank, "--main", "Main", "--", "30")
    assert (failed.returncode, failed.stdout) == (1, "total 30\n")
    assert "assert violated: total < 10" in failed.stderr


def test_a_static_field_may_start_with_other_values(bank: str) -> None:
    """``--set`` opens a static field: with totals from 0 on the assertion fails for one of ten or more."""
    done = vexil("check", bank, "--main", "Main", "-p", "assert", "--set", "bank.Main.total=0..12", "--format", "json")
    assert done.returncode == 1
    trace = json.loads(done.stdout)["properties"][0]["trace"]
    values = {entry["name"].rpartition(".")[2]: entry["value"] for entry in trace["initial"]}
    assert int(values["total"]) >= 10


def test_strings_from_outside_have_a_greatest_length(tmp_path: Path) -> None:
    """Two characters are too few to refute the assertion, which is no proof; three are enough."""
    path = tmp_path / "Main.java"
    path.write_text(OUTSIDE, encoding="utf-8")
    short = vexil("check", str(path), "-p", "assert", "--engine", "bounded", "--string-length", "2")
    assert short.returncode == 3
    assert "strings from outside have at most 2 characters (--string-length)" in short.stdout
    assert vexil("check", str(path), "-p", "assert", "--engine", "bounded", "--string-length", "3").returncode == 1


@pytest.mark.usefixtures("native_search")
def test_the_granularity_is_an_assumption_of_the_verdict() -> None:
    """An update is lost between accesses, and not between statements; each verdict says what a step was."""
    access = vexil("check", LOST, "-p", "assert")
    assert access.returncode == 1
    assert "one access to a field, an element or a static variable is one step" in access.stdout
    statement = vexil("check", LOST, "-p", "assert", "--granularity", "statement")
    assert statement.returncode == 0, statement.stdout
    assert "one statement without calls is one step" in statement.stdout


@pytest.mark.usefixtures("native_search")
def test_a_stored_trace_replays_until_the_source_changes(tmp_path: Path) -> None:
    """The stored schedule is confirmed, in columns if wanted; after a change of the file it is refused."""
    path = tmp_path / "LostUpdate.java"
    path.write_text(Path(LOST).read_text(encoding="utf-8"), encoding="utf-8")
    result = tmp_path / "result.json"
    result.write_text(vexil("check", str(path), "-p", "assert", "--format", "json").stdout, encoding="utf-8")
    again = vexil("replay", str(result), "--lanes")
    assert again.returncode == 1
    assert "count++" in again.stdout
    path.write_text(path.read_text(encoding="utf-8").replace("i < 2", "i < 3"), encoding="utf-8")
    changed = vexil("replay", str(result))
    assert (changed.returncode, changed.stdout) == (2, "")
    assert "have changed since it was written" in changed.stderr


def test_a_task_in_java_is_checked(tmp_path: Path) -> None:
    """A task names a folder of sources and a property file; its expectation stands beside the verdict."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "Main.java").write_text(OUTSIDE, encoding="utf-8")
    (tmp_path / "assert.prp").write_text("CHECK( init(Main.main()), LTL(G assert) )\n", encoding="utf-8")
    (tmp_path / "task.yml").write_text(TASK, encoding="utf-8")
    done = vexil("check", str(tmp_path / "task.yml"))
    assert done.returncode == 1, done.stdout + done.stderr
    assert "expected" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--width", "8"), "the integers of Java are fixed by the language"),
        (("--integers", "math"), "the integers of Java are fixed by the language"),
        (("--data-model", "LP64"), "Java has no data model"),
        (("-DX=1",), "-D is an option for C, and the input is Java"),
        (("--granularity", "instruction"), "'instruction'"),
        (("--string-length", "-1"), "greater than or equal to 0"),
        (("-p", "ltl: [] LostUpdate.nothing > 0"), "unknown variable"),
        (("-p", "ltl: [] !call(Counter.decrement)"), "unknown function 'Counter.decrement'"),
    ],
)
def test_XCT_05_options_that_java_has_no_use_for_are_refused(words: tuple[str, ...], message: str) -> None:
    """XCT-05: a wrong option or name is one message and status 2; nothing is presented."""
    done = vexil("check", LOST, *words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert message in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_wake_ups_without_a_reason_are_an_assumption_of_the_verdict() -> None:
    """Where no loop tests again a wait may end without a reason; the verdict says which, and the option decides."""
    folder = ROOT / "tests" / "programs" / "java" / "wake_ups"
    program = str(folder / "WaitIf.java")
    careless = vexil("check", program, "-p", "assert")
    assert (careless.returncode, "no loop tests again after the wait at WaitIf.java:7" in careless.stdout) == (1, True)
    trusting = vexil("check", program, "-p", "assert", "--wakeups", "none")
    assert (trusting.returncode, "never without a reason (--wakeups none)" in trusting.stdout) == (0, True)
    careful = vexil("check", str(folder / "WaitWhile.java"), "-p", "assert", "--wakeups", "spurious")
    assert (careful.returncode, "and without a reason (--wakeups spurious)" in careful.stdout) == (0, True)


def test_a_project_is_read_without_its_tests(tmp_path: Path) -> None:
    """Tests of a Maven project are left out, as an assumption says; by themselves they lack a named package."""
    main, test = tmp_path / "src/main/java/app", tmp_path / "src/test/java/app"
    main.mkdir(parents=True)
    test.mkdir(parents=True)
    (main.parent / "module-info.java").write_text("module app { }\n")
    (main / "Main.java").write_text(
        "package app;\nclass Main { public static void main(String[] a) { assert a != null; } }\n"
    )
    (test / "MainTest.java").write_text(
        "package app;\nimport org.junit.Test;\nclass MainTest { @Test void run() { } }\n"
    )
    found = vexil("check", str(tmp_path), "-p", "assert")
    assert found.returncode == 0, found.stderr
    assert "no part of the program: 2 files of tests and modules" in found.stdout
    refused = vexil("check", str(test))
    assert refused.returncode == 2
    assert "missing packages: org.junit; make them up with --stub org.junit" in refused.stderr


STUBBED = """
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import javax.annotation.*;

public class App {
    private static final Logger LOG = LoggerFactory.getLogger(App.class);
    static int total;

    @ThreadSafe(since = 2) static synchronized void add(int n) {
        LOG.info("adding {}", n);
        total += n;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> add(1));
        other.start();
        add(2);
        other.join();
        boolean debug = LOG.isDebugEnabled();
        assert debug || total == 3;
        BODY
    }
}
"""
STUB_OPTIONS = ("--stub", "org.slf4j", "--stub", "javax.annotation", "-p", "assert")


def test_packages_that_are_not_there_can_be_made_up(tmp_path):
    """Loggers and annotations need no sources: what they are taken to do is an assumption."""
    path = tmp_path / "App.java"
    path.write_text(STUBBED.replace("BODY", ""))
    found = vexil("check", str(path), *STUB_OPTIONS)
    assert found.returncode == 0, found.stdout + found.stderr
    assert "methods of org.slf4j, javax.annotation (--stub) throw nothing" in found.stdout
    refused = vexil("check", str(path), "--stub", "org.slf4j")
    assert refused.returncode == 2
    assert "make them up with --stub javax.annotation" in refused.stderr


@pytest.mark.parametrize(
    ("body", "code", "told"),
    [
        ("assert !debug;", 1, "assert: refuted"),
        ("int size = LOG.size(); assert size != 12345;", 1, "assert: refuted"),
        ("int[] box = {0}; LOG.fill(box); assert box[0] == 0;", 3, "org.slf4j.Logger.fill may change the objects"),
        ("App app = LOG.app(); assert app == null;", 3, "what org.slf4j.Logger.app gives is not known"),
        ("Logger own = new Own(); own.run(); } static class Own extends Logger { void run() { total = 9; }", 3,
         "whether org.slf4j.Logger.run is overridden is not known"),
        ("assert LOG.size() > 3;", 2, "a class of --stub has methods"),
    ],
)  # fmt: skip
def test_stubs_prove_nothing_that_they_do_not_know(tmp_path, body, code, told):
    """Results are any number; what a stub could change, return or override is no proof."""
    path = tmp_path / "App.java"
    path.write_text(STUBBED.replace("BODY", body))
    found = vexil("check", str(path), *STUB_OPTIONS)
    assert found.returncode == code, found.stdout + found.stderr
    assert told in found.stdout + found.stderr


def test_stubs_of_packages_with_models_are_refused(tmp_path):
    """What the library models is not made up, and a name must be one."""
    path = tmp_path / "App.java"
    path.write_text(STUBBED.replace("BODY", ""))
    assert "the library has models of java.util" in vexil("check", str(path), "--stub", "java.util").stderr
    assert "is no name of a package" in vexil("check", str(path), "--stub", "org junit").stderr


def test_locks_of_the_library_are_called_as_in_the_source(tmp_path):
    """A deadlock names the lock that the program has, and nothing of the model behind it."""
    path = tmp_path / "Accounts.java"
    path.write_text(
        "import java.util.concurrent.locks.*;\n"
        "public class Accounts {\n"
        "    static class Account { final Lock lock = new ReentrantLock(); }\n"
        "    static void move(Account from, Account to) {\n"
        "        from.lock.lock();\n"
        "        to.lock.lock();\n"
        "        to.lock.unlock();\n"
        "        from.lock.unlock();\n"
        "    }\n"
        "    public static void main(String[] arguments) {\n"
        "        Account one = new Account();\n"
        "        Account two = new Account();\n"
        "        new Thread(() -> move(one, two)).start();\n"
        "        move(two, one);\n"
        "    }\n"
        "}\n"
    )
    found = vexil("check", str(path), "-p", "deadlock")
    assert found.returncode == 1, found.stderr
    assert "main waits for the lock `one.lock` that Thread-0 holds" in found.stdout
    assert "main holds two.lock" in found.stdout
