"""Rules as the text of a game file, which reads as the same rules."""

from __future__ import annotations

import json
from collections.abc import Iterable

from exact.game.rules import STOOD, Rules, Square


def rules_toml(rules: Rules, title: str, decks: int | None) -> str:
    """A game file over punto banco with these rules."""
    naturals = sorted(rules.naturals)
    player = _row(square for square in rules.squares if square.hand == "Player")
    lines = [f"title = {json.dumps(title)}", 'extends = "punto-banco"', f"decks = {decks or json.dumps('inf')}", "",
             "[rules]", f"naturals = {naturals}", f"player_draws = {player}", "", "[rules.banker_draws]"]
    for total in rules.open_totals:
        row = _row(square for square in rules.squares if (square.hand, square.total) == ("Banker", total))
        lines.append(f"{total} = {row}")
    return "\n".join(lines) + "\n"


def _row(squares: Iterable[Square]) -> str:
    return f"[{', '.join(filter(None, map(_item, squares)))}]"


def _item(square: Square) -> str:
    on = square.total if square.against is None else '"stood"' if square.against == STOOD else square.against
    hand = f', hand = "{square.cards[0]}{square.cards[1]}"' if square.cards else ""
    if not hand and not square.free and square.draw in (0, 1):
        return str(on) * int(square.draw)
    return f'{{ on = {on}, draw = {json.dumps("free" if square.free else str(square.draw))}{hand} }}'
