"""Data abstraction from selections to verdicts: the abstract program, what it says, and what that is worth."""
