"""Slow counterparts of what `exact` computes: each deals cards one by one, and none imports what it checks.

| module | deals | shares with the package |
|---|---|---|
| `flat_coups` | every ordered sequence of cards of a small shoe, under any rules | nothing |
| `flat_bets` | the same coups of punto banco, with bets judged by hand | nothing |
| `log_dealer` | fair logs of shuffled shoes | nothing |
| `orders_of_a_shoe` | coup after coup off every order of a tiny shoe | the rules' table |
| `brute_counting` | every sub-shoe, and every order of six of its cards | the rules' table and the bet language |
"""
