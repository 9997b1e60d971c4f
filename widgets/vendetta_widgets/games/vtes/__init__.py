"""V:TES on the pages."""
