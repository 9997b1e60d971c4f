"""What is Rivals' own on the pages."""
