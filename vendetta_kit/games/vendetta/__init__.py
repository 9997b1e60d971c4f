"""*Vampire: The Masquerade – Vendetta*: what is in the box, the rules in force, bots, flows and the laboratory."""
