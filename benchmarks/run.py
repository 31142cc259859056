"""Run ``vexil check`` over verification tasks with known answers: see ``--help`` and docs/howto/benchmarks.md."""

from __future__ import annotations

import sys

from runner.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
