"""The commands: each is a module here of its name, with `configure(parser)` and `run(arguments) -> exit status`.

A new command is a module and a line in `TASKS`.
"""

from __future__ import annotations

from collections.abc import Mapping

TASKS: Mapping[str, Mapping[str, str]] = {
    "What are the odds?": {
        "report": "the probability report (PAR sheet) of a game: odds, RTP, edges, decks, effects of removal",
        "odds": "the odds of one shoe, of a coup in progress, or before each coup of a shoe as dealt",
        "explorer": "a page on which anyone clicks cards away and sees what every bet is worth now, exactly",
        "in-play": "the odds after each card of a coup, and given totals or the third card",
        "games": "the games of the catalogue",
        "bets": "the bets of the catalogue: what each pays, its house edge, and one in full",
        "formula": "odds, RTP and edge as formulas in the number of decks; the pay or commission for an edge",
        "design": "which pays give the house edge that is wanted: every pay table of a bet with open pays",
    },
    "Which rules, which figures?": {
        "compare": "games side by side: rules, probabilities, RTP and edges",
        "rules-diff": "where a third-card table differs from the standard, and what each square does",
        "claims": "which game explains published figures: decks, pays, conventions, known misprints",
    },
    "What is best where the rules leave a choice?": {
        "equilibrium": "free decisions solved exactly: mixtures, the cost of each mistake, best replies",
    },
    "What do removed, seen or counted cards change?": {
        "removal": "several cards removed at once: exact EVs, interactions, and how far linear estimates are off",
        "known": "what it is worth to know a card: seen, marked, edge-sorted, burned",
        "next": "what one coup tells about the next, exactly; longer histories; the edge that it would give",
        "count": "what a counting system is worth at each depth and per shoe, exactly; the best counts",
        "best": "the most favourable sub-shoes of a bet by cards left",
        "sweep": "every sub-shoe: the law of the EV by cards left, and the exact value of perfect play",
    },
    "What happens over a shoe and an evening?": {
        "coups": "how many cards a coup takes, and how many coups come before the cut card",
        "streaks": "runs of Player or Banker in a shoe, exact for independent coups and dealt from the real shoe",
        "sessions": "the distribution of the result of n coups at flat stakes",
        "simulate": "shoes dealt at random, with seeds and standard errors, to check what is computed",
    },
    "Is it dealt as it should be?": {
        "audit": "a log of dealt coups against the rules and against exact expectation",
        "monitor": "where the measured RTP of n coups must lie, and how many coups distinguish two RTPs",
    },
    "Why believe it, and what is there to hand on?": {
        "verify": "certify this installation: published figures, and three ways to count compared",
        "atlas": "every bet of the catalogue and every game: edges by number of decks, spread, countability",
        "completion": "what a shell needs to complete commands, options and names",
        "index": "the page that leads to a folder of reports, or of sweeps",
    },
}
"""The commands with a line about each, by what they are asked for."""

COMMANDS: Mapping[str, str] = {name: about for commands in TASKS.values() for name, about in commands.items()}
"""Every command with the line about it."""
