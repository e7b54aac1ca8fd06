"""The table behind a WebSocket: protocol, play, storage and the page."""
