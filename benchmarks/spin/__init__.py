"""Native search and Spin on the same models: states and transitions, CPU seconds and bytes for each state."""
