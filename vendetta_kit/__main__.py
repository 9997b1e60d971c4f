"""``python -m vendetta_kit`` is the ``vendetta`` command."""

import sys

from vendetta_kit.cli import main

if __name__ == "__main__":
    sys.exit(main())
