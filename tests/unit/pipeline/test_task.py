"""Task definitions are read in all their shapes, or refused with what is wrong about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import tasks_folder
from vexil.core.context import Context
from vexil.core.errors import UsageError, VexilError
from vexil.model.verdict import Expected, Status
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.resolve import Resolved, resolve
from vexil.pipeline.run import check
from vexil.pipeline.task import read_task

PROGRAM = """vir 1
function main()
  a -> b: check unreach false "the error is reached"
  b -> exit: return
"""


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(
        tmp_path,
        p__vir=PROGRAM,
        a__c="int main(void) { return 0; }\n",
        b__i="int b;\n",
        unreach__prp="CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
        other__prp="CHECK( init(other()), LTL(G ! call(reach_error())) )\n",
        end__prp="CHECK( init(main()), LTL(F end) )\n",
        clean__prp="CHECK( init(main()), LTL(G valid-memcleanup) )\n",
        cover__prp="COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n",
        memory__prp="".join(f"CHECK( init(main()), LTL(G valid-{n}) )\n" for n in ("free", "deref")),
    )
    return tmp_path


def task(folder: Path, text: str) -> str:
    path = folder / "t.yml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def resolved(path: str, *properties: str, data_model: str | None = None, entry: str | None = None) -> Resolved:
    return resolve(CheckOptions(LoadOptions((path,), data_model=data_model, entry=entry), properties))


HEAD = "format_version: '2.0'\ninput_files: p.vir\nproperties:\n"


@pytest.mark.parametrize("version", ["'1.0'", '"2.0"', "2.0", "2.1", "'2.1'"])
@pytest.mark.parametrize("files", ["a.c", "'a.c'", "[a.c]", "\n  - a.c\n  - b.i"])
def test_versions_and_shapes_of_files(folder: Path, version: str, files: str) -> None:
    """Every version, and one name or a list, gives the files relative to the definition."""
    text = f"format_version: {version}\ninput_files: {files}\noptions: {{language: C, data_model: ILP32}}\n"
    found = resolved(task(folder, text))
    wanted = ("a.c", "b.i") if "b.i" in files else ("a.c",)
    assert found.load.inputs == tuple(str(folder / name) for name in wanted)
    assert found.load.data_model == "ILP32"
    assert found.properties == ()


def test_properties_and_expectations(folder: Path) -> None:
    """All properties are asked once, with the expected verdict beside them; coverage goals are not."""
    text = (
        HEAD.replace("p.vir", "a.c") + "  - {property_file: unreach.prp, expected_verdict: true}\n"
        "  - {property_file: memory.prp, expected_verdict: false, subproperty: valid-deref}\n"
        "  - property_file: end.prp\n  - property_file: cover.prp\n  - property_file: clean.prp\n"
    )
    found = resolved(task(folder, text))
    assert [prop.text for prop in found.properties] == ["unreach", "memsafety", "termination"]
    assert [found.expectation(prop) for prop in found.properties] == [
        Expected(Status.PROVED),
        Expected(Status.REFUTED, "valid-deref"),
        None,
    ]
    assert (found.goals, found.load.entry) == (("cover.prp",), "main")
    assert found.left_out == ("clean.prp: valid-memcleanup cannot be checked yet",)


def test_asked_properties_replace_those_of_the_task(folder: Path) -> None:
    """With -p, only that is asked; what the task expects of it is still known."""
    path = task(
        folder, HEAD + "  - {property_file: unreach.prp, expected_verdict: false}\n  - property_file: end.prp\n"
    )
    found = resolved(path, "unreach", "deadlock")
    assert [prop.text for prop in found.properties] == ["unreach", "deadlock"]
    assert found.expectation(found.properties[0]) == Expected(Status.REFUTED)
    assert found.expectation(found.properties[1]) is None


def test_a_failing_file_of_several_properties_expects_nothing_of_each(folder: Path) -> None:
    """When one of several properties is expected to fail, nobody knows which; when all hold, each does."""
    write(folder, both__prp="".join(f"CHECK( init(main()), LTL({f}) )\n" for f in ("F end", "G ! overflow")))
    for word, expected in (("false", None), ("true", Expected(Status.PROVED))):
        found = resolved(task(folder, HEAD + f"  - {{property_file: both.prp, expected_verdict: {word}}}\n"))
        assert [found.expectation(prop) for prop in found.properties] == [expected, expected]


@pytest.mark.parametrize(("part", "failing"), [("valid-memtrack", "memtrack"), ("valid-free", "memsafety")])
def test_a_subproperty_says_which_of_several_properties_fails(folder: Path, part: str, failing: str) -> None:
    """The named part belongs to one of the properties of the file; nothing is expected of the other."""
    formulas = ("G valid-free", "G valid-deref", "G valid-memtrack")
    write(folder, all__prp="".join(f"CHECK( init(main()), LTL({f}) )\n" for f in formulas))
    entry = f"  - {{property_file: all.prp, expected_verdict: false, subproperty: {part}}}\n"
    found = resolved(task(folder, HEAD.replace("p.vir", "a.c") + entry))
    assert [prop.text for prop in found.properties] == ["memsafety", "memtrack"]
    assert {prop.text for prop in found.properties if found.expectation(prop)} == {failing}
    assert found.load.track_memory


def test_the_start_of_the_program_comes_from_the_task(folder: Path) -> None:
    """Also when another property is asked, runs begin where the property files of the task say."""
    path = task(folder, "format_version: '2.0'\ninput_files: a.c\nproperties: [{property_file: other.prp}]\n")
    assert resolved(path, "assert").load.entry == "other"
    assert resolved(path, str(folder / "unreach.prp")).load.entry == "main"


@pytest.mark.parametrize(("expected", "status"), [("true", Status.PROVED), ("false", Status.REFUTED)])
def test_the_verdict_is_ours(folder: Path, expected: str, status: Status) -> None:
    """A task is checked; what it expects is reported and changes nothing."""
    path = task(folder, HEAD + f"  - {{property_file: unreach.prp, expected_verdict: {expected}}}\n")
    report = check(CheckOptions(LoadOptions((path,))), Context())
    assert report.status is Status.REFUTED
    assert report.expected == (Expected(status),)


def test_what_is_left_out_prevents_a_proof(folder: Path) -> None:
    """A task of which a property was not answered is not proved, even when all others are."""
    path = task(folder, HEAD + "  - property_file: end.prp\n  - property_file: clean.prp\n")
    report = check(CheckOptions(LoadOptions((path,))), Context())
    assert [verdict.status for verdict in report.verdicts] == [Status.PROVED]
    assert report.status is Status.UNKNOWN
    assert report.not_checked == ("clean.prp: valid-memcleanup cannot be checked yet",)


BAD = {
    "- a": "is no mapping",
    "": "is no mapping",
    "format_version: '2.0'": "has no input_files",
    "format_version: '2.0'\ninput_files: []": "input_files that are no file names",
    "format_version: '2.0'\ninput_files: {a: b}": "input_files that are no file names",
    "format_version: '2.0'\ninput_files: [1]": "input_files that are no file names",
    "input_files: a.c": "has no format_version",
    "format_version: 3\ninput_files: a.c": "has format_version 3",
    "format_version: '2.0'\ninput_files: a.c\noptions: 3": "options that are no mapping",
    "format_version: '2.0'\ninput_files: a.c\noptions: {language: Cobol}": "has the language 'Cobol'",
    "format_version: '2.0'\ninput_files: a.c\noptions: {data_model: [1]}": "has the data model [1]",
    "format_version: '2.0'\ninput_files: a.c\noptions: {language: Java}": "is about a program in Java, and a.c",
    "format_version: '2.0'\ninput_files: a.c\nproperties: 1": "properties that are no list",
    "format_version: '2.0'\ninput_files: a.c\nproperties: [1]": "a property without property_file: 1",
    "format_version: '2.0'\ninput_files: a.c\nproperties: [{property_file: x.prp, expected_verdict: maybe}]": "'maybe'",
    "format_version: '2.0'\ninput_files: a.c\nproperties: [{property_file: x.prp, subproperty: 4}]": "subproperty 4",
    "format_version: '2.0'\ninput_files: a.c\nproperties: [{property_file: x.prp}]": "cannot read",
    "format_version: '2.0'\ninput_files: a.c\nproperties: [{property_file: clean.prp}]": "nothing of the task",
    "format_version: &x '2.0'\ninput_files: *x": "aliases are not read",
    "a: [b": "expected ',' or ']'",
    "a: b: c": "mapping values are not allowed",
    "[" * 5000: "nested too deeply",
    "x: " + "9" * 5000: "cannot be read: Exceeds the limit",
    "!!python/object/apply:os.system ['true']": "could not determine a constructor",
    "a: \x01": "cannot be read",
    "x: '" + "y" * (1 << 20) + "'": "which is no task definition",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:70])
def test_wrong_shapes_are_refused(folder: Path, text: str) -> None:
    """One sentence names the file and what is wrong; nothing but plain data is ever made of the text."""
    with pytest.raises(VexilError) as raised:
        resolved(task(folder, text))
    assert BAD[text] in raised.value.message
    assert "t.yml" in raised.value.render() or "prp" in raised.value.render()


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("options: {data_model: LP64}", {"data_model": "ILP32"}, "is for LP64, not ILP32"),
        ("properties: [{property_file: unreach.prp}]", {"entry": "other"}, "about runs from main"),
        (
            "properties: [{property_file: unreach.prp}, {property_file: other.prp}]",
            {},
            "start the program differently",
        ),
    ],
)
def test_contradictions_are_refused(folder: Path, text: str, options: dict[str, str], message: str) -> None:
    """The command line and the files of a task must agree."""
    path = task(folder, f"format_version: '2.0'\ninput_files: a.c\n{text}\n")
    with pytest.raises(UsageError, match=message):
        resolved(path, **options)  # type: ignore[arg-type]


def test_a_task_is_the_only_input(folder: Path) -> None:
    """Two tasks, or a task and a file, are two questions."""
    with pytest.raises(UsageError, match="only input"):
        resolve(CheckOptions(LoadOptions((task(folder, HEAD), str(folder / "a.c")))))


def test_property_files_are_asked_of_any_program(folder: Path) -> None:
    """A property file on the command line works without a task, when the program starts where it says."""
    options = CheckOptions(LoadOptions((str(folder / "p.vir"),)), (str(folder / "unreach.prp"),))
    assert check(options, Context()).status is Status.REFUTED
    wrong = CheckOptions(LoadOptions((str(folder / "p.vir"),)), (str(folder / "other.prp"),))
    with pytest.raises(UsageError, match="starts with main"):
        check(wrong, Context())
    for name, message in (("clean", "cannot be checked yet"), ("cover", "asks for no verdict")):
        with pytest.raises(UsageError, match=message):
            resolved(str(folder / "p.vir"), str(folder / f"{name}.prp"))


def test_all_stored_tasks_are_understood() -> None:
    """Every task gives existing files and folders, and at least one property with what is expected."""
    folder = tasks_folder()
    paths = sorted(folder.rglob("*.yml"))
    java = [path for path in paths if read_task(str(path)).language == "Java"]
    for path in paths:
        found = resolved(str(path))
        assert all(Path(name).exists() for name in found.load.inputs), path
        assert any(found.expectation(prop) is not None for prop in found.properties), path
    assert len(paths) - len(java) >= 300
