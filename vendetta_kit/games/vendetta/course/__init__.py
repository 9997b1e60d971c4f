"""What Vendetta gives the course: what its lessons say, show and ask."""
