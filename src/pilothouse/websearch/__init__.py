"""Web search room: providers behind one protocol, their typed errors, budget and caches."""
