"""Writes the recorded playthroughs anew, after a change that was meant: ``python -m tests.golden.regenerate [name …]``.

Then read the difference before it is kept: every changed line is something that the game now does, allows or says
otherwise.
"""

from __future__ import annotations

import sys

from tests.golden.playthroughs import FOLDER, PLAYTHROUGHS, file_of, text_of


def main(names: list[str]) -> int:
    """Write the named playthroughs, or all; returns the exit code."""
    unknown = [name for name in names if name not in PLAYTHROUGHS]
    if unknown:
        print(f"unknown playthrough {unknown[0]!r}; expected some of {', '.join(PLAYTHROUGHS)}", file=sys.stderr)
        return 2
    for name in names or PLAYTHROUGHS:
        text = text_of(name)
        path = file_of(name)
        changed = not path.exists() or path.read_bytes() != text.encode()
        if changed:
            path.write_bytes(text.encode())
        print(f"{'written' if changed else 'as it was'}: {path.relative_to(FOLDER.parents[1])}")
    if not names:
        for path in sorted(FOLDER.rglob("*.txt")):
            if path not in map(file_of, PLAYTHROUGHS):
                path.unlink()
                print(f"removed: {path.relative_to(FOLDER.parents[1])}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
