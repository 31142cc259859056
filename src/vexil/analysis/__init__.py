"""Facts about programs that several stages need."""
