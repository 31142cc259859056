"""Random programs with what is true of them, found without Vexil, and verdicts that contradict it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))  # the strategies of the tests draw the programs
