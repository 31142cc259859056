"""Properties: what is asked."""
