"""Random Boolean and predicate programs."""
