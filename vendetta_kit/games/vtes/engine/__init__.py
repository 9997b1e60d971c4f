"""The engine of V:TES: rules, cards, state, and views of what a seat may know."""
