"""What all games of this kit share; nothing here imports a game.

A game gives the kernel one object, its :class:`~vendetta_kit.kernel.rules.Rules`: the actions, the decisions, what
happens and by which rule. Read ``docs/kernel.md`` first; ``tests/kernel/toy`` is the shortest complete game.
"""
