class Saver:
    """Plays any legal action, but keeps its Blood where it can: it never adds any to a card."""

    def choose(self, view, rng):
        cheap = [action for action in view.legal if not getattr(action, "blood", 0)]
        return rng.choice(cheap or list(view.legal))
