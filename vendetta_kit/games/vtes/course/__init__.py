"""The course of V:TES: its lessons' game, markup, predictions, drills and player aid."""
