"""What a browser may send over the socket of its page: messages that are what they claim to be, and not too many.

The Jupyter server makes of a frame what the frame itself claims: sixteen bytes that announce fifty million parts would
hold it up for everybody. So a frame is looked at here before anything is made of it.
"""

from __future__ import annotations

import struct
from typing import Final

__all__ = ["AT_ONCE", "LARGEST_MESSAGE", "PER_SECOND", "PROTOCOL", "Pace", "is_sound"]

PROTOCOL: Final = "v1.kernel.websocket.jupyter.org"
"""The form of a frame that the kit's pages speak, and so the only one that is taken."""
LARGEST_MESSAGE: Final = 16 * 2**20
"""A file of 12 MB, the largest that a page sends on, or all that a browser keeps for it: both fit in."""
LARGEST_HEADER: Final = 4096
"""A header, the only part that the server itself reads, has about 300 bytes; nothing can be deep in so few."""
FEWEST: Final = 6
"""A channel, header, parent, metadata, content, and where the last of them ends."""
MOST: Final = FEWEST + 58
"""As many again as there can be files and pictures in one message; the pages send one."""

PER_SECOND: Final = 50
AT_ONCE: Final = 200
"""Messages that a page may send: a hand that presses or drags sends 20 a second, and waits for answers."""
WEIGHT: Final = 100_000
"""So many bytes count as one message more."""


def is_sound(frame: bytes | str) -> bool:
    """Tell whether a frame holds exactly the parts that it announces, one after the other.

    It is read up to where its parts begin, however long it is.

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
    """How fast a page may send: some messages at once, then so many a second; large ones count for more.

    Who is faster waits, and loses nothing: what is not read yet stays with the sender.
    """

    def __init__(self) -> None:
        self._free = 0.0  # when all that was sent so far is paid for

    def wait(self, size: int, now: float) -> float:
        """Give the seconds that a message of this size, come at ``now``, must wait for its turn.

        >>> pace = Pace()
        >>> [pace.wait(500, 1000.0) for _ in range(AT_ONCE)] == [0.0] * AT_ONCE, pace.wait(500, 1000.0) > 0
        (True, True)
        """
        cost = 1 + size // WEIGHT
        self._free = max(self._free, now - AT_ONCE / PER_SECOND) + cost / PER_SECOND
        return max(0.0, self._free - now)
