"""Native search from a system to its first state: see ``--help`` and docs/howto/benchmarks.md."""

from __future__ import annotations

import sys

from spin.curve import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
