"""The course: questions and predictions, drills, and what goes with the lessons."""
