# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Tutorial
#
# Open this file as a notebook (`jupytext --to notebook tutorial.py`, or "Open as notebook" where jupytext is
# installed), or run it as a plain Python file. The test-suite runs every cell.
#
# Three things: a report, a side bet from a casino's card, and whether it can be counted.

# %% [markdown]
# ## 1. A game and its odds
#
# A game is a file of rules and bets; `exact games` lists those of the catalogue. A result shows itself as a table, and
# its numbers are fractions.

# %%
from fractions import Fraction

from exact import Game, Shoe

game = Game("punto-banco")
odds = game.odds(8)
odds

# %%
assert odds.player + odds.banker + odds.tie == 1
odds.tie

# %% [markdown]
# The house edge of Banker with 5 % commission, per bet made, on one deck, on eight, and on an infinite shoe:

# %%
banker = game.bet("banker")
edges = {shoe: banker.house_edge(shoe) for shoe in (1, 8, "inf")}
[f"{100 * float(edge):.4f} %" for edge in edges.values()]

# %% [markdown]
# All lines of the bet, as records of exact values:

# %%
banker.law(8).to_records()

# %% [markdown]
# ## 2. A side bet from a casino's card
#
# > **NINE NINE** - pays 40 to 1 if both hands make nine; 7 for 1 if one hand makes a three-card nine; all else loses.
#
# One line for each line of the card, in its order; the first that matches a coup pays.

# %%
from pathlib import Path
from tempfile import TemporaryDirectory

CARD = """
[nine-nine]
title = "Nine Nine"
lines = [
  { event = "Both hands make 9", when = { player.total = 9, banker.total = 9 }, pays = "40 to 1" },
  { event = "One hand makes a three-card 9", when = { any = [
    { player.total = 9, player.cards = 3 },
    { banker.total = 9, banker.cards = 3 },
  ] }, pays = "7 for 1" },
]
otherwise = "lose"
"""

with TemporaryDirectory() as folder:
    path = Path(folder) / "nine-nine.toml"
    path.write_text(CARD)
    with_card = Game("punto-banco", bet_file=path)

nine_nine = with_card.bet("nine-nine")
nine_nine.law(8)

# %%
edge = nine_nine.house_edge(8)
assert round(edge, 6) == Fraction("0.070274")
f"house edge {100 * float(edge):.4f} %"

# %% [markdown]
# ## 3. Can it be counted?
#
# What each card is worth: the change of the EV when one of it leaves the shoe. Weighted by the cards in the shoe, the
# changes add up to exactly zero.

# %%
nine_nine.effects(8)

# %%
effects = nine_nine.effects(8)
assert sum(effect.present * effect.ev_change for effect in effects) == 0
max(effects, key=lambda effect: effect.ev_change).card

# %% [markdown]
# How the edge looks once twenty of each of the two cards whose removal helps most are gone:

# %%
helpful = sorted(effects, key=lambda effect: effect.ev_change)[-2:]
rich = Shoe.decks(8).remove(*[f"{effect.card}=20" for effect in helpful])
before, after = nine_nine.house_edge(8), nine_nine.house_edge(rich)
assert after < before
f"{100 * float(before):.3f} % becomes {100 * float(after):.3f} %"

# %% [markdown]
# ## 4. A counting study
#
# The spread of the EV over all sub-shoes of a depth has a closed form; tags that follow the effects of removal make a
# count; the joint law of count and coup says what the best trigger gains. All of it exact, nothing dealt at random.

# %%
varies = nine_nine.spread(8)
assert varies.mean == -edge
{left: f"{100 * float(varies.variance(left)) ** 0.5:.3f} %" for left in (26, 52, 104, 208)}

# %%
found = nine_nine.search(level=1, shoe=8, cards_left=52, keep=20)
tags = found.best.tags
print(tags)

# %%
(depth,) = nine_nine.count(tags, trigger=4, shoe=8, cards_left=52).depths
assert depth.mean_ev == -edge
assert depth.best.gain >= depth.gain
f"{100 * float(depth.best.probability):.2f} % of coups, {100 * float(depth.best.gain):.4f} % of a unit per coup dealt"

# %% [markdown]
# The whole report of the bet holds the same with figures (`exact report --bets nine-nine --bet-file nine-nine.toml
# --output nine-nine`), and `exact count` judges any system of tags.
