"""The laboratory of V:TES: tables of many games between bots (:mod:`vendetta_kit.lab`).

>>> import tempfile
>>> from vendetta_kit import lab
>>> plan = {"game": "vtes", "games": 3, "players": 3, "bots": ["greedy", "random", "random"], "tables": "all"}
>>> made = lab.simulate(plan, out=tempfile.mkdtemp(), workers=1, progress=False)
>>> list(made)
['games', 'seats', 'turns', 'actions', 'decisions', 'ledger', 'events']

The pool burned by bleeds agrees in both tables:

>>> int(made["turns"]["bled"].sum()) == int(made["ledger"].query("cause == 'bleed'")["amount"].sum())
True

The columns are explained by ``print(lab.describe_tables("vtes"))``.
"""
