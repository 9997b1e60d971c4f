"""*Rivals*, as far as our source goes: its set-up, the frame of a turn, and what can be reckoned. No whole game.

Nothing of it is imported before somebody asks for it.
"""
