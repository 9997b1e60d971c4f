"""`python -m benchmarks`, from the top of the checkout, is `python benchmarks/run.py`."""

import sys

from benchmarks.run import main

sys.exit(main())
