"""Classes of packages that are not there, made up from how the program uses them (``--stub``).

A stub says nothing about what a class does: only that it exists, and which methods it has. Its methods take anything
and give whatever type is wanted where they are called; `lowering.stubs` says what they do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

from vexil.core.source import SourceFile
from vexil.frontends.java.symbols.library import Library
from vexil.languages.java import read_model
from vexil.languages.java import tree as syntax
from vexil.languages.java.tree import CompilationUnit

WANTED = "T$stub"
"""The type parameter that stands for the type of a result."""
OF_OBJECT = frozenset(
    ("clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait")
)  # fmt: skip
EXCEPTIONS = {"Exception": "RuntimeException", "Error": "Error"}
"""What classes with such an end of their name extend."""


class Stubs:
    """A library that knows the classes of missing packages, and of packages below them, too."""

    def __init__(
        self, library: Library, prefixes: Sequence[str], units: Sequence[CompilationUnit], files: list[SourceFile]
    ) -> None:
        """Append the files that are made up to *files*: their numbers are the positions there."""
        self._library = library
        self._files = files
        self._uses = _Uses(prefixes, units)
        self._units: dict[str, CompilationUnit] = {}

    @property
    def packages(self) -> Collection[str]:
        """The names of packages that have at least one model or stub."""
        return {*self._library.packages, *self._uses.packages}

    def find(self, qualified_name: str) -> CompilationUnit | None:
        """The file that declares a top-level class, or ``None`` when nobody knows it; the same object each time."""
        unit = self._library.find(qualified_name) or self._units.get(qualified_name)
        if unit is None and qualified_name in self._uses.classes:
            package, _, name = qualified_name.rpartition(".")
            file = SourceFile(f"stub/{qualified_name}.java", self._uses.text(package, name).encode())
            self._files.append(file)
            unit = self._units[qualified_name] = read_model(file, len(self._files) - 1)
        return unit


class _Uses:
    """What the sources of a program use of some packages."""

    def __init__(self, prefixes: Sequence[str], units: Sequence[CompilationUnit]) -> None:
        self._prefixes = tuple(prefixes)
        self.classes: dict[str, None] = {}
        """Qualified names."""
        self.packages: set[str] = set()
        self._static: dict[str, set[str]] = defaultdict(set)
        """Methods that are called by the simple name of a class, or without one, by class."""
        self._called: set[str] = set()
        self._annotations: set[str] = set()
        self._interfaces: set[str] = set()
        self._parameters: dict[str, int] = {}
        declared = {
            node.name
            for unit in units
            for node in syntax.preorder(unit.types)
            if isinstance(node, syntax.ClassDeclaration | syntax.MethodDeclaration)
        }
        for unit in units:
            self._read_imports(unit, declared)
        simple = {name.rpartition(".")[2] for name in self.classes}
        for unit in units:
            for node in syntax.preorder(unit.types):
                self._read_node(node, simple)
        self.packages.update(name.rpartition(".")[0] for name in self.classes)

    def _is_missing(self, name: str) -> bool:
        return any(name == prefix or name.startswith(f"{prefix}.") for prefix in self._prefixes)

    def _read_imports(self, unit: CompilationUnit, declared: set[str]) -> None:
        named = {one.name.rpartition(".")[2] for one in unit.imports if not one.on_demand}
        used = list(syntax.preorder(unit.types))
        annotations = {node.name for node in used if isinstance(node, syntax.Annotation)}
        for one in unit.imports:
            if not self._is_missing(one.name):
                continue
            if one.static:
                owner, _, member = (one.name, "", "") if one.on_demand else one.name.rpartition(".")
                self.classes[owner] = None
                alone = {node.name for node in used if isinstance(node, syntax.MethodCall) and node.target is None}
                self._static[owner.rpartition(".")[2]] |= {member} if member else alone - declared
            elif one.on_demand:
                self.packages.add(one.name)
                self.classes.update((f"{one.name}.{name}", None) for name in annotations - named - declared)
            else:
                self.classes[one.name] = None
        self._annotations |= {name.rpartition(".")[2] for name in annotations}
        self.classes.update((name, None) for name in annotations if self._is_missing(name))

    def _read_node(self, node: object, simple: set[str]) -> None:
        match node:
            case syntax.MethodCall(target=syntax.Name(name=owner), name=name) if owner in simple:
                self._static[owner].add(name)
            case syntax.MethodCall(name=name):
                self._called.add(name)
            case syntax.ClassDeclaration(supertypes=above):
                names = [kind.parts[-1].name for kind in above if isinstance(kind, syntax.ClassTypeName)]
                self._interfaces.update(names)
            case syntax.ClassTypeName(parts=(*_, last)) if last.arguments:
                self._parameters[last.name] = max(len(last.arguments), self._parameters.get(last.name, 0))
            case _:
                pass

    def text(self, package: str, name: str) -> str:
        """The source of a class."""
        lines = [f"package {package};", "", "/** Stub: its behaviour is unknown. */"]
        if name in self._annotations:
            return "\n".join((*lines, f"public @interface {name} {{", "}", ""))
        count = self._parameters.get(name, 0)
        generic = f"<{', '.join(f'P{number}' for number in range(count))}>" if count else ""
        if name in self._interfaces:
            return "\n".join((*lines, f"public interface {name}{generic} {{", "}", ""))
        above = next((upper for end, upper in EXCEPTIONS.items() if name.endswith(end)), "")
        lines.append(f"public class {name}{generic}{f' extends {above}' if above else ''} {{")
        if above:
            lines.append(f"    public {name}() {{ }}")
            lines.append(f"    public {name}(String message) {{ super(message); }}")
            lines.append(f"    public {name}(Throwable cause) {{ super(cause); }}")
            lines.append(f"    public {name}(String message, Throwable cause) {{ super(message, cause); }}")
        else:
            lines.append(f"    public {name}(Object... arguments) {{ }}")
            static = self._static[name]
            taken = static | OF_OBJECT
            methods = [(f"static native <{WANTED}>", method) for method in sorted(static)]
            methods += [(f"native <{WANTED}>", method) for method in sorted(self._called - taken)]
            lines.extend(f"    public {words} {WANTED} {method}(Object... arguments);" for words, method in methods)
        return "\n".join((*lines, "}", ""))
