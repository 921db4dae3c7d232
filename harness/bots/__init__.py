"""How a bot comes to life."""
