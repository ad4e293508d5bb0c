"""`python -m exact.verify`: the same as `exact verify`."""

import sys

from exact.cli import main

if __name__ == "__main__":
    sys.exit(main(["verify", *sys.argv[1:]]))
