"""The round as a value: actions, events, engine, views, match and record."""
