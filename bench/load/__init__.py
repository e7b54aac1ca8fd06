"""What loads a server, and measures it while it does."""
