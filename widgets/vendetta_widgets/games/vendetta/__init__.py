"""Vendetta on the pages."""
