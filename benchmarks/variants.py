"""Write renamed and reformatted copies of C programs: ``python benchmarks/variants.py FILE… --output DIR``."""

from __future__ import annotations

import sys

from runner.variants import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
