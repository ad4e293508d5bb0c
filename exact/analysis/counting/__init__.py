"""Counting systems judged exactly: how a linear count performs at each depth of a shoe, without simulation."""
