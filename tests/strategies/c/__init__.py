"""Random C programs, one module for each kind of what they do."""
