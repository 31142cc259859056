"""A table of iterations, predicates and CPU seconds by program: see ``--help`` and docs/howto/benchmarks.md."""

from __future__ import annotations

import sys

from runner.predicate_table import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
