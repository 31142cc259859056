"""``python -m vexil`` is the command line."""

from vexil.cli.main import main

main()
