"""HTTP and WebSocket: routes, pages, and the checks in front of them."""
