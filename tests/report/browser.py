"""A real browser for the tests of pages."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
         "--force-prefers-reduced-motion", "--disable-ipc-flooding-protection")
NEEDS_BROWSER = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no chromium and chromedriver on this machine")


def opened(folder: Path, language: str = "en") -> Iterator[Any]:
    """A browser with an empty profile in a folder, closed in the end."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed (extra browser)")
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={folder}", f"--lang={language}", f"--accept-lang={language}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=DRIVER))
    driver.get("about:blank")
    driver.get_log("performance")  # what the browser's own first page asked for
    yield driver
    driver.quit()


def load(browser: Any, address: str, width: int) -> None:
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600})
    browser.get(address)


def requests(browser: Any) -> list[str]:
    """What was asked for since the last look, files of this machine and addresses inside a page left out."""
    return [entry["message"] for entry in browser.get_log("performance")
            if '"Network.requestWillBeSent"' in entry["message"]
            and not any(f'"url":"{kind}:' in entry["message"] for kind in ("file", "data", "blob"))]
