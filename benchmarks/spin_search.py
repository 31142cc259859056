"""Native search and Spin on the same models: see ``--help`` and docs/howto/benchmarks.md."""

from __future__ import annotations

import sys

from spin.table import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
