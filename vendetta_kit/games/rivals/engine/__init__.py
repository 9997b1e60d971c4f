"""The set-up and the turn of Rivals, built on the kernel."""
