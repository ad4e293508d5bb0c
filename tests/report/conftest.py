from collections.abc import Iterator
from typing import Any

import pytest

from tests.report.browser import opened


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    yield from opened(tmp_path_factory.mktemp("browser"))
