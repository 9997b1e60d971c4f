"""The game itself: rules, cards, state, and what a seat may know of it."""
