"""`python -m exact.report`: the same as `exact report`."""

import sys

from exact.cli import main

sys.exit(main(["report", *sys.argv[1:]]))
