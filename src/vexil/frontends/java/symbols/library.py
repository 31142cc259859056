"""Where the classes of the library come from: source models that are read when a name asks for them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Protocol

from vexil.core.source import SourceFile
from vexil.languages.java.tree import CompilationUnit


class Library(Protocol):
    """The models of library classes."""

    @property
    def packages(self) -> Collection[str]:
        """The names of packages that have at least one model."""

    def find(self, qualified_name: str) -> CompilationUnit | None:
        """The file that declares a top-level class, or ``None`` when there is no model; the same object each time."""


class LibraryFolder:
    """Models in files ``<package path>/<Name>.java`` below a folder; files are numbered as they are read."""

    def __init__(
        self,
        root: Path,
        files: list[SourceFile],
        read: Callable[[SourceFile, int], CompilationUnit],
        name: str = "library",
    ) -> None:
        """Append the files that are read to *files*: their numbers are the positions there."""
        self._root = root
        self._files = files
        self._read = read
        self._name = name
        self._units: dict[str, CompilationUnit | None] = {}
        self._available = {
            ".".join(path.relative_to(root).with_suffix("").parts): path for path in sorted(root.rglob("*.java"))
        }
        self.packages: frozenset[str] = frozenset(name.rpartition(".")[0] for name in self._available)

    def find(self, qualified_name: str) -> CompilationUnit | None:
        """The file that declares a top-level class, or ``None`` when there is no model; the same object each time."""
        path = self._available.get(qualified_name)
        if path is None:
            return None
        if qualified_name not in self._units:
            shown = f"{self._name}/{path.relative_to(self._root).as_posix()}"
            file = SourceFile(shown, path.read_bytes())
            self._files.append(file)
            self._units[qualified_name] = self._read(file, len(self._files) - 1)
        return self._units[qualified_name]
