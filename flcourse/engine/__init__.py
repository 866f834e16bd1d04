"""Fast versions of what the lectures show; each entry equals a lecture's function, and a test says so."""
