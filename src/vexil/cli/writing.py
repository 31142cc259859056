"""Writing files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path


def write_folder(folder: str, texts: Mapping[str, str]) -> Iterator[str]:
    """Write texts to a folder under the names of the files they come from; gives the paths.

    Files that stand elsewhere keep their places to each other.
    """
    outside = [Path(name) for name in texts if Path(name).is_absolute() or ".." in Path(name).parts]
    root = Path(os.path.commonpath([path.absolute().parent for path in outside])) if outside else Path()
    for name, text in sorted(texts.items()):
        path = Path(folder) / (Path(name).absolute().relative_to(root) if Path(name) in outside else name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        yield str(path)
