"""What Rivals gives to the course: predictions, drills, and what the words of a lesson can refer to."""
