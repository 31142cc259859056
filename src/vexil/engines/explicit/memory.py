"""How much memory a search may take without bringing the machine down."""

from __future__ import annotations

import os
import resource
from pathlib import Path

_SHARE = 0.85
_REGIONS = 4
"""Searches reserve up to this many times as many addresses as they may take memory."""
_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def available_bytes() -> int:
    """The share of the memory that is free now, as the machine and its container see it, that a search may take."""
    sizes = [_free_bytes()]
    for name in _LIMITS:
        try:
            text = Path(name).read_text().strip()
        except OSError:
            continue
        if text.isdigit():
            sizes.append(int(text))
    return max(min(int(min(sizes) * _SHARE), _addresses() // _REGIONS), 1 << 20)


def _addresses() -> int:
    """The addresses that the process may still use."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return 1 << 46
    try:
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        used = limit // 2
    return max(limit - used, 0)


def _free_bytes() -> int:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def lift_address_limit() -> int | None:
    """Let the process reserve as many addresses as the system allows; the limit that was lifted, if there was one.

    A search reserves far more addresses than it takes memory, and counts what it takes by itself.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft == hard:
        return None
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    return soft


def restore_address_limit(soft: int | None) -> None:
    """Put a limit back that was lifted."""
    if soft is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
