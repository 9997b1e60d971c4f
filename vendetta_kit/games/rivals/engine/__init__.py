"""The set-up and the turn of Rivals on the kernel."""
