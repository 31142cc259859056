"""Why a check ends without a certificate."""

from __future__ import annotations


class Unsupported(Exception):  # noqa: N818 - nothing is wrong, somebody else has to look
    """Something this checker has no rules for."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the checker does not know {what}")
        self.what = what


class Ended(Exception):  # noqa: N818 - one path is over
    """The path that is being followed ends here; everything about it has been said."""


class GaveUp(Exception):  # noqa: N818 - not an error
    """The solver did not answer."""
