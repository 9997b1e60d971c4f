"""The course of Vendetta: what its lessons say, show and ask."""
