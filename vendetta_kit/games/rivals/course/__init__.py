"""The course of Rivals: predictions, drills, and the references that lesson texts can use."""
