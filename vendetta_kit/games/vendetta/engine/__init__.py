"""The engine of Vendetta: rules, card effects, state, and what each seat may know of it."""
