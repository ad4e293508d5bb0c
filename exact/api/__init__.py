"""The Python surface: games and bets that are asked, one sentence a question; `exact` exports it."""
