"""The course: lessons, questions, predictions, drills, and a learner's progress."""
