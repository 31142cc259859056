"""Draw the layers of the package, as the import contract has them: ``python scripts/architecture_picture.py``.

The order is that of ``pyproject.toml``; packages that do not exist yet have no box.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from textwrap import wrap
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "architecture.svg"
PURPOSE = {
    "cli": "command line, rendering, exit codes",
    "pipeline": "which stages run in which order; the refinement loop; the one place that concludes a verdict",
    "frontends": "source text → program: C, Java, FCL, Boolean programs",
    "slicing": "program + property → smaller program with the same answer",
    "abstraction": "program + precision → model: predicates, tokens",
    "engines": "question → outcome with evidence",
    "feasibility": "abstract run → concrete run, or where it goes another way",
    "refinement": "spurious counterexample → finer precision",
    "certify": "evidence → checked or rejected, by code of its own",
    "reports": "verdict → text, JSON, traces",
    "transform": "program → another form, with the way back: flattening, reductions, heap as memory, mathematical "
    "integers, inlining",
    "languages": "source text as several stages read it: the syntax tree of Java",
    "model": "what stages exchange: questions, evidence, verdicts, traces, predicate programs, guarded systems; the "
    "protocols",
    "analysis": "facts about programs: points-to, call graph, regions, intervals, liveness",
    "logic": "formulas, programs as terms, solvers in child processes",
    "spec": "properties: LTL, CTL, mu-calculus, patterns, automata",
    "ir": "the intermediate form: types, expressions, control-flow automata; its text form and its interpreter",
    "core": "source spans, errors, caveats, limits, events; imports nothing of ours",
}
GROUPS = {
    "control": (("cli", "pipeline"), "#dbe7f6", "#2d5c94"),
    "stages": (
        ("frontends", "slicing", "abstraction", "engines", "feasibility", "refinement", "certify", "reports"),
        "#fdeccf",
        "#9a6412",
    ),
    "passes": (("transform",), "#e4f1dc", "#47762b"),
    "syntax": (("languages",), "#f3e3ee", "#85427a"),
    "data": (("model", "analysis", "logic", "spec", "ir", "core"), "#ececf1", "#50505f"),
}
WIDTH, LEFT, RIGHT, GAP = 1000, 92, 24, 10
LETTER, LINE = 6.9, 15
"""Widths of letters and heights of lines of small text."""


def layers() -> list[list[str]]:
    """The packages that exist, layer by layer from the top."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    named = [[name.strip(" ()") for name in layer.split("|")] for layer in contract["layers"]]
    found = [[name for name in layer if (ROOT / "src" / "vexil" / name).is_dir()] for layer in named]
    return [layer for layer in found if layer]


def text(x: float, y: float, content: str, style: str) -> str:
    """One line of text."""
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(content)}</text>'


def box(x: float, y: float, size: tuple[float, float], name: str, lines: list[str]) -> list[str]:
    """A package with what it is for."""
    width, height = size
    fill, edge = next((fill, edge) for names, fill, edge in GROUPS.values() if name in names)
    drawn = [
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="7" fill="{fill}" stroke="{edge}"/>',
        text(x + 11, y + 21, name, f'class="name" fill="{edge}"'),
    ]
    return drawn + [text(x + 11, y + 39 + LINE * row, line, 'class="purpose"') for row, line in enumerate(lines)]


def picture() -> str:
    """The picture as SVG."""
    drawn: list[str] = []
    spans: dict[str, list[float]] = {}
    y = 58.0
    for names in layers():
        width = (WIDTH - LEFT - RIGHT - GAP * (len(names) - 1)) / len(names)
        texts = [wrap(PURPOSE[name], int((width - 16) / LETTER)) for name in names]
        height = 31 + LINE * max(map(len, texts)) + 5
        for number, (name, lines) in enumerate(zip(names, texts, strict=True)):
            drawn += box(LEFT + number * (width + GAP), y, (width, height), name, lines)
        group = next(group for group, (members, _, _) in GROUPS.items() if names[0] in members)
        spans.setdefault(group, [y, 0])[1] = y + height
        y += height + GAP
    for group, (start, end) in spans.items():
        _, _, edge = GROUPS[group]
        drawn.append(f'<path d="M {LEFT - 10} {start:g} h -6 V {end:g} h 6" fill="none" stroke="{edge}"/>')
        drawn.append(text(LEFT - 24, (start + end) / 2 + 5, group, f'class="group" fill="{edge}" text-anchor="end"'))
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 6:g}" role="img">',
        "<title>The packages of Vexil in layers; imports point downwards</title>",
        "<style>text { font-family: Helvetica, Arial, sans-serif; }"
        " .head { font-size: 17px; font-weight: bold; fill: #222; } .note { font-size: 13px; fill: #444; }"
        " .name { font-size: 15px; font-weight: bold; } .purpose { font-size: 12px; fill: #222; }"
        " .group { font-size: 13.5px; font-style: italic; }</style>",
        f'<rect width="{WIDTH}" height="{y + 6:g}" fill="#ffffff"/>',
        text(LEFT, 28, "src/vexil", 'class="head"'),
        text(LEFT + 88, 28, "imports point downwards; boxes side by side do not know each other", 'class="note"'),
    ]
    return "\n".join([*head, *drawn, "</svg>"]) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
