"""*V:TES* by the rules of 8 October 1998: engine, cards, bots, course. Importing it loads none of them."""
