"""Passes: a program becomes another program or system, with a way back for runs, places and names."""
