"""Check the results of the sweeps: their hashes, and those that are quick to compute again.

    python reports/sweeps/check.py

One deck is made again and compared byte for byte; eight decks up to 16 cards left are made again and compared number
for number. Exits with 1, and says what differs, if anything does.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent


def made(*options: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sweep"
        subprocess.run([sys.executable, "-m", "exact", "sweep", *options, "--output", str(path)], check=True,
                       stderr=subprocess.DEVNULL)
        return path.read_bytes()


def depths(data: Any, most: int) -> list[Any]:
    return [(bet["name"], [depth for depth in bet["depths"] if depth["cards_left"] <= most])
            for bet in data["bets"]]


def main() -> int:
    wrong = []
    for line in (FOLDER / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, name = line.split()
        if hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() != digest:
            wrong.append(f"{name}: its hash is not the one in SHA256SUMS")
    for form, suffix in (("markdown", "md"), ("json", "json")):
        again = made("--decks", "1", "--cut", "13,26", "--digits", "10", "--format", form)
        if again != (FOLDER / f"one-deck.{suffix}").read_bytes():
            wrong.append(f"one-deck.{suffix}: made again, it differs")
    again = json.loads(made("--decks", "8", "--cards-left", "6-16", "--format", "json"))
    stored = json.loads((FOLDER / "eight-decks.json").read_bytes())
    if depths(again, 16) != depths(stored, 16):
        wrong.append("eight-decks.json: up to 16 cards left, made again, it differs")
    with tempfile.TemporaryDirectory() as folder:
        for path in FOLDER.glob("*.json"):
            shutil.copy(path, folder)
        subprocess.run([sys.executable, "-m", "exact", "index", folder, "--repository"], check=True,
                       stderr=subprocess.DEVNULL)
        if (Path(folder) / "index.html").read_bytes() != (FOLDER / "index.html").read_bytes():
            wrong.append("index.html: made again, it differs")
    for message in wrong:
        print(message)
    print(f"{len(wrong)} differences" if wrong else "hashes, one deck, eight decks up to 16 cards left: all as stored")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
