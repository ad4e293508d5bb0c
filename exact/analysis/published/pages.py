"""Published figures page by page: which game explains those of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from exact.analysis.published.claim_files import ClaimSet
from exact.analysis.published.claims import claim_queries
from exact.analysis.published.findings import SearchResult
from exact.analysis.published.search import explain
from exact.display import Answer
from exact.errors import plural
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe


@dataclass(frozen=True)
class CheckedPages(Answer):
    """The figures of each page, by its name, with what explains them."""

    pages: tuple[tuple[str, SearchResult], ...]

    def __repr__(self) -> str:
        verdict = "all right" if self.right else "NOT all right"
        return f"<published figures of {plural(len(self.pages), 'page')}: {verdict}>"

    @property
    def right(self) -> bool:
        """Whether every figure is right for the game asked about."""
        return all(result.passes for _, result in self.pages)


def check_pages(game: GameDefinition, sets: Sequence[ClaimSet], stated: str | None = None,
                shoes: Mapping[str, Shoe] | None = None) -> CheckedPages:
    """Raises as `claim_queries` and `explain`."""
    return CheckedPages(tuple((one.page, explain(game, claim_queries(game, one.claims), one.stated or stated, shoes))
                              for one in sets))
