"""The fragments of the changelog are accepted by the tool that collects them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def collected(folder: Path, *arguments: str) -> str:
    """What the tool prints about the fragments of a folder."""
    command = [sys.executable, "-m", "towncrier", "build", "--version", "9.9", "--date", "2031-01-02", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_fragment_is_in_a_draft() -> None:
    """A draft of the changelog has one entry for each fragment, under the heading of its kind."""
    draft = collected(ROOT, "--draft")
    assert "## 9.9 (2031-01-02)" in draft
    position = -1
    for kind, heading in {"feature": "New", "change": "Changed", "fix": "Fixed"}.items():
        fragments = list((ROOT / "changelog.d").glob(f"*.{kind}.md"))
        start = draft.index(f"### {heading}\n")
        assert start > position
        position = start
        entries = [line for line in draft[start:].split("\n### ")[0].splitlines() if line.startswith("- ")]
        assert len(entries) == len(fragments)
    assert "](../" not in draft, "links should start where the changelog is"


def test_a_release_is_written_above_the_last_one(tmp_path: Path) -> None:
    """Fragments move to the changelog, the newest release first, and are gone afterwards."""
    (tmp_path / "scripts").mkdir()
    for name in ("pyproject.toml", "scripts/changelog.jinja", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path / name)
    fragments = tmp_path / "changelog.d"
    fragments.mkdir()
    for version, text in (("1.0", "First."), ("1.1", "Second.")):
        (fragments / "topic.fix.md").write_text(text, encoding="utf-8")
        collected(tmp_path, "--yes", "--version", version)
        assert not list(fragments.iterdir())
    page = (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8")
    assert page.index("## 1.1 (") < page.index("- Second.") < page.index("## 1.0 (") < page.index("- First.")
