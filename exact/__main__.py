"""`python -m exact COMMAND`."""

import sys

from exact.cli import main

sys.exit(main())
