"""The laboratory of V:TES: many games, played by bots, as tables (:mod:`vendetta_kit.lab`).

>>> import tempfile
>>> from vendetta_kit import lab
>>> plan = {"game": "vtes", "games": 3, "players": 3, "bots": ["greedy", "random", "random"], "tables": "all"}
>>> made = lab.simulate(plan, out=tempfile.mkdtemp(), workers=1, progress=False)
>>> list(made)
['games', 'seats', 'turns', 'actions', 'decisions', 'ledger']

Every pool that a bleed burned stands in the ledger too:

>>> int(made["turns"]["bled"].sum()) == int(made["ledger"].query("cause == 'bleed'")["amount"].sum())
True

What the columns say: ``print(lab.described("vtes"))``.
"""
