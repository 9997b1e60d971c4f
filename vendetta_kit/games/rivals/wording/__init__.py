"""Rivals in words: events, questions and names of its stand-in cards, in each language."""
