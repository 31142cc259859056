"""Source languages, as text: what several stages know of them before anything has a meaning."""
