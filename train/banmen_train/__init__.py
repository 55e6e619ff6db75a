"""Training of the gomoku network."""
