"""Speed of the explorer's page by the browser's own marks: 200 clicks on its keys, and how soon it can be used.

    python benchmarks/explorer.py

A click is from the first line of what follows it to the last number written; behind it come the charts.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from exact.cli import main
from tests.report.browser import load, opened

CLICKS = 200
CLICK = """
const [number, done] = arguments, level = document.querySelector('[name=level][value=kinds]');
level?.click();
const usable = performance.getEntriesByName('exact:end')[0].startTime, clicks = [], charts = [];
const keys = [...document.querySelectorAll('.key')];
const next = (i) => {
  if (i === number) return done([usable, clicks, charts]);
  performance.clearMarks();
  keys[7 * i % keys.length].click();
  const [begun] = performance.getEntriesByName('exact:click'), [ended] = performance.getEntriesByName('exact:end');
  clicks.push(ended.startTime - begun.startTime);
  setTimeout(() => { charts.push(performance.now() - begun.startTime); setTimeout(next, 20, i + 1); });
};
setTimeout(next, 500, 0);
"""


def row(name: str, times: list[float], limit: str) -> None:
    print(f"{name:44} median {statistics.median(times):6.1f} ms   95 % {statistics.quantiles(times, n=20)[-1]:6.1f} ms"
          f"{limit}")


def measure(browser: Any, name: str, *words: str, limit: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        began = time.process_time()
        main(["explorer", *words, "--output", str(page)])
        print(f"{name:44} written in {time.process_time() - began:.1f} s, {page.stat().st_size:,} bytes")
        load(browser, page.as_uri(), 1280)
        browser.set_script_timeout(300)
        usable, clicks, charts = browser.execute_async_script(CLICK, CLICKS)
        print(f"{'usable behind opening':44} {usable:13.0f} ms   (limit 1000 ms)")
        row(f"{len(clicks)} clicks", clicks, f"   (limit {limit} ms)")
        row("with both charts, behind it", charts, "")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for browser in opened(Path(profile)):
            measure(browser, "the usual bets", limit=16)
            measure(browser, "every bet of the catalogue, cards by suits", "--bets", "all", limit=100)
