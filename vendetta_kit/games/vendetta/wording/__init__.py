"""This game in words: what happens, what is asked and refused, the log, and the table as text."""
