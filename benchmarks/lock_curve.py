"""What a refinement costs as locks are added to a program: see ``--help`` and docs/howto/benchmarks.md."""

from __future__ import annotations

import sys

from runner.lock_curve import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
