"""Random programs with what is true of them, found without Vexil, and verdicts that contradict it."""
