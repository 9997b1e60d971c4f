"""Rivals in words: what happens, what is asked, and the names of its stand-in cards, in each language."""
