"""V:TES as a subject of lessons."""
