"""The stages in order, and the one place that concludes a verdict."""
