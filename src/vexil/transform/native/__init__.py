"""Programs of one thread as machine code (in work)."""
