"""Vendetta's own parts of pages."""
