"""Rivals as far as its source text goes: the set-up, the frame of a turn, and single calculations; no whole game."""
