"""Speed beside published peers, in one run. README.md says what is counted."""
