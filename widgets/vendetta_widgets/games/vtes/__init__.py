"""V:TES's own parts of pages."""
