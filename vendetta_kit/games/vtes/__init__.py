"""*V:TES*, the rules of 8 October 1998: cards in verbs, the rules in force, bots.

Nothing of it is imported before somebody asks for it.
"""
