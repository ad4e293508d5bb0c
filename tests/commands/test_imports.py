"""Heavy libraries are imported only where they are used: a plain report, or the odds, need none of them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import exact

HEAVY = ("sympy", "numpy", "numba", "matplotlib", "flint", "distributed", "tqdm")
SCRIPT = """
import io, json, sys
from contextlib import redirect_stdout
from exact.cli import main
with redirect_stdout(io.StringIO()):
    status = main(json.loads(sys.argv[1]))
print(json.dumps([status, sorted(set(sys.modules) & set(json.loads(sys.argv[2])))]))
"""


@pytest.mark.parametrize("command", [["report"], ["odds", "--dealt", "P=5"], ["compare", "punto-banco", "russian-page"],
                                     ["games"], ["next"], ["streaks", "--exact-only"],
                                     ["coups", "--shoe", "0=12 9=2", "--burn", "none"], ["in-play", "--dealt", "P9"]],
                         ids=" ".join)
def test_a_plain_command_imports_no_heavy_library(command):
    done = subprocess.run([sys.executable, "-c", SCRIPT, json.dumps(command), json.dumps(HEAVY)], capture_output=True,
                          text=True, timeout=60, check=True,
                          env=os.environ | {"PYTHONPATH": str(Path(exact.__file__).parent.parent)})
    assert json.loads(done.stdout) == [0, []]
