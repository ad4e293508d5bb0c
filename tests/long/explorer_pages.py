"""The explorer's page beside Python at length: 1,000 shoes, 100 with every bet, 200 coups in progress, 2,000 clicks.

    python -m tests.long.explorer_pages
"""

import tempfile
from pathlib import Path

from tests.report.browser import opened
from tests.report.explorer.pages import write_page
from tests.report.explorer.test_against_python import check_coups, check_shoes
from tests.report.explorer.test_random_walk import check_walk

if __name__ == "__main__":
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        usual = write_page(Path(folder) / "usual.html")
        whole = write_page(Path(folder) / "whole.html", "--bets", "all")
        for browser in opened(Path(folder) / "profile"):
            check_shoes(browser, usual, 11, 1000, False)
            print("holds: 1,000 shoes", flush=True)
            check_shoes(browser, whole, 12, 100, True)
            print("holds: 100 shoes with every bet", flush=True)
            check_coups(browser, usual, 13, 200, False)
            check_coups(browser, whole, 15, 20, True)
            print("holds: 200 coups in progress, 20 with every bet", flush=True)
            check_walk(browser, usual, 14, 80, 25)
            print("holds: 2,000 clicks", flush=True)
