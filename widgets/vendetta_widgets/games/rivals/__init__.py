"""Rivals' own parts of pages."""
