"""The machine that every game of this kit stands on; it knows none of them.

A game is a folder that gives this machine one frozen object, its :class:`~vendetta_kit.kernel.rules.Rules`: what can be
done, who is asked what, what happens and by which rule. ``docs/kernel.md`` is the page to read first;
``tests/kernel/toy`` is the shortest whole game.
"""
