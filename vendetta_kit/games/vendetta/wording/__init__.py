"""Vendetta in words: events, questions, refusals, the log, and the table as text."""
