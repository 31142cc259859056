"""What the stages exchange: questions, outcomes with evidence, verdicts, and traces in source steps."""
