"""Speed of reports in processor seconds: the plain one against `import sympy`, a bundle, the atlas if there is one.

    python benchmarks/reports.py [RUNS]
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


def seconds(*words: str) -> float:
    """Processor seconds of one run of this Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        def row(name: str, *words: str, times: int = runs, output: bool = False) -> float:
            places = [str(Path(folder) / f"{name.replace(' ', '-')}-{i}") for i in range(times)]
            found = [seconds(*words, *(["--output", place] if output else [])) for place in places]
            print(f"{name:32} median {statistics.median(found):7.3f} s   least {min(found):7.3f} s")
            return min(found)

        sympy = row("import sympy", "-c", "import sympy")
        plain = row("plain report", "-m", "exact.report")
        print(f"{'plain report / import sympy':32} {plain / sympy:14.2f}   (limit 1.0)")
        row("bundle of punto banco", "-m", "exact", "report", output=True)
        row("bundle of EZ baccarat", "-m", "exact", "report", "--game", "ez-baccarat", output=True)
        row("atlas", "-m", "exact", "atlas", times=1, output=True)


if __name__ == "__main__":
    main()
