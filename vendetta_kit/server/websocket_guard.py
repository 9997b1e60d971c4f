"""Checks of what a browser sends over the socket of its page: well-formed messages, at a limited rate.

The Jupyter server trusts the number of parts that a frame announces: sixteen bytes that announce fifty million parts
would block it for everybody. So frames are checked here before they are parsed.
"""

from __future__ import annotations

import struct
from typing import Final

PROTOCOL: Final = "v1.kernel.websocket.jupyter.org"
"""The protocol of the kit's pages, the only one that is accepted."""
LARGEST_MESSAGE: Final = 16 * 2**20
"""The most bytes of a message: enough for a file of 12 MB, the largest that a page sends."""
LARGEST_HEADER: Final = 4096
"""The most bytes of a header, the only part that the server parses; usual are 300, and few cannot nest deeply."""
FEWEST: Final = 6
"""The fewest offsets of a frame: channel, header, parent, metadata, content, and the end of the last."""
MOST: Final = FEWEST + 58
"""The most offsets of a frame: 58 more for binary buffers; the pages send one."""

PER_SECOND: Final = 50
AT_ONCE: Final = 200
"""Messages that a page may send at once; a person who drags causes about 20 a second."""
WEIGHT: Final = 100_000
"""Number of bytes that count as one more message."""


def is_sound(frame: bytes | str) -> bool:
    """Return whether a frame has exactly the parts that it announces, one after the other.

    Only its offsets are read, not its parts.

    >>> is_sound(b"\\xff" * 8), is_sound((50_000_000).to_bytes(8, "little") + bytes(8)), is_sound("{}")
    (False, False, False)
    """
    if not isinstance(frame, bytes) or len(frame) < 8:
        return False
    count = int.from_bytes(frame[:8], "little")
    begin = 8 * (count + 1)
    if not FEWEST <= count <= MOST or len(frame) < begin:
        return False
    offsets = struct.unpack_from(f"<{count}Q", frame, 8)
    return (
        offsets[0] == begin
        and offsets[-1] == len(frame)
        and list(offsets) == sorted(offsets)
        and offsets[2] - offsets[1] <= LARGEST_HEADER
    )


class Pace:
    """The rate limit of a page: some messages at once, then a number per second; large ones count as several.

    Messages above the rate are delayed, not lost: the socket is not read meanwhile.
    """

    def __init__(self) -> None:
        self._free = 0.0  # the time at which all earlier messages are within the rate

    def wait(self, size: int, now: float) -> float:
        """Return the seconds that a message of this size, received at the time ``now``, must wait.

        >>> pace = Pace()
        >>> [pace.wait(500, 1000.0) for _ in range(AT_ONCE)] == [0.0] * AT_ONCE, pace.wait(500, 1000.0) > 0
        (True, True)
        """
        cost = 1 + size // WEIGHT
        self._free = max(self._free, now - AT_ONCE / PER_SECOND) + cost / PER_SECOND
        return max(0.0, self._free - now)
