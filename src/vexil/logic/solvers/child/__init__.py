"""What runs in a solver's own process; it imports nothing else of the package, so that it is there at once."""
