"""The documents are right: commands run, links and names exist, and everything the tool offers is described."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer

from command_line import vexil
from vexil.cli.exit_codes import ExitCode
from vexil.cli.main import app
from vexil.core.options import Group
from vexil.frontends.c.calls import BUILTINS
from vexil.frontends.c.contracts import effects
from vexil.frontends.c.units import model_index
from vexil.reports.json_report import schema

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "changelog.d").glob("*.md")])
FOLDERS = ("src", "tests", "scripts", "benchmarks", "examples", "docs", "changelog.d")
ENDINGS = {".py", ".md", ".sh", ".c", ".h", ".java", ".fcl", ".vir", ".spec", ".yml", ".json", ".toml"}
SOURCES = sorted(
    path
    for path in [*ROOT.glob("*"), *(found for folder in FOLDERS for found in (ROOT / folder).rglob("*"))]
    if path.is_file() and (path.suffix in ENDINGS or path.name == "Makefile") and ".egg-info" not in str(path)
)
REQUIREMENT = re.compile(r"\b(?!UTF)[A-Z][A-Z2][A-Z]-\d\d\b")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def without_code_blocks(text: str) -> str:
    """The text without fenced blocks, in which brackets are no links."""
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def load_script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def documented_commands() -> list[Any]:
    script = load_script("readme_commands")
    return [
        pytest.param(*example, id=f"{name_of(page)}-{number}")
        for page in sorted(DOCS.rglob("*.md"))
        for number, example in enumerate(script.examples(page.read_text(encoding="utf-8")))
    ]


@pytest.mark.parametrize(("command", "code", "expected"), documented_commands())
def test_commands_print_what_the_page_shows(
    command: str, code: int, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command in a document ends with the exit code and prints the lines that stand below it."""
    script = load_script("readme_commands")
    name, *words = shlex.split(command)
    if name == "vexil" and not set(command) & set("|<>;&$*~#"):
        assert script.problem(vexil(*words, environment={"NO_COLOR": "1", "COLUMNS": "100"}), code, expected) == ""
        return
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert script.run(command, code, expected) == ""


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as they are made from their text."""
    headings = re.findall(r"^#+ (.+)$", without_code_blocks(page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_relative_links_resolve(page: Path) -> None:
    """Every relative link leads to a file of the repository, and its anchor to a heading there."""
    text = re.sub(r"`[^`\n]*`", "", without_code_blocks(page.read_text(encoding="utf-8")))
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"https?:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_relative_to(ROOT), link
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_page_is_in_the_index() -> None:
    """The index of the documentation names every page."""
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    for page in DOCS.rglob("*.md"):
        assert page == DOCS / "README.md" or f"]({page.relative_to(DOCS).as_posix()})" in index, name_of(page)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_that_are_named_exist(page: Path) -> None:
    """A path in code style is a file or folder of the repository; NAME stands for a name of your own."""
    named = re.findall(r"`([\w.-]+/(?:[\w./-]*(?:/|\.[a-z]+))?)(?:::\w+)?`", page.read_text(encoding="utf-8"))
    for path in named:
        places = [ROOT / path, ROOT / "src" / "vexil" / path, page.parent / path]
        assert "NAME" in path or any(place.exists() for place in places), path


def test_architecture_names_every_package() -> None:
    """The folder tree of the page has every package, and the contract is the one that is enforced."""
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    packages = {path.parent.name for path in (ROOT / "src" / "vexil").glob("*/__init__.py")}
    assert packages == set(re.findall(r"^\| `(\w+)/` \|", page, re.MULTILINE))
    configured = re.findall(r'^  "(.+)",$', (ROOT / "pyproject.toml").read_text().split("layers = [")[1], re.MULTILINE)
    assert "\n".join(f"    {re.sub('[()]', '', layer)}" for layer in configured) in page


def requirement_rows() -> list[Any]:
    page = (DOCS / "requirements.md").read_text(encoding="utf-8")
    return [
        pytest.param(found[1], re.findall(r"`([^`]+)`", found[2]), id=found[1])
        for found in re.finditer(r"^\| ([A-Z][A-Z2][A-Z]-\d\d) \|.*\| ([^|]*) \|$", page, re.MULTILINE)
    ]


@pytest.mark.parametrize(("identity", "tests"), requirement_rows())
def test_requirements_name_tests_that_exist(identity: str, tests: list[str]) -> None:
    """Each requirement names tests, each of them exists, and its file mentions the requirement."""
    assert tests
    for test in tests:
        path, _, function = test.partition("::")
        text = (ROOT / path).read_text(encoding="utf-8")
        defined = {node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}
        assert function in defined, test
        assert identity in text or identity.replace("-", "_") in text, test


def test_requirements_that_tests_mention_are_listed() -> None:
    """An id in the name or docstring of a test has a row, so that nothing shown is forgotten."""
    listed = {row.values[0] for row in requirement_rows()}
    assert len(listed) >= 14
    mentioned = {
        found.replace("_", "-")
        for path in (ROOT / "tests").rglob("*.py")
        for found in re.findall(r'(?:def test_|""")([A-Z][A-Z2][A-Z][_-]\d\d)', path.read_text(encoding="utf-8"))
    }
    assert mentioned <= listed


def test_requirement_ids_stay_in_tests_and_their_page() -> None:
    """Code and documents describe what they do, not whose wish it was."""
    for path in SOURCES:
        if path != DOCS / "requirements.md" and not path.is_relative_to(ROOT / "tests"):
            assert not REQUIREMENT.findall(path.read_text(encoding="utf-8")), name_of(path)


MACHINE_PATHS = re.compile("/" + "(work|tmp|home|root|Users)/")
HISTORY = re.compile("issue " + r"#\d*|(?<!scope=.)\bses" + r"sions?\b", re.IGNORECASE)


@pytest.mark.parametrize(
    ("forbidden", "what"), [(MACHINE_PATHS, "a path of one machine"), (HISTORY, "history")], ids=["paths", "history"]
)
def test_nothing_but_vexil_is_named(forbidden: re.Pattern[str], what: str) -> None:
    """No file names a path of somebody's machine, an entry of a tracker, or how it came to be written."""
    assert len(SOURCES) > 100
    for path in SOURCES:
        found = forbidden.search(path.read_text(encoding="utf-8"))
        assert found is None, f"{name_of(path)} has {what}: {found and found[0]}"


def test_every_option_is_described() -> None:
    """The page of the command line has a section for every command, and every option of it."""
    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    sections = dict(re.findall(r"^## vexil (\w+)$(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))
    assert sections.keys() == commands.keys()
    for name, command in commands.items():
        request = command.context_settings.get("obj")
        for item in [] if request is None else request.declared().values():
            if item.option.flags and not item.option.hidden:
                section = sections[name]
                if item.option.group is Group.PROGRAM and "(#how-the-program-is-read)" in section:
                    section = sections["check"]
                flags = [flag for flags in item.option.flags for flag in flags.split("/")]
                missing = [flag for flag in flags if f"`{flag}" not in section]
                assert not missing, f"vexil {name}: {missing}"
    for name, command in commands["basl"].commands.items():
        for parameter in command.params:
            flags = parameter.opts if parameter.param_type_name == "option" else []
            assert not [flag for flag in flags if f"`{flag}" not in sections["basl"]], f"vexil basl {name}"


@pytest.mark.parametrize("page", ["README.md", "docs/command-line.md"])
def test_exit_codes_are_described(page: str) -> None:
    """Both tables of exit codes have exactly the codes there are."""
    rows = re.findall(r"^\| (\d+) \|", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    assert [int(row) for row in rows] == sorted(ExitCode)


def test_environment_variables_are_described() -> None:
    """Every variable that the code or the tests read has a row, and every row a reader."""
    readers = "".join(p.read_text(encoding="utf-8") for p in SOURCES if p.suffix == ".py" and p != Path(__file__))
    read = set(re.findall(r"environ(?:\.get\(|\[)[\"'](\w+)[\"'](?!\] = )", readers)) - {"PATH"}
    page = (DOCS / "command-line.md").read_text(encoding="utf-8").split("## Environment variables")[1]
    assert read == set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))


def words_of(text: str) -> set[str]:
    """The words in code style of a page."""
    return set(re.findall(r"`(\w+)`", text))


def test_every_library_model_is_described() -> None:
    """The page on C lists the functions of every model file, file by file, and no others."""
    table = (DOCS / "c.md").read_text(encoding="utf-8").split("<!-- models -->")[1].split("<!-- models end -->")[0]
    rows = {found[1]: words_of(found[2]) for found in re.finditer(r"^\| (\w+\.c) \| (.*) \|$", table, re.MULTILINE)}
    modelled: dict[str, set[str]] = {}
    for name, path in model_index().items():
        if not name.startswith("__vexil_"):
            modelled.setdefault(Path(path).name, set()).add(name.removeprefix("&"))
    assert len(modelled) > 30
    assert rows == modelled


def test_every_built_in_function_of_c_is_described() -> None:
    """The page on C names every function that is an operation, except spellings that differ by a prefix or suffix."""
    named = words_of((DOCS / "c.md").read_text(encoding="utf-8"))
    assert len(BUILTINS) > 100
    spelled = {name: {name, name.removeprefix("__builtin_"), name.strip("_"), name[:-1]} for name in BUILTINS}
    assert not {name for name, forms in spelled.items() if not forms & named}


def test_library_functions_with_written_effects_are_described() -> None:
    """The page on C lists the library functions that have no model but an entry in the table of effects."""
    text = (DOCS / "c.md").read_text(encoding="utf-8")
    listed = words_of(text.split("<!-- effects -->")[1].split("<!-- effects end -->")[0])
    assert listed == set(effects())


def test_every_class_of_the_java_library_is_described() -> None:
    """The page on Java lists the public types of every package of models, and no others; exceptions are left out."""
    text = (DOCS / "java.md").read_text(encoding="utf-8")
    table = text.split("<!-- library -->")[1].split("<!-- library end -->")[0]
    rows = {found[1]: words_of(found[2]) for found in re.finditer(r"^\| ([\w.]+) \| (`.*) \|$", table, re.MULTILINE)}
    modelled: dict[str, set[str]] = {}
    library = ROOT / "src" / "vexil" / "frontends" / "java" / "library"
    for path in library.rglob("*.java"):
        package = ".".join(path.parent.relative_to(library).parts)
        is_public = re.search("^public ", path.read_text(encoding="utf-8"), re.MULTILINE)
        if package != "vexil" and is_public and not re.search("(Exception|Error|Throwable|ThreadDeath)$", path.stem):
            modelled.setdefault(package, set()).add(path.stem)
    assert len(modelled) >= 9
    assert rows == modelled


def test_every_example_says_how_to_run_it() -> None:
    """A program in C or Java to try begins with a comment that has a command with its own name."""
    programs = sorted([*(ROOT / "examples").glob("*.c"), *(ROOT / "examples" / "java").glob("*.java")])
    assert len(programs) >= 10
    for path in programs:
        assert re.search(
            rf"^//.*vexil (check|run|show) {name_of(path)}", path.read_text(encoding="utf-8"), re.MULTILINE
        )


def schema_keys(part: dict[str, Any]) -> Iterator[str]:
    """Every key that a schema gives to an object, at any depth."""
    inner = list(part.get("properties", {}).values())
    yield from part.get("properties", {})
    inner += part.get("anyOf", []) + part.get("oneOf", []) + part.get("prefixItems", [])
    inner += [part[word] for word in ("items", "additionalProperties") if isinstance(part.get(word), dict)]
    for held in inner:
        yield from schema_keys(held)


def test_every_key_of_the_result_is_described() -> None:
    """The page on results explains every key that the schema has."""
    page = (DOCS / "results.md").read_text(encoding="utf-8")
    keys = set(schema_keys(schema()))
    assert len(keys) > 30
    assert not {key for key in keys if f"`{key}`" not in page}


def test_news_fragments_say_what_they_are() -> None:
    """A news fragment is called topic.kind.md, and has text."""
    fragments = sorted((ROOT / "changelog.d").iterdir())
    assert fragments
    for path in fragments:
        assert re.fullmatch(r"[\w-]+\.(feature|change|fix)\.md", path.name), path.name
        assert path.read_text(encoding="utf-8").strip()


def defined_in(path: Path) -> set[str]:
    """The names that a module defines or imports for others."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case _:
                pass
    return names


def test_words_of_the_glossary_are_in_the_code() -> None:
    """Every row says where its word lives: files that exist, and names that are defined in them."""
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$", (DOCS / "glossary.md").read_text(encoding="utf-8"), re.M)
    words = [word for word, code in rows if "`" in code]
    assert len(words) == len(set(words)) > 50
    for word, code in rows:
        path: Path | None = None
        for name in re.findall(r"`([^`]+)`", code):
            if "/" in name:
                path = ROOT / "src" / "vexil" / name
                assert path.is_file(), f"{word}: {name}"
            else:
                assert path is not None, word
                assert name in defined_in(path), f"{word}: {name} is not in {name_of(path)}"


def test_the_picture_of_the_architecture_is_that_of_the_contract() -> None:
    """The picture is what its script draws for the layers as they are, with every package in it."""
    script = load_script("architecture_picture")
    assert script.PICTURE.read_text(encoding="utf-8") == script.picture()
    packages = {path.parent.name for path in (ROOT / "src" / "vexil").glob("*/__init__.py")}
    assert packages == {name for layer in script.layers() for name in layer}
